import type { ActivityKind } from '@forum/shared/acts'
import type { ActivityDetail, ActivityFlag } from '@forum/shared/contract'
import { defineCollection, field, type DocumentOf } from '../../platform/mongo/model'

export const activityFields = {
  /** Consecutive, so that a reader who has a number has all before it. */
  _id: field.number,
  /** Identifies what happened: an event of a thread's log, an act, a report. */
  key: field.string,
  at: field.own(field.date),
  kind: field.mixed<ActivityKind>(),
  actorId: field.number,
  /** The member acted on or reported. */
  userId: field.nullable(field.number),
  /** Who wrote a reported anonymous post: the account of the alias in `userId`, which nobody is shown. */
  writerId: field.optional(field.number),
  /** The board, then the one that a thread was moved from; empty for what no board moderator hears of. */
  boardIds: field.listOf(field.number),
  threadId: field.nullable(field.number),
  title: field.nullable(field.string),
  postId: field.nullable(field.number),
  postNumber: field.nullable(field.number),
  excerpt: field.own(field.string),
  detail: field.mixed<Omit<ActivityDetail, 'user'>>(),
  flags: field.mixed<ActivityFlag[]>(),
  /** Set for a report on a moderator or an admin. */
  isForAdmins: field.optional(field.boolean),
  /** The moderator who acted on the post or thread. */
  handledById: field.optional(field.number),
}

/** One line of the moderators' feed. */
export type ActivityDoc = DocumentOf<typeof activityFields>
/** A line that has no number yet. */
export type ActivityDraft = Omit<ActivityDoc, '_id'>

export const activityCollection = defineCollection('activities', activityFields, [
  { key: { key: 1 }, unique: true },
  // The filters of the feed, in order of its numbers.
  { key: { boardIds: 1, _id: 1 } },
  { key: { kind: 1, _id: 1 } },
  { key: { flags: 1, _id: 1 } },
  { key: { actorId: 1, _id: 1 } },
  // The acts of a member in the last minutes.
  { key: { actorId: 1, at: 1 } },
  // Lines about a post or a thread that a moderator acts on.
  { key: { postId: 1 } },
  { key: { threadId: 1, kind: 1 } },
  // Posts in each minute, and old lines, which are removed.
  { key: { at: 1, kind: 1 } },
])
