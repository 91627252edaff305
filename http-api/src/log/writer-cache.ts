import type { Clock } from '@forum/shared/clock'
import { LRUCache } from 'lru-cache'
import { BatchedReads } from '../platform/work/batched-reads'

/** How long the only writer trusts its cache: it knows its own changes, but not those made by hand. */
const MAX_AGE_MS = 30_000
const KEPT_MAX = 20_000

/**
 * Returns current values, read from the primary in batches that callers share. A process that is the only writer knows
 * of every change, so it returns unchanged values from its cache.
 */
export class WriterCache<Key extends string | number, Value> {
  private readonly kept = new LRUCache<Key, { value: Value | undefined; at: number }>({ max: KEPT_MAX })
  /** Keys that changed during reads in progress: their values from these reads are not cached. */
  private changedMeanwhile = new Set<Key>()
  private readsUnderWay = 0
  private readonly reads: BatchedReads<Key, Value>

  constructor(
    private readonly options: {
      isOnlyWriter: boolean
      clock: Clock
      read: (keys: Key[]) => Promise<ReadonlyMap<Key, Value>>
    },
  ) {
    this.reads = new BatchedReads((keys) => this.read(keys))
  }

  async get(key: Key): Promise<Value | undefined> {
    return (await this.getAll([key])).get(key)
  }

  async getAll(keys: readonly Key[]): Promise<ReadonlyMap<Key, Value>> {
    if (!this.options.isOnlyWriter) return this.reads.getAll(keys)
    const keptFrom = this.options.clock.now().getTime() - MAX_AGE_MS
    const values = new Map<Key, Value>()
    const unknown: Key[] = []
    for (const key of keys) {
      const kept = this.kept.get(key)
      if (!kept || kept.at < keptFrom) unknown.push(key)
      else if (kept.value !== undefined) values.set(key, kept.value)
    }
    if (unknown.length === 0) return values
    const found = await this.reads.getAll(unknown)
    for (const key of unknown) {
      const value = found.get(key)
      if (value !== undefined) values.set(key, value)
    }
    return values
  }

  /**
   * Drops the cached value of a key that this process has changed, or replaces it by what the change makes of it; call it
   * once the change is written.
   */
  invalidate(key: Key, change: (value: Value) => Value | undefined = () => undefined): void {
    if (this.readsUnderWay > 0) this.changedMeanwhile.add(key)
    const kept = this.kept.get(key)
    const value = kept?.value === undefined ? undefined : change(kept.value)
    if (kept && value !== undefined) this.kept.set(key, { value, at: kept.at })
    else this.kept.delete(key)
  }

  private async read(keys: Key[]): Promise<ReadonlyMap<Key, Value>> {
    this.readsUnderWay++
    try {
      const at = this.options.clock.now().getTime()
      const found = await this.options.read(keys)
      for (const key of this.options.isOnlyWriter ? keys : []) {
        if (!this.changedMeanwhile.has(key)) this.kept.set(key, { value: found.get(key), at })
      }
      return found
    } finally {
      if (--this.readsUnderWay === 0) this.changedMeanwhile = new Set()
    }
  }
}
