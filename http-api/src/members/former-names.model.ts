import { defineCollection, field, type DocumentOf } from '../platform/mongo/model'

export const formerNameFields = {
  /** In lower case. */
  _id: field.own(field.string),
  userId: field.number,
  /** Until then nobody else gets the name; it leads to its member until somebody does. */
  reservedUntil: field.own(field.date),
}

/** A username that a member had before. */
export type FormerNameDoc = DocumentOf<typeof formerNameFields>

export const formerNameCollection = defineCollection('formerNames', formerNameFields, [
  { key: { userId: 1 } },
])
