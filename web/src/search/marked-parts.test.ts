import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { markedParts, withShortLead } from './marked-parts'

const marks = (text: string, highlights: string[], wholeWords = true) =>
  markedParts(text, highlights, { wholeWords })
    .map(({ text: part, isMatch }) => (isMatch ? `<${part}>` : part))
    .join('')

describe('the marks of a text', () => {
  it('are the words as they are written there', () => {
    expect(marks('等綠卡排期，绿卡也行', ['綠卡', '绿卡', '排期'])).toBe('等<綠卡><排期>，<绿卡>也行')
  })

  it('prefer the longest word', () => {
    expect(marks('绿卡排期', ['绿卡', '绿卡排期'])).toBe('<绿卡排期>')
  })

  it('are no pieces of longer Latin words or numbers', () => {
    expect(marks('a cat, H1B和H-1B1，485 4850', ['a', 'H1B', 'H-1B', '485'])).toBe(
      '<a> cat, <H1B>和H-1B1，<485> 4850',
    )
  })

  it('are beginnings of names', () => {
    expect(marks('greencat88', ['green'], false)).toBe('<green>cat88')
  })

  it('lose nothing of any text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.array(fc.string()),
        fc.boolean(),
        (text, highlights, wholeWords) => {
          const parts = markedParts(text, highlights, { wholeWords })
          expect(parts.map((part) => part.text).join('')).toBe(text)
          for (const { text: part, isMatch } of parts) if (isMatch) expect(highlights).toContain(part)
        },
      ),
    )
  })
})

describe('a snippet', () => {
  const begins = (text: string) => withShortLead(markedParts(text, ['绿卡'], { wholeWords: true }))[0]?.text

  it('begins shortly before the first match, at a character as people see it', () => {
    expect(begins(`${'👨‍👩‍👧'.repeat(100)}绿卡`)).toBe(`…${'👨‍👩‍👧'.repeat(20)}`)
  })

  it('stays whole if its match is near the start, or if only its title matches', () => {
    expect(begins(`${'天'.repeat(40)}绿卡`)).toBe('天'.repeat(40))
    expect(begins('天'.repeat(100))).toBe('天'.repeat(100))
  })
})
