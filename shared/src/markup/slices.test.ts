import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type MarkupNode, partsOf } from './nodes'
import { excerpt, plainText } from './plain'
import { quoteBlock } from './quotes'
import { quotedWords, sliceSource } from './slices'
import { parse, type Place } from './tree'

const childrenOf = (node: MarkupNode): MarkupNode[] => partsOf(node).flat()
const allOf = (nodes: readonly MarkupNode[]): MarkupNode[] =>
  nodes.flatMap((node) => [node, ...allOf(childrenOf(node))])
const ofType = (source: string, type: MarkupNode['type']) =>
  allOf(parse(source)).filter((node) => node.type === type)

const textOf = (nodes: readonly MarkupNode[]): string =>
  nodes.map((node) => (node.type === 'text' ? node.text : textOf(childrenOf(node)))).join('')

/** Pieces of markup, in which 秘 is typed in spoilers only and 码 in code, unless other pieces take that away. */
const piece = fc.constantFrom(
  ...[
    '[spoiler]秘[b]秘秘[/b][/spoiler]',
    '[code]码[img]https://a.com/a.png[/img][/code]',
    '[code=js]码js[/code]',
    '[table][tr][td]',
    '[/td][/tr][/table]',
    '[h2]字[/h2][hr]',
    '```\n码[/code]码\n```\n',
  ],
  ...[
    '[quote="b" post=12]',
    '[/quote]',
    '[b]',
    '[/b]',
    '[list]',
    '[*]',
    '[/list]',
    '[url=https://a.com]',
    '[/url]',
  ],
  ...[
    '[img]https://a.com/b.png[/img]',
    '[url]https://a.com/c[/url]',
    'https://a.com/d',
    '@xiaoli',
    '字',
    '\n',
    ' ',
    '[',
  ],
  ...[
    '[i[b][/b]mg]https://evil.com/x.png[/img]',
    '\nhttps://youtu.be/dQw4w9WgXcQ\n',
    '\r\n',
    'img]',
    ']',
    '`',
  ],
)
const sources = fc.array(piece, { maxLength: 20 }).map((all) => all.join(''))

describe('a part of a source', () => {
  const of = (source: string, words: string, max?: number) => {
    const from = source.indexOf(words)
    return sliceSource(source, { from, to: from + words.length }, max)
  }
  it('keeps a part in the code, spoilers, quotes, lists and styles that it is in', () => {
    expect(of('看[code][img]https://a.com/a.png[/img][/code]', 'https')).toBe('[code]https[/code]')
    expect(of('```\na\n[/code]b\nc\n```', '[/code]b')).toBe('```\n[/code]b\n```')
    expect(of('[spoiler]凶手是他[/spoiler]', '是他')).toBe('[spoiler]是他[/spoiler]')
    expect(of('[quote="b" post=12]他说的[/quote]我说的', '说的[/quote]我说')).toBe(
      '[quote="b" post=12]说的[/quote]我说',
    )
    expect(of('[list][*]一[*]二二[*]三[/list]', '二二')).toBe('[list][*]二二[/list]')
    expect(of('[b]粗[i]斜体[/i][/b]常', '体')).toBe('[b][i]体[/i][/b]')
    expect(of('[b]粗[/b]常', '常')).toBe('常')
  })
  it('cuts a part by characters without losing a closing tag', () => {
    expect(of('[b]一二三[/b][spoiler]四五[/spoiler]六', '[b]一二三[/b][spoiler]四五[/spoiler]六', 4)).toBe(
      '[b]一二三[/b][spoiler]四…[/spoiler]',
    )
  })
  it('returns the source for all of it', () => {
    fc.assert(
      fc.property(sources, (source) => {
        expect(sliceSource(source, { from: 0, to: source.length })).toBe(source.replace(/\r\n/g, '\n').trim())
      }),
    )
  })
  it('shows nothing that the source hides, and loads nothing that it does not', () => {
    fc.assert(
      fc.property(sources, fc.nat(200), fc.nat(200), fc.constantFrom(3, Infinity), (source, a, b, max) => {
        const block = quoteBlock('a', sliceSource(source, { from: Math.min(a, b), to: Math.max(a, b) }, max))
        const [quote, ...rest] = parse(block)
        expect(rest.every(({ type }) => type === 'break')).toBe(true)
        expect(quote?.type).toBe('quote')
        const seen = (text: string) => plainText(text, { quotes: true })
        if (!seen(source).includes('秘')) expect(seen(block)).not.toContain('秘')
        if (!textOf(parse(source)).includes('码')) expect(textOf(parse(block))).not.toContain('码')
        const pictures = ofType(source, 'image')
        for (const picture of ofType(block, 'image')) expect(pictures).toContainEqual(picture)
      }),
    )
  })
})

describe('the words of a post in a quote', () => {
  it('keeps code as code, and shows everything else as an excerpt does', () => {
    expect(quotedWords('看 [code][img]https://a.com/a.png[/img][/code] [b]这里[/b]', 200)).toBe(
      '看 [code][img]https://a.com/a.png[/img][/code] 这里',
    )
    expect(quotedWords('[spoiler]凶手[/spoiler][quote="a"]b[/quote]好', 200)).toBe('「剧透」 好')
    expect(quotedWords('[quote="a"]b[/quote]', 200)).toBe('「引用」')
    expect(quotedWords('一二三四', 3)).toBe('一二三…')
    expect(quotedWords('[code]一二三四[/code]五', 3)).toBe('[code]一二三…[/code]')
  })
  it('makes no markup but code of the words of a post', () => {
    fc.assert(
      fc.property(sources, fc.constantFrom(5, 200), (source, max) => {
        const block = quoteBlock('a', quotedWords(source, max))
        const [quote] = parse(block)
        const types = new Set(allOf(childrenOf(quote!)).map(({ type }) => type))
        for (const type of ['text', 'break', 'mention', 'link', 'code', 'video'] as const) types.delete(type)
        expect([...types]).toEqual([])
        if (!textOf(parse(source)).includes('码')) expect(textOf(parse(block))).not.toContain('码')
        if (ofType(source, 'code').length === 0)
          expect(quotedWords(source, max).replace(/［/g, '[').replace(/｀/g, '`')).toBe(excerpt(source, max))
      }),
    )
  })
})

describe('the places of a tree', () => {
  it('places each text of a tree where it is in the source', () => {
    fc.assert(
      fc.property(sources, (written) => {
        const source = written.replace(/\r\n/g, '\n')
        const places = new Map<MarkupNode, readonly Place[]>()
        for (const node of allOf(parse(source, places))) {
          for (const { at, from, length } of places.get(node) ?? []) {
            if (node.type === 'text' || node.type === 'code')
              expect(source.slice(from, from + length)).toBe(node.text.slice(at, at + length))
            if (node.type === 'mention') expect(source.slice(from, from + length)).toBe(`@${node.username}`)
          }
        }
      }),
    )
  })
})
