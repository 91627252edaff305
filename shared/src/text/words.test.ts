import { describe, expect, it, vi } from 'vitest'
import { MAX_VALUE } from '../markup/tokens'
import { isTooShortWord, WordMatcher, wordKey } from './words'
import { OTHER_TAGS, TAGS } from './tag-names'

const found = (patterns: readonly string[], text: string): string[] =>
  new WordMatcher(patterns.map((pattern) => [pattern, pattern] as const))
    .find(text)
    .map(({ from, to }) => text.slice(from, to))

/** An address as long as a tag may carry. */
const LONG = 'https://a.example/'.padEnd(MAX_VALUE, 'x')
const ZERO_WIDTH = '\u200b\u200c\u200d\u2060\ufeff\u00ad'

describe('the word filter', () => {
  it.each([
    ['加微信', '请加微信聊', '加微信'],
    ['加微信', '加 微 信', '加 微 信'],
    ['加微信', '加　微\t信', '加　微\t信'],
    ['加微信', '加\n微\r\n信', '加\n微\r\n信'],
    ['加微信', '加·微·信', '加·微·信'],
    ['加微信', '加...微---信', '加...微---信'],
    ['加微信', '加【微】信', '加【微】信'],
    ['加微信', '加*微_信', '加*微_信'],
    ['加微信', '加💰微💰信', '加💰微💰信'],
    ['加微信', '加❤️微❤️信', '加❤️微❤️信'],
    ['加微信', `加${ZERO_WIDTH}微${ZERO_WIDTH}信`, `加${ZERO_WIDTH}微${ZERO_WIDTH}信`],
    ['加微信', '加\u202e微\u202c信', '加\u202e微\u202c信'],
    ['加微信', '加\u0000微\u001b信', '加\u0000微\u001b信'],
    ['加微信', '加[b]微[/b]信', '加[b]微[/b]信'],
    ['加微信', '加[i][/i]微[spoiler]信', '加[i][/i]微[spoiler]信'],
    ['加微信', '加[url=http://x.example]微[/url]信', '加[url=http://x.example]微[/url]信'],
    ['加微信', '[b]加[/b][i]微信[/i]', '加[/b][i]微信'],
    ['加微信', `加[url=${LONG}]微信[/url]`, `加[url=${LONG}]微信`],
    [
      '加微信',
      `加[b]微${`[url=${LONG}][/url]`.repeat(20)}信`,
      `加[b]微${`[url=${LONG}][/url]`.repeat(20)}信`,
    ],
    ['加微信', '加[quote="a]b" post=12]微信[/quote]', '加[quote="a]b" post=12]微信'],
    ['加微信', '加[quote="[b]"]微信[/quote]', '加[quote="[b]"]微信'],
    ['加 微 信', '加微信', '加微信'],
    ['加-微-信', '加微信', '加微信'],
    ['现金换汇', '現金換匯', '現金換匯'],
    ['現金換匯', '现金换汇', '现金换汇'],
    ['现金换汇', '現 金，換。匯', '現 金，換。匯'],
    ['台湾代购', '臺灣代購', '臺灣代購'],
    ['办证', '辦證', '辦證'],
    ['全额退款', '全額退款', '全額退款'],
    ['FC888', 'ｆｃ８８８', 'ｆｃ８８８'],
    ['fc888', 'Fc888', 'Fc888'],
    ['fc888', 'F.C.8.8.8', 'F.C.8.8.8'],
    ['fc888', 'f c 8 8 8', 'f c 8 8 8'],
    ['fc888', 'ⓕⓒ⑧⑧⑧', 'ⓕⓒ⑧⑧⑧'],
    ['fc888', '𝐟𝐜𝟖𝟖𝟖', '𝐟𝐜𝟖𝟖𝟖'],
    ['fc888', 'ƒc888 fc888', 'fc888'],
    ['viagra', 'VÌÁGRÀ', 'VÌÁGRÀ'],
    ['viagra', 'v\u0301i\u0300a\u0302gra', 'v\u0301i\u0300a\u0302gra'],
    ['viagra', 'v.i.a.g.r.a!', 'v.i.a.g.r.a'],
    ['fc-visa.example', 'https://fc-visa.example/o1', 'fc-visa.example'],
    ['fc-visa.example', '[url=https://www.fc-visa.example]看[/url]', 'fc-visa.example'],
    ['fc-visa.example', 'fc - visa . example', 'fc - visa . example'],
    ['fc-visa.example', 'FC﹣VISA。EXAMPLE', 'FC﹣VISA。EXAMPLE'],
    ['加vx', '加vx12345', '加vx'],
    ['加vx', '加 V X：12345', '加 V X'],
    ['qq8888', 'qq8888，详谈', 'qq8888'],
    ['cafe', 'CAFÉ', 'CAFÉ'],
    ['ﬁnd', 'find', 'find'],
    ['かな', 'カナ かな', 'かな'],
    ['𠮷野', '𠮷 野家', '𠮷 野'],
    ['傻逼', '你个傻·逼', '傻·逼'],
    ['傻逼', '傻`逼', '傻`逼'],
    ['傻逼', '傻|||逼', '傻|||逼'],
    ['傻逼', '傻‿逼', '傻‿逼'],
    ['constructor', 'constructor', 'constructor'],
    ['__proto__', '__proto__', 'proto'],
    ['(aaa+)+$', 'aaaaab', null],
    ['.*', '随便什么', null],
  ] as const)('looks for %j in %j', (pattern, text, expected) => {
    expect(found([pattern], text)).toEqual(expected === null ? [] : [expected])
  })

  it.each([
    ['ass', 'a class of glasses'],
    ['ass', 'ASSIGNMENT'],
    ['shit', 'this hit'],
    ['fc888', 'fc8889'],
    ['fc888', 'afc888'],
    ['888', '13888888'],
    ['viagra', 'viagraan'],
    ['加微信', '加了微信'],
    ['加微信', '加微 这里没有信号'.replace('微 这里没有信', '微这里没有信')],
    ['代考', '代替考试'],
    ['加微信', '加[c]微[/c]信'],
    ['办证', '办'],
    ['办证', ''],
  ])('does not find %j in %j', (pattern, text) => {
    expect(found([pattern], text)).toEqual([])
  })

  it('finds every word, also those that overlap or contain each other', () => {
    expect(found(['微信', '加微信', '信号'], '加微信号')).toEqual(['加微信', '微信', '信号'])
    expect(found(['ab c', 'abc d'], 'abc d')).toEqual(['abc', 'abc d'])
    expect(found(['办证'], '办证、办證、辦 证')).toEqual(['办证', '办證', '辦 证'])
  })

  it('takes patterns that look alike for the same', () => {
    expect(wordKey('加 微-信')).toBe(wordKey('加微信'))
    expect(wordKey('現金換匯')).toBe(wordKey('现金换汇'))
    expect(wordKey('ＦＣ８８８')).toBe(wordKey('fc888'))
    expect(wordKey('！？')).toBe('')
  })

  it.each([
    ['', true],
    ['！？', true],
    ['微', true],
    ['v', true],
    ['vx', true],
    ['微 ', true],
    ['微信', false],
    ['加v', false],
    ['fc8', false],
    ['\u200b微\u200b', true],
  ])('says whether %j is too short: %j', (pattern, expected) => {
    expect(isTooShortWord(pattern)).toBe(expected)
  })

  it.each([...TAGS, ...OTHER_TAGS, 'task=x', '*'])('sees through [%s]', (tag) => {
    const text = `加微[${tag}][/${tag}]信`
    expect(new WordMatcher([['加微信', '加微信']]).find(text)).toHaveLength(1)
  })

  it('takes a time that grows with the text only, whatever the words are', () => {
    // Worst cases of other matchers: repetitions that almost match, and words that share all their beginnings.
    const nested = Array.from({ length: 50 }, (_, i) => `${'啊'.repeat(i + 2)}呀`)
    const letters = Array.from({ length: 48 }, (_, i) => 'a'.repeat(i + 3))
    const matcher = new WordMatcher([...nested, ...letters].map((word) => [word, word] as const))
    const lookUps = vi.spyOn(Map.prototype, 'get')
    const stepsFor = (text: string) => {
      lookUps.mockClear()
      matcher.find(text)
      return lookUps.mock.calls.length
    }
    try {
      for (const unit of ['啊', 'a', 'a ', '[b]', '[url=', '\u200b', '啊\u0301']) {
        const [short, long] = [stepsFor(unit.repeat(500)), stepsFor(unit.repeat(4_000))]
        // Eight times the text; quadratic work would take 64 times as many steps.
        expect(long).toBeLessThanOrEqual(Math.max(short, 100) * 9)
      }
    } finally {
      lookUps.mockRestore()
    }
  })
})
