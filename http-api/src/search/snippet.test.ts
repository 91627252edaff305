import { countCharacters, foldForSearch } from '@forum/shared/text'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchesIn, parseQuery } from './query'
import { highlightsOf, snippetOf as snippetOfMatched } from './snippet'

const matched = (text: string, query: ReturnType<typeof parseQuery>) => ({
  text,
  matches: matchesIn(foldForSearch(text), query),
})
const snippetOf = (text: string, query: ReturnType<typeof parseQuery>, max: number) =>
  snippetOfMatched(matched(text, query), max).snippet

const filler = '其他的话说了很多很多。'.repeat(60)

describe('a snippet', () => {
  it('shows the match and what precedes it', () => {
    const snippet = snippetOf(`${filler}我的綠卡到了${filler}`, parseQuery('绿卡'), 60)
    expect(snippet).toContain('我的綠卡到了')
    expect(snippet.startsWith('…')).toBe(true)
    expect(snippet.endsWith('…')).toBe(true)
    expect(countCharacters(snippet)).toBeLessThanOrEqual(60)
  })

  it('shows the place where most words are together', () => {
    const text = `绿卡。${filler}排期。${filler}绿卡的排期。${filler}`
    expect(snippetOf(text, parseQuery('绿卡 排期'), 60)).toContain('绿卡的排期')
  })

  it('shows a short text whole, on one line', () => {
    expect(snippetOf('第一行\n\n第二行', parseQuery('二'), 60)).toBe('第一行 第二行')
  })

  it('shows the beginning of a text that does not match', () => {
    expect(snippetOf(filler, parseQuery('没有'), 30)).toBe(`${filler.slice(0, 29)}…`)
  })

  it('never cuts a character in two or exceeds its length', () => {
    const characters = fc.constantFrom('👨‍👩‍👧', '👍🏽', 'é', '绿', '卡', 'a', ' ', '\n', '🇨🇳', 'e\u0301')
    fc.assert(
      fc.property(
        fc.array(characters, { maxLength: 120 }),
        fc.integer({ min: 10, max: 40 }),
        (parts, max) => {
          const text = parts.join('')
          const snippet = snippetOf(text, parseQuery('绿卡'), max)
          expect(countCharacters(snippet)).toBeLessThanOrEqual(max)
          const written = new Set<string>(parts)
          const shown = new Intl.Segmenter('zh', { granularity: 'grapheme' }).segment(
            snippet.replaceAll('…', ''),
          )
          const source = new Set(
            Array.from(new Intl.Segmenter('zh', { granularity: 'grapheme' }).segment(text), (s) => s.segment),
          )
          for (const { segment } of shown) {
            expect(source.has(segment) || written.has(segment) || segment === ' ').toBe(true)
          }
        },
      ),
    )
  })
})

describe('highlights', () => {
  it('are the words as they are written in the text', () => {
    const text = '等綠卡，绿卡，綠卡，還有 H-1B 和 ＯＰＴ'
    expect(highlightsOf(matched(text, parseQuery('绿卡 h1b opt')))).toEqual([
      '綠卡',
      '绿卡',
      'H-1B',
      'ＯＰＴ',
    ])
  })

  it('of a snippet are in it', () => {
    const text = `绿卡。${filler}綠卡的排期。${filler}`
    const query = parseQuery('绿卡 排期')
    expect(snippetOfMatched(matched(text, query), 40).highlights).toEqual(['綠卡', '排期'])
  })

  it('include the whole of a word that begins with the one looked for', () => {
    expect(highlightsOf(matched('学 JavaScript', parseQuery('java')))).toEqual(['JavaScript'])
  })
})
