import type { Clock } from '@forum/shared/clock'
import type { Board, Pagination, SortBy, SortOrder, ThreadInList } from '@forum/shared/contract'
import { CATEGORIES, findCategory } from '@forum/shared/categories'
import { ForumError, type Language } from '@forum/shared/errors'
import { paginate } from '@forum/shared/contract'
import type { MemberQueries } from '../members/members.queries'
import type { Collections } from '../platform/database'
import type { SiteCalendar } from '../platform/site-calendar'
import type { ThreadQueries } from '../threads/threads.queries'
import type { ThreadDoc } from '../threads/threads.model'
import type { Viewer } from '../platform/viewer'
import { BoardTree } from './board-tree'
import type { BoardDoc } from './boards.model'
import { presentBoard } from './boards.presenter'

/** How long who moderates what may be remembered by a process that did not make the change. */
const TREE_MAX_AGE_MS = 1_000
/** Popular boards look back over this many of the site's days, today included. */
const POPULAR_DAYS = 7

export class BoardQueries {
  private kept: { tree: BoardTree; at: number } | null = null

  constructor(
    private readonly db: Pick<Collections, 'boards' | 'threads'>,
    private readonly members: MemberQueries,
    private readonly threads: ThreadQueries,
    private readonly calendar: SiteCalendar,
    private readonly clock: Clock,
  ) {}

  /** All boards as they are now: there are tens of them, read whole in one go. */
  async tree(): Promise<BoardTree> {
    const boards = await this.db.boards.find().sort({ position: 1 }).lean<BoardDoc[]>()
    const tree = new BoardTree(boards)
    this.kept = { tree, at: this.clock.now().getTime() }
    return tree
  }

  /** The tree for what seldom changes (names, moderators), at most a second old. */
  async structure(): Promise<BoardTree> {
    const kept = this.kept
    return kept && this.clock.now().getTime() - kept.at < TREE_MAX_AGE_MS ? kept.tree : this.tree()
  }

  private async present(boards: readonly BoardDoc[], tree: BoardTree, language: Language): Promise<Board[]> {
    const lastThreadIds = tree.boards.flatMap((board) => board.lastThreadId ?? [])
    const lastThreads = await this.db.threads.find({ _id: { $in: lastThreadIds } }).lean<ThreadDoc[]>()
    const people = await this.members.people([
      ...lastThreads.map((thread) => thread.lastPostUserId),
      ...tree.boards.flatMap((board) => board.moderatorIds),
    ])
    const around = {
      tree,
      people,
      lastThreads: new Map(lastThreads.map((thread) => [thread._id, thread])),
      today: this.calendar.today(),
      language,
    }
    return boards.map((board) => presentBoard(board, around))
  }

  async list(language: Language): Promise<Board[]> {
    const tree = await this.tree()
    return this.present(tree.boards, tree, language)
  }

  /** Boards in which threads stand, the most posts of the last seven days first. */
  async popular(limit: number, language: Language): Promise<Board[]> {
    const tree = await this.tree()
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
    const tree = await this.tree()
    const found = tree.find(id)
    if (!found) throw new ForumError('NOT_FOUND')
    const [board] = await this.present([found], tree, language)
    if (!board) throw new ForumError('NOT_FOUND')
    const threads = await this.threads.ofBoard(found, query, { tree, viewer, language })
    return { board, threads, pagination: paginate(query.page, query.limit, found.threadCount) }
  }

  categories(tree: BoardTree, language: Language) {
    return CATEGORIES.map((category) => ({
      ...category,
      displayName: language === 'zh' ? category.name_zh : category.name,
      boardCount: tree.boards.filter((board) => board.category === category.key).length,
    }))
  }

  /** A group by slug, number or Chinese name: its boards and their newest threads. */
  async category(
    name: string,
    query: { page: number; limit: number },
    viewer: Viewer | null,
    language: Language,
  ) {
    const category = findCategory(name)
    if (!category) throw new ForumError('NOT_FOUND')
    const tree = await this.tree()
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
