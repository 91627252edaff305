import type { Post } from '@forum/shared/contract'
import { ForumError, refusedField } from '@forum/shared/errors'
import { mayDeletePost, mayLikePost, mayQuotePost, mayReply, mayRestorePost } from '@forum/shared/policies'
import type { AttachmentService, Claim } from '../../files'
import type { Gate, HeldDoc, HeldTexts, Review } from '../../gate'
import type { BoardQueries } from '../../boards'
import type { Aliases, Mentions } from '../../members'
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
  type PostDoc,
  type ThreadCommands,
  type ThreadDoc,
  type ThreadEventDoc,
  type ThreadLogCollections,
} from '../../log'
import type { Screened, Words } from '../../words'
import { quotedIdsOf } from './excerpts'
import { PostEdits, type PostEdit } from './post-edits.service'
import { after, changedBy, foldInto, foundPost, requireIn, type Earlier } from './post-folds'
import { dueAt, requireSlowInterval } from '../pace/pace'
import type { PostQueries } from './posts.queries'
import {
  deleteEvent,
  likeEvent,
  replyEvent,
  restoreEvent,
  type NewestPost,
  type PostParts,
} from './post-events'
import type { CountedPost } from './counts'

export interface NewPost {
  content: string
  threadId: number
  quotedPostId?: number | null | undefined
  attachmentIds?: number[] | undefined
  /** True to hide the author's name. */
  anonymous?: boolean | undefined
}

export interface PostServiceDeps {
  db: Pick<ThreadLogCollections, 'posts' | 'likes'>
  queries: PostQueries
  commands: ThreadCommands
  boards: Pick<BoardQueries, 'wholeStructure'>
  aliases: Aliases
  attachments: AttachmentService
  mentions: Mentions
  words: Words
  gate: Gate
  held: HeldTexts
  idempotency: Idempotency
  ids: Ids
}

/** Refuses an anonymous text in a board that allows none. */
export function requireAnonymity(
  { anonymous }: { anonymous?: boolean | undefined },
  board: { allowsAnonymous?: boolean } | undefined,
): void {
  if (anonymous && !board?.allowsAnonymous) throw refusedField('anonymous', 'not_allowed')
}

/** Returns true if the purge to undo has deleted the content, or if no purge is undone. */
export const isDeletedBy = (
  { purgeId = null }: { purgeId?: number | null },
  undone: Pick<ActNotes, 'purgeId'>,
): boolean => undone.purgeId === undefined || undone.purgeId === purgeId

