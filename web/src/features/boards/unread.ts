import { type CurrentUser, type ThreadInList } from '@forum/shared/contract'
import { sharedClock } from '../../ui'

/** Threads without a post for this long are no news, even to members who never opened them. */
const NEWS_MS = 30 * 24 * 60 * 60 * 1_000

/** What is unread in a thread: all of it, some of it or nothing. */
export type Unread = 'all' | 'some' | 'none'

/**
 * Returns how much of a thread its reader has not read. Threads that went quiet long ago or before the member joined
 * are not unread, although they were never opened.
 */
export function unreadOf(
  { viewer, lastPostAt }: Pick<ThreadInList, 'viewer' | 'lastPostAt'>,
  reader: Pick<CurrentUser, 'joinedAt'> | null,
): Unread {
  if (viewer === null || reader === null || viewer.unreadCount === 0) return 'none'
  if (viewer.lastReadNumber > 0) return 'some'
  const isOld = sharedClock.now() - Date.parse(lastPostAt) > NEWS_MS
  return isOld || lastPostAt < reader.joinedAt ? 'none' : 'all'
}
