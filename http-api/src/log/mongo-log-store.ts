import { mongo } from 'mongoose'
import { BatchedReads } from '../platform/work/batched-reads'
import { DURABLE } from '../platform/mongo/database'
import { notRecent, type Recent } from '../platform/mongo/database-time'
import { byThread } from './by-thread'
import { MongoCounters, type CounterLocation } from './mongo-counters'
import {
  changesOf,
  DUPLICATE_KEY,
  failureIn,
  ID_INDEX,
  indexOf,
  MongoWrites,
  type BulkDocs,
  type ProjectionWrite,
} from './mongo-writes'
import { KEY_INDEX, PENDING, PENDING_INDEX, pendingFor } from './thread-event-indexes'
import {
  KINDS,
  type CounterKey,
  type CounterNumbers,
  type CounterSubject,
  type Kind,
  type LogEvent,
  type ProjectedThread,
} from './log-event'
import {
  withoutGap,
  type Commit,
  type CommitOutcome,
  type Handled,
  type InsertOutcome,
  type LogStore,
  type PendingRange,
} from './log-store'

/** Number of events that `eventsAfter` reads at once. */
const LOG_BATCH = 64
/** Number of pending events that one search for overdue threads covers. */
const OVERDUE_BATCH = 1_000
/** Number of pending events that one read for several threads returns. */
const PENDING_AT_ONCE = 1_000
/** Threads whose seq is read at once. */
const THREADS_BATCH = 1_000

/** A change of one projected document. It is applied once: if the document does not contain the event's seq yet. */
export interface DocumentChange {
  collection: string
  _id: number | string
  set: Record<string, unknown>
  /** True if the event creates the document when it is missing. */
  isNew: boolean
  /** A condition on the document besides its seq; in place of the check of its seq, if it names `appliedSeq`. */
  where?: Record<string, unknown>
  /** The number that is compared and stored in place of the event's seq. */
  order?: number
}

/** A request for the events of a thread, from its beginning on, that a consumer has not handled. */
interface PendingRequest extends Omit<PendingRange, 'after'> {
  threadId: number
  consumer: string
}

/** Storage of the projections of the log. */
export interface Projections<Thread, Post> {
  /** The collection of threads. */
  threads: string
  /** The posts and other documents that an event changes, each with the fields after the event. */
  documents(event: LogEvent<Thread, Post>): DocumentChange[]
  /** Other writes of the same projection. They must be harmless when repeated or late. */
  others?(event: LogEvent<Thread, Post>): ProjectionWrite[]
  counters: Record<CounterSubject, CounterLocation>
  recount(keys: readonly CounterKey[]): Promise<Map<CounterKey, CounterNumbers>>
}

type EventDoc = LogEvent<object, object>
const TRANSIENT_KINDS = (Object.keys(KINDS) as Kind[]).filter((kind) => KINDS[kind].isTransient)
/** The fields that a transient event loses once it is handled. Its `_id` stays, so that its seq stays taken. */
const TRIMMED = {
  at: 1,
  actorId: 1,
  boardId: 1,
  thread: 1,
  post: 1,
  like: 1,
  vote: 1,
  counts: 1,
  pending: 1,
  v: 1,
} as const

