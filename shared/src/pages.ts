import { PAGE_SIZE } from './limits'

/** The page arithmetic of threads and lists, apart from the contract, so that the page loads no schemas with it. */

/** Returns how many pages of `limit` rows hold `total` rows; an empty list has one page. */
export const pagesOf = (total: number, limit: number): number => Math.max(1, Math.ceil(total / limit))

/** Returns the page of replies that holds a post number; the opening post belongs to the first. */
export const pageOfNumber = (number: number, limit: number = PAGE_SIZE): number => pagesOf(number - 1, limit)

/** Returns the first and last post number of a page of replies. The opening post, number 1, is on no page. */
export const numbersOfPage = (page: number, limit: number = PAGE_SIZE): { first: number; last: number } => ({
  first: (page - 1) * limit + 2,
  last: page * limit + 1,
})
