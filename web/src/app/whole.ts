import { provideExcerpts } from '../threads/thread/provide-excerpts'
import { createForum, type Forum, type ForumDeps } from '../store'
import { slices } from './areas'

/** Opens a separate store with everything that the page loads lazily, for tests of other workspaces. */
export function openForum(deps: ForumDeps): Forum {
  provideExcerpts()
  return createForum(deps, slices)
}
export { provideExcerpts }
export { catchUp, loadThreadPage, threadCopySlice } from '../state/thread-copy'
export { LiveSocket, type RawSocket } from '../lib/socket'
export { ApiError, type Forum, type ForumDeps, type ForumEvent } from '../store'
