import type { Collection } from '../platform/mongo/model'
import type { Migration } from '../platform/mongo/migrations'
import { CURRENT } from '../record'
import type { BoardDoc } from './boards.model'
import type { CategoriesDoc, StoredCategory } from './categories.model'

/** The six categories and ten groups that the demo starts with; admins make others. */
export const DEFAULT_CATEGORIES: StoredCategory[] = [
  { key: '6', slug: 'site', name: 'Site affairs', nameZh: '站务管理' },
  { key: 'jobhunting', slug: 'jobhunting', name: 'Job Hunting', nameZh: '求职找工' },
  { key: 'working', slug: 'working', name: 'Working', nameZh: '职场人生' },
  { key: 'returnee', slug: 'returnee', name: 'Returnees', nameZh: '海归之路' },
  { key: 'immigration', slug: 'immigration', name: 'Immigration & Visas', nameZh: '移民签证' },
  { key: 'investment', slug: 'investment', name: 'Investment', nameZh: '投资理财' },
  { key: 'family', slug: 'family', name: 'Family', nameZh: '家庭生活' },
  { key: 'military', slug: 'military', name: 'Military', nameZh: '军事天地' },
  { key: 'usa-news', slug: 'usa-news', name: 'US News', nameZh: '美国新闻' },
  { key: 'china-news', slug: 'china-news', name: 'China News', nameZh: '中国新闻' },
  { key: 'overseas', slug: 'overseas', name: 'Overseas Chinese', nameZh: '海外同胞' },
  { key: '2', slug: 'technology', name: 'Technology', nameZh: '科技数码' },
  { key: '3', slug: 'leisure', name: 'Leisure', nameZh: '休闲娱乐' },
  { key: '4', slug: 'life', name: 'Life', nameZh: '生活百科' },
  { key: '5', slug: 'humanities', name: 'Humanities', nameZh: '人文天地' },
  { key: '1', slug: 'general', name: 'General', nameZh: '综合讨论' },
].map((category) => ({ ...category, oldSlugs: [] }))

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
