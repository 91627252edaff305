import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '@forum/shared/clock'
import { ForumError } from '@forum/shared/errors'
import { repeat } from '@forum/shared/repeat'
import { violatedKey, type PlatformCollections, DURABLE } from './database'

type Leases = Pick<PlatformCollections, 'leases'>

interface Lease {
  job: string
  holder: string
  /** The duration of the lease from now on, in milliseconds. */
  ms: number
}

/** Identifies this process among all processes on the database: unlike a host name and pid, never reused. */
const HOLDER = randomUUID()
export const processName = () => HOLDER

/**
 * Takes or renews a lease on a job, so that only one of several processes does it; returns false while another holds
 * it. Time is the database's, so that the clocks of the processes need not agree; `clock` only shifts it in tests.
 */
export async function acquireLease(db: Leases, clock: Clock, lease: Lease): Promise<boolean> {
  const now = { $add: ['$$NOW', clock.offsetMs ?? 0] }
  const isOurs = {
    $or: [{ $eq: ['$holder', lease.holder] }, { $lt: [{ $ifNull: ['$until', new Date(0)] }, now] }],
  }
  try {
    // A single stage, in which every expression sees the lease as it was before. $literal, because a name may start
    // with a $.
    const held = await db.leases.findOneAndUpdate(
      { _id: lease.job },
      [
        {
          $set: {
            holder: { $cond: [isOurs, { $literal: lease.holder }, '$holder'] },
            until: { $cond: [isOurs, { $add: [now, lease.ms] }, '$until'] },
          },
        },
      ],
      { upsert: true, returnDocument: 'after', writeConcern: DURABLE },
    )
    return held?.holder === lease.holder
  } catch (error) {
    // Another process inserted the lease at the same time.
    if (violatedKey(error)) return false
    throw error
  }
}

/** Prolongs a lease that its holder still has; one that was lost stays lost. */
export async function renewLease(db: Leases, clock: Clock, { job, holder, ms }: Lease): Promise<boolean> {
  const { matchedCount } = await db.leases.updateOne(
    { _id: job, holder },
    [{ $set: { until: { $add: ['$$NOW', (clock.offsetMs ?? 0) + ms] } } }],
    { writeConcern: DURABLE },
  )
  return matchedCount > 0
}

/** A process that dies keeps others waiting for at most this long. */
const LEASE_MS = 6_000
const RENEW_INTERVAL_MS = 1_500
const RETRY_INTERVAL_MS = 300

/** Returns a lease for one call: its holder is new, so that two callers in one process exclude each other as well. */
const leaseOn = (job: string): Lease => ({ job, holder: randomUUID(), ms: LEASE_MS })

/** Renews an acquired lease while the work runs, and releases it then. */
async function whileRenewing<T>(
  db: Leases,
  clock: Clock,
  lease: Lease,
  work: () => Promise<T>,
  renewing = repeat,
): Promise<T> {
  // A failed renewal is tried again; the lease outlasts several failures.
  const stopRenewing = renewing(
    RENEW_INTERVAL_MS,
    () => renewLease(db, clock, lease),
    () => undefined,
  )
  try {
    return await work()
  } finally {
    // A renewal in progress would bring back a lease that has been released.
    await stopRenewing()
    await db.leases.deleteOne({ _id: lease.job, holder: lease.holder }, { writeConcern: DURABLE })
  }
}

/** Does a job that only one process at a time may do, unless another process does it already. */
export async function unlessLeased(
  db: Leases,
  clock: Clock,
  job: string,
  work: () => Promise<void>,
): Promise<void> {
  const lease = leaseOn(job)
  if (await acquireLease(db, clock, lease)) await whileRenewing(db, clock, lease, work)
}

/**
 * Does a job that only one process at a time may do; other processes wait their turn. The lease is short and renewed
 * while the work runs. A process that stalls for longer loses it, perhaps without noticing, so the work calls `confirm`
 * right before it writes, and stays harmless if it stalls even then.
 *
 * @param work receives `confirm`, which throws `UNAVAILABLE` if another process may have done the job meanwhile
 * @param renewing repeats the renewal; tests pass their own
 */
export async function underLease<T>(
  db: Leases,
  clock: Clock,
  job: string,
  work: (confirm: () => Promise<void>) => Promise<T>,
  renewing: typeof repeat = repeat,
): Promise<T> {
  const lease = leaseOn(job)
  while (!(await acquireLease(db, clock, lease))) await wait(RETRY_INTERVAL_MS)
  const confirm = async () => {
    if (!(await renewLease(db, clock, lease))) throw new ForumError('UNAVAILABLE', { retryAfterSeconds: 1 })
  }
  return whileRenewing(db, clock, lease, () => work(confirm), renewing)
}
