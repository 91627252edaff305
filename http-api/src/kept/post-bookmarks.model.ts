import { defineCollection, field, type DocumentOf } from '../platform/mongo/model'

export const postBookmarkFields = {
  /** `userId:postId` */
  _id: field.string,
  userId: field.number,
  postId: field.own(field.number),
  threadId: field.own(field.number),
  /** The member's own note; '' for none. */
  note: field.own(field.string),
  /** When the member wants to be reminded of it; missing if never, and once that has happened. */
  remindAt: field.own(field.optional(field.date)),
  at: field.own(field.date),
}

/** A post that a member keeps for later. */
export type PostBookmark = DocumentOf<typeof postBookmarkFields>

export const postBookmarkCollection = defineCollection('postBookmarks', postBookmarkFields, [
  // A member's bookmarks, the newest first.
  { key: { userId: 1, at: -1, _id: -1 } },
  // Those that a member has in a thread.
  { key: { userId: 1, threadId: 1, postId: 1 } },
  // Those of a post that moves to another thread.
  { key: { postId: 1 } },
  // Reminders by their time.
  { key: { remindAt: 1 }, partialFilterExpression: { remindAt: { $exists: true } } },
])
