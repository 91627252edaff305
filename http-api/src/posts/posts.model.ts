import { Schema, type Connection } from 'mongoose'
import { modelOf } from '../platform/model'

/** A post as projected from its thread's log up to `appliedSeq`; its history is in the log. */
export interface PostDoc {
  _id: number
  threadId: number
  /** The floor: 1 is the opening post. */
  number: number
  authorId: number
  content: string
  createdAt: Date
  version: number
  editedAt: Date | null
  editedById: number | null
  isDeleted: boolean
  deletedBy: 'author' | 'moderator' | null
  quotedPostId: number | null
  likeCount: number
  appliedSeq: number
}

export const postModel = (connection: Connection) => {
  const schema = new Schema<PostDoc>(
    {
      _id: Number,
      threadId: Number,
      number: Number,
      authorId: Number,
      content: String,
      createdAt: Date,
      version: Number,
      editedAt: Date,
      editedById: Number,
      isDeleted: Boolean,
      deletedBy: String,
      quotedPostId: Number,
      likeCount: Number,
      appliedSeq: Number,
    },
    { versionKey: false },
  )
  // A page of a thread is a range of numbers.
  schema.index({ threadId: 1, number: 1 }, { unique: true })
  // What changed since a seq.
  schema.index({ threadId: 1, appliedSeq: 1 })
  // One author only; and the newest post that stands.
  schema.index({ threadId: 1, authorId: 1, number: 1 })
  schema.index({ threadId: 1, isDeleted: 1, number: -1 })
  // A member's recount reads nothing but this index.
  schema.index({ authorId: 1, isDeleted: 1, likeCount: 1 })
  return modelOf(connection, 'posts', schema)
}
