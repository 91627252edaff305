import { type MemberHit, type Pagination, type PostHit, type ThreadHit } from '@forum/shared/contract'
import { type ApiError, defineSlice } from '../store'

export interface SearchTotals {
  threads: number
  posts: number
  users: number
}

/** Threads and posts near a query, none of which matches it exactly. */
export interface Nearby {
  threads: readonly ThreadHit[]
  posts: readonly PostHit[]
}

/** The result of a search: the best of each kind with their totals, or a page of one kind. */
export interface SearchResult {
  threads: readonly ThreadHit[]
  posts: readonly PostHit[]
  users: readonly MemberHit[]
  /** Null unless few threads and posts were found. */
  nearby: Nearby | null
  totals: SearchTotals | null
  pagination: Pagination | null
}

export interface SearchState {
  /** Null until the first response. */
  result: SearchResult | null
  /** Time of the result, in milliseconds since 1970. */
  foundAt: number
  /** The error of the last attempt; null after a success. */
  error: ApiError | null
}

/** The searches of this visit by their request (`keyOf`). Their results do not change while someone reads them. */
export const searchSlice = defineSlice('search', (): Record<string, SearchState> => ({}))
