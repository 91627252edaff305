import { type CurrentUser } from '@forum/shared/contract'
import { defineSlice, type Read, sessionSlice, type Write } from '../../store'

export interface Blocks {
  /** The posts of blocked members that the reader has chosen to see. */
  shownPosts: Record<number, true>
}

export const blocksSlice = defineSlice('blocks', (): Blocks => ({ shownPosts: {} }))

/** Shows a post of a blocked member that the reader wants to see. */
export function postShown(write: Write, postId: number): void {
  write(blocksSlice).shownPosts[postId] = true
}

/**
 * Returns whether the reader has blocked the author of something in a board. Moderators are never hidden in the boards
 * that they moderate (docs/permissions.md, "Blocks").
 */
export function isHiddenFrom(reader: CurrentUser | null, authorId: number, boardId: number): boolean {
  const blocked = reader?.blocked.find(({ id }) => id === authorId)
  return blocked !== undefined && blocked.role === 'user' && !blocked.moderatedBoardIds.includes(boardId)
}

/** `isHiddenFrom` for the reader of this page. */
export const isHidden = (read: Read, authorId: number, boardId: number): boolean =>
  isHiddenFrom(read(sessionSlice).user, authorId, boardId)

/** Returns whether a thread is left out of lists. */
export const isThreadHidden = (read: Read, thread: { userId: number; boardId: number }): boolean =>
  isHidden(read, thread.userId, thread.boardId)
