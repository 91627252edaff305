import { ALL_RIGHTS } from '../access'
import { describe, expect, it } from 'vitest'
import { row, verdictsOf } from './actors.fixture'
import {
  type Actor,
  includesRole,
  isMuted,
  isStaff,
  mayBlock,
  mayChangeRole,
  mayDiscipline,
  mayPurge,
  mayReadDiscipline,
  mayReportMember,
} from './members'

describe('policies of members', () => {
  it('counts moderators and admins as staff, but not moderators of single boards', () => {
    expect(verdictsOf(isStaff)).toEqual(row(false, false, false, true, true, false, false, false))
    expect(isStaff(null)).toBe(false)
  })

  it.each([
    ['user', [true, false, false]],
    ['moderator', [true, true, false]],
    ['admin', [true, true, true]],
  ] as const)('gives the role %s the rights of all lower roles', (role, expected) => {
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

  const [yes, no] = ['allowed', 'FORBIDDEN'] as const
  it.each([
    ['user', row(no, no, no, yes, yes, no, no, no)],
    ['moderator', row(no, no, no, no, yes, no, no, no)],
    ['admin', row(no, no, no, no, no, no, no, no)],
  ] as const)('lets staff ban and mute a member with the role %s who is below them', (role, expected) => {
    expect(verdictsOf((actor) => mayDiscipline(actor, { id: 99, role }))).toEqual(expected)
  })

  it.each([
    ['user', row(no, no, no, no, yes, no, no, no)],
    ['moderator', row(no, no, no, no, yes, no, no, no)],
    ['admin', row(no, no, no, no, no, no, no, no)],
  ] as const)('lets admins change the role of a member with the role %s', (role, expected) => {
    expect(verdictsOf((actor) => mayChangeRole(actor, { id: 99, role }))).toEqual(expected)
  })

  it.each([
    ['user', row(no, no, no, yes, yes, no, no, no)],
    ['moderator', row(no, no, no, no, yes, no, no, no)],
    ['admin', row(no, no, no, no, yes, no, no, no)],
  ] as const)('lets staff read what was done to a member with the role %s', (role, expected) => {
    expect(verdictsOf((actor) => mayReadDiscipline(actor, { id: 99, role }))).toEqual(expected)
  })

  it('lets nobody delete everything of a member who may not delete one post', () => {
    const muted = (actor: Actor): Actor => ({ ...actor, role: 'moderator', isMuted: true })
    const subject = { id: 99, role: 'user' } as const
    expect(verdictsOf((actor) => mayPurge(actor, subject))).toEqual(row(no, no, no, yes, yes, no, no, no))
    expect(verdictsOf((actor) => mayPurge(muted(actor), subject))).toEqual(
      row('MUTED', 'MUTED', 'MUTED', 'MUTED', 'MUTED', 'MUTED', 'MUTED', 'MUTED'),
    )
  })

  it('lets no one act on themselves', () => {
    const self = (actor: Actor) => ({ id: actor.id, role: 'user' as const })
    const nobody = row(no, no, no, no, no, no, no, no)
    expect(verdictsOf((actor) => mayDiscipline(actor, self(actor)))).toEqual(nobody)
    // An anonymous author.
    expect(verdictsOf((actor) => mayDiscipline(actor, { id: 0, role: 'user' }))).toEqual(nobody)
    expect(verdictsOf((actor) => mayChangeRole(actor, self(actor)))).toEqual(nobody)
    expect(verdictsOf((actor) => mayReadDiscipline(actor, self(actor)))).toEqual(nobody)
    expect(verdictsOf((actor) => mayBlock(actor, self(actor)))).toEqual(nobody)
    expect(verdictsOf((actor) => mayBlock(actor, { id: 99 }))).toEqual(
      row(yes, yes, yes, yes, yes, yes, yes, yes),
    )
  })

  it('lets members who are not muted report others', () => {
    const actor: Actor = { id: 1, role: 'user', moderatedBoardIds: [], isMuted: false, boards: ALL_RIGHTS }
    expect(mayReportMember(actor, { id: 2 })).toBe('allowed')
    expect(mayReportMember(actor, { id: 1 })).toBe('FORBIDDEN')
    expect(mayReportMember({ ...actor, isMuted: true }, { id: 2 })).toBe('MUTED')
  })
})
