import { DAY_MS } from '@forum/shared/clock'

/** The offered ranges, in days. */
export const RANGES = { week: 7, month: 30, quarter: 90, year: 365, years: 1_826 } as const
export type RangeName = keyof typeof RANGES
export const RANGE_NAMES = Object.keys(RANGES) as RangeName[]
/** Longest range that is compared with the one before. */
const COMPARED_MAX = 365

/** The state of the screen, which its address holds. */
export interface StatsView {
  range: RangeName
  by: 'day' | 'week'
  /** True to compare the range before, if that is possible. */
  isCompared: boolean
}

export function viewOf(query: URLSearchParams): StatsView {
  return {
    range: RANGE_NAMES.find((range) => range === query.get('range')) ?? 'month',
    by: query.get('by') === 'week' ? 'week' : 'day',
    isCompared: query.get('compare') !== 'no',
  }
}

export const mayCompare = (range: RangeName): boolean => RANGES[range] <= COMPARED_MAX

export const queryOf = ({ range, by, isCompared }: StatsView): URLSearchParams =>
  new URLSearchParams({
    range,
    ...(by === 'week' ? { by } : {}),
    ...(isCompared ? {} : { compare: 'no' }),
  })

const LONGEST_YEAR_MS = 366 * DAY_MS
const noonOf = (day: string) => new Date(`${day}T12:00:00.000Z`)

/** Returns the day before one, such as `2026-11-26`. */
export const dayBefore = (day: string): string =>
  new Date(noonOf(day).getTime() - DAY_MS).toISOString().slice(0, 10)

/**
 * Returns the functions that format the days of a range: without the year if no date occurs twice, and as months below
 * a longer range.
 */
export function daysAsText(dates: readonly string[]): {
  place: (day: string) => string
  day: (day: string) => string
} {
  const [first = '', last = ''] = [dates[0], dates.at(-1)]
  const isLong = noonOf(last).getTime() - noonOf(first).getTime() > LONGEST_YEAR_MS
  return isLong
    ? { place: (day) => day.slice(0, 7), day: (day) => day }
    : { place: (day) => day.slice(5), day: (day) => day.slice(5) }
}

/** Returns a day's number from 0 for Sunday. */
export const weekdayOf = (day: string): number => noonOf(day).getUTCDay()
