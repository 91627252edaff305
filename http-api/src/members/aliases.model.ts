import { defineCollection, field, type DocumentOf } from '../platform/mongo/model'

export const aliasFields = {
  /** The alias. */
  _id: field.number,
  threadId: field.own(field.number),
  userId: field.number,
}

/** The name of a member in a thread in which the member has written anonymously. */
export type AliasDoc = DocumentOf<typeof aliasFields>

export const aliasCollection = defineCollection('aliases', aliasFields, [
  { key: { userId: 1, threadId: 1 }, unique: true },
])
