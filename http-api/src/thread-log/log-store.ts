import type { CounterKey, CounterNumbers, LogEvent, ProjectedThread } from './log-event'

/** How far an ordered insert got, and which unique key ended it. */
export interface InsertOutcome {
  inserted: number
  taken: 'seq' | 'key' | null
}

/** A counter, and per thread the last seq it contains. */
export interface CounterState {
  key: CounterKey
  epoch: number
  revision: number
  marks: ReadonlyMap<number, number>
  numbers: CounterNumbers
}

/** The sum of one thread's events `from`…`to` that touch a counter. */
export interface Addition {
  key: CounterKey
  epoch: number
  threadId: number
  from: number
  to: number
  sum: CounterNumbers
}

export interface PendingRange {
  after: number
  upTo: number
  limit: number
}

/** The names of consumers that have handled an event. */
export interface Handled<Event> {
  event: Event
  names: readonly string[]
}

/**
 * What the thread log needs of a database. Reads go to the primary. Every write may fail with an unknown outcome;
 * each is conditional, so that a repeat or a late arrival changes nothing.
 */
export interface LogStore<Thread extends ProjectedThread, Post> {
  thread(threadId: number): Promise<Thread | null>
  /** The log above `seq`, in order and without gaps; possibly not all of it, but at least the next event. */
  eventsAfter(threadId: number, seq: number): Promise<LogEvent<Thread, Post>[]>
  eventByKey(threadId: number, actorId: number, key: string): Promise<LogEvent<Thread, Post> | null>
  /** Appends in order until a unique key is taken. Durable once it returns. */
  insert(events: readonly LogEvent<Thread, Post>[]): Promise<InsertOutcome>
  /**
   * Applies the events to the posts that have not seen them, in order, then moves the thread from seq `from` to
   * `thread`. Returns whether this call moved the thread.
   */
  project(from: number, thread: Thread, events: readonly LogEvent<Thread, Post>[]): Promise<boolean>

  /** Events of a thread that a consumer has not handled, lowest first. */
  pending(threadId: number, consumer: string, range: PendingRange): Promise<LogEvent<Thread, Post>[]>
  /** Threads above `afterThreadId` with events from before `before` that the consumer has not handled, in order. */
  overdue(consumer: string, before: Date, afterThreadId: number): Promise<number[]>
  /** Removes exactly these names; trims transient events that nobody needs any more. */
  clear(handled: readonly Handled<LogEvent<Thread, Post>>[]): Promise<void>

  /** Unknown counters are missing in the result. */
  counters(keys: readonly CounterKey[]): Promise<Map<CounterKey, CounterState>>
  /**
   * Adds each sum where the counter is in this epoch and contains nothing of the thread from `from` on; returns
   * for each whether it was added.
   */
  add(additions: readonly Addition[]): Promise<boolean[]>
  /** Removes marks and starts a new epoch, where the epoch and all these marks are unchanged. */
  evict(key: CounterKey, epoch: number, marks: ReadonlyMap<number, number>): Promise<void>
  /** The lowest seq of each thread that waits to be counted, as the majority knows it. */
  lowestUncounted(threadIds: readonly number[]): Promise<Map<number, number>>
  /** Counts a counter's subject from the threads and posts themselves. */
  recount(key: CounterKey): Promise<CounterNumbers>
  /** Whether an event that touches the counter waits to be counted. */
  isUncounted(key: CounterKey): Promise<boolean>
  /** Sets a counter where its revision is unchanged; returns whether it was set. */
  setCounter(key: CounterKey, revision: number, numbers: CounterNumbers): Promise<boolean>
}

/** A feature that reacts to the log. */
export interface LogConsumer<Thread, Post> {
  /** Kept in stored events: never renamed, never used for something else. */
  name: string
  kinds: readonly string[] | 'all'
  /** How many events one call takes; 1 where a failure should not repeat those before it. */
  maxEvents?: number
  /**
   * Handles events of one thread, in order. Each event arrives at least once, so its effects are idempotent by
   * the event's id. A rejected call is repeated.
   */
  handle(events: readonly LogEvent<Thread, Post>[]): Promise<void>
}
