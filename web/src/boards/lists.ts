import { type Board, type ThreadInList } from '@forum/shared/contract'
import { HOME_ROWS_PER_AUTHOR } from '@forum/shared/limits'
import { type List } from '../resource'
import { type Read, sessionSlice, type Write } from '../store'
import { applyBoards, boardCopySlice } from '../state/board-copy'
import { applyThread, threadCopySlice } from '../state/thread-copy'
import {
  boardsSlice,
  FOLLOWED_REPLIES,
  NEW_REPLIES,
  NEW_THREADS,
  UNREAD_BOARDS,
  WATCHED_REPLIES,
} from './boards.slice'

/** Delay before the board list is loaded for a screen that needs it. */
const BOARDS_DELAY_MS = 100

export const HOME = { kind: 'home' } as const

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

/** Every category, in display order. The slice keeps them, since their keys are not numbers. */
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

export const threadItems = {
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
 * The lists of the whole forum: threads by their last post or by their creation, and by their last post only those in
 * boards that the member follows, those that the member watches, and those with unread posts; the featured ones, and
 * questions without an answer.
 */
export type LatestKind = 'replies' | 'followed' | 'watched' | 'unread' | 'created' | 'featured' | 'open'

/** The topics whose events move the threads of a list; the others stay as they were loaded. */
const TOPICS: Partial<Record<LatestKind, string>> = {
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
  featured: { featured: 'true' },
  open: { solved: 'false' },
} as const satisfies Record<LatestKind, object>

export const LATEST_KINDS = Object.keys(QUERIES) as LatestKind[]

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
  ...(kind === 'created' || kind === 'featured'
    ? { moves: { ...threadItems.moves, hasMoved: () => false } }
    : {}),
  async read({ call }) {
    const { threads, pagination } = await call('listThreads', {
      query: { page, ...QUERIES[kind], ...(isSpread ? { perAuthor: HOME_ROWS_PER_AUTHOR } : {}) },
    })
    return { items: threads, pagination, apply: () => [TOPICS[kind] ?? []].flat() }
  },
})
