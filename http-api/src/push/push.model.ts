import type { Language } from '@forum/shared/errors'
import type { Connection } from 'mongoose'
import { field, modelOf, schemaOf, type DocumentOf } from '../platform/model'

const fields = {
  /** A hash of the endpoint, which is longer than an index takes. */
  _id: field.string,
  endpoint: field.string,
  keys: field.mixed<{ p256dh: string; auth: string }>(),
  userId: field.number,
  /** The session it was made in: with its end, nothing more is sent. */
  sessionId: field.number,
  language: field.mixed<Language>(),
  createdAt: field.date,
}

/** A browser that a member wants push messages on. */
export type PushSubscriptionDoc = DocumentOf<typeof fields>

export const pushSubscriptionModel = (connection: Connection) => {
  const schema = schemaOf(fields)
  schema.index({ userId: 1, createdAt: 1 })
  return modelOf(connection, 'pushSubscriptions', schema)
}

const keyFields = {
  _id: field.string,
  publicKey: field.string,
  privateKey: field.string,
}

/** The key pair that push messages are signed with; there is one. */
export type PushKeysDoc = DocumentOf<typeof keyFields>

export const pushKeysModel = (connection: Connection) => modelOf(connection, 'pushKeys', schemaOf(keyFields))
