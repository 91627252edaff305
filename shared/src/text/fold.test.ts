import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fold } from './fold'

it('makes equal what reads the same', () => {
  expect(fold('ＯＰＴ　实习')).toBe(fold('opt 实习'))
  expect(fold('H\u200b1B ❤️')).toBe('h1b ❤')
  expect(fold('  a \n\n b\u00a0c ')).toBe('a b c')
  expect(fold('ﬁ')).toBe('fi')
})

it('leaves traditional and simplified apart', () => {
  expect(fold('簽證')).not.toBe(fold('签证'))
})

it('changes nothing the second time', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (source) => {
      expect(fold(fold(source))).toBe(fold(source))
    }),
  )
})
