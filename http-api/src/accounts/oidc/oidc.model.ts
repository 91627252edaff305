import { defineCollection, field, type DocumentOf } from '../../platform/mongo/model'

const resultFields = {
  /** The hash of the code with which the page finishes. */
  _id: field.string,
  provider: field.string,
  /** The account there, as the provider identifies it. */
  subject: field.string,
  name: field.string,
  /** '' if the provider gives none that it has verified. */
  email: field.string,
  /** True if the person was signed in again there. */
  isFresh: field.optional(field.boolean),
  expiresAt: field.date,
}

/** A provider's claims about a person, kept until the page has finished with them. */
export type OidcResultDoc = DocumentOf<typeof resultFields>

export const oidcResultCollection = defineCollection('oidcResults', resultFields, [
  { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
])
