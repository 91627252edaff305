import type { Role } from '@forum/shared/contract'
import { Schema, type Connection } from 'mongoose'
import { modelOf } from '../platform/model'

/** An account. Counters are projections of the thread logs, guarded by `epoch` (thread-log/counters). */
export interface MemberDoc {
  _id: number
  username: string
  usernameLower: string
  email: string
  emailLower: string
  passwordHash: string
  /** '' where the username serves. */
  displayName: string
  role: Role
  signature: string
  avatar: string | null
  status: 'active' | 'inactive' | 'banned'
  banReason: string | null
  bannedUntil: Date | null
  mutedUntil: Date | null
  showOnline: boolean
  joinedAt: Date
  lastLoginAt: Date | null
  postCount: number
  threadCount: number
  likesReceived: number
  revision: number
  epoch: number
}

export const memberModel = (connection: Connection) => {
  const schema = new Schema<MemberDoc>(
    {
      _id: Number,
      username: String,
      usernameLower: String,
      email: String,
      emailLower: String,
      passwordHash: String,
      displayName: String,
      role: String,
      signature: String,
      avatar: String,
      status: String,
      banReason: String,
      bannedUntil: Date,
      mutedUntil: Date,
      showOnline: Boolean,
      joinedAt: Date,
      lastLoginAt: Date,
      postCount: Number,
      threadCount: Number,
      likesReceived: Number,
      revision: Number,
      epoch: Number,
    },
    { versionKey: false },
  )
  schema.index({ usernameLower: 1 }, { unique: true })
  schema.index({ emailLower: 1 }, { unique: true })
  return modelOf(connection, 'users', schema)
}
