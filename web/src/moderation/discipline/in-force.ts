import { type LogEntry } from '@forum/shared/contract'
import { changeOf } from '../log/entries'

export type Measure = 'mute' | 'ban'

/**
 * Returns the end of a member's mute or ban, according to the log: the newest act of a kind is in force. Null for no
 * end; undefined if neither is in force.
 */
export function inForce(
  entries: readonly LogEntry[],
  measure: Measure,
  now: number,
): string | null | undefined {
  // A mute in one board leaves the account as it is.
  const last = entries.find(
    ({ action, board }) => board === null && (action === `${measure}_user` || action === `un${measure}_user`),
  )
  if (last?.action !== `${measure}_user`) return undefined
  const until = changeOf(last, measure === 'mute' ? 'mutedUntil' : 'bannedUntil')?.after
  if (typeof until !== 'string') return null
  return Date.parse(until) > now ? until : undefined
}
