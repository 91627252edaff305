import { type Board } from '@forum/shared/contract'
import { type ListState, markMoved } from '../../resource/lists.slice'
import { type Result, resultOf } from '../../lib/result'
import { type EventHandlers, type ForumState, type Slice, type SliceTools } from '../../store/slice'
import { applyBump, applyThread } from '../thread-log'

/** A board without its children, which are found by `parentId`. */
export type BoardEntity = Omit<Board, 'children'>

export interface BoardsState {
  boards: Record<number, BoardEntity>
  /** The highest version of `board:updated` that was applied, by board id. */
  boardVersions: Record<number, number>
  /** Categories by their name in the address, with the boards they contain. */
  categories: Record<string, { name: string; displayName: string; boardIds: number[] }>
}

export interface BoardsActions {
  /** Marks every thread as read, or those of a board and its sub-boards. */
  markThreadsRead: (boardId?: number) => Promise<Result<void>>
}

declare module '../../store/slice' {
  interface ForumState extends BoardsState {}
  interface ForumActions extends BoardsActions {}
}

export type BoardVersions = ForumState['boardVersions']

/** The topic of lists that show the threads of a board. */
export const boardTopic = (boardId: number): string => `board:${boardId}`

/** The topic of lists that only new threads of a board join. */
export const newInBoardTopic = (boardId: number): string => `new-in-board:${boardId}`

/** The topic of lists of the whole forum that new threads join. */
export const NEW_THREADS = 'new-threads'

/** The topic of lists of the whole forum that every reply reorders. */
export const NEW_REPLIES = 'new-replies'

/** The topic of lists that replies to the member's watched threads reorder. */
export const WATCHED_REPLIES = 'watched-replies'

/** Merges boards and their children; counts that an event changed after the request was sent are kept. */
export function applyBoards(
  state: ForumState,
  boards: readonly Board[],
  versionsBefore: BoardVersions,
): void {
  for (const { children, ...board } of boards) {
    const known = state.boards[board.id]
    const isOvertaken = known && state.boardVersions[board.id] !== versionsBefore[board.id]
    const { threadCount, postCount, todayCount, lastThread } = isOvertaken ? known : board
    state.boards[board.id] = { ...board, threadCount, postCount, todayCount, lastThread }
    applyBoards(state, children, versionsBefore)
  }
}

/** The board and every known board under it. */
export function boardsUnder(state: ForumState, boardId: number): number[] {
  const below = Object.values(state.boards).filter((board) => board.parentId === boardId)
  return [boardId, ...below.flatMap((board) => boardsUnder(state, board.id))]
}

/** The last post of the row that would be pushed off the page first; pinned rows stay. */
function oldestShown(state: ForumState, list: ListState): string {
  const rows = list.ids.flatMap((id) => state.threads[id] ?? [])
  return rows.reduce(
    (oldest, row) => (!row.isPinned && row.lastPostAt < oldest ? row.lastPostAt : oldest),
    '~',
  )
}

export const boardsSlice = {
  scope: 'session',
  initialState: (): BoardsState => ({ boards: {}, boardVersions: {}, categories: {} }),
  handlers: {
    'thread:created': (state, { boardId, thread }) => {
      applyThread(state, { ...thread, viewer: null })
      if (thread.userId === state.session.user?.id) return
      for (const topic of [boardTopic(boardId), newInBoardTopic(boardId), NEW_THREADS, NEW_REPLIES])
        markMoved(state, topic, { id: thread.id, version: thread.seq })
    },
    'thread:bumped': (state, event) => {
      const { threadId, boardId, seq, changes } = event
      const { lastPostAt, lastPostUser } = changes
      const known = state.threads[threadId]?.lastPostAt
      const boardBefore = state.threads[threadId]?.boardId
      applyBump(state, event)
      // A thread that was moved between boards or restored changes its place in the lists.
      if (changes.boardId !== undefined || changes.isDeleted === false)
        for (const topic of new Set([boardTopic(boardId), boardTopic(boardBefore ?? boardId)]))
          markMoved(state, topic, { id: threadId, version: seq })
      if (lastPostAt === undefined || lastPostUser?.id === state.session.user?.id) return
      // A pin or a deletion includes the last post too: only a newer one moves the thread.
      const isWatched = state.threads[threadId]?.viewer?.isWatching === true
      for (const topic of [boardTopic(boardId), NEW_REPLIES, ...(isWatched ? [WATCHED_REPLIES] : [])])
        markMoved(state, topic, { id: threadId, version: seq }, (list) =>
          known === undefined ? lastPostAt > oldestShown(state, list) : lastPostAt > known,
        )
    },
    // `LiveUpdates` revalidates the lists, which then show the current tree.
    'boards:changed': () => undefined,
    'board:updated': (state, event) => {
      const board = state.boards[event.boardId]
      const known = state.boardVersions[event.boardId] ?? -1
      if (!board || event.version <= known) return
      state.boardVersions[event.boardId] = event.version
      board.threadCount = event.threadCount
      // The event has no count of today's posts: new posts are today's, so both counts change together.
      board.todayCount += Math.max(0, event.postCount - board.postCount)
      board.postCount = event.postCount
      board.lastThread = event.lastThread
    },
  } satisfies EventHandlers,
  actions: ({ get, update, call }: SliceTools): BoardsActions => ({
    markThreadsRead: (boardId) => {
      const mark = async () => {
        // Posts written during the call stay unread.
        const before = get().threads
        await call('markThreadsRead', { body: boardId === undefined ? {} : { boardId } })
        update((state) => {
          const boardIds = boardId === undefined ? null : boardsUnder(state, boardId)
          for (const { id, boardId: of, lastNumber, viewer } of Object.values(state.threads)) {
            const readTo = before[id]?.lastNumber
            if (!viewer || readTo === undefined || (boardIds && !boardIds.includes(of))) continue
            viewer.lastReadNumber = Math.max(viewer.lastReadNumber, readTo)
            viewer.unreadCount = Math.max(0, lastNumber - viewer.lastReadNumber)
            viewer.firstUnreadNumber = viewer.unreadCount > 0 ? viewer.lastReadNumber + 1 : null
          }
        })
      }
      return resultOf(mark())
    },
  }),
} satisfies Slice
