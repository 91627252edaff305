import { type ThreadInList } from '@forum/shared/contract'
import { type List } from '../resource'
import { applyBoards, boardCopySlice, boardsUnder } from '../state/board-copy'
import { ALL_THREADS, type BoardMarks, isNarrowed, queryOfMarks } from './board-marks'
import { boardsSlice, boardTopic, newInBoardTopic } from './boards.slice'
import { HOME, threadItems } from './lists'

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
 * Returns how events move the rows of a board. Counts change constantly, so a list sorted by them keeps its
 * order while it is shown.
 */
const movesBy = (sort: BoardSort): Pick<List<ThreadInList>, 'moves' | 'keepsOrder'> => {
  if (sort === 'replied') return { moves: threadItems.moves }
  if (sort === 'created') return { moves: { ...threadItems.moves, hasMoved: () => false } }
  return { keepsOrder: true }
}

/** A page of a board's threads. Events do not say what joins or leaves a narrowed list. */
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
        const boardIdsUnder = boardsUnder(write, boardId)
        if (sort === 'created') return boardIdsUnder.map(newInBoardTopic)
        return sort === 'replied' ? boardIdsUnder.map(boardTopic) : []
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
