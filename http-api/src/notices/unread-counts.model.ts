import { field, defineCollection, type DocumentOf } from '../platform/mongo/model'

const fields = {
  /** The member's id. */
  _id: field.number,
  /** Incremented before each count, so that a count includes every change made under a lower version. */
  version: field.number,
  /** The version under which the numbers below were counted. */
  countedVersion: field.number,
  messages: field.number,
  notifications: field.number,
  /** The boards that the member did not see when they were counted (`BoardRights`); missing for none. */
  boardsKey: field.optional(field.string),
}

/** A member's number of unread messages and notifications. A member without a document has nothing unread. */
export type UnreadCountDoc = DocumentOf<typeof fields>

export const unreadCountCollection = defineCollection('unreadCounts', fields)
