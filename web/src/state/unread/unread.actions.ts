import { type Forum } from '../../store'
import { applyCount, applyCounts, type UnreadCounts, unreadSlice } from './unread.slice'

/** Loads the number of unread messages; rejects if the server cannot be reached. */
export function countUnreadMessages(forum: Forum): Promise<void> {
  return forum.once('unread messages', async () => {
    const { count, version } = await forum.call('countUnreadMessages')
    forum.update((write) => {
      applyCount(write(unreadSlice).messages, { count, version })
    })
  })
}

/** Loads both counts; the notifications only if anything has changed. Rejects if the server cannot be reached. */
export async function countUnread(forum: Forum): Promise<void> {
  await countUnreadMessages(forum)
  // Both counts share a version: unless it has increased, notifications are unchanged.
  const { messages, notifications } = forum.read(unreadSlice)
  if (messages.version <= notifications.version) return
  const counted = await forum.call('countUnreadNotifications')
  forum.update((write) => {
    applyCount(write(unreadSlice).notifications, counted)
  })
}

/** Applies the counts of another tab. */
export function applyUnread(forum: Forum, counts: UnreadCounts): void {
  forum.update((write) => {
    applyCounts(write, counts)
  })
}
