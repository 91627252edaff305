export { byThread, forEachThread } from './by-thread'
export { threadLogCollections, type ThreadLogCollections } from './collections'
export { ThreadCommands, type ActNotes, type ChangeContext } from './commands'
export { firstEditionCheck } from './first-edition.check'
export { likeId, type LikeDoc } from './likes.model'
export { insertThreads, loadThreads, ThreadHistory } from './loader'
export type { CounterDelta, Kind } from './log-event'
export { MongoLogStore, pendingFor, type ProjectionWrite } from './mongo-log-store'
export type { Mention, PostAttachment, PostDoc } from './posts.model'
export { pollVoteId } from './poll-votes.model'
export { createsPost, foldPost, foldThread, threadProjections } from './projections'
export { SCRUB_INTERVAL_MS, Scrubber } from './scrubber'
export { postSubject, threadSubject } from './subjects'
export { SWEEP_INTERVAL_MS, Sweeper } from './sweeper'
export type { ThreadDraft, ThreadEventConsumer, ThreadEventDoc } from './thread-events.model'
export { ThreadLog } from './thread-log'
export { lastPostNumbersMigration } from './thread-log.migrations'
export {
  lastPostNumberOf,
  THREADS_BY_REPLIES,
  THREADS_OF_BOARDS_BY_REPLIES,
  TITLE_COLLATION,
  type StoredPoll,
  type ThreadDoc,
} from './threads.model'
