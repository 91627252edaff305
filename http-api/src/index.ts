export { createApi, type ApiDeps, type ForumApi } from './app'
export { checkMailServer, checkTokenSecret } from './accounts'
export { BackupLoader, BackupReader, type BackupBatch } from './operations'
export { DEFAULT_CATEGORIES, EMPTY_BOARD, type BoardDoc } from './boards'
export { collections, type Collections } from './collections'
export type { ApiConfig, OidcProviderConfig } from './config'
export { connect, connectPatiently } from './platform/mongo/database'
export { openFileStore, readStored, type FileStore } from './files'
export { MailTokens, type PushNetwork } from './notices'
export { recordBackup } from './operations'
export { Probe } from './operations'
export type { Surroundings } from './operations'
export { mayReadMetrics } from './platform/http/docs'
export { acquireLease, underLease, unlessLeased } from './platform/mongo/leases'
export { SiteCalendar } from './platform/site-calendar'
export { hasBody } from './platform/http/unread-bodies'
export { UnusableDatabaseError } from './platform/mongo/migrations'
export { NAMED_FILES } from './documents'
export { inspectDatabase, prepareDatabase } from './prepare-database'
export type { ImportLoader, PastBoard, PastBookmark, PastGroup, PastMember } from './operations'
export type { PastMessage } from './messages'
export type { CheckResult } from './search'
export { DEFAULT_ANNOUNCEMENT, DRAWN_SEAL, UNCHANGED_SETTINGS, type StoredIdentity } from './site'
export {
  deleteEvent,
  editEvent,
  likeEvent,
  replyEvent,
  threadChangeEvent,
  threadDeletionEvent,
  newThreadEvent,
} from './threads'
export {
  ThreadHistory,
  type ChangeContext,
  type ThreadDraft,
  type ThreadEventConsumer,
  type ThreadEventDoc as ThreadEvent,
} from './log'
