export { type ApiError } from '../lib/api'
export { loadedList, useList, type ListUpdates, type Loaded } from './use-list'
export { useRetry } from './use-retry'
export { useIsLive, useRoom } from './use-room'
