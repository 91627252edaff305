import { field, defineCollection, type DocumentOf } from '../platform/mongo/model'

const OF_KIND = ['verify', 'undo'] as const

export const emailLinkFields = {
  /** The keyed hash of the token, which is kept nowhere. */
  _id: field.string,
  userId: field.number,
  /** `verify` confirms the address; `undo` returns the account to it. */
  kind: field.own(field.oneOf(...OF_KIND)),
  /** The address to which the link was mailed. */
  address: field.own(field.string),
  addressLower: field.string,
  /** The id of the change that an `undo` takes back, so that a repeated notice replaces it. */
  changeId: field.optional(field.string),
  expiresAt: field.own(field.date),
}

/** A mailed link about the address of an account. */
export type EmailLinkDoc = DocumentOf<typeof emailLinkFields>

export const emailLinkCollection = defineCollection('emailLinks', emailLinkFields, [
  { key: { userId: 1, kind: 1 } },
  // Addresses that an account may return to, which nobody else gets meanwhile.
  { key: { addressLower: 1, kind: 1 } },
  { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
])
