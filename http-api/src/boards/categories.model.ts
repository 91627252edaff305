import { defineCollection, field, type DocumentOf } from '../platform/mongo/model'
import { UNFINISHED_INDEX, unfinishedWork, type ActWork } from '../platform/work/unfinished'

/** A group of boards. */
export interface StoredCategory {
  /** The key that boards store; it never changes. */
  key: string
  slug: string
  name: string
  nameZh: string
  /** Slugs that it had before; their addresses lead on. */
  oldSlugs: string[]
}

const fields = {
  _id: field.string,
  /** In display order. */
  categories: field.mixed<StoredCategory[]>(),
  /** Increases with every change, so that processes notice it. */
  revision: field.number,
  ...unfinishedWork<ActWork>(),
}

/** The categories: a single document, which exists once they differ from those of an empty forum. */
export type CategoriesDoc = DocumentOf<typeof fields>
export const categoriesCollection = defineCollection('categories', fields, [UNFINISHED_INDEX])

/** The categories of an empty forum. */
export const FIRST_CATEGORIES: StoredCategory[] = [
  { key: '1', slug: 'general', name: 'General', nameZh: '综合讨论', oldSlugs: [] },
]
