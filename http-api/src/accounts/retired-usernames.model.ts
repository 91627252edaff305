import { field, defineCollection, type DocumentOf } from '../platform/mongo/model'

const fields = {
  /** The keyed hash of the username in lower case. */
  _id: field.string,
  at: field.date,
}

/**
 * A username of a deleted account. It cannot be registered again: the new owner would inherit what others wrote to the
 * old one.
 */
export type RetiredUsernameDoc = DocumentOf<typeof fields>

export const retiredUsernameCollection = defineCollection('retiredUsernames', fields)
