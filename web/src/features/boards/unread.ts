import { type CurrentUser, type ThreadInList } from '@forum/shared/contract'

/** What is unread in a thread: all of it, some of it or nothing. */
export type Unread = 'all' | 'some' | 'none'

/**
 * Returns how much of a thread its reader has not read. Threads that went quiet before a member joined are not news
 * to them, although they were never opened.
 */
export function unreadOf(
  { viewer, lastPostAt }: Pick<ThreadInList, 'viewer' | 'lastPostAt'>,
  reader: Pick<CurrentUser, 'joinedAt'> | null,
): Unread {
  if (viewer === null || reader === null || viewer.unreadCount === 0) return 'none'
  if (viewer.lastReadNumber > 0) return 'some'
  return lastPostAt > reader.joinedAt ? 'all' : 'none'
}

export const isUnread = (...given: Parameters<typeof unreadOf>): boolean => unreadOf(...given) !== 'none'
