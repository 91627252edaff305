import { field, defineCollection, type DocumentOf } from '../../platform/mongo/model'

export const readStateFields = {
  /** `userId:threadId` */
  _id: field.string,
  userId: field.number,
  threadId: field.own(field.number),
  lastReadNumber: field.own(field.number),
  isWatching: field.own(field.boolean),
  /** Watches the thread without notifications. */
  isMuted: field.optional(field.boolean),
  isBookmarked: field.own(field.boolean),
  bookmarkedAt: field.optional(field.date),
  /** The posts of the thread that the member keeps for later. */
  keptPostIds: field.optional(field.listOf(field.number)),
  /**
   * Only in the state of `ALL_THREADS`: when the member marked a board, or every board (`ALL_BOARDS`), as read. Threads
   * without a newer post are read to the end.
   */
  markedReadAt: field.optional(field.mixed<Record<string, Date>>()),
}

/** A member's relation to a thread: how far the member has read it, and whether it is watched or bookmarked. */
export type ThreadReadState = DocumentOf<typeof readStateFields>

/** The pseudo-thread under which a member's marks that cover many threads are stored. */
export const ALL_THREADS = 0
/** The key of `markedReadAt` that covers every board. */
export const ALL_BOARDS = 'all'

export const readStateId = (userId: number, threadId: number) => `${userId}:${threadId}`

export const readStateCollection = defineCollection('readStates', readStateFields, [
  // Both a thread's watchers and a member's watched threads are read from the index alone.
  { key: { threadId: 1, userId: 1, isMuted: 1 }, partialFilterExpression: { isWatching: true } },
  { key: { userId: 1, threadId: -1 }, partialFilterExpression: { isWatching: true } },
  // A member's bookmarks, the newest first.
  { key: { userId: 1, bookmarkedAt: -1, threadId: -1 }, partialFilterExpression: { isBookmarked: true } },
])
