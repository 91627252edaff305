import type { Board, Category } from './contract'

const SITE_AFFAIRS = 'site'

/** Returns the boards with those of site affairs at the end, since they change least; otherwise in their order. */
export function siteAffairsLast(
  boards: readonly Board[],
  categories: readonly Pick<Category, 'key' | 'slug'>[],
): Board[] {
  const site = categories.find(({ slug }) => slug === SITE_AFFAIRS)?.key
  const isOfSite = (board: Board): boolean => {
    const parent = boards.find(({ id }) => id === board.parentId)
    return parent ? isOfSite(parent) : board.category === site
  }
  return boards.toSorted((a, b) => Number(isOfSite(a)) - Number(isOfSite(b)))
}
