import type { MemberReadStates } from './reading/read-states.service'
import { lastPostNumberOf, type ThreadDoc, type ThreadLogCollections } from '../log'

/** The posts of a thread that a member has not read, without deleted ones. */
export interface UnreadPosts {
  count: number
  /** The number of the first of them. */
  first: number | null
}

const NONE: UnreadPosts = { count: 0, first: null }

/** Finds what members have not read of threads. */
export class UnreadPostQueries {
  constructor(private readonly db: Pick<ThreadLogCollections, 'posts'>) {}

  /**
   * Returns the unread posts of each thread. Posts are counted only in threads that were begun and in which numbers are
   * missing; in all others the count follows from the numbers.
   */
  async of(
    threads: readonly ThreadDoc[],
    readStates: MemberReadStates,
  ): Promise<ReadonlyMap<number, UnreadPosts>> {
    const unread = new Map<number, UnreadPosts>()
    const ranges: object[] = []
    for (const thread of threads) {
      const { _id: threadId, postCount, lastNumber } = thread
      const { lastReadNumber } = readStates.of(thread)
      if (lastReadNumber >= lastPostNumberOf(thread)) unread.set(threadId, NONE)
      else if (lastReadNumber === 0) unread.set(threadId, { count: postCount, first: 1 })
      else if (postCount === lastNumber)
        unread.set(threadId, { count: lastNumber - lastReadNumber, first: lastReadNumber + 1 })
      else ranges.push({ threadId, isDeleted: false, number: { $gt: lastReadNumber } })
    }
    if (ranges.length === 0) return unread
    const counted = await this.db.posts
      .aggregate<UnreadPosts & { _id: number }>([
        { $match: { $or: ranges } },
        { $group: { _id: '$threadId', count: { $sum: 1 }, first: { $min: '$number' } } },
      ])
      .toArray()
    for (const { _id, count, first } of counted) unread.set(_id, { count, first })
    return unread
  }
}
