export { createThreads, type ThreadsArea } from './area'
export type { BoardPageQueries } from './board-pages.queries'
export type { Moves } from './moves/moves.service'
export { presentPoll } from './polls/polls.presenter'
export {
  deleteEvent,
  editEvent,
  likeEvent,
  newThreadEvent,
  replyEvent,
  threadDeletionEvent,
} from './posts/post-events'
export { shownAnswerOf, threadChangeEvent } from './thread-events'
export {
  ERASED_TEXT,
  eraseMergedEvent,
  erasedPoll,
  erasePostEvent,
  eraseThreadEvent,
  scrubPostEvent,
} from './posts/erasure-events'
export {
  picturesMigration,
  postExcerptsMigration,
  quotedIdsMigration,
  quotesMigration,
} from './posts/posts.migrations'
export { presentPublicPost } from './posts/posts.presenter'
export { claimOf } from './posts/post-edits.service'
export type { PostBatches } from './posts/post-batches.service'
export type { PostQueries } from './posts/posts.queries'
export type { PostService } from './posts/posts.service'
export { readStatesMigration } from './reading/read-states.migrations'
export { readStateCollection } from './reading/read-states.model'
export { type ReadStates, ownPostWrites } from './reading/read-states.service'
export type { Watches } from './reading/watches.service'
export { presentChangedValues, type ThreadSettings } from './thread-values'
export { presentCounters, presentPublicThread, replyCountOf } from './threads.presenter'
export type { ThreadQueries } from './threads.queries'
export type { ShowThread } from './threads.routes'
export type { ThreadService } from './threads.service'
