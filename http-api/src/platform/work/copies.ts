import type { Clock } from '@forum/shared/clock'
import { LRUCache } from 'lru-cache'
import { BatchedReads } from './batched-reads'

/** Time for which the only writer trusts a copy: it sees its changes, but not those made by hand. */
const ALONE_MAX_AGE_MS = 30_000
const KEPT_MAX = 20_000

type Read<Key, Value> = (keys: Key[]) => Promise<ReadonlyMap<Key, Value>>

/**
 * Values by key that are never older than the last acknowledged change. Take it for what most requests need and changes
 * now and then, and call `invalidate` after each change.
 */
export interface CurrentValues<Key extends string | number, Value> {
  get(key: Key): Promise<Value | undefined>
  /** Returns a map with the values found for these keys, and possibly for others. */
  getAll(keys: readonly Key[]): Promise<ReadonlyMap<Key, Value>>
  /**
   * Drops the kept value of a key, or replaces it by what `change` returns. Call it once a change by this process is
   * written.
   */
  invalidate(key: Key, change?: (value: Value) => Value | undefined): void
}

/**
 * The way in which a process keeps copies of what the database contains. It is chosen once, when the process starts
 * (`Ground.copies`), by whether other processes write, too.
 */
export interface Copies {
  /** True if no other process writes to the database. */
  readonly isAlone: boolean
  /** Returns current values, which `read` reads from the primary in batches that callers share. */
  values<Key extends string | number, Value>(read: Read<Key, Value>): CurrentValues<Key, Value>
  /** Returns the age that a copy may reach: the given one, or more if only this process changes what it copies. */
  maxAgeMs(amongSeveral: number, alone?: number): number
}

/** Other processes write to the same database: each copy is compared with it. */
export class SharedCopies implements Copies {
  readonly isAlone = false

  values<Key extends string | number, Value>(read: Read<Key, Value>): CurrentValues<Key, Value> {
    const reads = new BatchedReads(read)
    return {
      get: (key) => reads.get(key),
      getAll: (keys) => reads.getAll(keys),
      invalidate: () => undefined,
    }
  }

  maxAgeMs(amongSeveral: number): number {
    return amongSeveral
  }
}

/** No other process writes to the database, so this one sees every change and keeps what has not changed. */
export class OnlyWriterCopies implements Copies {
  readonly isAlone = true

  constructor(private readonly clock: Clock) {}

  values<Key extends string | number, Value>(read: Read<Key, Value>): CurrentValues<Key, Value> {
    return new KeptValues(this.clock, read)
  }

  maxAgeMs(_amongSeveral: number, alone = ALONE_MAX_AGE_MS): number {
    return alone
  }
}

class KeptValues<Key extends string | number, Value> implements CurrentValues<Key, Value> {
  private readonly kept = new LRUCache<Key, { value: Value | undefined; at: number }>({ max: KEPT_MAX })
  /** Keys that changed during reads in progress: their values from these reads are not kept. */
  private changedMeanwhile = new Set<Key>()
  private readsUnderWay = 0
  private readonly reads: BatchedReads<Key, Value>

  constructor(
    private readonly clock: Clock,
    private readonly source: Read<Key, Value>,
  ) {
    this.reads = new BatchedReads((keys) => this.read(keys))
  }

  async get(key: Key): Promise<Value | undefined> {
    return (await this.getAll([key])).get(key)
  }

  async getAll(keys: readonly Key[]): Promise<ReadonlyMap<Key, Value>> {
    const keptFrom = this.clock.now().getTime() - ALONE_MAX_AGE_MS
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
      const at = this.clock.now().getTime()
      const found = await this.source(keys)
      for (const key of keys) {
        if (!this.changedMeanwhile.has(key)) this.kept.set(key, { value: found.get(key), at })
      }
      return found
    } finally {
      if (--this.readsUnderWay === 0) this.changedMeanwhile = new Set()
    }
  }
}