/** The thread log over MongoDB, on the native driver. */
export class MongoLogStore<Thread extends ProjectedThread, Post>
  extends MongoCounters
  implements LogStore<Thread, Post>
{
  private readonly threads = new BatchedReads<number, Thread>((threadIds) => this.readThreads(threadIds))
  private readonly pendingReads = new BatchedReads<PendingRequest, LogEvent<Thread, Post>[]>((requests) =>
    this.readPending(requests),
  )

  constructor(
    db: mongo.Db,
    private readonly projections: Projections<Thread, Post>,
    /** False for servers older than MongoDB 8, which take one more round trip. */
    options: { oneBulk?: boolean } = {},
  ) {
    super(db, projections, new MongoWrites(db, options))
  }

  async thread(threadId: number): Promise<Thread | null> {
    return (await this.threads.get(threadId)) ?? null
  }

  private async readThreads(threadIds: readonly number[]): Promise<ReadonlyMap<number, Thread>> {
    const found = await this.writes
      .collection(this.projections.threads)
      .find<Thread & { _id: number }>({ _id: { $in: threadIds } })
      .toArray()
    return new Map(found.map((thread) => [thread._id, thread]))
  }

  /**
   * The log has no gaps, so its next events are found by their ids, with no index but that of `_id`. Events that are
   * inserted during the read may be found without those below them.
   */
  async eventsAfter(threadId: number, seq: number): Promise<LogEvent<Thread, Post>[]> {
    const ids = Array.from({ length: LOG_BATCH }, (_, i) => `${threadId}:${seq + 1 + i}`)
    const events = await this.events.find<LogEvent<Thread, Post>>({ _id: { $in: ids } }).toArray()
    const inOrder = events.map(whole).sort((a, b) => a.seq - b.seq)
    return withoutGap(inOrder, seq)
  }

  async eventByKey(
    threadId: number,
    actorId: number,
    idempotencyKey: string,
  ): Promise<LogEvent<Thread, Post> | null> {
    const event = await this.events.findOne<LogEvent<Thread, Post>>({ threadId, actorId, idempotencyKey })
    return event && whole(event)
  }

  async insert(events: readonly LogEvent<Thread, Post>[]): Promise<InsertOutcome> {
    if (events.length === 0) return { inserted: 0, taken: null }
    try {
      await this.events.insertMany(
        events.map((event) => ({ ...event })),
        { ordered: true, writeConcern: DURABLE },
      )
      return { inserted: events.length, taken: null }
    } catch (error) {
      return outcomeOf(error)
    }
  }

  /**
   * An ordered bulk writes one thread after the other, of each the events before their projection. It ends at the first
   * write that fails, which decides that thread's outcome; those after it go into another bulk. A bulk is as durable as
   * an insertion alone.
   */
  async commit(commits: readonly Commit<Thread, Post>[]): Promise<CommitOutcome[]> {
    if (!(await this.writes.canCrossCollections())) {
      return Promise.all(commits.map((commit) => this.commitInTwo(commit)))
    }
    const outcomes: CommitOutcome[] = []
    while (outcomes.length < commits.length) {
      outcomes.push(...(await this.commitInOne(commits.slice(outcomes.length))))
    }
    return outcomes
  }

  private async commitInTwo({ from, thread, events }: Commit<Thread, Post>): Promise<CommitOutcome> {
    try {
      const outcome = await this.insert(events)
      return { ...outcome, isProjected: outcome.taken === null && (await this.project(from, thread, events)) }
    } catch (failure) {
      return { failure }
    }
  }

  /** Returns the outcomes up to and including the first commit that did not go through. */
  private async commitInOne(commits: readonly Commit<Thread, Post>[]): Promise<CommitOutcome[]> {
    const models: mongo.ClientBulkWriteModel<BulkDocs>[] = []
    /** Where the writes of each commit end. */
    const ends = commits.map(({ from, thread, events }) => {
      for (const event of events) {
        models.push({
          name: 'insertOne',
          namespace: this.writes.namespaceOf('threadEvents'),
          document: { ...event },
        })
      }
      for (const write of this.projectionOf(from, thread, events)) models.push(this.writes.modelOf(write))
      return models.length
    })
    const whole = (result: mongo.ClientBulkWriteResult | undefined, count: number): CommitOutcome[] => {
      const changes = changesOf(result, models.length)
      return commits.slice(0, count).map(({ events }, i) => ({
        inserted: events.length,
        taken: null,
        // The last write moves the thread.
        isProjected: changes[(ends[i] ?? 0) - 1] ?? false,
      }))
    }
    try {
      return whole(await this.writes.bulk(models), commits.length)
    } catch (error) {
      const failed = failureIn(error)
      // The outcome of every commit is unknown.
      if (!failed) return commits.map(() => ({ failure: error }))
      const at = ends.findIndex((end) => failed.index < end)
      const commit = commits[at]
      if (!commit) throw error
      const place = failed.index - (at === 0 ? 0 : (ends[at - 1] ?? 0))
      return [...whole(failed.partialResult, at), outcomeAt(place, commit.events.length, failed.error, error)]
    }
  }

  async project(from: number, thread: Thread, events: readonly LogEvent<Thread, Post>[]): Promise<boolean> {
    const results = await this.writes.inOrder(this.projectionOf(from, thread, events))
    return results.at(-1) ?? false
  }

  /** Returns the writes that project events, in order; the last one moves the thread. */
  private projectionOf(
    from: number,
    thread: Thread,
    events: readonly LogEvent<Thread, Post>[],
  ): ProjectionWrite[] {
    const threadId = events[0]?.threadId ?? 0
    const writes = events.flatMap((event) => [
      ...this.projections.documents(event).map((change) => applyOnce(change, event.seq)),
      ...(this.projections.others?.(event) ?? []),
    ])
    // Groups the writes by collection; the sort keeps the order within each.
    writes.sort((a, b) => (a.collection < b.collection ? -1 : a.collection > b.collection ? 1 : 0))
    writes.push(this.moveThread(threadId, from, thread, events))
    return writes
  }

  private moveThread(
    threadId: number,
    from: number,
    thread: Thread,
    events: readonly LogEvent<Thread, Post>[],
  ): ProjectionWrite {
    const { _id: _, ...created } = thread as Thread & { _id?: unknown }
    const changed = Object.assign({}, ...events.map((event) => event.thread), { seq: thread.seq }) as object
    return {
      collection: this.projections.threads,
      filter: { _id: threadId, seq: from },
      update: { $set: from === 0 ? created : changed },
      upsert: from === 0,
    }
  }

  /** One read returns the pending events for several consumers and threads. */
  async pending(threadId: number, consumer: string, range: PendingRange): Promise<LogEvent<Thread, Post>[]> {
    const { after, upTo, limit } = range
    const found = after === 0 ? await this.pendingReads.get({ threadId, consumer, upTo, limit }) : undefined
    if (found) return found
    return this.events
      .find<LogEvent<Thread, Post>>({ ...pendingFor(consumer), threadId, seq: { $gt: after, $lte: upTo } })
      .sort({ seq: 1 })
      .limit(limit)
      .toArray()
  }

  /** Returns the pending events of as many of the threads as one read can return completely. */
  private async readPending(
    requests: readonly PendingRequest[],
  ): Promise<ReadonlyMap<PendingRequest, LogEvent<Thread, Post>[]>> {
    const found = await this.events
      .find<LogEvent<Thread, Post>>({
        pending: { $in: [...new Set(requests.map(({ consumer }) => consumer))] },
        ...PENDING,
        threadId: { $in: [...new Set(requests.map(({ threadId }) => threadId))] },
      })
      .sort({ threadId: 1, seq: 1 })
      .limit(PENDING_AT_ONCE)
      .toArray()
    const isCut = found.length === PENDING_AT_ONCE
    const end = isCut ? (found.at(-1)?.threadId ?? 0) : Infinity
    const byId = byThread(found)
    return new Map(
      requests
        .filter(({ threadId }) => threadId < end)
        .map((request) => {
          const { threadId, consumer, upTo, limit } = request
          const waiting = (byId.get(threadId) ?? []).filter(
            ({ seq, pending }) => seq <= upTo && pending.includes(consumer),
          )
          return [request, waiting.slice(0, limit)]
        }),
    )
  }

  async overdue(consumer: string, recent: Recent, afterThreadId: number): Promise<number[]> {
    const found = await this.events
      .find<{ threadId: number }>(
        { ...pendingFor(consumer), threadId: { $gt: afterThreadId }, ...notRecent('at', recent) },
        { projection: { threadId: 1 } },
      )
      .sort({ threadId: 1, seq: 1 })
      .limit(OVERDUE_BATCH)
      .toArray()
    return [...new Set(found.map(({ threadId }) => threadId))]
  }

  async anyOverdue(recent: Recent): Promise<boolean> {
    const options = { hint: PENDING_INDEX, projection: { _id: 1 } }
    return (await this.events.findOne({ ...PENDING, ...notRecent('at', recent) }, options)) !== null
  }

  async unprojected(): Promise<number[]> {
    const last = await this.events
      .aggregate<{ _id: number; seq: number }>(
        [{ $match: PENDING }, { $group: { _id: '$threadId', seq: { $max: '$seq' } } }],
        { hint: PENDING_INDEX },
      )
      .toArray()
    const found: number[] = []
    for (let i = 0; i < last.length; i += THREADS_BATCH) {
      const batch = last.slice(i, i + THREADS_BATCH)
      const threads = await this.writes
        .collection(this.projections.threads)
        .find({ _id: { $in: batch.map(({ _id }) => _id) } }, { projection: { seq: 1 } })
        .toArray()
      const seqs = new Map(threads.map((thread) => [thread._id, Number(thread.seq)]))
      for (const { _id, seq } of batch) if ((seqs.get(_id) ?? 0) < seq) found.push(_id)
    }
    return found
  }

  async clear(handled: readonly Handled<LogEvent<Thread, Post>>[]): Promise<void> {
    if (handled.length === 0) return
    const byNames = new Map<string, { names: readonly string[]; ids: string[] }>()
    for (const { event, names } of handled) {
      const group = byNames.get(names.join()) ?? { names, ids: [] }
      group.ids.push(event._id)
      byNames.set(names.join(), group)
    }
    const models: mongo.AnyBulkWriteOperation<EventDoc>[] = [...byNames.values()].map(({ names, ids }) => ({
      updateMany: {
        filter: { _id: { $in: ids } },
        update: { $pull: { pending: { $in: [...names] } } },
      },
    }))
    const transient = handled
      .filter(({ event }) => KINDS[event.kind].isTransient)
      .map(({ event }) => event._id)
    if (transient.length > 0) {
      const filter = {
        _id: { $in: transient },
        kind: { $in: TRANSIENT_KINDS },
        'pending.0': { $exists: false },
        idempotencyKey: { $exists: false },
      }
      models.push({ updateMany: { filter, update: { $unset: TRIMMED } } })
    }
    await this.events.bulkWrite(models, { ordered: true, writeConcern: DURABLE })
  }
}

