import { describe, expect, it } from 'vitest'
import { dueAt } from './pace'

const at = (day: number) => new Date(Date.UTC(2026, 0, day))
const open = { isLocked: false, lastPostAt: at(1) }

describe('what the schedule of a thread makes due', () => {
  it('locks a thread at its time and uses that time up', () => {
    expect(dueAt({ ...open, lockAt: at(3) }, at(2))).toBeNull()
    expect(dueAt({ ...open, lockAt: at(3) }, at(3))).toEqual({ isLocked: true, used: { lockAt: null } })
  })

  it('leaves a thread open whose lock and opening are both over', () => {
    const both = { ...open, lockAt: at(2), unlockAt: at(3) }
    expect(dueAt(both, at(2))).toEqual({ isLocked: true, used: { lockAt: null } })
    expect(dueAt(both, at(4))).toEqual({ isLocked: false, used: { lockAt: null, unlockAt: null } })
  })

  it('closes a thread after days without a reply, once', () => {
    const quiet = { ...open, closeAfterDays: 5 }
    expect(dueAt(quiet, at(5))).toBeNull()
    expect(dueAt(quiet, at(6))).toEqual({ isLocked: true, used: { closeAfterDays: null } })
    expect(dueAt({ ...quiet, isLocked: true }, at(9))).toBeNull()
  })
})
