import {
  type MovedPost,
  type NewcomerBounds,
  paginate,
  type Pagination,
  type Post,
  type Thread,
  type ThreadInList,
} from '@forum/shared/contract'
import { ageMs, DAY_MS, type Clock } from '@forum/shared/clock'
import { ForumError } from '@forum/shared/errors'
import { COUNT_MAX } from '@forum/shared/limits'
import { CHANGES_MAX, CHANGES_MAX_BYTES } from '../platform/limits'
import { LRUCache } from 'lru-cache'
import type { BoardChoice, BoardDoc, BoardQueries, BoardTree } from '../boards'
import type { Aliases, MemberQueries } from '../members'
import type { ResponseCache } from '../platform/http/response-cache'
import { ResponseBody } from '../platform/http/response-body'
import type { ReadContext, Viewer } from '../platform/http/viewer'
import { readPage } from '../platform/http/read-page'
import type { PollQueries } from './polls/polls.queries'
import type { PageWanted } from './moves/moved-posts.queries'
import type { PostQueries } from './posts/posts.queries'
import { readStatesOfAuthor, type ReadStates } from './reading/read-states.service'
import {
  THREADS_BY_REPLIES,
  THREADS_OF_BOARDS_BY_REPLIES,
  type PostDoc,
  type ThreadDoc,
  type ThreadLogCollections,
} from '../log'
import { boardsWanted, marksOf, order, pageWanted, type Sorted } from './list-conditions'
import { LIST_MAX_AGE_MS, readerKey, ThreadLists } from './thread-lists.queries'
import { ThreadPages } from './thread-pages.queries'
import { peopleOfThreads, presentThread, type ThreadRelations } from './threads.presenter'
import { UnreadPostQueries } from './unread-posts.queries'

/** Facts on which a response depends besides the parameters of the call. */
interface CallContext extends ReadContext {
  /** As the reader sees it. */
  tree: BoardTree
}

/** Maximum number of pinned threads listed first in a board, far above what boards have. */
const PINNED_MAX = 200
/** Number of filters whose totals are cached. */
const TOTALS_KEPT_MAX = 1_000

const LAST_FEATURED = { featuredAt: -1, _id: -1 } as const

/** Number of pages of a list that are searched for threads of other authors. */
const SPREAD_CONSIDERED = 10

export class ThreadQueries {
  readonly lists: ThreadLists
  private readonly pages: ThreadPages
  private readonly unread: UnreadPostQueries
  private readonly totals = new LRUCache<string, { at: number; total: number }>({ max: TOTALS_KEPT_MAX })

  constructor(
    private readonly db: Pick<ThreadLogCollections, 'threads' | 'posts'>,
    private readonly members: MemberQueries,
    private readonly posts: PostQueries,
    private readonly readStates: ReadStates,
    private readonly polls: PollQueries,
    private readonly boards: BoardQueries,
    private readonly clock: Clock,
    private readonly cache: ResponseCache,
    aliases: Pick<Aliases, 'existing'>,
    /** Who counts as a newcomer. */
    private readonly newcomers: () => NewcomerBounds,
  ) {
    this.unread = new UnreadPostQueries(db)
    const { unread } = this
    this.lists = new ThreadLists({ cache, clock, members, polls, readStates, unread })
    this.pages = new ThreadPages({ cache, clock, posts, polls, members, boards, aliases, unread })
  }

  async presentList(
    threads: readonly ThreadDoc[],
    { tree, reader: { viewer }, language }: CallContext,
  ): Promise<ThreadInList[]> {
    const people = await this.members.people(peopleOfThreads(threads))
    const reader = viewer && { actor: viewer.actor, ...(await this.relationsOf(viewer.actor.id, threads)) }
    return threads.map((thread) =>
      presentThread(thread, { people, tree, language, now: this.clock.now() }, reader),
    )
  }

  private async relationsOf(userId: number, threads: readonly ThreadDoc[]): Promise<ThreadRelations> {
    const ids = threads.map((thread) => thread._id)
    const [readStates, votes] = await Promise.all([
      this.readStates.of(userId, ids),
      this.polls.votesOf(userId, threads),
    ])
    return { readStates, votes, unread: await this.unread.of(threads, readStates) }
  }

  /** Returns a page of threads. Their ids come from the index alone, so that skipped threads are not fetched. */
  private async inOrder(
    filter: object,
    { sorted, skip, limit }: { sorted: Record<string, 1 | -1>; skip: number; limit: number },
  ): Promise<ThreadDoc[]> {
    const rows = await this.db.threads
      .find(filter, { projection: { _id: 1 }, sort: sorted, skip, limit })
      .toArray()
    const ids = rows.map((row) => row._id)
    const threads = await this.db.threads.find({ _id: { $in: ids }, isDeleted: false }).toArray()
    const byId = new Map(threads.map((thread) => [thread._id, thread]))
    return ids.flatMap((id) => byId.get(id) ?? [])
  }

