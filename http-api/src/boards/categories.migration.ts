import { CATEGORIES } from '@forum/shared/categories'
import type { Collection } from '../platform/mongo/model'
import type { Migration } from '../platform/mongo/migrations'
import { CURRENT } from '../record'
import type { BoardDoc } from './boards.model'
import type { CategoriesDoc, StoredCategory } from './categories.model'

/** The categories of the default tree, as they are stored. */
export const DEFAULT_CATEGORIES: StoredCategory[] = CATEGORIES.map(
  ({ key, slug, name, name_zh: nameZh }) => ({
    key,
    slug,
    name,
    nameZh,
    oldSlugs: [],
  }),
)

/** Stores the categories that every forum had before admins could change them. */
export const categoriesMigration = (db: {
  categories: Collection<CategoriesDoc>
  boards: Collection<BoardDoc>
}): Migration => ({
  id: 51,
  name: 'store the categories of boards',
  async run() {
    if ((await db.boards.findOne({})) === null) return
    await db.categories.updateOne(
      { _id: CURRENT },
      { $setOnInsert: { categories: DEFAULT_CATEGORIES, revision: 1 } },
      { upsert: true },
    )
  },
})
