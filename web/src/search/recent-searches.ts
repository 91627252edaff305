import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { memoryKey } from '../lib/account-memory'
import { createListeners } from '../lib/signal'
import { useSession } from '../state/session'

const RECENT_MAX = 8

const watchers = createListeners()
const NONE: readonly string[] = []
const cache = new Map<string, { stored: string | null; queries: readonly string[] }>()

/** Returns the storage key of an account's searches, which are kept until it signs out; visitors share one key. */
const storageKey = (userId: number | null) => memoryKey(userId, 'searches')

function read(key: string): readonly string[] {
  try {
    const stored = localStorage.getItem(key)
    const before = cache.get(key)
    if (before?.stored === stored) return before.queries
    const found = JSON.parse(stored ?? '[]') as unknown
    const queries = Array.isArray(found) ? found.filter((one) => typeof one === 'string') : NONE
    cache.set(key, { stored, queries })
    return queries
  } catch {
    return NONE
  }
}

function write(key: string, queries: readonly string[]): void {
  try {
    if (queries.length === 0) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(queries))
  } catch {
    // Searching works without storage.
  }
  watchers.notify()
}

function watch(watcher: () => void): () => void {
  const unsubscribe = watchers.subscribe(watcher)
  addEventListener('storage', watcher)
  return () => {
    unsubscribe()
    removeEventListener('storage', watcher)
  }
}

/** Puts a query first among the recent searches of an account; null stands for visitors. */
export function rememberSearch(userId: number | null, query: string): void {
  const key = storageKey(userId)
  write(key, [query, ...read(key).filter((one) => one !== query)].slice(0, RECENT_MAX))
}

export interface RecentSearches {
  /** The latest first. */
  queries: readonly string[]
  remove: (query: string) => void
  clear: () => void
}

/** The last searches of this account in this browser. They are never sent anywhere. */
export function useRecentSearches(): RecentSearches {
  const key = storageKey(useSession().user?.id ?? null)
  const queries = useSyncExternalStore(
    watch,
    useCallback(() => read(key), [key]),
  )
  return useMemo(
    () => ({
      queries,
      remove: (query) => {
        write(
          key,
          read(key).filter((one) => one !== query),
        )
      },
      clear: () => {
        write(key, [])
      },
    }),
    [key, queries],
  )
}
