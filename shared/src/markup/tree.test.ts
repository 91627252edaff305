import { describe, expect, it } from 'vitest'
import { type MarkupNode } from './nodes'
import { parse } from './tree'

const text = (value: string): MarkupNode => ({ type: 'text', text: value })
const lineBreak: MarkupNode = { type: 'break' }
const link = (url: string, shown = url): MarkupNode => ({
  type: 'link',
  url,
  bare: true,
  children: [text(shown)],
})
const quote = (name: string | null, children: MarkupNode[], depth = 1): MarkupNode => ({
  type: 'quote',
  name,
  postId: null,
  depth,
  collapsed: false,
  children,
})
const bold = (...children: MarkupNode[]): MarkupNode => ({ type: 'bold', children })

describe('text', () => {
  it('keeps text as typed, in lines', () => {
    expect(parse('')).toEqual([])
    expect(parse('你好\n\n再见')).toEqual([text('你好'), lineBreak, lineBreak, text('再见')])
    expect(parse('a\r\nb\rc')).toEqual([text('a'), lineBreak, text('b'), lineBreak, text('c')])
  })
  it('never turns text into HTML or Markdown', () => {
    expect(parse('<script>alert(1)</script> **a** &amp;')).toEqual([
      text('<script>alert(1)</script> **a** &amp;'),
    ])
  })
})

describe('styles', () => {
  it('nests styles, in either case', () => {
    expect(parse('a[B]b[i]c[/I][/b]')).toEqual([
      text('a'),
      bold(text('b'), { type: 'italic', children: [text('c')] }),
    ])
    expect(parse('[u]a[/u][s]b[/s]')).toEqual([
      { type: 'underline', children: [text('a')] },
      { type: 'strike', children: [text('b')] },
    ])
  })
  it('renders nothing for empty styles', () => {
    expect(parse('a[b][/b]b')).toEqual([text('ab')])
  })
})

describe('a malformed tag', () => {
  it.each([
    '[b]a',
    'a[/b]',
    '[zz]a[/zz]',
    '[b ]a[/b ]',
    '[quote',
    '[quote="小李]a',
    '[*]a',
    '[list][*]a',
    '[code]a',
    '[url]a b[/url]',
    '[url=javascript:alert(1)]a[/url]',
    '[url=//a.com]a[/url]',
    '[url=data:text/html,a]a[/url]',
    '[img]data:image/png;base64,AA[/img]',
    '[gif]a.gif[/gif]',
    '[list=a][/list]',
    '[[]]',
  ])('shows a malformed tag as typed: %s', (source) => {
    expect(parse(source)).toEqual([text(source)])
  })
  it('parses the tags around a malformed one', () => {
    expect(parse('[b][i]a[/b]b[/i]')).toEqual([bold(text('[i]a')), text('b[/i]')])
    expect(parse('[quote][b]a[/quote]b[/b]')).toEqual([quote(null, [text('[b]a')]), text('b[/b]')])
  })
  it('does not close a tag outside its quote', () => {
    expect(parse('[b]a[quote]b[/b]c[/quote]d[/b]')).toEqual([
      bold(text('a'), quote(null, [text('b[/b]c')]), text('d')),
    ])
  })
})

