import { describe, expect, it } from 'vitest'
import { LIST_ROWS_MAX, PAGE_SIZE } from '../limits'
import { numbersOfPage, pageOfNumber } from '../pages'
import { paginate, paginateByRange } from './paging'

describe('paging', () => {
  it.each([
    [1, 1],
    [2, 1],
    [21, 1],
    [22, 2],
    [41, 2],
    [42, 3],
  ])('finds post number %i on page %i', (number, page) => {
    expect(pageOfNumber(number)).toBe(page)
  })

  it('puts the first and last number of a page on that page, and the next number on the following page', () => {
    for (const limit of [1, 7, PAGE_SIZE, 100]) {
      for (const page of [1, 2, 50]) {
        const { first, last } = numbersOfPage(page, limit)
        expect(last - first + 1).toBe(limit)
        expect(pageOfNumber(first, limit)).toBe(page)
        expect(pageOfNumber(last, limit)).toBe(page)
        expect(pageOfNumber(last + 1, limit)).toBe(page + 1)
      }
    }
  })

  it.each([
    [1, 20, 0, { totalPages: 1, hasPrev: false, hasNext: false }],
    [1, 20, 20, { totalPages: 1, hasPrev: false, hasNext: false }],
    [1, 20, 21, { totalPages: 2, hasPrev: false, hasNext: true }],
    [2, 20, 21, { totalPages: 2, hasPrev: true, hasNext: false }],
    [9, 20, 21, { totalPages: 2, hasPrev: true, hasNext: false }],
  ])('paginates page %i of %i out of %i', (page, limit, total, expected) => {
    expect(paginate(page, limit, total)).toEqual({ page, limit, total, ...expected })
    expect(paginateByRange(page, limit, total)).toEqual({ page, limit, total, ...expected })
  })

  it('offers no page beyond the deepest that is served', () => {
    const total = LIST_ROWS_MAX + 5
    const last = LIST_ROWS_MAX / 10
    expect(paginate(last, 10, total)).toMatchObject({ total, totalPages: last, hasNext: false })
    expect(paginate(last - 1, 10, total).hasNext).toBe(true)
    expect(paginateByRange(last, 10, total)).toMatchObject({ totalPages: last + 1, hasNext: true })
  })
})
