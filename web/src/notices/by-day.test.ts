import { HOUR_MS } from '@forum/shared/clock'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { byDay } from './by-day'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 20, 9, 30) })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

it('knows yesterday where the clocks have changed', () => {
  vi.stubEnv('TZ', 'America/Toronto')
  const sunday = [new Date(2026, 2, 8).getTime(), new Date(2026, 2, 9).getTime()] as const
  expect((sunday[1] - sunday[0]) / HOUR_MS).toBe(23)
  vi.setSystemTime(new Date(2026, 2, 9, 0, 30))
  const at = (day: number) => ({ createdAt: new Date(2026, 2, day, 12).toISOString() })
  expect(byDay([at(8), at(7)])).toEqual([
    { day: 'yesterday', items: [at(8)] },
    { day: 'earlier', items: [at(7)] },
  ])
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