describe('quotes', () => {
  it('gives quotes their names', () => {
    expect(parse('[quote="小李"]可以考虑[/quote]')).toEqual([quote('小李', [text('可以考虑')])])
    for (const opener of [
      '[quote=小李]',
      "[quote='小李']",
      '[quote=“小李”]',
      '[QUOTE="小李"]',
      '[quote= 小李 ]',
    ]) {
      expect(parse(`${opener}a[/quote]`)).toEqual([quote('小李', [text('a')])])
    }
    expect(parse('[quote]a[/quote]')).toEqual([quote(null, [text('a')])])
    expect(parse('[quote=]a[/quote]')).toEqual([quote(null, [text('a')])])
    expect(parse('[quote=""]a[/quote]')).toEqual([quote(null, [text('a')])])
  })
  it('reads quoted names with quotation marks, brackets and backslashes', () => {
    expect(parse('[quote="[TX] 老王"]a[/quote]')).toEqual([quote('[TX] 老王', [text('a')])])
    expect(parse('[quote="a\\"]b\\\\"]a[/quote]')).toEqual([quote('a"]b\\', [text('a')])])
    expect(parse('[quote="说"好"的"]a[/quote]')).toEqual([quote('说"好"的', [text('a')])])
  })
  it('reads the post that a quote names', () => {
    for (const name of ['小李', 'a post=7', 'a" post=7']) {
      const written = name.replaceAll('"', '\\"')
      expect(parse(`[quote="${written}" post=12]a[/quote]b`)).toEqual([
        { ...quote(name, [text('a')]), postId: 12 },
        text('b'),
      ])
    }
  })
  it.each([
    'post=0',
    'post=-1',
    'post=01',
    'post=1.5',
    'post=1234567890123456',
    'post=',
    ' post=1',
    'thread=1',
  ])('reads no post from a quote with %s', (value) => {
    const nodes = parse(`[quote="小李" ${value}]a[/quote]`)
    expect(nodes.some((node) => node.type === 'quote' && node.postId !== null)).toBe(false)
  })
  it('puts quotes on separate lines, without empty lines around them', () => {
    expect(parse('a\n[quote]\nb\n[/quote]\nc')).toEqual([text('a'), quote(null, [text('b')]), text('c')])
    expect(parse('[quote]a[/quote]\n\nb')).toEqual([quote(null, [text('a')]), lineBreak, text('b')])
  })
  it('nests quotes, and collapses them below the fifth', () => {
    const names = Array.from({ length: 8 }, (_, level) => `n${level + 1}`)
    const source = names.map((name) => `[quote="${name}"]${name} says`).join('') + '[/quote]'.repeat(8)
    let [node] = parse(source)
    for (let depth = 1; depth <= 5; depth += 1) {
      expect(node).toMatchObject({ type: 'quote', name: `n${depth}`, depth, collapsed: false })
      node = node?.type === 'quote' ? node.children.at(-1) : undefined
    }
    expect(node).toEqual({
      type: 'quote',
      name: 'n6',
      postId: null,
      depth: 6,
      collapsed: true,
      children: [text('n6 says'), lineBreak, text('n7：n7 says'), lineBreak, text('n8：n8 says')],
    })
  })
  it('parses quotes after one that is not closed', () => {
    expect(parse('[quote="a"]x[quote="b"]y[/quote]z')).toEqual([
      text('[quote="a"]x'),
      quote('b', [text('y')]),
      text('z'),
    ])
  })
})

describe('fenced code', () => {
  const code = (value: string): MarkupNode => ({ type: 'code', text: value, block: true })
  it('keeps code as typed', () => {
    expect(parse('a\n```\n[b]x\n\n  `y`\n```\nb')).toEqual([text('a'), code('[b]x\n\n  `y`'), text('b')])
    expect(parse('```ts\nlet a = 1\n```')).toEqual([{ ...code('let a = 1'), language: 'ts' }])
    expect(parse('[quote]```\na\n```[/quote]')).toEqual([quote(null, [code('a')])])
  })
  it.each(['```', '```\na', 'a ```\nb\n```', '```\na\n``` b', '`a`'])(
    'shows a half fence as typed: %j',
    (source) => {
      expect(parse(source).some((node) => node.type === 'code')).toBe(false)
    },
  )
})

describe('code', () => {
  it('keeps code as typed', () => {
    expect(parse('[code][b]@abc https://a.com[/b][/code]')).toEqual([
      { type: 'code', text: '[b]@abc https://a.com[/b]', block: false },
    ])
    expect(parse('a\n[code]\n  [quote]\n\n[/code]\nb')).toEqual([
      text('a'),
      { type: 'code', text: '  [quote]\n', block: true },
      text('b'),
    ])
  })
})

