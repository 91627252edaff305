export { ModerationLogConsumer } from './moderation-log.consumer'
export { type ActDraft, type LogEntryDoc, SYSTEM, moderationLogCollection } from './moderation-log.model'
export { ModerationLog, isUndoable, undoOf, undoableUntil } from './moderation-log.service'
