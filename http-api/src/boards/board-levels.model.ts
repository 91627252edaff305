import { defineCollection, field, type DocumentOf } from '../platform/mongo/model'

export const boardLevelFields = {
  /** The member. */
  _id: field.number,
  /** Boards whose new threads notify the member. */
  followed: field.own(field.listOf(field.number)),
  /** Boards that the lists of the whole forum leave out for the member. */
  hidden: field.own(field.listOf(field.number)),
}

/** The boards that a member follows or hides; a board in neither list has the level `normal`. */
export type BoardLevelsDoc = DocumentOf<typeof boardLevelFields>

export const boardLevelCollection = defineCollection('boardLevels', boardLevelFields, [
  // The followers of a board in the order of their ids, from the index alone.
  { key: { followed: 1, _id: 1 } },
])
