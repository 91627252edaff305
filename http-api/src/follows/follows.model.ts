import type { Connection } from 'mongoose'
import { field, collectionOf, schemaOf, type DocumentOf } from '../platform/model'

const fields = {
  /** `followId` */
  _id: field.string,
  /** The member who follows the other. */
  userId: field.number,
  followedId: field.number,
  createdAt: field.date,
}

/** One member follows another. */
export type FollowDoc = DocumentOf<typeof fields>

export const followId = (userId: number, followedId: number): string => `${userId}:${followedId}`

export const followCollection = (connection: Connection) => {
  const schema = schemaOf(fields)
  // The members whom a member follows, most recent first.
  schema.index({ userId: 1, createdAt: -1 })
  // A member's followers in the order of their ids, from the index alone.
  schema.index({ followedId: 1, userId: 1 })
  return collectionOf(connection, 'follows', schema)
}
