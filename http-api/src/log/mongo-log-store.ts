import { mongo } from 'mongoose'
import { BatchedReads } from '../platform/work/batched-reads'
import { DURABLE } from '../platform/mongo/database'
import { notRecent, type Recent } from '../platform/mongo/database-time'
import { GroupedWork } from '../platform/work/grouped-work'
import { byThread } from './by-thread'
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
  type Addition,
  type Commit,
  type CommitOutcome,
  type CounterState,
  type Handled,
  type InsertOutcome,
  type LogStore,
  type PendingRange,
} from './log-store'

/** Number of events that `eventsAfter` reads at once. */
const LOG_BATCH = 64
/** Number of pending events that one search for overdue threads covers. */
const OVERDUE_BATCH = 1_000
/** From this wire version on (MongoDB 8.0), servers write to several collections in one command. */
const CLIENT_BULK_WRITE_WIRE_VERSION = 25
const DUPLICATE_KEY = 11_000
const ID_INDEX = '_id_'
const KEY_INDEX = 'idempotency_key'
const PENDING_INDEX = 'pending'
/** Number of pending events that one read for several threads returns. */
const PENDING_AT_ONCE = 1_000
/** Threads whose seq is read at once. */
const THREADS_BATCH = 1_000

/** A change of one projected document. It is applied once: if the document does not contain the event's seq yet. */
export interface DocumentChange {
  collection: string
  _id: number | string
  set: Record<string, unknown>
  /** Whether the event creates the document if it is missing. */
  isNew: boolean
}

/** What a consumer has not handled of a thread from its beginning. */
interface PendingRequest extends Omit<PendingRange, 'after'> {
  threadId: number
  consumer: string
}

/** Where the counters of a subject are stored. */
export interface CounterLocation {
  collection: string
  /** The fields of the numbers; a number without a field is not stored. */
  fields: Partial<Record<keyof CounterNumbers, string>>
}

/** How features store the projections of the log. */
export interface Projections<Thread, Post> {
  /** The collection of threads. */
  threads: string
  /** The posts and other documents that an event changes, each with the fields after the event. */
  documents(event: LogEvent<Thread, Post>): DocumentChange[]
  /** Other writes of the same projection. They must be harmless when repeated or late. */
  others?(event: LogEvent<Thread, Post>): ProjectionWrite[]
  counters: Record<CounterSubject, CounterLocation>
  recount(key: CounterKey): Promise<CounterNumbers>
}

/** All that a store knows of a document: its id. */
type Doc = mongo.Document & { _id: number | string }
type EventDoc = LogEvent<object, object>
/** The documents of a bulk over several collections. */
type BulkDocs = Record<string, Doc>

/** A write in the ordered bulk that projects events. */
export interface ProjectionWrite {
  collection: string
  filter: mongo.Filter<Doc>
  update: mongo.UpdateFilter<Doc>
  upsert: boolean
}

/** Empty unless events are pending. They serve both "of one thread, in order" and "which threads". */
export const THREAD_EVENT_INDEXES: readonly mongo.IndexDescription[] = [
  {
    name: KEY_INDEX,
    key: { threadId: 1, actorId: 1, idempotencyKey: 1 },
    unique: true,
    partialFilterExpression: { idempotencyKey: { $exists: true } },
  },
  {
    name: PENDING_INDEX,
    key: { pending: 1, threadId: 1, seq: 1 },
    partialFilterExpression: { 'pending.0': { $exists: true } },
  },
]

/** The planner uses the partial index only for a query that repeats its condition. */
export const pendingFor = (name: string) => ({ pending: name, 'pending.0': { $exists: true } })

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

/** Counters that one command reads or writes: a thread of thousands of authors touches as many. */
const COUNTERS_AT_ONCE = 500

/** The thread log over MongoDB, on the native driver. */
export class MongoLogStore<Thread extends ProjectedThread, Post> implements LogStore<Thread, Post> {
  private readonly client: mongo.MongoClient
  private readonly events: mongo.Collection<EventDoc>
  private wireVersion: Promise<number> | null = null
  private readonly threads = new BatchedReads<number, Thread>((threadIds) => this.readThreads(threadIds))
  private readonly pendingReads = new BatchedReads<PendingRequest, LogEvent<Thread, Post>[]>((requests) =>
    this.readPending(requests),
  )
  private readonly additions = new GroupedWork((additions: Addition[]) => this.addAll(additions))

