import type { Recent } from '../platform/mongo/database-time'
import type { CounterKey, CounterNumbers, Kind, LogEvent, ProjectedThread } from './log-event'

/** The number of documents that an ordered insert has inserted, and the unique key that stopped it. */
export interface InsertOutcome {
  inserted: number
  taken: 'seq' | 'key' | null
}

/** Events of one thread on top of its seq `from`, and the thread after them. */
export interface Commit<Thread, Post> {
  from: number
  thread: Thread
  events: readonly LogEvent<Thread, Post>[]
}

/** The outcome of a commit; `isProjected` is true if it also projected all of its events. */
export interface Committed extends InsertOutcome {
  isProjected: boolean
}

/** The outcome of a commit. After an error it is unknown which documents were written. */
export type CommitOutcome = Committed | { failure: unknown }

/** A counter, and the last seq it contains per thread. */
export interface CounterState {
  key: CounterKey
  epoch: number
  revision: number
  marks: ReadonlyMap<number, number>
  numbers: CounterNumbers
}

/** The sum of one thread's events from `from` to `to` that touch a counter. */
export interface Addition {
  key: CounterKey
  epoch: number
  threadId: number
  from: number
  to: number
  sum: CounterNumbers
}

/** The numbers that a counter gets, provided that it has this revision. */
export interface Correction {
  key: CounterKey
  revision: number
  numbers: CounterNumbers
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

/** Returns the events, ordered by seq, that follow `after` without a gap. */
export const withoutGap = <Event extends { seq: number }>(
  events: readonly Event[],
  after: number,
): Event[] => {
  const gap = events.findIndex(({ seq }, i) => seq !== after + 1 + i)
  return gap < 0 ? [...events] : events.slice(0, gap)
}

/**
 * The database operations of the thread log. Reads go to the primary and return only documents that a majority has:
 * an event that a failover removed would otherwise leave a gap below those that were decided on top of it. Every
 * write may fail with an unknown outcome; each is conditional, so that a repeat or a late arrival changes nothing.
 */
export interface LogStore<Thread extends ProjectedThread, Post> {
  thread(threadId: number): Promise<Thread | null>
  /**
   * Returns the log above `seq`, in order, up to the first missing event; possibly not all of it, but at least the next
   * event.
   */
  eventsAfter(threadId: number, seq: number): Promise<LogEvent<Thread, Post>[]>
  eventByKey(threadId: number, actorId: number, key: string): Promise<LogEvent<Thread, Post> | null>
  /** Appends in order until a unique key is taken. Durable once it resolves. */
  insert(events: readonly LogEvent<Thread, Post>[]): Promise<InsertOutcome>
  /**
   * Appends the events of each thread as `insert` does and, once all of one thread are in the log, projects them as
   * `project` does: in one round trip for all threads where the server supports that. After a taken key nothing of that
   * thread is projected. Each commit has its own outcome, in order: neither a taken key nor an error that the server
   * attributes to one thread touches the others.
   */
  commit(commits: readonly Commit<Thread, Post>[]): Promise<CommitOutcome[]>
  /**
   * Applies the events in order to the posts that do not contain them yet, then moves the thread from seq `from` to
   * `thread`. Returns whether this call moved the thread.
   */
  project(from: number, thread: Thread, events: readonly LogEvent<Thread, Post>[]): Promise<boolean>

  /** Returns a thread's events that a consumer has not handled, lowest seq first. */
  pending(threadId: number, consumer: string, range: PendingRange): Promise<LogEvent<Thread, Post>[]>
  /** Returns threads above `afterThreadId`, in order, with events that are not recent and the consumer has not handled. */
  overdue(consumer: string, recent: Recent, afterThreadId: number): Promise<number[]>
  /** Returns true if events are overdue for any consumer. */
  anyOverdue(recent: Recent): Promise<boolean>
  /** Threads with pending events that they are not projected up to, whatever the age of the events. */
  unprojected(): Promise<number[]>
  /** Removes exactly these names; trims transient events that no consumer needs any more. */
  clear(handled: readonly Handled<LogEvent<Thread, Post>>[]): Promise<void>

  /** Unknown counters are missing from the result. */
  counters(keys: readonly CounterKey[]): Promise<Map<CounterKey, CounterState>>
  /**
   * Adds each sum if the counter is in this epoch and contains nothing of the thread from `from` on; returns for each
   * whether it was added.
   */
  add(additions: readonly Addition[]): Promise<boolean[]>
  /** Removes marks and starts a new epoch, provided that the epoch and all these marks are unchanged. */
  evict(key: CounterKey, epoch: number, marks: ReadonlyMap<number, number>): Promise<void>
  /** Returns the lowest seq per thread that waits to be counted. */
  lowestUncounted(threadIds: readonly number[]): Promise<Map<number, number>>
  /** Recounts the subjects of counters from the threads and posts themselves. */
  recount(keys: readonly CounterKey[]): Promise<Map<CounterKey, CounterNumbers>>
  /** Returns those counters that an event touches which waits to be counted. */
  uncounted(keys: readonly CounterKey[]): Promise<Set<CounterKey>>
  /** Sets each counter if its revision is unchanged; returns for each whether it was set. */
  setCounters(corrections: readonly Correction[]): Promise<boolean[]>
}

/** A feature that reacts to the log. */
export interface LogConsumer<Thread, Post> {
  /** Stored with events: never renamed, never reused. */
  name: string
  kinds: readonly Kind[] | 'all'
  /** True if events may be gathered for up to two seconds and handled together. */
  isPaced?: boolean
  /** Maximum number of events per call; 1 if a failure should not repeat those before it. */
  maxEvents?: number
  /**
   * Handles events of one or several threads, those of each thread in order. Each event arrives at least once, so its
   * effects must be idempotent by the event's id. A rejected call is repeated.
   */
  handle(events: readonly LogEvent<Thread, Post>[]): Promise<void>
}
