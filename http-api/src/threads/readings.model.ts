import { Schema, type Connection } from 'mongoose'
import { modelOf } from '../platform/model'

/** What a thread is to a member: how far it is read, and whether it is watched or kept. */
export interface ReadingDoc {
  /** `userId:threadId` */
  _id: string
  userId: number
  threadId: number
  lastReadNumber: number
  isWatching: boolean
  isBookmarked: boolean
}

export const readingId = (userId: number, threadId: number) => `${userId}:${threadId}`

export const readingModel = (connection: Connection) =>
  modelOf(
    connection,
    'readings',
    new Schema<ReadingDoc>(
      {
        _id: String,
        userId: Number,
        threadId: Number,
        lastReadNumber: Number,
        isWatching: Boolean,
        isBookmarked: Boolean,
      },
      { versionKey: false },
    ),
  )