describe('links', () => {
  it.each([
    ['https://a.com', 'https://a.com', ''],
    ['HTTP://A.com/x', 'http://A.com/x', ''],
    ['www.uscis.gov', 'https://www.uscis.gov', ''],
    ['http://localhost:3000/a', 'http://localhost:3000/a', ''],
    ['https://a.com/x?y=1&z=[', 'https://a.com/x?y=1&z=', '['],
    ['https://中文.com/路径', 'https://中文.com/路径', ''],
    ['https://中文.com很好', 'https://中文.com', '很好'],
    ['https://www.例子.中国谢谢', 'https://www.例子.中国', '谢谢'],
    ['https://新华网.公司', 'https://新华网.公司', ''],
    ['https://中文.com:8080/a', 'https://中文.com:8080/a', ''],
    ['https://中文abc.net.cn，见', 'https://中文abc.net.cn', '，见'],
    ['https://日本語.jp/あ', 'https://日本語.jp/あ', ''],
    ['https://münchen.de/x', 'https://münchen.de/x', ''],
    ['https://пример.рф', 'https://пример.рф', ''],
    ['https://a.com.很好', 'https://a.com', '.很好'],
    ['www.中文.com', 'https://www.中文.com', ''],
    ['https://a.com，谢谢', 'https://a.com', '，谢谢'],
    ['https://a.com谢谢', 'https://a.com', '谢谢'],
    ['https://a.com/谢谢', 'https://a.com/', '谢谢'],
    ['https://a.com/x谢谢', 'https://a.com/x', '谢谢'],
    ['https://zh.wikipedia.org/wiki/北京?a#史', 'https://zh.wikipedia.org/wiki/北京?a#史', ''],
    ['https://fr.wikipedia.org/wiki/Québec', 'https://fr.wikipedia.org/wiki/Québec', ''],
    ['https://a.com/x（见）', 'https://a.com/x', '（见）'],
    ['https://a.com/x」', 'https://a.com/x', '」'],
    ['https://a.com/x.', 'https://a.com/x', '.'],
    ['https://a.com.', 'https://a.com', '.'],
    ['https://a.com/x)', 'https://a.com/x', ')'],
    ['https://a.com/x_(y)', 'https://a.com/x_(y)', ''],
    ['https://a.com/x😀', 'https://a.com/x', '😀'],
    ['https://a.com:80@b.com', 'https://a.com:80', '@b.com'],
    ['https://a.com@b.com', 'https://a.com', '@b.com'],
  ])('ends a link where the address does: %s', (source, url, rest) => {
    const shown = source.slice(0, source.length - rest.length)
    expect(parse(source)).toEqual([link(url, shown), ...(rest === '' ? [] : [text(rest)])])
  })
  it('recognises links right behind Chinese', () => {
    expect(parse('见www.uscis.gov，或（https://a.com/b）。')).toEqual([
      text('见'),
      link('https://www.uscis.gov', 'www.uscis.gov'),
      text('，或（'),
      link('https://a.com/b'),
      text('）。'),
    ])
  })
  it.each([
    'awww.a.com',
    'a@www.a.com',
    'www.a',
    'www.',
    'http://',
    'https://a',
    'https://a..com',
    'https://中文',
    'https://北京.欢迎你',
    'ftp://a.com',
    'a.com',
  ])('makes no link of %s', (source) => {
    expect(parse(source)).toEqual([text(source)])
  })
  it('reads the address or label of a link from a tag', () => {
    const labelled = (url: string, ...children: MarkupNode[]): MarkupNode => ({
      type: 'link',
      url,
      bare: false,
      children,
    })
    expect(parse('[url]https://a.com[/url]')).toEqual([labelled('https://a.com', text('https://a.com'))])
    expect(parse('[url=https://中文.com/路径]看[/url]')).toEqual([
      labelled('https://中文.com/路径', text('看')),
    ])
    expect(parse('[url] www.a.com [/url]')).toEqual([labelled('https://www.a.com', text('www.a.com'))])
    expect(parse('[url=https://a.com][b]这里[/b][/url]')).toEqual([
      labelled('https://a.com', bold(text('这里'))),
    ])
    expect(parse('[url="https://a.com"]这里[/url]')).toEqual([labelled('https://a.com', text('这里'))])
  })
  it('renders links without nested links or mentions, and never empty', () => {
    const [node] = parse(
      '[url=https://a.com]www.b.com @xiaoli [url]https://c.com[/url][url=https://d.com]d[/url][/url]',
    )
    expect(node).toMatchObject({ type: 'link', children: [text('www.b.com @xiaoli https://c.comd')] })
    for (const label of ['', ' ', '\u200b', '[b] [/b]']) {
      expect(parse(`[url=https://a.com]${label}[/url]`)).toMatchObject([
        { children: [text('https://a.com')] },
      ])
    }
  })
})

describe('mentions', () => {
  it.each(['@xiaoli', '@xiaoli 你好', '谢谢@xiaoli，', '(@xiaoli)', '@xiaoli。', '@xiaoli.', '@xiaoli的'])(
    'finds mentions in %s',
    (source) => {
      expect(parse(source)).toContainEqual({ type: 'mention', username: 'xiaoli' })
    },
  )
  it.each([
    'a@xiaoli',
    'a.b@xiaoli.com',
    '张三@gmail.com',
    '@@xiaoli',
    '/@xiaoli',
    '.@xiaoli',
    '@ab',
    '@小李',
    `@${'a'.repeat(21)}`,
    '@xiao_li',
    '@a@a@a',
  ])('finds no mention in %s', (source) => {
    expect(parse(source)).toEqual([text(source)])
  })
})

describe('images', () => {
  it('accepts images with web addresses only', () => {
    expect(parse('[img]https://a.com/a.png[/img][GIF] http://a.com/a.gif [/gif]')).toEqual([
      { type: 'image', url: 'https://a.com/a.png', gif: false },
      { type: 'image', url: 'http://a.com/a.gif', gif: true },
    ])
  })
})