/** Returns the files of a new post that has to wait for approval. */
export const filesOf = (claim: Claim, { attachments = [] }: PostParts) => ({
  attachments: [...attachments],
  claim,
  fileIds: attachments.map(({ id }) => id),
})

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

  readonly edits: PostEdits

  constructor(private readonly deps: PostServiceDeps) {
    this.edits = new PostEdits(deps)
  }

  /**
   * Replies to a thread. With a key, a repeat returns the first reply.
   *
   * @throws HeldBack if the reply has to wait for approval
   */
  async create(viewer: Viewer, input: NewPost, idempotencyKey: string | undefined) {
    const { idempotency, ids, words, gate, held } = this.deps
    const { content, attachmentIds = [], anonymous } = input
    const quotedPostId = input.quotedPostId ?? null
    const sent = { content, threadId: input.threadId, quotedPostId }
    const body = {
      ...sent,
      ...(attachmentIds.length > 0 && { attachmentIds }),
      ...(anonymous !== undefined && { anonymous }),
    }
    return idempotency.run(
      { userId: viewer.actor.id, key: idempotencyKey, name: 'createPost', body },
      () => ids.next('posts'),
      async (reservation) => {
        await held.endRepeat(viewer.actor.id, reservation)
        // Whoever wrote it may not know yet that the thread was merged into another one.
        const threadId = await this.deps.queries.moved.currentOf(input.threadId)
        const reply = { ...sent, threadId }
        const postId = reservation?.resourceId ?? (await ids.next('posts'))
        // The key of a repeat is in the log of the thread that the reply was written in.
        const mayBeElsewhere = reservation?.isRepeat && threadId !== input.threadId
        if (mayBeElsewhere && (await this.deps.queries.byId(postId))) return this.written(postId, viewer)
        const alias = await this.aliasIn(threadId, viewer, anonymous)
        const screened = await words.screen({ content })
        const review = await gate.review(viewer.actor, {
          kind: 'post',
          content,
          files: attachmentIds.length,
          screened: [screened],
          alias,
          visibleTexts: async () => {
            const quoted = await this.deps.queries.byIds(quotedIdsOf({ content, quotedPostId }))
            return quoted.filter(({ isDeleted }) => !isDeleted).map((post) => post.content)
          },
        })
        const { post, event } = await this.withParts(
          { viewer, claim: `post:${postId}`, content: screened.texts.content, attachmentIds },
          (parts) =>
            this.reply(viewer, { ...reply, ...parts, postId, screened, review, alias }, reservation?.key),
        )
        return { post, thread: { id: threadId, seq: event.seq, postCount: event.thread.postCount ?? 0 } }
      },
    )
  }

  /** Returns a reply as it is by now, with the thread that it is in. */
  private async written(postId: number, viewer: Viewer) {
    const post = await this.found(postId)
    const { _id: id, seq, postCount } = await this.threadOf(post.threadId, viewer)
    return { post: await this.shown(post, viewer), thread: { id, seq, postCount } }
  }

  /**
   * Returns the alias under which a member writes in a thread; undefined for the member's own name. Without a choice it
   * is as before in the thread, so that nobody shows their name there by not choosing.
   */
  private async aliasIn(
    threadId: number,
    viewer: Viewer,
    anonymous: boolean | undefined,
  ): Promise<number | undefined> {
    if (anonymous === false) return undefined
    const { boards, aliases } = this.deps
    const tree = await boards.wholeStructure()
    if (!anonymous) {
      if (!tree.boards.some(({ allowsAnonymous }) => allowsAnonymous)) return undefined
      if ((await aliases.existing(threadId, viewer.actor.id)) === null) return undefined
    }
    const board = tree.find((await this.threadOf(threadId, viewer)).boardId)
    if (!anonymous && !board?.allowsAnonymous) return undefined
    requireAnonymity({ anonymous: true }, board)
    return aliases.of(threadId, viewer.actor.id)
  }

  /** Writes a new post with its claimed files and mentioned members; a refusal releases the files. */
  async withParts<T>(
    post: { viewer: Viewer; claim: Claim; content: string; attachmentIds: readonly number[] },
    write: (parts: PostParts) => Promise<T>,
  ): Promise<T> {
    const { attachments, mentions } = this.deps
    const { viewer, claim, content, attachmentIds } = post
    return attachments.withClaimed({ attachmentIds, ownerId: viewer.actor.id, claim }, async (claimed) =>
      write({ attachments: claimed, mentions: await mentions.of(content) }),
    )
  }

  private async reply(
    viewer: Viewer,
    reply: {
      threadId: number
      postId: number
      quotedPostId: number | null
      screened: Screened<{ content: string }>
      review: Review
      alias: number | undefined
    } & PostParts,
    key: string | undefined,
  ): Promise<{ post: Post; event: ThreadEventDoc }> {
    const { commands, queries } = this.deps
    const { threadId, quotedPostId, alias } = reply
    const { actor } = viewer
    // As the committed decision, which is the last, has read it: the response reads it no second time.
    const loaded: { quoted?: PostDoc; waits?: Pick<HeldDoc, 'boardId' | 'reasons'> } = {}
    const decide: DecideChange = async (thread, context, earlier) => {
      const { isLocked } = dueAt(thread, context.at) ?? thread
      authorize(mayReply(actor, { ...threadSubject(thread), isLocked }))
      await requireSlowInterval(this.deps.db.posts, thread, { actor, at: context.at }, earlier)
      await queries.keepAuthor(actor.id)
      if (quotedPostId !== null) {
        loaded.quoted = await this.found(quotedPostId, earlier)
        authorize(mayQuotePost(loaded.quoted, { id: threadId }))
      }
      const texts = reply.screened.unblocked()
      const { boardId } = thread
      const reasons = reply.review.reasonsIn(boardId)
      loaded.waits = { boardId, reasons }
      return reasons.length > 0 ? null : replyEvent(context, thread, { ...reply, ...texts })
    }
    const { event, isRepeat } = await commands.changeOnce(key, threadId, actor, decide, { alias })
    if (!event && loaded.waits) return this.holdReply(actor.id, { ...reply, ...loaded.waits }, key)
    const post = event && foldPost(null, event)
    if (!post) throw new ForumError('INTERNAL')
    return {
      post: isRepeat
        ? await this.shown(await this.found(post._id), viewer)
        : await queries.presentCreated(post, viewer, loaded),
      event,
    }
  }

  private holdReply(
    authorId: number,
    reply: {
      threadId: number
      postId: number
      quotedPostId: number | null
      alias: number | undefined
    } & Pick<HeldDoc, 'boardId' | 'reasons'> &
      Pick<PostParts, 'attachments'> & { screened: Screened<{ content: string }> },
    key: string | undefined,
  ): Promise<never> {
    const { threadId, postId, quotedPostId, alias, boardId, reasons, attachments = [] } = reply
    return this.deps.held.holdBack({
      key,
      kind: 'post',
      authorId,
      ...(alias !== undefined && { alias }),
      boardId,
      threadId,
      subjectId: postId,
      content: reply.screened.texts.content,
      quotedPostId,
      ...filesOf(`post:${postId}`, { attachments }),
      reasons,
    })
  }

  /** Edits a post, including the opening post; see `PostEdits`. */
  edit(viewer: Viewer, postId: number, edit: PostEdit): Promise<ThreadEventDoc | null> {
    return this.edits.edit(viewer, postId, edit)
  }

  /** Brings an earlier text back and returns the event. */
  undoEdit(viewer: Viewer, postId: number, edit: PostEdit & Pick<ActNotes, 'undoes'>) {
    return this.edits.undoEdit(viewer, postId, edit)
  }

  /** Turns a reply into a tombstone. Deleting it again changes nothing. */
  async remove(viewer: Viewer, postId: number, notes: ActNotes = {}): Promise<ThreadEventDoc | null> {
    const { threadId } = await this.found(postId)
    return this.deps.commands.change(
      threadId,
      viewer.actor,
      async (thread, context, earlier) => {
        const { post, next } = await this.withNext(postId, earlier, thread)
        requireIn(thread, post)
        authorize(mayDeletePost(viewer.actor, postSubject(post), threadSubject(thread)))
        if (post.isDeleted) return null
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
        requireIn(thread, post)
        authorize(mayRestorePost(viewer.actor, postSubject(post), threadSubject(thread)))
        if (!post.isDeleted || !isDeletedBy(post, notes)) return null
        if (post.erasedAt) throw new ForumError('CONFLICT')
        return restoreEvent(context, thread, post, await this.newestBut([postId], earlier, thread))
      },
      notes,
    )
  }

  /** Returns a post, and the newest that would be left without it; null if the thread's newest stays. */
  async withNext(
    postId: number,
    earlier: Earlier,
    thread: Pick<ThreadDoc, '_id' | 'hasArrivals'>,
  ): Promise<{ post: PostDoc; next: NewestPost | null }> {
    const post = await this.found(postId, earlier)
    const newest = await this.newestBut([postId], earlier, thread)
    // Where posts of other threads have come, any of them may have been written last.
    const isAffected = thread.hasArrivals === true || (newest !== null && newest.number < post.number)
    return { post, next: isAffected ? newest : null }
  }

  /** Returns the newest post of a thread that is not deleted, without some: its number, its author, and the latest time. */
  async newestBut(
    postIds: readonly number[],
    earlier: Earlier,
    { _id: threadId, hasArrivals = false }: Pick<ThreadDoc, '_id' | 'hasArrivals'>,
  ): Promise<NewestPost | null> {
    const { db, queries } = this.deps
    const changed = changedBy(earlier)
    const standing = { threadId, isDeleted: false, _id: { $nin: [...postIds, ...changed] } }
    const [last, latest] = await Promise.all([
      db.posts.find(standing, { sort: { number: -1 }, limit: 1 }).toArray(),
      hasArrivals ? db.posts.find(standing, { sort: { createdAt: -1 }, limit: 1 }).toArray() : [],
    ])
    const posts = foldInto([...last, ...latest, ...(await queries.byIds(changed))], earlier).filter(
      (post) => !post.isDeleted && post.threadId === threadId && !postIds.includes(post._id),
    )
    const [newest] = posts.toSorted((a, b) => b.number - a.number)
    if (!newest) return null
    const { number, authorId } = newest
    return { number, authorId, createdAt: new Date(Math.max(...posts.map((post) => +post.createdAt))) }
  }

  /** Returns the posts of a thread that counters include, those not deleted, after `earlier` events of the thread. */
  async standing(threadId: number, earlier: Earlier): Promise<CountedPost[]> {
    const fields = { authorId: 1, createdAt: 1, likeCount: 1, isDeleted: 1 }
    const posts = await this.deps.db.posts.find({ threadId }, { projection: fields }).toArray()
    return foldInto(posts, earlier).filter(({ isDeleted }) => !isDeleted)
  }

  /**
   * Returns a reply of a thread after `earlier` events of the thread.
   *
   * @throws ForumError `NOT_FOUND` for one that is deleted or in another thread, and for the opening post
   */
  async replyIn(threadId: number, postId: number, earlier: Earlier): Promise<PostDoc> {
    const post = await this.found(postId, earlier)
    if (post.threadId !== threadId || post.isDeleted || post.number === 1) throw new ForumError('NOT_FOUND')
    return post
  }

  /** Likes a post or removes the like; toggles it if `liked` is omitted. Returns the absolute count. */
  async like(viewer: Viewer, postId: number, liked: boolean | undefined) {
    const { threadId } = await this.found(postId)
    const { actor } = viewer
    const event = await this.deps.commands.change(threadId, actor, async (thread, context, earlier) => {
      const { post, isLiked } = await this.likable({ postId, userId: actor.id }, earlier)
      requireIn(thread, post)
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

  private found(postId: number, earlier: Earlier = []): Promise<PostDoc> {
    return foundPost(this.deps.queries, postId, earlier)
  }

  private async shown(post: PostDoc, viewer: Viewer): Promise<Post> {
    const thread = await this.deps.queries.readableThread(post.threadId, readerOf(viewer))
    const [shown] = await this.deps.queries.present([post], thread, readerOf(viewer))
    if (!shown) throw new ForumError('NOT_FOUND')
    return shown
  }
}
