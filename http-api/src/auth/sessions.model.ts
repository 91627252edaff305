import { Schema, type Connection } from 'mongoose'
import { modelOf } from '../platform/model'

/** A session of a member on one device. The token itself is not kept, only its keyed hash. */
export interface SessionDoc {
  _id: number
  userId: number
  tokenHash: string
  /** The member's `sessionEpoch` when the session was opened; the session is dead once the member's is higher. */
  epoch?: number
  userAgent: string
  createdAt: Date
  lastSeenAt: Date
  expiresAt: Date
}

export const sessionModel = (connection: Connection) => {
  const schema = new Schema<SessionDoc>(
    {
      _id: Number,
      userId: Number,
      tokenHash: String,
      epoch: Number,
      userAgent: String,
      createdAt: Date,
      lastSeenAt: Date,
      expiresAt: Date,
    },
    { versionKey: false },
  )
  schema.index({ tokenHash: 1 }, { unique: true })
  // A member's sessions, most recently used first.
  schema.index({ userId: 1, lastSeenAt: -1 })
  schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })
  return modelOf(connection, 'sessions', schema)
}
