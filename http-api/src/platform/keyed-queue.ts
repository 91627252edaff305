/** Runs the work for one key one at a time, in the order of the calls; different keys do not wait for each other. */
export class KeyedQueue<Key> {
  private readonly last = new Map<Key, Promise<unknown>>()

  run<T>(key: Key, work: () => Promise<T>): Promise<T> {
    const before = this.last.get(key) ?? Promise.resolve()
    const result = before.then(work, work)
    const settled = result.catch(() => undefined)
    this.last.set(key, settled)
    void settled.then(() => {
      if (this.last.get(key) === settled) this.last.delete(key)
    })
    return result
  }
}
