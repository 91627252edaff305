import type { Role } from '@forum/shared/contract'
import { Schema, type Connection } from 'mongoose'
import { modelOf } from '../platform/model'

/**
 * A board. Its counters and last thread are projections of the logs of the threads that stand in it
 * (thread-log/counters); those of sub-boards are added when it is shown.
 */
export interface BoardDoc {
  _id: number
  parentId: number | null
  name: string
  nameZh: string
  description: string
  descriptionZh: string
  category: string
  position: number
  postRole: Role
  moderatorIds: number[]
  threadCount: number
  postCount: number
  /** Posts a day that still stand, by the site's calendar (`2026-11-20`): today's, and the popular boards. */
  days: Record<string, number>
  lastThreadId: number | null
  lastPostAt: Date | null
  /** Goes up with every change of the counters. */
  revision: number
  /** Goes up with every recount: an addition meant for an older epoch no longer applies. */
  epoch: number
}

export const boardModel = (connection: Connection) => {
  const schema = new Schema<BoardDoc>(
    {
      _id: Number,
      parentId: Number,
      name: String,
      nameZh: String,
      description: String,
      descriptionZh: String,
      category: String,
      position: Number,
      postRole: String,
      moderatorIds: [Number],
      threadCount: Number,
      postCount: Number,
      days: Schema.Types.Mixed,
      lastThreadId: Number,
      lastPostAt: Date,
      revision: Number,
      epoch: Number,
    },
    { versionKey: false, minimize: false },
  )
  // The whole tree is read in display order; there are tens of boards.
  schema.index({ position: 1 })
  return modelOf(connection, 'boards', schema)
}
