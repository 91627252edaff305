import type { Connection } from 'mongoose'
import { field, modelOf, schemaOf, type DocumentOf } from '../platform/model'

const fields = {
  _id: field.number,
  boardId: field.number,
  authorId: field.number,
  title: field.string,
  openingPostId: field.number,
  /** Plain text of the opening post for lists, at most 200 characters. */
  excerpt: field.string,
  createdAt: field.date,
  /** When the opening post was last edited. */
  editedAt: field.nullable(field.date),
  seq: field.number,
  /** Number of posts that are not deleted, the opening post included. */
  postCount: field.number,
  /** The highest post number ever given; deleted posts keep theirs. */
  lastNumber: field.number,
  lastPostAt: field.date,
  lastPostUserId: field.number,
  /** Whether a member other than the author has replied. */
  hasOtherReplies: field.boolean,
  isPinned: field.boolean,
  isLocked: field.boolean,
  isDeleted: field.boolean,
  /** Written in batches beside the log; not part of `seq`. */
  viewCount: field.number,
}

/** A thread as projected from its log up to `seq`. */
export type ThreadDoc = DocumentOf<typeof fields>

export const threadModel = (connection: Connection) => {
  const schema = schemaOf(fields)
  // A board's pinned threads; they come before all else and are few.
  schema.index({ boardId: 1, isPinned: 1 }, { partialFilterExpression: { isPinned: true } })
  // A reply rewrites only the entries that hold the last post or the count of posts: four.
  // Lists of one board or of several merged, in each order; a board's newest thread.
  schema.index({ boardId: 1, isDeleted: 1, lastPostAt: -1, _id: -1 })
  schema.index({ boardId: 1, isDeleted: 1, createdAt: -1, _id: -1 })
  // Hot lists take the most replies of some days: when a thread was started decides within the index.
  schema.index({ boardId: 1, isDeleted: 1, postCount: -1, lastPostAt: -1, _id: -1, createdAt: -1 })
  schema.index({ boardId: 1, isDeleted: 1, viewCount: -1, _id: -1 })
  // Lists of the whole forum.
  schema.index({ isDeleted: 1, lastPostAt: -1, _id: -1 })
  schema.index({ isDeleted: 1, createdAt: -1, _id: -1 })
  schema.index({ isDeleted: 1, postCount: -1, lastPostAt: -1, _id: -1, createdAt: -1 })
  schema.index({ isDeleted: 1, viewCount: -1, _id: -1 })
  // A member's own threads, and their recount.
  schema.index({ authorId: 1, isDeleted: 1, createdAt: -1, _id: -1 })
  return modelOf(connection, 'threads', schema)
}
