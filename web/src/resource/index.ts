export { type ApiError } from '../lib/api'
export { type List, nextPage } from './list'
export { loadList, prefetchList, revalidateList, revalidateShown, watch } from './lists.actions'
export { listsSlice, type ListState, markMoved } from './lists.slice'
export {
  loadedList,
  useItems,
  useList,
  type ListUpdates,
  type Loaded,
  type ShownItems,
  type ShownList,
} from './use-list'
export { useLoaded } from './use-loaded'
export { useRetry } from './use-retry'
export { useRoom } from './use-room'
export { useSearchAsTyped } from './use-search-as-typed'
export { WhenLoaded } from './when-loaded'
