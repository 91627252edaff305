import { PAGE_BUTTONS_MAX } from '@forum/shared/limits'

/** What a pager shows: the pages in its window, and whether something lies before or behind it. */
export interface PageWindow {
  pages: number[]
  first: boolean
  last: boolean
}

/**
 * At most five neighbouring pages with `page` in the middle where there is room.
 * `first` and `last`: the window does not reach that end, so a shortcut to it is due.
 */
export function pageWindow(page: number, totalPages: number): PageWindow {
  const total = Math.max(1, totalPages)
  const size = Math.min(PAGE_BUTTONS_MAX, total)
  const centred = page - Math.floor(size / 2)
  const from = Math.max(1, Math.min(centred, total - size + 1))
  const pages = Array.from({ length: size }, (_, index) => from + index)
  return { pages, first: from > 1, last: from + size - 1 < total }
}

/** A page from an address: a positive whole number, else the first. */
export function readPage(text: string | null | undefined): number {
  return text && /^[1-9][0-9]{0,6}$/.test(text) ? Number(text) : 1
}
