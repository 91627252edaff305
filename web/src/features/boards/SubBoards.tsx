import { type Board } from '@forum/shared/contract'
import { Link } from 'react-router-dom'
import { GlowOnChange, RelativeTime } from '../../ui'
import { BoardCounts } from './BoardCounts'
import { latestText } from './latest.texts'
import './sub-boards.css'

type Entry = Pick<
  Board,
  'id' | 'displayName' | 'displayDescription' | 'threadCount' | 'postCount' | 'todayCount' | 'lastThread'
>

/** Boards under a board or in a category, each with its counts and its newest thread. */
export function SubBoards({ boards }: { boards: readonly Entry[] }) {
  return (
    <ul className="sub-boards">
      {boards.map((board) => (
        <li key={board.id} className="sub-board">
          <div className="sub-board-what">
            <Link to={`/boards/${board.id}`} className="row-link sub-board-name">
              {board.displayName}
            </Link>
            <span className="sub-board-about">{board.displayDescription}</span>
          </div>
          <span className="sub-board-counts num">
            <BoardCounts board={board} />
          </span>
          {board.lastThread ? (
            <div className="sub-board-last">
              <Link
                to={`/threads/${board.lastThread.id}`}
                className="one-line"
                title={board.lastThread.title}
              >
                <GlowOnChange of={`${board.lastThread.id} ${board.lastThread.lastPostAt}`}>
                  {board.lastThread.title}
                </GlowOnChange>
              </Link>
              <span className="sub-board-when">
                {board.lastThread.lastPostUser.displayName} ·{' '}
                <RelativeTime at={board.lastThread.lastPostAt} />
              </span>
            </div>
          ) : (
            <div className="sub-board-last faint">{latestText('noThreadYet')}</div>
          )}
        </li>
      ))}
    </ul>
  )
}
