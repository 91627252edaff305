import type { Connection } from 'mongoose'
import { field, collectionOf, schemaOf, type DocumentOf } from '../platform/model'

const fields = {
  _id: field.number,
  postId: field.number,
  threadId: field.number,
  reporterId: field.number,
  reason: field.string,
  status: field.oneOf('open', 'resolved', 'dismissed'),
  createdAt: field.date,
}

/** A member's report of a post to the moderators. */
export type ReportDoc = DocumentOf<typeof fields>

export const reportCollection = (connection: Connection) => {
  const schema = schemaOf(fields)
  // One open report per member and post, also when two arrive at once.
  schema.index({ postId: 1, reporterId: 1 }, { unique: true, partialFilterExpression: { status: 'open' } })
  // What a member has reported, for the export of the account.
  schema.index({ reporterId: 1 })
  return collectionOf(connection, 'reports', schema)
}
