import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { newPoll } from './fields'

const accepts = (options: string[]) => z.safeParse(newPoll, { question: '去哪里', options }).success

it.each([
  [['同', '同\u3164']],
  [['同意', '同\u200b意']],
  [['同意', '同\u{13441}意']],
  [['同意', '同\u{16fe4}意']],
  [['é', 'e\u0301']],
  [['é', 'e\u034f\u0301']],
  [['我 同意', '我\u00a0同意']],
  [['❤', '❤\ufe0f']],
  [['甲', '乙', '\ufeff甲']],
])('a poll is refused whose options look the same: %j', (options) => {
  expect(accepts(options)).toBe(false)
})

it.each([
  [['同意', '不同意']],
  [['a', 'A']],
  [['e', 'é']],
  [['我同意', '我 同意']],
  [
    [
      '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
      '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
    ],
  ],
])('a poll is accepted whose options look different: %j', (options) => {
  expect(accepts(options)).toBe(true)
})
