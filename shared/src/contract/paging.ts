import * as z from 'zod/mini'
import { LIST_ROWS_MAX } from '../limits'
import { pagesOf } from '../pages'

export const pagination = z.strictObject({
  page: z.int(),
  limit: z.int(),
  total: z.int(),
  totalPages: z.int(),
  hasPrev: z.boolean(),
  hasNext: z.boolean(),
})
export type Pagination = z.output<typeof pagination>

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
