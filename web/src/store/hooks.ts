import { type Board, type Pagination } from '@forum/shared/contract'
import { useCallback, useEffect, useMemo } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { type ApiError } from '../lib/api'
import { socket, type Room } from '../lib/socket'
import { useForum } from './forum'
import {
  boardListKey,
  categoryListKey,
  type BoardEntity,
  type ListOfThreads,
  type Session,
  type ThreadRow,
} from './state'

/** Specification §9: the boards are asked for this long after they are wanted. */
const BOARDS_DELAY_MS = 100

/** Something that is read from the server. While it is read anew, what was there stays shown. */
export type Loaded<T> = { reload: () => void } & (
  | { status: 'loading'; data?: undefined; error?: undefined }
  | { status: 'ready'; data: T; error?: undefined }
  | { status: 'error'; data?: undefined; error: ApiError }
)

export interface ListUpdates {
  /** Threads that moved since the list was read, by others than oneself. */
  count: number
  /** Reads the list anew: what the pill does. */
  refresh: () => void
}

export interface BoardPage {
  board: Board
  threads: ThreadRow[]
  pagination: Pagination
  updates: ListUpdates
}

export interface CategoryPage {
  category: { name: string; displayName: string }
  boards: Board[]
  threads: ThreadRow[]
  pagination: Pagination
  updates: ListUpdates
}

/** Who is signed in; pages that need to know wait while it is `checking`. */
export const useSession = (): Session => useForum((state) => state.session)

/** Reads something once the page knows who is asking, and again for somebody else. */
function useReading(read: () => Promise<void>, delay = 0): void {
  const isKnown = useForum((state) => state.session.status !== 'checking')
  const userId = useForum((state) => state.session.user?.id)
  useEffect(() => {
    if (!isKnown) return undefined
    if (delay === 0) {
      void read()
      return undefined
    }
    const timer = setTimeout(() => void read(), delay)
    return () => {
      clearTimeout(timer)
    }
  }, [read, isKnown, userId, delay])
}

/** Hears a room for as long as the component is shown. */
function useRoom(kind: 'home' | 'board', id?: number): void {
  useEffect(() => {
    const room: Room | null = kind === 'home' ? { kind } : id === undefined ? null : { kind: 'board', id }
    return room ? socket.join(room).leave : undefined
  }, [kind, id])
}

function withChildren(board: BoardEntity, boards: Record<number, BoardEntity>): Board {
  const children = Object.values(boards)
    .filter((child) => child.parentId === board.id)
    .sort((a, b) => a.position - b.position || a.id - b.id)
    .map((child) => ({ ...child, children: [] }))
  return { ...board, children }
}

/** Every board, flat, in display order, each with its direct children; counts move live. */
export function useBoards(): Loaded<Board[]> {
  const boards = useForum((state) => state.boards)
  const order = useForum((state) => state.boardOrder)
  const error = useForum((state) => state.boardsError)
  const loadBoards = useForum((state) => state.loadBoards)
  useReading(loadBoards, BOARDS_DELAY_MS)
  useRoom('home')
  const data = useMemo(() => order && found(order, boards), [order, boards])
  return loaded(data, error, () => void loadBoards())
}

/** The boards with the most posts in the last 7 days. */
export function usePopularBoards(): Loaded<Board[]> {
  const boards = useForum((state) => state.boards)
  const { ids, error } = useForum((state) => state.popular)
  const loadPopularBoards = useForum((state) => state.loadPopularBoards)
  useReading(loadPopularBoards)
  useRoom('home')
  const data = useMemo(() => ids && found(ids, boards), [ids, boards])
  return loaded(data, error, () => void loadPopularBoards())
}

function found(ids: number[], boards: Record<number, BoardEntity>): Board[] {
  return ids.flatMap((id) => (boards[id] ? [withChildren(boards[id], boards)] : []))
}

function loaded<T>(data: T | null | undefined, error: ApiError | null, reload: () => void): Loaded<T> {
  if (data !== null && data !== undefined) return { status: 'ready', data, reload }
  return error ? { status: 'error', error, reload } : { status: 'loading', reload }
}

function useList(key: string, read: () => Promise<void>) {
  const list = useForum((state): ListOfThreads | undefined => state.lists[key])
  const threads = useForum(
    useShallow((state) =>
      (state.lists[key]?.threadIds ?? []).flatMap((id) => (state.threads[id] ? [state.threads[id]] : [])),
    ),
  )
  useReading(read)
  const updates = { count: list ? Object.keys(list.moved).length : 0, refresh: () => void read() }
  return { list, threads, updates }
}

/** A board and a page of its threads. Rows tick in place; what moved is told by `updates`, never inserted. */
export function useBoardPage(boardId: number, page: number): Loaded<BoardPage> {
  const loadBoardPage = useForum((state) => state.loadBoardPage)
  const read = useCallback(() => loadBoardPage(boardId, page), [loadBoardPage, boardId, page])
  const { list, threads, updates } = useList(boardListKey(boardId, page), read)
  const boards = useForum((state) => state.boards)
  const board = useMemo(() => boards[boardId] && withChildren(boards[boardId], boards), [boards, boardId])
  useRoom('board', boardId)
  const data =
    list?.pagination && board ? { board, threads, pagination: list.pagination, updates } : undefined
  return loaded(data, list?.error ?? null, updates.refresh)
}

/** A category by slug, number or Chinese name, and a page of its boards' threads. */
export function useCategoryPage(name: string, page: number): Loaded<CategoryPage> {
  const loadCategoryPage = useForum((state) => state.loadCategoryPage)
  const read = useCallback(() => loadCategoryPage(name, page), [loadCategoryPage, name, page])
  const { list, threads, updates } = useList(categoryListKey(name, page), read)
  const boards = useForum((state) => state.boards)
  const ids = list?.boardIds
  const shown = useMemo(() => found(ids ?? [], boards), [ids, boards])
  useRoom('home')
  const data =
    list?.pagination && list.category
      ? { category: list.category, boards: shown, threads, pagination: list.pagination, updates }
      : undefined
  return loaded(data, list?.error ?? null, updates.refresh)
}

/** How many people are on the site, and how many of them are members; null until it is known. */
export function useOnline(): { online: number; members: number } | null {
  useRoom('home')
  return useForum((state) => state.online)
}
