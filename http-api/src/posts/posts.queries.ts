import type { Pagination, Post, PublicPost } from '@forum/shared/contract'
import { paginate } from '@forum/shared/contract'
import { ForumError } from '@forum/shared/errors'
import { mayReadThread } from '@forum/shared/policies'
import type { MemberQueries } from '../members/members.queries'
import type { Collections } from '../platform/database'
import type { Viewer } from '../platform/viewer'
import type { ThreadDoc } from '../threads/threads.model'
import { threadSubject } from '../threads/threads.presenter'
import { likeId } from './likes.model'
import type { PostDoc } from './posts.model'
import { presentPost, presentPublicPost, type PostSurroundings } from './posts.presenter'

/** The floors on a page: page p holds (p−1)·limit+2 … p·limit+1 (contract §2). */
export const numbersOfPage = (page: number, limit: number) => ({
  first: (page - 1) * limit + 2,
  last: page * limit + 1,
})

export class PostQueries {
  constructor(
    private readonly db: Pick<Collections, 'posts' | 'likes' | 'threads'>,
    private readonly members: MemberQueries,
  ) {}

  /** A page of replies by a range of numbers: as fast on the last page as on the first. */
  page(threadId: number, page: number, limit: number): Promise<PostDoc[]> {
    const { first, last } = numbersOfPage(page, limit)
    return this.db.posts
      .find({ threadId, number: { $gte: first, $lte: last } })
      .sort({ number: 1 })
      .lean<PostDoc[]>()
      .exec()
  }

  /** Replies of one author in a thread, and how many there are. */
  async ofAuthor(threadId: number, authorId: number, page: number, limit: number) {
    const filter = { threadId, authorId, number: { $gte: 2 } }
    const posts = await this.db.posts
      .find(filter)
      .sort({ number: 1 })
      .skip((page - 1) * limit)
      .limit(limit)
      .lean<PostDoc[]>()
    return { posts, total: await this.db.posts.countDocuments(filter) }
  }

  byId(postId: number): Promise<PostDoc | null> {
    return this.db.posts.findById(postId).lean<PostDoc | null>().exec()
  }

  /** Posts above a seq, lowest number first; at most `limit`. */
  changedSince(threadId: number, since: number, limit: number): Promise<PostDoc[]> {
    return this.db.posts
      .find({ threadId, appliedSeq: { $gt: since } })
      .sort({ appliedSeq: 1 })
      .limit(limit)
      .lean<PostDoc[]>()
      .exec()
  }

  private async around(posts: readonly PostDoc[]): Promise<PostSurroundings> {
    const quotedIds = posts.flatMap((post) => post.quotedPostId ?? [])
    const quoted =
      quotedIds.length === 0 ? [] : await this.db.posts.find({ _id: { $in: quotedIds } }).lean<PostDoc[]>()
    const people = await this.members.people(
      [...posts, ...quoted].flatMap((post) =>
        post.editedById === null ? [post.authorId] : [post.authorId, post.editedById],
      ),
    )
    return { people, quoted: new Map(quoted.map((post) => [post._id, post])) }
  }

  /** Posts as this reader sees them. */
  async present(posts: readonly PostDoc[], thread: ThreadDoc, viewer: Viewer | null): Promise<Post[]> {
    const around = await this.around(posts)
    const liked =
      viewer && posts.length > 0
        ? await this.db.likes
            .find({ _id: { $in: posts.map((post) => likeId(post._id, viewer.member._id)) }, liked: true })
            .lean()
        : []
    const reader = {
      actor: viewer?.actor ?? null,
      thread: threadSubject(thread),
      liked: new Set(liked.map((like) => like.postId)),
    }
    return posts.map((post) => presentPost(post, around, reader))
  }

  /** A post as it is announced to everybody. */
  async presentPublic(post: PostDoc): Promise<PublicPost> {
    return presentPublicPost(post, await this.around([post]))
  }

  /** Replies of a thread by page, or those above a number. */
  async list(
    query: { threadId: number; page: number; limit: number; afterNumber?: number | undefined },
    viewer: Viewer | null,
  ): Promise<{ posts: Post[]; pagination: Pagination }> {
    const { threadId, page, limit, afterNumber } = query
    const thread = await this.readableThread(threadId, viewer)
    if (afterNumber === undefined) {
      const posts = await this.page(threadId, page, limit)
      return {
        posts: await this.present(posts, thread, viewer),
        pagination: paginate(page, limit, thread.lastNumber - 1),
      }
    }
    const from = Math.max(1, afterNumber)
    const first = from + 1 + (page - 1) * limit
    const posts = await this.db.posts
      .find({ threadId, number: { $gte: first, $lt: first + limit } })
      .sort({ number: 1 })
      .lean<PostDoc[]>()
    return {
      posts: await this.present(posts, thread, viewer),
      pagination: paginate(page, limit, Math.max(0, thread.lastNumber - from)),
    }
  }

  async one(postId: number, viewer: Viewer | null): Promise<Post> {
    const post = await this.byId(postId)
    if (!post) throw new ForumError('NOT_FOUND')
    const thread = await this.readableThread(post.threadId, viewer)
    const [shown] = await this.present([post], thread, viewer)
    if (!shown) throw new ForumError('NOT_FOUND')
    return shown
  }

  async readableThread(threadId: number, viewer: Viewer | null): Promise<ThreadDoc> {
    const thread = await this.db.threads.findById(threadId).lean<ThreadDoc | null>()
    if (!thread || !mayReadThread(viewer?.actor ?? null, threadSubject(thread))) {
      throw new ForumError('NOT_FOUND')
    }
    return thread
  }
}
