import type { ModerationAction } from '@forum/shared/acts'
import type { ActChange } from '@forum/shared/contract'
import { defineCollection, field, type DocumentOf } from '../platform/mongo/model'

/** The actor of what the forum does on its own, or its operator at the command line. */
export const SYSTEM = 0

const fields = {
  _id: field.number,
  /** Identifies the act: the event of a thread's log, or a random id. */
  key: field.string,
  at: field.date,
  /** The moderator, or `SYSTEM`. */
  actorId: field.number,
  action: field.mixed<ModerationAction>(),
  /** The member acted on. */
  userId: field.nullable(field.number),
  /** The board after the act, then the one before if that is another; empty for acts on accounts. */
  boardIds: field.listOf(field.number),
  threadId: field.nullable(field.number),
  postId: field.nullable(field.number),
  postNumber: field.nullable(field.number),
  /** The title of the thread at that time. */
  title: field.nullable(field.string),
  reason: field.nullable(field.string),
  changes: field.mixed<ActChange[]>(),
  /** The target of the act, such as `thread:7:pin`: it can no longer be undone after a later act on the same target. */
  target: field.string,
  /** The place of the act in its thread's log; 0 for other acts. */
  seq: field.number,
  /** Set if the act concerns a report on a moderator or an admin. */
  isForAdmins: field.optional(field.boolean),
  /** The entry that this act takes back. */
  undoes: field.optional(field.number),
  /** Who took the act back. */
  undoneBy: field.optional(field.number),
  undoneAt: field.optional(field.date),
}

/** A privileged act: who did what to whom, when and why. Only its being taken back is added later. */
export type LogEntryDoc = DocumentOf<typeof fields>
/** An entry that has no number yet. */
export type ActDraft = Omit<LogEntryDoc, '_id' | 'undoneBy' | 'undoneAt'>

export const moderationLogCollection = defineCollection('moderationLog', fields, [
  { key: { key: 1 }, unique: true },
  // The filters of the log, the newest entry first.
  { key: { boardIds: 1, _id: -1 } },
  { key: { actorId: 1, _id: -1 } },
  { key: { userId: 1, _id: -1 } },
  { key: { action: 1, _id: -1 } },
  // Later acts on the same target.
  { key: { target: 1, _id: 1 } },
  // Old entries, which are removed.
  { key: { at: 1 } },
])
