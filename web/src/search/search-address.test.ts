import { describe, expect, it } from 'vitest'
import {
  daysBefore,
  phraseOf,
  rangeOf,
  readSearch,
  searchPath,
  type SearchRequest,
  withoutQuotes,
} from './search-address'

const read = (query: string) => readSearch(new URLSearchParams(query))

describe('the address of a search', () => {
  it('holds all of it', () => {
    const request: SearchRequest = {
      q: '绿卡 "排期"',
      scope: 'posts',
      boardId: 42,
      author: 'laowang88',
      from: '2026-01-01',
      to: '2026-11-20',
      sortBy: 'newest',
      page: 3,
    }
    const [, query] = searchPath(request).split('?')
    expect(read(query ?? '')).toEqual(request)
  })

  it('leaves out what has its default', () => {
    expect(searchPath(read('q=绿卡'))).toBe(searchPath({ q: '绿卡' }))
    expect(searchPath({ q: 'lw', scope: 'users' })).toBe('/search?q=lw&type=users')
  })

  it.each([
    'type=everything',
    'boardId=-1',
    'boardId=x',
    'from=2026-13-01',
    'to=yesterday',
    'sortBy=$where',
    'page=0',
    'page=2',
  ])('ignores %s', (part) => {
    expect(read(`q=天&${part}`)).toEqual(read('q=天'))
  })
})

describe('the phrase of a query', () => {
  it.each([
    ['绿卡 排期', '绿卡排期'],
    ['绿卡　排期 倒退', '绿卡排期倒退'],
    ['H1B 转签', 'H1B 转签'],
    ['green card', 'green card'],
  ])('%s is %s', (q, phrase) => {
    expect(phraseOf(q)).toBe(phrase)
  })

  it.each(['绿卡', '“绿卡排期”', '"绿卡" 排期', ''])('does not exist for %s', (q) => {
    expect(phraseOf(q)).toBeNull()
  })

  it('loses its quotes of every kind', () => {
    expect(withoutQuotes('“绿卡 排期” 「倒退」"401k"')).toBe('绿卡 排期 倒退 401k')
  })
})

it('recognises the ranges of dates that its filter offers', () => {
  const now = new Date(2026, 2, 3, 12)
  expect(daysBefore(now, 7)).toBe('2026-02-24')
  expect(rangeOf(read('q=天&from=2026-02-24'), now)).toBe('week')
  expect(rangeOf(read('q=天&from=2026-02-24&to=2026-03-01'), now)).toBe('custom')
  expect(rangeOf(read('q=天'), now)).toBeNull()
})
