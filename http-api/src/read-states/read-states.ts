import type { Clock } from '@forum/shared/clock'
import type { Model } from 'mongoose'
import { OwnedReads } from '../platform/owned-reads'
import type { ProjectionWrite, ThreadEventDoc } from '../thread-log'
import { readStateId, type ThreadReadState } from './read-states.model'

/** How far members have read threads. `lastReadNumber` never goes back. */
export class ReadStates {
  private readonly reads: OwnedReads<string, ThreadReadState>

  constructor(
    private readonly db: { readStates: Model<ThreadReadState> },
    clock: Clock,
    isOnlyWriter: boolean,
  ) {
    const read = async (ids: string[]) => {
      const found = (await db.readStates.collection
        .find({ _id: { $in: ids as never[] } })
        .toArray()) as unknown as ThreadReadState[]
      return new Map(found.map((state) => [state._id, state]))
    }
    this.reads = new OwnedReads({ isOnlyWriter, clock, read })
  }

  /** A member's read states of these threads, by thread. */
  async of(userId: number, threadIds: readonly number[]): Promise<ReadonlyMap<number, ThreadReadState>> {
    if (threadIds.length === 0) return new Map()
    const found = await this.reads.getAll(threadIds.map((threadId) => readStateId(userId, threadId)))
    return new Map(
      threadIds.flatMap((threadId) => {
        const state = found.get(readStateId(userId, threadId))
        return state ? [[threadId, state]] : []
      }),
    )
  }

  async markRead(userId: number, threadId: number, number: number): Promise<void> {
    const _id = readStateId(userId, threadId)
    await this.db.readStates.updateOne(
      { _id },
      {
        $max: { lastReadNumber: number },
        $setOnInsert: { userId, threadId, isWatching: false, isBookmarked: false },
      },
      { upsert: true },
    )
    this.reads.noteChange(_id)
  }

  /** Notes that `ownPostWrites` of these events have changed read states. */
  noteOwnPosts(events: readonly ThreadEventDoc[]): void {
    for (const event of events) {
      if (ownPostWrites(event).length > 0) this.reads.noteChange(readStateId(event.actorId, event.threadId))
    }
  }

  /** Inserts what a loaded thread's authors would have: each watches it and has read up to their last post. */
  async load(threadId: number, posts: Iterable<{ authorId: number; number: number }>): Promise<void> {
    const states = new Map<number, ThreadReadState>()
    for (const { authorId, number } of posts) {
      states.set(authorId, {
        _id: readStateId(authorId, threadId),
        userId: authorId,
        threadId,
        lastReadNumber: Math.max(number, states.get(authorId)?.lastReadNumber ?? 0),
        isWatching: true,
        isBookmarked: false,
      })
    }
    if (states.size > 0) await this.db.readStates.insertMany([...states.values()])
  }
}

/**
 * Posting in a thread watches it, and the member's own post counts as read if nothing before it was unread. These
 * writes go along with the projection of the post, so that its answer already shows them.
 */
export function ownPostWrites({ kind, actorId, threadId, post }: ThreadEventDoc): ProjectionWrite[] {
  if ((kind !== 'post.created' && kind !== 'thread.created') || post?.number === undefined) return []
  const { number } = post
  const collection = 'readings'
  const _id = readStateId(actorId, threadId)
  const isNew = { userId: actorId, threadId, lastReadNumber: 0, isBookmarked: false }
  return [
    {
      collection,
      filter: { _id },
      update: { $set: { isWatching: true }, $setOnInsert: isNew },
      upsert: true,
    },
    {
      collection,
      filter: { _id, lastReadNumber: number - 1 },
      update: { $set: { lastReadNumber: number } },
      upsert: false,
    },
  ]
}
