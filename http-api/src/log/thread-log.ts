import type { Clock } from '@forum/shared/clock'
import { ForumError } from '@forum/shared/errors'
import { LRUCache } from 'lru-cache'
import { GroupedWork } from '../platform/work/grouped-work'
import { recentAt, type DatabaseTime, type Recent } from '../platform/mongo/database-time'
import { COUNT, Counting } from './counting'
import { Clearer, Lane, type Work } from './delivery'
import { eventId, type CounterKey, type Draft, type LogEvent, type ProjectedThread } from './log-event'
import type { Commit, Committed, CommitOutcome, LogConsumer, LogStore } from './log-store'

/**
 * Maximum number of times a call is decided when concurrent commits come first. Against a process that commits without a
 * pause, the other loses most tries, because it has to read what came first.
 */
const MAX_TRIES = 32
/** Maximum number of calls per thread that may wait in this process. */
const MAX_QUEUED = 256
/** Maximum number of events of a thread that are committed together. */
const MAX_BATCH = 64
/** Maximum number of threads that are committed together. */
const MAX_THREADS = 32
/** Maximum number of threads and counters that are remembered. */
const REMEMBERED = 10_000
/** An event pending for longer than this by the database's time was left behind by its process. */
const OVERDUE_MS = 5_000
/** Number of threads that a sweep projects concurrently. */
const SWEEP_WIDTH = 8
const UNCHANGED = { event: null, isRepeat: false } as const

/**
 * Decides on the thread as it is after `earlier`, the events of the same commit that are not projected yet. Throws a
 * refusal; returns null if there is nothing to change. It must have no side effects, because it runs again when
 * concurrent commits come first. The posts it reads are at the thread's seq or newer, so it folds `earlier` into them.
 */
export type Decide<Thread, Post> = (
  thread: Thread | null,
  earlier: readonly LogEvent<Thread, Post>[],
) => Promise<Draft<Thread, Post> | null>

export interface IdempotencyKey {
  actorId: number
  idempotencyKey: string
}

/** The outcome of a call: its event, or null if there was nothing to change. */
export interface Changed<Event> {
  event: Event | null
  /** True if the event is that of an earlier call under the same key; the thread may have changed since. */
  isRepeat: boolean
}

export interface ThreadLogOptions<Thread extends ProjectedThread, Post> {
  store: LogStore<Thread, Post>
  /** Returns the thread after the event; `thread` is null before the first. */
  fold: (thread: Thread | null, event: LogEvent<Thread, Post>) => Thread
  clock: Clock
  databaseTime: DatabaseTime
  /** Waits a moment between two looks at what is left to drain. */
  pause: () => Promise<void>
  /** Resolves once the callers whose changes were committed have gone on, so that consumers do not delay them. */
  soon?: () => Promise<void>
  /** Resolves after so many milliseconds. */
  rest: (ms: number) => Promise<void>
  /**
   * Called once a thread has moved, before the change resolves. If the write that moved it failed without a response, it
   * is called when the move is first seen.
   */
  onProjected?(threadId: number, events: readonly LogEvent<Thread, Post>[]): void
  /** Called after a counter has changed. */
  onCounted?: (keys: readonly CounterKey[]) => void
  onFailure: (what: string, error: unknown) => void
  /** Maximum number of marks per counter, beyond which the oldest are evicted. The model test keeps few, to evict often. */
  maxMarks?: number
  /** Maximum number of threads and counters that a process remembers. */
  remembered?: number
}

/** A call of `change` that has not been settled yet. */
interface Call<Thread, Post> {
  decide: Decide<Thread, Post>
  key: IdempotencyKey | undefined
  resolve: (changed: Changed<LogEvent<Thread, Post>>) => void
  reject: (error: unknown) => void
}

/** A refusal or "nothing to do", held back until the state on which it is based is known to be true. */
interface Held<Thread, Post> {
  call: Call<Thread, Post>
  /** The number of events of the same commit on which it is based. */
  restsOn: number
  outcome: () => void
}

/**
 * A thread is a log (docs/architecture.md). Inserting an event is the commit; the thread, its posts and all counters
 * are projections that any process can bring up to date.
 */
export class ThreadLog<Thread extends ProjectedThread, Post> {
  private readonly queues = new Map<number, Call<Thread, Post>[]>()
  /** Copies of projected threads. An outdated copy costs another attempt, never an error. */
  private readonly threads: LRUCache<number, Thread>
  /** Events whose commit or projection failed without a response, until their thread is seen to contain them. */
  private readonly doubtful: LRUCache<number, LogEvent<Thread, Post>[]>
  /** The commits of all threads: what is decided while one is under way shares the next. */
  private readonly commits: GroupedWork<Commit<Thread, Post>, CommitOutcome>
  private readonly counting: Counting<Thread, Post>
  private readonly clearer: Clearer<Thread, Post>
  private consumers: readonly LogConsumer<Thread, Post>[] = []
  private lanes: Lane<Thread, Post>[] = []
  private readonly sweeping = new Set<string>()

