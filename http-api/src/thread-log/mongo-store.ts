import type { Clock } from '@forum/shared/clock'
import { insertDurable, takenKey } from '../platform/database'
import { KeyedQueue } from '../platform/keyed-queue'
import type { LogStore } from './algorithm'
import type { ThreadLogCollections } from './collections'
import { deliver, type LogConsumer } from './consumers'
import type { Counters, Fence } from './counters'
import { likeId } from './likes.model'
import { FRESH_POST, FRESH_THREAD, makesPost } from './projection'
import type { ThreadEventDoc } from './thread-events.model'
import type { ThreadDoc } from './threads.model'

/** Older than this, an event that is not counted or published was left behind by its process. */
export const OVERDUE_MS = 5_000
/** How many overdue events one sweep looks at. */
const SWEEP_BATCH = 200

export interface MongoStoreDeps {
  db: ThreadLogCollections
  counters: Counters
  /** Gets every event that is projected, each marked as published once it is handled. */
  publish: LogConsumer
  /** Gets events once the counters include them; best effort. */
  counted: LogConsumer
  clock: Clock
  onFailure: (what: 'publish' | 'sweep', error: unknown) => void
}

/** The thread log over MongoDB. Reads go to the primary; the insert of an event is what must not be lost. */
export class MongoLogStore implements LogStore<ThreadDoc, ThreadEventDoc, Fence> {
  private readonly turns = new KeyedQueue<number>()

  constructor(private readonly deps: MongoStoreDeps) {}

  thread(threadId: number): Promise<ThreadDoc | null> {
    return this.deps.db.threads.findById(threadId).lean<ThreadDoc | null>().exec()
  }

  eventsAfter(threadId: number, seq: number): Promise<ThreadEventDoc[]> {
    return this.deps.db.threadEvents
      .find({ threadId, seq: { $gt: seq } })
      .sort({ seq: 1 })
      .lean<ThreadEventDoc[]>()
      .exec()
  }

  eventByKey(threadId: number, actorId: number, idempotencyKey: string): Promise<ThreadEventDoc | null> {
    return this.deps.db.threadEvents
      .findOne({ threadId, actorId, idempotencyKey })
      .lean<ThreadEventDoc | null>()
      .exec()
  }

  async insert(event: ThreadEventDoc): Promise<'inserted' | 'seq_taken' | 'key_taken'> {
    try {
      await insertDurable(this.deps.db.threadEvents, event)
      return 'inserted'
    } catch (error) {
      const key = takenKey(error)
      if (!key) throw error
      return key.includes('idempotencyKey') ? 'key_taken' : 'seq_taken'
    }
  }

  async applyToPost(event: ThreadEventDoc): Promise<void> {
    if (event.postId === null) return
    const isNew = makesPost(event)
    await this.unlessNewer(
      this.deps.db.posts.updateOne(
        { _id: event.postId, appliedSeq: { $lt: event.seq } },
        { $set: { ...(isNew ? FRESH_POST : {}), ...event.post, appliedSeq: event.seq } },
        { upsert: isNew },
      ),
    )
    if (!event.like) return
    const { userId, liked } = event.like
    await this.unlessNewer(
      this.deps.db.likes.updateOne(
        { _id: likeId(event.postId, userId), appliedSeq: { $lt: event.seq } },
        { $set: { postId: event.postId, userId, liked, appliedSeq: event.seq } },
        { upsert: true },
      ),
    )
  }

  /** An upsert whose filter excludes what is already newer runs into its id instead: nothing is left to do. */
  private async unlessNewer(write: PromiseLike<unknown>): Promise<void> {
    try {
      await write
    } catch (error) {
      if (!takenKey(error)?.includes('_id')) throw error
    }
  }

  async applyToThread(event: ThreadEventDoc): Promise<boolean> {
    const { threads } = this.deps.db
    if (event.seq > 1) {
      const moved = await threads.updateOne(
        { _id: event.threadId, seq: event.seq - 1 },
        { $set: { ...event.thread, seq: event.seq } },
      )
      return moved.modifiedCount > 0
    }
    try {
      await threads.collection.insertOne({
        ...FRESH_THREAD,
        ...event.thread,
        _id: event.threadId,
        seq: event.seq,
      } as never)
      return true
    } catch (error) {
      if (takenKey(error)) return false
      throw error
    }
  }

  fence(event: ThreadEventDoc): Promise<Fence> {
    return this.deps.counters.fence(event)
  }

  async count(event: ThreadEventDoc, fence: Fence): Promise<void> {
    await this.deps.counters.add(event, fence)
    await deliver(this.deps.counted, [event])
  }

  async recount(event: ThreadEventDoc): Promise<void> {
    if (!event.counts) return
    await this.deps.counters.recountBoard(event.boardId)
    await this.deps.counters.recountMember(event.authorId)
    await deliver(this.deps.counted, [event])
  }

  async markCounted(event: ThreadEventDoc): Promise<void> {
    if (event.counted) return
    await this.deps.db.threadEvents.updateOne({ _id: event._id }, { $set: { counted: true } })
  }

  unpublished(threadId: number, seq: number): Promise<ThreadEventDoc[]> {
    return this.deps.db.threadEvents
      .find({ threadId, published: false, seq: { $lte: seq } })
      .sort({ seq: 1 })
      .lean<ThreadEventDoc[]>()
      .exec()
  }

  send(event: ThreadEventDoc): Promise<void> {
    return deliver(this.deps.publish, [event])
  }

  async markPublished(event: ThreadEventDoc): Promise<void> {
    await this.deps.db.threadEvents.updateOne({ _id: event._id }, { $set: { published: true } })
  }

  async overdue(): Promise<ThreadEventDoc[]> {
    const at = { $lt: new Date(this.deps.clock.now().getTime() - OVERDUE_MS) }
    const waiting = (filter: object) =>
      this.deps.db.threadEvents
        .find({ ...filter, at })
        .sort({ at: 1 })
        .limit(SWEEP_BATCH)
        .lean<ThreadEventDoc[]>()
    return [...(await waiting({ counted: false })), ...(await waiting({ published: false }))]
  }

  inTurn<T>(threadId: number, work: () => Promise<T>): Promise<T> {
    return this.turns.run(threadId, work)
  }

  failed(what: 'publish' | 'sweep', error: unknown): void {
    this.deps.onFailure(what, error)
  }
}
