import * as z from 'zod/mini'
import { LIST_ROWS_MAX, PAGE_SIZE } from '../limits'

/** All page arithmetic, shared by the server and the web app. */

export const pagination = z.strictObject({
  page: z.int(),
  limit: z.int(),
  total: z.int(),
  totalPages: z.int(),
  hasPrev: z.boolean(),
  hasNext: z.boolean(),
})
export type Pagination = z.output<typeof pagination>

/** Returns how many pages of `limit` rows hold `total` rows; an empty list has one page. */
const pagesOf = (total: number, limit: number): number => Math.max(1, Math.ceil(total / limit))

/** Returns the pagination of a list that is read by skipping: it ends after `LIST_ROWS_MAX` rows. */
export function paginate(page: number, limit: number, total: number): Pagination {
  const totalPages = pagesOf(Math.min(total, LIST_ROWS_MAX), limit)
  return { page, limit, total, totalPages, hasPrev: page > 1, hasNext: page < totalPages }
}

/** Returns the pagination of a list that is read by ranges of numbers, so that every page is served. */
export function paginateByRange(page: number, limit: number, total: number): Pagination {
  const totalPages = pagesOf(total, limit)
  return { page, limit, total, totalPages, hasPrev: page > 1, hasNext: page < totalPages }
}

/** Returns the page of replies that holds a post number; the opening post belongs to the first. */
export const pageOfNumber = (number: number, limit: number = PAGE_SIZE): number => pagesOf(number - 1, limit)

/** Returns the first and last post number of a page of replies. The opening post, number 1, is on no page. */
export const numbersOfPage = (page: number, limit: number = PAGE_SIZE): { first: number; last: number } => ({
  first: (page - 1) * limit + 2,
  last: page * limit + 1,
})

/** Returns how many pages of replies a thread has whose highest post number is `lastNumber`. */
export const totalPagesOf = (lastNumber: number): number => pageOfNumber(lastNumber)
