import { type Board, type Category, type Pagination } from '@forum/shared/contract'
import { useMemo } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { listsSlice, type ListUpdates, type Loaded, loadedList, useList } from '../resource'
import { useForum } from '../store'
import { isThreadHidden } from '../state/blocks'
import { threadCopySlice, type ThreadRow } from '../state/thread-copy'
import { boardCopySlice, type BoardEntity, isBoardHidden } from '../state/board-copy'
import { boardsSlice } from './boards.slice'
import {
  allBoards,
  allCategories,
  latestThreads,
  type LatestKind,
  popularBoards,
  unreadBoards,
  watchedNews,
} from './lists'

export interface ThreadListPage {
  threads: ThreadRow[]
  pagination: Pagination
  updates: ListUpdates
}

export function withChildren(board: BoardEntity, boards: Record<number, BoardEntity>): Board {
  const children = Object.values(boards)
    .filter((child) => child.parentId === board.id)
    .sort((a, b) => a.position - b.position || a.id - b.id)
    .map((child) => ({ ...child, children: [] }))
  return { ...board, children }
}

/** The boards of these ids, each with its direct children; counts change live. */
export function useBoardsOf(ids: readonly number[] | undefined): Board[] {
  const boards = useForum((read) => read(boardCopySlice).boards)
  return useMemo(
    () => (ids ?? []).flatMap((id) => (boards[id] ? [withChildren(boards[id], boards)] : [])),
    [ids, boards],
  )
}

/** Leaves out boards that the reader hides. */
export const withoutHidden = (boards: Board[]): Board[] =>
  boards.filter(({ viewer }) => viewer?.level !== 'hide')

/** Every board, flat, in display order. */
export function useBoards(): Loaded<Board[]> {
  const shown = useList(allBoards)
  return loadedList(shown, useBoardsOf(shown.list?.ids))
}

/** Every category, in display order. */
export function useCategories(): Loaded<Category[]> {
  const shown = useList(allCategories)
  const categories = useForum((read) => read(boardsSlice).all)
  return loadedList(shown, categories)
}

/** The boards with a dot: those with unread threads, and their parents. */
export function useBoardsWithNews(): ReadonlySet<number> {
  const { list } = useList(unreadBoards)
  const boards = useForum((read) => read(boardCopySlice).boards)
  return useMemo(() => {
    const found = new Set<number>()
    for (const id of list?.ids ?? []) {
      for (let at: number | null = id; at !== null && !found.has(at); at = boards[at]?.parentId ?? null)
        found.add(at)
    }
    return found
  }, [list?.ids, boards])
}

/** The boards with the most posts of the last 7 days. */
export function usePopularBoards(): Loaded<Board[]> {
  const shown = useList(popularBoards)
  return loadedList(shown, withoutHidden(useBoardsOf(shown.list?.ids)))
}

/**
 * The threads of a list, without those of members whom the reader has blocked. A list of the whole forum also lacks the
 * boards that the reader hides, which the server omits from the next page.
 */
export function useThreads(key: string, isOfForum = false): ThreadRow[] {
  return useForum(
    useShallow((read) =>
      (read(listsSlice)[key]?.ids ?? [])
        .flatMap((id) => read(threadCopySlice).threads[id] ?? [])
        .filter(
          (thread) => !isThreadHidden(read, thread) && !(isOfForum && isBoardHidden(read, thread.boardId)),
        ),
    ),
  )
}

/** The number of watched threads with unread posts. */
export function useWatchedNews(): number {
  return useList(watchedNews).list?.pagination?.total ?? 0
}

/** A page of the threads of the whole forum. */
export function useLatestThreads(kind: LatestKind, page: number, isSpread: boolean): Loaded<ThreadListPage> {
  const declared = useMemo(() => latestThreads(kind, page, isSpread), [kind, page, isSpread])
  const shown = useList(declared)
  const threads = useThreads(declared.key, kind !== 'watched')
  const { list, updates } = shown
  return loadedList(shown, list?.pagination ? { threads, pagination: list.pagination, updates } : null)
}
