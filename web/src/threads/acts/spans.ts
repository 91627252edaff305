import { DAY_MS } from '@forum/shared/clock'

/** The usual durations of a mute or a ban, in milliseconds; null for no end. */
const SPANS = {
  hour: DAY_MS / 24,
  day: DAY_MS,
  threeDays: 3 * DAY_MS,
  week: 7 * DAY_MS,
  month: 30 * DAY_MS,
  forever: null,
} as const

export type Span = keyof typeof SPANS

/** A span, or an end chosen in the reader's time zone, as its field holds it. */
export interface GivenSpan {
  span: Span | 'custom'
  custom: string
}

/** Returns the end of a span that begins at `now`, null for none; undefined if the chosen end is not in the future. */
export function endOf({ span, custom }: GivenSpan, now: number): Date | null | undefined {
  if (span !== 'custom') {
    const ms = SPANS[span]
    return ms === null ? null : new Date(now + ms)
  }
  const end = new Date(custom)
  return end.getTime() > now ? end : undefined
}
