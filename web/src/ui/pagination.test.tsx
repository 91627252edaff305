import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderAt } from '../testing/render'
import { Pagination } from './pagination'
import { pageWindow, readPage } from './pages'

describe('the window of page buttons', () => {
  it.each([
    [1, 1, [1], false, false],
    [1, 0, [1], false, false],
    [2, 3, [1, 2, 3], false, false],
    [1, 5, [1, 2, 3, 4, 5], false, false],
    [1, 9, [1, 2, 3, 4, 5], false, true],
    [5, 9, [3, 4, 5, 6, 7], true, true],
    [9, 9, [5, 6, 7, 8, 9], true, false],
  ])('shows on page %i of %i the buttons %j', (page, total, pages, first, last) => {
    expect(pageWindow(page, total)).toEqual({ pages, first, last })
  })

  it('has at most five buttons, always including the current page, all within the list', () => {
    for (let total = 1; total <= 40; total += 1)
      for (let page = 1; page <= total; page += 1) {
        const { pages } = pageWindow(page, total)
        expect(pages.length).toBe(Math.min(5, total))
        expect(pages).toContain(page)
        expect(pages[0]).toBeGreaterThanOrEqual(1)
        expect(pages.at(-1)).toBeLessThanOrEqual(total)
      }
  })
})

describe('a page in an address', () => {
  it.each([
    ['3', 3],
    [null, 1],
    ['', 1],
    ['0', 1],
    ['-2', 1],
    ['1.5', 1],
    ['last', 1],
  ])('reads the page %j as %i', (text, page) => {
    expect(readPage(text)).toBe(page)
  })
})

describe('the pager', () => {
  const show = (page: number, totalPages: number) =>
    renderAt('/', <Pagination page={page} totalPages={totalPages} hrefFor={(to) => `/p/${to}`} />)
  const targets = () => screen.queryAllByRole('link').map((link) => link.getAttribute('href'))

  it('renders nothing for a single page', () => {
    show(1, 1)
    expect(screen.queryByRole('navigation')).toBeNull()
  })

  it('links to its pages, to both neighbours and to both ends', () => {
    show(5, 9)
    expect(targets()).toEqual(['/p/4', '/p/1', '/p/3', '/p/4', '/p/5', '/p/6', '/p/7', '/p/9', '/p/6'])
    expect(screen.getByRole('link', { name: '第 5 页' }).getAttribute('aria-current')).toBe('page')
    expect(screen.getByRole('link', { name: '上一页' }).getAttribute('href')).toBe('/p/4')
  })

  it('shows the number of the last page', () => {
    show(2, 16)
    expect(screen.getByRole('link', { name: '跳转到第 16 页' }).textContent).toBe('16末页')
  })

  it('has no previous page on the first and no next page on the last', () => {
    show(1, 2)
    expect(screen.queryByRole('link', { name: '上一页' })).toBeNull()
    expect(screen.getByRole('link', { name: '下一页' }).getAttribute('href')).toBe('/p/2')
  })

  it('links back from a page past the end', () => {
    show(12, 3)
    expect(screen.getByRole('link', { name: '上一页' }).getAttribute('href')).toBe('/p/3')
    expect(screen.queryByRole('link', { name: '下一页' })).toBeNull()
  })
})
