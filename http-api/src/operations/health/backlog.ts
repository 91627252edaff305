import type { Clock } from '@forum/shared/clock'
import type { Collections } from '../../collections'

/** Events counted at most; more of them are as bad. */
const COUNTED_MAX = 10_000
/** The counter with the time of the last backup, in seconds. */
const LAST_BACKUP = 'backup.finished'

export interface Backlog {
  events: number
  oldestSeconds: number
}

/** Returns how many events of the log a consumer still has to handle, and the age of the oldest. */
export async function readBacklog(
  { threadEvents }: Pick<Collections, 'threadEvents'>,
  clock: Clock,
): Promise<Backlog> {
  const pending = await threadEvents
    .find<{ at: Date }>({ 'pending.0': { $exists: true } }, { projection: { at: 1 } })
    .hint('pending')
    .limit(COUNTED_MAX)
    .toArray()
  const oldest = pending.reduce((min, { at }) => Math.min(min, at.getTime()), Infinity)
  const age = (clock.now().getTime() - oldest) / 1_000
  return { events: pending.length, oldestSeconds: pending.length === 0 ? 0 : Math.max(0, age) }
}

/** Returns when the last backup was finished; null if there is none. */
export async function lastBackup({ counters }: Pick<Collections, 'counters'>): Promise<Date | null> {
  const found = await counters.findOne({ _id: LAST_BACKUP })
  return found ? new Date(found.next * 1_000) : null
}

/** Records that a backup has been finished. */
export async function recordBackup({ counters }: Pick<Collections, 'counters'>, clock: Clock): Promise<void> {
  const next = Math.floor(clock.now().getTime() / 1_000)
  await counters.updateOne({ _id: LAST_BACKUP }, { $set: { next } }, { upsert: true })
}
