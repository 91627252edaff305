import { IconButton, toast } from '../../ui'
import { ChevronUp, PenLine, X } from '../../ui/icons'
import { type Draft } from '../../state/drafts'
import { threadText } from './thread.texts'

/** A bar over the page that names an unfinished text, and opens or discards it; discarding can be undone. */
export function StripBar<T extends object>({
  label,
  act,
  draft,
  onOpen,
}: {
  label: string
  /** The label of the button that opens it, where that is not obvious. */
  act?: string
  draft: Draft<T>
  onOpen: () => void
}) {
  const { clear } = draft
  const discard = () => {
    const undo = clear()
    toast.info(threadText('draftDiscarded'), {
      action: {
        label: threadText('undoDeletion'),
        onClick: undo,
      },
    })
  }
  return (
    <div className="reply-strip-bar">
      <button type="button" className="reply-strip-open" onClick={onOpen}>
        <PenLine aria-hidden />
        <b className="one-line">{label}</b>
        {act === undefined ? <ChevronUp aria-hidden /> : <span className="link">{act}</span>}
      </button>
      <IconButton label={threadText('discardDraft')} onClick={discard}>
        <X aria-hidden />
      </IconButton>
    </div>
  )
}
