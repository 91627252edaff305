import {
  paginate,
  paginateByRange,
  type Pagination,
  type Post,
  type PostVersion,
  type QuotingPost,
  type UserSummary,
} from '@forum/shared/contract'
import { ForumError } from '@forum/shared/errors'
import { PAGE_SIZE_MAX } from '@forum/shared/limits'
import { OUTLINE_OWN_MAX, OUTLINE_TIMES, RESPONSES_MAX } from '../../platform/limits'
import { withoutNames } from '@forum/shared/markup'
import { numbersOfPage } from '@forum/shared/pages'
import {
  hasWritten,
  mayModerate,
  mayReadContent,
  mayReadHistory,
  mayReadThread,
  maySeeBoard,
  type ThreadSubject,
} from '@forum/shared/policies'
import { type BoardQueries, boardSettings } from '../../boards'
import { type MemberQueries, mentionedIn, renamedIn } from '../../members'
import { BatchedReads } from '../../platform/work/batched-reads'
import { authorize } from '../../platform/http/authorize'
import type { Reader, Viewer } from '../../platform/http/viewer'
import { readPage } from '../../platform/http/read-page'
import {
  type ThreadCache,
  likeId,
  postSubject,
  threadSubject,
  writtenBy,
  type PostDoc,
  type ThreadDoc,
  type ThreadLogCollections,
} from '../../log'
import { MovedPostQueries, type PageWanted } from '../moves/moved-posts.queries'
import { PostContexts } from './post-contexts.queries'
import { foundPost } from './post-folds'
import { presentPost, presentPublicPost, shownContent, type ShownPost } from './posts.presenter'

/** Posts may be long, so few of them are read before their size is known. */
const CHANGES_READ_AT_ONCE = 50

export class PostQueries {
  private readonly reads = new BatchedReads<number, PostDoc>(async (ids) => {
    const found = await this.db.posts.find({ _id: { $in: ids } }).toArray()
    return new Map(found.map((post) => [post._id, post]))
  })

  /** Loads other data that the JSON of posts needs. */
  readonly contexts: PostContexts
  readonly moved: MovedPostQueries

  constructor(
    private readonly db: ThreadLogCollections,
    private readonly members: MemberQueries,
    private readonly threads: ThreadCache,
    private readonly boards: BoardQueries,
  ) {
    this.contexts = new PostContexts(db, members, threads, boards)
    this.moved = new MovedPostQueries(db, threads)
  }

  /** Returns a page of replies by a range of numbers: as fast on the last page as on the first. */
  async page(threadId: number, page: number, limit: number): Promise<PostDoc[]> {
    const { first, last } = numbersOfPage(page, limit)
    return await this.db.posts
      .find({ threadId, number: { $gte: first, $lte: last } }, { sort: { number: 1 } })
      .toArray()
  }

  /** Reads a page of replies together with the opening post, which is number 1, in one trip. */
  async pageWithOpening(
    threadId: number,
    page: number,
    limit: number,
  ): Promise<{ opening: PostDoc | null; replies: PostDoc[] }> {
    const { first, last } = numbersOfPage(page, limit)
    const numbers = [1, ...Array.from({ length: last - first + 1 }, (_, i) => first + i)]
    const posts = await this.db.posts
      .find({ threadId, number: { $in: numbers } }, { sort: { number: 1 } })
      .toArray()
    const [opening = null] = posts
    return opening?.number === 1 ? { opening, replies: posts.slice(1) } : { opening: null, replies: posts }
  }

  /** Returns the replies of one author in a thread, and their total. */
  async ofAuthor(threadId: number, authorId: number, page: number, limit: number) {
    const filter = { threadId, authorId, number: { $gte: 2 } }
    const posts = await readPage({ page, limit }, (rows) =>
      this.db.posts.find(filter, { ...rows, sort: { number: 1 } }).toArray(),
    )
    return { posts, total: await this.db.posts.countDocuments(filter) }
  }

