import { type EndpointName } from '@forum/shared/contract'
import { ApiError, type Call } from '../lib/api'
import { asApiError, resultOf } from '../lib/result'
import { type Forum, perForum, type Write } from '../store'
import { type List, type ListResponse } from './list'
import { listsSlice, type ListState, raise } from './lists.slice'

interface Item {
  id: number
}

interface LastResponse {
  text: string
  events: number
}

/** Maximum number of lists whose last response is kept for comparison. */
const REMEMBERED_RESPONSES = 12

const emptyList = (): ListState => ({
  status: 'loading',
  error: null,
  outdatedBy: null,
  ids: [],
  pagination: null,
  nextCursor: null,
  isLoadingMore: false,
  topics: [],
  moved: {},
})

const idsOf = (items: readonly Item[]) => items.map(({ id }) => id)

function applyItems<One extends Item>(
  write: Write,
  list: List<One>,
  response: ListResponse<One>,
): readonly string[] {
  const topics = response.apply?.(write) ?? []
  for (const item of response.items) list.applyItem(write, item)
  return topics
}

/** Replaces a list with a fresh response; items that moved after the request stay counted. */
function applyLoaded<One extends Item>(
  write: Write,
  list: List<One>,
  response: ListResponse<One>,
  movedBefore: Record<number, number>,
): void {
  const topics = applyItems(write, list, response)
  const ids = idsOf(response.items)
  const moved: Record<number, number> = {}
  for (const [key, version] of Object.entries(write(listsSlice)[list.key]?.moved ?? {})) {
    const id = Number(key)
    const isShown = ids.includes(id)
      ? (list.moves?.versionOf(write, id) ?? version) >= version
      : movedBefore[id] === version
    if (!isShown) moved[id] = version
  }
  write(listsSlice)[list.key] = {
    ...emptyList(),
    status: 'ready',
    ids,
    pagination: response.pagination ?? null,
    nextCursor: response.nextCursor ?? null,
    topics: [...topics],
    moved,
  }
}

/**
 * Merges a fresh response into a displayed list: items change in place, and those that belong in another place count as
 * moved.
 */
function applyRevalidated<One extends Item>(
  write: Write,
  list: List<One>,
  response: ListResponse<One>,
): void {
  const shown = write(listsSlice)[list.key]
  if (!shown) return
  const fresh = idsOf(response.items)
  // If the list loads more, a fresh response covers only the first items, unless there are no others.
  const isWhole = shown.pagination !== null || (response.nextCursor ?? null) === null
  if (list.moves) {
    const { hasMoved, isOwn, versionOf } = list.moves
    const came = response.items.filter(({ id }) => !shown.ids.includes(id))
    const covered = isWhole ? shown.ids : shown.ids.slice(0, fresh.length)
    // New items push others past the end, so a missing item counts as removed only if there are no new ones.
    const removed = came.length > 0 ? [] : covered.filter((id) => !fresh.includes(id))
    const moved = response.items.filter(
      (item) => (came.includes(item) || hasMoved(write, item)) && !isOwn(write, item),
    )
    const topics = applyItems(write, list, response)
    for (const { id } of moved) raise(shown, id, versionOf(write, id))
    for (const id of removed) raise(shown, id, versionOf(write, id))
    shown.topics = [...topics]
  } else {
    shown.topics = [...applyItems(write, list, response)]
    // Without an item that was shown before, there is a gap behind them that only loading more fills.
    const isAll = isWhole || !fresh.some((id) => shown.ids.includes(id))
    if (!list.keepsOrder) {
      const rest = isAll ? [] : shown.ids.filter((id) => !fresh.includes(id))
      shown.ids = [...fresh, ...rest]
      if (isAll) shown.nextCursor = response.nextCursor ?? null
    }
  }
  shown.pagination = response.pagination ?? null
  shown.outdatedBy = null
}

/** The last response of the server for each list, by its key, with the number of events received before its request. */
const lastResponses = perForum(() => new Map<string, LastResponse>())

function remember(forum: Forum, key: string, last: LastResponse): void {
  const responses = lastResponses(forum)
  responses.delete(key)
  responses.set(key, last)
  if (responses.size <= REMEMBERED_RESPONSES) return
  const [oldest] = responses.keys()
  if (oldest !== undefined) responses.delete(oldest)
}

/** Returns whether merging a response would change nothing: it repeats the last one, and no event came since. */
function isRepeated(forum: Forum, key: string, { text }: LastResponse): boolean {
  const last = lastResponses(forum).get(key)
  const shown = forum.read(listsSlice)[key]
  const isCurrent = shown?.status === 'ready' && shown.outdatedBy === null
  return isCurrent && last?.text === text && last.events === forum.contentEvents()
}

async function read<One extends Item>(forum: Forum, list: List<One>) {
  const events = forum.contentEvents()
  const responses: unknown[] = []
  const recording = async (...args: Parameters<Call>): Promise<unknown> => {
    const one: unknown = await forum.call(...args)
    responses.push(one)
    return one
  }
  const response = await list.read({ call: recording as Call, cursor: null, before: forum.snapshot() })
  const text = JSON.stringify(responses.length > 0 ? responses : response.items)
  return { response, last: { text, events } }
}

