import { findCategory } from './categories'
import type { Board } from './contract'

const SITE_AFFAIRS = 'site'

/** Returns the boards with those of site affairs at the end, since they change least; otherwise in their order. */
export function siteAffairsLast(boards: readonly Board[]): Board[] {
  const isOfSite = (board: Board): boolean => {
    const parent = boards.find(({ id }) => id === board.parentId)
    return parent ? isOfSite(parent) : findCategory(board.category)?.slug === SITE_AFFAIRS
  }
  return boards.toSorted((a, b) => Number(isOfSite(a)) - Number(isOfSite(b)))
}
