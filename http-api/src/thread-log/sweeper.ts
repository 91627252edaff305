import type { Clock } from '@forum/shared/clock'
import type { Collections } from '../platform/database'
import { processName, takeLease } from '../platform/leases'
import type { ThreadLog } from './algorithm'
import type { Fence } from './counters'
import type { ThreadEventDoc } from './thread-events.model'
import type { ThreadDoc } from './threads.model'

/** With events overdue after 5 s this keeps promise 3 of contract §4: published within 10 s. */
const SWEEP_EVERY_MS = 2_000
const LEASE_MS = 10_000

/** Sweeps every few seconds, in one process at a time. */
export class Sweeper {
  private timer: NodeJS.Timeout | null = null
  private running: Promise<void> = Promise.resolve()

  constructor(
    private readonly log: ThreadLog<ThreadDoc, ThreadEventDoc, Fence>,
    private readonly db: Pick<Collections, 'leases'>,
    private readonly clock: Clock,
    private readonly onFailure: (error: unknown) => void,
    private readonly holder = processName(),
  ) {}

  start(): void {
    this.timer = setInterval(() => {
      this.running = this.running.then(() => this.once())
    }, SWEEP_EVERY_MS)
    this.timer.unref()
  }

  /** One pass, unless another process is at it. Never throws: the next pass tries again. */
  async once(): Promise<void> {
    try {
      if (await takeLease(this.db, this.clock, { job: 'sweeper', holder: this.holder, ms: LEASE_MS })) {
        await this.log.sweep()
      }
    } catch (error) {
      this.onFailure(error)
    }
  }

  async stop(): Promise<void> {
    if (this.timer) clearInterval(this.timer)
    await this.running
  }
}
