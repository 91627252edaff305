import { type Board } from '@forum/shared/contract'
import { searchText } from './search.texts'

export type BoardName = Pick<Board, 'id' | 'displayName'>

interface Branch {
  board: Board
  depth: number
  hasChildren: boolean
}

/** Returns all boards with their depth, each followed by those below it. */
export function boardTree(boards: readonly Board[]): Branch[] {
  const below = (parentId: number | null, depth: number): Branch[] =>
    boards
      .filter((board) => board.parentId === parentId)
      .flatMap((board) => {
        const children = below(board.id, depth + 1)
        return [{ board, depth, hasChildren: children.length > 0 }, ...children]
      })
  return below(null, 0)
}

/** Returns the name of the board in a filter, even while boards load or if there is no such board. */
export const nameOfBoard = (id: number, boards: readonly BoardName[] | null): string =>
  boards?.find((board) => board.id === id)?.displayName ?? searchText('unknownBoard', { id })
