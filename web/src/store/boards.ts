import { type Board, type Pagination, type ThreadInList } from '@forum/shared/contract'
import { type ServerEvent } from '@forum/shared/events'
import { type Handlers } from './apply-event'
import { type ForumState, type ListOfThreads } from './state'
import { takeHint, takeThread } from './thread-log'

export function takeBoards(state: ForumState, boards: readonly Board[]): void {
  for (const { children, ...board } of boards) {
    state.boards[board.id] = board
    takeBoards(state, children)
  }
}

/** A board and all that stand under it, as far as they are known. */
export function boardsUnder(state: ForumState, boardId: number): number[] {
  const below = Object.values(state.boards).filter((board) => board.parentId === boardId)
  return [boardId, ...below.flatMap((board) => boardsUnder(state, board.id))]
}

export interface ListAnswer {
  threads: ThreadInList[]
  pagination: Pagination
}

/** Takes in a page of threads; what moved since it was asked for stays news. */
export function takeList(
  state: ForumState,
  key: string,
  answer: ListAnswer,
  shows: Pick<ListOfThreads, 'boardId' | 'category' | 'boardIds'>,
  movedBefore: Record<number, number>,
): void {
  for (const thread of answer.threads) takeThread(state, thread)
  const moved: Record<number, number> = {}
  for (const [id, seq] of Object.entries(state.lists[key]?.moved ?? {})) {
    const row = answer.threads.find((thread) => thread.id === Number(id))
    const isShown = row ? row.seq >= seq : movedBefore[Number(id)] === seq
    if (!isShown) moved[Number(id)] = seq
  }
  state.lists[key] = {
    status: 'ready',
    error: null,
    threadIds: answer.threads.map((thread) => thread.id),
    pagination: answer.pagination,
    ...shows,
    moved,
  }
}

/**
 * Takes in a page that is shown, read again because news of it may have been missed: rows tick where they stand,
 * and what a fresh reading would show otherwise is news.
 */
export function takeNewsOfList(
  state: ForumState,
  key: string,
  answer: ListAnswer,
  shows: Pick<ListOfThreads, 'boardId' | 'category' | 'boardIds'>,
): void {
  const list = state.lists[key]
  if (!list) return
  const isThere = new Set(answer.threads.map(({ id }) => id))
  const hasCome = (id: number) => !list.threadIds.includes(id)
  // What came pushes others over the end of the page; where nothing came, what is gone was taken away.
  const gone = answer.threads.some(({ id }) => hasCome(id))
    ? []
    : list.threadIds.filter((id) => !isThere.has(id))
  const moved = answer.threads.filter(({ id, lastPostAt, lastPostUser }) => {
    const known = state.threads[id]
    const isNew = hasCome(id) || known === undefined || lastPostAt > known.lastPostAt
    return isNew && lastPostUser.id !== state.session.user?.id
  })
  for (const { id, seq } of moved) list.moved[id] = Math.max(list.moved[id] ?? 0, seq)
  for (const id of gone) list.moved[id] = Math.max(list.moved[id] ?? 0, state.threads[id]?.seq ?? 0)
  for (const thread of answer.threads) takeThread(state, thread)
  Object.assign(list, shows, { pagination: answer.pagination })
}

/** A thread moved up in every list that shows its board; one's own doing is no news. */
function noteMoved(state: ForumState, threadId: number, boardId: number, seq: number, userId: number): void {
  if (userId === state.session.user?.id) return
  for (const list of Object.values(state.lists)) {
    if (list.boardIds.includes(boardId) && (list.moved[threadId] ?? 0) < seq) list.moved[threadId] = seq
  }
}

type BoardEvents = 'thread:created' | 'thread:bumped' | 'board:updated'

export const boardHandlers: Handlers<BoardEvents> = {
  'thread:created': (state, event) => {
    takeThread(state, { ...event.thread, viewer: null })
    noteMoved(state, event.thread.id, event.boardId, event.thread.seq, event.thread.userId)
  },
  'thread:bumped': (state, event) => {
    takeHint(state, event)
    const { lastPostAt, lastPostUser } = event.changes
    // A pin or a lock shows in its row; only a new reply moves a thread.
    if (lastPostAt === undefined || lastPostUser === undefined) return
    noteMoved(state, event.threadId, event.boardId, event.seq, lastPostUser.id)
  },
  'board:updated': (state, event: ServerEvent<'board:updated'>) => {
    const board = state.boards[event.boardId]
    if (!board) return
    board.threadCount = event.threadCount
    board.postCount = event.postCount
    board.lastThread = event.lastThread
  },
}
