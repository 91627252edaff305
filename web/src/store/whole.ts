import '../features/thread/with-excerpts'

/** The store including everything that the page loads lazily, for tests of other workspaces. */
export * from '.'
