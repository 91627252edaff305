import type { Language } from '@forum/shared/errors'
import { field, defineCollection, type DocumentOf } from '../../platform/mongo/model'

export const pushSubscriptionFields = {
  /** A hash of the endpoint, which is too long for an index. */
  _id: field.string,
  endpoint: field.own(field.string),
  keys: field.secret(field.mixed<{ p256dh: string; auth: string }>()),
  userId: field.number,
  /** The session it was created in: once that ends, nothing more is sent. */
  sessionId: field.number,
  language: field.mixed<Language>(),
  createdAt: field.own(field.date),
  /** Failures in a row, and until when nothing is sent because of them. Older documents lack it. */
  failing: field.nullable(field.mixed<{ count: number; skippedUntil: Date }>()),
  /** True if its push service responded to the last message. Older documents lack it. */
  isProven: field.boolean,
}

/** A browser on which a member wants push messages. */
export type PushSubscriptionDoc = DocumentOf<typeof pushSubscriptionFields>

export const pushSubscriptionCollection = defineCollection('pushSubscriptions', pushSubscriptionFields, [
  { key: { userId: 1, createdAt: 1 } },
])

const keyFields = {
  _id: field.string,
  publicKey: field.string,
  privateKey: field.string,
}

/** The key pair with which push messages are signed; there is only one. */
export type PushKeysDoc = DocumentOf<typeof keyFields>

export const pushKeysCollection = defineCollection('pushKeys', keyFields)
