import { DAY_MS } from '@forum/shared/clock'
import { type LogEntry } from '@forum/shared/contract'
import { changeOf } from '../log/entries'

/** How long a mute or a ban lasts. */
export const SPANS = [
  { key: 'hour', ms: DAY_MS / 24, of: ['mute'] },
  { key: 'day', ms: DAY_MS, of: ['mute', 'ban'] },
  { key: 'threeDays', ms: 3 * DAY_MS, of: ['mute', 'ban'] },
  { key: 'week', ms: 7 * DAY_MS, of: ['mute', 'ban'] },
  { key: 'month', ms: 30 * DAY_MS, of: ['mute', 'ban'] },
  { key: 'forever', ms: null, of: ['ban'] },
] as const satisfies readonly { key: string; ms: number | null; of: readonly Measure[] }[]

export type Measure = 'mute' | 'ban'
export type SpanKey = (typeof SPANS)[number]['key'] | 'custom'

/** What is chosen in the form. */
export interface Sentence {
  measure: Measure
  span: SpanKey
  /** The value of the field for another end, in the reader's time zone. */
  custom: string
}

/** The end of a mute or a ban, null for none; undefined if the chosen end is not in the future. */
export function endOf({ span, custom }: Sentence, now: number): Date | null | undefined {
  if (span !== 'custom') {
    const ms = SPANS.find(({ key }) => key === span)?.ms ?? null
    return ms === null ? null : new Date(now + ms)
  }
  const end = new Date(custom)
  return end.getTime() > now ? end : undefined
}

/**
 * Until when a member is muted or banned, according to the log: the newest act of a kind is in force. Null for no end;
 * undefined if neither is in force.
 */
export function inForce(
  entries: readonly LogEntry[],
  measure: Measure,
  now: number,
): string | null | undefined {
  const last = entries.find(({ action }) => action === `${measure}_user` || action === `un${measure}_user`)
  if (last?.action !== `${measure}_user`) return undefined
  const until = changeOf(last, measure === 'mute' ? 'mutedUntil' : 'bannedUntil')?.after
  if (typeof until !== 'string') return null
  return Date.parse(until) > now ? until : undefined
}
