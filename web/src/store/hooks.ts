import { type Board, type Pagination } from '@forum/shared/contract'
import { useCallback, useEffect, useMemo, useRef, type RefObject } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { type ApiError } from '../lib/api'
import { socket, type Room } from '../lib/socket'
import { useForum } from './forum'
import { useRetry } from './retry'
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

/** Where the news of something is heard, how it is read, and how it is looked at again once news may be missing. */
interface Reading {
  room: 'home' | number
  read: () => Promise<void>
  look: () => Promise<void>
  /** Why it could not be read. */
  error: ApiError | null
  delay?: number
}

/**
 * Hears a room (a board's by its id) and then reads what is told of there, so that nothing falls between (contract
 * §4): once the page knows who is asking, and again for somebody else.
 */
function useReading({ room, read, look, error, delay = 0 }: Reading): void {
  useRetry(error, look)
  const joined = useRoom(room)
  const isKnown = useForum((state) => state.session.status !== 'checking')
  const userId = useForum((state) => state.session.user?.id)
  const watch = useForum((state) => state.watch)
  useEffect(() => watch(look), [watch, look])
  useEffect(() => {
    if (!isKnown) return undefined
    let isLeft = false
    const start = async () => {
      await joined.current
      if (!isLeft) await read()
    }
    const timer = setTimeout(() => void start(), delay)
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
  }, [read, isKnown, userId, delay, joined])
}

/** Hears a room for as long as the component is shown. */
function useRoom(where: 'home' | number): RefObject<Promise<void>> {
  const joined = useRef(Promise.resolve())
  useEffect(() => {
    const room: Room = where === 'home' ? { kind: 'home' } : { kind: 'board', id: where }
    const heard = socket.join(room)
    joined.current = heard.joined
    return heard.leave
  }, [where])
  return joined
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
  const look = useForum((state) => state.lookAtBoards)
  useReading({ room: 'home', read: loadBoards, look, error, delay: BOARDS_DELAY_MS })
  const data = useMemo(() => order && found(order, boards), [order, boards])
  return loaded(data, error, () => void loadBoards())
}

/** The boards with the most posts in the last 7 days. */
export function usePopularBoards(): Loaded<Board[]> {
  const boards = useForum((state) => state.boards)
  const { ids, error } = useForum((state) => state.popular)
  const loadPopularBoards = useForum((state) => state.loadPopularBoards)
  const look = useForum((state) => state.lookAtPopularBoards)
  useReading({ room: 'home', read: loadPopularBoards, look, error })
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

function useList(key: string, reading: Omit<Reading, 'error'>) {
  const list = useForum((state): ListOfThreads | undefined => state.lists[key])
  const threads = useForum(
    useShallow((state) =>
      (state.lists[key]?.threadIds ?? []).flatMap((id) => (state.threads[id] ? [state.threads[id]] : [])),
    ),
  )
  useReading({ ...reading, error: list?.error ?? null })
  const updates = { count: list ? Object.keys(list.moved).length : 0, refresh: () => void reading.read() }
  return { list, threads, updates }
}

/** A board and a page of its threads. Rows tick in place; what moved is told by `updates`, never inserted. */
export function useBoardPage(boardId: number, page: number): Loaded<BoardPage> {
  const loadBoardPage = useForum((state) => state.loadBoardPage)
  const lookAtBoardPage = useForum((state) => state.lookAtBoardPage)
  const read = useCallback(() => loadBoardPage(boardId, page), [loadBoardPage, boardId, page])
  const look = useCallback(() => lookAtBoardPage(boardId, page), [lookAtBoardPage, boardId, page])
  const { list, threads, updates } = useList(boardListKey(boardId, page), { room: boardId, read, look })
  const boards = useForum((state) => state.boards)
  const board = useMemo(() => boards[boardId] && withChildren(boards[boardId], boards), [boards, boardId])
  const data =
    list?.pagination && board ? { board, threads, pagination: list.pagination, updates } : undefined
  return loaded(data, list?.error ?? null, updates.refresh)
}

/** A category by slug, number or Chinese name, and a page of its boards' threads. */
export function useCategoryPage(name: string, page: number): Loaded<CategoryPage> {
  const loadCategoryPage = useForum((state) => state.loadCategoryPage)
  const lookAtCategoryPage = useForum((state) => state.lookAtCategoryPage)
  const read = useCallback(() => loadCategoryPage(name, page), [loadCategoryPage, name, page])
  const look = useCallback(() => lookAtCategoryPage(name, page), [lookAtCategoryPage, name, page])
  const { list, threads, updates } = useList(categoryListKey(name, page), { room: 'home', read, look })
  const boards = useForum((state) => state.boards)
  const ids = list?.boardIds
  const shown = useMemo(() => found(ids ?? [], boards), [ids, boards])
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
