import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countCharacters } from '../text'
import { cutMarkup } from './cut'
import { plainText } from './plain'

describe('cutting markup', () => {
  it.each([
    ['[b]一二三四五六七八九十[/b]', 12, '[b]一二三四五[/b]'],
    ['一二[url=https://a.example/x]三四五[/url]', 20, '一二'],
    ['[url=https://a.example/x]三四五六[/url]', 31, '[url=https://a.example/x][/url]'],
    ['一二三[img]https://a.example/x.png[/img]', 10, '一二三'],
    ['一二三 https://a.example/a/long/path', 20, '一二三'],
    ['[quote="a"][b]一二三四[/b][/quote]五六', 31, '[quote="a"][b]一二三四[/b][/quote]五'],
    ['一二三四👨‍👩‍👧五六', 5, '一二三四👨‍👩‍👧'],
    ['[b]一[/b]', 20, '[b]一[/b]'],
  ])('cuts %j to %i characters without part of a tag', (source, max, cut) => {
    expect(cutMarkup(source, max)).toBe(cut)
  })

  it('never shows a tag that the whole text does not show, and never exceeds the maximum', () => {
    const piece = fc.constantFrom(
      '[b]',
      '[/b]',
      '[i]',
      '[/i]',
      '[quote="x"]',
      '[/quote]',
      '字',
      'e\u0301',
      '\n',
      '[list]',
      '[*]',
      '[/list]',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), fc.nat(60), (pieces, max) => {
        const source = pieces.join('')
        const cut = cutMarkup(source, max)
        expect(countCharacters(cut)).toBeLessThanOrEqual(max)
        const tagsShown = (text: string) =>
          plainText(text, { quotes: true }).match(/\[[^\]]*\]?/g)?.length ?? 0
        expect(tagsShown(cut)).toBeLessThanOrEqual(tagsShown(source))
      }),
    )
  })
})
