import { IDEMPOTENCY_HOURS } from '../limits'
import { field, defineCollection, type DocumentOf } from './model'

const fields = {
  /** `userId:key` */
  _id: field.string,
  /** A hash of the request, which reveals a different request under the same key. */
  request: field.string,
  resourceId: field.number,
  /** The last attempt was refused, so the key is free for another request. */
  refused: field.boolean,
  done: field.boolean,
  createdAt: field.date,
}

/** A creation under an `Idempotency-Key`: its request, and the id that it creates or has created. */
export type IdempotencyDoc = DocumentOf<typeof fields>

export const idempotencyCollection = defineCollection('idempotencyKeys', fields, [
  { key: { createdAt: 1 }, expireAfterSeconds: IDEMPOTENCY_HOURS * 3_600 },
])
