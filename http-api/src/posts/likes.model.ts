import { Schema, type Connection } from 'mongoose'
import { modelOf } from '../platform/model'

/** Whether a member likes a post, as projected from the log up to `appliedSeq`. */
export interface LikeDoc {
  /** `postId:userId` */
  _id: string
  postId: number
  userId: number
  liked: boolean
  appliedSeq: number
}

export const likeId = (postId: number, userId: number) => `${postId}:${userId}`

export const likeModel = (connection: Connection) =>
  modelOf(
    connection,
    'likes',
    new Schema<LikeDoc>(
      { _id: String, postId: Number, userId: Number, liked: Boolean, appliedSeq: Number },
      { versionKey: false },
    ),
  )
