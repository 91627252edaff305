import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { byDay } from './by-day'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 20, 9, 30) })
})
afterEach(() => {
  vi.useRealTimers()
})

it('groups notifications by today, yesterday and earlier in the time zone of the reader', () => {
  const at = (day: number, hour: number) => ({ createdAt: new Date(2026, 10, day, hour).toISOString() })
  const [now, night, evening, old] = [at(20, 9), at(20, 0), at(19, 23), at(18, 12)]
  expect(byDay([now, night, evening, old, at(2, 1)])).toEqual([
    { day: 'today', items: [now, night] },
    { day: 'yesterday', items: [evening] },
    { day: 'earlier', items: [old, at(2, 1)] },
  ])
})

it('has no heading for a day without notifications', () => {
  expect(byDay([])).toEqual([])
})
