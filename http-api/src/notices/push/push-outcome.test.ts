import { DAY_MS, MINUTE_MS } from '@forum/shared/clock'
import { expect, it } from 'vitest'
import { outcomeOf } from './push-outcome'

const now = new Date('2026-11-27T10:00:00Z')

it.each([
  [200, 'sent'],
  [201, 'sent'],
  [404, 'gone'],
  [410, 'gone'],
  [400, 'refused'],
  [413, 'refused'],
  [415, 'refused'],
  [422, 'refused'],
  [401, 'failed'],
  [403, 'failed'],
  [429, 'busy'],
  [307, 'failed'],
  [500, 'failed'],
  [503, 'failed'],
])('takes a response of %i for %s', (status, kind) => {
  expect(outcomeOf(status, undefined, now).kind).toBe(kind)
})

it.each([
  ['120', 2 * MINUTE_MS],
  ['Fri, 27 Nov 2026 10:05:00 GMT', 5 * MINUTE_MS],
  ['Fri, 27 Nov 2026 09:00:00 GMT', 0],
  ['-5', 0],
  ['soon', 0],
  ['99999999999', DAY_MS],
  [undefined, 0],
])('waits after a response with Retry-After %s', (retryAfter, waitMs) => {
  expect(outcomeOf(429, retryAfter, now)).toEqual({ kind: 'busy', waitMs })
  expect(outcomeOf(503, retryAfter, now)).toEqual({ kind: 'failed', waitMs })
})
