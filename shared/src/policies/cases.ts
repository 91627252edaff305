import type { Role } from '../contract/entities'
import { mayModerate } from './boards'
import { includesRole, isStaff, type Actor, type Verdict } from './members'

/** A reported post or message, as policies see it. */
export interface CaseSubject {
  /** The board of a post's thread; null for a message. */
  boardId: number | null
  /** The author of the post, or the sender of the message. */
  author: { id: number; role: Role }
}

/**
 * Moderators handle the cases of their boards, those of messages only if they moderate every board. Nobody sees a case
 * about themselves, and those about staff are for admins.
 */
export function mayHandleCase(actor: Actor, { boardId, author }: CaseSubject): Verdict {
  const isTheirs = boardId === null ? isStaff(actor) : mayModerate(actor, boardId)
  const isAboutStaff = author.role !== 'user'
  if (!isTheirs || actor.id === author.id) return 'NOT_FOUND'
  return isAboutStaff && !includesRole(actor.role, 'admin') ? 'NOT_FOUND' : 'allowed'
}
