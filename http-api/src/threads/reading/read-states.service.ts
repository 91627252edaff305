import type { Clock } from '@forum/shared/clock'
import { MEMBER_THREADS_MAX } from '../../platform/limits'
import { LRUCache } from 'lru-cache'
import type { mongo } from 'mongoose'
import {
  accountOf,
  causedBy,
  type Freshness,
  lastPostNumberOf,
  type ProjectionWrite,
  type ThreadDoc,
  type ThreadEventDoc,
} from '../../log'
import { ALL_BOARDS, ALL_THREADS, readStateId, type ThreadReadState } from './read-states.model'
import { BatchedReads } from '../../platform/work/batched-reads'
import type { CurrentValues } from '../../platform/work/copies'
import { insertAll } from '../../platform/mongo/database'
import type { Collection } from '../../platform/mongo/model'

/** Maximum number of members whose version is remembered. */
const VERSIONS_MAX = 10_000
/** Number of watchers that one read for several threads returns. */
const WATCHERS_AT_ONCE = 500

type Changes = Partial<Omit<ThreadReadState, '_id'>>

/** The fields of a thread that decide whether it is read. */
type ReadableThread = Pick<ThreadDoc, '_id' | 'boardId' | 'lastNumber' | 'lastPostAt' | 'lastPostNumber'>

/** A member who watches a thread. */
export interface Watcher {
  userId: number
  /** The member wants no notifications of this thread. */
  isMuted: boolean
}

/** A member's read states of some threads. */
export class MemberReadStates {
  constructor(private readonly byThread: ReadonlyMap<number, ThreadReadState>) {}

  /** Returns the relation to a thread, including how far the thread is read. */
  of(
    thread: ReadableThread,
  ): Pick<
    Required<ThreadReadState>,
    'lastReadNumber' | 'isWatching' | 'isBookmarked' | 'isMuted' | 'keptPostIds'
  > {
    const {
      lastReadNumber = 0,
      isWatching = false,
      isBookmarked = false,
      isMuted = false,
      keptPostIds = [],
    } = this.byThread.get(thread._id) ?? {}
    return {
      lastReadNumber: this.isMarked(thread) ? Math.max(lastReadNumber, thread.lastNumber) : lastReadNumber,
      isWatching,
      isBookmarked,
      isMuted,
      keptPostIds,
    }
  }

  /** Returns true if the thread has posts that are neither deleted nor read. */
  isUnread(thread: ReadableThread): boolean {
    return this.of(thread).lastReadNumber < lastPostNumberOf(thread)
  }

  /** Returns true if the thread has had no post since the member marked its board, or everything, as read. */
  private isMarked({ boardId, lastPostAt }: ReadableThread): boolean {
    const marks = this.byThread.get(ALL_THREADS)?.markedReadAt
    return [marks?.[ALL_BOARDS], marks?.[boardId]].some((at) => at !== undefined && lastPostAt <= at)
  }
}

/** Members' relations to threads. `lastReadNumber` never goes back. */
export class ReadStates {
  private readonly reads: CurrentValues<string, ThreadReadState>
  /** Reads past the cache. */
  private readonly current: BatchedReads<string, ThreadReadState>
  /** All watchers of a thread, where they are few. */
  private readonly watchers = new BatchedReads<number, Watcher[]>((threadIds) => this.readWatchers(threadIds))
  /** When each member's states last changed, as numbers that are never used twice. */
  private readonly versions = new LRUCache<number, number>({ max: VERSIONS_MAX })
  private lastVersion = 0

  constructor(
    private readonly db: { readStates: Collection<ThreadReadState> },
    private readonly clock: Clock,
    private readonly freshness: Freshness,
  ) {
    const read = async (ids: string[]) => {
      const found = await db.readStates.find({ _id: { $in: ids } }).toArray()
      return new Map(found.map((state) => [state._id, state]))
    }
    this.reads = freshness.copies.values(read)
    this.current = new BatchedReads(read)
    freshness.on('threadChanged', (_, events) => this.invalidateOwnPosts(events))
  }

