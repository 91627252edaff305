import { type ThreadInList } from '@forum/shared/contract'

/**
 * How events change what a reader has not read of a thread, as the server counts it: deleted posts do not count.
 */

type Unread = Pick<ThreadInList, 'viewer' | 'lastPostNumber'>

/** A post that an event of the thread's log created, deleted or restored. */
export interface CountedChange {
  change: 'created' | 'deleted' | 'restored'
  number: number
  isOwn: boolean
  /** The newest post after the event. */
  lastPostNumber: number
  /** Returns the first post after a number that is not known to be deleted. */
  nextAfter: (number: number) => number
}

/** Applies an event of the thread's log, unless a hint has already counted it. */
export function countChange(thread: Unread, changed: CountedChange): void {
  const { viewer } = thread
  if (!viewer) return
  const { change, number, isOwn, lastPostNumber, nextAfter } = changed
  const isCounted =
    change === 'created' ? number <= thread.lastPostNumber : number === viewer.firstUnreadNumber
  if (change !== 'deleted' && isCounted) return
  if (change === 'created' && isOwn && readOwn(thread, number)) return
  if (number <= viewer.lastReadNumber) return
  if (change === 'deleted') viewer.unreadCount = Math.max(1, viewer.unreadCount - 1)
  else viewer.unreadCount += 1
  const first = viewer.firstUnreadNumber ?? number
  viewer.firstUnreadNumber =
    change === 'deleted' && first === number ? nextAfter(number) : Math.min(first, number)
  endAt(viewer, lastPostNumber)
}

/** Applies a hint for lists, which says only how many posts there are and which is the newest. */
export function countHint(
  thread: Unread,
  { lastPostNumber, added, isOwn }: { lastPostNumber: number; added: number; isOwn: boolean },
): void {
  const { viewer } = thread
  if (!viewer) return
  if (lastPostNumber > thread.lastPostNumber && !(isOwn && readOwn(thread, lastPostNumber))) {
    if (lastPostNumber > viewer.lastReadNumber) viewer.unreadCount += Math.max(1, added)
    viewer.firstUnreadNumber ??= added > 1 ? viewer.lastReadNumber + 1 : lastPostNumber
  }
  endAt(viewer, lastPostNumber)
}

/** A reader who had read everything has read their own reply too. */
function readOwn({ viewer, lastPostNumber }: Unread, number: number): boolean {
  if (!viewer || viewer.lastReadNumber < lastPostNumber) return false
  viewer.lastReadNumber = Math.max(viewer.lastReadNumber, number)
  return true
}

/** Nothing is unread once the newest post is read. */
function endAt(viewer: NonNullable<Unread['viewer']>, lastPostNumber: number): void {
  if (lastPostNumber > viewer.lastReadNumber) return
  viewer.unreadCount = 0
  viewer.firstUnreadNumber = null
}