  /** Returns a board's threads: pinned first, then as sorted. Pinned threads are few, so one query reads them all. */
  async ofBoard(board: BoardDoc, query: Sorted): Promise<ThreadDoc[]> {
    const filter = { boardId: board._id, isDeleted: false }
    const sorted = order(query.sortBy, query.sortOrder)
    return readPage(query, async ({ skip, limit }) => {
      const pinned = await this.db.threads
        .find({ ...filter, isPinned: true }, { sort: sorted, limit: PINNED_MAX })
        .toArray()
      const onPage = pinned.slice(skip, skip + limit)
      const remaining = limit - onPage.length
      if (remaining === 0) return onPage
      const others = await this.inOrder(
        // Excluded by id, with which every index ends: `isPinned` would have to be looked up in each thread.
        { ...filter, _id: { $nin: pinned.map((thread) => thread._id) } },
        { sorted, skip: Math.max(0, skip - pinned.length), limit: remaining },
      )
      return [...onPage, ...others]
    })
  }

  /** Returns those of a board's threads that have a mark, as sorted, and how many there are. */
  async marked(
    board: BoardDoc,
    marks: Pick<Partial<ThreadDoc>, 'isFeatured' | 'type' | 'isSolved'>,
    query: Sorted,
  ): Promise<{ threads: ThreadDoc[]; total: number }> {
    const filter = { boardId: board._id, ...marks, isDeleted: false }
    const sorted = order(query.sortBy, query.sortOrder)
    const [threads, total] = await Promise.all([
      readPage(query, (rows) => this.inOrder(filter, { sorted, ...rows })),
      this.db.threads.countDocuments(filter, { limit: COUNT_MAX }),
    ])
    return { threads, total }
  }

  /** Returns threads of several boards, the newest last post first. */
  ofBoards(boardIds: number[], query: { page: number; limit: number }): Promise<ThreadDoc[]> {
    const filter = { boardId: { $in: boardIds }, isDeleted: false }
    const sorted = order('lastPostAt', 'DESC')
    return readPage(query, (rows) => this.inOrder(filter, { sorted, ...rows }))
  }

  /**
   * Returns threads of the whole forum, or of a board and those below it. No index serves every combination of filters
   * and orders, so a filtered list may be a few seconds old and is read only once in that time.
   */
  async list(
    query: Sorted & {
      boardId?: number | undefined
      daysAgo?: number | undefined
      minReplies?: number | undefined
      type?: string | undefined
      /** Limits the list to questions: true for solved ones, false for open ones. */
      solved?: boolean | undefined
      /** Whether only featured threads are listed, the last featured first. */
      featured?: boolean | undefined
      /** Maximum number of threads of one unproven member on the first page, so that no advertiser fills it. */
      perAuthor?: number | undefined
    },
    context: ReadContext,
    choice?: BoardChoice,
  ): Promise<ResponseBody> {
    const isFiltered = query.daysAgo !== undefined || query.minReplies !== undefined
    const visibility = await this.boards.visibility()
    const wanted = {
      kind: 'threads',
      key: `${JSON.stringify(query)} ${choice?.key ?? ''}`,
      required: isFiltered ? visibility : await this.boards.version(),
      isNarrowed: choice !== undefined,
    }
    const { reader } = context
    return this.lists.body(wanted, context, async () => {
      const { tree, version: covered } = await this.boards.versionedTree(reader)
      const version = isFiltered ? visibility : covered
      const filter = {
        isDeleted: false,
        ...boardsWanted(tree, query.boardId, choice),
        ...(query.daysAgo === undefined
          ? {}
          : {
              [query.featured ? 'featuredAt' : 'createdAt']: {
                $gte: new Date(this.clock.now().getTime() - query.daysAgo * DAY_MS),
              },
            }),
        ...(query.minReplies === undefined ? {} : { postCount: { $gte: query.minReplies + 1 } }),
        ...marksOf(query),
      }
      const sorted = query.featured ? LAST_FEATURED : order(query.sortBy, query.sortOrder)
      const { page, limit, perAuthor } = query
      const threads =
        perAuthor !== undefined && page === 1
          ? await this.spread({ perAuthor, limit }, (rows) => this.inOrder(filter, { sorted, ...rows }))
          : await readPage(query, (rows) => this.inOrder(filter, { sorted, ...rows }))
      const seen = `${reader.as.boards.key} ${visibility.join()} ${choice?.key ?? ''}`
      const isMarked = query.type !== undefined || query.solved !== undefined || query.featured === true
      const isCounted = choice !== undefined && !isFiltered && !isMarked && query.boardId === undefined
      const total = isCounted ? choice.countIn(tree) : await this.total(query, filter, seen)
      return { version, tree, before: {}, threads, pagination: paginate(query.page, query.limit, total) }
    })
  }

