export { createRecord, type RecordArea } from './area'
export { changedFields } from './changed-fields'
export type { ModerationLogConsumer } from './moderation-log.consumer'
export { type ActDraft, type LogEntryDoc, SYSTEM, moderationLogCollection } from './moderation-log.model'
export {
  type Logged,
  type ModerationLog,
  isUndoableEntry,
  undoOf,
  undoableUntil,
} from './moderation-log.service'
export { CURRENT, RevisedDocument } from './revised-document'
