import type { mongo } from 'mongoose'
import { accountOf, type PostDoc, type ThreadLogCollections } from '../../log'
import type { Collection } from '../../platform/mongo/model'
import { readStateId, type ThreadReadState } from '../reading/read-states.model'
import type { DepartureEvent } from './move-events'

/** Watchers whose states are written together. */
const WATCHERS_AT_ONCE = 500

type Write = mongo.AnyBulkWriteOperation<ThreadReadState>

/** Carries on for watchers of a thread how far they have read posts that have moved, and that they watch them. */
export class ReadingFollows {
  constructor(
    private readonly deps: {
      db: Pick<ThreadLogCollections, 'posts'> & { readStates: Collection<ThreadReadState> }
      /** Drops cached states of a member. */
      invalidate: (userId: number, threadId: number) => void
    },
  ) {}

  /**
   * Updates read states after a move. Posts that a watcher has read stay read if none before them is unread. Watchers
   * of a merged thread watch the other one; of a split thread, those who wrote a moved post do. Posts that return
   * find the states that they left. It may be repeated: no state goes back.
   */
  async follow({ threadId: from, departure, kind }: DepartureEvent, to: number): Promise<void> {
    if (departure.posts.some(({ returnsTo }) => returnsTo !== undefined)) return
    const { posts, readStates } = this.deps.db
    const oldNumbers = new Map(departure.posts.map(({ _id, number }) => [_id, number]))
    const arrived = await posts
      .find<Pick<PostDoc, '_id' | 'number' | 'authorId' | 'writerId'>>(
        { _id: { $in: [...oldNumbers.keys()] }, threadId: to },
        { projection: { number: 1, authorId: 1, writerId: 1 }, sort: { number: 1 } },
      )
      .toArray()
    const [first] = arrived
    if (!first) return
    const authors = new Set(arrived.map(accountOf))
    const isMerge = kind === 'thread.merged'
    let writes: Write[] = []
    let members: number[] = []
    const watchers = readStates.find({ threadId: from, isWatching: true }, { maxTimeMS: 0 })
    for await (const { userId, lastReadNumber, isMuted = false } of watchers) {
      const unread = arrived.findIndex(({ _id }) => (oldNumbers.get(_id) ?? 0) > lastReadNumber)
      const read = unread < 0 ? arrived.at(-1) : arrived[unread - 1]
      const watches = (isMerge || authors.has(userId)) && !isMuted
      members.push(userId)
      writes.push(
        ...writesFor({ userId, threadId: to, watches, read: read?.number ?? 0, first: first.number }),
      )
      if (writes.length < WATCHERS_AT_ONCE) continue
      await this.write(writes, members, to)
      writes = []
      members = []
    }
    await this.write(writes, members, to)
  }

  private async write(writes: Write[], userIds: readonly number[], threadId: number): Promise<void> {
    if (writes.length === 0) return
    const { db, invalidate } = this.deps
    await db.readStates.bulkWrite(writes, { ordered: true })
    for (const userId of userIds) invalidate(userId, threadId)
  }
}

function writesFor({
  userId,
  threadId,
  watches,
  read,
  first,
}: {
  userId: number
  threadId: number
  watches: boolean
  read: number
  first: number
}): Write[] {
  const _id = readStateId(userId, threadId)
  const isNew = { userId, threadId, lastReadNumber: 0, isBookmarked: false }
  const watch: Write = {
    updateOne: {
      filter: { _id },
      update: { $set: { isWatching: true }, $setOnInsert: isNew },
      upsert: true,
    },
  }
  // Someone who had not read everything before has not read what came behind it.
  const mark: Write = {
    updateOne: {
      filter: { _id, lastReadNumber: { $gte: first - 1, $lt: read } },
      update: { $set: { lastReadNumber: read } },
    },
  }
  // A new thread is begun by what was read of it.
  const begin: Write = {
    updateOne: {
      filter: { _id },
      update: { $setOnInsert: { ...isNew, isWatching: false } },
      upsert: true,
    },
  }
  return [...(watches ? [watch] : first === 1 && read > 0 ? [begin] : []), ...(read > 0 ? [mark] : [])]
}
