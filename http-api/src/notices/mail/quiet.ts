import { DAY_MS, MINUTE_MS } from '@forum/shared/clock'
import type { NotificationSettings } from '@forum/shared/contract'
import { LRUCache } from 'lru-cache'

const MINUTES_A_DAY = 24 * 60
const FRIDAY = 5

/** Kept, since each has some 50 KB outside the heap: one for every member of a digest took a gigabyte. */
const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 500 })

// The locale sv-SE writes 2026-11-20 09:30.
const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  const kept = formats.get(timeZone)
  if (kept) return kept
  const made = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  formats.set(timeZone, made)
  return made
}

/** Returns the day, such as `2026-11-20`, and the minute of the day in a time zone. */
export function localTime(at: Date, timeZone: string): { day: string; minute: number } {
  const text = formatOf(timeZone).format(at)
  const [day = '', time = ''] = text.split(' ')
  return { day, minute: minuteOf(time) }
}

const minuteOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/**
 * Returns when to look again whether a member wants silence: hours of every day (`22:30` to `07:30`) or whole days
 * (`2026-12-20` to `2026-12-27`), both in the member's time zone. Null if the member wants none now.
 */
export function quietUntil(
  { quiet, timeZone }: Pick<NotificationSettings, 'quiet' | 'timeZone'>,
  now: Date,
  siteTimeZone: string,
): Date | null {
  if (quiet === null) return null
  const { day, minute } = localTime(now, timeZone ?? siteTimeZone)
  const wholeMinute = now.getTime() - (now.getTime() % MINUTE_MS)
  if (quiet.from.includes('-')) {
    if (day < quiet.from || day > quiet.to) return null
    return new Date(wholeMinute + (MINUTES_A_DAY - minute) * MINUTE_MS)
  }
  const [from, to] = [minuteOf(quiet.from), minuteOf(quiet.to)]
  const isQuiet = from < to ? minute >= from && minute < to : minute >= from || minute < to
  return isQuiet ? new Date(wholeMinute + ((to - minute + MINUTES_A_DAY) % MINUTES_A_DAY) * MINUTE_MS) : null
}

const DIGEST_MINUTE = 8 * 60

/** Returns the next time at which a digest is due: at eight in the morning, weekly ones on Fridays. */
export function nextDigestAt(digest: 'daily' | 'weekly', after: Date, timeZone: string): Date {
  // A day has 23 or 25 hours when the clocks change.
  const atEight = (time: number) =>
    time + (DIGEST_MINUTE - localTime(new Date(time), timeZone).minute) * MINUTE_MS
  const { minute } = localTime(after, timeZone)
  const wholeMinute = after.getTime() - (after.getTime() % MINUTE_MS)
  let next = atEight(wholeMinute + ((DIGEST_MINUTE - minute + MINUTES_A_DAY) % MINUTES_A_DAY) * MINUTE_MS)
  if (next <= after.getTime()) next = atEight(next + DAY_MS)
  const weekday = () => new Date(localTime(new Date(next), timeZone).day).getUTCDay()
  while (digest === 'weekly' && weekday() !== FRIDAY) next = atEight(next + DAY_MS)
  return new Date(next)
}
