import { SEARCH_WORDS_MAX } from '../platform/limits'
import { foldForSearch } from '@forum/shared/text'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { containsAll, matchesIn, parseQuery, type ParsedQuery } from './query'
import { termsOf } from './terms'

/** Returns true if a text is found by its terms alone, as the index finds it. */
function isIndexed(text: string, query: string): boolean {
  const words = new Set<string>()
  const pairs = new Map<string, number[]>()
  termsOf(text, {
    word: (term) => words.add(term),
    pair: (term, position) => pairs.set(term, [...(pairs.get(term) ?? []), position]),
  })
  const { groups } = parseQuery(query)
  return (
    groups.length > 0 &&
    groups.every((group) => {
      const { word } = group
      const [first] = group.pairs
      return (
        (word !== null &&
          [...words].some((found) => found === word || (group.isPrefix && found.startsWith(word)))) ||
        (first !== undefined &&
          (pairs.get(first.term) ?? []).some((at) =>
            group.pairs.every(({ term, offset }) => pairs.get(term)?.includes(at - first.offset + offset)),
          ))
      )
    })
  )
}

/** Returns true if texts of one post contain a query. */
const isMatch = (texts: readonly string[], query: string): boolean => {
  const parsed = parseQuery(query)
  return containsAll(
    parsed,
    texts.flatMap((text) => matchesIn(foldForSearch(text), parsed).map(({ group }) => group)),
  )
}

/** Returns a query that counts how often its atoms are compared with those of a text. */
function countingComparisons(query: ParsedQuery): { counted: ParsedQuery; count: () => number } {
  let comparisons = 0
  const groups = query.groups.map((group) => ({
    ...group,
    atoms: group.atoms.map((atom) => ({
      ...atom,
      get text() {
        comparisons += 1
        return atom.text
      },
    })),
  }))
  return { counted: { ...query, groups }, count: () => comparisons }
}

const FOUND = [
  ['我在臺灣', '台湾'],
  ['绿卡、綠卡、緑卡', '緑卡'],
  ['屋裡', '屋里'],
  ['屋裏', '屋裡'],
  ['下著雨', '下着雨'],
  ['H-1B抽签', 'h1b'],
  ['H1B抽签', 'H-1B'],
  ['Ｈ１Ｂ 抽签', 'H1B抽签'],
  ['我的 I-485 批了', 'i485'],
  ['i485', 'I-485'],
  ['401(k)', '401k'],
  ['401k', '401（k）'],
  ['C++ 面试', 'c++'],
  ['C# 面试', 'c#'],
  ['ASP.NET', '.NET'],
  ['use .NET core', '.net'],
  ['Node.js', 'nodejs'],
  ['nodejs', 'node.js'],
  ['Café', 'cafe'],
  ['笑死😂了', '😂'],
  ['❤️好', '❤'],
  ['👍🏽', '👍'],
  ['JavaScript', 'java'],
  ['iPhone 15', 'iphone15'],
  ['公司在溫哥華有辦公室', '温哥华有办公室'],
  ['签证，绿卡和工作', '工作 签证'],
  ['我 的 工作', '我的工作'],
  ['你好，世界', '你好世界'],
  ['到期了。续签', '到期了。续签'],
  ['办绿卡', '“绿卡”'],
  ['オンラインのガイド', 'ｶﾞｲﾄﾞ'],
  ['皇后後面', '皇后后面'],
] as const

const NOT_FOUND = [
  ['C 语言', 'c++'],
  ['the network', '.NET'],
  ['JavaScript', 'ja'],
  ['JavaScript', '"java"'],
  ['到期了。续签', '到期了续签'],
  ['到期了\n续签', '了续'],
  ['签证。面签', '签证面签'],
  ['签证和绿卡', '"签证绿卡"'],
  ['绿卡', '绿卡 签证'],
  ['software', 'ware'],
  ['12345', '123'],
  ['文字', '。，！'],
] as const

