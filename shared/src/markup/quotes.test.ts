import { describe, expect, it } from 'vitest'
import { quoteBlock } from './quotes'
import { parse } from './tree'

describe('a quote block', () => {
  it("quotes with the member's name, and ends with a line break", () => {
    expect(quoteBlock('小李', '可以考虑')).toBe('[quote="小李"]可以考虑[/quote]\n')
    expect(quoteBlock(' ', 'a')).toBe('[quote]a[/quote]\n')
  })
  it('names the quoted post', () => {
    expect(quoteBlock('小李', 'a', 12)).toBe('[quote="小李" post=12]a[/quote]\n')
    expect(parse(quoteBlock('a" post=1', 'x', 12))).toMatchObject([{ name: 'a" post=1', postId: 12 }])
  })
  it('keeps a name with quotation marks, brackets and backslashes in a quote block', () => {
    for (const name of ['a"b', 'a"]b', ']', '"', '\\', 'a\\"]', '[quote="x"]', '[/quote]', '“小李”', "'a'"]) {
      expect(parse(quoteBlock(name, 'x'))).toMatchObject([{ type: 'quote', name }])
    }
  })
  it('keeps whole quotes in the content, and disarms the halves of quotes and code', () => {
    expect(quoteBlock('a', '[quote="b"]x[/quote]y')).toBe('[quote="a"][quote="b"]x[/quote]y[/quote]\n')
    expect(quoteBlock('a', 'x[/quote]y[quote]z[code]')).toBe(
      '[quote="a"]x［/quote]y［quote]z［code][/quote]\n',
    )
    expect(parse(`${quoteBlock('a', '```\nx')}\n\`\`\`\ny\n\`\`\``)).toMatchObject([
      { type: 'quote' },
      { type: 'break' },
      { type: 'code', text: 'y' },
    ])
    expect(quoteBlock('a', '[code][/quote][/code]')).toBe('[quote="a"][code][/quote][/code][/quote]\n')
  })
})
