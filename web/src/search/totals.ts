import { COUNT_MAX } from '@forum/shared/limits'
import { type SearchTotals } from './search.slice'
import { searchText } from './search.texts'

/** Returns the number of results of all kinds. */
export const sumOf = (totals: SearchTotals | null | undefined): number =>
  totals ? totals.threads + totals.posts + totals.users : 0

/** Returns the text of a total, which is exact up to a maximum. */
export const countText = (count: number): string =>
  count >= COUNT_MAX
    ? searchText('many', { count: COUNT_MAX.toLocaleString('en') })
    : count.toLocaleString('en')

/** Returns the number of threads and posts. */
export const contentsOf = (totals: SearchTotals | null | undefined): number =>
  totals ? totals.threads + totals.posts : 0
