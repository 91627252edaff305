import { type Board } from '@forum/shared/contract'
import { fold } from '@forum/shared/text'

/** Boards whose name contains a text in either language, then those whose parent's name does. */
export function findBoards(boards: readonly Board[], query: string): Board[] {
  const wanted = fold(query.trim())
  const has = (name: string) => fold(name).includes(wanted)
  const byName = boards.filter((board) => has(board.name) || has(board.name_zh))
  const byParent = boards.filter((board) => has(board.parent?.displayName ?? '') && !byName.includes(board))
  return [...byName, ...byParent]
}
