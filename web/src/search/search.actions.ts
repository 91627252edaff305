import { MINUTE_MS } from '@forum/shared/clock'
import { type MemberHit, type ThreadHit } from '@forum/shared/contract'
import { type Result, resultOf } from '../lib/result'
import { type Forum, perForum } from '../store'
import { type SearchRequest } from './search-address'
import { type SearchResult, searchSlice } from './search.slice'

/** An older result is loaded again when its screen is opened. */
const FRESH_MS = 60_000
const SEARCHES_KEPT = 20
/** Maximum number of suggestions a minute: half of the searches a reader may make. */
const SUGGESTIONS_A_MINUTE = 15

/** Returns the key of a search, from all its parameters. */
export const keyOf = (request: SearchRequest): string => JSON.stringify(request)

/** The query of a call, without filters that are empty. */
const filtersOf = ({ q, boardId, author, from, to, sortBy }: SearchRequest) => ({
  q,
  ...(boardId === null ? {} : { boardId }),
  ...(author === '' ? {} : { author }),
  ...(from === '' ? {} : { from }),
  ...(to === '' ? {} : { to }),
  ...(sortBy === 'relevance' ? {} : { sortBy }),
})

const NOTHING = { threads: [], posts: [], users: [], nearby: null, totals: null, pagination: null }

async function find({ call }: Pick<Forum, 'call'>, request: SearchRequest): Promise<SearchResult> {
  const query = filtersOf(request)
  const { q, page, scope } = request
  if (scope === 'all') return { ...NOTHING, ...(await call('search', { query })) }
  if (scope === 'threads')
    return { ...NOTHING, ...(await call('searchThreads', { query: { ...query, page } })) }
  if (scope === 'posts') return { ...NOTHING, ...(await call('searchPosts', { query: { ...query, page } })) }
  return { ...NOTHING, ...(await call('searchMembers', { query: { q, page } })) }
}

/** Searches, unless the result is loaded and fresh; the state of the search holds a failure. */
export function runSearch(forum: Forum, request: SearchRequest): Promise<void> {
  const key = keyOf(request)
  return forum.once(`search ${key}`, async () => {
    const now = forum.clock.now().getTime()
    const current = forum.read(searchSlice)[key]
    if (current?.result && now - current.foundAt < FRESH_MS) return
    const found = await resultOf(find(forum, request))
    forum.update((write) => {
      const searches = write(searchSlice)
      const result = found.ok ? found.value : (current?.result ?? null)
      const foundAt = found.ok ? forum.clock.now().getTime() : (current?.foundAt ?? 0)
      Reflect.deleteProperty(searches, key)
      searches[key] = { result, foundAt, error: found.ok ? null : found.error }
      for (const old of Object.keys(searches).slice(0, -SEARCHES_KEPT)) Reflect.deleteProperty(searches, old)
    })
  })
}

/** Drops all results, so that repeating a search finds newer content. */
export function forgetSearches(forum: Forum): void {
  forum.update((write) => {
    const searches = write(searchSlice)
    for (const key of Object.keys(searches)) Reflect.deleteProperty(searches, key)
  })
}

export interface Suggestions {
  users: readonly MemberHit[]
  threads: readonly ThreadHit[]
}

const suggestedAt = perForum((): { times: number[] } => ({ times: [] }))

/**
 * Returns members and threads for a text that is being typed; none while suggestions would use up the searches of a
 * minute.
 */
export async function suggest(forum: Forum, q: string, signal: AbortSignal): Promise<Result<Suggestions>> {
  const recent = suggestedAt(forum)
  const now = forum.clock.now().getTime()
  recent.times = recent.times.filter((at) => now - at < MINUTE_MS)
  if (recent.times.length >= SUGGESTIONS_A_MINUTE) return { ok: true, value: { users: [], threads: [] } }
  recent.times.push(now)
  return resultOf(forum.call('search', { query: { q }, signal }))
}

/** Returns members for a filter by author. */
export async function findAuthors(forum: Forum, q: string): Promise<Result<readonly MemberHit[]>> {
  const found = await resultOf(forum.call('searchMembers', { query: { q, limit: 6 } }))
  return found.ok ? { ok: true, value: found.value.users } : found
}
