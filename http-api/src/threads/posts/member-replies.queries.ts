import { ageMs, type Clock } from '@forum/shared/clock'
import { paginate, type Pagination, type Post } from '@forum/shared/contract'
import { ForumError } from '@forum/shared/errors'
import { COUNT_MAX } from '@forum/shared/limits'
import { LRUCache } from 'lru-cache'
import type { ThreadLogCollections } from '../../log'
import type { MemberQueries } from '../../members'
import type { Reader } from '../../platform/http/viewer'
import type { PostQueries } from './posts.queries'

/** Maximum staleness of the list of a member's replies for other readers; what it contains is always current. */
const OF_MEMBER_MAX_AGE_MS = 5_000
const PAGES_OF_MEMBERS_MAX = 2_000

interface PageOfReplies {
  ids: readonly number[]
  total: number
}

interface Wanted {
  page: number
  limit: number
  /** Threads whose replies are left out. */
  hidden: readonly number[]
}

/** The replies that a member has written. */
export class MemberReplies {
  private readonly kept = new LRUCache<string, { at: number; replies: Promise<PageOfReplies> }>({
    max: PAGES_OF_MEMBERS_MAX,
  })

  constructor(
    private readonly deps: {
      db: Pick<ThreadLogCollections, 'posts' | 'threads'>
      members: Pick<MemberQueries, 'people'>
      posts: Pick<PostQueries, 'byIds' | 'presentFeed'>
      clock: Clock
    },
  ) {}

  /**
   * Returns a member's replies that a reader may read, the newest first. A page omits those of deleted threads, so it may
   * have fewer than `limit`: finding out which threads these are would read everything the member ever wrote.
   */
  async of(
    authorId: number,
    { page, limit }: { page: number; limit: number },
    reader: Reader,
  ): Promise<{ posts: Post[]; pagination: Pagination }> {
    const { posts: queries, members } = this.deps
    if (!(await members.people([authorId])).has(authorId)) throw new ForumError('NOT_FOUND')
    const hidden = await this.hiddenThreadsOf(authorId, reader)
    // Authors see what they have just written; what is hidden from a reader must not be counted even for a moment.
    const isCurrent = reader.viewer?.actor.id === authorId || reader.as.boards.hidden.size > 0
    const wanted = { page, limit, hidden }
    const { ids, total } = await this.repliesOf(authorId, wanted, isCurrent ? 0 : OF_MEMBER_MAX_AGE_MS)
    const found = new Map((await queries.byIds(ids)).map((post) => [post._id, post]))
    const posts = ids.flatMap((id) => found.get(id) ?? []).filter(({ isDeleted }) => !isDeleted)
    return { posts: await queries.presentFeed(posts, reader), pagination: paginate(page, limit, total) }
  }

  /** Returns the threads with replies of a member that are in boards which a reader does not see. */
  private async hiddenThreadsOf(authorId: number, { as }: Reader): Promise<number[]> {
    const { hidden } = as.boards
    if (hidden.size === 0) return []
    const { posts, threads } = this.deps.db
    const ids = await posts.distinct('threadId', { authorId, isDeleted: false, number: { $gte: 2 } })
    const found = await threads
      .find({ _id: { $in: ids }, boardId: { $in: [...hidden] } }, { projection: { _id: 1 } })
      .toArray()
    return found.map(({ _id }) => _id)
  }

  /** Returns the ids on a page of a member's replies and their total, including those of deleted threads. */
  private async repliesOf(authorId: number, wanted: Wanted, maxAgeMs: number): Promise<PageOfReplies> {
    const { page, limit, hidden } = wanted
    const key = `${authorId} ${page} ${limit} ${hidden.join()}`
    const now = this.deps.clock.now().getTime()
    const kept = this.kept.get(key)
    if (kept && ageMs(this.deps.clock, kept.at) < maxAgeMs) return kept.replies
    const replies = this.readRepliesOf(authorId, wanted)
    this.kept.set(key, { at: now, replies })
    try {
      return await replies
    } catch (error) {
      this.kept.delete(key)
      throw error
    }
  }

  private async readRepliesOf(authorId: number, { page, limit, hidden }: Wanted): Promise<PageOfReplies> {
    const filter = {
      authorId,
      isDeleted: false,
      number: { $gte: 2 },
      ...(hidden.length === 0 ? {} : { threadId: { $nin: [...hidden] } }),
    }
    const skip = (page - 1) * limit
    // Both read the index alone. Replies beyond those that are counted are on no page.
    const [found, total] = await Promise.all([
      skip < COUNT_MAX
        ? this.deps.db.posts
            .find(filter, { projection: { _id: 1 }, sort: { createdAt: -1, _id: -1 }, skip, limit })
            .toArray()
        : [],
      this.deps.db.posts.countDocuments(filter, { limit: COUNT_MAX }),
    ])
    return { ids: found.map(({ _id }) => _id), total }
  }
}