/** Returns a trimmed event as one that changes nothing, for processes that still project it. */
function whole<Thread, Post>(event: LogEvent<Thread, Post>): LogEvent<Thread, Post> {
  return { ...event, thread: event.thread ?? {}, counts: event.counts ?? [], pending: event.pending ?? [] }
}

function applyOnce(change: DocumentChange, seq: number): ProjectionWrite {
  const { collection, _id, set, isNew, where, order = seq } = change
  return {
    collection,
    filter: { _id, appliedSeq: { $lt: order }, ...where },
    update: { $set: { ...set, appliedSeq: order } },
    upsert: isNew,
  }
}

/** Returns which events of the batch are in the log. An error that does not say so leaves it unknown. */
function outcomeOf(error: unknown): InsertOutcome {
  if (!(error instanceof mongo.MongoBulkWriteError)) throw error
  const [failure] = [error.writeErrors].flat()
  if (failure?.code !== DUPLICATE_KEY || error.result.getWriteConcernError()) throw error
  return { inserted: failure.index, taken: takenKeyOf(failure.errmsg) }
}

/** Returns the outcome of a commit of so many events whose write at that place failed. */
function outcomeAt(
  place: number,
  events: number,
  { code, message }: mongo.ClientBulkWriteError,
  failure: unknown,
): CommitOutcome {
  if (code !== DUPLICATE_KEY) return { failure }
  if (place < events) return { inserted: place, taken: takenKeyOf(message), isProjected: false }
  // A post is newer, and its thread is still to be moved.
  return indexOf(message) === ID_INDEX ? { inserted: events, taken: null, isProjected: false } : { failure }
}

/** Returns which unique key of the log rejected an event. */
const takenKeyOf = (message: string | undefined) => (indexOf(message) === KEY_INDEX ? 'key' : 'seq')
