import { expect, it, vi } from 'vitest'
import { nextDigestAt, quietUntil } from './quiet'

const ZONE = 'America/Los_Angeles'
const night = { quiet: { from: '22:30', to: '07:30' }, timeZone: ZONE }
const until = (of: Parameters<typeof quietUntil>[0], at: string) =>
  quietUntil(of, new Date(at), 'Asia/Shanghai')?.toISOString() ?? null

it('keeps silent during hours that cross midnight, in the time zone of the member', () => {
  expect(until(night, '2026-11-28T06:29:59Z')).toBeNull()
  expect(until(night, '2026-11-28T06:30:10Z')).toBe('2026-11-28T15:30:00.000Z')
  expect(until(night, '2026-11-28T15:29:00Z')).toBe('2026-11-28T15:30:00.000Z')
  expect(until(night, '2026-11-28T15:30:00Z')).toBeNull()
})

it('keeps silent during hours of one day, in the time zone of the site without another', () => {
  const noon = { quiet: { from: '12:00', to: '14:00' }, timeZone: null }
  expect(until(noon, '2026-11-28T04:00:00Z')).toBe('2026-11-28T06:00:00.000Z')
  expect(until(noon, '2026-11-28T06:00:00Z')).toBeNull()
})

it('keeps silent during whole days, the last one included', () => {
  const away = { quiet: { from: '2026-12-20', to: '2026-12-21' }, timeZone: ZONE }
  expect(until(away, '2026-12-20T07:59:00Z')).toBeNull()
  expect(until(away, '2026-12-20T08:00:00Z')).toBe('2026-12-21T08:00:00.000Z')
  expect(until(away, '2026-12-22T07:59:00Z')).toBe('2026-12-22T08:00:00.000Z')
  expect(until(away, '2026-12-22T08:00:00Z')).toBeNull()
})

it('is never silent for members who want no silence', () => {
  expect(until({ quiet: null, timeZone: ZONE }, '2026-11-28T06:30:10Z')).toBeNull()
})

it('makes one formatter for a time zone, however many members are in it', () => {
  const { DateTimeFormat } = Intl
  const made = vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function make(...options) {
    return new DateTimeFormat(...options)
  })
  for (let member = 0; member < 50; member += 1)
    nextDigestAt('weekly', new Date('2026-11-27T16:00:00Z'), 'Asia/Tokyo')
  expect(made.mock.calls).toHaveLength(1)
  made.mockRestore()
})

it('sends digests at eight in the morning, weekly ones on Fridays', () => {
  const after = new Date('2026-11-27T16:00:00Z')
  expect(nextDigestAt('daily', after, ZONE).toISOString()).toBe('2026-11-28T16:00:00.000Z')
  expect(nextDigestAt('weekly', after, ZONE).toISOString()).toBe('2026-12-04T16:00:00.000Z')
  const before = new Date('2026-11-27T15:59:59Z')
  expect(nextDigestAt('weekly', before, ZONE).toISOString()).toBe('2026-11-27T16:00:00.000Z')
})

it('sends digests at eight also when the clocks have changed', () => {
  const zone = 'America/New_York'
  const after = (time: string, digest: 'daily' | 'weekly') =>
    nextDigestAt(digest, new Date(time), zone).toISOString()
  expect(after('2026-10-31T12:00:00Z', 'daily')).toBe('2026-11-01T13:00:00.000Z')
  expect(after('2026-11-01T05:30:00Z', 'daily')).toBe('2026-11-01T13:00:00.000Z')
  expect(after('2026-10-30T12:00:00Z', 'weekly')).toBe('2026-11-06T13:00:00.000Z')
  expect(after('2026-03-07T13:00:00Z', 'daily')).toBe('2026-03-08T12:00:00.000Z')
})
