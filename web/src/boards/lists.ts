import { type Board, type ThreadInList } from '@forum/shared/contract'
import { HOME_ROWS_PER_AUTHOR } from '@forum/shared/limits'
import { type List } from '../resource'
import { type Read, sessionSlice, type Write } from '../store'
import { applyBoards, boardCopySlice, boardsUnder } from '../state/board-copy'
import { applyThread, threadCopySlice } from '../state/thread-copy'
import { ALL_THREADS, type BoardMarks, isNarrowed, queryOfMarks } from './board-marks'
import {
  boardsSlice,
  boardTopic,
  FOLLOWED_REPLIES,
  newInBoardTopic,
  NEW_REPLIES,
  NEW_THREADS,
  UNREAD_BOARDS,
  WATCHED_REPLIES,
} from './boards.slice'

/** Delay before the board list is loaded for a screen that needs it. */
const BOARDS_DELAY_MS = 100

const HOME = { kind: 'home' } as const

/** Does nothing: `apply` merges all boards together, since each may contain others. */
const boardItems = { applyItem: () => undefined }

/** Every board, in display order. */
export const allBoards: List<Board> = {
  key: 'boards',
  room: HOME,
  delayMs: BOARDS_DELAY_MS,
  ...boardItems,
  async read({ call, before }) {
    const { boards } = await call('listBoards')
    return {
      items: boards,
      apply: (write) => (applyBoards(write, boards, before(boardCopySlice).versions), []),
    }
  },
}

/** Every category, in display order; they are kept in the slice, since their keys are no numbers. */
export const allCategories: List<Board> = {
  key: 'categories',
  room: HOME,
  delayMs: BOARDS_DELAY_MS,
  ...boardItems,
  async read({ call }) {
    const { categories } = await call('listCategories')
    return {
      items: [],
      apply: (write) => {
        write(boardsSlice).all = categories
        return []
      },
    }
  },
}

/** The busiest boards of the last 7 days and of the day, sorted by today's count; the order is kept while the list is shown. */
export const popularBoards: List<Board> = {
  key: 'popular',
  room: HOME,
  keepsOrder: true,
  ...boardItems,
  async read({ call, before }) {
    const popular = await call('popularBoards')
    const boards = popular.toSorted((a, b) => b.todayCount - a.todayCount)
    return {
      items: boards,
      apply: (write) => (applyBoards(write, boards, before(boardCopySlice).versions), []),
    }
  },
}

/** The boards with threads that the member has not read; no boards for visitors. */
export const unreadBoards: List<{ id: number }> = {
  key: UNREAD_BOARDS,
  room: HOME,
  ...boardItems,
  async read({ call, before }) {
    if (before(sessionSlice).user === null) return { items: [] }
    const { boardIds } = await call('listUnreadBoards')
    return { items: boardIds.map((id) => ({ id })) }
  },
}

const threadItems = {
  applyItem: (write: Write, thread: ThreadInList) => {
    applyThread(write, thread)
  },
  moves: {
    hasMoved: (read: Read, { id, lastPostAt }: ThreadInList) =>
      lastPostAt > (read(threadCopySlice).threads[id]?.lastPostAt ?? ''),
    isOwn: (read: Read, { lastPostUser }: ThreadInList) => lastPostUser.id === read(sessionSlice).user?.id,
    versionOf: (read: Read, id: number) => read(threadCopySlice).threads[id]?.seq ?? 0,
  },
}

/**
 * The lists of the whole forum: threads by their last post or by their creation, and by their last post only the
 * threads of boards that the member follows, or those that the member watches or has not read.
 */
export type LatestKind = 'replies' | 'followed' | 'watched' | 'unread' | 'created'

const TOPICS: Record<LatestKind, string> = {
  replies: NEW_REPLIES,
  followed: FOLLOWED_REPLIES,
  watched: WATCHED_REPLIES,
  unread: NEW_REPLIES,
  created: NEW_THREADS,
}

const QUERIES = {
  replies: { sortBy: 'lastPostAt' },
  followed: { sortBy: 'lastPostAt', followed: 'true' },
  watched: { sortBy: 'lastPostAt', watched: 'true' },
  unread: { sortBy: 'lastPostAt', unread: 'true' },
  created: { sortBy: 'createdAt' },
} as const satisfies Record<LatestKind, object>

