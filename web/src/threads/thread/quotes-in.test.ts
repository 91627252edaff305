import { quoteBlock } from '@forum/shared/markup'
import { describe, expect, it } from 'vitest'
import { quotesIn, withoutQuoteOf } from './quotes-in'

const TEXT = `${quoteBlock('老"王', '一[quote]里面[/quote]二', 5)}好\n${quoteBlock('小李', '三', 7)}也好`

describe('the quotes of a text', () => {
  it('finds each quoted post once, with the name of its author', () => {
    expect(quotesIn(TEXT + quoteBlock('老"王', '再来', 5))).toEqual([
      { name: '老"王', postId: 5 },
      { name: '小李', postId: 7 },
    ])
  })

  it('removes the quote of one post, with what is nested in it', () => {
    expect(withoutQuoteOf(TEXT, 5)).toBe(`好\n${quoteBlock('小李', '三', 7)}也好`)
    expect(withoutQuoteOf(withoutQuoteOf(TEXT, 7), 5)).toBe('好\n也好')
    expect(withoutQuoteOf(TEXT, 6)).toBe(TEXT)
  })
})
