/**
 * Does work in groups: what arrives while a group is under way goes together into the next one. Under load, callers
 * share the cost of a command; alone, none of them waits.
 */
export class GroupedWork<Item, Result> {
  private waiting: {
    items: readonly Item[]
    resolve: (results: Result[]) => void
    reject: (error: unknown) => void
  }[] = []
  private isRunning = false

  /** @param work returns a result for each item, in order; if it fails, all callers of the group do */
  constructor(private readonly work: (items: Item[]) => Promise<Result[]>) {}

  /** Returns the results of these items. */
  run(items: readonly Item[]): Promise<Result[]> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ items, resolve, reject })
      if (!this.isRunning) void this.runWaiting()
    })
  }

  private async runWaiting(): Promise<void> {
    this.isRunning = true
    while (this.waiting.length > 0) {
      const group = this.waiting.splice(0)
      try {
        const results = await this.work(group.flatMap(({ items }) => items))
        for (const { items, resolve } of group) resolve(results.splice(0, items.length))
      } catch (error) {
        for (const { reject } of group) reject(error)
      }
    }
    this.isRunning = false
  }
}
