import { Link } from 'react-router-dom'
import { commonText } from '../../lib/i18n'
import { Button } from '../../ui'
import { ChevronLeft, PenLine, Search } from '../../ui/icons'
import { useSession } from '../auth'
import { WatchChip } from '../thread-actions'
import { type ThreadRow } from '../thread-copy'
import { threadAbilities } from './abilities'
import { useShownTitle, Viewers } from './ThreadHead'
import { threadText } from './thread.texts'
import { useIsTitleGone } from './use-reading-place'
import './thread-bar.css'

/** One line at the top of the window with the title of the thread, once the title itself is out of sight. */
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
          aria-label={thread.board.displayName}
        >
          <ChevronLeft aria-hidden />
        </Link>
        <button
          type="button"
          className="thread-bar-title one-line"
          title={threadText('toTop')}
          onClick={() => {
            scrollTo({ top: 0 })
            document.querySelector<HTMLElement>('.thread-heading')?.focus({ preventScroll: true })
          }}
        >
          {title}
        </button>
        <Link to={`/boards/${thread.boardId}`} className="thread-bar-board soft small">
          {thread.board.displayName}
        </Link>
        <Viewers threadId={thread.id} />
        <span className="thread-bar-end">
          <WatchChip thread={thread} />
          {takesReplies && (
            <Button size="small" tone="go" icon={<PenLine aria-hidden />} onClick={onReply}>
              {threadText('replyFromBar')}
            </Button>
          )}
          <Link to="/search" className="icon-button" aria-label={commonText('search')}>
            <Search aria-hidden />
          </Link>
        </span>
      </div>
    </div>
  )
}
