import type { MovedPost } from '@forum/shared/contract'
import { ForumError } from '@forum/shared/errors'
import { numbersOfPage } from '@forum/shared/pages'
import {
  movedPostId,
  type MovedPostDoc,
  type ThreadCache,
  type ThreadDoc,
  type ThreadLogCollections,
} from '../../log'

/** A page of a thread, or the one with a post number. */
export interface PageWanted {
  page: number | 'last' | 'unread'
  limit: number
  number?: number | undefined
}

/** Finds where posts have gone that have left their thread. */
export class MovedPostQueries {
  constructor(
    private readonly db: Pick<ThreadLogCollections, 'posts' | 'movedPosts'>,
    private readonly threads: ThreadCache,
  ) {}

  /** Returns the posts that have left numbers of a range, without numbers that `present` posts have. */
  async among(
    { _id: threadId, hasDepartures = false }: ThreadDoc,
    { first, last }: { first: number; last: number },
    present: readonly { number: number }[],
  ): Promise<MovedPost[]> {
    if (!hasDepartures) return []
    const found = await this.db.movedPosts
      .find({ threadId, number: { $gte: first, $lte: last } }, { projection: { number: 1, postId: 1 } })
      .toArray()
    return without(found, present)
  }

  /** Returns the posts that have left a thread after a seq and are not back. */
  async since({ _id: threadId, hasDepartures = false }: ThreadDoc, seq: number): Promise<MovedPost[]> {
    if (!hasDepartures) return []
    const found = await this.db.movedPosts
      .find({ threadId, appliedSeq: { $gt: seq } }, { projection: { number: 1, postId: 1 } })
      .toArray()
    const present = await this.db.posts
      .find(
        { threadId, number: { $in: found.map(({ number }) => number) } },
        { projection: { number: 1, _id: 0 } },
      )
      .toArray()
    return without(found, present)
  }

  /**
   * Returns the thread and the page that an address of a thread leads to if the thread was merged, or the post with the
   * number has left; null if it leads nowhere else.
   *
   * @throws ForumError `UNAVAILABLE` while the post moves
   */
  async placeOf<Wanted extends PageWanted>(
    { _id: threadId, mergedInto = null, hasDepartures = false }: ThreadDoc,
    wanted: Wanted,
  ): Promise<{ threadId: number; wanted: Wanted } | null> {
    if (mergedInto === null && (wanted.number === undefined || !hasDepartures)) return null
    const number = numberWanted(wanted)
    const post = number === null ? null : await this.postBehind(threadId, number)
    if (post) return { threadId: post.threadId, wanted: { ...wanted, number: post.number } }
    return mergedInto === null ? null : { threadId: await this.currentOf(mergedInto), wanted }
  }

  /** Returns the thread that a thread was merged into, or the thread itself. In a circle, it stops. */
  async currentOf(threadId: number): Promise<number> {
    const seen = new Set<number>()
    for (let id = threadId; ;) {
      const { mergedInto = null } = (await this.threads.get(id)) ?? {}
      if (mergedInto === null || seen.has(mergedInto)) return id
      seen.add(id)
      id = mergedInto
    }
  }

  /** Returns where the post is that had a number of a thread; null if it is still there, or there was none. */
  private async postBehind(threadId: number, number: number) {
    const { posts, movedPosts } = this.db
    const moved = await movedPosts.findOne({ _id: movedPostId(threadId, number) })
    const post =
      moved && (await posts.findOne({ _id: moved.postId }, { projection: { threadId: 1, number: 1 } }))
    // It may be back, and another post never gets its number.
    if (!post || (post.threadId === threadId && post.number === number)) return null
    if (post.threadId < 0) throw new ForumError('UNAVAILABLE')
    return post
  }
}

/** Returns the first post number of what an address names; null for a page that depends on the reader. */
function numberWanted({ page, limit, number }: PageWanted): number | null {
  if (number !== undefined) return number
  if (typeof page !== 'number') return null
  return page === 1 ? 1 : numbersOfPage(page, limit).first
}

function without(
  found: readonly Pick<MovedPostDoc, 'number' | 'postId'>[],
  present: readonly { number: number }[],
): MovedPost[] {
  const numbers = new Set(present.map(({ number }) => number))
  return found
    .filter(({ number }) => !numbers.has(number))
    .map(({ number, postId }) => ({ number, postId }))
    .sort((a, b) => a.number - b.number)
}
