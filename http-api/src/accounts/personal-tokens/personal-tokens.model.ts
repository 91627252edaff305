import type { TokenScope } from '@forum/shared/contract'
import { defineCollection, field, type DocumentOf } from '../../platform/mongo/model'

export const personalTokenFields = {
  _id: field.number,
  userId: field.number,
  name: field.own(field.string),
  scopes: field.own(field.mixed<TokenScope[]>()),
  secretHash: field.secret(field.string),
  createdAt: field.own(field.date),
  expiresAt: field.own(field.date),
  lastUsedAt: field.own(field.nullable(field.date)),
}

/** A token with which programs of a member call the API. The secret itself is not kept, only its keyed hash. */
export type PersonalTokenDoc = DocumentOf<typeof personalTokenFields>

export const personalTokenCollection = defineCollection('personalTokens', personalTokenFields, [
  { key: { secretHash: 1 }, unique: true },
  // A member's tokens, the newest first.
  { key: { userId: 1, _id: -1 } },
  { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
])
