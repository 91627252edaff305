import { DAY_MS } from '@forum/shared/clock'
import { type CurrentUser, type ThreadInList } from '@forum/shared/contract'
import { NEWS_DAYS } from '@forum/shared/limits'
import { sharedClock } from '../ui'

/** The unread share of a thread. */
export type Unread = 'all' | 'some' | 'none'

/**
 * Returns the unread share of a thread. Threads without posts for a long time, or since before the member joined, do
 * not count as unread even if they were never opened.
 */
export function unreadOf(
  { viewer, lastPostAt }: Pick<ThreadInList, 'viewer' | 'lastPostAt'>,
  reader: Pick<CurrentUser, 'joinedAt'> | null,
): Unread {
  if (viewer === null || reader === null || viewer.unreadCount === 0) return 'none'
  if (viewer.lastReadNumber > 0) return 'some'
  const isOld = sharedClock.now() - Date.parse(lastPostAt) > NEWS_DAYS * DAY_MS
  return isOld || lastPostAt < reader.joinedAt ? 'none' : 'all'
}
