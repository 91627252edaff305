import { defineCollection, field, type DocumentOf } from '../platform/mongo/model'

export const sessionFields = {
  _id: field.number,
  userId: field.number,
  tokenHash: field.secret(field.string),
  /** The member's `sessionEpoch` when the session was opened; the session is dead once the member's is higher. */
  epoch: field.optional(field.number),
  userAgent: field.own(field.string),
  createdAt: field.own(field.date),
  /** When the password was last typed in this session; missing if only at the sign-in. */
  confirmedAt: field.optional(field.date),
  lastSeenAt: field.own(field.date),
  expiresAt: field.date,
}

/** A session of a member on one device. The token itself is not kept, only its keyed hash. */
export type SessionDoc = DocumentOf<typeof sessionFields>

export const sessionCollection = defineCollection('sessions', sessionFields, [
  { key: { tokenHash: 1 }, unique: true },
  // A member's sessions, most recently used first.
  { key: { userId: 1, lastSeenAt: -1 } },
  { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
])
