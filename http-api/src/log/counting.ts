import { LRUCache } from 'lru-cache'
import { GroupedWork } from '../platform/work/grouped-work'
import {
  BREAKDOWNS,
  countersOf,
  sumOf,
  TOTALS,
  touchesOf,
  type CounterKey,
  type CounterNumbers,
  type LogEvent,
} from './log-event'
import type { CounterState, LogStore, PendingRange } from './log-store'

/** Maximum number of marks per counter; beyond half of it, the oldest are evicted together. */
const MAX_MARKS = 64

interface CachedEpoch {
  epoch: number
  /** When it was learned, as a number of this process's log reads. */
  learnedAt: number
  /** The maximum number of marks that the counter has, as far as this process knows. */
  marks: number
}

interface CountingOptions<Thread extends { seq: number }, Post> {
  store: LogStore<Thread, Post>
  onCounted?: (keys: readonly CounterKey[]) => void
  maxMarks?: number | undefined
  remembered: number
}

/**
 * Adds events to the counters they touch, exactly once (docs/architecture.md, "A thread is a log"). A counter
 * remembers, per thread, the last seq it contains. Removing such a mark starts a new epoch, so that an addition
 * prepared earlier fails and reads the log again.
 */
export class Counting<Thread extends { seq: number }, Post> {
  private readonly cache: LRUCache<CounterKey, CachedEpoch>
  private readings = 0
  /** Reads of counters: those of a burst are of many members. */
  private readonly states = new GroupedWork<CounterKey, CounterState | undefined>(async (keys) => {
    const found = await this.options.store.counters([...new Set(keys)])
    return keys.map((key) => found.get(key))
  })

  constructor(private readonly options: CountingOptions<Thread, Post>) {
    this.cache = new LRUCache({ max: options.remembered })
  }

  /** Returns the epochs of the counters that the events touch. Must be called before the events are inserted. */
  async epochsOf(events: readonly LogEvent<Thread, Post>[]): Promise<Map<CounterKey, number>> {
    const keys = countersOf(events)
    // There may be more counters than `cache` holds, so those that are read may evict cached ones.
    const cached = keys.map((key) => this.cache.get(key)?.epoch)
    const learned = await this.learn(keys.filter((_, i) => cached[i] === undefined))
    return new Map(keys.map((key, i) => [key, cached[i] ?? learned.get(key) ?? NO_EPOCH]))
  }

  /** Counts what is pending in the range and returns it. */
  async addPending(threadId: number, range: PendingRange): Promise<LogEvent<Thread, Post>[]> {
    let learned: ReadonlyMap<CounterKey, number> = new Map()
    for (;;) {
      const reading = ++this.readings
      const events = await this.options.store.pending(threadId, COUNT, range)
      const keys = countersOf(events)
      // An epoch proves what was pending only if it was known before the log was read.
      const epochs = new Map<CounterKey, number>()
      for (const key of keys) {
        const cached = this.cache.get(key)
        const epoch = cached && cached.learnedAt < reading ? cached.epoch : learned.get(key)
        if (epoch !== undefined) epochs.set(key, epoch)
      }
      if (epochs.size === keys.length && (await this.add(threadId, events, epochs))) return events
      learned = await this.epochsOf(events)
    }
  }

  /**
   * Adds one thread's events to their counters, once each, however often it is called. The events are all that were
   * pending from the first to the last. Returns false if an epoch has passed: what is pending must then be read again.
   */
  async add(
    threadId: number,
    events: readonly LogEvent<Thread, Post>[],
    epochs: ReadonlyMap<CounterKey, number>,
  ): Promise<boolean> {
    const { store } = this.options
    const touches = touchesOf(events)
    let open = [...touches].map(([key, mine]) => ({ key, mine }))
    while (open.length > 0) {
      const added = await store.add(
        open.map(({ key, mine }) => ({
          key,
          epoch: epochs.get(key) ?? NO_EPOCH,
          threadId,
          from: mine[0]?.seq ?? 0,
          to: mine.at(-1)?.seq ?? 0,
          sum: sumOf(mine),
        })),
      )
      for (const [i, { key }] of open.entries()) if (added[i]) await this.countMark(key)
      const failed = open.filter((_, i) => !added[i])
      open = []
      if (failed.length === 0) break
      const states = await store.counters(failed.map(({ key }) => key))
      let isOutdated = false
      for (const { key, mine } of failed) {
        const state = states.get(key)
        // The counter's subject no longer exists.
        if (!state) continue
        if (state.epoch !== epochs.get(key)) {
          this.remember(state)
          isOutdated = true
        }
        const mark = state.marks.get(threadId) ?? 0
        const rest = mine.filter(({ seq }) => seq > mark)
        if (rest.length > 0) open.push({ key, mine: rest })
      }
      if (isOutdated) return false
    }
    this.options.onCounted?.([...touches.keys()])
    return true
  }

