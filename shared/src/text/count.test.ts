import { expect, it } from 'vitest'
import { formatCount } from './count'

it.each([
  [0, '0', '0'],
  [999, '999', '999'],
  [9_999, '9,999', '9,999'],
  [10_000, '1 万', '10k'],
  [12_345, '1.2 万', '12.3k'],
  [99_999, '9.9 万', '99.9k'],
  [1_234_567, '123.4 万', '1.2m'],
  [23_456_789, '2,345.6 万', '23.4m'],
  [100_000_000, '1 亿', '100m'],
])('formats %d as %s in Chinese and %s in English', (count, zh, en) => {
  expect([formatCount(count, 'zh'), formatCount(count, 'en')]).toEqual([zh, en])
})
