import '../threads/thread/with-excerpts'
import { createForum, type Forum, type ForumDeps } from '../store'
import { slices } from './slices'

/** Opens a separate store with everything that the page loads lazily, for tests of other workspaces. */
export const openForum = (deps: ForumDeps): Forum => createForum(deps, slices)
export { catchUp, loadThreadPage, threadCopySlice } from '../state/thread-copy'
export { LiveSocket, type RawSocket } from '../lib/socket'
export { ApiError, type Forum, type ForumDeps, type ForumEvent } from '../store'
