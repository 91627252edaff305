import { type NotificationSettings } from '@forum/shared/contract'
import { type NotificationGroup } from '@forum/shared/notification-kinds'
import { type Result, resultOf } from '../lib/result'
import { type Forum } from '../store'
import { applyUnread, unreadSlice } from '../state/unread'
import { notificationsSlice } from './notifications.slice'

/** Marks notifications as read that another tab has marked. */
export function applyReadNotifications(forum: Forum, ids: readonly number[]): void {
  forum.update((write) => {
    for (const one of Object.values(write(notificationsSlice).notifications)) {
      if (ids.includes(one.id)) one.isRead = true
    }
  })
}

/**
 * Marks notifications as read, in the store at once. With `all`, `ids` are those that the page has, and the server marks
 * all, of a group if one is given, that had arrived so many milliseconds ago.
 */
export async function readNotifications(
  forum: Forum,
  ids: readonly number[],
  all?: { group?: NotificationGroup | undefined; askedAgo: number },
): Promise<Result<void>> {
  const before = forum.read(notificationsSlice).notifications
  applyReadNotifications(forum, ids)
  forum.update((write) => {
    write(notificationsSlice).readOwn = { ids: [...ids] }
  })
  const result = await resultOf(
    forum.call('readNotifications', {
      body: all ? { all: true, ...all } : { ids: [...ids] },
      // The page may be closing.
      keepalive: true,
    }),
  )
  if (result.ok) {
    const { messages } = forum.read(unreadSlice)
    applyUnread(forum, { messages, notifications: result.value })
    return { ok: true, value: undefined }
  }
  forum.update((write) => {
    const { notifications } = write(notificationsSlice)
    for (const { id, isRead } of Object.values(before)) {
      const one = notifications[id]
      if (one && !isRead) one.isRead = false
    }
  })
  return result
}

export function loadNotificationSettings(forum: Forum): Promise<Result<void>> {
  return forum.once('notification settings', () =>
    resultOf(
      forum.call('getNotificationSettings').then(({ settings }) => {
        forum.update((write) => {
          write(notificationsSlice).settings = settings
        })
      }),
    ),
  )
}

export async function saveNotificationSettings(
  forum: Forum,
  changes: Partial<NotificationSettings>,
): Promise<Result<void>> {
  const before = forum.read(notificationsSlice).settings
  forum.update((write) => {
    const { settings } = write(notificationsSlice)
    if (settings) Object.assign(settings, changes)
  })
  const result = await resultOf(
    forum.call('updateNotificationSettings', { body: changes }).then(({ settings }) => {
      forum.update((write) => {
        write(notificationsSlice).settings = settings
      })
    }),
  )
  if (!result.ok)
    forum.update((write) => {
      write(notificationsSlice).settings = before
    })
  return result
}
