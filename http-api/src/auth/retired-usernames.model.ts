import type { Connection } from 'mongoose'
import { field, modelOf, schemaOf, type DocumentOf } from '../platform/model'

const fields = {
  /** The keyed hash of the username in lower case. */
  _id: field.string,
  at: field.date,
}

/** A username of a deleted account. Nobody may take it: what others wrote to its owner would be theirs. */
export type RetiredUsernameDoc = DocumentOf<typeof fields>

export const retiredUsernameModel = (connection: Connection) =>
  modelOf(connection, 'retiredUsernames', schemaOf(fields))
