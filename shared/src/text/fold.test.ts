import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fold } from './fold'

/** Any code points, lone surrogates among them. (fast-check's own `binary` takes seconds to set up.) */
const codePoints = (maxLength: number): fc.Arbitrary<string> =>
  fc
    .array(fc.oneof(fc.nat(0x7f), fc.nat(0x33ff), fc.nat(0xffff), fc.nat(0x10ffff)), { maxLength })
    .map((points) => String.fromCodePoint(...points))

it('folds texts that read the same to the same text', () => {
  expect(fold('ＯＰＴ　实习')).toBe(fold('opt 实习'))
  expect(fold('H\u200b1B ❤️')).toBe('h1b ❤')
  expect(fold('  a \n\n b\u00a0c ')).toBe('a b c')
  expect(fold('ﬁ')).toBe('fi')
})

it('keeps traditional and simplified characters apart', () => {
  expect(fold('簽證')).not.toBe(fold('签证'))
})

it('folds a folded text to itself', () => {
  fc.assert(
    fc.property(codePoints(60), (source) => {
      expect(fold(fold(source))).toBe(fold(source))
    }),
  )
})
