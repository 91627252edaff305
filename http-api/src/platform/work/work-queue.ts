import { ForumError } from '@forum/shared/errors'

export interface WorkQueueOptions {
  /** Number of pieces of work that run at the same time. */
  atOnce: number
  /** Maximum number of callers that wait. */
  maxWaiting: number
  /** Milliseconds after which a waiting caller is refused. */
  maxWaitMs: number
}

/**
 * Runs work in order of arrival, with bounded concurrency. A caller that finds the queue full, or has waited too long,
 * gets `UNAVAILABLE`; its work then never starts. Take it for work that keeps a processor or memory busy, such as hashing
 * passwords. The package p-queue bounds neither how many wait nor how long.
 */
export class WorkQueue {
  private running = 0
  private readonly waiting = new Set<() => void>()

  constructor(private readonly options: WorkQueueOptions) {}

  get isIdle(): boolean {
    return this.running === 0
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running < this.options.atOnce) this.running += 1
    else await this.turn()
    try {
      return await work()
    } finally {
      this.passOn()
    }
  }

  /** Resolves when a finished caller hands over its place. */
  private turn(): Promise<void> {
    if (this.waiting.size >= this.options.maxWaiting) return Promise.reject(busy())
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timer)
        this.waiting.delete(start)
        resolve()
      }
      const timer = setTimeout(() => {
        this.waiting.delete(start)
        reject(busy())
      }, this.options.maxWaitMs)
      this.waiting.add(start)
    })
  }

  private passOn(): void {
    const [next] = this.waiting
    if (next) next()
    else this.running -= 1
  }
}

const busy = () => new ForumError('UNAVAILABLE', { retryAfterSeconds: 1 })
