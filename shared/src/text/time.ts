const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** From this age on, the date says more than the number of days. */
const DATE_FROM = 30 * DAY

export interface RelativeTime {
  unit: 'now' | 'minutes' | 'hours' | 'days' | 'date'
  /** Number of whole units; 0 for `now`, and for `date`, which stands for the date itself. */
  count: number
}

/**
 * Returns how long ago `at` was: `now` under a minute, minutes under an hour, hours under a day, days under 30
 * days, then the date. A time in the future (clocks differ) counts as now. Both times are Dates or milliseconds since 1970.
 */
export function relativeTime(at: Date | number, now: Date | number): RelativeTime {
  const past = now.valueOf() - at.valueOf()
  if (past >= DATE_FROM) return { unit: 'date', count: 0 }
  if (past >= DAY) return { unit: 'days', count: Math.floor(past / DAY) }
  if (past >= HOUR) return { unit: 'hours', count: Math.floor(past / HOUR) }
  if (past >= MINUTE) return { unit: 'minutes', count: Math.floor(past / MINUTE) }
  return { unit: 'now', count: 0 }
}
