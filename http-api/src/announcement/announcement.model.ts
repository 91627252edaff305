import type { Connection } from 'mongoose'
import { field, collectionOf, schemaOf, type DocumentOf } from '../platform/model'

const fields = {
  _id: field.string,
  text: field.string,
  updatedAt: field.date,
  updatedBy: field.number,
}

/** The announcement: a single document, which exists once an admin has written one. */
export type AnnouncementDoc = DocumentOf<typeof fields>

export const announcementCollection = (connection: Connection) =>
  collectionOf(connection, 'announcements', schemaOf(fields))
