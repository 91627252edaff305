import { describe, expect, it } from 'vitest'
import { SiteCalendar } from './site-calendar'

const at = (now: string, timeZone: string) => new SiteCalendar({ now: () => new Date(now) }, timeZone)

describe('the calendar of the site', () => {
  it.each([
    ['America/New_York', '2026-11-20T04:59:59.999Z', '2026-11-19'],
    ['America/New_York', '2026-11-20T05:00:00.000Z', '2026-11-20'],
    ['Asia/Shanghai', '2026-11-20T15:59:59.999Z', '2026-11-20'],
    ['Asia/Shanghai', '2026-11-20T16:00:00.000Z', '2026-11-21'],
    ['UTC', '2026-12-31T23:59:59.999Z', '2026-12-31'],
  ])('dates in %s the time %s to %s', (timeZone, now, day) => {
    expect(at(now, timeZone).today()).toBe(day)
    expect(at('2000-01-01T00:00:00.000Z', timeZone).dayOf(new Date(now))).toBe(day)
  })

  it('lists the last days, newest first, across months and years', () => {
    expect(at('2027-01-02T12:00:00.000Z', 'UTC').lastDays(4)).toEqual([
      '2027-01-02',
      '2027-01-01',
      '2026-12-31',
      '2026-12-30',
    ])
  })

  it.each(['2026-03-08T16:00:00.000Z', '2026-11-01T16:00:00.000Z', '2026-11-02T04:30:00.000Z'])(
    'lists every day exactly once when the clocks change: %s',
    (now) => {
      const days = at(now, 'America/New_York').lastDays(8)
      const numbers = days.map((day) => Date.parse(day) / 86_400_000)
      expect(numbers).toEqual(numbers.map((_, i) => (numbers[0] ?? 0) - i))
    },
  )

  it.each([
    ['an ordinary day', 'America/New_York', '2026-11-20T18:34:56.789Z', '2026-11-20T05:00:00.000Z'],
    ['its first moment', 'America/New_York', '2026-11-20T05:00:00.000Z', '2026-11-20T05:00:00.000Z'],
    ['its last moment', 'America/New_York', '2026-11-21T04:59:59.999Z', '2026-11-20T05:00:00.000Z'],
    ['a day of 23 hours', 'America/New_York', '2026-03-08T20:00:00.000Z', '2026-03-08T05:00:00.000Z'],
    ['a day of 25 hours', 'America/New_York', '2026-11-01T20:00:00.000Z', '2026-11-01T04:00:00.000Z'],
    [
      'the end of a day of 25 hours',
      'America/New_York',
      '2026-11-02T04:59:59.999Z',
      '2026-11-01T04:00:00.000Z',
    ],
    ['a zone ahead of UTC', 'Asia/Shanghai', '2026-11-20T02:00:00.000Z', '2026-11-19T16:00:00.000Z'],
    ['a zone of half an hour', 'Asia/Kolkata', '2026-11-20T02:00:00.000Z', '2026-11-19T18:30:00.000Z'],
    ['a day that begins at 1:00', 'Africa/Cairo', '2026-04-24T12:00:00.000Z', '2026-04-23T22:00:00.000Z'],
    [
      'a day whose first hour comes twice',
      'America/Havana',
      '2026-11-01T18:00:00.000Z',
      '2026-11-01T04:00:00.000Z',
    ],
  ])('finds when %s began', (_, timeZone, now, start) => {
    expect(at(now, timeZone).startOfDay().toISOString()).toBe(start)
  })
})
