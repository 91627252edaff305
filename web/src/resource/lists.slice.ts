import { type Pagination } from '@forum/shared/contract'
import { type ApiError } from '../lib/api'
import { defineSlice, type Write } from '../store'

export interface ListState {
  status: 'loading' | 'ready' | 'error'
  error: ApiError | null
  /** The error that kept the shown items from being loaded again; null once they have been. */
  outdatedBy: ApiError | null
  ids: number[]
  pagination: Pagination | null
  /** The cursor of the next items; null at the end, or if the list has numbered pages. */
  nextCursor: string | null
  isLoadingMore: boolean
  /** The topics whose events move items of the list. */
  topics: string[]
  /** Items that moved since the list was loaded, with the version of that move. */
  moved: Record<number, number>
}

/** The lists of the page, by `List.key`. */
export const listsSlice = defineSlice('lists', (): Record<string, ListState> => ({}))

/** Counts an item as moved in the lists of a topic where `belongs` holds; the reader decides when it is shown there. */
export function markMoved(
  write: Write,
  topic: string,
  item: { id: number; version: number },
  belongs: (list: ListState) => boolean = () => true,
): void {
  for (const list of Object.values(write(listsSlice))) {
    if (list.topics.includes(topic) && belongs(list)) raise(list, item.id, item.version)
  }
}

export const raise = (list: ListState, id: number, version: number): void => {
  list.moved[id] = Math.max(list.moved[id] ?? 0, version)
}
