/** Maximum number of keys handled at once, so that many of them do not hold up Redis. */
const BATCH_MAX = 500
/** Minimum interval between two batches. */
const BATCH_INTERVAL_MS = 20

/** Collects keys and handles them together: Redis gets few commands for any number of sockets. */
export class Batch {
  private waiting = new Set<string>()
  private next: Promise<void> | null = null
  private lastAt = 0

  constructor(private readonly handle: (keys: string[]) => Promise<unknown>) {}

  /** Resolves once the key has been handled. */
  add(key: string): Promise<void> {
    this.waiting.add(key)
    this.next ??= this.handleNext()
    return this.next
  }

  private async handleNext(): Promise<void> {
    const wait = this.lastAt + BATCH_INTERVAL_MS - performance.now()
    await new Promise((resolve) => (wait > 0 ? setTimeout(resolve, wait) : setImmediate(resolve)))
    const keys = [...this.waiting]
    this.waiting = new Set()
    this.next = null
    this.lastAt = performance.now()
    for (let from = 0; from < keys.length; from += BATCH_MAX)
      await this.handle(keys.slice(from, from + BATCH_MAX))
  }
}
