import { type Board } from '@forum/shared/contract'
import { useTexts } from '../../lib/i18n'
import { Count, GlowOnChange } from '../../ui'

/** How many threads and posts a board has, and how many posts today, if any. */
export function BoardCounts({
  board: { threadCount, postCount, todayCount },
}: {
  board: Pick<Board, 'threadCount' | 'postCount' | 'todayCount'>
}) {
  const t = useTexts()
  return (
    <>
      <span>
        {t('board.threads')}{' '}
        <GlowOnChange of={threadCount}>
          <Count value={threadCount} />
        </GlowOnChange>
      </span>
      <span>
        {t('board.posts')}{' '}
        <GlowOnChange of={postCount}>
          <Count value={postCount} />
        </GlowOnChange>
      </span>
      {todayCount > 0 && <span className="live">{t('board.today', { count: todayCount })}</span>}
    </>
  )
}
