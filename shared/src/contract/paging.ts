import * as z from 'zod/mini'
import { PAGE_MAX, PAGE_SIZE } from '../limits'

/** All arithmetic of pages, for the server and the web app alike. */

export const pagination = z.strictObject({
  page: z.int(),
  limit: z.int(),
  total: z.int(),
  totalPages: z.int(),
  hasPrev: z.boolean(),
  hasNext: z.boolean(),
})
export type Pagination = z.output<typeof pagination>

/** Pages of `limit` that hold `total` rows; an empty list has one page. */
const pagesOf = (total: number, limit: number): number => Math.max(1, Math.ceil(total / limit))

/** Pagination of a list that is read by skipping: it offers no page beyond the deepest that is served. */
export function paginate(page: number, limit: number, total: number): Pagination {
  const totalPages = Math.min(PAGE_MAX, pagesOf(total, limit))
  return { page, limit, total, totalPages, hasPrev: page > 1, hasNext: page < totalPages }
}

/** Pagination of a list that is read by ranges of numbers: every page of it is served. */
export function paginateByRange(page: number, limit: number, total: number): Pagination {
  const totalPages = pagesOf(total, limit)
  return { page, limit, total, totalPages, hasPrev: page > 1, hasNext: page < totalPages }
}

/** The page of replies that holds a post number; the opening post belongs to the first. */
export const pageOfNumber = (number: number, limit: number = PAGE_SIZE): number => pagesOf(number - 1, limit)

/** The post numbers of a page of replies, both included: the opening post, number 1, is on none. */
export const numbersOfPage = (page: number, limit: number = PAGE_SIZE): { first: number; last: number } => ({
  first: (page - 1) * limit + 2,
  last: page * limit + 1,
})

/** Pages of replies of a thread whose highest post number is `lastNumber`. */
export const totalPagesOf = (lastNumber: number): number => pageOfNumber(lastNumber)
