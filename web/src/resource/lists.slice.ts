import { type EndpointName, type Pagination } from '@forum/shared/contract'
import { ApiError, type Call } from '../lib/api'
import { asApiError, resultOf } from '../lib/result'
import { type ForumState, type Slice, type SliceTools } from '../store/slice'
import { type List, type ListResponse } from './list'

export interface ListState {
  status: 'loading' | 'ready' | 'error'
  error: ApiError | null
  ids: number[]
  pagination: Pagination | null
  /** Where the next items begin; null at the end, or if the list has numbered pages. */
  nextCursor: string | null
  isLoadingMore: boolean
  /** The topics whose events move items of the list. */
  topics: string[]
  /** Items that moved since the list was loaded, by the version at which they did. */
  moved: Record<number, number>
}

export interface ListsState {
  /** By `List.key`. */
  lists: Record<string, ListState>
}

interface Item {
  id: number
}

export interface ListsActions {
  /** Loads the current list from the server; its state holds an error. */
  loadList: <One extends Item>(list: List<One>) => Promise<void>
  /** Loads a list that the reader may open next, unless it is known; a failure leaves no trace. */
  prefetchList: <One extends Item>(list: List<One>) => Promise<void>
  /** Appends the next items of a list that loads more. */
  loadMore: <One extends Item>(list: List<One>) => Promise<void>
  /**
   * Reads a list again after missed events: items change in place and moved ones are counted. If the server cannot be
   * reached, it keeps the displayed items and rejects, so that the caller retries.
   */
  revalidateList: <One extends Item>(list: List<One>) => Promise<void>
  /** Registers `revalidate` to run with every `revalidateShown`, until the returned function is called. */
  watch: (revalidate: () => Promise<void>) => () => void
  /** Revalidates everything that is shown; rejects if any of it could not be read. */
  revalidateShown: () => Promise<void>
}

declare module '../store/slice' {
  interface ForumState extends ListsState {}
  interface ForumActions extends ListsActions {}
}

/** Counts an item as moved in the lists of a topic where `belongs` holds; the reader decides when it is shown there. */
export function markMoved(
  state: ForumState,
  topic: string,
  item: { id: number; version: number },
  belongs: (list: ListState) => boolean = () => true,
): void {
  for (const list of Object.values(state.lists)) {
    if (list.topics.includes(topic) && belongs(list)) raise(list, item.id, item.version)
  }
}

const raise = (list: ListState, id: number, version: number): void => {
  list.moved[id] = Math.max(list.moved[id] ?? 0, version)
}

interface LastResponse {
  text: string
  events: number
}

/** How many lists keep their last response for comparison. */
const REMEMBERED_RESPONSES = 12

const emptyList = (): ListState => ({
  status: 'loading',
  error: null,
  ids: [],
  pagination: null,
  nextCursor: null,
  isLoadingMore: false,
  topics: [],
  moved: {},
})

const idsOf = (items: readonly Item[]) => items.map(({ id }) => id)

function applyItems<One extends Item>(
  state: ForumState,
  list: List<One>,
  response: ListResponse<One>,
): readonly string[] {
  const topics = response.apply?.(state) ?? []
  for (const item of response.items) list.applyItem(state, item)
  return topics
}

