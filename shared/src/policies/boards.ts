import type { Role } from '../contract/entities'
import { includesRole, isStaff, type Actor, type Verdict } from './members'

/** Moderators and admins moderate every board; a board's own moderators that board and its sub-boards. */
export function mayModerate(actor: Actor | null, boardId: number): boolean {
  return actor !== null && (isStaff(actor) || actor.moderatedBoardIds.includes(boardId))
}

export interface BoardSubject {
  id: number
  /** The role that starting threads requires. */
  postRole: Role
  /** Left out where only boards without sub-boards are in question. */
  hasChildren?: boolean
}

/**
 * A board's `postRole` decides who starts threads in it. Its own moderators may as well, except where only
 * admins may. A board with sub-boards holds no threads.
 */
export function mayStartThread(actor: Actor, board: BoardSubject): Verdict {
  return actor.isMuted ? 'MUTED' : mayUseBoard(actor, board)
}

/** Whether an actor may bring threads into a board: to start them there, or to move them. */
export function mayUseBoard(actor: Actor, board: BoardSubject): Verdict {
  const isModerator = board.postRole !== 'admin' && mayModerate(actor, board.id)
  if (!includesRole(actor.role, board.postRole) && !isModerator) return 'FORBIDDEN'
  return board.hasChildren === true ? 'BOARD_HAS_CHILDREN' : 'allowed'
}

/** Admins create, change, order and delete boards, name their moderators and write the announcement. */
export const mayAdminister = (actor: Actor): Verdict =>
  includesRole(actor.role, 'admin') ? 'allowed' : 'FORBIDDEN'