  /** Returns the times of evenly spaced posts of a thread, and the numbers of a member's newest posts in it. */
  async outline(
    threadId: number,
    reader: Reader,
  ): Promise<{ times: { number: number; createdAt: string }[]; own: number[] }> {
    const { lastNumber } = await this.readableThread(threadId, reader)
    const { viewer } = reader
    const steps = Math.min(OUTLINE_TIMES, lastNumber) - 1
    const numbers = Array.from({ length: steps + 1 }, (_, i) =>
      steps === 0 ? 1 : 1 + Math.round((i * (lastNumber - 1)) / steps),
    )
    const [posts, ownPosts] = await Promise.all([
      this.db.posts
        .find(
          { threadId, number: { $in: numbers } },
          { projection: { number: 1, createdAt: 1 }, sort: { number: 1 } },
        )
        .toArray(),
      viewer === null
        ? []
        : this.db.posts
            .find(
              { threadId, ...writtenBy(viewer.actor.id) },
              { projection: { _id: 0, number: 1 }, sort: { number: -1 }, limit: OUTLINE_OWN_MAX },
            )
            .toArray(),
    ])
    return {
      times: posts.map(({ number, createdAt }) => ({ number, createdAt: createdAt.toISOString() })),
      own: ownPosts.map(({ number }) => number).reverse(),
    }
  }

  /** Returns the replies that quote posts between two numbers, at most those of the longest page. */
  async responses(
    threadId: number,
    { from, to }: { from: number; to: number },
    reader: Reader,
  ): Promise<QuotingPost[]> {
    await this.readableThread(threadId, reader)
    const number = { $gte: from, $lte: Math.min(to, from + PAGE_SIZE_MAX) }
    const onPage = await this.db.posts.find({ threadId, number }, { projection: { _id: 1 } }).toArray()
    const ids = onPage.map(({ _id }) => _id)
    const found = await this.db.posts
      .find(
        { threadId, quotedIds: { $in: ids }, isDeleted: false },
        {
          projection: { number: 1, authorId: 1, excerpt: 1, mentions: 1, quotedIds: 1 },
          limit: RESPONSES_MAX,
        },
      )
      .toArray()
    const people = await this.members.people([
      ...found.map(({ authorId }) => authorId),
      ...mentionedIn(found),
    ])
    return found
      .toSorted((a, b) => a.number - b.number)
      .map(({ _id, number, authorId, excerpt, mentions = [], quotedIds = [] }) => ({
        id: _id,
        number,
        author: people.summary(authorId),
        excerpt: withoutNames(excerpt, renamedIn([{ mentions }], people)),
        quotedIds,
      }))
  }

  async byId(postId: number): Promise<PostDoc | null> {
    return (await this.reads.get(postId)) ?? null
  }

  byIds(postIds: readonly number[]): Promise<PostDoc[]> {
    if (postIds.length === 0) return Promise.resolve([])
    return this.db.posts.find({ _id: { $in: postIds } }).toArray()
  }

  /** Returns posts above a seq, those changed first first; not `complete` if they exceed a number or size of texts. */
  async changedSince(
    threadId: number,
    since: number,
    { count, bytes }: { count: number; bytes: number },
  ): Promise<{ posts: PostDoc[]; complete: boolean }> {
    const changed = this.db.posts.find(
      { threadId, appliedSeq: { $gt: since } },
      { sort: { appliedSeq: 1 }, limit: count + 1, batchSize: CHANGES_READ_AT_ONCE },
    )
    const posts: PostDoc[] = []
    let read = 0
    for await (const post of changed) {
      read += Buffer.byteLength(post.content)
      if (posts.length === count || read > bytes) return { posts, complete: false }
      posts.push(post)
    }
    return { posts, complete: true }
  }

