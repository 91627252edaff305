import { type SearchSort } from '@forum/shared/contract'
import { trimText } from '@forum/shared/text'
import { readPage } from '../ui'

export const SCOPES = ['all', 'threads', 'posts', 'users'] as const
/** The kinds of results to search for; `all` shows the best of each kind. */
export type SearchScope = (typeof SCOPES)[number]

/** A search as the address of its screen holds it. */
export interface SearchRequest {
  q: string
  scope: SearchScope
  boardId: number | null
  /** A username; empty for everyone. */
  author: string
  /** Days such as 2026-11-20; empty without a limit. */
  from: string
  to: string
  sortBy: SearchSort
  /** Of a single kind; always 1 for `all`. */
  page: number
}

export const NO_FILTERS = { boardId: null, author: '', from: '', to: '' } as const

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Reads a search from an address, without invalid values. */
export function readSearch(params: URLSearchParams): SearchRequest {
  const day = (name: string) => {
    const value = params.get(name) ?? ''
    return DAY.test(value) && !Number.isNaN(Date.parse(value)) ? value : ''
  }
  const boardId = Number(params.get('boardId') ?? Number.NaN)
  const scope = SCOPES.find((one) => one === params.get('type')) ?? 'all'
  return {
    q: trimText(params.get('q') ?? ''),
    scope,
    boardId: Number.isSafeInteger(boardId) && boardId > 0 ? boardId : null,
    author: trimText(params.get('author') ?? ''),
    from: day('from'),
    to: day('to'),
    sortBy: params.get('sortBy') === 'newest' ? 'newest' : 'relevance',
    page: scope === 'all' ? 1 : readPage(params.get('page')),
  }
}

/** Returns the address of a search, without empty and default values. */
export function searchPath(search: Partial<SearchRequest> & { q: string }): string {
  const { q, scope = 'all', boardId, author, from, to, sortBy, page = 1 } = search
  const pairs: [string, string][] = q === '' ? [] : [['q', q]]
  if (scope !== 'all') pairs.push(['type', scope])
  if (boardId) pairs.push(['boardId', String(boardId)])
  if (author) pairs.push(['author', author])
  if (from) pairs.push(['from', from])
  if (to) pairs.push(['to', to])
  if (sortBy === 'newest') pairs.push(['sortBy', sortBy])
  if (page > 1) pairs.push(['page', String(page)])
  return `/search?${new URLSearchParams(pairs).toString()}`
}

/** Returns whether a search has filters, which apply to threads and posts but not to members. */
export const hasFilters = ({ boardId, author, from, to }: SearchRequest): boolean =>
  boardId !== null || author !== '' || from !== '' || to !== ''

/** The offered ranges of dates, in days before today. */
export const RANGES = { week: 7, month: 30, year: 365 } as const
export type Range = keyof typeof RANGES

/** Returns the day `days` before a moment, in the reader's time zone. */
export function daysBefore(now: Date, days: number): string {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() - days)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}

/**
 * Returns the offered range that the dates of a search have at this moment; `custom` for other dates, null without any.
 */
export function rangeOf({ from, to }: SearchRequest, now: Date): Range | 'custom' | null {
  if (from === '' && to === '') return null
  const ranges = Object.keys(RANGES) as Range[]
  const range = ranges.find((one) => to === '' && from === daysBefore(now, RANGES[one]))
  return range ?? 'custom'
}

const QUOTES = /["“”「」『』]/gu
const HAN = /\p{Script=Han}/u

/** Returns the words of a query as one phrase; null if there is only one, or some are already in quotes. */
export function phraseOf(q: string): string | null {
  const words = q.split(/\s+/u).filter(Boolean)
  if (words.length < 2 || isQuoted(q)) return null
  return words.reduce((phrase, word) =>
    HAN.test(phrase.slice(-1)) && HAN.test(word) ? `${phrase}${word}` : `${phrase} ${word}`,
  )
}

export const isQuoted = (q: string): boolean => q.search(QUOTES) >= 0
export const withoutQuotes = (q: string): string => q.replace(QUOTES, ' ').replace(/\s+/gu, ' ').trim()
