import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  namedPostIds,
  quotedPostIds,
  quotesAnswered,
  withCurrentQuotes,
  withoutQuotes,
  withWithheldWords,
} from './current-quotes'
import { excerpt } from './plain'
import { parse } from './tree'

const QUOTED = new Map([
  [5, { name: '小李', isWithheld: false }],
  [6, { name: '老王', isWithheld: true }],
])
const NOBODY = new Map<string, string>()
const shown = (source: string, answers: { id: number; name: string } | null = null, renamed = NOBODY) =>
  withCurrentQuotes(source, { quoted: QUOTED, answers, renamed })

describe('the quotes of a source as readers see them', () => {
  it('shows the current name of the author of a quoted post, whatever name was written', () => {
    expect(shown('[quote="旧名" post=5]话[/quote]好')).toBe('[quote="小李" post=5]话[/quote]好')
    expect(shown('[quote="" post=5]话[/quote]好')).toBe('[quote="小李" post=5]话[/quote]好')
    expect(shown('[b][quote="旧名" post=5]话[/quote][/b]')).toBe('[b][quote="小李" post=5]话[/quote][/b]')
  })
  it('leaves out the words of a withheld post, at every depth and with what is nested in them', () => {
    const withheld = '[quote="老王" post=6][/quote]'
    expect(shown('[quote="x" post=6]秘[quote="小李" post=5]话[/quote]密[/quote]好')).toBe(`${withheld}好`)
    expect(shown('[quote="小李" post=5]话[quote="x" post=6]秘密[/quote]完[/quote]')).toBe(
      `[quote="小李" post=5]话${withheld}完[/quote]`,
    )
    expect(shown('[spoiler][QUOTE="x" post=6]秘密[/quote][/spoiler]')).toBe(`[spoiler]${withheld}[/spoiler]`)
  })
  it('leaves quotes as they were written where they name no known post, and in code', () => {
    for (const source of [
      '[quote="小李"]话[/quote]',
      '[quote="a" post=9]话[/quote]',
      '[code][quote="x" post=6]a[/quote][/code]',
      '[quote="x" post=6]没完',
    ])
      expect(shown(source)).toBe(source)
  })
  it('finds the quote of the answered post that does not name it, by its name or as the only one', () => {
    expect(shown('前面[quote="老王"]秘密[/quote]', { id: 6, name: '老王' })).toBe(
      '前面[quote="老王" post=6][/quote]',
    )
    expect(shown('[quote="旧名"]秘密[/quote]', { id: 6, name: '老王' })).toBe('[quote="老王" post=6][/quote]')
    expect(shown('[quote="旧名"]话[/quote]好', { id: 5, name: '小李' })).toBe('[quote="小李"]话[/quote]好')
    const two = '[quote="甲"]一[/quote][quote="老王"]秘密[/quote]'
    expect(shown(two, { id: 6, name: '老王' })).toBe('[quote="甲"]一[/quote][quote="老王" post=6][/quote]')
    expect(shown(two, { id: 5, name: '小李' })).toBe(two)
  })
  it('withholds each quote that may be of the answered post: without a name, or of one name that is outdated', () => {
    const answers = { id: 6, name: '老王' }
    const withheld = '[quote="老王" post=6][/quote]'
    expect(shown('[quote]秘密[/quote]好', answers)).toBe(`${withheld}好`)
    for (const opener of ['[quote]', '[quote="旧名"]', '[quote="老王"]'])
      expect(shown(`${opener}秘密[/quote]甲${opener}秘密[/quote]`, answers)).toBe(`${withheld}甲${withheld}`)
    expect(shown('[quote="x" post=6]秘密[/quote][quote="老王"]秘密[/quote]', answers)).toBe(
      `${withheld}${withheld}`,
    )
    const stored = '[quote]一[/quote]甲[quote]二[/quote]'
    expect(withWithheldWords(shown(stored, answers).replace('甲', '乙'), stored, answers)).toBe(
      `${withheld.replace('][', ']一[')}乙${withheld.replace('][', ']二[')}`,
    )
  })
  it('withholds the words of named posts that nobody has looked up', () => {
    const source = '[quote="x" post=9]秘[quote="y"]密[/quote][/quote]好[quote="z" post=8]话[/quote]'
    const seen = withCurrentQuotes(source, {
      quoted: new Map(),
      answers: null,
      unresolved: new Set([9]),
      renamed: NOBODY,
    })
    expect(seen).toBe('[quote="x" post=9][/quote]好[quote="z" post=8]话[/quote]')
    expect(withWithheldWords(seen, source)).toBe(source)
  })
  it('replaces usernames that are no longer shown, except in addresses and code', () => {
    const renamed = new Map([['tom', '已注销用户']])
    expect(
      shown('@Tom 和 @tommy，[quote="a"]@tom[/quote]https://a.com/?@tom [code]@tom[/code]', null, renamed),
    ).toBe('@已注销用户 和 @tommy，[quote="a"]@已注销用户[/quote]https://a.com/?@tom [code]@tom[/code]')
    expect(shown('没有引用，@tom！', null, renamed)).toBe('没有引用，@已注销用户！')
  })
  it('never shows a withheld word, whatever surrounds it', () => {
    const piece = fc.constantFrom(
      '[quote="a" post=5]',
      '[quote="b"]',
      '[/quote]',
      '[b]',
      '[/b]',
      '[spoiler]',
      '[/spoiler]',
      '[list][*]',
      '[/list]',
      '字',
      '\n',
    )
    fc.assert(
      fc.property(fc.array(piece), fc.array(piece), (before, after) => {
        const source = `${before.join('')}[quote="x" post=6]秘密[/quote]${after.join('')}`
        expect(JSON.stringify(parse(shown(source)))).not.toContain('秘密')
        expect(excerpt(source, 200)).not.toContain('秘密')
      }),
    )
  })
})