  /** Returns a member's read states of these threads. */
  async of(userId: number, threadIds: readonly number[]): Promise<MemberReadStates> {
    if (threadIds.length === 0) return new MemberReadStates(new Map())
    const ids = [ALL_THREADS, ...threadIds].map((threadId) => readStateId(userId, threadId))
    const found = await this.reads.getAll(ids)
    return new MemberReadStates(new Map([...found.values()].map((state) => [state.threadId, state])))
  }

  /** Returns a number that changes whenever a state of the member does; null if another process may change them. */
  versionOf(userId: number): number | null {
    if (!this.freshness.copies.isAlone) return null
    const version = this.versions.get(userId) ?? ++this.lastVersion
    this.versions.set(userId, version)
    return version
  }

  /** Drops what is cached of a member's state, after a write from elsewhere. */
  invalidate(userId: number, threadId: number): void {
    this.reads.invalidate(readStateId(userId, threadId))
    this.versions.set(userId, ++this.lastVersion)
  }

  async markRead(userId: number, threadId: number, number: number): Promise<void> {
    await this.change(userId, threadId, {
      $max: { lastReadNumber: number },
      $setOnInsert: { isWatching: false, isBookmarked: false },
    })
  }

  async watch(userId: number, threadId: number, isWatching: boolean): Promise<void> {
    await this.change(userId, threadId, {
      $set: { isWatching },
      $setOnInsert: { lastReadNumber: 0, isBookmarked: false },
    })
  }

  /** Mutes a thread: the member is not notified of it, but may continue to watch it. */
  async mute(userId: number, threadId: number, isMuted: boolean): Promise<void> {
    await this.change(userId, threadId, {
      $set: { isMuted },
      $setOnInsert: { lastReadNumber: 0, isWatching: false, isBookmarked: false },
    })
  }

  /** Bookmarks a thread; bookmarking it again keeps its place in the list. */
  async bookmark(userId: number, threadId: number, isBookmarked: boolean): Promise<void> {
    if (isBookmarked) {
      const states = await this.reads.getAll([readStateId(userId, threadId)])
      if (states.get(readStateId(userId, threadId))?.isBookmarked === true) return
    }
    await this.change(userId, threadId, {
      $set: { isBookmarked, bookmarkedAt: this.clock.now() },
      $setOnInsert: { lastReadNumber: 0, isWatching: false },
    })
  }

  /** Marks a post of a thread as kept for later, or no longer. */
  async keepPost(
    userId: number,
    { threadId, postId }: { threadId: number; postId: number },
    isKept: boolean,
  ): Promise<void> {
    await this.change(userId, threadId, {
      [isKept ? '$addToSet' : '$pull']: { keptPostIds: postId },
      $setOnInsert: { lastReadNumber: 0, isWatching: false, isBookmarked: false },
    })
  }

  private async change(
    userId: number,
    threadId: number,
    update: { $set?: Changes; $max?: Record<string, number | Date>; $setOnInsert: Changes },
  ): Promise<void> {
    const _id = readStateId(userId, threadId)
    const isNew = { ...update.$setOnInsert, userId, threadId }
    await this.db.readStates.updateOne({ _id }, { ...update, $setOnInsert: isNew }, { upsert: true })
    this.invalidate(userId, threadId)
  }