  constructor(private readonly options: ThreadLogOptions<Thread, Post>) {
    const { store, remembered = REMEMBERED } = options
    this.threads = new LRUCache({ max: remembered })
    this.doubtful = new LRUCache({ max: remembered })
    this.commits = new GroupedWork((commits) => store.commit(commits), MAX_THREADS)
    this.clearer = new Clearer(options)
    this.counting = new Counting({ ...options, remembered })
  }

  /** Sets the consumers, before the first change: each stored event lists those that have not handled it yet. */
  deliverTo(consumers: readonly LogConsumer<Thread, Post>[]): void {
    const { store, onFailure, clock, rest, remembered = REMEMBERED } = this.options
    const { soon = () => Promise.resolve() } = this.options
    const context = { store, clearer: this.clearer, onFailure, remembered, clock, soon, rest }
    const counting = { name: COUNT, kinds: 'all', isPaced: true, handle: () => Promise.resolve() } as const
    this.consumers = consumers
    this.lanes = [
      ...consumers.map((consumer) => new Lane(consumer, context)),
      new Lane(counting, { ...context, count: this.counting }),
    ]
  }

  /** Changes a thread. Resolves once the event is committed and projected; a repeat under a key gets that of the first. */
  change(
    threadId: number,
    decide: Decide<Thread, Post>,
    key?: IdempotencyKey,
  ): Promise<Changed<LogEvent<Thread, Post>>> {
    return new Promise((resolve, reject) => {
      const call = { decide, key, resolve, reject }
      const queue = this.queues.get(threadId)
      if (queue && queue.length >= MAX_QUEUED) reject(busy())
      else if (queue) queue.push(call)
      else {
        const started = [call]
        this.queues.set(threadId, started)
        void this.work(threadId, started)
      }
    })
  }

  /** Commits the queued calls, batch by batch, until the queue is empty. */
  private async work(threadId: number, queue: Call<Thread, Post>[]): Promise<void> {
    while (queue.length > 0) {
      const calls = queue.splice(0, MAX_BATCH)
      try {
        await this.commit(threadId, new Set(calls))
      } catch (error) {
        // The outcome may be unknown. It is never repeated blindly: a retry with a key finds what was committed.
        for (const call of calls) call.reject(error)
      }
    }
    this.queues.delete(threadId)
  }

  private async commit(threadId: number, open: Set<Call<Thread, Post>>): Promise<void> {
    for (let tries = 0; open.size > 0; tries++) {
      if (tries === MAX_TRIES) throw busy()
      await this.tryCommit(threadId, open)
    }
  }

  /** Decides all open calls on one copy of the thread, commits them together and settles those that are final. */
  private async tryCommit(threadId: number, open: Set<Call<Thread, Post>>): Promise<void> {
    const cached = this.threads.get(threadId)
    // Put back only if it is known to be current.
    this.threads.delete(threadId)
    const start = cached ?? (await this.read(threadId))
    const { events, callers, held } = await this.decideAll(threadId, start, open)
    const epochs = await this.counting.epochsOf(events)
    const { inserted, taken, isProjected } = await this.append(start, events)
    const committed = events.slice(0, inserted)
    const projected =
      committed.length > 0 && (await this.projectOwn(threadId, start, committed, { epochs, isProjected }))
    if (projected && taken === null) this.threads.set(threadId, projected)
    for (const [i, event] of committed.entries()) {
      const call = callers[i]
      if (call) settle(open, call, () => call.resolve({ event, isRepeat: false }))
    }
    if (taken !== null) await this.project(threadId)
    const refused = callers[inserted]
    if (taken === 'key' && refused) await this.settleByKey(threadId, refused, open)

    // A copy is current if an insert on top of it succeeded, or if it was read during the call.
    let isTrue = cached === undefined || committed.length > 0
    for (const { call, restsOn, outcome } of held) {
      if (restsOn > committed.length) continue
      if (!isTrue) {
        const now = await this.read(threadId)
        if (now?.seq !== start?.seq) return
        isTrue = true
        if (start) this.threads.set(threadId, start)
      }
      if (!(await this.settleByKey(threadId, call, open))) settle(open, call, outcome)
    }
  }

