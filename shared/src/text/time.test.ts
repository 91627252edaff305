import { expect, it } from 'vitest'
import { relativeTime } from './time'

const now = Date.UTC(2026, 10, 20, 9, 30)
const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

it.each([
  [0, 'now', 0],
  [59 * SECOND + 999, 'now', 0],
  [MINUTE, 'minutes', 1],
  [60 * MINUTE - 1, 'minutes', 59],
  [HOUR, 'hours', 1],
  [24 * HOUR - 1, 'hours', 23],
  [24 * HOUR, 'days', 1],
  [30 * 24 * HOUR - 1, 'days', 29],
  [30 * 24 * HOUR, 'date', 0],
  [400 * 24 * HOUR, 'date', 0],
])('shows %d ms ago as %s, %d', (ago, unit, count) => {
  expect(relativeTime(now - ago, now)).toEqual({ unit, count })
  expect(relativeTime(new Date(now - ago), new Date(now))).toEqual({ unit, count })
})

it('treats a time in the future as now', () => {
  expect(relativeTime(now + HOUR, now)).toEqual({ unit: 'now', count: 0 })
})
