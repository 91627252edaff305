/** A group of boards. A board stores the `key`. */
export interface Category {
  key: string
  slug: string
  name: string
  name_zh: string
}

/** The six categories and ten groups that the demo starts with; admins make others. */
export const CATEGORIES: readonly Category[] = [
  { key: '6', slug: 'site', name: 'Site affairs', name_zh: '站务管理' },
  { key: 'jobhunting', slug: 'jobhunting', name: 'Job Hunting', name_zh: '求职找工' },
  { key: 'working', slug: 'working', name: 'Working', name_zh: '职场人生' },
  { key: 'returnee', slug: 'returnee', name: 'Returnees', name_zh: '海归之路' },
  { key: 'immigration', slug: 'immigration', name: 'Immigration & Visas', name_zh: '移民签证' },
  { key: 'investment', slug: 'investment', name: 'Investment', name_zh: '投资理财' },
  { key: 'family', slug: 'family', name: 'Family', name_zh: '家庭生活' },
  { key: 'military', slug: 'military', name: 'Military', name_zh: '军事天地' },
  { key: 'usa-news', slug: 'usa-news', name: 'US News', name_zh: '美国新闻' },
  { key: 'china-news', slug: 'china-news', name: 'China News', name_zh: '中国新闻' },
  { key: 'overseas', slug: 'overseas', name: 'Overseas Chinese', name_zh: '海外同胞' },
  { key: '2', slug: 'technology', name: 'Technology', name_zh: '科技数码' },
  { key: '3', slug: 'leisure', name: 'Leisure', name_zh: '休闲娱乐' },
  { key: '4', slug: 'life', name: 'Life', name_zh: '生活百科' },
  { key: '5', slug: 'humanities', name: 'Humanities', name_zh: '人文天地' },
  { key: '1', slug: 'general', name: 'General', name_zh: '综合讨论' },
]

/** Finds a category by slug, number or Chinese name: any of them may be in `/category/:name`. */
export function findCategory(name: string): Category | undefined {
  const wanted = name.trim().toLowerCase()
  return CATEGORIES.find((c) => c.slug === wanted || c.key === wanted || c.name_zh === name.trim())
}
