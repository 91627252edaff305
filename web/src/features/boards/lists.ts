import { type Board, type ThreadInList } from '@forum/shared/contract'
import { type List } from '../../resource/list'
import { type ForumState } from '../../store/slice'
import { applyThread } from '../thread-log'
import { applyBoards, boardsUnder, boardTopic } from './boards.slice'

/** The board list is read this long after a screen needs it. */
const BOARDS_DELAY_MS = 100

const HOME = { kind: 'home' } as const

/** Boards are merged together in `apply`, since each may hold others. */
const boardItems = { applyItem: () => undefined }

/** Every board, in display order. */
export const allBoards: List<Board> = {
  key: 'boards',
  room: HOME,
  delayMs: BOARDS_DELAY_MS,
  ...boardItems,
  async read({ call, state }) {
    const { boards } = await call('listBoards')
    return { items: boards, apply: (now) => (applyBoards(now, boards, state.boardVersions), []) }
  },
}

/** The boards with the most posts of the last 7 days; their order holds still while it is looked at. */
export const popularBoards: List<Board> = {
  key: 'popular',
  room: HOME,
  keepsOrder: true,
  ...boardItems,
  async read({ call, state }) {
    const boards = await call('popularBoards')
    return { items: boards, apply: (now) => (applyBoards(now, boards, state.boardVersions), []) }
  },
}

const threadItems = {
  applyItem: (state: ForumState, thread: ThreadInList) => {
    applyThread(state, thread)
  },
  moves: {
    hasMoved: (state: ForumState, { id, lastPostAt }: ThreadInList) =>
      lastPostAt > (state.threads[id]?.lastPostAt ?? ''),
    isOwn: (state: ForumState, { lastPostUser }: ThreadInList) => lastPostUser.id === state.session.user?.id,
    versionOf: (state: ForumState, id: number) => state.threads[id]?.seq ?? 0,
  },
}

/** A page of a board's threads. */
export const boardThreads = (boardId: number, page: number): List<ThreadInList> => ({
  key: `board:${boardId}:${page}`,
  room: { kind: 'board', id: boardId },
  ...threadItems,
  async read({ call, state }) {
    const { board, threads, pagination } = await call('getBoard', { params: { boardId }, query: { page } })
    return {
      items: threads,
      pagination,
      apply: (now) => {
        applyBoards(now, [board], state.boardVersions)
        return boardsUnder(now, boardId).map(boardTopic)
      },
    }
  },
})

/** A page of the threads of a category, by slug, number or Chinese name. */
export const categoryThreads = (name: string, page: number): List<ThreadInList> => ({
  key: `category:${name}:${page}`,
  room: HOME,
  ...threadItems,
  async read({ call, state }) {
    const { category, boards, threads, pagination } = await call('getCategory', {
      params: { name },
      query: { page },
    })
    const boardIds = boards.map(({ id }) => id)
    return {
      items: threads,
      pagination,
      apply: (now) => {
        applyBoards(now, boards, state.boardVersions)
        now.categories[name] = { ...category, boardIds }
        return boardIds.map(boardTopic)
      },
    }
  },
})
