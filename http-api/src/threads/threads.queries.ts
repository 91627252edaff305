import type { Clock } from '@forum/shared/clock'
import type { Pagination, Post, SortBy, SortOrder, Thread, ThreadInList } from '@forum/shared/contract'
import { paginate } from '@forum/shared/contract'
import { ForumError, type Language } from '@forum/shared/errors'
import { CHANGES_MAX, COUNT_MAX } from '@forum/shared/limits'
import type { BoardTree } from '../boards/board-tree'
import type { BoardDoc } from '../boards/boards.model'
import type { MemberQueries } from '../members/members.queries'
import type { Collections } from '../platform/database'
import type { Viewer } from '../platform/viewer'
import type { PostDoc } from '../posts/posts.model'
import { pageOfNumber } from '../posts/posts.presenter'
import type { PostQueries } from '../posts/posts.queries'
import { readingId } from './readings.model'
import type { ThreadDoc } from './threads.model'
import { presentThread } from './threads.presenter'

interface Around {
  tree: BoardTree
  viewer: Viewer | null
  language: Language
}

interface Sorted {
  page: number
  limit: number
  sortBy: SortBy
  sortOrder: SortOrder
}

/** More pinned threads than this nobody reads past. */
const PINNED_MAX = 200
const DAY_MS = 24 * 60 * 60 * 1_000

/** Each order ends in the id, so that pages never overlap; the indexes of the model follow these. */
function order(sortBy: SortBy, sortOrder: SortOrder): Record<string, 1 | -1> {
  const direction = sortOrder === 'ASC' ? 1 : -1
  switch (sortBy) {
    case 'createdAt':
      return { createdAt: direction, _id: direction }
    case 'lastPostAt':
      return { lastPostAt: direction, _id: direction }
    case 'replyCount':
      return { postCount: direction, lastPostAt: direction, _id: direction }
    case 'viewCount':
      return { viewCount: direction, lastPostAt: direction, _id: direction }
  }
}

export class ThreadQueries {
  constructor(
    private readonly db: Pick<Collections, 'threads' | 'readings'>,
    private readonly members: MemberQueries,
    private readonly posts: PostQueries,
    private readonly clock: Clock,
  ) {}

  async presentList(
    threads: readonly ThreadDoc[],
    { tree, viewer, language }: Around,
  ): Promise<ThreadInList[]> {
    const people = await this.members.people(
      threads.flatMap((thread) => [thread.authorId, thread.lastPostUserId]),
    )
    const readings = viewer
      ? await this.db.readings
          .find({ _id: { $in: threads.map((thread) => readingId(viewer.member._id, thread._id)) } })
          .lean()
      : []
    const readingOf = new Map(readings.map((reading) => [reading.threadId, reading]))
    return threads.map((thread) =>
      presentThread(
        thread,
        { people, board: tree.find(thread.boardId), language },
        { actor: viewer?.actor ?? null, reading: readingOf.get(thread._id) },
      ),
    )
  }

  /** A page of threads. The index alone gives their ids, so that what is skipped is never fetched. */
  private async inOrder(
    filter: object,
    { sorted, skip, limit }: { sorted: Record<string, 1 | -1>; skip: number; limit: number },
  ): Promise<ThreadDoc[]> {
    const rows = await this.db.threads
      .find(filter, { _id: 1 })
      .sort(sorted)
      .skip(skip)
      .limit(limit)
      .lean<Pick<ThreadDoc, '_id'>[]>()
    const ids = rows.map((row) => row._id)
    const threads = await this.db.threads.find({ _id: { $in: ids }, isDeleted: false }).lean<ThreadDoc[]>()
    const byId = new Map(threads.map((thread) => [thread._id, thread]))
    return ids.flatMap((id) => byId.get(id) ?? [])
  }

  /** A board's threads: pinned first, then as sorted. Pinned ones are few, so they are read by themselves. */
  async ofBoard(board: BoardDoc, query: Sorted, around: Around): Promise<ThreadInList[]> {
    const filter = { boardId: board._id, isDeleted: false }
    const sorted = order(query.sortBy, query.sortOrder)
    const skip = (query.page - 1) * query.limit
    const pinned = await this.db.threads
      .find({ ...filter, isPinned: true })
      .sort(sorted)
      .limit(PINNED_MAX)
      .lean<ThreadDoc[]>()
    const onPage = pinned.slice(skip, skip + query.limit)
    const room = query.limit - onPage.length
    const others =
      room === 0
        ? []
        : await this.inOrder(
            // By their ids, which every index ends in: `isPinned` would have to be looked up in each thread.
            { ...filter, _id: { $nin: pinned.map((thread) => thread._id) } },
            { sorted, skip: Math.max(0, skip - pinned.length), limit: room },
          )
    return this.presentList([...onPage, ...others], around)
  }

