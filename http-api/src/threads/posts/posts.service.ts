import type { Post } from '@forum/shared/contract'
import { ForumError } from '@forum/shared/errors'
import { type AnsweredPost, quotesAnswered, withWithheldWords } from '@forum/shared/markup'
import {
  mayDeletePost,
  mayEditPost,
  mayLikePost,
  mayQuotePost,
  mayReply,
  mayRestorePost,
} from '@forum/shared/policies'
import type { AttachmentService, Claim } from '../../files'
import type { Mentions } from '../../members'
import { authorize } from '../../platform/http/authorize'
import { BatchedReads } from '../../platform/work/batched-reads'
import type { Idempotency } from '../../platform/mongo/idempotency'
import type { Ids } from '../../platform/mongo/ids'
import { readerOf, type Viewer } from '../../platform/http/viewer'
import {
  foldPost,
  likeId,
  postSubject,
  threadSubject,
  type ActNotes,
  type DecideChange,
  type LikeDoc,
  type PostAttachment,
  type PostDoc,
  type ThreadCommands,
  type ThreadDoc,
  type ThreadEventDoc,
  type ThreadLogCollections,
} from '../../log'
import type { Screened, Words } from '../../words'
import type { PostQueries } from './posts.queries'
import {
  deleteEvent,
  editEvent,
  likeEvent,
  replyEvent,
  restoreEvent,
  type CountedPost,
  type PostParts,
} from './post-events'

export interface NewPost {
  content: string
  threadId: number
  quotedPostId?: number | null | undefined
  attachmentIds?: number[] | undefined
}

export interface PostServiceDeps {
  db: Pick<ThreadLogCollections, 'posts' | 'likes'>
  queries: PostQueries
  commands: ThreadCommands
  attachments: AttachmentService
  mentions: Mentions
  words: Words
  idempotency: Idempotency
  ids: Ids
}

export interface PostEdit {
  content: string
  /** The version on which the edit is based. */
  version?: number | undefined
  reason?: string | undefined
  /** The files of the post after the edit, in order; undefined leaves them as they are. */
  attachmentIds?: readonly number[] | undefined
}

type Earlier = readonly ThreadEventDoc[]

/** Returns the posts that events change. */
const changedBy = (events: Earlier) => [...new Set(events.flatMap(({ post }) => post?._id ?? []))]

/** Returns the posts after the events. */
function foldInto(posts: readonly PostDoc[], events: Earlier): PostDoc[] {
  const byId = new Map(posts.map((post) => [post._id, post]))
  for (const event of events) {
    const post = event.post && foldPost(byId.get(event.post._id) ?? null, event)
    if (post) byId.set(post._id, post)
  }
  return [...byId.values()]
}

/** Whether the purge that is taken back, if one is, has deleted something. */
export const isDeletedBy = (
  { purgeId = null }: { purgeId?: number | null },
  undone: Pick<ActNotes, 'purgeId'>,
): boolean => undone.purgeId === undefined || undone.purgeId === purgeId

const idsOf = ({ attachments = [] }: PostDoc): number[] => attachments.map(({ id }) => id)

/** Whether nothing was written: after other errors the outcome is unknown. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ForumError && error.code !== 'UNAVAILABLE' && error.code !== 'INTERNAL'

/** Returns a post after events of its thread; null before it exists. */
const after = (post: PostDoc | null, events: Earlier, postId: number): PostDoc | null =>
  events.reduce((now, event) => (event.post?._id === postId ? foldPost(now, event) : now), post)

/** A post and the member who may like it. */
interface LikableRequest {
  postId: number
  userId: number
}

interface Likable {
  post: PostDoc
  isLiked: boolean
}

/** Commands on posts. Each one decides on the thread's current state and leaves the rest to the log. */
export class PostService {
  private readonly likables = new BatchedReads<LikableRequest, Likable>((requests) =>
    this.readLikables(requests),
  )

  constructor(private readonly deps: PostServiceDeps) {}

