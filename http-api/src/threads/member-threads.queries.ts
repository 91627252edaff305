import {
  paginate,
  type Pagination,
  type SortBy,
  type SortOrder,
  type ThreadInList,
} from '@forum/shared/contract'
import { DAY_MS, type Clock } from '@forum/shared/clock'
import { ForumError, type Language } from '@forum/shared/errors'
import { NEWS_DAYS } from '@forum/shared/limits'
import { MEMBER_THREADS_MAX } from '../platform/limits'
import type { Blocks, MemberQueries } from '../members'
import type { BoardLevels, BoardQueries, BoardTree } from '../boards'
import { ResponseBody } from '../platform/http/response-body'
import type { ResponseCache } from '../platform/http/response-cache'
import { readerOf, type ReadContext, type Viewer } from '../platform/http/viewer'
import type { ReadStates } from './reading/read-states.service'
import type { ThreadDoc, ThreadLogCollections } from '../log'
import { LIST_MAX_AGE_MS } from './thread-lists.queries'

/** The fields of a thread that filters and orders use. */
type ThreadHead = Pick<
  ThreadDoc,
  | '_id'
  | 'boardId'
  | 'authorId'
  | 'createdAt'
  | 'lastPostAt'
  | 'lastPostNumber'
  | 'lastNumber'
  | 'postCount'
  | 'viewCount'
  | 'type'
  | 'isSolved'
  | 'isFeatured'
>
const HEAD = {
  boardId: 1,
  authorId: 1,
  createdAt: 1,
  lastPostAt: 1,
  lastPostNumber: 1,
  lastNumber: 1,
  postCount: 1,
  viewCount: 1,
  type: 1,
  isSolved: 1,
  isFeatured: 1,
}

interface MemberListQuery {
  page: number
  limit: number
  sortBy: SortBy
  sortOrder: SortOrder
  watched: boolean
  unread: boolean
  followed: boolean
  featured: boolean
  boardId?: number | undefined
  daysAgo?: number | undefined
  minReplies?: number | undefined
  type?: string | undefined
  solved?: boolean | undefined
}

/** Where a member marked threads as read in bulk, null for everywhere, and up to when. */
export interface MarkedRead {
  before: Date
  boardIds: readonly number[] | null
}

const NONE: ReadonlySet<number> = new Set()

/** The value that each order compares; ties are ordered by id. */
const VALUE_OF: Record<SortBy, (head: ThreadHead) => number> = {
  createdAt: ({ createdAt }) => createdAt.getTime(),
  lastPostAt: ({ lastPostAt }) => lastPostAt.getTime(),
  replyCount: ({ postCount }) => postCount,
  viewCount: ({ viewCount }) => viewCount,
}

/**
 * Lists of the threads that one member watches, has bookmarked or has not read. The member's read states tell which
 * these are, so the lists are assembled here from at most `MEMBER_THREADS_MAX` threads.
 */
export class MemberThreads {
  constructor(
    private readonly deps: {
      db: Pick<ThreadLogCollections, 'threads'>
      readStates: ReadStates
      boards: BoardQueries
      levels: Pick<BoardLevels, 'chosenBy'>
      blocks: Pick<Blocks, 'hiddenFrom'>
      clock: Clock
      members: MemberQueries
      cache: ResponseCache
      present: (
        threads: readonly ThreadDoc[],
        context: ReadContext & { tree: BoardTree },
      ) => Promise<ThreadInList[]>
    },
  ) {}

