import { field, defineCollection, type DocumentOf } from '../platform/mongo/model'

const fields = {
  _id: field.string,
  /** The fingerprint of the secret that hashes the stored sessions; it does not reveal the secret. */
  fingerprint: field.string,
}

/** Which token secret belongs to this database; there is only one. */
export type TokenSecretDoc = DocumentOf<typeof fields>

export const tokenSecretCollection = defineCollection('tokenSecret', fields)