  private async decideAll(threadId: number, start: Thread | null, open: Iterable<Call<Thread, Post>>) {
    const events: LogEvent<Thread, Post>[] = []
    const callers: Call<Thread, Post>[] = []
    const held: Held<Thread, Post>[] = []
    let thread = start
    for (const call of open) {
      try {
        const draft = await call.decide(thread, events)
        if (draft === null) {
          held.push({ call, restsOn: events.length, outcome: () => call.resolve(UNCHANGED) })
        } else {
          const event = this.place(threadId, (thread?.seq ?? 0) + 1, draft)
          thread = this.options.fold(thread, event)
          events.push(event)
          callers.push(call)
        }
      } catch (refusal) {
        held.push({ call, restsOn: events.length, outcome: () => call.reject(refusal) })
      }
    }
    return { events, callers, held }
  }

  /** Completes a draft into the event that is stored. */
  private place(threadId: number, seq: number, draft: Draft<Thread, Post>): LogEvent<Thread, Post> {
    const pending = this.consumers
      .filter(({ kinds }) => kinds === 'all' || kinds.includes(draft.kind))
      .map(({ name }) => name)
    if (draft.counts.length > 0) pending.push(COUNT)
    return { ...draft, _id: eventId(threadId, seq), v: 1, threadId, seq, pending }
  }

  /** Settles a call if an event already has its key; returns whether one has. */
  private async settleByKey(
    threadId: number,
    call: Call<Thread, Post>,
    open: Set<Call<Thread, Post>>,
  ): Promise<boolean> {
    if (!call.key) return false
    const { actorId, idempotencyKey } = call.key
    const event = await this.options.store.eventByKey(threadId, actorId, idempotencyKey)
    if (!event) return false
    await this.project(threadId)
    settle(open, call, () => call.resolve({ event, isRepeat: true }))
    return true
  }

  /** Commits events on top of `start`. */
  private async append(start: Thread | null, events: readonly LogEvent<Thread, Post>[]): Promise<Committed> {
    if (events.length === 0) return { inserted: 0, taken: null, isProjected: false }
    const thread = this.foldAll(start, events)
    return this.write(events, async () => {
      const [outcome] = await this.commits.run([{ from: start?.seq ?? 0, thread, events }])
      if (!outcome || 'failure' in outcome) throw outcome?.failure
      return outcome
    })
  }

  /**
   * Projects what this process has just committed on top of `start`, unless the commit did, then delivers it. Returns
   * the thread if no other process projected first.
   */
  private async projectOwn(
    threadId: number,
    start: Thread | null,
    events: LogEvent<Thread, Post>[],
    { epochs, isProjected }: { epochs: Map<CounterKey, number>; isProjected: boolean },
  ): Promise<Thread | null> {
    const thread = this.foldAll(start, events)
    const project = () => this.options.store.project(start?.seq ?? 0, thread, events)
    const isFirst = isProjected || (await this.write(events, project))
    this.report(threadId, events)
    // Another process may have projected only part of it.
    if (!isFirst) await this.project(threadId)
    this.deliver(threadId, { committed: { events, epochs }, upTo: thread.seq })
    return isFirst ? thread : null
  }

  /** Brings a thread and its posts up to date with its log and returns the seq. Any process may do so for any other. */
  private async project(threadId: number): Promise<number> {
    const { store } = this.options
    for (;;) {
      const start = await this.read(threadId)
      const seq = start?.seq ?? 0
      const events = await store.eventsAfter(threadId, seq)
      if (events.length === 0) return seq
      const thread = this.foldAll(start, events)
      const isFirst = await this.write(events, () => store.project(seq, thread, events))
      this.report(threadId, events)
      if (isFirst) {
        this.deliver(threadId, { committed: null, upTo: thread.seq })
      }
    }
  }

  /** Writes events of one thread, and keeps them as doubtful if it fails: the write may have happened, or still happen. */
  private async write<T>(events: readonly LogEvent<Thread, Post>[], run: () => Promise<T>): Promise<T> {
    try {
      return await run()
    } catch (error) {
      const [first] = events
      if (first) {
        const { threadId, seq } = first
        const before = (this.doubtful.get(threadId) ?? []).filter((event) => event.seq < seq)
        this.doubtful.set(threadId, [...before, ...events])
      }
      throw error
    }
  }

  /** Reads a thread and reports the doubtful events that it contains. */
  private async read(threadId: number): Promise<Thread | null> {
    const thread = await this.options.store.thread(threadId)
    const shown = (this.doubtful.get(threadId) ?? []).filter(({ seq }) => seq <= (thread?.seq ?? 0))
    if (shown.length > 0) this.report(threadId, shown)
    return thread
  }

  /** Reports projected events, so that caches of the thread follow or drop their copies. */
  private report(threadId: number, events: readonly LogEvent<Thread, Post>[]): void {
    const doubtful = this.doubtful.get(threadId) ?? []
    const last = events.at(-1)?.seq ?? 0
    if (doubtful.length > 0) {
      this.doubtful.set(
        threadId,
        doubtful.filter(({ seq }) => seq > last),
      )
    }
    this.options.onProjected?.(threadId, events)
  }

