import { describe, expect, it } from 'vitest'
import { hasPiledMarks, isBlank, withoutPiledMarks } from './visible'

const ENGLAND = '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'

describe('blank', () => {
  it.each([
    ...[
      '',
      ' \n\t',
      '\u3000',
      '\u200b\u200d',
      '\u2800',
      '\u3164',
      '\u0000',
      '\u00ad',
      '\u115f\u1160',
      '\uffa0',
      '\u034f',
    ],
    ...[
      '\u202e',
      '\ufe0f',
      '\u{e0100}',
      '\u{e0020}',
      '\ufffc',
      '\ufff9',
      '\u{1d159}',
      '\u{16fe4}',
      '\u0301',
      '\u0378',
    ],
  ])('calls a text that shows nothing blank: %j', (text) => {
    expect(isBlank(text)).toBe(true)
  })

  it.each([
    '。',
    'a',
    ' 0 ',
    '😀',
    '\u{1f1e8}',
    ENGLAND,
    '1\ufe0f\u20e3',
    '٠',
    '\u0605',
    '\ue000',
    '\u{2ffa0}',
    'ก็',
    'か\u3099',
  ])('does not call a text that shows something blank: %j', (text) => {
    expect(isBlank(text)).toBe(false)
  })
})

describe('marks', () => {
  it.each([
    ...['ཧཀྵྨླྺྼྻྂ', 'น้ำ', 'بِسْمِ ٱللَّهِ', 'שָׁל֣וֹם', 'ẫ'.normalize('NFD'), '👩🏽‍❤️‍💋‍👨🏽', ENGLAND, 'क्षि', 'a\u200b'.repeat(99)],
  ])('leaves what a script writes alone: %s', (text) => {
    expect(hasPiledMarks(text)).toBe(false)
    expect(withoutPiledMarks(text)).toBe(text)
  })

  it('finds marks piled upon one character, and cuts them to those that a script may have', () => {
    for (const mark of ['\u0301', '\u0489', '\u0e49', '\u0301\u200d', '\u{16fe4}']) {
      const piled = `a${mark.repeat(2_000)}b`
      expect(hasPiledMarks(piled)).toBe(true)
      expect(hasPiledMarks(withoutPiledMarks(piled))).toBe(false)
      expect(withoutPiledMarks(piled)).toMatch(/^a.+b$/u)
    }
  })

  it('takes time in proportion to the text', () => {
    const text = `\u0301${'\u200b'.repeat(30_000)}`.repeat(20)
    expect(hasPiledMarks(text)).toBe(true)
    expect(hasPiledMarks(`\u0301${'\u200b'.repeat(500_000)}`)).toBe(false)
  })
})
