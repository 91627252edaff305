import { MESSAGE_TERMS_MAX } from '../platform/limits'
import { describe, expect, it } from 'vitest'
import { queryTerms, searchTerms } from './search-terms'

const finds = (query: string, ...texts: string[]) => {
  const terms = new Set(searchTerms(texts))
  const wanted = queryTerms(query)
  return wanted !== null && wanted.length > 0 && wanted.every((term) => terms.has(term))
}

describe('the terms of a search in messages', () => {
  it.each([
    ['合租', '关于合租的事'],
    ['租', '关于合租的事'],
    ['H1B 签证', 'H1B与工作签证'],
    ['h1b与', 'Ｈ１Ｂ与工作签证'],
    ['soft', 'Software Engineer'],
    ['engineer 工作', 'Software Engineer，工作三年'],
    ['8f3a', 'needle-8f3a'],
    ['RÉSUMÉ', 'my résumé'],
    ['resume', 'my résumé'],
    ['台湾的綠卡', '臺灣的绿卡'],
    ['h1b', 'H-1B 抽签'],
    ['H-1B', 'H1B抽签'],
    ['.net', 'ASP.NET'],
    ['Node.js', 'nodejs'],
    ['nodejs', 'Node.js'],
    ['c++', 'C++ 面试'],
    ['"software"', 'Software Engineer'],
    ['😂', '笑死😂了'],
  ])('finds %j in %j', (query, text) => {
    expect(finds(query, text)).toBe(true)
  })

  it.each([
    ['合租房', '合租'],
    ['ware', 'Software'],
    ['"java"', 'JavaScript'],
    ['ja', 'JavaScript'],
    ['c++', 'C 语言'],
    ['租房', '合租。房子'],
    ['签证 绿卡', '签证'],
    ['？！', '？！'],
  ])('does not find %j in %j', (query, text) => {
    expect(finds(query, text)).toBe(false)
  })

  it('finds a message by each of its texts', () => {
    expect(finds('小李 合租', '小李', '关于合租')).toBe(true)
  })

  it('searches for nothing if the query is blank', () => {
    expect(queryTerms('  ')).toBeNull()
    expect(queryTerms('…')).toEqual([])
  })

  it('indexes a bounded number of terms, the first ones first', () => {
    const long = Array.from({ length: 9_000 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join('')
    const terms = searchTerms([`开头${long}`])
    expect(terms).toHaveLength(MESSAGE_TERMS_MAX)
    expect(terms).toContain('开头')
    expect(queryTerms(long)?.length).toBeLessThanOrEqual(16)
  })
})