/** Replaces a list with a fresh response; items that moved after the request stay counted. */
function applyLoaded<One extends Item>(
  state: ForumState,
  list: List<One>,
  response: ListResponse<One>,
  movedBefore: Record<number, number>,
): void {
  const topics = applyItems(state, list, response)
  const ids = idsOf(response.items)
  const moved: Record<number, number> = {}
  for (const [key, version] of Object.entries(state.lists[list.key]?.moved ?? {})) {
    const id = Number(key)
    const isShown = ids.includes(id)
      ? (list.moves?.versionOf(state, id) ?? version) >= version
      : movedBefore[id] === version
    if (!isShown) moved[id] = version
  }
  state.lists[list.key] = {
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
  state: ForumState,
  list: List<One>,
  response: ListResponse<One>,
): void {
  const shown = state.lists[list.key]
  if (!shown) return
  const fresh = idsOf(response.items)
  if (list.moves) {
    const { hasMoved, isOwn, versionOf } = list.moves
    const came = response.items.filter(({ id }) => !shown.ids.includes(id))
    // If the list loads more, a fresh response covers only the first items.
    const covered = shown.pagination ? shown.ids : shown.ids.slice(0, fresh.length)
    // New items push others past the end; without new items, a missing item was removed.
    const removed = came.length > 0 ? [] : covered.filter((id) => !fresh.includes(id))
    const moved = response.items.filter(
      (item) => (came.includes(item) || hasMoved(state, item)) && !isOwn(state, item),
    )
    const topics = applyItems(state, list, response)
    for (const { id } of moved) raise(shown, id, versionOf(state, id))
    for (const id of removed) raise(shown, id, versionOf(state, id))
    shown.topics = [...topics]
  } else {
    shown.topics = [...applyItems(state, list, response)]
    // If the list loads more, a fresh response covers only the first items.
    const rest = shown.pagination || response.nextCursor === undefined ? [] : shown.ids
    if (!list.keepsOrder) shown.ids = [...fresh, ...rest.filter((id) => !fresh.includes(id))]
  }
  shown.pagination = response.pagination ?? null
}

export const listsSlice = {
  scope: 'session',
  initialState: (): ListsState => ({ lists: {} }),
  actions: ({ get, update, call, once, settled, contentEvents }: SliceTools): ListsActions => {
    const watched = new Set<{ revalidate: () => Promise<void> }>()
    /** The last response of the server for a list, by its key, and how many events had come when it was requested. */
    const lastResponses = new Map<string, LastResponse>()
    const remember = (key: string, last: LastResponse) => {
      lastResponses.delete(key)
      lastResponses.set(key, last)
      if (lastResponses.size <= REMEMBERED_RESPONSES) return
      const [oldest] = lastResponses.keys()
      if (oldest !== undefined) lastResponses.delete(oldest)
    }
    /** Whether merging a response would change nothing: it repeats the last one, and no event came since. */
    const isRepeated = (key: string, { text }: LastResponse): boolean => {
      const last = lastResponses.get(key)
      return get().lists[key]?.status === 'ready' && last?.text === text && last.events === contentEvents()
    }
    const read = async <One extends Item>(list: List<One>) => {
      const events = contentEvents()
      const responses: unknown[] = []
      const recording = async (...args: Parameters<Call>): Promise<unknown> => {
        const one: unknown = await call(...args)
        responses.push(one)
        return one
      }
      const response = await list.read({ call: recording as Call, cursor: null, state: get() })
      const text = JSON.stringify(responses.length > 0 ? responses : response.items)
      return { response, last: { text, events } }
    }
    const fail = (key: string, error: unknown) => {
      const apiError = asApiError(error)
      update((state) => {
        state.lists[key] = { ...emptyList(), status: 'error', error: apiError }
      })
    }
    const actions: ListsActions = {
      loadList: (list) =>
        once(`list ${list.key}`, async () => {
          const movedBefore = get().lists[list.key]?.moved ?? {}
          update((state) => {
            if (state.lists[list.key]?.status !== 'ready') state.lists[list.key] = emptyList()
          })
          try {
            const { response, last } = await read(list)
            update((state) => {
              applyLoaded(state, list, response, movedBefore)
            })
            remember(list.key, last)
          } catch (error) {
            fail(list.key, error)
          }
        }),

      prefetchList: (list) =>
        once(`prefetch ${list.key}`, async () => {
          if (get().lists[list.key]) return
          const ahead = (name: EndpointName, options?: object): Promise<unknown> =>
            call(name, { ...options, isPrefetch: true } as never)
          const response = await resultOf(list.read({ call: ahead as Call, cursor: null, state: get() }))
          if (!response.ok) return
          update((state) => {
            if (state.lists[list.key]?.status !== 'ready') applyLoaded(state, list, response.value, {})
          })
        }),

      loadMore: (list) =>
        once(`more of ${list.key}`, async () => {
          const cursor = get().lists[list.key]?.nextCursor ?? null
          if (cursor === null) return
          const set = (change: Partial<ListState>) => {
            update((state) => {
              const shown = state.lists[list.key]
              if (shown) Object.assign(shown, change)
            })
          }
          set({ isLoadingMore: true, error: null })
          try {
            const response = await list.read({ call, cursor, state: get() })
            update((state) => {
              applyItems(state, list, response)
              const shown = state.lists[list.key]
              // The list was loaded again meanwhile and has another end.
              if (shown?.nextCursor !== cursor) return
              shown.ids.push(...idsOf(response.items).filter((id) => !shown.ids.includes(id)))
              shown.nextCursor = response.nextCursor ?? null
              shown.isLoadingMore = false
            })
          } catch (error) {
            set({ isLoadingMore: false, error: asApiError(error) })
          }
        }),

      revalidateList: (list) =>
        once(`revalidate ${list.key}`, async () => {
          // A load in progress may have been served before the missed event.
          await settled(`list ${list.key}`)
          try {
            const { response, last } = await read(list)
            // Merging it again would render every row.
            if (isRepeated(list.key, last)) return
            remember(list.key, last)
            update((state) => {
              if (state.lists[list.key]?.status === 'ready') applyRevalidated(state, list, response)
              else applyLoaded(state, list, response, {})
            })
          } catch (error) {
            if (!(error instanceof ApiError && error.code === 'NOT_FOUND')) throw error
            fail(list.key, error)
          }
        }),

      watch: (revalidate) => {
        const one = { revalidate }
        watched.add(one)
        return () => {
          watched.delete(one)
        }
      },

      revalidateShown: async () => {
        await Promise.all([...watched].map(({ revalidate }) => revalidate()))
      },
    }
    return actions
  },
} satisfies Slice