  /**
   * Marks boards, or everything, as read up to a time. The given unread threads are marked up to their last number, so
   * that only later posts are unread in them; all other threads count as read until their next post.
   */
  async markAllRead(
    userId: number,
    {
      now,
      boardIds,
      unread,
    }: {
      now: Date
      /** Null for every board. */
      boardIds: readonly number[] | null
      unread: readonly Pick<ThreadDoc, '_id' | 'lastNumber'>[]
    },
  ): Promise<void> {
    const marks = boardIds ?? [ALL_BOARDS]
    const writes: mongo.AnyBulkWriteOperation<ThreadReadState>[] = unread.map(({ _id, lastNumber }) => ({
      updateOne: {
        filter: { _id: readStateId(userId, _id) },
        update: {
          $max: { lastReadNumber: lastNumber },
          $setOnInsert: { userId, threadId: _id, isWatching: false, isBookmarked: false },
        },
        upsert: true,
      },
    }))
    if (writes.length > 0) await this.db.readStates.bulkWrite(writes, { ordered: false })
    await this.change(userId, ALL_THREADS, {
      $max: Object.fromEntries(marks.map((key) => [`markedReadAt.${key}`, now])),
      $setOnInsert: { lastReadNumber: 0, isWatching: false, isBookmarked: false },
    })
    for (const { _id } of unread) this.invalidate(userId, _id)
  }

  /** Returns the threads that a member watches, at most `MEMBER_THREADS_MAX`, most recently started first. */
  async watchedBy(userId: number): Promise<number[]> {
    const found = await this.db.readStates
      .find(
        { userId, isWatching: true },
        {
          projection: { _id: 0, threadId: 1 },
          sort: { threadId: -1 },
          limit: MEMBER_THREADS_MAX,
        },
      )
      .toArray()
    return found.map(({ threadId }) => threadId)
  }

  /** Returns the threads that a member has bookmarked, the newest bookmark first. */
  async bookmarkedBy(userId: number): Promise<number[]> {
    const found = await this.db.readStates
      .find(
        { userId, isBookmarked: true },
        {
          projection: { _id: 0, threadId: 1 },
          sort: { bookmarkedAt: -1, threadId: -1 },
          limit: MEMBER_THREADS_MAX,
        },
      )
      .toArray()
    return found.map(({ threadId }) => threadId)
  }

  /** Returns members who watch a thread, in the order of their ids and after one of them, and whether they muted it. */
  async watchersOf(threadId: number, { after, limit }: { after: number; limit: number }): Promise<Watcher[]> {
    const all = after === 0 ? await this.watchers.get(threadId) : undefined
    if (all && all.length <= limit) return all
    const found = await this.db.readStates
      .find(
        { threadId, isWatching: true, userId: { $gt: after } },
        // One reply of the server holds them all.
        { projection: { _id: 0, userId: 1, isMuted: 1 }, sort: { userId: 1 }, limit, batchSize: limit + 1 },
      )
      .toArray()
    return found.map(({ userId, isMuted = false }) => ({ userId, isMuted }))
  }

  /** Returns the watchers of as many of the threads as one read can return completely. */
  private async readWatchers(threadIds: readonly number[]): Promise<ReadonlyMap<number, Watcher[]>> {
    const found = await this.db.readStates
      .find(
        { threadId: { $in: threadIds }, isWatching: true },
        {
          projection: { _id: 0, threadId: 1, userId: 1, isMuted: 1 },
          sort: { threadId: 1, userId: 1 },
          limit: WATCHERS_AT_ONCE,
          batchSize: WATCHERS_AT_ONCE + 1,
        },
      )
      .toArray()
    const isCut = found.length === WATCHERS_AT_ONCE
    const end = isCut ? (found.at(-1)?.threadId ?? 0) : Infinity
    const watchers = new Map<number, Watcher[]>(
      threadIds.filter((threadId) => threadId < end).map((threadId) => [threadId, []]),
    )
    for (const { threadId, userId, isMuted = false } of found) {
      watchers.get(threadId)?.push({ userId, isMuted })
    }
    return watchers
  }

  /**
   * Returns the read states of these members in one thread, by member; they do not include what a member marked as read
   * in bulk.
   */
  async inThread(
    threadId: number,
    userIds: readonly number[],
  ): Promise<ReadonlyMap<number, ThreadReadState>> {
    if (userIds.length === 0) return new Map()
    const ids = userIds.map((userId) => readStateId(userId, threadId))
    const found = await this.current.getAll(ids)
    return new Map(
      ids.flatMap((id) => {
        const state = found.get(id)
        return state ? [[state.userId, state]] : []
      }),
    )
  }

