import { Link } from 'react-router-dom'
import { commonText } from '../../lib/i18n'
import { Button } from '../../ui'
import { ChevronLeft, PenLine, Search } from '../../ui/icons'
import { useSession } from '../../state/session'
import { WatchChip } from '../thread-actions/ThreadActions'
import { type ThreadRow } from '../../state/thread-copy'
import { threadAbilities } from './abilities'
import { useShownTitle, Viewers } from './ThreadHead'
import { threadText } from './thread.texts'
import { useIsTitleGone } from './use-reading-place'
import './thread-bar.css'

/**
 * One line at the top of the window with the title of the thread, once the title itself is out of sight. Tab passes over
 * it: the page has the same controls in its own order, and the line comes and goes with the scrolling.
 */
export function ThreadBar({ thread, onReply }: { thread: ThreadRow; onReply: () => void }) {
  const isShown = useIsTitleGone()
  const title = useShownTitle(thread)
  const { takesReplies } = threadAbilities(useSession().user, thread)
  if (!isShown) return null
  return (
    <div className="thread-bar">
      <div className="wrap thread-bar-row">
        <Link
          to={`/boards/${thread.boardId}`}
          className="thread-bar-back"
          tabIndex={-1}
          aria-label={thread.board.displayName}
        >
          <ChevronLeft aria-hidden />
        </Link>
        <button
          type="button"
          className="thread-bar-title one-line"
          tabIndex={-1}
          title={threadText('toTop')}
          onClick={() => {
            scrollTo({ top: 0 })
            document.querySelector<HTMLElement>('.thread-heading')?.focus({ preventScroll: true })
          }}
        >
          {title}
        </button>
        <Link to={`/boards/${thread.boardId}`} tabIndex={-1} className="thread-bar-board soft small">
          {thread.board.displayName}
        </Link>
        <Viewers threadId={thread.id} />
        <span className="thread-bar-end">
          <WatchChip thread={thread} tabIndex={-1} />
          {takesReplies && (
            <Button size="small" tone="go" tabIndex={-1} icon={<PenLine aria-hidden />} onClick={onReply}>
              {threadText('replyFromBar')}
            </Button>
          )}
          <Link to="/search" tabIndex={-1} className="icon-button" aria-label={commonText('search')}>
            <Search aria-hidden />
          </Link>
        </span>
      </div>
    </div>
  )
}
