import { useCallback, useDeferredValue, useEffect, useMemo } from 'react'
import { type ApiError } from '../lib/api'
import { forum, sessionSlice, useForum } from '../store'
import { type List } from './list'
import { loadList, loadMore, revalidateList, watch } from './lists.actions'
import { listsSlice, type ListState } from './lists.slice'
import { useRetry } from './use-retry'
import { useRoom } from './use-room'

/** Data from the server. Loaded data stays visible while it is revalidated. */
export type Loaded<T> = { reload: () => void } & (
  | { status: 'loading'; data?: undefined; error?: undefined }
  | { status: 'ready'; data: T; error?: undefined }
  | { status: 'error'; data?: undefined; error: ApiError }
)

export interface ListUpdates {
  /** Items that others moved since the list was loaded. */
  count: number
  /** Reloads the list: the action of the pill. */
  refresh: () => void
}

export interface ShownList {
  list: ListState | undefined
  /**
   * True once the list may be rendered. This is deferred, since a store update renders in one task, for which a list is
   * too much.
   */
  isReady: boolean
  updates: ListUpdates
  /** The next items of a list that loads more; null at its end. */
  more: { load: () => void; isLoading: boolean; error: ApiError | null } | null
}

export interface ShownItems<Entity> extends ShownList {
  /** The loaded items; undefined before the list is. */
  items: Entity[] | undefined
  loaded: Loaded<Entity[]>
}

/**
 * Shows a list for as long as the component is mounted. It joins the room before it loads, so that no event is missed
 * in between. It loads once the session is known, and again when the session changes.
 */
export function useList<Item extends { id: number }>(list: List<Item>): ShownList {
  const state = useForum((read) => read(listsSlice)[list.key])
  const joined = useRoom(list.room)
  const isSessionKnown = useForum((read) => read(sessionSlice).status !== 'checking')
  const userId = useForum((read) => read(sessionSlice).user?.id)
  const sessionNumber = useForum((read) => read(sessionSlice).number)
  const revalidate = useCallback(() => revalidateList(forum, list), [list])
  useRetry((state?.status === 'error' ? state.error : state?.outdatedBy) ?? null, revalidate)
  useEffect(() => watch(forum, revalidate), [revalidate])
  useEffect(() => {
    if (!isSessionKnown) return undefined
    let isUnmounted = false
    const read = async () => {
      await joined.current
      if (!isUnmounted) await loadList(forum, list)
    }
    const timer = setTimeout(() => void read(), list.delayMs ?? 0)
    return () => {
      isUnmounted = true
      clearTimeout(timer)
    }
  }, [list, isSessionKnown, userId, sessionNumber, joined])

  const hasMore = state !== undefined && state.nextCursor !== null
  const isReady = useDeferredValue(state?.status === 'ready')
  return {
    list: state,
    isReady,
    updates: {
      count: state ? Object.keys(state.moved).length : 0,
      refresh: () => void loadList(forum, list),
    },
    more: hasMore
      ? { load: () => void loadMore(forum, list), isLoading: state.isLoadingMore, error: state.error }
      : null,
  }
}

/** Shows a list whose items are in a record, by their ids. */
export function useItems<Item extends { id: number }, Entity>(
  list: List<Item>,
  itemsById: Readonly<Record<number, Entity>>,
): ShownItems<Entity> {
  const shown = useList(list)
  const ids = shown.list?.ids
  const items = useMemo(() => ids?.flatMap((id) => itemsById[id] ?? []), [ids, itemsById])
  return { ...shown, items, loaded: loadedList(shown, items) }
}

/** Combines the state of a list with the data it shows, for a screen to switch on. */
export function loadedList<T>({ list, isReady, updates }: ShownList, data: T | null | undefined): Loaded<T> {
  const reload = updates.refresh
  if (isReady && list?.status === 'ready' && data !== null && data !== undefined)
    return { status: 'ready', data, reload }
  return list?.status === 'error' && list.error
    ? { status: 'error', error: list.error, reload }
    : { status: 'loading', reload }
}
