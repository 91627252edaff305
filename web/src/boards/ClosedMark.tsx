import { VisuallyHidden } from '../ui'
import { Lock } from '../ui/icons'
import { boardText } from './board.texts'

/** The mark of a board that not everyone sees. */
export function ClosedMark() {
  return (
    <span className="board-lock faint" title={boardText('notForEveryone')}>
      <Lock aria-hidden />
      <VisuallyHidden>{boardText('notForEveryone')}</VisuallyHidden>
    </span>
  )
}
