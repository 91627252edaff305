import type { Connection } from 'mongoose'
import { field, modelOf, schemaOf, type DocumentOf } from '../platform/model'

const fields = {
  _id: field.string,
  /** The member acted on. */
  userId: field.number,
  actorId: field.number,
  kind: field.oneOf('ban', 'unban', 'mute', 'unmute', 'role'),
  at: field.date,
  until: field.nullable(field.date),
  role: field.nullable(field.oneOf('user', 'moderator', 'admin')),
  reason: field.string,
}

/** What a moderator did to a member: who, when and why. */
export type DisciplineDoc = DocumentOf<typeof fields>

export const disciplineModel = (connection: Connection) => {
  const schema = schemaOf(fields)
  // The record of a member, the latest act first.
  schema.index({ userId: 1, at: -1 })
  return modelOf(connection, 'discipline', schema)
}
