import { type Board } from '@forum/shared/contract'
import { useMemo } from 'react'
import { type Loaded, loadedList, useList } from '../resource'
import { useForum } from '../store'
import { boardCopySlice } from '../state/board-copy'
import { type BoardMarks } from './board-marks'
import { type BoardSort, boardThreads, categoryThreads } from './board-lists'
import { boardsSlice } from './boards.slice'
import { type ThreadListPage, useBoardsOf, useThreads, withChildren } from './use-boards'

export interface BoardPage extends ThreadListPage {
  board: Board
}

export interface CategoryPage extends ThreadListPage {
  category: { name: string; displayName: string }
  boards: Board[]
}

/** A board and a page of its threads. Rows change in place; moved ones are counted in `updates`, never inserted. */
export function useBoardPage(
  boardId: number,
  page: number,
  sort: BoardSort,
  { type, solved }: BoardMarks,
): Loaded<BoardPage> {
  const declared = useMemo(
    () => boardThreads(boardId, page, sort, { type, solved }),
    [boardId, page, sort, type, solved],
  )
  const shown = useList(declared)
  const threads = useThreads(declared.key)
  const boards = useForum((read) => read(boardCopySlice).boards)
  const board = useMemo(() => boards[boardId] && withChildren(boards[boardId], boards), [boards, boardId])
  const { list, updates } = shown
  return loadedList(
    shown,
    list?.pagination && board ? { board, threads, pagination: list.pagination, updates } : null,
  )
}

/**
 * The board that the one at an address was merged into, once that was loaded; undefined for a board that was not
 * merged.
 */
export function useMergedInto(boardId: number): number | undefined {
  const id = useForum((read) => read(boardsSlice).ids[boardId])
  return id === boardId ? undefined : id
}

/** A category and a page of the threads of its boards. */
export function useCategoryPage(name: string, page: number): Loaded<CategoryPage> {
  const declared = useMemo(() => categoryThreads(name, page), [name, page])
  const shown = useList(declared)
  const threads = useThreads(declared.key)
  const category = useForum((read) => read(boardsSlice).categories[name])
  const boards = useBoardsOf(category?.boardIds)
  const { list, updates } = shown
  return loadedList(
    shown,
    list?.pagination && category ? { category, boards, threads, pagination: list.pagination, updates } : null,
  )
}
