import '../features/thread/with-excerpts'

/** The store with all that the page loads only when it is needed, for tests of other workspaces. */
export * from '.'
