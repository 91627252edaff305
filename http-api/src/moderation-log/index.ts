export { ModerationLogConsumer } from './moderation-log.consumer'
export { moderationLogCollection, SYSTEM, type ActDraft, type LogEntryDoc } from './moderation-log.model'
export { isUndoable, ModerationLog, undoableUntil, undoOf } from './moderation-log.service'
