import { CATEGORIES, findCategory } from '@forum/shared/categories'
import {
  paginate,
  type Board,
  type Pagination,
  type SortBy,
  type SortOrder,
  type ThreadInList,
} from '@forum/shared/contract'
import { ForumError, type Language } from '@forum/shared/errors'
import { presentBoard, type BoardDoc, type BoardQueries, type BoardTree } from '../boards'
import type { MemberQueries } from '../members'
import type { SiteCalendar } from '../platform/site-calendar'
import type { Viewer } from '../platform/viewer'
import type { ThreadDoc, ThreadLogCollections } from '../thread-log'
import type { ThreadQueries } from '../threads'

/** Popular boards look back over this many of the site's days, today included. */
const POPULAR_DAYS = 7

/** Pages that show boards together with their threads. */
export class BoardPageQueries {
  constructor(
    private readonly db: Pick<ThreadLogCollections, 'threads'>,
    private readonly boards: BoardQueries,
    private readonly members: MemberQueries,
    private readonly threads: ThreadQueries,
    private readonly calendar: SiteCalendar,
  ) {}

  private async present(boards: readonly BoardDoc[], tree: BoardTree, language: Language): Promise<Board[]> {
    const lastThreadIds = tree.boards.flatMap((board) => board.lastThreadId ?? [])
    const lastThreads = await this.db.threads.find({ _id: { $in: lastThreadIds } }).lean<ThreadDoc[]>()
    const people = await this.members.people([
      ...lastThreads.map((thread) => thread.lastPostUserId),
      ...tree.boards.flatMap((board) => board.moderatorIds),
    ])
    const context = {
      tree,
      people,
      lastThreads: new Map(lastThreads.map((thread) => [thread._id, thread])),
      today: this.calendar.today(),
      language,
    }
    return boards.map((board) => presentBoard(board, context))
  }

  async list(language: Language): Promise<Board[]> {
    const tree = await this.boards.tree()
    return this.present(tree.boards, tree, language)
  }

  /** Boards that can hold threads, those with the most posts of the last seven days first. */
  async popular(limit: number, language: Language): Promise<Board[]> {
    const tree = await this.boards.tree()
    const days = this.calendar.lastDays(POPULAR_DAYS)
    const recent = (board: BoardDoc) => days.reduce((sum, day) => sum + (board.days[day] ?? 0), 0)
    const ranked = tree.boards
      .filter((board) => tree.childrenOf(board._id).length === 0)
      .sort((a, b) => recent(b) - recent(a) || b.postCount - a.postCount || a.position - b.position)
    return this.present(ranked.slice(0, limit), tree, language)
  }

  async board(
    id: number,
    query: { page: number; limit: number; sortBy: SortBy; sortOrder: SortOrder },
    viewer: Viewer | null,
    language: Language,
  ): Promise<{ board: Board; threads: ThreadInList[]; pagination: Pagination }> {
    const tree = await this.boards.tree()
    const found = tree.find(id)
    if (!found) throw new ForumError('NOT_FOUND')
    const [board] = await this.present([found], tree, language)
    if (!board) throw new ForumError('NOT_FOUND')
    const threads = await this.threads.ofBoard(found, query, { tree, viewer, language })
    return { board, threads, pagination: paginate(query.page, query.limit, found.threadCount) }
  }

  async categories(language: Language) {
    const tree = await this.boards.structure()
    return CATEGORIES.map((category) => ({
      ...category,
      displayName: language === 'zh' ? category.name_zh : category.name,
      boardCount: tree.boards.filter((board) => board.category === category.key).length,
    }))
  }

  /** A category by slug, number or Chinese name: its boards and their newest threads. */
  async category(
    name: string,
    query: { page: number; limit: number },
    viewer: Viewer | null,
    language: Language,
  ) {
    const category = findCategory(name)
    if (!category) throw new ForumError('NOT_FOUND')
    const tree = await this.boards.tree()
    const boards = tree.boards.filter((board) => board.category === category.key)
    const ids = boards.map((board) => board._id)
    const total = boards.reduce((sum, board) => sum + board.threadCount, 0)
    return {
      category: {
        name: category.slug,
        displayName: language === 'zh' ? category.name_zh : category.name,
      },
      boards: await this.present(boards, tree, language),
      threads: await this.threads.ofBoards(ids, query, { tree, viewer, language }),
      pagination: paginate(query.page, query.limit, total),
    }
  }
}
