import fc from 'fast-check'
import { expect, it } from 'vitest'
import { canonicalCharacter, FOLD_GROWTH_MAX, foldForSearch } from './search-fold'

const folded = (text: string) => foldForSearch(text).text

it('folds case, accents, width and invisible characters', () => {
  expect(folded('Café RÉSUMÉ')).toBe('cafe resume')
  expect(folded('ＯＰＴ　实习')).toBe('opt 实习')
  expect(folded('ｶﾞｲﾄﾞ')).toBe('ガイド')
  expect(folded('か\u3099')).toBe('が')
  expect(folded('H\u200b1B')).toBe('h1b')
  expect(folded('İstanbul ﬁ Å')).toBe('istanbul fi a')
})

it('keeps an emoji one character and drops its colour and its variation selector', () => {
  expect(folded('👍🏽')).toBe('👍')
  expect(folded('❤️')).toBe('❤')
  expect(folded('👩‍💻')).toBe('👩‍💻')
})

it('keeps line breaks', () => {
  expect(folded('上\n下')).toBe('上\n下')
})

it.each([
  ['臺', '台'],
  ['綠', '绿'],
  ['緑', '绿'],
  ['裡', '里'],
  ['裏', '里'],
  ['著', '着'],
  ['妳', '你'],
  ['說', '说'],
  ['説', '说'],
])('finds %s and %s by each other', (one, other) => {
  expect(canonicalCharacter(one)).toBe(canonicalCharacter(other))
})

it('keeps different characters apart', () => {
  expect(canonicalCharacter('签')).not.toBe(canonicalCharacter('证'))
  expect(canonicalCharacter('a')).toBe('a')
})

const texts = fc
  .array(fc.oneof(fc.nat(0x7f), fc.integer({ min: 0x4e00, max: 0x4eff }), fc.nat(0xffff), fc.nat(0x10ffff)), {
    maxLength: 60,
  })
  .map((points) => String.fromCodePoint(...points))

it('maps every folded code unit to the character it comes from', () => {
  fc.assert(
    fc.property(texts, (source) => {
      const { text, from, to } = foldForSearch(source)
      expect(from).toHaveLength(text.length)
      let end = 0
      for (let i = 0; i < text.length; i += 1) {
        expect(from[i]).toBeGreaterThanOrEqual(i > 0 && from[i] === from[i - 1] ? (from[i] ?? 0) : end)
        end = to[i] ?? 0
        expect(end).toBeGreaterThan(from[i] ?? 0)
        expect(end).toBeLessThanOrEqual(source.length)
      }
    }),
  )
})

it('folds the characters of a long text of emoji in linear time', () => {
  expect(foldForSearch('😂'.repeat(20_000)).text).toHaveLength(40_000)
})

it('lets no character grow a text to more than a few times its length', () => {
  const grown: string[] = []
  for (let point = 0; point <= 0x10ffff; point += 1) {
    const character = String.fromCodePoint(point)
    if (character.normalize('NFKD').toLowerCase().length <= FOLD_GROWTH_MAX * character.length) continue
    for (const text of [character.repeat(50), `${character}\u0301`.repeat(50), `中${character}a`.repeat(50)])
      if (folded(text).length > FOLD_GROWTH_MAX * text.length) grown.push(point.toString(16))
  }
  expect(grown).toEqual([])
  fc.assert(
    fc.property(texts, (text) => {
      expect(folded(text).length).toBeLessThanOrEqual(FOLD_GROWTH_MAX * text.length)
    }),
  )
})

it('keeps a character that would grow too long as it is', () => {
  expect(folded('\ufdfa')).toBe('\ufdfa')
  expect(folded('㍿')).toBe('株式会社')
})
