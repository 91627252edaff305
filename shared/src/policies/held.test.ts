import { describe, expect, it } from 'vitest'
import { ACTORS, BOARD, row, verdictsOf } from './actors.fixture'
import { isExemptFromApproval, mayDecideHeld } from './held'
import type { Verdict } from './members'

const [yes, no, never] = ['allowed', 'NOT_FOUND', 'FORBIDDEN'] as const
const authorId = 99

// Rows: author, stranger (who moderates another board), board moderator, moderator, admin; muted author, stranger and
// board moderator.
describe('policies of what waits for approval', () => {
  it.each([
    ['a post', BOARD, row<Verdict>(never, no, yes, yes, yes, never, no, yes)],
    ['a message', null, row<Verdict>(never, no, no, yes, yes, never, no, no)],
  ] as const)('decides who approves %s', (_, boardId, expected) => {
    expect(verdictsOf((actor) => mayDecideHeld(actor, { boardId, authorId }))).toEqual(expected)
  })

  it('lets no moderator approve their own text', () => {
    const ownText = { boardId: BOARD, authorId: ACTORS.moderator.id }
    expect(mayDecideHeld(ACTORS.moderator, ownText)).toBe(no)
  })

  it('lets only moderators of the board write without waiting, and messages only staff', () => {
    expect(verdictsOf((actor) => isExemptFromApproval(actor, BOARD))).toEqual(
      row(false, false, true, true, true, false, false, true),
    )
    expect(verdictsOf((actor) => isExemptFromApproval(actor, null))).toEqual(
      row(false, false, false, true, true, false, false, false),
    )
  })
})