  /** Replies to a thread. With a key, a repeat returns the first reply. */
  async create(viewer: Viewer, input: NewPost, idempotencyKey: string | undefined) {
    const { idempotency, ids } = this.deps
    const { content, threadId, attachmentIds = [] } = input
    const quotedPostId = input.quotedPostId ?? null
    const reply = { content, threadId, quotedPostId }
    const body = attachmentIds.length === 0 ? reply : { ...reply, attachmentIds }
    return idempotency.run(
      { userId: viewer.actor.id, key: idempotencyKey, name: 'createPost', body },
      () => ids.next('posts'),
      async (reservation) => {
        const postId = reservation?.resourceId ?? (await ids.next('posts'))
        const screened = await this.deps.words.screen({ content })
        const { post, event } = await this.withParts(
          { viewer, claim: `post:${postId}`, content: screened.texts.content, attachmentIds },
          (parts) => this.reply(viewer, { ...reply, ...parts, postId, screened }, reservation?.key),
        )
        return { post, thread: { id: threadId, seq: event.seq, postCount: event.thread.postCount ?? 0 } }
      },
    )
  }

  /** Writes a new post with its claimed files and mentioned members; a refusal releases the files. */
  async withParts<T>(
    post: { viewer: Viewer; claim: Claim; content: string; attachmentIds: readonly number[] },
    write: (parts: PostParts) => Promise<T>,
  ): Promise<T> {
    const { attachments, mentions } = this.deps
    const { viewer, claim, content, attachmentIds } = post
    const claimed = await attachments.claim(attachmentIds, viewer.actor.id, claim)
    try {
      return await write({ attachments: claimed, mentions: await mentions.of(content) })
    } catch (error) {
      if (isRefusal(error)) await attachments.release(attachmentIds, claim)
      throw error
    }
  }

  private async reply(
    viewer: Viewer,
    reply: {
      threadId: number
      postId: number
      quotedPostId: number | null
      screened: Screened<{ content: string }>
    } & PostParts,
    key: string | undefined,
  ): Promise<{ post: Post; event: ThreadEventDoc }> {
    const { commands, queries } = this.deps
    const { threadId, quotedPostId } = reply
    const { actor } = viewer
    // As the committed decision, which is the last, has read it: the response reads it no second time.
    const known: { quoted?: PostDoc } = {}
    const decide: DecideChange = async (thread, context, earlier) => {
      authorize(mayReply(actor, threadSubject(thread)))
      await queries.keepAuthor(actor.id)
      if (quotedPostId !== null) {
        known.quoted = await this.found(quotedPostId, earlier)
        authorize(mayQuotePost(known.quoted, { id: threadId }))
      }
      return replyEvent(context, thread, { ...reply, ...reply.screened.allowed() })
    }
    const { event, isRepeat } = await commands.changeOnce(key, threadId, actor, decide)
    const post = event && foldPost(null, event)
    if (!post) throw new ForumError('INTERNAL')
    return {
      post: isRepeat
        ? await this.shown(await this.found(post._id), viewer)
        : await queries.presentCreated(post, viewer, known),
      event,
    }
  }

  /**
   * Edits a post, including the opening post. A stale version is refused; an identical text with the same files changes
   * nothing.
   */
  async edit(viewer: Viewer, postId: number, edit: PostEdit): Promise<ThreadEventDoc | null> {
    const before = await this.found(postId)
    if (edit.attachmentIds === undefined) return this.writeEdit(viewer, before, edit, [])
    return this.editFiles(viewer, before, edit, edit.attachmentIds)
  }

  /** Brings an earlier text back and returns the event. */
  async undoEdit(
    viewer: Viewer,
    postId: number,
    edit: PostEdit & Pick<ActNotes, 'undoes'>,
  ): Promise<ThreadEventDoc | null> {
    return this.writeEdit(viewer, await this.found(postId), edit, [])
  }

  /** Edits a post with its files: claims the added ones, and frees those that the post does not have afterwards. */
  private async editFiles(
    viewer: Viewer,
    before: PostDoc,
    edit: PostEdit,
    attachmentIds: readonly number[],
  ): Promise<ThreadEventDoc | null> {
    const { attachments } = this.deps
    const claim: Claim = before.number === 1 ? `thread:${before.threadId}` : `post:${before._id}`
    const earlierIds = idsOf(before)
    const addedIds = attachmentIds.filter((id) => !earlierIds.includes(id))
    const freeUnused = async () => {
      const kept = idsOf(await this.found(before._id))
      const unused = [...earlierIds, ...addedIds].filter((id) => !kept.includes(id))
      await attachments.detach(unused, claim)
    }
    let event
    try {
      const added = await attachments.claim(addedIds, viewer.actor.id, claim)
      event = await this.writeEdit(viewer, before, edit, added)
    } catch (error) {
      if (isRefusal(error)) await freeUnused()
      throw error
    }
    await freeUnused()
    return event
  }

