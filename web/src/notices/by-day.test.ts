import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { byDay } from './by-day'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 20, 9, 30) })
})
afterEach(() => {
  vi.useRealTimers()
})

it('knows yesterday where the clocks have changed', () => {
  // Half an hour after midnight; the day before has 23 hours in many places.
  for (const [month, day] of [
    [2, 9],
    [2, 30],
  ] as const) {
    vi.setSystemTime(new Date(2026, month, day, 0, 30))
    const at = (of: number) => ({ createdAt: new Date(2026, month, of, 12).toISOString() })
    expect(byDay([at(day - 1), at(day - 2)])).toEqual([
      { day: 'yesterday', items: [at(day - 1)] },
      { day: 'earlier', items: [at(day - 2)] },
    ])
  }
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
