import { maySeeBoard, type ActingReader } from './access'
import { isMutedIn, mayModerate, mayReplyInBoard, mayUseBoard, type BoardSubject } from './boards'
import type { Actor, Verdict } from './members'
import { hasWritten } from './written'

export interface ThreadSubject {
  boardId: number
  authorId: number
  /** The co-authors of its opening post. */
  coauthorIds?: readonly number[] | undefined
  isLocked: boolean
  isDeleted: boolean
}

/** Threads are there for those who see their board; a deleted one for its moderators only. */
export function mayReadThread(reader: ActingReader, thread: ThreadSubject): boolean {
  return maySeeBoard(reader, thread.boardId) && (!thread.isDeleted || mayModerate(reader, thread.boardId))
}

/** Those whom the board lets reply do so; only moderators reply to a locked thread. */
export function mayReply(actor: Actor, thread: ThreadSubject): Verdict {
  if (!mayReadThread(actor, thread)) return 'NOT_FOUND'
  const verdict = mayReplyInBoard(actor, thread.boardId)
  if (verdict !== 'allowed') return verdict
  if (thread.isLocked && !mayModerate(actor, thread.boardId)) return 'THREAD_LOCKED'
  return 'allowed'
}

/** Members may vote in a poll, also muted ones and where they may not reply; in a locked thread, only moderators may. */
export function mayVote(actor: Actor, thread: ThreadSubject): Verdict {
  if (!mayReadThread(actor, thread)) return 'NOT_FOUND'
  return thread.isLocked && !mayModerate(actor, thread.boardId) ? 'THREAD_LOCKED' : 'allowed'
}

/** Authors and moderators may edit the title and opening post; in a locked thread, only moderators may. */
export function mayEditThread(actor: Actor, thread: ThreadSubject): Verdict {
  if (!mayReadThread(actor, thread)) return 'NOT_FOUND'
  if (mayModerate(actor, thread.boardId)) return isMutedIn(actor, thread.boardId) ? 'MUTED' : 'allowed'
  if (!hasWritten(actor, thread)) return 'FORBIDDEN'
  if (isMutedIn(actor, thread.boardId)) return 'MUTED'
  return thread.isLocked ? 'THREAD_LOCKED' : 'allowed'
}

/** Moderators may always delete a thread; its author may while the thread is unlocked and has no replies by others. */
export function mayDeleteThread(
  actor: Actor,
  thread: ThreadSubject & {
    /** True if members other than the author have replied. */
    hasOtherReplies: boolean
  },
): Verdict {
  if (mayModerate(actor, thread.boardId)) return 'allowed'
  const verdict = mayEditThread(actor, { ...thread, coauthorIds: [] })
  if (verdict !== 'allowed') return verdict
  return thread.hasOtherReplies ? 'THREAD_HAS_REPLIES' : 'allowed'
}

/** Moderators of the board may pin, lock and restore its threads, even when muted. */
export function mayModerateThread(actor: Actor, thread: ThreadSubject): Verdict {
  if (!mayReadThread(actor, thread)) return 'NOT_FOUND'
  return mayModerate(actor, thread.boardId) ? 'allowed' : 'FORBIDDEN'
}

/**
 * Moderators of a thread's board may move it, even when muted, to a board without sub-boards in which they may start
 * threads. A deleted thread may only move to a board that they moderate, so that it stays visible to them.
 */
export function mayMoveThread(actor: Actor, thread: ThreadSubject, target: BoardSubject): Verdict {
  const verdict = mayModerateThread(actor, thread)
  if (verdict !== 'allowed') return verdict
  if (!maySeeBoard(actor, target.id)) return 'NOT_FOUND'
  if (thread.isDeleted && !mayModerate(actor, target.id)) return 'FORBIDDEN'
  return mayUseBoard(actor, target)
}

/** The author, while the thread can be edited, and its moderators say of which type it is. */
export function mayTypeThread(actor: Actor, thread: ThreadSubject): Verdict {
  return mayModerateThread(actor, thread) === 'allowed'
    ? 'allowed'
    : mayEditThread(actor, { ...thread, coauthorIds: [] })
}

/** The author of a question and its moderators say which reply answers it, also once it is locked. */
export function mayMarkAnswer(actor: Actor, thread: ThreadSubject): Verdict {
  const asModerator = mayModerateThread(actor, thread)
  if (asModerator === 'allowed' || thread.isDeleted || thread.authorId !== actor.id) return asModerator
  return actor.isMuted ? 'MUTED' : 'allowed'
}