  /**
   * Returns watched threads, or all, narrowed to unread ones and by the filters of every list. Threads of members whom
   * the reader has blocked are left out, and those of hidden boards unless the reader watches them or asks for one.
   */
  async list(query: MemberListQuery, reader: { viewer: Viewer; language: Language }) {
    const { blocks, boards, clock, readStates, levels } = this.deps
    const { watched, unread, followed, boardId, daysAgo, minReplies, type, solved, featured } = query
    const { id } = reader.viewer.actor
    const tree = await boards.structure(readerOf(reader.viewer))
    const chosen = await levels.chosenBy(id)
    const seen = boardId === undefined ? boardsOf(tree, reader.viewer) : tree.underAddress(boardId)
    const hidden = watched || boardId !== undefined ? NONE : chosen.hidden
    const boardIds =
      followed || hidden.size > 0
        ? (seen ?? tree.boards.map(({ _id }) => _id)).filter((one) =>
            followed ? chosen.followed.has(one) : !hidden.has(one),
          )
        : seen
    const heads = watched ? await this.heads(await readStates.watchedBy(id)) : await this.newest(boardIds)
    const createdFrom = daysAgo === undefined ? 0 : clock.now().getTime() - daysAgo * DAY_MS
    const states = unread ? await this.statesOf(id, heads) : null
    const isHidden = await blocks.hiddenFrom(id, heads, tree)
    const found = heads.filter(
      (head) =>
        !isHidden(head) &&
        tree.find(head.boardId) !== undefined &&
        (boardIds === null || boardIds.includes(head.boardId)) &&
        head.createdAt.getTime() >= createdFrom &&
        head.postCount > (minReplies ?? 0) &&
        (type === undefined || head.type === type) &&
        (solved === undefined || head.isSolved === solved) &&
        (!featured || head.isFeatured === true) &&
        (states === null || states.isUnread(head)),
    )
    const valueOf = VALUE_OF[query.sortBy]
    const direction = query.sortOrder === 'ASC' ? 1 : -1
    found.sort((a, b) => direction * (valueOf(a) - valueOf(b) || a._id - b._id))
    return this.page(found, query, { reader: readerOf(reader.viewer), language: reader.language, tree })
  }

  /**
   * Returns the boards of the threads that the member has not read, among those with the newest posts. As in the lists
   * of the page, a thread that the member never opened counts if it has a recent post, made since the member joined.
   */
  async unreadBoards(viewer: Viewer): Promise<number[]> {
    const { actor } = viewer
    const { blocks, boards, clock, members, levels } = this.deps
    const [tree, people, heads, chosen] = await Promise.all([
      boards.structure(readerOf(viewer)),
      members.people([actor.id]),
      this.newestOfAll(viewer),
      levels.chosenBy(actor.id),
    ])
    const [states, isHidden] = await Promise.all([
      this.statesOf(actor.id, heads),
      blocks.hiddenFrom(actor.id, heads, tree),
    ])
    const joinedAt = Date.parse(people.author(actor.id).joinedAt)
    const newsFrom = Math.max(joinedAt, clock.now().getTime() - NEWS_DAYS * DAY_MS)
    const isNews = (head: ThreadHead) => {
      if (chosen.hidden.has(head.boardId) || !states.isUnread(head)) return false
      return states.of(head).lastReadNumber > 0 || head.lastPostAt.getTime() >= newsFrom
    }
    return [...new Set(heads.filter((head) => isNews(head) && !isHidden(head)).map(({ boardId }) => boardId))]
  }

  /**
   * Returns the threads with the newest posts everywhere; until one changes, all members who see the same boards share one
   * read.
   */
  private async newestOfAll(viewer: Viewer): Promise<readonly ThreadHead[]> {
    const { boards, cache } = this.deps
    const kept = await cache.get(
      {
        kind: 'newest heads',
        key: viewer.actor.boards.key,
        required: await boards.version(),
        maxAgeMs: LIST_MAX_AGE_MS,
      },
      async () => {
        const version = await boards.version()
        const tree = await boards.structure(readerOf(viewer))
        const heads = await this.newest(boardsOf(tree, viewer))
        return { version, heads, body: ResponseBody.of(heads.length) }
      },
    )
    return kept.heads
  }

  /** Returns the threads that the member has bookmarked, the newest bookmark first. */
  async bookmarks(query: { page: number; limit: number }, reader: { viewer: Viewer; language: Language }) {
    return this.listed(await this.deps.readStates.bookmarkedBy(reader.viewer.actor.id), query, reader)
  }

