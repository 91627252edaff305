export { ApiError } from '../lib/api'
export { createForum, useForum, type ForumDeps } from './create-forum'
export { type Forum, type ForumActions, type ForumEvent, type ForumState, type Session } from './slice'
export { initialState } from './slices'
