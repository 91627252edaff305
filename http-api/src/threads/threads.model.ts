import { Schema, type Connection } from 'mongoose'
import { modelOf } from '../platform/model'

/** A thread as projected from its log up to `seq`. */
export interface ThreadDoc {
  _id: number
  boardId: number
  authorId: number
  title: string
  openingPostId: number
  /** Plain text of the opening post for lists, at most 200 characters. */
  excerpt: string
  createdAt: Date
  /** When the opening post was last edited. */
  editedAt: Date | null
  seq: number
  /** Posts that stand, the opening post included. */
  postCount: number
  /** The highest floor ever given; deleted floors keep theirs. */
  lastNumber: number
  lastPostAt: Date
  lastPostUserId: number
  /** Somebody else than the author has replied. */
  hasOtherReplies: boolean
  isPinned: boolean
  isLocked: boolean
  isDeleted: boolean
  /** Written in batches beside the log; not part of `seq`. */
  viewCount: number
}

export const threadModel = (connection: Connection) => {
  const schema = new Schema<ThreadDoc>(
    {
      _id: Number,
      boardId: Number,
      authorId: Number,
      title: String,
      openingPostId: Number,
      excerpt: String,
      createdAt: Date,
      editedAt: Date,
      seq: Number,
      postCount: Number,
      lastNumber: Number,
      lastPostAt: Date,
      lastPostUserId: Number,
      hasOtherReplies: Boolean,
      isPinned: Boolean,
      isLocked: Boolean,
      isDeleted: Boolean,
      viewCount: Number,
    },
    { versionKey: false },
  )
  // A board's pinned threads; they come before all else and are few.
  schema.index({ boardId: 1, isPinned: 1 }, { partialFilterExpression: { isPinned: true } })
  // Lists of one board or of several merged, in each order; a board's newest thread.
  schema.index({ boardId: 1, isDeleted: 1, lastPostAt: -1, _id: -1 })
  schema.index({ boardId: 1, isDeleted: 1, createdAt: -1, _id: -1 })
  schema.index({ boardId: 1, isDeleted: 1, postCount: -1, lastPostAt: -1, _id: -1 })
  schema.index({ boardId: 1, isDeleted: 1, viewCount: -1, lastPostAt: -1, _id: -1 })
  // Lists of the whole forum.
  schema.index({ isDeleted: 1, lastPostAt: -1, _id: -1 })
  schema.index({ isDeleted: 1, createdAt: -1, _id: -1 })
  schema.index({ isDeleted: 1, postCount: -1, lastPostAt: -1, _id: -1 })
  schema.index({ isDeleted: 1, viewCount: -1, lastPostAt: -1, _id: -1 })
  // A member's own threads, and their recount.
  schema.index({ authorId: 1, isDeleted: 1, createdAt: -1, _id: -1 })
  return modelOf(connection, 'threads', schema)
}
