import { describe, expect, it } from 'vitest'
import { requestedRange } from './ranges'

describe('a requested range of 100 bytes', () => {
  it.each([
    ['bytes=0-9', { first: 0, last: 9 }],
    ['bytes=90-', { first: 90, last: 99 }],
    ['bytes=-10', { first: 90, last: 99 }],
    ['bytes=-500', { first: 0, last: 99 }],
    ['bytes=50-500', { first: 50, last: 99 }],
    ['bytes=99-99', { first: 99, last: 99 }],
  ])('returns the requested part for %s', (header, range) => {
    expect(requestedRange(header, 100)).toEqual(range)
  })

  it.each(['bytes=100-', 'bytes=100-200', 'bytes=-0'])('reports %s as unsatisfiable', (header) => {
    expect(requestedRange(header, 100)).toBe('unsatisfiable')
  })

  it.each(['', 'bytes=', 'bytes=-', 'bytes=9-0', 'bytes=0-1,5-6', 'items=0-9', 'bytes=a-b', 'bytes=0--9'])(
    'returns the whole body for %s',
    (header) => {
      expect(requestedRange(header, 100)).toBeNull()
    },
  )
})
