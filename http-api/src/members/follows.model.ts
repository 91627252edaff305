import { field, defineCollection, type DocumentOf } from '../platform/mongo/model'

export const followFields = {
  /** `followId` */
  _id: field.string,
  /** The member who follows the other. */
  userId: field.number,
  followedId: field.own(field.number),
  createdAt: field.own(field.date),
}

/** One member follows another. */
export type FollowDoc = DocumentOf<typeof followFields>

export const followId = (userId: number, followedId: number): string => `${userId}:${followedId}`

export const followCollection = defineCollection('follows', followFields, [
  // The members whom a member follows, most recent first.
  { key: { userId: 1, createdAt: -1 } },
  // A member's followers in the order of their ids, from the index alone.
  { key: { followedId: 1, userId: 1 } },
])