  /** Returns the first threads of a list, without those of unproven members who have `perAuthor` before them. */
  private async spread(
    { perAuthor, limit }: { perAuthor: number; limit: number },
    read: (rows: { skip: number; limit: number }) => Promise<ThreadDoc[]>,
  ): Promise<ThreadDoc[]> {
    const shown: ThreadDoc[] = []
    const counts = new Map<number, number>()
    // Mostly the first rows suffice.
    for (let skip = 0; shown.length < limit && skip < SPREAD_CONSIDERED * limit; skip += 2 * limit) {
      const rows = await read({ skip, limit: 2 * limit })
      const people = await this.members.people(rows.map(({ authorId }) => authorId))
      const isNewcomer = ({ authorId }: ThreadDoc) =>
        // By what everyone sees of them: the list must not tell what they write elsewhere.
        people.isUnproven(authorId, this.clock.now(), this.newcomers(), people.author(authorId).postCount)
      for (const thread of rows) {
        const count = (counts.get(thread.authorId) ?? 0) + 1
        counts.set(thread.authorId, count)
        if (count <= perAuthor || !isNewcomer(thread)) shown.push(thread)
      }
      if (rows.length < 2 * limit) break
    }
    return shown.slice(0, limit)
  }

  /** Returns the threads that a member started, the newest first. */
  async ofAuthor(
    authorId: number,
    { page, limit }: { page: number; limit: number },
    context: CallContext,
  ): Promise<{ threads: ThreadInList[]; pagination: Pagination }> {
    if (!(await this.members.people([authorId])).has(authorId)) throw new ForumError('NOT_FOUND')
    const filter = { authorId, isDeleted: false, ...context.tree.inSight() }
    const [threads, total] = await Promise.all([
      readPage({ page, limit }, (rows) =>
        this.inOrder(filter, { sorted: order('createdAt', 'DESC'), ...rows }),
      ),
      this.db.threads.countDocuments(filter, { limit: COUNT_MAX }),
    ])
    return {
      threads: await this.presentList(threads, context),
      pagination: paginate(page, limit, total),
    }
  }

  /** Returns how many threads match a filter, counted at most once every few seconds. */
  private async total(
    {
      boardId,
      daysAgo,
      minReplies,
      type,
      solved,
      featured,
    }: {
      boardId?: number | undefined
      daysAgo?: number | undefined
      minReplies?: number | undefined
      type?: string | undefined
      solved?: boolean | undefined
      featured?: boolean | undefined
    },
    filter: object,
    seen: string,
  ): Promise<number> {
    const key = JSON.stringify([boardId, daysAgo, minReplies, type, solved, featured, seen])
    const now = this.clock.now().getTime()
    const cached = this.totals.get(key)
    if (cached && ageMs(this.clock, cached.at) <= LIST_MAX_AGE_MS) return cached.total
    // One of the two filters has an index of its own. For both, the planner prefers such an index too, and reads each
    // thread that it finds.
    const isBoth = daysAgo !== undefined && minReplies !== undefined && !featured
    const hint = boardId === undefined ? THREADS_BY_REPLIES : THREADS_OF_BOARDS_BY_REPLIES
    const total = await this.db.threads.countDocuments(filter, {
      limit: COUNT_MAX,
      ...(isBoth ? { hint } : {}),
    })
    this.totals.set(key, { at: now, total })
    return total
  }

  /**
   * Returns one thread with its full opening post.
   *
   * @throws ForumError `NOT_FOUND`, `UNAVAILABLE` while the post moves to another thread
   */
  async thread(thread: ThreadDoc, context: CallContext): Promise<Thread> {
    const opening = await this.posts.byId(thread.openingPostId)
    return this.withOpening(thread, opening, context)
  }

  private async withOpening(
    thread: ThreadDoc,
    opening: PostDoc | null,
    context: CallContext,
  ): Promise<Thread> {
    const [shown] = await this.presentList([thread], context)
    if (!shown || !opening) throw new ForumError('NOT_FOUND')
    if (opening.threadId < 0) throw new ForumError('UNAVAILABLE')
    const [openingPost] = await this.posts.present([opening], thread, context.reader)
    if (!openingPost) throw new ForumError('NOT_FOUND')
    return { ...shown, content: openingPost.content, openingPost }
  }

