import { describe, expect, it } from 'vitest'
import { row, verdictsOf } from './actors.fixture'
import { includesRole, isMuted, isStaff } from './members'

describe('policies of members', () => {
  it('counts moderators and admins as staff, and moderators of single boards not', () => {
    expect(verdictsOf(isStaff)).toEqual(row(false, false, false, true, true, false, false, false))
    expect(isStaff(null)).toBe(false)
  })

  it.each([
    ['user', [true, false, false]],
    ['moderator', [true, true, false]],
    ['admin', [true, true, true]],
  ] as const)('gives the role %s what the lower roles have', (role, expected) => {
    expect((['user', 'moderator', 'admin'] as const).map((required) => includesRole(role, required))).toEqual(
      expected,
    )
  })

  it('ends a mute at its time', () => {
    const now = new Date('2026-03-01T12:00:00.000Z')
    const at = (ms: number) => ({ mutedUntil: new Date(now.getTime() + ms) })
    expect(isMuted({ mutedUntil: null }, now)).toBe(false)
    expect(isMuted(at(1), now)).toBe(true)
    expect(isMuted(at(0), now)).toBe(false)
    expect(isMuted(at(-1), now)).toBe(false)
  })
})
