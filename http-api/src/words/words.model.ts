import type { WordAction } from '@forum/shared/contract'
import { defineCollection, field, type DocumentOf } from '../platform/mongo/model'
import { UNFINISHED_INDEX, unfinishedWork, type ActWork } from '../platform/work/unfinished'

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
  ...unfinishedWork<ActWork>(),
}

/** The words of the filter: a single document, which exists once an admin has written one. */
export type WordListDoc = DocumentOf<typeof fields>

export const wordListCollection = defineCollection('wordLists', fields, [UNFINISHED_INDEX])

const hitFields = {
  /** `key day` */
  _id: field.string,
  /** The word as the filter sees it. */
  key: field.string,
  /** The beginning of the day, in UTC. */
  day: field.date,
  hits: field.number,
}

/** The number of texts in which a word was found on a day. */
export type WordHitsDoc = DocumentOf<typeof hitFields>

export const wordHitsCollection = defineCollection('wordHits', hitFields, [{ key: { day: 1 } }])