  /** Returns those of these threads that the member may read, by page and in their order. */
  async listed(
    ids: readonly number[],
    query: { page: number; limit: number },
    { viewer, language }: { viewer: Viewer; language: Language },
  ) {
    const tree = await this.deps.boards.structure(readerOf(viewer))
    const current = await this.currentOf(ids)
    const seen = (await this.heads(current)).filter(({ boardId }) => tree.find(boardId))
    const heads = new Map(seen.map((head) => [head._id, head]))
    const found = current.flatMap((id) => heads.get(id) ?? [])
    return this.page(found, query, { reader: readerOf(viewer), language, tree })
  }

  /** Marks a board with its sub-boards, or everything, as read; returns where, and up to when. */
  async markRead(viewer: Viewer, boardId: number | undefined): Promise<MarkedRead> {
    const { actor } = viewer
    const { boards, clock, readStates } = this.deps
    // Posts that arrive from here on stay unread.
    const now = clock.now()
    const tree = await boards.structure(readerOf(viewer))
    if (boardId !== undefined && !tree.find(boardId)) throw new ForumError('NOT_FOUND')
    const boardIds = boardId === undefined ? null : tree.withDescendants(boardId)
    const heads = await this.newest(boardIds ?? boardsOf(tree, viewer))
    const states = await this.statesOf(actor.id, heads)
    const unread = heads.filter((head) => states.isUnread(head))
    await readStates.markAllRead(actor.id, { now, boardIds, unread })
    return { before: now, boardIds }
  }

  private statesOf(userId: number, heads: readonly ThreadHead[]) {
    return this.deps.readStates.of(
      userId,
      heads.map(({ _id }) => _id),
    )
  }

  /** Returns threads in the place of those that were merged into them, each once. */
  private async currentOf(ids: readonly number[]): Promise<number[]> {
    const into = new Map<number, number>()
    for (let unknown = [...ids]; unknown.length > 0;) {
      const merged = await this.deps.db.threads
        .find({ _id: { $in: unknown }, mergedInto: { $gt: 0 } }, { projection: { mergedInto: 1 } })
        .toArray()
      for (const { _id, mergedInto } of merged) into.set(_id, mergedInto ?? _id)
      unknown = merged.flatMap(({ mergedInto }) => mergedInto ?? []).filter((id) => !into.has(id))
    }
    return [...new Set(ids.map((id) => lastOf(into, id)))]
  }

  private async heads(ids: readonly number[]): Promise<ThreadHead[]> {
    if (ids.length === 0) return []
    return await this.deps.db.threads
      .find({ _id: { $in: ids }, isDeleted: false }, { projection: HEAD })
      .toArray()
  }

  /** Returns the threads with the newest posts, in these boards or everywhere. */
  private async newest(boardIds: number[] | null): Promise<ThreadHead[]> {
    return await this.deps.db.threads
      .find(
        { isDeleted: false, ...(boardIds === null ? {} : { boardId: { $in: boardIds } }) },
        { projection: HEAD, sort: { lastPostAt: -1, _id: -1 }, limit: MEMBER_THREADS_MAX },
      )
      .toArray()
  }

  private async page(
    heads: readonly ThreadHead[],
    { page, limit }: { page: number; limit: number },
    context: ReadContext & { tree: BoardTree },
  ): Promise<{ threads: ThreadInList[]; pagination: Pagination }> {
    const ids = heads.slice((page - 1) * limit, page * limit).map(({ _id }) => _id)
    const found = await this.deps.db.threads.find({ _id: { $in: ids }, isDeleted: false }).toArray()
    const byId = new Map(found.map((thread) => [thread._id, thread]))
    return {
      threads: await this.deps.present(
        ids.flatMap((id) => byId.get(id) ?? []),
        context,
      ),
      pagination: paginate(page, limit, heads.length),
    }
  }
}

/** Returns the thread in which a chain of merges ends. In a circle, it stops. */
function lastOf(into: ReadonlyMap<number, number>, threadId: number): number {
  const seen = new Set<number>()
  let last = threadId
  for (let next = into.get(last); next !== undefined && !seen.has(next); next = into.get(last)) {
    seen.add(last)
    last = next
  }
  return last
}

/** Returns the boards that a member sees; null for all of them. */
const boardsOf = (tree: BoardTree, { actor }: Viewer): number[] | null =>
  actor.boards.hidden.size === 0 ? null : tree.boards.map(({ _id }) => _id)
