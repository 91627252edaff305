import { DAY_MS } from '@forum/shared/clock'
import { useForum } from '../../store'
import { localDate, sharedClock } from '../../ui'
import { threadCopySlice } from '../../state/thread-copy'
import { threadText } from './thread.texts'
import './day-rule.css'

/** Number of posts up to which a thread shows no days. */
const LONG_THREAD = 10

/** Returns whether a thread is long enough to show its days. */
export const hasDays = ({ lastNumber }: { lastNumber: number }): boolean => lastNumber > LONG_THREAD

/** A rule with the day above a post, if the post before is from another day; null for the first post of a page. */
export function DayRule({ postId, previousId }: { postId: number; previousId: number | null }) {
  const at = useForum((read) => read(threadCopySlice).posts[postId]?.createdAt)
  const before = useForum((read) =>
    previousId === null ? undefined : read(threadCopySlice).posts[previousId]?.createdAt,
  )
  if (at === undefined || (before !== undefined && localDate(before) === localDate(at))) return null
  const now = sharedClock.now()
  const day = localDate(at)
  const isOf = (daysAgo: number) => day === localDate(new Date(now - daysAgo * DAY_MS).toISOString())
  const near = isOf(0) ? threadText('today') : isOf(1) ? threadText('yesterday') : null
  return (
    <p className="day-rule num">
      {near !== null && <b>{near}</b>} {dateText(new Date(at), new Date(now))}
    </p>
  )
}

const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const

function dateText(at: Date, now: Date): string {
  const weekday = threadText(`weekdays.${WEEKDAYS[at.getDay()] ?? 'sun'}`)
  const date = { month: at.getMonth() + 1, day: at.getDate(), weekday }
  return at.getFullYear() === now.getFullYear()
    ? threadText('dayOfYear', date)
    : threadText('dayAndYear', { ...date, year: at.getFullYear() })
}
