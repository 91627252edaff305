import type { Connection } from 'mongoose'
import { field, modelOf, schemaOf, type DocumentOf } from '../platform/model'

const fields = {
  /** `userId:threadId` */
  _id: field.string,
  userId: field.number,
  threadId: field.number,
  lastReadNumber: field.number,
  isWatching: field.boolean,
  isBookmarked: field.boolean,
}

/** A member's relation to a thread: how far it is read, and whether it is watched or bookmarked. */
export type ThreadReadState = DocumentOf<typeof fields>

export const readStateId = (userId: number, threadId: number) => `${userId}:${threadId}`

// The collection keeps the name under which forums already have it.
export const readStateModel = (connection: Connection) => modelOf(connection, 'readings', schemaOf(fields))
