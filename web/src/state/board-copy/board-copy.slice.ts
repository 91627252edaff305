import { type Board } from '@forum/shared/contract'
import { defineSlice, type Read, type Write } from '../../store'

/** A board without its children, which are found by `parentId`. */
export type BoardEntity = Omit<Board, 'children'>

/** The highest version of `board:updated` that was applied, by board id. */
export type BoardVersions = Record<number, number>

export interface BoardCopy {
  boards: Record<number, BoardEntity>
  versions: BoardVersions
}

/** The page's copy of the boards, which every list and screen shows. */
export const boardCopySlice = defineSlice('boardCopy', (): BoardCopy => ({ boards: {}, versions: {} }), {
  on: {
    'board:updated': (state, event) => {
      const board = state.boards[event.boardId]
      const versionBefore = state.versions[event.boardId] ?? -1
      if (!board || event.version <= versionBefore) return
      state.versions[event.boardId] = event.version
      board.threadCount = event.threadCount
      // The event has no count of today's posts: new posts are today's, so both counts change together.
      board.todayCount += Math.max(0, event.postCount - board.postCount)
      board.postCount = event.postCount
      board.lastThread = event.lastThread
    },
    'board:level': (state, { boardIds, level }) => {
      for (const id of boardIds) {
        const viewer = state.boards[id]?.viewer
        if (viewer) viewer.level = level
      }
    },
    // `LiveConnection` revalidates the lists, which then show the current tree.
    'boards:changed': () => undefined,
  },
})

/**
 * Merges boards and their children; counts that an event changed after the request was sent are kept. Removes boards
 * that are no longer below one of them, such as those that the reader may not see any more.
 */
export function applyBoards(write: Write, boards: readonly Board[], versionsBefore: BoardVersions): void {
  const state = write(boardCopySlice)
  const parents = new Set(boards.map(({ id }) => id))
  const listed = new Set(boards.flatMap(({ id, children }) => [id, ...children.map((child) => child.id)]))
  const isGone = ({ id, parentId }: BoardEntity) =>
    parentId !== null && parents.has(parentId) && !listed.has(id)
  if (Object.values(state.boards).some(isGone))
    state.boards = Object.fromEntries(Object.entries(state.boards).filter(([, board]) => !isGone(board)))
  for (const { children: _, ...board } of boards.flatMap((one) => [one, ...one.children])) {
    const stored = state.boards[board.id]
    const isOvertaken = stored && state.versions[board.id] !== versionsBefore[board.id]
    const { threadCount, postCount, todayCount, lastThread } = isOvertaken ? stored : board
    state.boards[board.id] = { ...board, threadCount, postCount, todayCount, lastThread }
  }
}

/** Returns the board with this id; undefined while the page has not loaded it. */
export const boardIn = (read: Read, boardId: number): Readonly<BoardEntity> | undefined =>
  read(boardCopySlice).boards[boardId]

/** Returns the ids of the board and of every loaded board under it. */
export function boardsUnder(read: Read, boardId: number): number[] {
  const below = Object.values(read(boardCopySlice).boards).filter((board) => board.parentId === boardId)
  return [boardId, ...below.flatMap((board) => boardsUnder(read, board.id))]
}

/** Returns whether the member leaves a board out of the lists of the whole forum. */
export const isBoardHidden = (read: Read, boardId: number): boolean =>
  boardIn(read, boardId)?.viewer?.level === 'hide'
