import { numbersOfPage, paginateByRange, type Pagination, type Post } from '@forum/shared/contract'
import { ForumError } from '@forum/shared/errors'
import { mayReadThread, type ThreadSubject } from '@forum/shared/policies'
import type { MemberQueries } from '../members'
import type { Viewer } from '../platform/viewer'
import type { FreshThreads } from '../thread-reads'
import { likeId, threadSubject, type PostDoc, type ThreadDoc, type ThreadLogCollections } from '../thread-log'
import { presentPost, presentPublicPost, type PostContext, type QuotedPost } from './posts.presenter'

const peopleOf = (posts: readonly QuotedPost[]) =>
  posts.flatMap(({ authorId, editedById }) => (editedById === null ? [authorId] : [authorId, editedById]))

export class PostQueries {
  constructor(
    private readonly db: Pick<ThreadLogCollections, 'posts' | 'likes'>,
    private readonly members: MemberQueries,
    private readonly threads: FreshThreads,
  ) {}

  /** A page of replies by a range of numbers: as fast on the last page as on the first. */
  async page(threadId: number, page: number, limit: number): Promise<PostDoc[]> {
    const { first, last } = numbersOfPage(page, limit)
    return (await this.db.posts.collection
      .find({ threadId, number: { $gte: first, $lte: last } }, { sort: { number: 1 } })
      .toArray()) as unknown as PostDoc[]
  }

  /** Replies of one author in a thread, and their number. */
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

  async byId(postId: number): Promise<PostDoc | null> {
    return (await this.db.posts.collection.findOne({ _id: postId as never })) as unknown as PostDoc | null
  }

  byIds(postIds: readonly number[]): Promise<PostDoc[]> {
    if (postIds.length === 0) return Promise.resolve([])
    return this.db.posts
      .find({ _id: { $in: postIds } })
      .lean<PostDoc[]>()
      .exec()
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

  /** Looks up whom and what the posts mention; also these other `people`. */
  async contextOf(posts: readonly PostDoc[], people: readonly number[] = []): Promise<PostContext> {
    const quotedIds = posts.flatMap((post) => post.quotedPostId ?? [])
    const quoted =
      quotedIds.length === 0
        ? []
        : ((await this.db.posts.collection
            .find({ _id: { $in: quotedIds as never[] } }, { projection: { content: 0 } })
            .toArray()) as unknown as QuotedPost[])
    return {
      people: await this.members.people([...people, ...peopleOf([...posts, ...quoted])]),
      quoted: new Map(quoted.map((post) => [post._id, post])),
    }
  }

  /** Posts as this reader sees them. */
  async present(posts: readonly PostDoc[], thread: ThreadDoc, viewer: Viewer | null): Promise<Post[]> {
    const context = await this.contextOf(posts)
    const reader = {
      actor: viewer?.actor ?? null,
      thread: threadSubject(thread),
      liked: viewer
        ? await this.likedBy(
            viewer.actor.id,
            posts.map((post) => post._id),
          )
        : new Set<number>(),
    }
    return posts.map((post) => presentPost(post, context, reader))
  }

  /** A post that was just created, as its author sees it; its quoted post is given. */
  async presentCreated(
    post: PostDoc,
    quoted: PostDoc | null,
    thread: ThreadSubject,
    viewer: Viewer,
  ): Promise<Post> {
    const people = await this.members.people(peopleOf(quoted ? [post, quoted] : [post]))
    const context = { people, quoted: new Map(quoted ? [[quoted._id, quoted]] : []) }
    return presentPost(post, context, { actor: viewer.actor, thread, liked: new Set() })
  }

  /** Keeps a copy of an author whose post is about to be counted. */
  async keepAuthor(userId: number): Promise<void> {
    await this.members.people([userId])
  }

  /** Which of these posts a member likes. */
  async likedBy(userId: number, postIds: readonly number[]): Promise<ReadonlySet<number>> {
    if (postIds.length === 0) return new Set()
    const ids = postIds.map((postId) => likeId(postId, userId))
    const likes = await this.db.likes.collection
      .find({ _id: { $in: ids as never[] }, liked: true }, { projection: { postId: 1 } })
      .toArray()
    return new Set(likes.map((like) => like.postId as number))
  }

  /** The part of each post that every reader gets alike: without the text of tombstones. */
  async presentShared(posts: readonly PostDoc[]): Promise<object[]> {
    const context = await this.contextOf(posts)
    return posts.map((post) => {
      const { content, ...others } = presentPublicPost(post, context)
      return post.isDeleted ? others : { ...others, content }
    })
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
        pagination: paginateByRange(page, limit, thread.lastNumber - 1),
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
      pagination: paginateByRange(page, limit, Math.max(0, thread.lastNumber - from)),
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
    const thread = await this.threads.get(threadId)
    if (!thread || !mayReadThread(viewer?.actor ?? null, threadSubject(thread))) {
      throw new ForumError('NOT_FOUND')
    }
    return thread
  }
}
