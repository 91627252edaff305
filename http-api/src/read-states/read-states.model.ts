import type { Connection } from 'mongoose'
import { field, modelOf, schemaOf, type DocumentOf } from '../platform/model'

const fields = {
  /** `userId:threadId` */
  _id: field.string,
  userId: field.number,
  threadId: field.number,
  lastReadNumber: field.number,
  isWatching: field.boolean,
  /** Watched without being notified. */
  isMuted: field.optional(field.boolean),
  isBookmarked: field.boolean,
  bookmarkedAt: field.optional(field.date),
  /**
   * Only in the state of `ALL_THREADS`: when the member marked a board as read, or everything (`ALL_BOARDS`). Threads
   * without a newer post are read to their end.
   */
  markedReadAt: field.optional(field.mixed<Record<string, Date>>()),
}

/** A member's relation to a thread: how far it is read, and whether it is watched or bookmarked. */
export type ThreadReadState = DocumentOf<typeof fields>

/** Stands for all threads: the state under it holds what a member marked as read at once. */
export const ALL_THREADS = 0
/** The key of `markedReadAt` that covers every board. */
export const ALL_BOARDS = 'all'

export const readStateId = (userId: number, threadId: number) => `${userId}:${threadId}`

// The collection keeps the name under which forums already have it.
export const readStateModel = (connection: Connection) => {
  const schema = schemaOf(fields)
  // Who watches a thread, and what a member watches: both are read from the index alone.
  schema.index({ threadId: 1, userId: 1, isMuted: 1 }, { partialFilterExpression: { isWatching: true } })
  schema.index({ userId: 1, threadId: -1 }, { partialFilterExpression: { isWatching: true } })
  // A member's bookmarks, the newest first.
  schema.index(
    { userId: 1, bookmarkedAt: -1, threadId: -1 },
    { partialFilterExpression: { isBookmarked: true } },
  )
  return modelOf(connection, 'readings', schema)
}
