import { type Board } from '@forum/shared/contract'
import { Link } from 'react-router-dom'
import { GlowOnChange, RelativeTime } from '../ui'
import { useForum } from '../store'
import { blocksText, isHidden } from '../state/blocks'
import { BoardMark } from './BoardMark'
import { ClosedMark } from './ClosedMark'
import { BoardNews } from './BoardNews'
import { BoardCounts } from './BoardCounts'
import { latestText } from './latest.texts'
import { useBoardsWithNews } from './use-boards'
import './sub-boards.css'

type Entry = Pick<
  Board,
  | 'id'
  | 'icon'
  | 'color'
  | 'displayName'
  | 'isOpen'
  | 'displayDescription'
  | 'threadCount'
  | 'postCount'
  | 'todayCount'
  | 'lastThread'
>

/** The thread with a board's newest post, without its title if the reader has blocked its author. */
export function LastThread({ board: { id, lastThread } }: { board: Pick<Entry, 'id' | 'lastThread'> }) {
  const isBlocked = useForum((read) => lastThread !== null && isHidden(read, lastThread.userId, id))
  if (!lastThread) return <div className="sub-board-last faint">{latestText('none.replies')}</div>
  if (isBlocked) return <div className="sub-board-last faint">{blocksText('thread')}</div>
  return (
    <div className="sub-board-last">
      {/* The row shows the newest post, so it opens there, or at the first unread post before it. */}
      <Link to={`/threads/${lastThread.id}/page/unread`} className="one-line" title={lastThread.title}>
        <GlowOnChange value={`${lastThread.id} ${lastThread.lastPostAt}`}>{lastThread.title}</GlowOnChange>
      </Link>
      <span className="sub-board-when">
        {lastThread.lastPostUser.displayName} · <RelativeTime at={lastThread.lastPostAt} />
      </span>
    </div>
  )
}

/** Boards under a board or in a category, each with its counts and its newest thread. */
export function SubBoards({ boards }: { boards: readonly Entry[] }) {
  const news = useBoardsWithNews()
  return (
    <ul className="sub-boards">
      {boards.map((board) => (
        <li key={board.id} className="sub-board">
          <div className="sub-board-what">
            <Link to={`/boards/${board.id}`} className="row-link sub-board-name">
              <BoardMark board={board} />
              {board.displayName}
            </Link>
            {!board.isOpen && <ClosedMark />}
            {news.has(board.id) && <BoardNews />}
            <span className="sub-board-about">{board.displayDescription}</span>
          </div>
          <span className="sub-board-counts meta num">
            <BoardCounts board={board} />
          </span>
          <LastThread board={board} />
        </li>
      ))}
    </ul>
  )
}
