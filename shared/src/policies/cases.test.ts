import { describe, expect, it } from 'vitest'
import { ACTORS, BOARD, row, verdictsOf } from './actors.fixture'
import { isModerator, mayReadModeration } from './boards'
import { mayHandleCase } from './cases'
import type { Verdict } from './members'

const [yes, no] = ['allowed', 'NOT_FOUND'] as const
const author = { id: 99, role: 'user' } as const

// Rows: author, stranger (who moderates another board), board moderator, moderator, admin; muted author, stranger and
// board moderator.
describe('policies of moderation', () => {
  it.each([
    ['a member in a board', BOARD, 'user', row<Verdict>(no, no, yes, yes, yes, no, no, yes)],
    ['a member in a message', null, 'user', row<Verdict>(no, no, no, yes, yes, no, no, no)],
    ['a moderator', BOARD, 'moderator', row<Verdict>(no, no, no, no, yes, no, no, no)],
    ['an admin', BOARD, 'admin', row<Verdict>(no, no, no, no, yes, no, no, no)],
  ] as const)('decides who handles a report on %s', (_, boardId, role, expected) => {
    expect(verdictsOf((actor) => mayHandleCase(actor, { boardId, author: { ...author, role } }))).toEqual(
      expected,
    )
  })

  it('lets no one handle a report on themselves', () => {
    for (const actor of Object.values(ACTORS)) {
      expect(mayHandleCase(actor, { boardId: BOARD, author: { id: actor.id, role: 'user' } })).toBe(no)
    }
  })

  it('lets moderators of any board read what moderators read, of their own boards', () => {
    expect(verdictsOf(isModerator)).toEqual(row(false, true, true, true, true, false, true, true))
    expect(verdictsOf((actor) => mayReadModeration(actor, BOARD) === 'allowed')).toEqual(
      row(false, false, true, true, true, false, false, true),
    )
  })
})
