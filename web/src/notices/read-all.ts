import { systemClock } from '@forum/shared/clock'
import { NOTIFICATION_GROUPS, type NotificationGroup } from '@forum/shared/notification-kinds'
import { type Result } from '../lib/result'
import { type Forum, unlessUndone } from '../store'
import { notificationsHidden, unreadNotifications } from '../state/unread'
import { readNotifications } from './notifications.actions'
import { notificationsSlice } from './notifications.slice'

const NO_UNREAD: Record<NotificationGroup, number> = { reply: 0, mention: 0, like: 0, moderation: 0 }

/**
 * Shows all notifications, or those of a group, as read, and marks them on the server once the reader can no longer
 * undo it: when the toast that offers the undo is gone, the page is left or the member signs out. Resolves with null if
 * it was undone.
 */
export function readAllSoon(
  forum: Forum,
  group: NotificationGroup | undefined,
  offerUndo: (undo: () => void, onGone: () => void) => void,
): Promise<Result<void> | null> {
  const { notifications: before, unreadOf: counts } = forum.read(notificationsSlice)
  const ids = Object.values(before)
    .filter(({ kind }) => group === undefined || NOTIFICATION_GROUPS[group].some((one) => one === kind))
    .map(({ id }) => id)
  const askedAt = systemClock.now().getTime()
  const count = group ? (counts?.[group] ?? 0) : unreadNotifications(forum.read)
  const show = (isRead: boolean) => {
    forum.update((write) => {
      const state = write(notificationsSlice)
      for (const id of ids) {
        const one = state.notifications[id]
        if (one && before[id]?.isRead === false) one.isRead = isRead
      }
      state.unreadOf = isRead && counts ? { ...counts, ...(group ? { [group]: 0 } : NO_UNREAD) } : counts
      notificationsHidden(write, isRead ? count : -count)
    })
  }
  show(true)
  return unlessUndone(forum, offerUndo, async (isUndone) => {
    const askedAgo = Math.max(0, systemClock.now().getTime() - askedAt)
    const result = isUndone
      ? null
      : await readNotifications(forum, ids, { askedAgo, ...(group && { group }) })
    if (!result?.ok) show(false)
    else
      forum.update((write) => {
        notificationsHidden(write, -count)
      })
    return result
  })
}
