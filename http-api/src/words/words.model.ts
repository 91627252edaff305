import type { WordAction } from '@forum/shared/contract'
import type { Connection } from 'mongoose'
import { collectionOf, field, schemaOf, type DocumentOf } from '../platform/model'
import { UNLOGGED_ACTS_INDEX, unloggedActs } from '../platform/unlogged-acts'

export interface StoredWord {
  pattern: string
  action: WordAction
  replacement: string
  addedBy: number
  addedAt: Date
}

const fields = {
  _id: field.string,
  words: field.mixed<StoredWord[]>(),
  /** Increases with every change, so that processes notice it. */
  revision: field.number,
  ...unloggedActs,
}

/** The words of the filter: a single document, which exists once an admin has written one. */
export type WordListDoc = DocumentOf<typeof fields>

export const wordListCollection = (connection: Connection) => {
  const schema = schemaOf(fields)
  schema.index(...UNLOGGED_ACTS_INDEX)
  return collectionOf(connection, 'wordLists', schema)
}

const hitFields = {
  /** `key day` */
  _id: field.string,
  /** The word as the filter sees it. */
  key: field.string,
  /** The beginning of the day, in UTC. */
  day: field.date,
  hits: field.number,
}

/** How many texts a word was found in on a day. */
export type WordHitsDoc = DocumentOf<typeof hitFields>

export const wordHitsCollection = (connection: Connection) => {
  const schema = schemaOf(hitFields)
  schema.index({ day: 1 })
  return collectionOf(connection, 'wordHits', schema)
}
