import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasPiledMarks } from '../text'
import { excerpt, isVisiblyEmpty, mentions, plainText, searchText, showsPiledMarks } from './plain'

const REPLY = '[quote="小李"]可以考虑 day-1 CPT[/quote]\n风险很大，[b]慎重[/b]。'

describe('plain text', () => {
  it('omits tags, and quotes unless requested, from plain text', () => {
    expect(plainText(REPLY)).toBe('风险很大，慎重。')
    expect(plainText(REPLY, { quotes: true })).toBe('可以考虑 day-1 CPT\n风险很大，慎重。')
  })
  it('puts placeholders for pictures, videos and spoilers', () => {
    expect(
      plainText('看[img]https://a.com/a.png[/img][spoiler]结局[/spoiler]https://youtu.be/dQw4w9WgXcQ'),
    ).toBe('看「图片」\n「剧透」\n「视频」')
  })
  it('keeps labels, mentions, code and lists in plain text', () => {
    expect(
      plainText('[url=https://a.com]这里[/url] @xiaoli [code][b][/code]\n[list][*]一\n[*]二[/list]'),
    ).toBe('这里 @xiaoli [b]\n一\n二')
  })
})

describe('the text for searches', () => {
  it('consists of the visible words of the author alone', () => {
    const source = `${REPLY}[spoiler]结局[/spoiler][b]绿[/b]卡 [img]https://a.com/a.png[/img]`
    expect(searchText(source)).toBe('风险很大，慎重。\n绿卡')
  })
  it('is what was typed where there is no markup', () => {
    const parts = fc.constantFrom(' ', '\n', '\t', '绿卡', '@xiaoli', 'www', 'http:', ']', '(b)', '``', '😂')
    fc.assert(
      fc.property(fc.array(parts), (typed) => {
        // A tag at the end makes the whole text be parsed.
        expect(searchText(`${typed.join('')}[b]。[/b]`)).toBe(`${typed.join('')}。`.trim())
        expect(searchText(typed.join(''))).toBe(typed.join('').trim())
      }),
    )
  })
  it('separates the words on both sides of a picture', () => {
    expect(searchText('绿[img]https://a.com/a.png[/img]卡')).toBe('绿\n卡')
  })
})

describe('an excerpt', () => {
  it('cuts an excerpt by characters to one line', () => {
    expect(excerpt('一\n\n二　三', 10)).toBe('一 二 三')
    expect(excerpt('👨‍👩‍👧'.repeat(5), 3)).toBe('👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧…')
  })
  it('never contains the words of quotes, and says so where there are no others', () => {
    expect(excerpt(REPLY, 200)).toBe('风险很大，慎重。')
    expect(excerpt('[quote="a"]只有[quote="b"]引用[/quote][/quote]\n\n', 200)).toBe('「引用」')
    expect(excerpt('[list][*][quote="a"]只有[/quote][/list]', 200)).toBe('「引用」')
    expect(excerpt(' \n', 200)).toBe('')
  })
})

describe('mentions', () => {
  it('finds the names outside quotes, code and labels, each once', () => {
    const source =
      '@XiaoLi [quote="a"]@quoted[/quote][code]@coded[/code] [list][*]@laowang88[/list][b]@xiaoli[/b]'
    expect(mentions(source)).toEqual(['xiaoli', 'laowang88'])
  })
})

describe('marks piled upon one character', () => {
  const MARKS = '\u0301'.repeat(8)
  it.each([
    ...['[b][/b]', '[i]\u0301[/i]', '[B][/b][s][u][/u][/s]'].map((tag) => `${MARKS}${tag}`.repeat(20)),
    `[spoiler]${MARKS}[b][/b]${MARKS}[/spoiler]`,
    `[quote="甲"]${MARKS}[b][/b]${MARKS}[/quote]`,
    `[list][*]${MARKS}[u][/u]${MARKS}[/list]`,
    `[url=https://a.cn]e${MARKS}[/url]${MARKS}`,
    `[code]${MARKS}[/code]${MARKS}`,
    '\u0301'.repeat(9),
  ])('are found in what %# shows, and are in no excerpt', (rest) => {
    const source = `e${rest}`
    expect(showsPiledMarks(source)).toBe(true)
    for (const text of [excerpt(source, 200), searchText(source)]) expect(hasPiledMarks(text)).toBe(false)
  })
  it('are not found across lines and pictures', () => {
    for (const between of ['\n', '[img]https://a.cn/a.png[/img]', '中', '[quote]中[/quote]', '[x]'])
      expect(showsPiledMarks(`e${MARKS}${between}${MARKS}`)).toBe(false)
  })
})

describe('visibly empty', () => {
  it('recognises a post that shows nothing', () => {
    for (const source of [
      '',
      ' \n\u3000',
      '[b] [/b]',
      '[quote="a"]\u200b[/quote]',
      '[code]\n[/code]',
      '[list][*] [/list]',
    ]) {
      expect([source, isVisiblyEmpty(source)]).toEqual([source, true])
    }
    for (const source of [
      'a',
      '[quote]a[/quote]',
      '[b]',
      '[img]https://a.com/a.png[/img]',
      '[url=https://a.com][/url]',
    ]) {
      expect([source, isVisiblyEmpty(source)]).toEqual([source, false])
    }
  })
})
