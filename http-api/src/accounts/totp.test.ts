import { describe, expect, it } from 'vitest'
import { base32, codeOf, newKey, stepOf } from './totp'

const KEY = Buffer.from('12345678901234567890')

describe('time-based one-time passwords', () => {
  // The vectors of RFC 6238, appendix B.
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('computes the code of second %i as in RFC 6238', (second, code) => {
    expect(codeOf(KEY, Math.floor(second / 30), 8)).toBe(code)
    expect(codeOf(KEY, Math.floor(second / 30))).toBe(code.slice(2))
  })

  it.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('encodes %j in base32 as in RFC 4648', (text, encoded) => {
    expect(base32(Buffer.from(text))).toBe(encoded)
  })

  it('accepts the codes of the current step and of those beside it only', () => {
    const now = new Date('2026-11-20T12:00:10.000Z')
    const current = now.getTime() / 30_000
    const steps = [-2, -1, 0, 1, 2].map((by) => {
      const step = Math.floor(current) + by
      const found = stepOf(KEY, codeOf(KEY, step), now)
      return found === null ? null : found - Math.floor(current)
    })
    expect(steps).toEqual([null, -1, 0, 1, null])
    expect(stepOf(KEY, '', now)).toBeNull()
  })

  it('makes keys of 160 random bits', () => {
    expect(newKey()).toHaveLength(20)
    expect(base32(newKey())).toMatch(/^[A-Z2-7]{32}$/)
    expect(newKey()).not.toEqual(newKey())
  })
})
