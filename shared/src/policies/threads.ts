import { mayModerate, mayUseBoard, type BoardSubject } from './boards'
import type { Actor, Verdict } from './members'

export interface ThreadSubject {
  boardId: number
  authorId: number
  isLocked: boolean
  isDeleted: boolean
}

/** Only moderators of its board see a deleted thread. */
export function mayReadThread(actor: Actor | null, thread: ThreadSubject): boolean {
  return !thread.isDeleted || mayModerate(actor, thread.boardId)
}

/** Only moderators reply to a locked thread. */
export function mayReply(actor: Actor, thread: ThreadSubject): Verdict {
  if (!mayReadThread(actor, thread)) return 'NOT_FOUND'
  if (actor.isMuted) return 'MUTED'
  if (thread.isLocked && !mayModerate(actor, thread.boardId)) return 'THREAD_LOCKED'
  return 'allowed'
}

/** Title and opening post: their author, or a moderator; once the thread is locked, a moderator. */
export function mayEditThread(actor: Actor, thread: ThreadSubject): Verdict {
  if (!mayReadThread(actor, thread)) return 'NOT_FOUND'
  if (mayModerate(actor, thread.boardId)) return actor.isMuted ? 'MUTED' : 'allowed'
  if (thread.authorId !== actor.id) return 'FORBIDDEN'
  if (actor.isMuted) return 'MUTED'
  return thread.isLocked ? 'THREAD_LOCKED' : 'allowed'
}

/** A moderator always; its author as long as nobody else has replied and the thread is open. */
export function mayDeleteThread(
  actor: Actor,
  thread: ThreadSubject & {
    /** Somebody other than the author has replied. */
    hasOtherReplies: boolean
  },
): Verdict {
  if (mayModerate(actor, thread.boardId)) return 'allowed'
  const verdict = mayEditThread(actor, thread)
  if (verdict !== 'allowed') return verdict
  return thread.hasOtherReplies ? 'THREAD_HAS_REPLIES' : 'allowed'
}

/** Pin, lock and restore: moderators of its board, also when muted. */
export function mayModerateThread(actor: Actor, thread: ThreadSubject): Verdict {
  if (!mayReadThread(actor, thread)) return 'NOT_FOUND'
  return mayModerate(actor, thread.boardId) ? 'allowed' : 'FORBIDDEN'
}

/**
 * Its moderators, to a board without sub-boards in which they may start threads themselves; also when muted. A deleted
 * thread stays where its moderator can see it.
 */
export function mayMoveThread(actor: Actor, thread: ThreadSubject, target: BoardSubject): Verdict {
  const verdict = mayModerateThread(actor, thread)
  if (verdict !== 'allowed') return verdict
  if (thread.isDeleted && !mayModerate(actor, target.id)) return 'FORBIDDEN'
  return mayUseBoard(actor, target)
}