/** The watched threads with unread posts; only their number is shown. */
export const watchedNews: List<ThreadInList> = {
  key: 'watched-news',
  room: HOME,
  ...threadItems,
  async read({ call }) {
    const query = { ...QUERIES.watched, unread: 'true', limit: 1 } as const
    const { threads, pagination } = await call('listThreads', { query })
    return { items: threads, pagination }
  },
}

/**
 * A page of the threads of the whole forum. With `isSpread` no new member has more than `HOME_ROWS_PER_AUTHOR`, except in
 * lists that the member has chosen.
 */
export const latestThreads = (kind: LatestKind, page: number, isSpread = false): List<ThreadInList> => ({
  key: `latest:${kind}:${isSpread ? 'home' : page}`,
  room: HOME,
  ...threadItems,
  ...(kind === 'created' ? { moves: { ...threadItems.moves, hasMoved: () => false } } : {}),
  async read({ call }) {
    const { threads, pagination } = await call('listThreads', {
      query: { page, ...QUERIES[kind], ...(isSpread ? { perAuthor: HOME_ROWS_PER_AUTHOR } : {}) },
    })
    return { items: threads, pagination, apply: () => [TOPICS[kind]] }
  },
})

/** The tabs of a board: its threads in four orders, and its featured threads by their last post. */
export type BoardSort = 'replied' | 'created' | 'replies' | 'views' | 'featured'

export const SORTS: readonly BoardSort[] = ['replied', 'created', 'replies', 'views', 'featured']

/** Returns the tab given by `?sort=`. */
export const sortOf = (sort: string | null): BoardSort => SORTS.find((one) => one === sort) ?? 'replied'

const QUERY_OF = {
  replied: { sortBy: 'lastPostAt' },
  created: { sortBy: 'createdAt' },
  replies: { sortBy: 'replyCount' },
  views: { sortBy: 'viewCount' },
  featured: { sortBy: 'lastPostAt', filter: 'featured' },
} as const satisfies Record<BoardSort, object>

/**
 * How events move the rows of a board. Counts change constantly, so a list sorted by them keeps its order while it is
 * shown.
 */
const movesBy = (sort: BoardSort): Pick<List<ThreadInList>, 'moves' | 'keepsOrder'> => {
  if (sort === 'replied') return { moves: threadItems.moves }
  if (sort === 'created') return { moves: { ...threadItems.moves, hasMoved: () => false } }
  return { keepsOrder: true }
}

/** A page of a board's threads. What joins or leaves a narrowed list is not known from events. */
export const boardThreads = (
  boardId: number,
  page: number,
  sort: BoardSort,
  marks: BoardMarks = ALL_THREADS,
): List<ThreadInList> => ({
  key: `board:${boardId}:${page}:${sort}:${marks.type}:${marks.solved}`,
  room: { kind: 'board', id: boardId },
  applyItem: threadItems.applyItem,
  ...(isNarrowed(marks) ? { keepsOrder: true } : movesBy(sort)),
  async read({ call, before }) {
    const { board, threads, pagination } = await call('getBoard', {
      params: { boardId },
      query: { page, ...QUERY_OF[sort], ...queryOfMarks(marks) },
    })
    return {
      items: threads,
      pagination,
      apply: (write) => {
        applyBoards(write, [board], before(boardCopySlice).versions)
        write(boardsSlice).ids[boardId] = board.id
        if (isNarrowed(marks)) return []
        const under = boardsUnder(write, boardId)
        if (sort === 'created') return under.map(newInBoardTopic)
        return sort === 'replied' ? under.map(boardTopic) : []
      },
    }
  },
})

/** A page of the threads of a category, by slug, number or Chinese name. */
export const categoryThreads = (name: string, page: number): List<ThreadInList> => ({
  key: `category:${name}:${page}`,
  room: HOME,
  ...threadItems,
  async read({ call, before }) {
    const { category, boards, threads, pagination } = await call('getCategory', {
      params: { name },
      query: { page },
    })
    const boardIds = boards.map(({ id }) => id)
    return {
      items: threads,
      pagination,
      apply: (write) => {
        applyBoards(write, boards, before(boardCopySlice).versions)
        write(boardsSlice).categories[name] = { ...category, boardIds }
        return boardIds.map(boardTopic)
      },
    }
  },
})
