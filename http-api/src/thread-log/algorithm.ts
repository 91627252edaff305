import { ForumError } from '@forum/shared/errors'

/**
 * A thread is a log (architecture). Inserting an event is the commit; the thread, its posts and all counters
 * are projections that any process can bring up to date. Written against `LogStore` alone, so that the model
 * test can run these very lines through thousands of schedules of crashes and stalls.
 */

/** What the algorithm needs to know of an event; the store knows the rest. */
export interface LogEvent {
  threadId: number
  seq: number
  actorId: number
  idempotencyKey?: string | undefined
}

/** A thread as projected up to `seq`. */
export interface ProjectedThread {
  seq: number
}

export interface LogStore<Thread extends ProjectedThread, Event extends LogEvent, Fence> {
  thread(threadId: number): Promise<Thread | null>
  /** The log above `seq`, in order. */
  eventsAfter(threadId: number, seq: number): Promise<Event[]>
  eventByKey(threadId: number, actorId: number, key: string): Promise<Event | null>
  /** Appends, or says which unique key was taken. */
  insert(event: Event): Promise<'inserted' | 'seq_taken' | 'key_taken'>

  /** Upserts the post and the like by id where they have not seen this seq; twice changes nothing. */
  applyToPost(event: Event): Promise<void>
  /** Sets the thread where it stands at `event.seq - 1`; true for the one process that did it. */
  applyToThread(event: Event): Promise<boolean>
  /** What makes an addition safe against a recount: to be taken before the thread moves. */
  fence(event: Event): Promise<Fence>
  /** Adds the event to its board's and author's counters, or recounts them if the fence has fallen. */
  count(event: Event, fence: Fence): Promise<void>
  /** Counts the event's board and author anew. */
  recount(event: Event): Promise<void>
  markCounted(event: Event): Promise<void>

  /** What no process has marked as published, up to `seq`, in order. */
  unpublished(threadId: number, seq: number): Promise<Event[]>
  /** Puts the event on the bus; rejects when the bus is away. */
  send(event: Event): Promise<void>
  markPublished(event: Event): Promise<void>
  /** The oldest events that have waited to be counted or published for longer than a request takes. */
  overdue(): Promise<Event[]>

  /** Lets one of this process's changes of a thread run after the other. */
  inTurn<T>(threadId: number, work: () => Promise<T>): Promise<T>
  /** Told when something failed that will be made good later. */
  failed(what: 'publish' | 'sweep', error: unknown): void
}

/** Decides on the thread as it stands; a refusal throws, `null` means there is nothing to change. */
export type Decide<Thread, Event> = (thread: Thread | null) => Promise<Event | null>

/** The thread kept moving under this change; nothing was written. */
export class TooMuchContention extends ForumError {
  constructor() {
    super('UNAVAILABLE', { retryAfterSeconds: 1 })
  }
}

/** How often a change is decided anew after others were faster. Each process brings at most one at a time. */
const MAX_TRIES = 8

export class ThreadLog<Thread extends ProjectedThread, Event extends LogEvent, Fence> {
  constructor(private readonly store: LogStore<Thread, Event, Fence>) {}

  /**
   * Changes a thread: decide on what is projected, append, project, publish. With a key, a repeat is answered
   * with the event of the first time. Answers null where `decide` found nothing to do.
   */
  change(
    threadId: number,
    decide: Decide<Thread, Event>,
    key?: { actorId: number; idempotencyKey: string },
  ): Promise<Event | null> {
    return this.store.inTurn(threadId, async () => {
      const event = await this.append(threadId, decide, key)
      if (event === null) return null
      await this.publishOrLeave(threadId, event.seq)
      return event
    })
  }

  /** Appends what is decided and projects it; answers the event, or the one that the key was used for. */
  private async append(
    threadId: number,
    decide: Decide<Thread, Event>,
    key: { actorId: number; idempotencyKey: string } | undefined,
  ): Promise<Event | null> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const before = key && (await this.store.eventByKey(threadId, key.actorId, key.idempotencyKey))
      if (before) {
        await this.project(threadId)
        return before
      }
      const event = await decide(await this.store.thread(threadId))
      if (event === null) return null
      const outcome = await this.store.insert(event)
      if (outcome === 'inserted') {
        // The thread stood right below this event when it was decided, so nothing else is missing.
        await this.apply(event)
        return event
      }
      // What was decided no longer holds: somebody appended first, perhaps without having projected it.
      await this.project(threadId)
    }
    throw new TooMuchContention()
  }

  /** Brings the thread, its posts and the counters up to its log. Whoever comes by does it. */
  private async project(threadId: number): Promise<number> {
    const thread = await this.store.thread(threadId)
    let seq = thread?.seq ?? 0
    for (const event of await this.store.eventsAfter(threadId, seq)) {
      await this.apply(event)
      seq = event.seq
    }
    return seq
  }

  /** Projects one event on a thread that stands right below it, or past it already. */
  private async apply(event: Event): Promise<void> {
    const fence = await this.store.fence(event)
    await this.store.applyToPost(event)
    if (await this.store.applyToThread(event)) {
      await this.store.count(event, fence)
      await this.store.markCounted(event)
    }
  }

  /** Publishes what waits up to a seq that is projected, lowest first; stops where the bus is away. */
  private async publish(threadId: number, projected: number): Promise<void> {
    for (const event of await this.store.unpublished(threadId, projected)) {
      await this.store.send(event)
      await this.store.markPublished(event)
    }
  }

  private async publishOrLeave(threadId: number, projected: number): Promise<void> {
    try {
      await this.publish(threadId, projected)
    } catch (error) {
      this.store.failed('publish', error)
    }
  }

  /**
   * Makes good what a dead or stalled process left behind: events committed but not projected, counted or
   * published. Run by every process every few seconds; doing it twice does no harm.
   */
  async sweep(): Promise<void> {
    for (const event of await this.store.overdue()) {
      try {
        const projected = await this.project(event.threadId)
        await this.store.recount(event)
        await this.store.markCounted(event)
        await this.publish(event.threadId, projected)
      } catch (error) {
        this.store.failed('sweep', error)
      }
    }
  }
}
