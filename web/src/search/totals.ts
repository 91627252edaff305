import { COUNT_MAX } from '@forum/shared/limits'
import { type SearchTotals } from './search.slice'
import { searchText } from './search.texts'

/** Returns how many results of all kinds there are. */
export const sumOf = (totals: SearchTotals | null | undefined): number =>
  totals ? totals.threads + totals.posts + totals.users : 0

/** Totals are exact up to a maximum. */
export const countText = (count: number): string =>
  count >= COUNT_MAX
    ? searchText('many', { count: COUNT_MAX.toLocaleString('en') })
    : count.toLocaleString('en')

/** Returns how many threads and posts there are. */
export const contentsOf = (totals: SearchTotals | null | undefined): number =>
  totals ? totals.threads + totals.posts : 0
