import { defineCollection, field, type DocumentOf } from '../platform/mongo/model'

const fields = {
  _id: field.number,
  /** The member whom the note is about. */
  userId: field.number,
  authorId: field.number,
  at: field.date,
  text: field.string,
}

/** A note of moderators about a member. */
export type StaffNoteDoc = DocumentOf<typeof fields>

export const staffNoteCollection = defineCollection('staffNotes', fields, [
  { key: { userId: 1, at: -1, _id: -1 } },
])
