import { useCallback, useEffect, useState } from 'react'
import { useRetry } from '../resource'
import { type ApiError, forum, useForum } from '../store'
import { type SearchRequest } from './search-address'
import { keyOf, runSearch } from './search.actions'
import { type SearchResult, searchSlice } from './search.slice'

export interface ShownSearch {
  /** The result, or while it loads that of the previous search; null before the first. */
  result: SearchResult | null
  /** The search that the result belongs to. */
  request: SearchRequest | null
  isLoading: boolean
  error: ApiError | null
  retry: () => void
}

/** The options of a search for a hint, which is not worth retrying. */
export const OPTIONAL = { retries: false }

/** Searches for a request, and retries transient failures; null searches for nothing. */
export function useSearch(request: SearchRequest | null, { retries = true } = {}): ShownSearch {
  const key = request && keyOf(request)
  const state = useForum((read) => (key === null ? undefined : read(searchSlice)[key]))
  const [kept, setKept] = useState<{ request: SearchRequest; result: SearchResult } | null>(null)
  if (request && state?.result && kept?.result !== state.result) setKept({ request, result: state.result })
  if (!request && kept) setKept(null)
  const isUnknown = state === undefined
  const search = useCallback(
    () => (key === null ? Promise.resolve() : runSearch(forum, JSON.parse(key) as SearchRequest)),
    [key],
  )
  useEffect(() => {
    void search()
  }, [search, isUnknown])
  useRetry(retries ? (state?.error ?? null) : null, search)
  return {
    result: kept?.result ?? null,
    request: kept?.request ?? null,
    isLoading: request !== null && isUnknown,
    error: state?.error ?? null,
    retry: () => void search(),
  }
}
