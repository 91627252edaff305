import type { Connection } from 'mongoose'
import { field, modelOf, schemaOf, type DocumentOf } from '../platform/model'

const fields = {
  /** The member's id. */
  _id: field.number,
  /** Grows before each count, so that what is counted under a version includes every change of a lower one. */
  version: field.number,
  /** The version that the numbers below were counted under. */
  countedVersion: field.number,
  messages: field.number,
  notifications: field.number,
}

/** How much a member has not read. A member without a document has nothing unread. */
export type UnreadCountDoc = DocumentOf<typeof fields>

export const unreadCountModel = (connection: Connection) =>
  modelOf(connection, 'unreadCounts', schemaOf(fields))