describe('an edit of a text with a withheld quote', () => {
  it('keeps the quoted words that the author of an edit was not shown', () => {
    const stored = '[quote="老王" post=6]一[/quote]甲[quote="老王" post=6]二[/quote]'
    expect(withWithheldWords(shown(stored), stored)).toBe(stored)
    expect(withWithheldWords('[quote="老王" post=6][/quote]改了', stored)).toBe(
      '[quote="老王" post=6]一[/quote]改了',
    )
    expect(withWithheldWords('没有引用了', stored)).toBe('没有引用了')
    const answers = { id: 6, name: '老王' }
    const unnamed = '[quote="老王"]秘密[/quote]甲'
    expect(withWithheldWords(shown(unnamed, answers).replace('甲', '乙'), unnamed, answers)).toBe(
      '[quote="老王" post=6]秘密[/quote]乙',
    )
  })
})

describe('the posts that a source quotes', () => {
  it('finds the posts that outer quotes name, wherever these are', () => {
    const source =
      '[quote="a" post=5]一[quote="b" post=6]二[/quote][/quote][list][*][quote="c" post=7]三[/quote][/list][code][quote="d" post=8]四[/quote][/code]'
    expect(quotedPostIds(source)).toEqual([5, 7])
    expect(namedPostIds(source)).toEqual([5, 6, 7, 8])
  })
  it('finds the answered post while a quote of it is in the text', () => {
    const answered = { id: 5, name: '小李' }
    expect(quotesAnswered('[quote="a" post=5]一[/quote]', answered)).toBe(true)
    expect(quotesAnswered('[quote="小李"]一[/quote]', answered)).toBe(true)
    expect(quotesAnswered('[quote="甲"]一[/quote][quote="乙"]二[/quote]', answered)).toBe(false)
    expect(quotesAnswered('没有引用', answered)).toBe(false)
  })
})

describe('a source without quotes', () => {
  it('has no quoted words, however they are nested', () => {
    expect(withoutQuotes('没有')).toBe('没有')
    expect(withoutQuotes('前[quote="a" post=6]秘[quote]密[/quote][/quote]后[b]粗[/b]')).toBe('前后[b]粗[/b]')
    expect(withoutQuotes('[quote="a" post=6]秘密[/quote]')).toBe('')
    expect(withoutQuotes('[quo[quote]x[/quote]te]秘密[/quote]')).toBe('')
    expect(withoutQuotes('[quote]没完')).toBe('[quote]没完')
  })
})
