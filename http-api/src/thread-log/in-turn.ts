/** Runs the work for one key one after the other, in the order it came; different keys do not wait. */
export class InTurn<Key> {
  private readonly last = new Map<Key, Promise<unknown>>()

  run<T>(key: Key, work: () => Promise<T>): Promise<T> {
    const before = this.last.get(key) ?? Promise.resolve()
    const mine = before.then(work, work)
    const settled = mine.catch(() => undefined)
    this.last.set(key, settled)
    void settled.then(() => {
      if (this.last.get(key) === settled) this.last.delete(key)
    })
    return mine
  }
}