  /** Threads of several boards, the newest last post first. */
  async ofBoards(
    boardIds: number[],
    query: { page: number; limit: number },
    around: Around,
  ): Promise<ThreadInList[]> {
    const threads = await this.inOrder(
      { boardId: { $in: boardIds }, isDeleted: false },
      {
        sorted: order('lastPostAt', 'DESC'),
        skip: (query.page - 1) * query.limit,
        limit: query.limit,
      },
    )
    return this.presentList(threads, around)
  }

  /** Threads of the whole forum or of a board and those below it. */
  async list(
    query: Sorted & {
      boardId?: number | undefined
      daysAgo?: number | undefined
      minReplies?: number | undefined
    },
    around: Around,
  ): Promise<{ threads: ThreadInList[]; pagination: Pagination }> {
    const filter = {
      isDeleted: false,
      ...(query.boardId === undefined
        ? {}
        : { boardId: { $in: around.tree.withDescendants(query.boardId) } }),
      ...(query.daysAgo === undefined
        ? {}
        : { createdAt: { $gte: new Date(this.clock.now().getTime() - query.daysAgo * DAY_MS) } }),
      ...(query.minReplies === undefined ? {} : { postCount: { $gte: query.minReplies + 1 } }),
    }
    const threads = await this.inOrder(filter, {
      sorted: order(query.sortBy, query.sortOrder),
      skip: (query.page - 1) * query.limit,
      limit: query.limit,
    })
    const total = await this.db.threads.countDocuments(filter, { limit: COUNT_MAX })
    return {
      threads: await this.presentList(threads, around),
      pagination: paginate(query.page, query.limit, total),
    }
  }

  /** A thread by itself, with its opening post in full. */
  async thread(thread: ThreadDoc, around: Around): Promise<Thread> {
    const opening = await this.posts.byId(thread.openingPostId)
    return this.withOpening(thread, opening, around)
  }

  private async withOpening(thread: ThreadDoc, opening: PostDoc | null, around: Around): Promise<Thread> {
    const [shown] = await this.presentList([thread], around)
    if (!shown || !opening) throw new ForumError('NOT_FOUND')
    const [openingPost] = await this.posts.present([opening], thread, around.viewer)
    if (!openingPost) throw new ForumError('NOT_FOUND')
    return { ...shown, content: opening.content, openingPost }
  }

  /** The thread first, its posts after: whatever `seq` says is in them (architecture). */
  async page(
    threadId: number,
    query: {
      page: number | 'last' | 'unread'
      limit: number
      number?: number | undefined
      authorId?: number | undefined
    },
    around: Around,
  ): Promise<{ thread: Thread; posts: Post[]; pagination: Pagination }> {
    const doc = await this.posts.readableThread(threadId, around.viewer)
    const thread = await this.thread(doc, around)
    const { limit, authorId } = query
    if (authorId !== undefined) {
      const page = typeof query.page === 'number' ? query.page : 1
      const { posts, total } = await this.posts.ofAuthor(threadId, authorId, page, limit)
      return {
        thread,
        posts: await this.posts.present(posts, doc, around.viewer),
        pagination: paginate(page, limit, total),
      }
    }
    const page = this.pageWanted(query, doc, thread)
    const posts = await this.posts.page(threadId, page, limit)
    return {
      thread,
      posts: await this.posts.present(posts, doc, around.viewer),
      pagination: paginate(page, limit, doc.lastNumber - 1),
    }
  }

  private pageWanted(
    query: { page: number | 'last' | 'unread'; limit: number; number?: number | undefined },
    doc: ThreadDoc,
    thread: Thread,
  ): number {
    const { limit } = query
    if (query.number !== undefined) return pageOfNumber(Math.min(query.number, doc.lastNumber), limit)
    if (query.page === 'last') return pageOfNumber(doc.lastNumber, limit)
    if (query.page === 'unread') {
      return pageOfNumber(thread.viewer?.firstUnreadNumber ?? doc.lastNumber, limit)
    }
    return query.page
  }

  /** All that changed above a seq; `complete` is false when it is more than a page is worth catching up. */
  async changes(threadId: number, since: number, around: Around) {
    const doc = await this.posts.readableThread(threadId, around.viewer)
    const changed = await this.posts.changedSince(threadId, since, CHANGES_MAX + 1)
    const complete = changed.length <= CHANGES_MAX
    const posts = changed.slice(0, CHANGES_MAX).sort((a, b) => a.number - b.number)
    return {
      seq: doc.seq,
      thread: await this.thread(doc, around),
      posts: await this.posts.present(posts, doc, around.viewer),
      complete,
    }
  }
}
