import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { oneLine, trimText } from './trim'

/** Any code points, lone surrogates among them. (fast-check's own `binary` takes seconds to set up.) */
const codePoints = (maxLength: number): fc.Arbitrary<string> =>
  fc
    .array(fc.oneof(fc.nat(0x7f), fc.nat(0x33ff), fc.nat(0xffff), fc.nat(0x10ffff)), { maxLength })
    .map((points) => String.fromCodePoint(...points))

const anyText = codePoints(60)

describe('trimming', () => {
  it('removes white space and zero-width characters at both ends', () => {
    expect(trimText('\u3000\u200b \ufeff你好\u2060\u00a0\n')).toBe('你好')
  })
  it('keeps joined emoji, even alone or at an end', () => {
    expect(trimText(' 👨‍👩‍👧 ')).toBe('👨‍👩‍👧')
    expect(trimText('爱❤️')).toBe('爱❤️')
  })
  it('turns every line end into \\n and keeps tabs', () => {
    expect(trimText('a\r\nb\rc\td')).toBe('a\nb\nc\td')
  })
  it('drops control characters', () => {
    expect(trimText('a\u0000b\u0007c\u007fd\u0085e')).toBe('abcde')
  })
  it('does not change trimmed text', () => {
    fc.assert(
      fc.property(anyText, (source) => {
        expect(trimText(trimText(source))).toBe(trimText(source))
      }),
    )
  })
})

describe('one line', () => {
  it('turns line breaks into spaces', () => {
    expect(oneLine(' a\r\n\nb\u2028c\t')).toBe('a b c')
  })
  it('drops directional controls', () => {
    expect(oneLine('abc\u202egpj.exe')).toBe('abcgpj.exe')
  })
  it('never has a line break', () => {
    fc.assert(
      fc.property(anyText, (source) => {
        expect(oneLine(source)).not.toMatch(/[\r\n\t\u2028\u2029]/)
      }),
    )
  })
})
