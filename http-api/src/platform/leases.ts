import { hostname } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '@forum/shared/clock'
import { takenKey, type Collections } from './database'

/** Takes a lease on a job, so that of several processes one does it; false where another holds it. */
export async function takeLease(
  db: Pick<Collections, 'leases'>,
  clock: Clock,
  lease: { job: string; holder: string; ms: number },
): Promise<boolean> {
  const now = clock.now()
  try {
    await db.leases.updateOne(
      { _id: lease.job, $or: [{ holder: lease.holder }, { until: { $lt: now } }] },
      { $set: { holder: lease.holder, until: new Date(now.getTime() + lease.ms) } },
      { upsert: true },
    )
    return true
  } catch (error) {
    // The lease is there and another's: the upsert ran into its id.
    if (takenKey(error)) return false
    throw error
  }
}

/** A name for this process among the others on the same database. */
export const processName = () => `${hostname()}:${process.pid}`

const ONCE_MS = 120_000
const LOOK_AGAIN_MS = 300

/** Does a job that one process at a time may do; the others wait for it and then have their own turn. */
export async function underLease<T>(
  db: Pick<Collections, 'leases'>,
  clock: Clock,
  job: string,
  work: () => Promise<T>,
): Promise<T> {
  const holder = processName()
  while (!(await takeLease(db, clock, { job, holder, ms: ONCE_MS }))) await wait(LOOK_AGAIN_MS)
  try {
    return await work()
  } finally {
    await db.leases.deleteOne({ _id: job, holder })
  }
}
