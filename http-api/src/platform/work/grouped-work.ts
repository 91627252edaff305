interface Caller<Item, Result> {
  items: readonly Item[]
  resolve: (results: Result[]) => void
  reject: (error: unknown) => void
}

/**
 * Does work in groups: what is requested in one turn goes together, and what arrives while a group is under way goes into
 * the next one. Under load, callers share the cost of a command; alone, none of them waits. Take it for writes, or for
 * whatever must not run twice at the same time; for reads by key, `BatchedReads` joins equal keys.
 */
export class GroupedWork<Item, Result> {
  private readonly waiting: Caller<Item, Result>[] = []
  private isRunning = false

  /**
   * @param work returns a result for each item, in order; if it fails, all callers of the group do
   * @param maxItems a group with more items has a single caller
   */
  constructor(
    private readonly work: (items: Item[]) => Promise<Result[]>,
    private readonly maxItems = Infinity,
  ) {}

  /** Returns the results of these items. */
  run(items: readonly Item[]): Promise<Result[]> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ items, resolve, reject })
      if (!this.isRunning) void this.runWaiting()
    })
  }

  private async runWaiting(): Promise<void> {
    this.isRunning = true
    await Promise.resolve()
    while (this.waiting.length > 0) {
      const group = this.nextGroup()
      try {
        const results = await this.work(group.flatMap(({ items }) => items))
        for (const { items, resolve } of group) resolve(results.splice(0, items.length))
      } catch (error) {
        for (const { reject } of group) reject(error)
      }
    }
    this.isRunning = false
  }

  private nextGroup(): Caller<Item, Result>[] {
    let items = 0
    const end = this.waiting.findIndex((caller, i) => (items += caller.items.length) > this.maxItems && i > 0)
    return this.waiting.splice(0, end < 0 ? this.waiting.length : end)
  }
}
