import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '@forum/shared/clock'
import type { PlatformCollections } from '../platform/mongo/database'
import { processName, acquireLease } from '../platform/mongo/leases'

/**
 * Events are overdue after 5 s, so events left behind by a dead process or an unavailable bus are published within 10
 * s.
 */
export const SWEEP_INTERVAL_MS = 2_000
const LEASE_MS = 4_000
/** A consumer that hangs delays the next sweep by at most this long; its own sweep continues. */
const SWEEP_WAIT_MS = 2_000

/** Sweeps in one process at a time. */
export class Sweeper {
  constructor(
    private readonly log: { sweep(): Promise<void> },
    private readonly db: Pick<PlatformCollections, 'leases'>,
    private readonly clock: Clock,
    private readonly onFailure: (error: unknown) => void,
  ) {}

  /** Runs one pass, unless another process is running one. Never throws: the next pass tries again. */
  async once(): Promise<void> {
    const waiting = new AbortController()
    try {
      const isOurs = await acquireLease(this.db, this.clock, {
        job: 'sweeper',
        holder: processName(),
        ms: LEASE_MS,
      })
      if (!isOurs) return
      const timeout = wait(SWEEP_WAIT_MS, undefined, { ref: false, signal: waiting.signal })
      await Promise.race([this.log.sweep(), timeout.catch(() => undefined)])
    } catch (error) {
      this.onFailure(error)
    } finally {
      waiting.abort()
    }
  }
}
