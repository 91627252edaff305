import { defineCollection, field, type DocumentOf } from '../../platform/mongo/model'
import { UNFINISHED_INDEX, unfinishedWork, type ActWork } from '../../platform/work/unfinished'

const fields = {
  _id: field.string,
  /** Null for the default table. */
  rows: field.mixed<string[][] | null>(),
  /** Increases with every change, so that processes notice it. */
  revision: field.number,
  ...unfinishedWork<ActWork>(),
}

/** The table of synonyms: a single document, which exists once an admin has changed it. */
export type SynonymsDoc = DocumentOf<typeof fields>

export const synonymsCollection = defineCollection('searchSynonyms', fields, [UNFINISHED_INDEX])
