import {
  paginate,
  type Api,
  type Board,
  type ResponseOf,
  type SortBy,
  type SortOrder,
} from '@forum/shared/contract'
import { ForumError, type Language } from '@forum/shared/errors'
import type { Actor } from '@forum/shared/policies'
import {
  ALL_NORMAL,
  presentBoard,
  presentBoardViewer,
  type BoardDoc,
  type BoardLevels,
  type BoardQueries,
  type BoardTree,
  type CategoryService,
  type ChosenLevels,
} from '../boards'
import type { MemberQueries } from '../members'
import { asGaps, gapValues, JsonTemplate, type GapValues } from '../platform/http/json-template'
import type { Kept, ResponseCache } from '../platform/http/response-cache'
import type { ResponseBody } from '../platform/http/response-body'
import type { SiteCalendar } from '../platform/site-calendar'
import type { ReadContext } from '../platform/http/viewer'
import type { ThreadLogCollections } from '../log'
import { boardsKeyOf, LIST_MAX_AGE_MS } from './thread-lists.queries'
import { marksOf } from './list-conditions'
import type { ThreadQueries } from './threads.queries'

/** Popular boards are ranked over this many of the site's days, today included. */
const POPULAR_DAYS = 7

/** Pages that show boards together with their threads. */
export class BoardPageQueries {
  constructor(
    private readonly db: Pick<ThreadLogCollections, 'threads'>,
    private readonly boards: BoardQueries,
    private readonly levels: Pick<BoardLevels, 'chosenBy'>,
    private readonly groups: CategoryService,
    private readonly members: MemberQueries,
    private readonly threads: ThreadQueries,
    private readonly calendar: SiteCalendar,
    private readonly cache: ResponseCache,
  ) {}

