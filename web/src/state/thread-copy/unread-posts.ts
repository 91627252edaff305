import { type ThreadInList } from '@forum/shared/contract'

/** Posts that an event added to a thread or removed from it. */
export interface CountedChange {
  change: 'created' | 'deleted' | 'restored'
  /** The newest of them. */
  number: number
  /** Change of the thread's number of posts; negative for a deletion. */
  added: number
  isOwn: boolean
  /** The newest post after the event. */
  lastPostNumber: number
  /** Returns the first post after a number that is not known to be deleted. */
  nextAfter: (number: number) => number
}

/**
 * Changes the reader's unread posts of a thread as the server counts them, without deleted posts. A post that a hint
 * for lists has counted is not counted again.
 */
export function countChange(
  { viewer, lastPostNumber: before }: Pick<ThreadInList, 'viewer' | 'lastPostNumber'>,
  { change, number, added, isOwn, lastPostNumber, nextAfter }: CountedChange,
): void {
  if (!viewer) return
  const isCounted = {
    created: number <= before,
    restored: number === before,
    deleted: number > before,
  }[change]
  // For a reader who had read everything, their own reply is read too.
  if (isOwn && change === 'created' && !isCounted && viewer.lastReadNumber >= before)
    viewer.lastReadNumber = number
  else if (number > viewer.lastReadNumber && !isCounted) {
    const first = viewer.firstUnreadNumber ?? number - added + 1
    viewer.unreadCount = Math.max(1, viewer.unreadCount + added)
    viewer.firstUnreadNumber = added < 0 && first === number ? nextAfter(number) : Math.min(first, number)
  }
  if (lastPostNumber > viewer.lastReadNumber) return
  viewer.unreadCount = 0
  viewer.firstUnreadNumber = null
}