describe('a query', () => {
  it.each(FOUND)('finds in %j what %j asks for', (text, query) => {
    expect(isIndexed(text, query)).toBe(true)
    expect(isMatch([text], query)).toBe(true)
  })

  it.each(NOT_FOUND)('does not find in %j what %j asks for', (text, query) => {
    expect(isIndexed(text, query)).toBe(false)
    expect(isMatch([text], query)).toBe(false)
  })

  it('finds what the index finds, in any text', () => {
    const parts = fc.constantFrom(
      ...Array.from('签證证裡里。，. \na1ー々ガ豈'),
      '〇',
      '𠮷',
      '😂',
      '❤️',
      'h-1b',
      '(台)',
      'é',
      '\u0301',
    )
    const strings = (maxLength: number) => fc.array(parts, { maxLength }).map((some) => some.join(''))
    fc.assert(
      fc.property(strings(12), strings(4), (text, query) => {
        expect(isMatch([text], query)).toBe(isIndexed(text, query))
        for (const { from, to } of matchesIn(foldForSearch(text), parseQuery(query)))
          expect(text.slice(from, to)).toMatch(/^[^。，. \n(].*$/s)
      }),
      { numRuns: 1_500 },
    )
  })

  it.each(['。', '—', 'з', '々', '1'])('reads a text of many %s once', (character) => {
    const [text, query] = [foldForSearch('签证' + character.repeat(20_000)), parseQuery('签证')]
    const runs = vi.spyOn(RegExp.prototype, 'exec')
    const found = matchesIn(text, query)
    const count = runs.mock.calls.length
    runs.mockRestore()
    expect(found).toHaveLength(1)
    expect(count).toBeLessThan(10)
  })

  it('compares each part of a text a few times, whatever text and query repeat', () => {
    const unit = fc
      .array(
        fc.constantFrom(
          '的',
          '签',
          '證',
          'ア',
          '豈',
          '𠮷',
          'a',
          '-',
          '1',
          '.',
          '。',
          ' ',
          '  ',
          '😂',
          'ﷺ',
          'é',
        ),
        {
          minLength: 1,
          maxLength: 3,
        },
      )
      .map((some) => some.join(''))
    const end = fc.constantFrom('', '好', 'x', '。', ' ', '2')
    fc.assert(
      fc.property(unit, end, fc.integer({ min: 1, max: 200 }), end, (repeated, joint, length, tail) => {
        const { text, ...places } = foldForSearch((repeated.repeat(100) + joint).repeat(10))
        const query = parseQuery(`"${repeated.repeat(length).slice(0, length)}${tail}"`)
        const { counted, count } = countingComparisons(query)
        const found = matchesIn({ text, ...places }, counted)
        const size = text.length + query.groups.reduce((sum, { atoms }) => sum + atoms.length, 0)
        expect(count()).toBeLessThanOrEqual(8 * query.groups.length * size)
        expect(found).toEqual(matchesIn({ text, ...places }, query))
      }),
      { numRuns: 300, seed: 20_261_127 },
    )
  })

  it('finds words in different texts of one post', () => {
    expect(isMatch(['绿卡', '等排期'], '绿卡 排期')).toBe(true)
  })

  it.each([
    ['大人大', '大人人大'],
    ['opt', '"opt"'],
    ['.net', 'net'],
  ])('gives %s and %s different keys', (one, other) => {
    const [first, second] = [one, other].map((query) => parseQuery(query).groups[0]?.key)
    expect(first).not.toBe(second)
  })

  it('uses a bounded number of words', () => {
    const words = Array.from({ length: 40 }, (_, i) => `w${i}`)
    expect(parseQuery(words.join(' ')).groups).toHaveLength(SEARCH_WORDS_MAX)
  })

  it('is a phrase too if its words can be adjacent', () => {
    expect(
      parseQuery('绿卡 排期')
        .phrase?.atoms.map(({ text }) => text)
        .join(''),
    ).toBe('绿卡排期')
    expect(parseQuery('绿卡').phrase).toBeNull()
    expect(parseQuery('绿卡。排期').phrase).toBeNull()
  })
})
