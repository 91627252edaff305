import { PAGE_BUTTONS_MAX } from '../lib/limits'

/** The pages in a pager's window; `first` and `last` are true if pages before or after it exist. */
export interface PageWindow {
  pages: number[]
  first: boolean
  last: boolean
}

/**
 * Returns at most five neighbouring pages, with `page` in the middle if possible. `first` and `last` tell whether the
 * window omits that end, so that the pager shows a shortcut to it.
 */
export function pageWindow(page: number, totalPages: number): PageWindow {
  const total = Math.max(1, totalPages)
  const size = Math.min(PAGE_BUTTONS_MAX, total)
  const centred = page - Math.floor(size / 2)
  const from = Math.max(1, Math.min(centred, total - size + 1))
  const pages = Array.from({ length: size }, (_, index) => from + index)
  return { pages, first: from > 1, last: from + size - 1 < total }
}

/** Reads a page number from an address: a positive whole number, otherwise 1. */
export function readPage(text: string | null | undefined): number {
  return text && /^[1-9][0-9]{0,6}$/.test(text) ? Number(text) : 1
}
