import { defineCollection, field, type DocumentOf } from '../platform/mongo/model'

export const visitFields = {
  /** `userId:threadId` */
  _id: field.string,
  userId: field.number,
  threadId: field.own(field.number),
  at: field.own(field.date),
}

/** When a member last opened a thread. Nobody else ever sees it. */
export type Visit = DocumentOf<typeof visitFields>

export const visitCollection = defineCollection('visits', visitFields, [
  // A member's history, the newest first.
  { key: { userId: 1, at: -1, _id: -1 } },
  // The oldest visits, for pruning.
  { key: { at: 1 } },
])
