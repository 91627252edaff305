import { type Board } from '@forum/shared/contract'
import { fold } from '@forum/shared/text'

/** Boards whose name contains a text in either language. */
export function findBoardsByName(boards: readonly Board[], query: string): Board[] {
  const wanted = fold(query.trim())
  return boards.filter((board) => [board.name, board.name_zh].some((name) => fold(name).includes(wanted)))
}

/** Boards whose name contains a text in either language, then those whose parent's name does. */
export function findBoards(boards: readonly Board[], query: string): Board[] {
  const wanted = fold(query.trim())
  const byName = findBoardsByName(boards, query)
  const byParent = boards.filter(
    (board) => fold(board.parent?.displayName ?? '').includes(wanted) && !byName.includes(board),
  )
  return [...byName, ...byParent]
}
