import { isModerator, mayModerate } from './boards'
import { isStaff, type Actor, type Verdict } from './members'

/** Something that waits for approval, as policies see it. */
export interface HeldSubject {
  /** The board of its thread; null for a message. */
  boardId: number | null
  authorId: number
}

/** Returns true if texts of an actor never wait: those of moderators of the board, and messages of staff. */
export const isExemptFromApproval = (actor: Actor, boardId: number | null): boolean =>
  boardId === null ? isStaff(actor) : mayModerate(actor, boardId)

/** Moderators decide on what is held in their boards, but not on their own; messages are for those of every board. */
export function mayDecideHeld(actor: Actor, { boardId, authorId }: HeldSubject): Verdict {
  if (!isModerator(actor)) return 'FORBIDDEN'
  const isTheirs = boardId === null ? isStaff(actor) : mayModerate(actor, boardId)
  return isTheirs && actor.id !== authorId ? 'allowed' : 'NOT_FOUND'
}
