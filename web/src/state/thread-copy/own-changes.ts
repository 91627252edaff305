// An inline type would bring the module into the first load.
import type { ThreadFlag } from '@forum/shared/acts'
import { type Poll } from '@forum/shared/contract'
import { type Write } from '../../store'
import { type PostEntity, type ThreadRow } from './entities'
import { firstUndeleted, noteOwnLike, threadCopySlice } from './thread-copy.slice'

type Viewer = NonNullable<ThreadRow['viewer']>

/**
 * Records that the reader has read a thread up to a post; `unread` posts follow it. A number lower than the current one
 * is dropped.
 */
export function threadRead(write: Write, threadId: number, number: number, unread: number): void {
  const thread = write(threadCopySlice).threads[threadId]
  const viewer = thread?.viewer
  if (!viewer || viewer.lastReadNumber >= number) return
  viewer.lastReadNumber = number
  viewer.unreadCount = unread
  viewer.firstUnreadNumber = unread > 0 ? firstUndeleted(write, thread, number) : null
}

/**
 * Records that the reader has marked the threads of these boards as read; null for all. `readTo` has the last posts at
 * that time.
 */
export function boardsMarkedRead(
  write: Write,
  boardIds: readonly number[] | null,
  readTo: Readonly<Record<number, Pick<ThreadRow, 'lastNumber'>>>,
): void {
  for (const { id, boardId, lastPostNumber, viewer } of Object.values(write(threadCopySlice).threads)) {
    const number = readTo[id]?.lastNumber
    if (!viewer || number === undefined || (boardIds && !boardIds.includes(boardId))) continue
    viewer.lastReadNumber = Math.max(viewer.lastReadNumber, number)
    // Posts written during the call have no gaps yet.
    viewer.unreadCount = Math.max(0, lastPostNumber - viewer.lastReadNumber)
    viewer.firstUnreadNumber = viewer.unreadCount > 0 ? viewer.lastReadNumber + 1 : null
  }
}

/** Records that the reader watches or bookmarks a thread, or no longer does. */
export function ownRelationChanged(
  write: Write,
  threadId: number,
  relation: Partial<Pick<Viewer, 'isWatching' | 'isBookmarked'>>,
): void {
  const viewer = write(threadCopySlice).threads[threadId]?.viewer
  if (viewer) Object.assign(viewer, relation)
}

/** Applies the reader's relation to a thread, as in a response. */
export function viewerReturned(write: Write, threadId: number, viewer: ThreadRow['viewer']): void {
  const thread = write(threadCopySlice).threads[threadId]
  if (thread) thread.viewer = viewer
}

/** Records that the reader likes a post in its shown version, or no longer does. */
export function postLiked(write: Write, { id, seq }: PostEntity, isLiked: boolean, likeCount: number): void {
  noteOwnLike(write, id, isLiked)
  const post = write(threadCopySlice).posts[id]
  // An event that arrived meanwhile contains the true count.
  if (post?.seq === seq) post.likeCount = likeCount
}

/** Records the reader's vote in a poll whose thread had the `seq` before the call. */
export function pollVoted(
  write: Write,
  threadId: number,
  { poll, options, seq }: { poll: Poll | null; options: number[]; seq: number | undefined },
): void {
  const thread = write(threadCopySlice).threads[threadId]
  if (!thread) return
  // Events that arrived meanwhile contain counts that are at least as new.
  if (thread.seq === seq) thread.poll = poll
  if (thread.viewer) thread.viewer.votes = options
}

/** The fields of a thread's row that a moderator's act changes. */
export type ThreadMarks = Pick<ThreadRow, ThreadFlag | 'isDeleted' | 'boardId' | 'board' | 'type'>

/** Applies a moderator's own act to a thread, whose event may take a moment. */
export function threadModerated(write: Write, threadId: number, marks: Partial<ThreadMarks>): void {
  const row = write(threadCopySlice).threads[threadId]
  if (row) Object.assign(row, marks)
}
