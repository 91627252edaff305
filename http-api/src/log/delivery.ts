import type { Clock } from '@forum/shared/clock'
import { LRUCache } from 'lru-cache'
import { GroupedWork } from '../platform/work/grouped-work'
import { byThread } from './by-thread'
import type { Counting } from './counting'
import type { CounterKey, LogEvent } from './log-event'
import type { Handled, LogConsumer, LogStore } from './log-store'

/** Number of threads of which one consumer handles events at the same time. */
const LANE_WIDTH = 32
/** Number of events per read. */
export const PENDING_BATCH = 100
/** Maximum number of this process's events that wait in memory for one consumer; further ones are read again. */
const MAX_COMMITTED = 256
const MAX_EVENTS = 100
/** A paced consumer pauses for this many times as long as it worked: at most a fifth of the time is work. */
const REST_SHARE = 4
/** Even cheap work is shared: what follows a reply would otherwise compete with the next one. */
const REST_MIN_MS = 200
const REST_MAX_MS = 2_000
const CLEAR_BATCH = 500
/** The time for which handled events are gathered before they are cleared together. */
const CLEAR_DELAY_MS = 50

/** Events that this process committed, and the epochs that it knew before. */
export interface CommittedEvents<Thread, Post> {
  events: readonly LogEvent<Thread, Post>[]
  epochs: ReadonlyMap<CounterKey, number>
}

/** A consumer's work for a thread: whatever is pending up to `upTo`, which has been projected. */
export interface Work<Thread, Post> {
  committed: CommittedEvents<Thread, Post> | null
  upTo: number
}

interface Waiting<Thread, Post> extends Work<Thread, Post> {
  done: (() => void)[]
}

interface LaneContext<Thread extends { seq: number }, Post> {
  store: LogStore<Thread, Post>
  clearer: Clearer<Thread, Post>
  onFailure: (what: string, error: unknown) => void
  /** Maximum number of threads that are remembered and may wait; further ones are left to the sweep. */
  remembered: number
  clock: Clock
  /** Resolves once the callers whose changes were committed have gone on. */
  soon: () => Promise<void>
  /** Resolves after this many milliseconds, or earlier when the log is drained. */
  rest: (ms: number) => Promise<void>
  /** Set if the consumer is the log's own counting. */
  count?: Counting<Thread, Post>
}

/**
 * Delivers events to one consumer, one call at a time and each thread in order. What waits is handled together, whatever
 * its threads. Nothing is retried here: failed events stay pending until the thread's next event or the next sweep.
 */
export class Lane<Thread extends { seq: number }, Post> {
  private readonly waiting = new Map<number, Waiting<Thread, Post>>()
  private readonly running = new Set<number>()
  /** True while a paced consumer pauses and events gather. */
  private isResting = false
  private startedAt = 0
  /** The calls of the consumer: one at a time, for all threads of which events are at hand. */
  private readonly calls: GroupedWork<LogEvent<Thread, Post>, Outcome>
  /** Number of events in `waiting`. */
  private held = 0
  /** The seq up to which the consumer has handled a thread without gaps. */
  private readonly handledUpTo: LRUCache<number, number>

  constructor(
    private readonly consumer: LogConsumer<Thread, Post>,
    private readonly context: LaneContext<Thread, Post>,
  ) {
    this.handledUpTo = new LRUCache({ max: context.remembered })
    this.calls = new GroupedWork((events) => this.handleTogether(events), consumer.maxEvents ?? MAX_EVENTS)
  }

  get name(): string {
    return this.consumer.name
  }

  get isIdle(): boolean {
    return this.waiting.size === 0 && this.running.size === 0
  }

  /** Resolves once the work has been tried. */
  push(threadId: number, { committed, upTo }: Work<Thread, Post>): Promise<void> {
    return new Promise((resolve) => {
      const before = this.waiting.get(threadId)
      const fits = committed !== null && this.held + committed.events.length <= MAX_COMMITTED
      const work = { committed: fits ? committed : null, upTo }
      if (!before && this.waiting.size >= this.context.remembered) resolve()
      else if (before) this.wait(threadId, { ...merge(before, work), done: [...before.done, resolve] })
      else this.wait(threadId, { ...work, done: [resolve] })
      void this.context.soon().then(() => this.start())
    })
  }

  private wait(threadId: number, work: Waiting<Thread, Post>): void {
    this.held += sizeOf(work) - sizeOf(this.waiting.get(threadId))
    this.waiting.set(threadId, work)
  }

  private start(): void {
    if (this.consumer.isPaced && (this.isResting || this.running.size > 0)) return
    this.startedAt = this.context.clock.now().getTime()
    for (const [threadId, work] of this.waiting) {
      if (this.running.size >= LANE_WIDTH) return
      if (this.running.has(threadId)) continue
      this.waiting.delete(threadId)
      this.held -= sizeOf(work)
      this.running.add(threadId)
      void this.run(threadId, work)
    }
  }

  private async run(threadId: number, work: Waiting<Thread, Post>): Promise<void> {
    try {
      await this.handle(threadId, work)
    } catch (error) {
      this.context.onFailure(this.consumer.name, error)
    }
    this.running.delete(threadId)
    for (const done of work.done) done()
    if (this.consumer.isPaced && this.running.size === 0) void this.rest()
    this.start()
  }

  /** Pauses in proportion to how long the last events took, so that a burst is handled together. */
  private async rest(): Promise<void> {
    const workedMs = this.context.clock.now().getTime() - this.startedAt
    this.isResting = true
    await this.context.rest(Math.min(Math.max(REST_MIN_MS, workedMs * REST_SHARE), REST_MAX_MS))
    this.isResting = false
    this.start()
  }

