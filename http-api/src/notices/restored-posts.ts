import { DAY_MS, type Clock } from '@forum/shared/clock'
import { NOTIFICATION_DAYS } from '../platform/limits'
import type { PostDoc, ThreadEventDoc, ThreadLogCollections } from '../log'

const POSTS_AT_ONCE = 100

/** An event that happened before the post was deleted, as if it happened now. Its id is unique to the restoration. */
const repeated = (
  restoration: ThreadEventDoc,
  event: Pick<ThreadEventDoc, 'kind' | 'actorId' | 'at' | 'post' | 'like'> & { name: string },
): ThreadEventDoc => {
  const { _id, v, threadId, seq, boardId } = restoration
  const { name, ...rest } = event
  return { _id: `${_id}:${name}`, v, threadId, seq, boardId, thread: {}, counts: [], pending: [], ...rest }
}

/** Repeats what of restored posts members may be notified of. */
export class RestoredPosts {
  constructor(
    private readonly db: Pick<ThreadLogCollections, 'posts' | 'likes'>,
    private readonly clock: Clock,
  ) {}

  /** Yields the creations of the posts that events restored, and their likes: events of one kind at a time. */
  async *events(restorations: readonly ThreadEventDoc[]): AsyncGenerator<ThreadEventDoc[]> {
    for await (const creations of this.creations(restorations)) {
      yield creations
      const posts = creations.flatMap(({ post }) => (post ? [post as PostDoc] : []))
      const likes = await this.likes(restorations, posts)
      if (likes.length > 0) yield likes
    }
  }

  /**
   * Yields the creations of the posts that events restored, those of a thread with all its posts, and of the posts for
   * which a notification would not be pruned yet.
   */
  private async *creations(events: readonly ThreadEventDoc[]): AsyncGenerator<ThreadEventDoc[]> {
    const [first] = events
    if (!first) return
    const { threadId, kind } = first
    const restorations = new Map(events.map((event) => [event.post?._id, event]))
    const createdAt = { $gte: new Date(this.clock.now().getTime() - NOTIFICATION_DAYS * DAY_MS) }
    const ids = [...restorations.keys()].flatMap((id) => id ?? [])
    const restored = kind === 'thread.restored' ? {} : { _id: { $in: ids } }
    for (let after = 0; ;) {
      const posts = await this.db.posts
        .find(
          { threadId, isDeleted: false, number: { $gt: after }, ...restored, createdAt },
          { sort: { number: 1 }, limit: POSTS_AT_ONCE },
        )
        .toArray()
      const creations = posts.map((post) =>
        repeated(restorations.get(post._id) ?? first, {
          name: String(post.number),
          kind: post.number === 1 ? 'thread.created' : 'post.created',
          actorId: post.authorId,
          at: post.createdAt,
          post,
        }),
      )
      // The opening post has other recipients than replies.
      const [opening, ...replies] = creations
      if (opening?.kind === 'thread.created') yield [opening]
      const rest = opening?.kind === 'thread.created' ? replies : creations
      if (rest.length > 0) yield rest
      if (posts.length < POSTS_AT_ONCE) return
      after = posts.at(-1)?.number ?? Infinity
    }
  }

  /** Returns the likes of restored posts. Those of a thread's posts are not repeated: their read state is not kept. */
  private async likes(
    events: readonly ThreadEventDoc[],
    posts: readonly PostDoc[],
  ): Promise<ThreadEventDoc[]> {
    const [first] = events
    if (!first || first.kind === 'thread.restored') return []
    const byId = new Map(posts.filter(({ likeCount }) => likeCount > 0).map((post) => [post._id, post]))
    if (byId.size === 0) return []
    const likes = await this.db.likes
      .find({ postId: { $in: [...byId.keys()] }, liked: true }, { sort: { postId: 1, appliedSeq: 1 } })
      .toArray()
    return likes.flatMap(({ postId, userId }) => {
      const post = byId.get(postId)
      if (!post) return []
      const { _id, authorId, writerId, number, createdAt } = post
      const like = { userId, liked: true }
      const name = `${number}:${userId}`
      const of = { name, kind: 'post.liked' as const, actorId: userId, at: createdAt }
      const liked = { _id, authorId, ...(writerId === undefined ? {} : { writerId }), number }
      return repeated(first, { ...of, post: liked, like })
    })
  }
}
