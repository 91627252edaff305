import { field, defineCollection, type DocumentOf } from '../platform/mongo/model'

const fields = {
  /** `postId:userId` */
  _id: field.string,
  postId: field.number,
  userId: field.number,
  liked: field.boolean,
  appliedSeq: field.number,
}

/** A member's like of a post or its removal, as projected from the log up to `appliedSeq`. */
export type LikeDoc = DocumentOf<typeof fields>

export const likeId = (postId: number, userId: number) => `${postId}:${userId}`

export const likeCollection = defineCollection('likes', fields, [
  // Who likes a post, the newest like first.
  { key: { postId: 1, appliedSeq: -1, userId: 1 }, partialFilterExpression: { liked: true } },
])
