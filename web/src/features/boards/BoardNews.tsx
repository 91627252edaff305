import { VisuallyHidden } from '../../ui'
import { boardText } from './board.texts'
import './board-news.css'

/** The dot beside the name of a board with unread threads. */
export function BoardNews() {
  return (
    <>
      <i className="board-news" aria-hidden />
      <VisuallyHidden>{boardText('hasNews')}</VisuallyHidden>
    </>
  )
}