describe('lists', () => {
  it('reads the items between the tags of a list', () => {
    expect(parse('[list]\n[*]a\n[*] b\nc\n[/list]\nd')).toEqual([
      { type: 'list', ordered: false, items: [[text('a')], [text(' b'), lineBreak, text('c')]] },
      text('d'),
    ])
    expect(parse('[list=1][*]a[/list]')).toEqual([{ type: 'list', ordered: true, items: [[text('a')]] }])
  })
  it('nests lists, keeps content before the first item, and drops empty lists', () => {
    expect(parse('[list]x[*]a[list][*]b[/list][/list]')).toEqual([
      {
        type: 'list',
        ordered: false,
        items: [[text('x')], [text('a'), { type: 'list', ordered: false, items: [[text('b')]] }]],
      },
    ])
    expect(parse('[list]\n[/list]')).toEqual([])
  })
  it('ends a style that a list item leaves open', () => {
    expect(parse('[list][*][b]a[*]b[/b][/list]')).toEqual([
      { type: 'list', ordered: false, items: [[text('[b]a')], [text('b[/b]')]] },
    ])
  })
})

describe('spoilers', () => {
  it('allows markup in spoilers', () => {
    expect(parse('[spoiler]\n[b]a[/b]\n[/spoiler]')).toEqual([
      { type: 'spoiler', children: [bold(text('a'))] },
    ])
  })
})

describe('videos', () => {
  const youtube = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'
  const bilibili = (id: string): string =>
    `https://player.bilibili.com/player.html?${id}&autoplay=0&danmaku=0`
  it.each([
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'youtube', 'dQw4w9WgXcQ', youtube],
    ['https://m.youtube.com/watch?feature=share&v=dQw4w9WgXcQ&t=3', 'youtube', 'dQw4w9WgXcQ', youtube],
    ['https://youtu.be/dQw4w9WgXcQ?si=abc', 'youtube', 'dQw4w9WgXcQ', youtube],
    ['https://youtube.com/shorts/dQw4w9WgXcQ', 'youtube', 'dQw4w9WgXcQ', youtube],
    ['https://vimeo.com/76979871', 'vimeo', '76979871', 'https://player.vimeo.com/video/76979871?dnt=1'],
    [
      'https://www.bilibili.com/video/BV1GJ411x7h7/?p=1',
      'bilibili',
      'BV1GJ411x7h7',
      bilibili('bvid=BV1GJ411x7h7'),
    ],
    ['https://m.bilibili.com/video/BV1GJ411x7h7', 'bilibili', 'BV1GJ411x7h7', bilibili('bvid=BV1GJ411x7h7')],
    ['https://www.bilibili.com/video/av80433022', 'bilibili', 'av80433022', bilibili('aid=80433022')],
  ])('makes a player of %s', (page, provider, id, embed) => {
    expect(parse(page)).toEqual([{ type: 'video', provider, id, page, embed }])
  })
  it.each([
    'https://b23.tv/abcdefg',
    'https://www.youtube.com/@somebody',
    'https://www.youtube.com/watch?v=short',
    'https://youtube.com.evil.com/watch?v=dQw4w9WgXcQ',
    'https://evil.com/youtu.be/dQw4w9WgXcQ',
    'https://vimeo.com/channels/staffpicks',
    'https://www.bilibili.com/video/BV1',
  ])('makes no player of %s', (page) => {
    expect(parse(page)).toEqual([link(page)])
  })
  it('makes players of links alone on a line, at the top level or in a quote', () => {
    const page = 'https://youtu.be/dQw4w9WgXcQ'
    const video = { type: 'video', provider: 'youtube', id: 'dQw4w9WgXcQ', page, embed: youtube }
    expect(parse(`a\n ${page} \nb`)).toEqual([text('a'), video, text('b')])
    expect(parse(`[quote]${page}[/quote]`)).toMatchObject([{ children: [video] }])
    expect(parse(`[quote]a[/quote]${page}`)).toMatchObject([{ type: 'quote' }, video])
    expect(parse('www.youtube.com/watch?v=dQw4w9WgXcQ')).toMatchObject([{ type: 'video' }])
    expect(parse(`看 ${page}`)).toEqual([text('看 '), link(page)])
    expect(parse(`[b]${page}[/b]`)).toEqual([bold(link(page))])
    expect(parse(`[url]${page}[/url]`)).toMatchObject([{ type: 'link' }])
    expect(parse(`[list][*]${page}[/list]`)).toEqual([
      { type: 'list', ordered: false, items: [[link(page)]] },
    ])
  })
})
