import { PAGE_SIZE } from '@forum/shared/limits'

/** The post numbers of a page; the opening post, number 1, heads every page. */
export function postNumbersOfPage(page: number): { first: number; last: number } {
  return { first: (page - 1) * PAGE_SIZE + 2, last: page * PAGE_SIZE + 1 }
}

export const pageOfPost = (number: number): number => Math.max(1, Math.ceil((number - 1) / PAGE_SIZE))
