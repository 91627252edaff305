import { field, defineCollection, type DocumentOf } from '../platform/mongo/model'

export const blockFields = {
  /** `blockId` */
  _id: field.string,
  /** The member who has blocked the other. */
  userId: field.number,
  blockedId: field.own(field.number),
  createdAt: field.own(field.date),
}

/** One member has blocked another. */
export type BlockDoc = DocumentOf<typeof blockFields>

export const blockId = (userId: number, blockedId: number): string => `${userId}:${blockedId}`

export const blockCollection = defineCollection('blocks', blockFields, [
  // The members whom a member has blocked, most recent first.
  { key: { userId: 1, createdAt: -1 } },
  // Who has blocked a member, from the index alone.
  { key: { blockedId: 1, userId: 1 } },
])