  /** Reads the epochs of counters, remembers as many as fit, and returns those of the counters that exist. */
  private async learn(keys: readonly CounterKey[]): Promise<ReadonlyMap<CounterKey, number>> {
    if (keys.length === 0) return new Map()
    const states = await this.states.run(keys)
    const found = states.flatMap((state) => state ?? [])
    for (const state of found) this.remember(state)
    return new Map(found.map(({ key, epoch }) => [key, epoch]))
  }

  /** Remembers a counter that was read for another purpose, so that its epoch need not be learned. */
  learnFrom({ key, epoch, marks }: { key: CounterKey; epoch: number; marks: number }): void {
    if (!this.cache.has(key)) this.cache.set(key, { epoch, learnedAt: this.readings, marks })
  }

  private remember({ key, epoch, marks }: CounterState): void {
    this.cache.set(key, { epoch, learnedAt: this.readings, marks: marks.size })
  }

  /** Counts a mark that this process may have added, and evicts if there are too many. */
  private async countMark(key: CounterKey): Promise<void> {
    const cached = this.cache.get(key)
    if (!cached) return
    cached.marks++
    if (cached.marks > (this.options.maxMarks ?? MAX_MARKS)) await this.evict(key)
  }

  /** Removes the oldest marks of threads that have nothing pending that the counter may already contain. */
  async evict(key: CounterKey): Promise<void> {
    const { store } = this.options
    const state = (await store.counters([key])).get(key)
    if (!state) return
    this.remember(state)
    const maxMarks = this.options.maxMarks ?? MAX_MARKS
    if (state.marks.size <= maxMarks) return
    const oldest = [...state.marks].slice(0, state.marks.size - Math.floor(maxMarks / 2))
    const uncounted = await store.lowestUncounted(oldest.map(([threadId]) => threadId))
    const settled = oldest.filter(([threadId, mark]) => (uncounted.get(threadId) ?? Infinity) > mark)
    if (settled.length > 0) await store.evict(key, state.epoch, new Map(settled))
  }

  /** Sets counters that have drifted to the recounted numbers; returns which had. */
  async scrub(keys: readonly CounterKey[]): Promise<CounterKey[]> {
    const { store } = this.options
    const states = await store.counters(keys)
    const counted = await store.recount([...states.keys()])
    const wrong = [...states.values()].flatMap(({ key, revision, numbers: kept }) => {
      const numbers = counted.get(key) ?? {}
      return isSame(numbers, kept) ? [] : { key, revision, numbers }
    })
    if (wrong.length === 0) return []
    // A pending event explains the difference; one that was counted meanwhile changes the revision.
    const uncounted = await store.uncounted(wrong.map(({ key }) => key))
    const corrections = wrong.filter(({ key }) => !uncounted.has(key))
    const corrected = await store.setCounters(corrections)
    return corrections.flatMap(({ key }, i) => (corrected[i] ? key : []))
  }
}

/** The consumer name under which events wait to be counted. */
export const COUNT = 'count'

/** The epoch of a counter that does not exist; no addition matches it. */
const NO_EPOCH = -1

/** Returns true if a counter equals the recount. Days that were not counted are too old to matter. */
function isSame(counted: CounterNumbers, kept: CounterNumbers): boolean {
  return (
    TOTALS.every((name) => (counted[name] ?? 0) === (kept[name] ?? 0)) &&
    BREAKDOWNS.every((name) => {
      const { [name]: now = {} } = counted
      const { [name]: before = {} } = kept
      const parts = Object.keys(name === 'days' ? now : { ...before, ...now })
      return parts.every((part) => (now[part] ?? 0) === (before[part] ?? 0))
    })
  )
}
