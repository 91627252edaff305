import { describe, expect, it } from 'vitest'
import { BOARD, row, verdictsOf } from './actors.fixture'
import { mayModerate, mayStartThread } from './boards'
import type { Verdict } from './members'

const OK = 'allowed'
const NO = 'FORBIDDEN'

describe('policies of boards', () => {
  it('lets staff and the moderators of a board moderate it', () => {
    expect(verdictsOf((actor) => mayModerate(actor, BOARD))).toEqual(
      row(false, false, true, true, true, false, false, true),
    )
  })

  it('does not let anonymous readers moderate', () => {
    expect(mayModerate(null, BOARD)).toBe(false)
  })

  //                                  author, stranger, board mod, moderator, admin, then muted members
  it.each([
    ['user', row<Verdict>(OK, OK, OK, OK, OK, 'MUTED', 'MUTED', 'MUTED')],
    ['moderator', row<Verdict>(NO, NO, OK, OK, OK, 'MUTED', 'MUTED', 'MUTED')],
    ['admin', row<Verdict>(NO, NO, NO, NO, OK, 'MUTED', 'MUTED', 'MUTED')],
  ] as const)('lets members start threads in a board for the role %s', (postRole, expected) => {
    expect(verdictsOf((actor) => mayStartThread(actor, { id: BOARD, postRole }))).toEqual(expected)
    const leaf = { id: BOARD, postRole, hasChildren: false }
    expect(verdictsOf((actor) => mayStartThread(actor, leaf))).toEqual(expected)
  })

  it('refuses threads in a board with sub-boards from everyone', () => {
    const parent = { id: BOARD, postRole: 'moderator', hasChildren: true } as const
    const full = 'BOARD_HAS_CHILDREN'
    expect(verdictsOf((actor) => mayStartThread(actor, parent))).toEqual(
      row<Verdict>(NO, NO, full, full, full, 'MUTED', 'MUTED', 'MUTED'),
    )
  })
})