  /** Starts all waiting work, ending the pause. */
  hurry(): void {
    this.isResting = false
    this.start()
  }

  private async handle(threadId: number, { committed, upTo }: Work<Thread, Post>): Promise<void> {
    const { count, store } = this.context
    // Own events are passed on from memory only if this process has handled everything before them.
    const next = (this.handledUpTo.get(threadId) ?? 0) + 1
    if (committed && committed.events[0]?.seq === next) {
      const pending = committed.events.filter((event) => event.pending.includes(this.consumer.name))
      if (!count) await this.call(pending)
      else if (await count.add(threadId, pending, committed.epochs))
        this.context.clearer.add(pending, this.consumer.name)
      else return this.handle(threadId, { committed: null, upTo })
    } else {
      let after = 0
      for (;;) {
        const range = { after, upTo, limit: PENDING_BATCH }
        const events = count
          ? await count.addPending(threadId, range)
          : await store.pending(threadId, this.consumer.name, range)
        if (count) this.context.clearer.add(events, this.consumer.name)
        else
          await this.call(
            events.filter(({ _id }) => !this.context.clearer.hasHandled(_id, this.consumer.name)),
          )
        if (events.length < PENDING_BATCH) break
        after = events.at(-1)?.seq ?? upTo
      }
    }
    this.handledUpTo.set(threadId, upTo)
  }

  private async call(events: readonly LogEvent<Thread, Post>[]): Promise<void> {
    const size = this.consumer.maxEvents ?? MAX_EVENTS
    for (let i = 0; i < events.length; i += size) {
      const chunk = events.slice(i, i + size)
      for (const { failure } of await this.calls.run(chunk)) if (failure) throw failure.error
      this.context.clearer.add(chunk, this.consumer.name)
    }
  }

  /** Returns how each event was handled. If a call for several threads fails, each of these is tried alone. */
  private async handleTogether(events: readonly LogEvent<Thread, Post>[]): Promise<Outcome[]> {
    const { consumer } = this
    const failures = new Map<number, { error: unknown }>()
    try {
      await consumer.handle(events)
    } catch (error) {
      const threads = byThread(events)
      if (threads.size === 1) throw error
      const alone = [...threads].map(async ([threadId, threadEvents]) => {
        try {
          await consumer.handle(threadEvents)
        } catch (again) {
          failures.set(threadId, { error: again })
        }
      })
      await Promise.all(alone)
    }
    return events.map(({ threadId }) => ({ failure: failures.get(threadId) ?? null }))
  }
}

/** The outcome of handling an event. */
interface Outcome {
  failure: { error: unknown } | null
}

const sizeOf = (work: Work<unknown, unknown> | undefined) => work?.committed?.events.length ?? 0

/** Merges the work for a thread. Consecutive events stay in memory. */
function merge<Thread, Post>(first: Work<Thread, Post>, second: Work<Thread, Post>): Work<Thread, Post> {
  const upTo = Math.max(first.upTo, second.upTo)
  if (!first.committed || !second.committed) return { committed: null, upTo }
  const events = [...first.committed.events, ...second.committed.events]
  const follows = first.committed.events.at(-1)?.seq === (second.committed.events[0]?.seq ?? 0) - 1
  if (!follows) return { committed: null, upTo }
  // The older of two epochs decides: an addition prepared under it fails and reads again.
  return {
    committed: { events, epochs: new Map([...second.committed.epochs, ...first.committed.epochs]) },
    upTo,
  }
}

interface ClearerOptions<Thread extends { seq: number }, Post> {
  store: LogStore<Thread, Post>
  rest: (ms: number) => Promise<void>
  onFailure: (what: string, error: unknown) => void
}

/**
 * Clears names from events, for many threads and consumers together. After a loss, events are handled again by the next
 * sweep, which at-least-once delivery allows.
 */
export class Clearer<Thread extends { seq: number }, Post> {
  private readonly handled = new Map<string, { event: LogEvent<Thread, Post>; names: string[] }>()
  /** The events that are currently being cleared in the database. */
  private clearing = new Map<string, Handled<LogEvent<Thread, Post>>>()
  private isRunning = false
  private endRest = () => {}

  constructor(private readonly options: ClearerOptions<Thread, Post>) {}

  /** Returns true if a consumer has handled an event that has not been cleared yet. */
  hasHandled(eventId: string, name: string): boolean {
    return [this.handled, this.clearing].some((events) => events.get(eventId)?.names.includes(name))
  }

  get isIdle(): boolean {
    return !this.isRunning
  }

  add(events: readonly LogEvent<Thread, Post>[], name: string): void {
    for (const event of events) {
      const entry = this.handled.get(event._id)
      if (entry) entry.names.push(name)
      else this.handled.set(event._id, { event, names: [name] })
    }
    if (!this.isRunning) void this.run()
  }

  /** Clears handled events at once, without waiting for more. */
  hurry(): void {
    this.endRest()
  }

  private rest(): Promise<void> {
    return new Promise((resolve) => {
      this.endRest = resolve
      void this.options.rest(CLEAR_DELAY_MS).then(resolve)
    })
  }

  private async run(): Promise<void> {
    this.isRunning = true
    while (this.handled.size > 0) {
      await this.rest()
      this.clearing = new Map([...this.handled].slice(0, CLEAR_BATCH))
      for (const eventId of this.clearing.keys()) this.handled.delete(eventId)
      try {
        await this.options.store.clear([...this.clearing.values()])
      } catch (error) {
        this.options.onFailure('clear', error)
      }
      this.clearing.clear()
    }
    this.isRunning = false
  }
}
