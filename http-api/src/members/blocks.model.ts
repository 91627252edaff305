import { field, defineCollection, type DocumentOf } from '../platform/mongo/model'

const fields = {
  /** `blockId` */
  _id: field.string,
  /** The member who has blocked the other. */
  userId: field.number,
  blockedId: field.number,
  createdAt: field.date,
}

/** One member has blocked another. */
export type BlockDoc = DocumentOf<typeof fields>

export const blockId = (userId: number, blockedId: number): string => `${userId}:${blockedId}`

export const blockCollection = defineCollection('blocks', fields, [
  // The members whom a member has blocked, most recent first.
  { key: { userId: 1, createdAt: -1 } },
  // Who has blocked a member, from the index alone.
  { key: { blockedId: 1, userId: 1 } },
])
