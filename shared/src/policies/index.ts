import type { Role } from '../contract/entities'

/**
 * Who may do what (specification §6, contract §5, product research D2), as pure functions. The server asks
 * them before every act, the page only to hide what would be refused.
 */
export interface Actor {
  id: number
  role: Role
  /** Boards this member moderates, sub-boards included. */
  moderatedBoardIds: readonly number[]
  isMuted: boolean
}

export interface ThreadSubject {
  boardId: number
  authorId: number
  isLocked: boolean
  isDeleted: boolean
}

export interface PostSubject {
  authorId: number
  isDeleted: boolean
  isOpeningPost: boolean
}

export type Verdict = 'allowed' | 'NOT_FOUND' | 'FORBIDDEN' | 'MUTED' | 'THREAD_LOCKED'

const RANK: Record<Role, number> = { user: 0, moderator: 1, admin: 2 }

/** Staff of the whole forum: exempt from limits on writing. */
export const isStaff = (actor: Actor | null): boolean => actor !== null && RANK[actor.role] > 0

/** Role moderator moderates every board, a board's own moderators that board and its sub-boards. */
export function mayModerate(actor: Actor | null, boardId: number): boolean {
  return actor !== null && (isStaff(actor) || actor.moderatedBoardIds.includes(boardId))
}

/** A deleted thread is there for its moderators alone. */
export function mayReadThread(actor: Actor | null, thread: ThreadSubject): boolean {
  return !thread.isDeleted || mayModerate(actor, thread.boardId)
}

/** Who may start threads in a board is its `postRole`; its moderators always may. */
export function mayStartThread(actor: Actor, board: { id: number; postRole: Role }): Verdict {
  if (actor.isMuted) return 'MUTED'
  return RANK[actor.role] >= RANK[board.postRole] ||
    (board.postRole !== 'admin' && mayModerate(actor, board.id))
    ? 'allowed'
    : 'FORBIDDEN'
}

/** In a locked thread moderators may still write. */
export function mayReply(actor: Actor, thread: ThreadSubject): Verdict {
  if (!mayReadThread(actor, thread)) return 'NOT_FOUND'
  if (actor.isMuted) return 'MUTED'
  if (thread.isLocked && !mayModerate(actor, thread.boardId)) return 'THREAD_LOCKED'
  return 'allowed'
}

/** Its author or a moderator; in a locked thread, and once deleted, moderators alone. */
export function mayEditPost(actor: Actor, post: PostSubject, thread: ThreadSubject): Verdict {
  if (!mayReadThread(actor, thread)) return 'NOT_FOUND'
  if (mayModerate(actor, thread.boardId)) return actor.isMuted ? 'MUTED' : 'allowed'
  if (post.authorId !== actor.id) return 'FORBIDDEN'
  if (post.isDeleted) return 'NOT_FOUND'
  if (actor.isMuted) return 'MUTED'
  return thread.isLocked ? 'THREAD_LOCKED' : 'allowed'
}

/** As editing; the opening post goes with its thread, never alone. */
export function mayDeletePost(actor: Actor, post: PostSubject, thread: ThreadSubject): Verdict {
  return post.isOpeningPost ? 'FORBIDDEN' : mayEditPost(actor, post, thread)
}

export function mayRestorePost(actor: Actor, post: PostSubject, thread: ThreadSubject): Verdict {
  if (!mayReadThread(actor, thread)) return 'NOT_FOUND'
  return mayModerate(actor, thread.boardId) && !post.isOpeningPost ? 'allowed' : 'FORBIDDEN'
}

/** Anyone but the author, also when muted or in a locked thread; never a tombstone. */
export function mayLikePost(actor: Actor, post: PostSubject, thread: ThreadSubject): Verdict {
  if (!mayReadThread(actor, thread) || post.isDeleted) return 'NOT_FOUND'
  return post.authorId === actor.id ? 'FORBIDDEN' : 'allowed'
}

/** Pin, lock and the like. */
export function mayModerateThread(actor: Actor, thread: ThreadSubject): Verdict {
  if (!mayReadThread(actor, thread)) return 'NOT_FOUND'
  return mayModerate(actor, thread.boardId) ? 'allowed' : 'FORBIDDEN'
}
