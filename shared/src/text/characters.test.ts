import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { byteLength } from './byte-length'
import { countCharacters, cutCharacters, cutWithEllipsis, lastCharacters } from './characters'
import { firstCharacter } from './clusters'

/** Any code points, lone surrogates among them. (fast-check's own `binary` takes seconds to set up.) */
const codePoints = (maxLength: number): fc.Arbitrary<string> =>
  fc
    .array(fc.oneof(fc.nat(0x7f), fc.nat(0x33ff), fc.nat(0xffff), fc.nat(0x10ffff)), { maxLength })
    .map((points) => String.fromCodePoint(...points))

const FAMILY = '👨‍👩‍👧'
/** Code points with segmentation rules of their own: combining marks, joiners, modifiers, lone surrogates. */
const tricky = fc.oneof(
  fc.constantFrom(
    'a',
    '中',
    '，',
    'é',
    'e\u0301',
    '\u0301',
    '😀',
    FAMILY,
    '👍🏽',
    '❤️',
    '🇨🇳',
    '🇺',
    '\r',
    '\n',
    '\t',
  ),
  fc.constantFrom(
    '\u200d',
    '\ufe0f',
    'ｶﾞ',
    'か\u3099',
    '\u0600',
    'क्ष',
    '한',
    '\u1112\u1161\u11ab',
    '\ud83d',
    '\ude00',
  ),
  codePoints(3),
)
const text = fc.array(tricky, { maxLength: 200 }).map((parts) => parts.join(''))

/** Segments the whole string with the platform's own segmenter. */
function characters(source: string): string[] {
  const segmenter = new Intl.Segmenter('zh', { granularity: 'grapheme' })
  return Array.from(segmenter.segment(source), ({ segment }) => segment)
}

describe('counting', () => {
  it('counts a grapheme cluster as one', () => {
    expect(countCharacters('')).toBe(0)
    expect(countCharacters('中文 abc，。')).toBe(8)
    expect(countCharacters(FAMILY)).toBe(1)
    expect(countCharacters('🇨🇳🇺🇸')).toBe(2)
    expect(countCharacters('e\u0301é')).toBe(2)
    expect(countCharacters('a\r\nb')).toBe(3)
  })
  it('agrees with the platform on any text', () => {
    fc.assert(
      fc.property(text, (source) => {
        expect(countCharacters(source)).toBe(characters(source).length)
      }),
    )
  })
  it('agrees with the platform on every code unit near the edges of the plain ranges', () => {
    for (const block of [0x00, 0x01, 0x02, 0x03, 0x20, 0x30, 0x34, 0x4d, 0x4e, 0x9f, 0xff]) {
      const units = Array.from({ length: 256 }, (_, low) => String.fromCharCode(block * 256 + low))
      const source = `中${units.join('中')}`
      expect([block, countCharacters(source)]).toEqual([block, characters(source).length])
    }
  })
})

describe('cutting', () => {
  it('keeps the first characters whole', () => {
    expect(cutCharacters('中文字', 2)).toBe('中文')
    expect(cutCharacters(`好${FAMILY}好`, 2)).toBe(`好${FAMILY}`)
    expect(cutCharacters('abc', 0)).toBe('')
    expect(cutCharacters('abc', -1)).toBe('')
    expect(cutCharacters('abc', 3)).toBe('abc')
  })
  it('never splits a character', () => {
    fc.assert(
      fc.property(text, fc.nat(220), (source, max) => {
        expect(cutCharacters(source, max)).toBe(characters(source).slice(0, max).join(''))
      }),
    )
  })
  it.each(['\u1100', '\u0600', '\u0301', '\u{110bd}', '👩\u200d'])(
    'cuts a cluster of %j without end',
    (part) => {
      const long = part.repeat(5_000)
      const cut = cutCharacters(`${long}bc`, 200)
      expect(Array.from(cut)).toHaveLength(16 + 199)
      expect([countCharacters(cut), long.startsWith(cut)]).toEqual([200, true])
      expect(countCharacters(long)).toBe(Array.from(long).length - 15)
      expect(lastCharacters(`${long}bc`, 3)).toHaveLength(part.length === 2 && part !== '👩\u200d' ? 4 : 3)
    },
  )
  it.each(['👨🏽‍👩🏽‍👧🏽‍👦🏽', '👩🏽‍❤️‍💋‍👨🏽', 'र्त्स्न्यं'])('keeps %s whole', (character) => {
    expect(cutCharacters(character.repeat(9), 1)).toBe(character)
  })
  it('keeps the last ones', () => {
    expect(lastCharacters('中文字', 2)).toBe('文字')
    expect(lastCharacters(`好${FAMILY}好`, 2)).toBe(`${FAMILY}好`)
    expect(lastCharacters('abc', 0)).toBe('')
    expect(lastCharacters('a\r\nb', 2)).toBe('\r\nb')
    expect(lastCharacters('中'.repeat(9), 9)).toHaveLength(9)
    fc.assert(
      fc.property(text, fc.nat(220), (source, max) => {
        const all = characters(source)
        expect(lastCharacters(source, max)).toBe(all.slice(Math.max(0, all.length - max)).join(''))
      }),
    )
  })
  it('appends an ellipsis if something was cut', () => {
    expect(cutWithEllipsis('中文字', 2)).toBe('中文…')
    expect(cutWithEllipsis('中文字', 3)).toBe('中文字')
  })
})

describe('bytes', () => {
  it('counts bytes in UTF-8', () => {
    expect(byteLength('aé中😀')).toBe(1 + 2 + 3 + 4)
    fc.assert(
      fc.property(text, (source) => {
        const wellFormed = source.replace(/\p{Surrogate}/gu, '\ufffd')
        expect(byteLength(source)).toBe(encodeURIComponent(wellFormed).replace(/%../g, '.').length)
      }),
    )
  })
})

describe('an engine without Intl.Segmenter', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.resetModules()
  })

  it.each([
    ...['❤️爱', '👨‍👩‍👧👍🏽', '🇨🇳🇺🇸🇨', '1️⃣2️⃣', 'é'.normalize('NFD'), 'น้ำใจ', 'ཧཀྵྨླྺྼྻྂ', 'بِسْمِ', 'か\u3099ｶﾞ'],
    ...[
      'a\r\nb',
      '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}英',
      '🏳️‍🌈',
      '\u0301',
      '️',
      '中文 abc',
      '\ud83d',
      '葛󠄀城',
    ],
  ])('counts and cuts %j as others do', async (text) => {
    const lengths = Array.from(text, (_, max) => cutCharacters(text, max))
    const count = countCharacters(text)
    vi.stubGlobal('Intl', { ...Intl, Segmenter: undefined })
    vi.resetModules()
    const fallback = await import('./characters')
    expect(fallback.countCharacters(text)).toBe(count)
    expect(Array.from(text, (_, max) => fallback.cutCharacters(text, max))).toEqual(lengths)
  })
})

it('finds the first character of any text as a cut does', () => {
  fc.assert(
    fc.property(fc.oneof(tricky, codePoints(30)), (text) => {
      expect(firstCharacter(text)).toBe(cutCharacters(text, 1))
    }),
  )
  expect(firstCharacter(`${FAMILY}中`)).toBe(FAMILY)
  expect(firstCharacter('')).toBe('')
})
