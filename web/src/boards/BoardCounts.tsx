import { type Board } from '@forum/shared/contract'
import { commonText } from '../lib/i18n'
import { Count, GlowOnChange } from '../ui'
import { boardText } from './board.texts'

/** The numbers of a board's threads and posts, and of today's posts, if any. */
export function BoardCounts({
  board: { threadCount, postCount, todayCount },
}: {
  board: Pick<Board, 'threadCount' | 'postCount' | 'todayCount'>
}) {
  return (
    <>
      <span>
        {boardText('threads')}{' '}
        <GlowOnChange value={threadCount}>
          <Count value={threadCount} />
        </GlowOnChange>
      </span>
      <span>
        {boardText('posts')}{' '}
        <GlowOnChange value={postCount}>
          <Count value={postCount} />
        </GlowOnChange>
      </span>
      {todayCount > 0 && <span className="board-today">{commonText('today', { count: todayCount })}</span>}
    </>
  )
}