  constructor(
    private readonly db: mongo.Db,
    private readonly projections: Projections<Thread, Post>,
    /** False for servers older than MongoDB 8, which take one more round trip. */
    private readonly options: { oneBulk?: boolean } = {},
  ) {
    this.client = db.client
    this.events = db.collection<EventDoc>('threadEvents')
  }

  async thread(threadId: number): Promise<Thread | null> {
    return (await this.threads.get(threadId)) ?? null
  }

  private async readThreads(threadIds: readonly number[]): Promise<ReadonlyMap<number, Thread>> {
    const found = await this.collection(this.projections.threads)
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
    if (!(await this.canWriteAcrossCollections())) {
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
          namespace: this.namespaceOf('threadEvents'),
          document: { ...event },
        })
      }
      for (const write of this.projectionOf(from, thread, events)) models.push(this.bulkModelOf(write))
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
      const options = { ordered: true, verboseResults: true, writeConcern: DURABLE }
      return whole(await this.client.bulkWrite<BulkDocs>(models, options), commits.length)
    } catch (error) {
      const failed = failureIn(error)
      // What was written is unknown, of all of them.
      if (!failed) return commits.map(() => ({ failure: error }))
      const at = ends.findIndex((end) => failed.index < end)
      const commit = commits[at]
      if (!commit) throw error
      const place = failed.index - (at === 0 ? 0 : (ends[at - 1] ?? 0))
      return [...whole(failed.partialResult, at), outcomeAt(place, commit.events.length, failed.error, error)]
    }
  }

  async project(from: number, thread: Thread, events: readonly LogEvent<Thread, Post>[]): Promise<boolean> {
    const results = await this.inOrder(this.projectionOf(from, thread, events))
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

  /**
   * Runs the writes in order and returns for each whether it changed something. An upsert that meets a newer document
   * fails on its id, which ends an ordered bulk; this is not an error, and the remaining writes follow.
   */
  private async inOrder(writes: readonly ProjectionWrite[]): Promise<boolean[]> {
    const results: boolean[] = []
    while (results.length < writes.length) {
      const rest = writes.slice(results.length)
      const run = (await this.canWriteAcrossCollections())
        ? this.acrossCollections(rest)
        : this.byCollection(rest)
      results.push(...(await run))
    }
    return results
  }

  /** Returns the results up to and including the first duplicate id. */
  private async acrossCollections(writes: readonly ProjectionWrite[]): Promise<boolean[]> {
    const models = writes.map((write) => this.bulkModelOf(write))
    const options = { ordered: true, verboseResults: true, writeConcern: DURABLE }
    try {
      return changesOf(await this.client.bulkWrite<BulkDocs>(models, options), writes.length)
    } catch (error) {
      const { index, message, partialResult } = duplicateIn(error)
      if (indexOf(message) !== ID_INDEX) throw error
      return [...changesOf(partialResult, index), false]
    }
  }

  private bulkModelOf({ collection, ...update }: ProjectionWrite): mongo.ClientBulkWriteModel<BulkDocs> {
    return { name: 'updateOne', namespace: this.namespaceOf(collection), ...update }
  }

  private namespaceOf(collection: string): string {
    return `${this.db.databaseName}.${collection}`
  }

  /** Does the same on older servers, with one command for each run of writes to a collection. */
  private async byCollection(writes: readonly ProjectionWrite[]): Promise<boolean[]> {
    const [first] = writes
    if (!first) return []
    const end = writes.findIndex(({ collection }) => collection !== first.collection)
    const run = writes.slice(0, end < 0 ? writes.length : end)
    const models = run.map(({ filter, update, upsert }) => ({ updateOne: { filter, update, upsert } }))
    try {
      const result = await this.collection(first.collection).bulkWrite(models, { writeConcern: DURABLE })
      // Only the thread's own write, which is alone in its collection, needs its result.
      return run.map(() => result.matchedCount + result.upsertedCount === run.length)
    } catch (error) {
      if (!(error instanceof mongo.MongoBulkWriteError)) throw error
      const [failure] = [error.writeErrors].flat()
      if (failure?.code !== DUPLICATE_KEY || error.result.getWriteConcernError()) throw error
      if (indexOf(failure.errmsg) !== ID_INDEX) throw error
      return run.slice(0, failure.index + 1).map(() => false)
    }
  }

  private async canWriteAcrossCollections(): Promise<boolean> {
    if (this.options.oneBulk !== undefined) return this.options.oneBulk
    this.wireVersion ??= this.db.command({ hello: 1 }).then((hello) => Number(hello.maxWireVersion))
    try {
      return (await this.wireVersion) >= CLIENT_BULK_WRITE_WIRE_VERSION
    } catch (error) {
      this.wireVersion = null
      throw error
    }
  }

  /** What several consumers and threads wait for is read together. */
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
        'pending.0': { $exists: true },
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
          const own = (byId.get(threadId) ?? []).filter(
            ({ seq, pending }) => seq <= upTo && pending.includes(consumer),
          )
          return [request, own.slice(0, limit)]
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

  async unprojected(): Promise<number[]> {
    const last = await this.events
      .aggregate<{ _id: number; seq: number }>(
        [
          { $match: { 'pending.0': { $exists: true } } },
          { $group: { _id: '$threadId', seq: { $max: '$seq' } } },
        ],
        { hint: PENDING_INDEX },
      )
      .toArray()
    const found: number[] = []
    for (let i = 0; i < last.length; i += THREADS_BATCH) {
      const batch = last.slice(i, i + THREADS_BATCH)
      const threads = await this.collection(this.projections.threads)
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

  async counters(keys: readonly CounterKey[]): Promise<Map<CounterKey, CounterState>> {
    const found = new Map<CounterKey, CounterState>()
    await Promise.all(
      (['board', 'member'] as const).map(async (subject) => {
        const ids = keys.filter((key) => key.startsWith(`${subject}:`)).map(idOf)
        if (ids.length === 0) return
        const { collection, fields } = this.projections.counters[subject]
        const projection = Object.fromEntries(
          ['epoch', 'revision', 'marks', ...Object.values(fields)].map((field) => [field, 1]),
        )
        for (let i = 0; i < ids.length; i += COUNTERS_AT_ONCE) {
          const docs = await this.collection(collection)
            .find({ _id: { $in: ids.slice(i, i + COUNTERS_AT_ONCE) } }, { projection })
            .toArray()
          for (const doc of docs) {
            const state = stateOf(`${subject}:${Number(doc._id)}`, doc, fields)
            found.set(state.key, state)
          }
        }
      }),
    )
    return found
  }

  /** Additions of several callers go together in one command, so that those to a busy board conflict less. */
  add(additions: readonly Addition[]): Promise<boolean[]> {
    return this.additions.run(additions)
  }

  private async addAll(additions: readonly Addition[]): Promise<boolean[]> {
    const added: boolean[] = []
    for (let i = 0; i < additions.length; i += COUNTERS_AT_ONCE) {
      const some = additions.slice(i, i + COUNTERS_AT_ONCE)
      added.push(...(await this.addSome(some.map((addition) => this.addOne(addition)))))
    }
    return added
  }

  private async addSome(writes: readonly ProjectionWrite[]): Promise<boolean[]> {
    if (await this.canWriteAcrossCollections()) return this.acrossCollections(writes)
    return Promise.all(
      writes.map(async ({ collection, filter, update }) => {
        const { matchedCount } = await this.collection(collection).updateOne(filter, update, {
          writeConcern: DURABLE,
        })
        return matchedCount > 0
      }),
    )
  }

  private addOne({ key, epoch, threadId, from, to, sum }: Addition): ProjectionWrite {
    const { collection, fields } = this.locationOf(key)
    return {
      collection,
      filter: { _id: idOf(key), epoch, [`marks.${threadId}`]: { $not: { $gte: from } } },
      update: { $inc: { ...incrementsOf(sum, fields), revision: 1 }, $set: { [`marks.${threadId}`]: to } },
      upsert: false,
    }
  }

  async evict(key: CounterKey, epoch: number, marks: ReadonlyMap<number, number>): Promise<void> {
    const paths = [...marks].map(([threadId, mark]) => [`marks.${threadId}`, mark] as const)
    const filter = { _id: idOf(key), epoch, ...Object.fromEntries(paths) }
    const update = {
      $unset: Object.fromEntries(paths.map(([path]) => [path, ''])),
      $inc: { epoch: 1, revision: 1 },
    }
    await this.collection(this.locationOf(key).collection).updateOne(filter, update, {
      writeConcern: DURABLE,
    })
  }

  async lowestUncounted(threadIds: readonly number[]): Promise<Map<number, number>> {
    const lowest = await this.events
      .aggregate<{ _id: number; seq: number }>([
        { $match: { ...pendingFor('count'), threadId: { $in: [...threadIds] } } },
        { $group: { _id: '$threadId', seq: { $min: '$seq' } } },
      ])
      .toArray()
    return new Map(lowest.map(({ _id, seq }) => [_id, seq]))
  }

  recount(key: CounterKey): Promise<CounterNumbers> {
    return this.projections.recount(key)
  }

  async isUncounted(key: CounterKey): Promise<boolean> {
    const counts = { $elemMatch: { subject: subjectOf(key), id: idOf(key) } }
    const found = await this.events.findOne({ ...pendingFor('count'), counts }, { projection: { _id: 1 } })
    return found !== null
  }

  async setCounter(key: CounterKey, revision: number, numbers: CounterNumbers): Promise<boolean> {
    const { collection, fields } = this.locationOf(key)
    const set: Record<string, unknown> = {}
    for (const [name, field] of Object.entries(fields)) {
      set[field] = numbers[name as keyof CounterNumbers] ?? (name === 'days' ? {} : 0)
    }
    const { matchedCount } = await this.collection(collection).updateOne(
      { _id: idOf(key), revision },
      { $set: set, $inc: { revision: 1 } },
      { writeConcern: DURABLE },
    )
    return matchedCount > 0
  }

  private locationOf(key: CounterKey): CounterLocation {
    return this.projections.counters[subjectOf(key)]
  }

  private collection(name: string): mongo.Collection<Doc> {
    return this.db.collection<Doc>(name)
  }
}

/** Returns a trimmed event as one that changes nothing, for processes that still project it. */
function whole<Thread, Post>(event: LogEvent<Thread, Post>): LogEvent<Thread, Post> {
  return { ...event, thread: event.thread ?? {}, counts: event.counts ?? [], pending: event.pending ?? [] }
}

function applyOnce({ collection, _id, set, isNew }: DocumentChange, seq: number): ProjectionWrite {
  return {
    collection,
    filter: { _id, appliedSeq: { $lt: seq } },
    update: { $set: { ...set, appliedSeq: seq } },
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

/** Returns the write that ended a bulk over several collections; null where the error does not say, or others did. */
function failureIn(error: unknown) {
  if (!(error instanceof mongo.MongoClientBulkWriteError) || error.writeConcernErrors.length > 0) return null
  const [failure] = error.writeErrors
  return failure ? { index: failure[0], error: failure[1], partialResult: error.partialResult } : null
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

/** Returns the write that ended a bulk over several collections on a unique key; throws any other error. */
function duplicateIn(error: unknown) {
  const failed = failureIn(error)
  if (failed?.error.code !== DUPLICATE_KEY) throw error
  return { ...failed, message: failed.error.message }
}

/** Returns which unique key of the log rejected an event. */
const takenKeyOf = (message: string | undefined) => (indexOf(message) === KEY_INDEX ? 'key' : 'seq')

/** Returns the unique index that rejected a write; the server names it only in its message. */
const indexOf = (message: string | undefined) => / index: (\S+) dup key/.exec(message ?? '')?.[1]

/** Returns for each of the first `length` writes whether it changed something. */
function changesOf(result: mongo.ClientBulkWriteResult | undefined, length: number): boolean[] {
  return Array.from({ length }, (_, i) => {
    const update = result?.updateResults?.get(i)
    return update !== undefined && update.matchedCount + (update.didUpsert ? 1 : 0) > 0
  })
}

const subjectOf = (key: CounterKey) => (key.startsWith('board:') ? 'board' : 'member')
const idOf = (key: CounterKey) => Number(key.slice(key.indexOf(':') + 1))

function incrementsOf(sum: CounterNumbers, fields: CounterLocation['fields']): Record<string, number> {
  const increments: Record<string, number> = {}
  for (const name of ['threads', 'posts', 'likes'] as const) {
    const field = fields[name]
    if (field !== undefined && sum[name] !== undefined) increments[field] = sum[name]
  }
  for (const [day, posts] of Object.entries(fields.days === undefined ? {} : (sum.days ?? {}))) {
    increments[`${fields.days}.${day}`] = posts
  }
  return increments
}

function stateOf(
  key: CounterKey,
  doc: Record<string, unknown>,
  fields: CounterLocation['fields'],
): CounterState {
  const numbers = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, doc[field]]),
  ) as CounterNumbers
  const marks = Object.entries((doc.marks ?? {}) as Record<string, number>)
  return {
    key,
    epoch: Number(doc.epoch ?? 0),
    revision: Number(doc.revision ?? 0),
    marks: new Map(marks.map(([threadId, mark]) => [Number(threadId), mark])),
    numbers,
  }
}