  private async present(boards: readonly BoardDoc[], tree: BoardTree, language: Language): Promise<Board[]> {
    const lastThreadIds = tree.boards.flatMap((board) => board.lastThreadId ?? [])
    const lastThreads = await this.db.threads
      .find(
        { _id: { $in: lastThreadIds } },
        { projection: { boardId: 1, title: 1, lastPostAt: 1, lastPostUserId: 1, authorId: 1, isDeleted: 1 } },
      )
      .toArray()
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

  /** Returns what a member may do in boards, and wants of them, for their gaps in a body. */
  private valuesOf(boards: readonly BoardDoc[], tree: BoardTree, { actor, chosen }: BoardReader): GapValues {
    const all = new Set(boards.flatMap((board) => [board, ...tree.childrenOf(board._id)]))
    return Object.assign(
      {},
      ...[...all].map((board) =>
        gapValues(gapsOf(board._id), { viewer: presentBoardViewer(board, actor, tree, chosen) }),
      ),
    ) as GapValues
  }

  /** Returns the cached body of a page without threads, in a language and for what its reader sees. */
  private async body(
    kind: string,
    { reader, language }: ReadContext,
    build: (tree: BoardTree) => unknown,
    key = '',
  ): Promise<ResponseBody> {
    const kept = await this.cache.get<KeptBoards>(
      {
        kind,
        key: `${key} ${language} ${reader.as.boards.key}`,
        required: await this.boards.version(),
        maxAgeMs: LIST_MAX_AGE_MS,
      },
      async () => {
        const { tree, version } = await this.boards.versionedTree(reader)
        const template = JsonTemplate.of(await build(tree))
        return { version, body: template.forAnonymous, template, tree }
      },
    )
    if (!reader.viewer) return kept.body
    const { actor } = reader.viewer
    const chosen = await this.levels.chosenBy(actor.id)
    return this.cache.forMember(kept, `boards ${boardsKeyOf(actor)} ${chosen.key}`, () =>
      Promise.resolve(this.valuesOf(kept.tree.boards, kept.tree, { actor, chosen })),
    )
  }

  private async chosenBy({ reader: { viewer } }: ReadContext): Promise<ChosenLevels> {
    return viewer ? this.levels.chosenBy(viewer.actor.id) : ALL_NORMAL
  }

  list(context: ReadContext): Promise<ResponseBody> {
    return this.body('boards', context, async (tree) => ({
      boards: withGaps(await this.present(tree.boards, tree, context.language)),
    }))
  }

  /** Returns one board in its current state. */
  async one(id: number, { reader, language }: ReadContext): Promise<Board> {
    const tree = await this.boards.tree(reader)
    const found = tree.find(id)
    const [board] = found ? await this.present([found], tree, language) : []
    if (!board || !found) throw new ForumError('NOT_FOUND')
    if (!reader.viewer) return board
    const { actor } = reader.viewer
    return withViewer(board, tree, { actor, chosen: await this.levels.chosenBy(actor.id) })
  }

  /**
   * Returns the boards that can hold threads, those with the most posts of the last seven days first. The busiest of the
   * day takes the last place if it would have none.
   */
  popular(limit: number, context: ReadContext): Promise<ResponseBody> {
    return this.body(
      'popular',
      context,
      (tree) => {
        const days = this.calendar.lastDays(POPULAR_DAYS)
        const recent = (board: BoardDoc) => days.reduce((sum, day) => sum + (board.days[day] ?? 0), 0)
        const ofToday = (board: BoardDoc) => board.days[this.calendar.today()] ?? 0
        const ranked = tree.boards
          .filter((board) => tree.childrenOf(board._id).length === 0)
          .sort((a, b) => recent(b) - recent(a) || b.postCount - a.postCount || a.position - b.position)
        const shown = ranked.slice(0, limit)
        const [busiest] = ranked.toSorted((a, b) => ofToday(b) - ofToday(a))
        if (busiest && limit > 1 && !shown.some((board) => ofToday(board) >= ofToday(busiest)))
          shown.splice(-1, 1, busiest)
        return this.present(shown, tree, context.language).then(withGaps)
      },
      String(limit),
    )
  }

  async board(
    id: number,
    query: {
      page: number
      limit: number
      sortBy: SortBy
      sortOrder: SortOrder
      filter?: 'featured' | undefined
      type?: string | undefined
      solved?: boolean | undefined
    },
    context: ReadContext,
  ): Promise<ResponseBody> {
    const required = await this.boards.version()
    const chosen = await this.chosenBy(context)
    const wanted = { kind: 'board', key: `${id} ${JSON.stringify(query)}`, required, chosen }
    return this.threads.lists.body(wanted, context, async () => {
      const { tree, version } = await this.boards.versionedTree(context.reader)
      const found = tree.at(id)
      if (!found) throw new ForumError('NOT_FOUND')
      const marks = marksOf({ ...query, featured: query.filter === 'featured' })
      const [{ threads, total }, [board]] = await Promise.all([
        Object.keys(marks).length > 0
          ? this.threads.marked(found, marks, query)
          : this.threads.ofBoard(found, query).then((all) => ({ threads: all, total: found.threadCount })),
        this.present([found], tree, context.language),
      ])
      const pagination = paginate(query.page, query.limit, total)
      const valuesOf = (actor: Actor, of: ChosenLevels) => this.valuesOf([found], tree, { actor, chosen: of })
      const before = { board: withGaps(board ? [board] : [])[0] }
      return { version, tree, before, valuesOf, threads, pagination }
    })
  }

  async categories(context: ReadContext): Promise<ResponseBody> {
    const { language } = context
    const { list, revision } = await this.groups.all()
    const build = (tree: BoardTree): ResponseOf<Api['listCategories']> => ({
      categories: list.map(({ key, slug, name, nameZh }, position) => ({
        key,
        slug,
        name,
        name_zh: nameZh,
        displayName: language === 'zh' ? nameZh : name,
        boardCount: tree.boards.filter((board) => board.category === key).length,
        position,
      })),
    })
    return this.body('categories', context, build, String(revision))
  }

  /** Returns one category in its current state. */
  async oneCategory(key: string, context: ReadContext) {
    const { categories } = JSON.parse(String((await this.categories(context)).bytes)) as ResponseOf<
      Api['listCategories']
    >
    const found = categories.find((each) => each.key === key)
    if (!found) throw new ForumError('NOT_FOUND')
    return found
  }

  /**
   * Returns a category, given by slug, key or Chinese name, or by a slug that it had: its boards and their newest
   * threads.
   */
  async category(
    name: string,
    query: { page: number; limit: number },
    context: ReadContext,
  ): Promise<ResponseBody> {
    const category = await this.groups.find(name)
    if (!category) throw new ForumError('NOT_FOUND')
    const required = await this.boards.version()
    const chosen = await this.chosenBy(context)
    const wanted = { kind: 'category', key: `${JSON.stringify([category, query])}`, required, chosen }
    return this.threads.lists.body(wanted, context, async () => {
      const { language } = context
      const { tree, version } = await this.boards.versionedTree(context.reader)
      const boards = tree.boards.filter((board) => board.category === category.key)
      const total = boards.reduce((sum, board) => sum + board.threadCount, 0)
      const ids = boards.map((board) => board._id)
      const [threads, shown] = await Promise.all([
        this.threads.ofBoards(ids, query),
        this.present(boards, tree, language),
      ])
      const displayName = language === 'zh' ? category.nameZh : category.name
      const before = { category: { name: category.slug, displayName }, boards: withGaps(shown) }
      const valuesOf = (actor: Actor, of: ChosenLevels) => this.valuesOf(boards, tree, { actor, chosen: of })
      return {
        version,
        tree,
        before,
        valuesOf,
        threads,
        pagination: paginate(query.page, query.limit, total),
      }
    })
  }
}

interface KeptBoards extends Kept {
  template: JsonTemplate
  tree: BoardTree
}

const gapsOf = (boardId: number) => `board ${boardId}`

/** Leaves out what depends on the member who reads. */
const withGaps = (boards: readonly Board[]): unknown[] =>
  boards.map(({ children, viewer: _viewer, ...board }) => ({
    ...board,
    children: withGaps(children),
    ...asGaps(gapsOf(board.id), { viewer: null }),
  }))

interface BoardReader {
  actor: Actor
  chosen: ChosenLevels
}

const withViewer = (board: Board, tree: BoardTree, reader: BoardReader): Board => {
  const stored = tree.find(board.id)
  return {
    ...board,
    children: board.children.map((child) => withViewer(child, tree, reader)),
    viewer: stored ? presentBoardViewer(stored, reader.actor, tree, reader.chosen) : null,
  }
}