  private foldAll(start: Thread | null, events: readonly LogEvent<Thread, Post>[]): Thread {
    let thread = start
    for (const event of events) thread = this.options.fold(thread, event)
    if (!thread) throw new Error('a thread has at least one event')
    return thread
  }

  /** Passes projected events to every consumer, each at its own pace. */
  private deliver(threadId: number, work: Work<Thread, Post>): void {
    for (const lane of this.lanes) void lane.push(threadId, work)
  }

  /**
   * Finishes the work that a dead or stalled process left behind, consumer by consumer, so that an unavailable or slow
   * consumer does not delay the others. A thread is projected once per sweep.
   *
   * @param overdueMs how long an event must have been pending; with 0, all pending work is finished
   * @param now the database's time
   */
  async sweep({ overdueMs = OVERDUE_MS, now }: { overdueMs?: number; now?: Date } = {}): Promise<void> {
    const recent = recentAt(now ?? (await this.options.databaseTime()), overdueMs)
    try {
      if (await this.options.store.anyOverdue(recent)) await this.sweepLanes(recent)
    } catch (error) {
      this.options.onFailure('sweep', error)
    }
  }

  private async sweepLanes(recent: Recent): Promise<void> {
    const projections = new Map<number, Promise<number>>()
    const projected = (threadId: number) => {
      const projection = projections.get(threadId) ?? this.project(threadId)
      projections.set(threadId, projection)
      return projection
    }
    await Promise.all(this.lanes.map((lane) => this.sweepLane(lane, recent, projected)))
  }

  private async sweepLane(
    lane: Lane<Thread, Post>,
    recent: Recent,
    projected: (threadId: number) => Promise<number>,
  ): Promise<void> {
    // The previous sweep may still be waiting for this consumer.
    if (this.sweeping.has(lane.name)) return
    this.sweeping.add(lane.name)
    try {
      let threadIds = await this.options.store.overdue(lane.name, recent, 0)
      while (threadIds.length > 0) {
        for (let i = 0; i < threadIds.length; i += SWEEP_WIDTH) {
          await Promise.all(
            threadIds
              .slice(i, i + SWEEP_WIDTH)
              .map((threadId) => this.sweepThread(lane, threadId, projected)),
          )
        }
        threadIds = await this.options.store.overdue(lane.name, recent, threadIds.at(-1) ?? 0)
      }
    } catch (error) {
      this.options.onFailure('sweep', error)
    }
    this.sweeping.delete(lane.name)
  }

  private async sweepThread(
    lane: Lane<Thread, Post>,
    threadId: number,
    projected: (threadId: number) => Promise<number>,
  ): Promise<void> {
    try {
      await lane.push(threadId, { committed: null, upTo: await projected(threadId) })
    } catch (error) {
      this.options.onFailure('sweep', error)
    }
  }

  /**
   * Projects every thread up to its pending events, however recent: a crash may come between an event and its
   * projection.
   *
   * @param given the threads to project instead, which may have no pending events: those of a restored backup
   */
  async recover(given?: readonly number[]): Promise<void> {
    const threadIds = given ?? (await this.options.store.unprojected())
    for (let i = 0; i < threadIds.length; i += SWEEP_WIDTH) {
      const projections = threadIds.slice(i, i + SWEEP_WIDTH).map((threadId) => this.project(threadId))
      await Promise.all(projections)
    }
  }

  /** Remembers the epoch and the number of marks of a counter that was read for another purpose. */
  rememberCounter(counter: { key: CounterKey; epoch: number; marks: number }): void {
    this.counting.learnFrom(counter)
  }

  /** Repairs counters that have drifted; returns which had. */
  scrub(keys: readonly CounterKey[]): Promise<CounterKey[]> {
    return this.counting.scrub(keys)
  }

  /** Resolves once nothing is queued, being delivered or being cleared; called after the last request. */
  async drain(): Promise<void> {
    while (this.queues.size > 0 || this.lanes.some((lane) => !lane.isIdle) || !this.clearer.isIdle) {
      for (const lane of this.lanes) lane.hurry()
      if (this.lanes.every((lane) => lane.isIdle)) this.clearer.hurry()
      await this.options.pause()
    }
  }
}

function settle<Thread, Post>(
  open: Set<Call<Thread, Post>>,
  call: Call<Thread, Post>,
  outcome: () => void,
): void {
  open.delete(call)
  outcome()
}

/** The thread keeps changing under the call, or too many calls wait for it; nothing was written for this one. */
const busy = () => new ForumError('UNAVAILABLE', { retryAfterSeconds: 1 })
