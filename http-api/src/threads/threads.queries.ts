import {
  pageOfNumber,
  paginate,
  paginateByRange,
  type Pagination,
  type Post,
  type SortBy,
  type SortOrder,
  type Thread,
  type ThreadInList,
} from '@forum/shared/contract'
import type { Clock } from '@forum/shared/clock'
import { ForumError, type Language } from '@forum/shared/errors'
import { CHANGES_MAX, COUNT_MAX, PAGE_MAX } from '@forum/shared/limits'
import type { BoardDoc, BoardTree } from '../boards'
import type { MemberQueries } from '../members'
import type { Viewer } from '../platform/viewer'
import type { PostQueries } from '../posts'
import type { ReadStates, ThreadReadState } from '../read-states'
import type { PostDoc, ThreadDoc, ThreadLogCollections } from '../thread-log'
import { presentThread } from './threads.presenter'

/** What a call's response depends on besides what it asks for. */
interface CallContext {
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

/** Pinned threads of a board that are listed first; a bound, far above what boards have. */
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
      return { viewCount: direction, _id: direction }
  }
}

export class ThreadQueries {
  constructor(
    private readonly db: Pick<ThreadLogCollections, 'threads'>,
    private readonly members: MemberQueries,
    private readonly posts: PostQueries,
    private readonly readStates: ReadStates,
    private readonly clock: Clock,
  ) {}

  async presentList(
    threads: readonly ThreadDoc[],
    { tree, viewer, language }: CallContext,
  ): Promise<ThreadInList[]> {
    const people = await this.members.people(
      threads.flatMap((thread) => [thread.authorId, thread.lastPostUserId]),
    )
    const readStates = viewer
      ? await this.readStates.of(
          viewer.actor.id,
          threads.map((thread) => thread._id),
        )
      : new Map<number, ThreadReadState>()
    return threads.map((thread) =>
      presentThread(
        thread,
        { people, board: tree.find(thread.boardId), language },
        { actor: viewer?.actor ?? null, readState: readStates.get(thread._id) },
      ),
    )
  }

  /** A page of threads. Their ids come from the index alone, so that skipped threads are never fetched. */
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

  /** A board's threads: pinned first, then as sorted. Pinned threads are few, so one query reads them all. */
  async ofBoard(board: BoardDoc, query: Sorted, context: CallContext): Promise<ThreadInList[]> {
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
    return this.presentList([...onPage, ...others], context)
  }

  /** Threads of several boards, the newest last post first. */
  async ofBoards(
    boardIds: number[],
    query: { page: number; limit: number },
    context: CallContext,
  ): Promise<ThreadInList[]> {
    const threads = await this.inOrder(
      { boardId: { $in: boardIds }, isDeleted: false },
      {
        sorted: order('lastPostAt', 'DESC'),
        skip: (query.page - 1) * query.limit,
        limit: query.limit,
      },
    )
    return this.presentList(threads, context)
  }

  /** Threads of the whole forum or of a board and those below it. */
  async list(
    query: Sorted & {
      boardId?: number | undefined
      daysAgo?: number | undefined
      minReplies?: number | undefined
    },
    context: CallContext,
  ): Promise<{ threads: ThreadInList[]; pagination: Pagination }> {
    const filter = {
      isDeleted: false,
      ...(query.boardId === undefined
        ? {}
        : { boardId: { $in: context.tree.withDescendants(query.boardId) } }),
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
      threads: await this.presentList(threads, context),
      pagination: paginate(query.page, query.limit, total),
    }
  }

  /** One thread, with its opening post in full. */
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
    const [openingPost] = await this.posts.present([opening], thread, context.viewer)
    if (!openingPost) throw new ForumError('NOT_FOUND')
    return { ...shown, content: opening.content, openingPost }
  }

  /** Reads the thread first and its posts after it, so that everything up to `seq` is in them. */
  async page(
    threadId: number,
    query: {
      page: number | 'last' | 'unread'
      limit: number
      number?: number | undefined
      authorId?: number | undefined
    },
    context: CallContext,
  ): Promise<{ thread: Thread; posts: Post[]; pagination: Pagination }> {
    const doc = await this.posts.readableThread(threadId, context.viewer)
    const thread = await this.thread(doc, context)
    const { limit, authorId } = query
    if (authorId !== undefined) {
      const page = typeof query.page === 'number' ? query.page : 1
      // One author's posts are found by skipping, unlike a page of the thread.
      if (page > PAGE_MAX) {
        throw new ForumError('VALIDATION_FAILED', { fields: [{ field: 'page', code: 'range' }] })
      }
      const { posts, total } = await this.posts.ofAuthor(threadId, authorId, page, limit)
      return {
        thread,
        posts: await this.posts.present(posts, doc, context.viewer),
        pagination: paginate(page, limit, total),
      }
    }
    const page = this.pageWanted(query, doc, thread)
    const posts = await this.posts.page(threadId, page, limit)
    return {
      thread,
      posts: await this.posts.present(posts, doc, context.viewer),
      pagination: paginateByRange(page, limit, doc.lastNumber - 1),
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

  /** The posts that changed after a seq; `complete` is false where they are too many to send. */
  async changes(threadId: number, since: number, context: CallContext) {
    const doc = await this.posts.readableThread(threadId, context.viewer)
    const changed = await this.posts.changedSince(threadId, since, CHANGES_MAX + 1)
    const complete = changed.length <= CHANGES_MAX
    const posts = changed.slice(0, CHANGES_MAX).sort((a, b) => a.number - b.number)
    return {
      seq: doc.seq,
      thread: await this.thread(doc, context),
      posts: await this.posts.present(posts, doc, context.viewer),
      complete,
    }
  }
}
