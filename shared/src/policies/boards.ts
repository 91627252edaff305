import type { Role } from '../contract/entities'
import { maySeeBoard, memberOf, type ActingReader } from './access'
import { includesRole, isStaff, mayDiscipline, type Actor, type Verdict } from './members'

/** Moderators and admins moderate every board; a board's moderators moderate that board and its sub-boards. */
export function mayModerate(reader: ActingReader | null, boardId: number): boolean {
  const actor = reader && memberOf(reader)
  return actor !== null && (isStaff(actor) || actor.moderatedBoardIds.includes(boardId))
}

/** Returns true if a member may not write in a board: muted everywhere, or there. */
export const isMutedIn = ({ isMuted, mutedIn }: Actor, boardId: number): boolean =>
  isMuted || mutedIn?.has(boardId) === true

/**
 * Moderators of a board mute members in it, but neither staff, nor those who moderate it too, nor themselves; those of
 * every board do so to members of a lower role.
 */
export function mayMuteInBoard(
  actor: Actor,
  subject: { id: number; role: Role; isModerator: boolean },
  boardId: number,
): Verdict {
  if (!maySeeBoard(actor, boardId)) return 'NOT_FOUND'
  if (isStaff(actor)) return mayDiscipline(actor, subject)
  const isBelow = subject.role === 'user' && !subject.isModerator && subject.id !== actor.id
  return mayModerate(actor, boardId) && isBelow ? 'allowed' : 'FORBIDDEN'
}

export interface BoardSubject {
  id: number
  /** The role that starting threads requires. */
  postRole: Role
  /** Omitted by callers that only handle boards without sub-boards. */
  hasChildren?: boolean
}

/**
 * A board's `postRole` and its access decide who may start threads in it. The board's moderators may as well, unless it
 * is restricted to admins. A board with sub-boards holds no threads.
 */
export function mayStartThread(actor: Actor, board: BoardSubject): Verdict {
  if (!maySeeBoard(actor, board.id)) return 'NOT_FOUND'
  return isMutedIn(actor, board.id) ? 'MUTED' : mayUseBoard(actor, board)
}

/** Returns the verdict on a reply in a board, as far as the board decides it. */
export function mayReplyInBoard(actor: Actor, boardId: number): Verdict {
  if (!maySeeBoard(actor, boardId)) return 'NOT_FOUND'
  if (isMutedIn(actor, boardId)) return 'MUTED'
  return actor.boards.noReplies.has(boardId) ? 'FORBIDDEN' : 'allowed'
}

/** Returns the verdict on adding threads to a board, by starting or moving them. */
export function mayUseBoard(actor: Actor, board: BoardSubject): Verdict {
  if (!maySeeBoard(actor, board.id)) return 'NOT_FOUND'
  const isModerator = board.postRole !== 'admin' && mayModerate(actor, board.id)
  if (actor.boards.noThreads.has(board.id)) return 'FORBIDDEN'
  if (!includesRole(actor.role, board.postRole) && !isModerator) return 'FORBIDDEN'
  return board.hasChildren === true ? 'BOARD_HAS_CHILDREN' : 'allowed'
}

/** Returns true if an actor moderates any board, and so reads what its moderators read. */
export const isModerator = (actor: Actor | null): boolean =>
  actor !== null && (isStaff(actor) || actor.moderatedBoardIds.length > 0)

/** Moderators read the log of moderation; board moderators read that of their boards. */
export function mayReadModeration(actor: Actor, boardId?: number): Verdict {
  const isAllowed = boardId === undefined ? isModerator(actor) : mayModerate(actor, boardId)
  return isAllowed ? 'allowed' : 'FORBIDDEN'
}

/** Admins create, change, order and delete boards, name their moderators and write the announcement. */
export const mayAdminister = (actor: Actor): Verdict =>
  includesRole(actor.role, 'admin') ? 'allowed' : 'FORBIDDEN'
