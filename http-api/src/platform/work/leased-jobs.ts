import { randomUUID } from 'node:crypto'
import type { Clock } from '@forum/shared/clock'
import { DURABLE, type PlatformCollections } from '../mongo/database'
import { acquireLease, renewLease } from '../mongo/leases'

/** A process that dies keeps others from going on for at most this long. */
const LEASE_MS = 10_000

interface LeasedJobsDeps {
  db: Pick<PlatformCollections, 'leases'>
  clock: Clock
  /** The name of the leases, followed by the id of a job. */
  name: string
  /**
   * Does what is left of a job, as long as `isHeld` resolves to true between its steps; resolves to whether there may be
   * more.
   */
  work: (id: number, isHeld: IsHeld) => Promise<boolean>
  onFailure: (error: unknown) => void
}
/** Renews the lease; resolves to true while this process still has the job, which others take over when it stalls. */
export type IsHeld = () => Promise<boolean>

/** Long jobs of which each is done by one process at a time, without a caller who waits. */
export class LeasedJobs {
  private readonly working = new Map<number, Promise<void>>()
  private isStopping = false

  constructor(private readonly deps: LeasedJobsDeps) {}

  /** Begins or continues a job, unless this process or another one is at it. */
  begin(id: number): void {
    if (this.isStopping || this.working.has(id)) return
    const working = this.run(id)
      // The next sweep continues.
      .catch(this.deps.onFailure)
      .finally(() => this.working.delete(id))
    this.working.set(id, working)
  }

  /** Resolves once this process has nothing left to do. */
  async drain(): Promise<void> {
    while (this.working.size > 0) await Promise.all(this.working.values())
  }

  /** Ends the work after the step that is under way; another process, or the next start, continues. */
  async stop(): Promise<void> {
    this.isStopping = true
    await this.drain()
  }

  private async run(id: number): Promise<void> {
    const { db, clock, name, work } = this.deps
    const lease = { job: `${name} ${id}`, holder: randomUUID(), ms: LEASE_MS }
    if (!(await acquireLease(db, clock, lease))) return
    const isHeld = async () => !this.isStopping && (await renewLease(db, clock, lease))
    try {
      while ((await work(id, isHeld)) && (await isHeld()));
    } finally {
      await db.leases.deleteOne({ _id: lease.job, holder: lease.holder }, { writeConcern: DURABLE })
    }
  }
}
