import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '@forum/shared/clock'
import { repeat } from '@forum/shared/repeat'
import { violatedKey, type PlatformCollections, DURABLE } from './database'

type Leases = Pick<PlatformCollections, 'leases'>

/** Identifies this process among all processes on the database: unlike a host name and pid, never reused. */
const HOLDER = randomUUID()
export const processName = () => HOLDER

/**
 * Takes or renews a lease on a job, so that only one of several processes does it; returns false while another holds
 * it. Time is the database's, so that the clocks of the processes need not agree; `clock` only shifts it in tests.
 *
 * @param lease `ms` is how long the lease lasts from now on
 */
export async function acquireLease(
  db: Leases,
  clock: Clock,
  lease: { job: string; holder: string; ms: number },
): Promise<boolean> {
  const now = { $add: ['$$NOW', clock.offsetMs ?? 0] }
  const isOurs = {
    $or: [{ $eq: ['$holder', lease.holder] }, { $lt: [{ $ifNull: ['$until', new Date(0)] }, now] }],
  }
  try {
    // A single stage, in which every expression sees the lease as it was before. $literal, because a name may start
    // with a $.
    const held = await db.leases
      .findOneAndUpdate(
        { _id: lease.job },
        [
          {
            $set: {
              holder: { $cond: [isOurs, { $literal: lease.holder }, '$holder'] },
              until: { $cond: [isOurs, { $add: [now, lease.ms] }, '$until'] },
            },
          },
        ],
        { upsert: true, returnDocument: 'after', updatePipeline: true, writeConcern: DURABLE },
      )
      .lean()
    return held?.holder === lease.holder
  } catch (error) {
    // Another process inserted the lease at the same time.
    if (violatedKey(error)) return false
    throw error
  }
}

/** A process that dies keeps others waiting for at most this long. */
const LEASE_MS = 6_000
const RENEW_INTERVAL_MS = 1_500
const RETRY_INTERVAL_MS = 300

/**
 * Does a job that only one process at a time may do; other processes wait their turn. The lease is short and renewed
 * while the work runs.
 *
 * @param renewing repeats the renewal; tests pass their own
 */
export async function underLease<T>(
  db: Leases,
  clock: Clock,
  job: string,
  work: () => Promise<T>,
  renewing: typeof repeat = repeat,
): Promise<T> {
  // A holder per call, so that two callers in one process exclude each other as well.
  const holder = randomUUID()
  const take = () => acquireLease(db, clock, { job, holder, ms: LEASE_MS })
  while (!(await take())) await wait(RETRY_INTERVAL_MS)
  // A failed renewal is tried again; the lease outlasts several failures.
  const stopRenewing = renewing(RENEW_INTERVAL_MS, take, () => undefined)
  try {
    return await work()
  } finally {
    // A renewal in progress would bring back a lease that has been released.
    await stopRenewing()
    await db.leases.deleteOne({ _id: job, holder }, { writeConcern: DURABLE })
  }
}
