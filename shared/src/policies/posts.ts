import { mayModerate } from './boards'
import type { Actor, Verdict } from './members'
import { mayReadThread, type ThreadSubject } from './threads'

export interface PostSubject {
  authorId: number
  isDeleted: boolean
  isOpeningPost: boolean
}

/** Everybody reads posts that are not deleted; only moderators of the board read the text of a tombstone. */
export function mayReadContent(
  actor: Actor | null,
  post: Pick<PostSubject, 'isDeleted'>,
  thread: ThreadSubject,
): boolean {
  return !post.isDeleted || mayModerate(actor, thread.boardId)
}

/** Its author or a moderator; in a locked thread, and once the post is deleted, moderators only. */
export function mayEditPost(actor: Actor, post: PostSubject, thread: ThreadSubject): Verdict {
  if (!mayReadThread(actor, thread)) return 'NOT_FOUND'
  if (mayModerate(actor, thread.boardId)) return actor.isMuted ? 'MUTED' : 'allowed'
  if (post.authorId !== actor.id) return 'FORBIDDEN'
  if (post.isDeleted) return 'NOT_FOUND'
  if (actor.isMuted) return 'MUTED'
  return thread.isLocked ? 'THREAD_LOCKED' : 'allowed'
}

/**
 * Everyone who may edit a post may delete it, except the opening post, which is deleted with its thread. Deleting
 * a tombstone is allowed and changes nothing.
 */
export function mayDeletePost(actor: Actor, post: PostSubject, thread: ThreadSubject): Verdict {
  if (post.isOpeningPost) return 'FORBIDDEN'
  return mayEditPost(actor, { ...post, isDeleted: false }, thread)
}

/** Whether the post offers this actor a delete button: it may be deleted and is not a tombstone yet. */
export function canDeletePost(actor: Actor, post: PostSubject, thread: ThreadSubject): boolean {
  return !post.isDeleted && mayDeletePost(actor, post, thread) === 'allowed'
}

/** Moderators only; the opening post comes back with its thread. */
export function mayRestorePost(actor: Actor, post: PostSubject, thread: ThreadSubject): Verdict {
  if (!mayReadThread(actor, thread)) return 'NOT_FOUND'
  return mayModerate(actor, thread.boardId) && !post.isOpeningPost ? 'allowed' : 'FORBIDDEN'
}

/** Its author while it stands, and moderators. */
export function mayReadHistory(actor: Actor, post: PostSubject, thread: ThreadSubject): Verdict {
  if (!mayReadThread(actor, thread)) return 'NOT_FOUND'
  if (mayModerate(actor, thread.boardId)) return 'allowed'
  if (post.authorId !== actor.id) return 'FORBIDDEN'
  return post.isDeleted ? 'NOT_FOUND' : 'allowed'
}

/** Anyone but the author, also when muted or in a locked thread; never a tombstone. */
export function mayLikePost(actor: Actor, post: PostSubject, thread: ThreadSubject): Verdict {
  if (!mayReadThread(actor, thread) || post.isDeleted) return 'NOT_FOUND'
  return post.authorId === actor.id ? 'FORBIDDEN' : 'allowed'
}

/** A reply quotes posts of its own thread that are not deleted. */
export function mayQuotePost(
  quoted: { threadId: number; isDeleted: boolean },
  thread: { id: number },
): Verdict {
  return quoted.threadId === thread.id && !quoted.isDeleted ? 'allowed' : 'NOT_FOUND'
}
