import { useForum } from '../../store'
import { Check } from '../../ui'
import { boardCopySlice } from '../../state/board-copy'
import { composerText } from './composer.texts'

/** Whether to write without one's name, in a board that allows it. */
export function AnonymousCheck({
  boardId,
  checked,
  onChange,
}: {
  boardId: number | null
  checked: boolean
  onChange: (checked: boolean) => void
}) {
  const isAllowed = useForum((read) => read(boardCopySlice).boards[boardId ?? 0]?.allowsAnonymous ?? false)
  if (!isAllowed) return null
  return (
    <Check
      label={composerText('anonymous')}
      help={composerText('anonymousHelp')}
      checked={checked}
      onChange={onChange}
    />
  )
}
