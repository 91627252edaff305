import { IDEMPOTENCY_HOURS } from '@forum/shared/limits'
import { Schema, type Connection } from 'mongoose'
import { modelOf } from './model'

/** A creation under an `Idempotency-Key`: what was asked, and the id that it creates or has created. */
export interface IdempotencyDoc {
  /** `userId:key` */
  _id: string
  request: string
  resourceId: number
  /** The last attempt was refused, so the key is free for another body. */
  refused: boolean
  done: boolean
  createdAt: Date
}

export const idempotencyModel = (connection: Connection) => {
  const schema = new Schema<IdempotencyDoc>(
    { _id: String, request: String, resourceId: Number, refused: Boolean, done: Boolean, createdAt: Date },
    { versionKey: false },
  )
  schema.index({ createdAt: 1 }, { expireAfterSeconds: IDEMPOTENCY_HOURS * 3_600 })
  return modelOf(connection, 'idempotencyKeys', schema)
}
