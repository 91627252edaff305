import type { ActingReader } from './access'
import { isMutedIn, mayModerate } from './boards'
import type { Actor, Verdict } from './members'
import { mayReadThread, type ThreadSubject } from './threads'
import { hasWritten } from './written'

export interface PostSubject {
  authorId: number
  isDeleted: boolean
  isOpeningPost: boolean
  /** Members who edit the post with its author. */
  coauthorIds?: readonly number[] | undefined
}

/** Anyone may read posts that are not deleted; only moderators of the board may read the text of a tombstone. */
export function mayReadContent(
  reader: ActingReader | null,
  post: Pick<PostSubject, 'isDeleted'>,
  thread: ThreadSubject,
): boolean {
  return !post.isDeleted || mayModerate(reader, thread.boardId)
}

/**
 * The author, co-authors and moderators may edit a post; in a locked thread, or once it is deleted, only moderators may.
 */
export function mayEditPost(actor: Actor, post: PostSubject, thread: ThreadSubject): Verdict {
  if (!mayReadThread(actor, thread)) return 'NOT_FOUND'
  if (mayModerate(actor, thread.boardId)) return isMutedIn(actor, thread.boardId) ? 'MUTED' : 'allowed'
  if (!hasWritten(actor, post)) return 'FORBIDDEN'
  if (post.isDeleted) return 'NOT_FOUND'
  if (isMutedIn(actor, thread.boardId)) return 'MUTED'
  return thread.isLocked ? 'THREAD_LOCKED' : 'allowed'
}

/**
 * The author and moderators may delete a post while they may edit it, except the opening post, which is deleted with its
 * thread. Deleting a tombstone is allowed and changes nothing.
 */
export function mayDeletePost(actor: Actor, post: PostSubject, thread: ThreadSubject): Verdict {
  if (post.isOpeningPost) return 'FORBIDDEN'
  return mayEditPost(actor, { ...post, isDeleted: false, coauthorIds: [] }, thread)
}

/** Returns true if the post offers this actor a delete button: it may be deleted and is not a tombstone yet. */
export function canDeletePost(actor: Actor, post: PostSubject, thread: ThreadSubject): boolean {
  return !post.isDeleted && mayDeletePost(actor, post, thread) === 'allowed'
}

/** Only moderators may restore a post; the opening post is restored with its thread. */
export function mayRestorePost(actor: Actor, post: PostSubject, thread: ThreadSubject): Verdict {
  if (!mayReadThread(actor, thread)) return 'NOT_FOUND'
  return mayModerate(actor, thread.boardId) && !post.isOpeningPost ? 'allowed' : 'FORBIDDEN'
}

/**
 * Moderators may read the history; until the post is deleted, its authors may, too, and everyone in a board that shows
 * edits (docs/content.md#edits).
 */
export function mayReadHistory(
  reader: ActingReader,
  post: PostSubject,
  thread: ThreadSubject,
  board: { showsEdits: boolean },
): Verdict {
  if (!mayReadThread(reader, thread)) return 'NOT_FOUND'
  if (mayModerate(reader, thread.boardId)) return 'allowed'
  const isShown = board.showsEdits || hasWritten(reader, post)
  if (!isShown) return 'FORBIDDEN'
  return post.isDeleted ? 'NOT_FOUND' : 'allowed'
}

/** Any member except the author may like a post, even when muted or in a locked thread; tombstones cannot be liked. */
export function mayLikePost(actor: Actor, post: PostSubject, thread: ThreadSubject): Verdict {
  if (!mayReadThread(actor, thread) || post.isDeleted) return 'NOT_FOUND'
  return post.authorId === actor.id ? 'FORBIDDEN' : 'allowed'
}

/** Members who are not muted may report a post of another member, also in a locked thread; never a tombstone. */
export function mayReportPost(actor: Actor, post: PostSubject, thread: ThreadSubject): Verdict {
  if (!mayReadThread(actor, thread) || post.isDeleted) return 'NOT_FOUND'
  if (post.authorId === actor.id) return 'FORBIDDEN'
  return isMutedIn(actor, thread.boardId) ? 'MUTED' : 'allowed'
}

/** A reply may quote posts of the same thread that are not deleted. */
export function mayQuotePost(
  quoted: { threadId: number; isDeleted: boolean },
  thread: { id: number },
): Verdict {
  return quoted.threadId === thread.id && !quoted.isDeleted ? 'allowed' : 'NOT_FOUND'
}