  /** Returns the read states of these members in one thread, with what they marked as read in bulk. */
  async ofAll(threadId: number, userIds: readonly number[]): Promise<ReadonlyMap<number, MemberReadStates>> {
    const [states, marks] = await Promise.all([
      this.inThread(threadId, userIds),
      this.inThread(ALL_THREADS, userIds),
    ])
    return new Map(
      userIds.map((userId) => {
        const found = [states.get(userId), marks.get(userId)].flatMap((state) => state ?? [])
        return [userId, new MemberReadStates(new Map(found.map((state) => [state.threadId, state])))]
      }),
    )
  }

  /** Drops the cached read states that `ownPostWrites` of these events have changed. */
  private invalidateOwnPosts(events: readonly ThreadEventDoc[]): void {
    for (const event of events) {
      if (ownPostWrites(event).length > 0) this.invalidate(causedBy(event), event.threadId)
    }
  }

  /**
   * Inserts the read states of the authors of loaded threads: each watches the thread and has read up to the author's
   * last post.
   */
  async load(
    threads: readonly {
      threadId: number
      posts: Iterable<{ authorId: number; writerId?: number; number: number }>
    }[],
  ): Promise<void> {
    const states = new Map<string, ThreadReadState>()
    for (const { threadId, posts } of threads) {
      for (const { number, ...post } of posts) {
        const userId = accountOf(post)
        const _id = readStateId(userId, threadId)
        states.set(_id, {
          _id,
          userId,
          threadId,
          lastReadNumber: Math.max(number, states.get(_id)?.lastReadNumber ?? 0),
          isWatching: true,
          isBookmarked: false,
        })
      }
    }
    await insertAll(this.db.readStates, [...states.values()])
  }

  /** Adds the bookmarks of an old forum to the read states of its members. */
  async loadBookmarks(bookmarks: readonly { userId: number; threadId: number; at: Date }[]): Promise<void> {
    if (bookmarks.length === 0) return
    await this.db.readStates.bulkWrite(
      bookmarks.map(({ userId, threadId, at }) => ({
        updateOne: {
          filter: { _id: readStateId(userId, threadId) },
          update: {
            $set: { isBookmarked: true, bookmarkedAt: at },
            $setOnInsert: { userId, threadId, lastReadNumber: 0, isWatching: false },
          },
          upsert: true,
        },
      })),
      { ordered: false },
    )
  }
}

/**
 * Returns the writes for a member's own post: posting in a thread watches it, and the post counts as read if nothing
 * before it was unread. They are part of the post's projection, so that its response already reflects them.
 */
export function ownPostWrites(event: ThreadEventDoc): ProjectionWrite[] {
  const { kind, threadId, post, previousNumber } = event
  if ((kind !== 'post.created' && kind !== 'thread.created') || post?.number === undefined) return []
  const { number } = post
  const collection = 'readStates'
  const userId = causedBy(event)
  const _id = readStateId(userId, threadId)
  const isNew = { userId, threadId, lastReadNumber: 0, isBookmarked: false }
  return [
    {
      collection,
      filter: { _id },
      update: { $set: { isWatching: true }, $setOnInsert: isNew },
      upsert: true,
    },
    {
      collection,
      filter: { _id, lastReadNumber: { $gte: previousNumber ?? number - 1, $lt: number } },
      update: { $set: { lastReadNumber: number } },
      upsert: false,
    },
  ]
}

/** Returns the read state that `ownPostWrites` gives the author of a new thread. */
export const readStatesOfAuthor = (userId: number, threadId: number): MemberReadStates =>
  new MemberReadStates(
    new Map([
      [
        threadId,
        {
          _id: readStateId(userId, threadId),
          userId,
          threadId,
          lastReadNumber: 1,
          isWatching: true,
          isBookmarked: false,
        },
      ],
    ]),
  )
