import { commonText } from '../lib/i18n'
import { VisuallyHidden } from '../ui'
import { boardText } from './board.texts'
import './board-news.css'

/** The mark beside the name of a board with unread threads. */
export function BoardNews() {
  return (
    <>
      <span className="board-news" aria-hidden>
        {commonText('unreadMark')}
      </span>
      <VisuallyHidden>{boardText('hasNews')}</VisuallyHidden>
    </>
  )
}
