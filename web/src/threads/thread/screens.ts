/** The lazily loaded screens, kept apart from the code that other areas use. */
export { prefetchThread } from './prefetch'
export { provideExcerpts } from './provide-excerpts'
export { PostRedirect } from './PostRedirect'
export { ThreadScreen } from './ThreadScreen'
