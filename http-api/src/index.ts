export { createApi, type ApiDeps, type ForumApi } from './app'
export { checkTokenSecret } from './auth/check-token-secret'
export { BackupLoader, BackupReader, type BackupBatch } from './backup'
export { EMPTY_BOARD, type BoardDoc } from './boards'
export { collections, type Collections } from './collections'
export type { ApiConfig } from './config'
export { connect, connectPatiently } from './platform/database'
export { openFileStore, type FileStore } from './files'
export type { PushNetwork } from './push'
export { recordBackup } from './health/backlog'
export { Probe } from './health/probe'
export type { Surroundings } from './health/site-health'
export { mayReadMetrics } from './platform/docs'
export { acquireLease, underLease, unlessLeased } from './platform/leases'
export { SiteCalendar } from './platform/site-calendar'
export { hasBody } from './platform/unread-bodies'
export { UnusableDatabaseError } from './platform/migrations'
export { NAMED_FILES } from './html-pages'
export { inspectDatabase, prepareDatabase } from './prepare-database'
export type { ImportLoader, PastBoard, PastMember } from './imports'
export type { PastMessage } from './messages'
export type { CheckResult } from './search'
export {
  deleteEvent,
  editEvent,
  likeEvent,
  replyEvent,
  threadChangeEvent,
  threadDeletionEvent,
  newThreadEvent,
} from './posts'
export {
  ThreadHistory,
  type ChangeContext,
  type ThreadDraft,
  type ThreadEventConsumer,
  type ThreadEventDoc as ThreadEvent,
} from './thread-log'
