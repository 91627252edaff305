/** The lazily loaded screens, kept apart from the code that other features use. */
import './with-excerpts'

export { prefetchThread } from './prefetch'
export { PostRedirect } from './PostRedirect'
export { ThreadScreen } from './ThreadScreen'
