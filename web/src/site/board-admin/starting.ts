import { OPEN_ACCESS, WRITERS, type BoardAccess } from '@forum/shared/access'
import { type Board } from '@forum/shared/contract'

/**
 * The choices for who may start threads in a board. The contract has two fields for them, each with a case that the
 * other lacks.
 */
export const STARTERS = [...WRITERS, 'admins'] as const
export type Starter = (typeof STARTERS)[number]

/** Returns the choice by both fields of a board; for a new one, everyone. */
export function starterOf(board: Pick<Board, 'postRole' | 'access'> | null): Starter {
  if (board?.postRole === 'admin') return 'admins'
  return board?.postRole === 'moderator' ? 'staff' : (board?.access ?? OPEN_ACCESS).start
}

/** Returns both fields for a choice. */
export function startingFields(starter: Starter): Pick<Board, 'postRole'> & Pick<BoardAccess, 'start'> {
  switch (starter) {
    case 'admins':
      return { postRole: 'admin', start: 'staff' }
    case 'staff':
      return { postRole: 'moderator', start: 'staff' }
    default:
      return { postRole: 'user', start: starter }
  }
}
