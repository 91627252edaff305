import { field, defineCollection, type DocumentOf } from '../platform/mongo/model'

const fields = {
  /** The keyed hash of the token, which is kept nowhere. */
  _id: field.string,
  userId: field.number,
  /**
   * The epoch of the member when the link was mailed: a new password and anything else that ends all sessions ends
   * the link too.
   */
  sessionEpoch: field.number,
  /** The address to which it was mailed; missing if an admin passes it on. */
  address: field.optional(field.string),
  expiresAt: field.date,
}

/** A mailed link for a member who forgot the password; valid for one use. */
export type PasswordResetDoc = DocumentOf<typeof fields>

export const passwordResetCollection = defineCollection('passwordResets', fields, [
  { key: { userId: 1 } },
  { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
])
