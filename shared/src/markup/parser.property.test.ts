import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TABLE_COLUMNS_MAX } from '../limits'
import { countCharacters } from '../text'
import { type MarkupNode, MAX_TREE_DEPTH, partsOf } from './nodes'
import { excerpt, isVisiblyEmpty, mentions, plainText } from './plain'
import { quoteBlock } from './quotes'
import { MAX_VALUE, nameOf } from './tokens'
import { parse, parseMetered } from './tree'

/** Any code points, lone surrogates among them. (fast-check's own `binary` takes seconds to set up.) */
const codePoints = (maxLength: number): fc.Arbitrary<string> =>
  fc
    .array(fc.oneof(fc.nat(0x7f), fc.nat(0x33ff), fc.nat(0xffff), fc.nat(0x10ffff)), { maxLength })
    .map((points) => String.fromCodePoint(...points))

const TAGS = [
  ...['```\n', '\n```', '```a\n', '" post=7]', '[quote="b" post=12]', ' post=1]'],
  ...['[quote]', '[quote="', '[quote="小李"]', '[quote=a]', '"]', '[/quote]', '[quote', '[/quote'],
  ...['[b]', '[/b]', '[i]', '[/i]', '[u]', '[s]', '[/s]', '[code]', '[/code]', '[spoiler]', '[/spoiler]'],
  ...['[url]', '[/url]', '[url=', '[url=https://a.com]', '[img]', '[/img]', '[gif]', '[/gif]'],
  ...[
    '[h2]',
    '[/h2]',
    '[h3]',
    '[/h3]',
    '[hr]',
    '[task]',
    '[task=x]',
    '[/task]',
    '[code=ts]',
    '[figure]',
    '[/figure]',
  ],
  ...['[table]', '[/table]', '[tr]', '[/tr]', '[th]', '[/th]', '[td]', '[/td]', '[ol]', '[/ol]'],
  ...['[list]', '[list=1]', '[/list]', '[*]', '[', ']', '[[', '\\', '"', '='],
]
const WORDS = [
  'a',
  '中文',
  ' ',
  '\n',
  '\r\n',
  '@xiaoli',
  '@',
  'https://a.com/b',
  'http://',
  'www.',
  'www.a.com',
  '，',
  '(',
  ')',
]
const VIDEO = '\nhttps://youtu.be/dQw4w9WgXcQ\n'

const joined = (parts: fc.Arbitrary<string>, maxLength = 60): fc.Arbitrary<string> =>
  fc.array(parts, { maxLength }).map((all) => all.join(''))
const scraps = joined(fc.oneof(fc.constantFrom(...TAGS, ...WORDS, VIDEO), codePoints(4)))
const anything = fc.oneof(scraps, codePoints(200))

const childrenOf = (node: MarkupNode): MarkupNode[] => partsOf(node).flat()

function depthOf(nodes: readonly MarkupNode[]): number {
  return nodes.reduce((deepest, node) => Math.max(deepest, 1 + depthOf(childrenOf(node))), 0)
}

function allOf(nodes: readonly MarkupNode[]): MarkupNode[] {
  return nodes.flatMap((node) => [node, ...allOf(childrenOf(node))])
}

/** Returns the source of nodes that contain no tag and no video. */
function typed(nodes: readonly MarkupNode[]): string {
  return nodes
    .map((node) => {
      if (node.type === 'text') return node.text
      if (node.type === 'break') return '\n'
      return node.type === 'mention' ? `@${node.username}` : typed(childrenOf(node))
    })
    .join('')
}