  /** Presents posts as this reader sees them. */
  async present(posts: readonly PostDoc[], thread: ThreadDoc, { viewer, as }: Reader): Promise<Post[]> {
    const context = await this.contexts.of(posts)
    const reader = {
      as,
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

  /**
   * Presents a newly created post as its author sees it.
   *
   * @param loaded the thread, if the post is its first, and the post that it answers
   */
  async presentCreated(
    post: PostDoc,
    viewer: Viewer,
    loaded: { started?: ThreadDoc; quoted?: PostDoc | undefined } = {},
  ): Promise<Post> {
    const [context, thread] = await Promise.all([
      this.contexts.of([post], [], loaded.quoted && [loaded.quoted]),
      loaded.started ?? this.threads.get(post.threadId),
    ])
    if (!thread) throw new ForumError('NOT_FOUND')
    return presentPost(post, context, {
      as: viewer.actor,
      thread: threadSubject(thread),
      liked: new Set(),
    })
  }

  /** Caches an author whose post is about to be counted. */
  async keepAuthor(userId: number): Promise<void> {
    await this.members.people([userId])
  }

  /** Returns which of these posts a member likes. */
  async likedBy(userId: number, postIds: readonly number[]): Promise<ReadonlySet<number>> {
    if (postIds.length === 0) return new Set()
    const ids = postIds.map((postId) => likeId(postId, userId))
    const likes = await this.db.likes
      .find({ _id: { $in: ids }, liked: true }, { projection: { postId: 1 } })
      .toArray()
    return new Set(likes.map((like) => like.postId))
  }

  /**
   * Returns the part of each post that is the same for every reader, without text and files of tombstones; and the text
   * as it is shown.
   */
  async presentShared(posts: readonly PostDoc[]): Promise<{ json: object; text: string }[]> {
    const context = await this.contexts.of(posts)
    return posts.map((post) => {
      const { content, attachments, ...others } = presentPublicPost(post, context)
      return post.isDeleted
        ? { json: others, text: shownContent(post, context) }
        : { json: { ...others, content, attachments }, text: content }
    })
  }

  /** Returns the replies of a thread by page, or those above a number. */
  async list(
    query: { threadId: number; page: number; limit: number; afterNumber?: number | undefined },
    reader: Reader,
  ): Promise<{ posts: Post[]; pagination: Pagination }> {
    const { threadId, page, limit, afterNumber } = query
    const thread = await this.readableThread(threadId, reader)
    if (afterNumber === undefined) {
      const posts = await this.page(threadId, page, limit)
      return {
        posts: await this.present(posts, thread, reader),
        pagination: paginateByRange(page, limit, thread.lastNumber - 1),
      }
    }
    const from = Math.max(1, afterNumber)
    const first = from + 1 + (page - 1) * limit
    const posts = await this.db.posts
      .find({ threadId, number: { $gte: first, $lt: first + limit } }, { sort: { number: 1 } })
      .toArray()
    return {
      posts: await this.present(posts, thread, reader),
      pagination: paginateByRange(page, limit, Math.max(0, thread.lastNumber - from)),
    }
  }

  async one(postId: number, reader: Reader): Promise<Post> {
    const post = await foundPost(this, postId)
    const thread = await this.readableThread(post.threadId, reader)
    const [shown] = await this.present([post], thread, reader)
    if (!shown) throw new ForumError('NOT_FOUND')
    return shown
  }

  /**
   * Returns every version of a post: to moderators as it was written, to its authors without what readers may no longer
   * see. The log keeps what each edit replaced; the post itself has the current text. Where everyone may read them, they
   * begin with the last edit by somebody else: a text that a moderator has changed is not brought back.
   *
   * @throws ForumError `NOT_FOUND`, `FORBIDDEN`, `UNAUTHENTICATED` to a stranger
   */
  async versions(postId: number, { as, viewer }: Reader): Promise<PostVersion[]> {
    const post = await this.byId(postId)
    const thread = post && (await this.threads.get(post.threadId))
    if (!post || !thread) throw new ForumError('NOT_FOUND')
    const board = (await this.boards.wholeStructure()).find(thread.boardId)
    const [onPost, onThread] = [postSubject(post), threadSubject(thread)]
    const verdict = mayReadHistory(as, onPost, onThread, boardSettings(board ?? {}))
    if (viewer === null && verdict === 'FORBIDDEN') throw new ForumError('UNAUTHENTICATED')
    authorize(verdict)
    const found = await this.db.threadEvents
      .find({ kind: 'post.edited', 'post._id': postId }, { sort: { seq: 1 } })
      .toArray()
    // Omits edits that are committed but not projected yet. Their seqs are of several threads, if the post has moved.
    const edits = found
      .filter((edit) => (edit.post?.version ?? 0) <= post.version)
      .sort((a, b) => (a.post?.version ?? 0) - (b.post?.version ?? 0))
    const people = await this.members.people([post.authorId, ...edits.map(({ actorId }) => actorId)])
    const versions: PostVersion[] = []
    let written: { at: Date; by: number; content?: string | undefined; note?: string | undefined } = {
      at: post.createdAt,
      by: post.authorId,
    }
    const add = (version: number, content: string | undefined) => {
      if (content === undefined) return
      const { at, by, note } = written
      const edit = { editedAt: at.toISOString(), editedBy: people.summary(by), ...(note && { note }) }
      versions.push({ version, content, ...edit })
    }
    for (const { at, actorId, replacedContent, post: after } of edits) {
      // For edits from before the log kept replaced texts, the preceding edit has the text.
      add((after?.version ?? 0) - 1, replacedContent ?? written.content)
      written = { at, by: actorId, content: after?.content, note: after?.editNote }
    }
    add(post.version, post.content)
    if (mayModerate(as, thread.boardId)) return versions
    const mentions = [post, ...edits.map((edit) => edit.post)].flatMap((one) => one?.mentions ?? [])
    const sources = versions.map(({ content }) => content)
    const shown = await this.contexts.shownVersionsOf(post, sources, mentions)
    const readable = versions.map((one, i) => ({ ...one, content: shown[i] ?? '' }))
    if (hasWritten(as, onPost)) return readable
    const byOther =
      edits.findLast(({ actorId, byCoauthor }) => actorId !== post.authorId && !byCoauthor)?.post?.version ??
      0
    return readable.filter(({ version }) => version >= byOther)
  }

  /** Returns true if a post was edited under an idempotency key, in whichever thread it was then. */
  async hasEdit(postId: number, idempotencyKey: string): Promise<boolean> {
    const edit = { kind: 'post.edited', 'post._id': postId, idempotencyKey } as const
    return (await this.db.threadEvents.findOne(edit, { projection: { _id: 1 } })) !== null
  }

  /** Returns who likes a post, the newest like first. */
  async likes(
    postId: number,
    { page, limit }: { page: number; limit: number },
    reader: Reader,
  ): Promise<{ users: UserSummary[]; pagination: Pagination }> {
    const post = await this.byId(postId)
    if (!post) throw new ForumError('NOT_FOUND')
    const thread = await this.readableThread(post.threadId, reader)
    if (!mayReadContent(reader.as, post, threadSubject(thread))) throw new ForumError('NOT_FOUND')
    const likes = await readPage({ page, limit }, (rows) =>
      this.db.likes
        .find(
          { postId, liked: true },
          { projection: { _id: 0, userId: 1 }, sort: { appliedSeq: -1 }, ...rows },
        )
        .toArray(),
    )
    const ids = likes.map(({ userId }) => userId)
    const people = await this.members.people(ids)
    return {
      users: ids.map((id) => people.summary(id)),
      pagination: paginate(page, limit, post.likeCount),
    }
  }

  /**
   * Presents posts of several threads as this reader sees them, each with its thread; those of deleted threads and of
   * boards that the reader does not see are omitted.
   *
   * @param loaded the threads of the posts, if the caller has read them
   */
  async presentFeed(
    posts: readonly ShownPost[],
    { viewer, as }: Reader,
    loaded?: readonly (ThreadSubject & Pick<ThreadDoc, '_id' | 'title'>)[],
  ): Promise<Post[]> {
    const threads =
      loaded ??
      (await this.db.threads
        .find({ _id: { $in: posts.map(({ threadId }) => threadId) }, isDeleted: false })
        .toArray())
    const byId = new Map(threads.map((thread) => [thread._id, thread]))
    const [context, liked] = await Promise.all([
      this.contexts.of(posts),
      this.likedBy(viewer?.actor.id ?? 0, viewer ? posts.map((post) => post._id) : []),
    ])
    return posts.flatMap((post) => {
      const thread = byId.get(post.threadId)
      if (!thread || !maySeeBoard(as, thread.boardId)) return []
      const { _id: id, title, boardId } = thread
      const reader = { as, thread: threadSubject(thread), liked }
      return Object.assign(presentPost(post, context, reader), { thread: { id, title, boardId } })
    })
  }

  /** @throws ForumError `NOT_FOUND` for a thread that does not exist for this reader */
  async readableThread(threadId: number, { as }: Pick<Reader, 'as'>): Promise<ThreadDoc> {
    return readable(await this.threads.get(threadId), as)
  }

  /**
   * Returns the thread that an address leads to and what is wanted of it there, also if posts have moved.
   *
   * @throws ForumError `NOT_FOUND`, `UNAVAILABLE` while the post moves
   */
  async threadAt<Wanted extends PageWanted>(
    threadId: number,
    wanted: Wanted,
    reader: Pick<Reader, 'as'>,
  ): Promise<{ thread: ThreadDoc; wanted: Wanted }> {
    const thread = await this.threads.get(threadId)
    const place = thread ? await this.moved.placeOf(thread, wanted) : null
    if (!place) return { thread: readable(thread, reader.as), wanted }
    return { thread: await this.readableThread(place.threadId, reader), wanted: place.wanted }
  }
}

function readable(thread: ThreadDoc | null, as: Reader['as']): ThreadDoc {
  if (!thread || !mayReadThread(as, threadSubject(thread))) throw new ForumError('NOT_FOUND')
  return thread
}
