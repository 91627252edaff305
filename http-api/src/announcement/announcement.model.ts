import type { Connection } from 'mongoose'
import { field, collectionOf, schemaOf, type DocumentOf } from '../platform/model'
import { UNLOGGED_ACTS_INDEX, unloggedActs } from '../platform/unlogged-acts'

const fields = {
  _id: field.string,
  text: field.string,
  /** When the announcement is over; null or missing for one without an end. */
  until: field.optional(field.nullable(field.date)),
  updatedAt: field.date,
  updatedBy: field.number,
  ...unloggedActs,
}

/** The announcement: a single document, which exists once an admin has written one. */
export type AnnouncementDoc = DocumentOf<typeof fields>

export const announcementCollection = (connection: Connection) => {
  const schema = schemaOf(fields)
  schema.index(...UNLOGGED_ACTS_INDEX)
  return collectionOf(connection, 'announcements', schema)
}
