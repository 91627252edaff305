import { defineCollection, field, type DocumentOf } from '../platform/mongo/model'

export const draftFields = {
  /** `userId:place` */
  _id: field.string,
  userId: field.number,
  place: field.own(field.string),
  /** The text as the form stored it, encrypted. */
  sealed: field.secret(field.string),
  version: field.own(field.number),
  /**
   * True once it was sent or discarded. Versions continue after that, so that no writer mistakes a later text for an
   * earlier one.
   */
  isGone: field.optional(field.boolean),
  updatedAt: field.own(field.date),
}

/** An unsent text of a member, for the member's other devices. */
export type DraftDoc = DocumentOf<typeof draftFields>

export const draftCollection = defineCollection('drafts', draftFields, [
  { key: { userId: 1, updatedAt: -1 } },
  // The oldest drafts, for pruning.
  { key: { updatedAt: 1 } },
])