  /** Presents a newly started thread as its author sees it, without reading anything of it. */
  async started(
    { thread, opening }: { thread: ThreadDoc; opening: PostDoc },
    { tree, viewer, language }: Omit<CallContext, 'reader'> & { viewer: Viewer },
  ): Promise<Thread> {
    const context = {
      people: await this.members.people([thread.authorId]),
      tree,
      language,
      now: this.clock.now(),
    }
    const readStates = readStatesOfAuthor(viewer.actor.id, thread._id)
    const openingPost = await this.posts.presentCreated(opening, viewer, { started: thread })
    const reader = { actor: viewer.actor, readStates, votes: new Map<number, number[]>(), unread: new Map() }
    return { ...presentThread(thread, context, reader, openingPost.content), openingPost }
  }

  /**
   * Reads the thread first and its posts after it, so that the posts include everything up to `seq`.
   *
   * @returns also the id of the thread, another one if the address leads there
   */
  async page(
    asked: number,
    query: PageWanted & { authorId?: number | undefined },
    context: CallContext,
  ): Promise<{ threadId: number; response: ThreadPage | ResponseBody }> {
    const { reader, language } = context
    const { viewer } = reader
    const key = viewer && readerKey(viewer.actor, this.readStates)
    // Both are read after the request arrived, and neither needs the other. Read states with a key are read on demand.
    const [{ thread: doc, wanted }, earlyAsked] = await Promise.all([
      this.posts.threadAt(asked, query, reader),
      viewer && (key === null || query.page === 'unread')
        ? this.readStates.of(viewer.actor.id, [asked])
        : null,
    ])
    const { _id: threadId } = doc
    const early =
      viewer && earlyAsked && threadId !== asked
        ? await this.readStates.of(viewer.actor.id, [threadId])
        : earlyAsked
    const { limit, authorId } = wanted
    if (authorId === undefined) {
      const unread = early && wanted.page === 'unread' ? await this.unread.of([doc], early) : null
      const page = pageWanted(wanted, doc, unread?.get(threadId)?.first ?? null)
      const member = viewer && {
        viewer,
        key,
        readStates: () => (early ? Promise.resolve(early) : this.readStates.of(viewer.actor.id, [threadId])),
      }
      const response = await this.pages.body({ thread: doc, page, limit }, { member, language })
      return { threadId, response }
    }
    const page = typeof wanted.page === 'number' ? wanted.page : 1
    const { posts, total } = await this.posts.ofAuthor(
      threadId,
      authorId === 0 ? doc.authorId : authorId,
      page,
      limit,
    )
    const response = {
      thread: await this.thread(doc, context),
      posts: await this.posts.present(posts, doc, reader),
      moved: [],
      pagination: paginate(page, limit, total),
    }
    return { threadId, response }
  }

  /**
   * Returns the posts that changed after a seq; `complete` is false if they are too many or too long to send. After an
   * outage many readers ask for the same changes, so these are read once per seq, and presented once for strangers.
   */
  async changes(
    threadId: number,
    since: number,
    context: CallContext,
  ): Promise<ThreadChanges | ResponseBody> {
    const { reader, language } = context
    const doc = await this.posts.readableThread(threadId, reader)
    const { accessKey } = await this.boards.wholeStructure()
    const stranger = await this.boards.stranger()
    const kept = await this.cache.get(
      {
        kind: 'changes',
        key: `${threadId} ${since} ${language} ${accessKey}`,
        required: [doc.seq],
        maxAgeMs: LIST_MAX_AGE_MS,
      },
      async () => {
        const changed = await this.posts.changedSince(threadId, since, {
          count: CHANGES_MAX,
          bytes: CHANGES_MAX_BYTES,
        })
        changed.posts.sort((a, b) => a.number - b.number)
        const read = { ...changed, moved: await this.posts.moved.since(doc, since) }
        const body = ResponseBody.of(await this.presentChanges(doc, read, { ...context, reader: stranger }))
        return { version: [doc.seq], body, doc, changed: read }
      },
    )
    return reader.viewer ? this.presentChanges(kept.doc, kept.changed, context) : kept.body
  }

  private async presentChanges(
    doc: ThreadDoc,
    { posts, moved, complete }: { posts: readonly PostDoc[]; moved: MovedPost[]; complete: boolean },
    context: CallContext,
  ): Promise<ThreadChanges> {
    return {
      seq: doc.seq,
      thread: await this.thread(doc, context),
      posts: await this.posts.present(posts, doc, context.reader),
      moved,
      complete,
    }
  }
}

export interface ThreadPage {
  thread: Thread
  posts: Post[]
  moved: MovedPost[]
  pagination: Pagination
}

export interface ThreadChanges {
  seq: number
  thread: Thread
  posts: Post[]
  moved: MovedPost[]
  complete: boolean
}
