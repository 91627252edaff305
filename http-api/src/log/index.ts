export { createLog, type LogArea } from './area'
export type { Repaired } from './scrubber'
export { byThread, forEachThread } from './by-thread'
export { type ThreadLogCollections, threadLogCollections } from './collections'
export type { ActNotes, ChangeContext, DecideChange, ThreadCommands } from './commands'
export { countMembers } from './count-members'
export { firstEditionCheck } from './first-edition.check'
export type { Freshness } from './freshness'
export { type LikeDoc, likeId } from './likes.model'
export { ThreadHistory, insertThreads, loadThreads } from './loader'
export {
  type CounterDelta,
  type Departure,
  type DepartingPost,
  FLAG_KINDS,
  type Kind,
  type PostBatch,
  type SettingKind,
  VALUE_KINDS,
  sumOf,
  touchesOf,
} from './log-event'
export type { ProjectionWrite } from './mongo-writes'
export { type MovedPostDoc, movedPostId } from './moved-posts.model'
export { numbersByBoardMigration } from './numbers-by-board.migration'
export { pendingFor } from './thread-event-indexes'
export { pollVoteFields, pollVoteId } from './poll-votes.model'
export { type Mention, type PostAttachment, type PostDoc, postFields } from './posts.model'
export { createsPost, foldPost, foldThread } from './projections'
export { SCRUB_INTERVAL_MS, Scrubber } from './scrubber'
export { accountOf, causedBy, postSubject, threadSubject, writtenBy } from './subjects'
export { Sweeper } from './sweeper'
export type { ThreadCache } from './thread-cache.queries'
export type { ThreadDraft, ThreadEventConsumer, ThreadEventDoc } from './thread-events.model'
export { lastPostNumbersMigration, titleIndexMigration } from './thread-log.migrations'
export {
  type StoredPoll,
  THREADS_BY_REPLIES,
  THREADS_OF_BOARDS_BY_REPLIES,
  type ThreadDoc,
  lastPostNumberOf,
} from './threads.model'
