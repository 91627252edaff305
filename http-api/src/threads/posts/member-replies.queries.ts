import { ageMs, type Clock } from '@forum/shared/clock'
import { paginate, type Pagination, type Post } from '@forum/shared/contract'
import { ForumError } from '@forum/shared/errors'
import { COUNT_MAX } from '@forum/shared/limits'
import { LRUCache } from 'lru-cache'
import type { ThreadLogCollections } from '../../log'
import type { MemberQueries } from '../../members'
import type { Viewer } from '../../platform/http/viewer'
import type { PostQueries } from './posts.queries'

/** Maximum staleness of the list of a member's replies for other readers; what it contains is always current. */
const OF_MEMBER_MAX_AGE_MS = 5_000
const PAGES_OF_MEMBERS_MAX = 2_000

interface PageOfReplies {
  ids: readonly number[]
  total: number
}

/** The replies that a member has written. */
export class MemberReplies {
  private readonly kept = new LRUCache<string, { at: number; replies: Promise<PageOfReplies> }>({
    max: PAGES_OF_MEMBERS_MAX,
  })

  constructor(
    private readonly deps: {
      db: Pick<ThreadLogCollections, 'posts'>
      members: Pick<MemberQueries, 'people'>
      posts: Pick<PostQueries, 'byIds' | 'presentFeed'>
      clock: Clock
    },
  ) {}

  /**
   * Returns a member's replies that everyone may read, the newest first. A page omits those of deleted threads, so it may
   * have fewer than `limit`: finding out which threads these are would read everything the member ever wrote.
   */
  async of(
    authorId: number,
    { page, limit }: { page: number; limit: number },
    viewer: Viewer | null,
  ): Promise<{ posts: Post[]; pagination: Pagination }> {
    const { posts: queries, members } = this.deps
    if (!(await members.people([authorId])).has(authorId)) throw new ForumError('NOT_FOUND')
    // Authors see what they have just written.
    const isOwn = viewer?.actor.id === authorId
    const { ids, total } = await this.repliesOf(authorId, { page, limit }, isOwn ? 0 : OF_MEMBER_MAX_AGE_MS)
    const found = new Map((await queries.byIds(ids)).map((post) => [post._id, post]))
    const posts = ids.flatMap((id) => found.get(id) ?? []).filter(({ isDeleted }) => !isDeleted)
    return { posts: await queries.presentFeed(posts, viewer), pagination: paginate(page, limit, total) }
  }

  /** Returns the ids on a page of a member's replies and their total, including those of deleted threads. */
  private async repliesOf(
    authorId: number,
    { page, limit }: { page: number; limit: number },
    maxAgeMs: number,
  ): Promise<PageOfReplies> {
    const key = `${authorId} ${page} ${limit}`
    const now = this.deps.clock.now().getTime()
    const kept = this.kept.get(key)
    if (kept && ageMs(this.deps.clock, kept.at) < maxAgeMs) return kept.replies
    const replies = this.readRepliesOf(authorId, page, limit)
    this.kept.set(key, { at: now, replies })
    try {
      return await replies
    } catch (error) {
      this.kept.delete(key)
      throw error
    }
  }

  private async readRepliesOf(authorId: number, page: number, limit: number): Promise<PageOfReplies> {
    const filter = { authorId, isDeleted: false, number: { $gte: 2 } }
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
