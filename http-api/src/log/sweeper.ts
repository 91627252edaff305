import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '@forum/shared/clock'
import type { PlatformCollections } from '../platform/mongo/database'
import { processName, acquireLease } from '../platform/mongo/leases'
import type { Copies } from '../platform/work/copies'

/**
 * Events are overdue after 5 s, so events left behind by a dead process or an unavailable bus are published within 10
 * s.
 */
const SWEEP_INTERVAL_MS = { amongSeveral: 2_000, alone: 4_000 }
const LEASE_MS = 4_000
/** A consumer that hangs delays the next sweep by at most this long; its own sweep continues. */
const SWEEP_WAIT_MS = 2_000

/**
 * Sweeps in one process at a time. A process that is alone needs no lease for that, and has only its own failures to
 * repair: what it leaves at its end, its next start finishes.
 */
export class Sweeper {
  constructor(
    private readonly deps: {
      sweep: () => Promise<void>
      db: Pick<PlatformCollections, 'leases'>
      copies: Copies
      clock: Clock
      onFailure: (error: unknown) => void
    },
  ) {}

  get intervalMs(): number {
    return SWEEP_INTERVAL_MS[this.deps.copies.isAlone ? 'alone' : 'amongSeveral']
  }

  /** Runs one pass, unless another process is running one. Never throws: the next pass tries again. */
  async once(): Promise<void> {
    const waiting = new AbortController()
    try {
      if (!(await this.isOurTurn())) return
      const timeout = wait(SWEEP_WAIT_MS, undefined, { ref: false, signal: waiting.signal })
      await Promise.race([this.deps.sweep(), timeout.catch(() => undefined)])
    } catch (error) {
      this.deps.onFailure(error)
    } finally {
      waiting.abort()
    }
  }

  private isOurTurn(): Promise<boolean> | boolean {
    const { db, copies, clock } = this.deps
    return copies.isAlone || acquireLease(db, clock, { job: 'sweeper', holder: processName(), ms: LEASE_MS })
  }
}