  private async writeEdit(
    viewer: Viewer,
    stored: PostDoc,
    { content: given, version, reason, undoes, attachmentIds }: PostEdit & Pick<ActNotes, 'undoes'>,
    added: readonly PostAttachment[],
  ): Promise<ThreadEventDoc | null> {
    const { _id: postId, threadId } = stored
    const answered = await this.deps.queries.contexts.answeredBy(stored)
    // An earlier text is brought back as it was.
    const written = undoes === undefined ? await this.sourceOf(given, stored, answered) : given
    const screened = await this.deps.words.screen({ content: written })
    const mentions = await this.deps.mentions.of(screened.texts.content)
    return this.deps.commands.change(
      threadId,
      viewer.actor,
      async (thread, context, earlier) => {
        const post = await this.found(postId, earlier)
        authorize(mayEditPost(viewer.actor, postSubject(post), threadSubject(thread)))
        if (version !== undefined && version !== post.version) throw new ForumError('CONFLICT')
        const files = [...(post.attachments ?? []), ...added]
        const attachments = attachmentIds?.flatMap((id) => files.find((file) => file.id === id) ?? [])
        const { content } = undoes === undefined ? screened.allowed() : { content: given }
        const isDetached =
          answered?.id === post.quotedPostId &&
          quotesAnswered(post.content, answered) &&
          !quotesAnswered(content, answered)
        return editEvent(context, thread, post, {
          content,
          mentions,
          ...(attachments && { attachments }),
          ...(isDetached ? { quotedPostId: null } : {}),
        })
      },
      { reason, undoes },
    )
  }

  /** Returns the source that an edit stands for, whose author was shown the text as readers see it. */
  private async sourceOf(given: string, stored: PostDoc, answered: AnsweredPost | null): Promise<string> {
    const shown = await this.deps.queries.contexts.shownContentOf(stored)
    return given === shown ? stored.content : withWithheldWords(given, stored.content, answered)
  }

  /** Turns a reply into a tombstone. Deleting it again changes nothing. */
  async remove(viewer: Viewer, postId: number, notes: ActNotes = {}): Promise<ThreadEventDoc | null> {
    const { threadId } = await this.found(postId)
    return this.deps.commands.change(
      threadId,
      viewer.actor,
      async (thread, context, earlier) => {
        const post = await this.found(postId, earlier)
        authorize(mayDeletePost(viewer.actor, postSubject(post), threadSubject(thread)))
        if (post.isDeleted) return null
        const newest = await this.newestBut(post, earlier)
        const next = newest && newest.number < post.number ? newest : null
        return deleteEvent(context, thread, post, next, notes.purgeId)
      },
      notes,
    )
  }

  /**
   * Brings a tombstone back and returns the event; null if the post is not deleted, or not by the purge that the notes
   * name.
   */
  async restore(viewer: Viewer, postId: number, notes: ActNotes = {}): Promise<ThreadEventDoc | null> {
    const { threadId } = await this.found(postId)
    return this.deps.commands.change(
      threadId,
      viewer.actor,
      async (thread, context, earlier) => {
        const post = await this.found(postId, earlier)
        authorize(mayRestorePost(viewer.actor, postSubject(post), threadSubject(thread)))
        if (!post.isDeleted || !isDeletedBy(post, notes)) return null
        return restoreEvent(context, thread, post, await this.newestBut(post, earlier))
      },
      notes,
    )
  }

  /** Returns the newest post, other than this one, that is not deleted. */
  private async newestBut({ _id, threadId }: PostDoc, earlier: Earlier): Promise<PostDoc | null> {
    const changed = changedBy(earlier)
    const found = await this.deps.db.posts
      .find(
        { threadId, isDeleted: false, _id: { $nin: [_id, ...changed] } },
        { sort: { number: -1 }, limit: 1 },
      )
      .toArray()
    const posts = foldInto([...found, ...(await this.deps.queries.byIds(changed))], earlier)
    const [newest] = posts
      .filter((post) => !post.isDeleted && post._id !== _id)
      .sort((a, b) => b.number - a.number)
    return newest ?? null
  }

