import { expect, it } from 'vitest'
import { choicesAt, timeOf } from './reminders'

const given = (when: Parameters<typeof timeOf>[0]['when'], custom = '') => ({ when, custom })
const local = (hour: number, minute = 0, day = 30) => new Date(2026, 10, day, hour, minute)

it('reminds at eight in the evening, at nine tomorrow or in a week, across the end of a month', () => {
  const now = local(10).getTime()
  expect(timeOf(given('evening'), now)).toEqual(local(20))
  expect(timeOf(given('tomorrow'), now)).toEqual(new Date(2026, 11, 1, 9))
  expect(timeOf(given('week'), now)).toEqual(new Date(2026, 11, 7, 9))
  expect(timeOf(given('never'), now)).toBeNull()
})

it('offers no reminder this evening once the evening is near', () => {
  expect(choicesAt(local(19, 29).getTime())).toContain('evening')
  expect(choicesAt(local(19, 30).getTime())).not.toContain('evening')
})

it('accepts a chosen time of the reader only in the future', () => {
  const now = local(10).getTime()
  expect(timeOf(given('custom', '2026-11-30T10:01'), now)).toEqual(local(10, 1))
  expect(timeOf(given('custom', '2026-11-30T10:00'), now)).toBeUndefined()
  expect(timeOf(given('custom', ''), now)).toBeUndefined()
})
