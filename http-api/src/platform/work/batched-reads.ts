/** Maximum time that a hanging read delays the next batch. */
const WAIT_MAX_MS = 250

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

/** Resolves once the work ends, or after `WAIT_MAX_MS`. */
function endOf(work: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, WAIT_MAX_MS)
    const done = () => {
      clearTimeout(timer)
      resolve()
    }
    work.then(done, done)
  })
}

/**
 * Reads by key in shared batches: keys requested during a read are collected for the next one. A value is therefore
 * never older than the call that returns it, and a thousand concurrent callers cost two reads. Take it for a read that
 * many callers make at once; `Copies.values` if the result may also be kept.
 */
export class BatchedReads<Key, Value> {
  private next: { keys: Set<Key>; found: Promise<ReadonlyMap<Key, Value>> } | null = null
  private running: Promise<unknown> | null = null

  constructor(private readonly read: (keys: Key[]) => Promise<ReadonlyMap<Key, Value>>) {}

  async get(key: Key): Promise<Value | undefined> {
    return (await this.getAll([key])).get(key)
  }

  /** Returns a map with the values found for these keys, and possibly for others. */
  getAll(keys: Iterable<Key>): Promise<ReadonlyMap<Key, Value>> {
    const batch = (this.next ??= this.gather())
    for (const key of keys) batch.keys.add(key)
    return batch.found
  }

  private gather() {
    const keys = new Set<Key>()
    const found = this.start(keys)
    return { keys, found }
  }

  private async start(keys: Set<Key>): Promise<ReadonlyMap<Key, Value>> {
    // Requests that arrive together share a batch even if no read is running.
    await (this.running ? endOf(this.running) : nextTurn())
    this.next = null
    const reading = this.read([...keys])
    this.running = reading
    try {
      return await reading
    } finally {
      if (this.running === reading) this.running = null
    }
  }
}