  /** Returns the posts of a thread that counters include, those not deleted, after `earlier` events of the thread. */
  async standing(threadId: number, earlier: Earlier): Promise<CountedPost[]> {
    const fields = { authorId: 1, createdAt: 1, likeCount: 1, isDeleted: 1 }
    const posts = await this.deps.db.posts.find({ threadId }, { projection: fields }).toArray()
    return foldInto(posts, earlier).filter(({ isDeleted }) => !isDeleted)
  }

  /** Likes a post or removes the like; toggles it if `liked` is omitted. Returns the absolute count. */
  async like(viewer: Viewer, postId: number, liked: boolean | undefined) {
    const { threadId } = await this.found(postId)
    const { actor } = viewer
    const event = await this.deps.commands.change(threadId, actor, async (thread, context, earlier) => {
      const { post, isLiked } = await this.likable({ postId, userId: actor.id }, earlier)
      authorize(mayLikePost(actor, postSubject(post), threadSubject(thread)))
      const wanted = liked ?? !isLiked
      return wanted === isLiked ? null : likeEvent(context, thread, post, wanted)
    })
    if (event?.like) return { liked: event.like.liked, likeCount: event.post?.likeCount ?? 0 }
    const { post, isLiked } = await this.likable({ postId, userId: actor.id })
    return { liked: isLiked, likeCount: post.likeCount }
  }

  /** Returns a post and whether a member likes it, after `earlier` events of its thread. */
  private async likable(request: LikableRequest, earlier: Earlier = []): Promise<Likable> {
    const { postId, userId } = request
    const found = await this.likables.get(request)
    const post = after(found?.post ?? null, earlier, postId)
    if (!found || !post) throw new ForumError('NOT_FOUND')
    const last = earlier.findLast(
      ({ like, ...event }) => event.post?._id === postId && like?.userId === userId,
    )
    return { post, isLiked: last?.like?.liked ?? found.isLiked }
  }

  /** Reads the posts and the likes with one command. */
  private async readLikables(
    requests: readonly LikableRequest[],
  ): Promise<ReadonlyMap<LikableRequest, Likable>> {
    const { posts, likes } = this.deps.db
    const likeIds = requests.map(({ postId, userId }) => likeId(postId, userId))
    const found = await posts
      .aggregate<PostDoc | LikeDoc>(
        [
          { $match: { _id: { $in: requests.map(({ postId }) => postId) } } },
          { $unionWith: { coll: likes.collectionName, pipeline: [{ $match: { _id: { $in: likeIds } } }] } },
        ],
        { batchSize: 2 * requests.length + 1 },
      )
      .toArray()
    const byId = new Map(found.map((doc) => [doc._id, doc]))
    return new Map(
      requests.flatMap((request, i) => {
        const post = byId.get(request.postId) as PostDoc | undefined
        const like = byId.get(likeIds[i] ?? '') as LikeDoc | undefined
        return post ? [[request, { post, isLiked: like?.liked ?? false }]] : []
      }),
    )
  }

  /** Throws `CONFLICT` if a post is no longer at the version that was edited. */
  async assertVersion(postId: number, version: number, earlier: Earlier): Promise<void> {
    if ((await this.found(postId, earlier)).version !== version) throw new ForumError('CONFLICT')
  }

  threadOf(threadId: number, viewer: Viewer): Promise<ThreadDoc> {
    return this.deps.queries.readableThread(threadId, readerOf(viewer))
  }

  /** Returns a post in its state after `earlier` events of its thread. */
  private async found(postId: number, earlier: Earlier = []): Promise<PostDoc> {
    const post = after(await this.deps.queries.byId(postId), earlier, postId)
    if (!post) throw new ForumError('NOT_FOUND')
    return post
  }

  private async shown(post: PostDoc, viewer: Viewer): Promise<Post> {
    const thread = await this.deps.queries.readableThread(post.threadId, readerOf(viewer))
    const [shown] = await this.deps.queries.present([post], thread, readerOf(viewer))
    if (!shown) throw new ForumError('NOT_FOUND')
    return shown
  }
}