/**
 * Loads a list again while events change its items: the response may be older than these. A list that counts moved
 * items needs no repetition, since it does not replace anything.
 */
async function readCurrent<One extends Item>(forum: Forum, list: List<One>): ReturnType<typeof read<One>> {
  const ids = () => forum.read(listsSlice)[list.key]?.ids
  for (;;) {
    const before = ids()
    const result = await read(forum, list)
    if (list.moves || ids() === before) return result
  }
}

function fail(forum: Forum, key: string, error: unknown): void {
  const apiError = asApiError(error)
  forum.update((write) => {
    write(listsSlice)[key] = { ...emptyList(), status: 'error', error: apiError }
  })
}

/**
 * Loads the current list from the server; its state holds an error. The shown items stay while the server cannot be
 * reached.
 */
export function loadList<One extends Item>(forum: Forum, list: List<One>): Promise<void> {
  return forum.once(`list ${list.key}`, async () => {
    const movedBefore = forum.read(listsSlice)[list.key]?.moved ?? {}
    forum.update((write) => {
      const lists = write(listsSlice)
      if (lists[list.key]?.status !== 'ready') lists[list.key] = emptyList()
    })
    try {
      const { response, last } = await readCurrent(forum, list)
      forum.update((write) => {
        applyLoaded(write, list, response, movedBefore)
      })
      remember(forum, list.key, last)
    } catch (error) {
      const apiError = asApiError(error)
      if (!apiError.mayPass || forum.read(listsSlice)[list.key]?.status !== 'ready') {
        fail(forum, list.key, error)
        return
      }
      forum.update((write) => {
        const shown = write(listsSlice)[list.key]
        if (shown) shown.outdatedBy = apiError
      })
    }
  })
}

/** Loads a list that the reader may open next, unless it is loaded already; a failure is ignored. */
export function prefetchList<One extends Item>(forum: Forum, list: List<One>): Promise<void> {
  return forum.once(`prefetch ${list.key}`, async () => {
    if (forum.read(listsSlice)[list.key]) return
    const ahead = (name: EndpointName, options?: object): Promise<unknown> =>
      forum.call(name, { ...options, isPrefetch: true } as never)
    const response = await resultOf(
      list.read({ call: ahead as Call, cursor: null, before: forum.snapshot() }),
    )
    if (!response.ok) return
    forum.update((write) => {
      if (write(listsSlice)[list.key]?.status !== 'ready') applyLoaded(write, list, response.value, {})
    })
  })
}

/** Appends the next items of a list that loads more. */
export function loadMore<One extends Item>(forum: Forum, list: List<One>): Promise<void> {
  return forum.once(`more of ${list.key}`, async () => {
    const cursor = forum.read(listsSlice)[list.key]?.nextCursor ?? null
    if (cursor === null) return
    const set = (change: Partial<ListState>) => {
      forum.update((write) => {
        const shown = write(listsSlice)[list.key]
        if (shown) Object.assign(shown, change)
      })
    }
    set({ isLoadingMore: true, error: null })
    try {
      const response = await list.read({ call: forum.call, cursor, before: forum.snapshot() })
      forum.update((write) => {
        applyItems(write, list, response)
        const shown = write(listsSlice)[list.key]
        // The list was loaded again meanwhile and has another end.
        if (shown?.nextCursor !== cursor) return
        shown.ids.push(...idsOf(response.items).filter((id) => !shown.ids.includes(id)))
        shown.nextCursor = response.nextCursor ?? null
        shown.isLoadingMore = false
      })
    } catch (error) {
      set({ isLoadingMore: false, error: asApiError(error) })
    }
  })
}

/**
 * Loads a list again after missed events: items change in place and moved ones are counted. If the server cannot be
 * reached, it keeps the displayed items and rejects, so that the caller retries.
 */
export function revalidateList<One extends Item>(forum: Forum, list: List<One>): Promise<void> {
  return forum.once(`revalidate ${list.key}`, async () => {
    // A load in progress may have been served before the missed event.
    await forum.settled(`list ${list.key}`)
    try {
      const { response, last } = await readCurrent(forum, list)
      // Merging it again would render every row.
      if (isRepeated(forum, list.key, last)) return
      remember(forum, list.key, last)
      forum.update((write) => {
        if (write(listsSlice)[list.key]?.status === 'ready') applyRevalidated(write, list, response)
        else applyLoaded(write, list, response, {})
      })
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'NOT_FOUND')) throw error
      fail(forum, list.key, error)
    }
  })
}

const watched = perForum(() => new Set<{ revalidate: () => Promise<void> }>())

/** Registers `revalidate` to run with every `revalidateShown`, until the returned function is called. */
export function watch(forum: Forum, revalidate: () => Promise<void>): () => void {
  const one = { revalidate }
  watched(forum).add(one)
  return () => {
    watched(forum).delete(one)
  }
}

/** Revalidates all visible data; rejects if any of it could not be loaded. */
export async function revalidateShown(forum: Forum): Promise<void> {
  await Promise.all([...watched(forum)].map(({ revalidate }) => revalidate()))
}
