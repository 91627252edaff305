import type { Clock } from '@forum/shared/clock'
import type { Post } from '@forum/shared/contract'
import { ForumError } from '@forum/shared/errors'
import {
  mayDeletePost,
  mayEditPost,
  mayLikePost,
  mayQuotePost,
  mayReply,
  mayRestorePost,
  type Actor,
} from '@forum/shared/policies'
import type { Idempotency } from '../platform/idempotency'
import type { Ids } from '../platform/ids'
import type { Viewer } from '../platform/viewer'
import type { ReadStates } from '../read-states'
import {
  authorize,
  likeId,
  postSubject,
  threadSubject,
  type PostDoc,
  type Step,
  type ThreadChanges,
  type ThreadDoc,
  type ThreadLogCollections,
} from '../thread-log'
import type { PostQueries } from './posts.queries'
import { deleteStep, editStep, likeStep, replyStep, restoreStep } from './steps'

export interface NewPost {
  content: string
  threadId: number
  quotedPostId?: number | null | undefined
}

export interface PostServiceDeps {
  db: Pick<ThreadLogCollections, 'posts' | 'likes'>
  queries: PostQueries
  changes: ThreadChanges
  readStates: ReadStates
  idempotency: Idempotency
  ids: Ids
  clock: Clock
}

/** Commands on posts. Each decides on the thread's present state and leaves the rest to the log. */
export class PostService {
  constructor(private readonly deps: PostServiceDeps) {}

  /** Replies to a thread. With a key, a repeat returns the first reply. */
  async create(viewer: Viewer, input: NewPost, idempotencyKey: string | undefined) {
    const { idempotency, ids } = this.deps
    const { content, threadId } = input
    const quotedPostId = input.quotedPostId ?? null
    const { actor } = viewer
    return idempotency.run(
      {
        userId: actor.id,
        key: idempotencyKey,
        name: 'createPost',
        body: { content, threadId, quotedPostId },
      },
      () => ids.next('posts'),
      async (reservation) => {
        const postId = reservation?.resourceId ?? (await ids.next('posts'))
        const event = await this.deps.changes.change(
          threadId,
          actor,
          (thread) => this.decideReply(thread, actor, { postId, content, quotedPostId }),
          reservation?.key,
        )
        if (!event) throw new ForumError('INTERNAL')
        const post = await this.deps.queries.byId(event.postId ?? postId)
        if (!post) throw new ForumError('INTERNAL')
        await this.deps.readStates.recordOwnPost(actor.id, threadId, post.number)
        return {
          post: await this.shown(post, viewer),
          thread: { id: threadId, seq: event.seq, postCount: event.thread.postCount ?? 0 },
        }
      },
    )
  }

  private async decideReply(
    thread: ThreadDoc,
    actor: Actor,
    reply: { postId: number; content: string; quotedPostId: number | null },
  ): Promise<Step> {
    authorize(mayReply(actor, threadSubject(thread)))
    if (reply.quotedPostId !== null) {
      const quoted = await this.deps.queries.byId(reply.quotedPostId)
      if (!quoted) throw new ForumError('NOT_FOUND')
      authorize(mayQuotePost(quoted, { id: thread._id }))
    }
    return replyStep(thread, actor.id, reply, this.deps.clock.now())
  }

  /** Edits a post, the opening post included; a stale version is refused, the same text changes nothing. */
  async edit(viewer: Viewer, postId: number, content: string, version: number | undefined): Promise<Post> {
    const { threadId } = await this.found(postId)
    await this.deps.changes.change(threadId, viewer.actor, async (thread) => {
      const post = await this.found(postId)
      authorize(mayEditPost(viewer.actor, postSubject(post), threadSubject(thread)))
      if (version !== undefined && version !== post.version) throw new ForumError('CONFLICT')
      return editStep(post, viewer.actor.id, content, this.deps.clock.now())
    })
    return this.shown(await this.found(postId), viewer)
  }

  /** Turns a reply into a tombstone. Deleting it again changes nothing. */
  async remove(viewer: Viewer, postId: number): Promise<void> {
    const { threadId } = await this.found(postId)
    await this.deps.changes.change(threadId, viewer.actor, async (thread) => {
      const post = await this.found(postId)
      authorize(mayDeletePost(viewer.actor, postSubject(post), threadSubject(thread)))
      if (post.isDeleted) return null
      return deleteStep(thread, post, viewer.actor.id, await this.newestBut(thread, post))
    })
  }

  /** Brings a tombstone back. */
  async restore(viewer: Viewer, postId: number): Promise<Post> {
    const { threadId } = await this.found(postId)
    await this.deps.changes.change(threadId, viewer.actor, async (thread) => {
      const post = await this.found(postId)
      authorize(mayRestorePost(viewer.actor, postSubject(post), threadSubject(thread)))
      return post.isDeleted ? restoreStep(thread, post) : null
    })
    return this.shown(await this.found(postId), viewer)
  }

  /** The newest post left once this one is deleted; null where this one is not the newest. */
  private async newestBut(thread: ThreadDoc, gone: PostDoc): Promise<PostDoc | null> {
    const [newest, next] = await this.deps.db.posts
      .find({ threadId: thread._id, isDeleted: false })
      .sort({ number: -1 })
      .limit(2)
      .lean<PostDoc[]>()
    return newest?._id === gone._id ? (next ?? null) : null
  }

  /** Likes a post or takes the like back; toggles without `liked`. Returns the absolute count. */
  async like(viewer: Viewer, postId: number, liked: boolean | undefined) {
    const { threadId } = await this.found(postId)
    await this.deps.changes.change(threadId, viewer.actor, async (thread) => {
      const post = await this.found(postId)
      authorize(mayLikePost(viewer.actor, postSubject(post), threadSubject(thread)))
      const before = await this.isLiked(postId, viewer.actor.id)
      const wanted = liked ?? !before
      return wanted === before ? null : likeStep(post, viewer.actor.id, wanted)
    })
    const { likeCount } = await this.found(postId)
    return { liked: await this.isLiked(postId, viewer.actor.id), likeCount }
  }

  private async isLiked(postId: number, userId: number): Promise<boolean> {
    const like = await this.deps.db.likes.findById(likeId(postId, userId)).lean()
    return like?.liked ?? false
  }

  /** Throws `CONFLICT` where a post is no longer at the version that was edited. */
  async assertVersion(postId: number, version: number): Promise<void> {
    if ((await this.found(postId)).version !== version) throw new ForumError('CONFLICT')
  }

  threadOf(threadId: number, viewer: Viewer): Promise<ThreadDoc> {
    return this.deps.queries.readableThread(threadId, viewer)
  }

  private async found(postId: number): Promise<PostDoc> {
    const post = await this.deps.queries.byId(postId)
    if (!post) throw new ForumError('NOT_FOUND')
    return post
  }

  private async shown(post: PostDoc, viewer: Viewer): Promise<Post> {
    const thread = await this.deps.queries.readableThread(post.threadId, viewer)
    const [shown] = await this.deps.queries.present([post], thread, viewer)
    if (!shown) throw new ForumError('NOT_FOUND')
    return shown
  }
}