describe('any source', () => {
  it('parses, reads and quotes any source without throwing', () => {
    fc.assert(
      fc.property(anything, fc.nat(50), (source, max) => {
        parse(source)
        plainText(source, { quotes: true })
        excerpt(source, max)
        mentions(source)
        isVisiblyEmpty(source)
        quoteBlock(source, source)
      }),
      { numRuns: 500 },
    )
  })
  it('builds a tree of bounded depth, with http and https addresses only', () => {
    fc.assert(
      fc.property(anything, (source) => {
        const tree = parse(source)
        expect(depthOf(tree)).toBeLessThanOrEqual(MAX_TREE_DEPTH)
        for (const node of allOf(tree)) {
          if ('url' in node) expect(node.url).toMatch(/^https?:\/\/[A-Za-z0-9]/)
          if (node.type === 'text') expect(node.text).toMatch(/^[^\n\r]+$/)
          if (node.type === 'link') expect(node.children.length).toBeGreaterThan(0)
          if (node.type === 'table') {
            expect(allOf(childrenOf(node)).some(({ type }) => type === 'table')).toBe(false)
            for (const cells of node.rows) expect(cells.length).toBeLessThanOrEqual(TABLE_COLUMNS_MAX)
          }
        }
      }),
      { numRuns: 500 },
    )
  })
  it('leaves a source without tags as typed', () => {
    const untagged = joined(fc.oneof(fc.constantFrom(...WORDS), codePoints(4)))
    fc.assert(
      fc.property(untagged, (source) => {
        const text = source.replaceAll('[', '').replace(/\r\n?/g, '\n')
        expect(typed(parse(text))).toBe(text)
      }),
    )
  })
  it('leaves a source without closed tags as typed', () => {
    const unclosed = joined(
      fc.constantFrom(...TAGS.filter((tag) => !/^\[\/|```|^\[hr|^\[task/.test(tag)), ...WORDS),
    )
    fc.assert(
      fc.property(unclosed, (source) => {
        const text = source.replace(/\r\n/g, '\n')
        expect(typed(parse(text))).toBe(text)
      }),
    )
  })
  it('has a one-line excerpt within the requested length', () => {
    fc.assert(
      fc.property(anything, fc.integer({ min: 1, max: 40 }), (source, max) => {
        const text = excerpt(source, max)
        expect(countCharacters(text)).toBeLessThanOrEqual(max + 1)
        expect(text).not.toMatch(/[\n\r]/)
      }),
    )
  })
})

describe('well-formed markup', () => {
  const word = fc.constantFrom('a', '中文', 'x y', '@xiaoli', 'www.a.com')
  const { source } = fc.letrec<{ source: string; part: string }>((tie) => ({
    part: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      word,
      fc
        .tuple(fc.constantFrom('b', 'i', 'u', 's', 'spoiler', 'quote'), tie('source'))
        .map(([tag, inside]) => `[${tag}]${inside}[/${tag}]`),
      tie('source').map((inside) => `[h2]${inside}[/h2][hr]`),
      tie('source').map((inside) => `[table][tr][th]${inside}[/th][td]b[/td][/tr][/table]`),
      tie('source').map((inside) => `[ol][*][task]${inside}[/ol]`),
      tie('source').map((inside) => `[figure][img]https://a.com/a.png[/img]${inside}[/figure]`),
      tie('source').map((inside) => `[quote="小 "李"]${inside}[/quote]`),
      tie('source').map((inside) => `[list]\n[*]${inside}\n[*]b[/list]`),
      tie('source').map((inside) => `[url=https://a.com/x]${inside}[/url]`),
      fc.constantFrom('[url]www.a.com[/url]', '[img]https://a.com/a.png[/img]', '[code]x[/code]', VIDEO),
    ),
    source: fc.array(tie('part'), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('')),
  }))

  it('leaves no tag of well-formed markup in plain text or the excerpt', () => {
    fc.assert(
      fc.property(source, (markup) => {
        expect(plainText(markup)).not.toMatch(/[[\]]/)
        expect(plainText(markup, { quotes: true })).not.toMatch(/[[\]]/)
        expect(excerpt(markup, 200)).not.toMatch(/[[\]]/)
      }),
      { numRuns: 300 },
    )
  })
})

describe('a quote block', () => {
  it('parses a quote block back to one quote of its name, whatever it contains', () => {
    fc.assert(
      fc.property(anything, anything, (name, content) => {
        const shown = nameOf(name)
        fc.pre(countCharacters(shown ?? '') <= 100)
        expect(parse(quoteBlock(name, content))).toMatchObject([{ type: 'quote', name: shown, depth: 1 }])
      }),
      { numRuns: 500 },
    )
  })
  it('ends with its content if this has code right before a tag without its partner', () => {
    const block = quoteBlock('a', '```\n[quote="b"]\n```[/quote]')
    expect(parse(`${block}好`).slice(1)).toEqual(parse('好'))
  })
  it('does not change the reply after a quote block', () => {
    fc.assert(
      fc.property(scraps, scraps, (content, scrap) => {
        const reply = `好${scrap}`
        expect(parse(quoteBlock('a', content) + reply).slice(1)).toEqual(parse(reply))
      }),
      { numRuns: 500 },
    )
  })
})

describe('the cost of parsing', () => {
  /** Maximum number of steps per code unit, over the tokenizer, the pairing and the search for links. */
  const MOST = 12
  const stepsOf = (source: string): number => {
    const meter = { steps: 0 }
    parseMetered(source, meter)
    return meter.steps
  }

  it.each([
    ...[
      '[quote=',
      '[quote="',
      '[quote="\\',
      '[quote="a"]',
      '[quote]',
      '[/quote]',
      '[quote][/b]',
      '[b][i]',
      '[b][/i]',
    ],
    ...[
      '@a@a@a',
      '@abc@',
      'www.',
      '-www.',
      'www.a.com/',
      'http://',
      'http://a.b',
      'https://a.com/(',
      'https://a.com/)',
    ],
    ...[
      '[url=',
      '[url=https://a.com]',
      '[url]',
      '[url]https://a.com',
      '[img]http://a.b',
      '[code]',
      '[/code]',
      '[code][',
    ],
    ...[
      '[*]',
      '[list][*]',
      '[list][b][*]',
      '[ol][*]',
      '[table]',
      '[table][tr][td]',
      '[td][/tr]',
      '[tr][/td][/table]',
      '[h2][h3]',
      '[figure][hr]',
      '[code=a]',
      '[task=',
      '[/b][b][quote]',
      '[spoiler][/quote]',
      '"]',
      '\\',
      '[',
      ']',
      '\n',
      ' ',
    ],
  ])('at most doubles the cost when the source doubles: %s', (scrap) => {
    for (const end of ['', ']', '"]', '[/quote]', '[/code]', '[/url]']) {
      const once = scrap.repeat(Math.ceil(10_000 / scrap.length))
      // Searches look ahead by up to MAX_VALUE, which may add that much; quadratic time would cost four times as much.
      expect(stepsOf(once + once + end)).toBeLessThanOrEqual(2 * stepsOf(once + end) + 2 * MAX_VALUE)
      expect(stepsOf(once + once + end)).toBeLessThanOrEqual(MOST * 2 * once.length)
    }
  })
  it('stays under a bound for any mixture of markup', () => {
    fc.assert(
      fc.property(scraps, fc.integer({ min: 1, max: 50 }), (source, times) => {
        const whole = source.repeat(times)
        expect(stepsOf(whole)).toBeLessThanOrEqual(MOST * whole.length + 10)
      }),
    )
  })
  it('has a cost that does not depend on depth', () => {
    for (const [open, close] of [
      ['[quote]', '[/quote]'],
      ['[b]', '[/b]'],
      ['[list][*]', '[/list]'],
      ['[table][tr][td]', '[/td][/tr][/table]'],
      ['[ol][*][h2]', '[/h2][/ol]'],
      ['[spoiler][quote="a"][i]', '[/i][/quote][/spoiler]'],
    ] as const) {
      const source = `${open.repeat(1_200)}底${close.repeat(1_200)}`
      expect(depthOf(parse(source))).toBeLessThanOrEqual(MAX_TREE_DEPTH)
      expect(allOf(parse(source))).toContainEqual({ type: 'text', text: expect.stringContaining('底') })
      expect(stepsOf(source)).toBeLessThanOrEqual(MOST * source.length)
    }
  })
})
