import { type Notification, type Pagination } from '@forum/shared/contract'
import { NOTIFICATION_GROUPS, type NotificationGroup } from '@forum/shared/notification-kinds'
import { type List } from '../resource'
import { type Write } from '../store'
import { notificationsSlice, TOPIC, versionOf } from './notifications.slice'

/** A page of the member's notifications, of a group or of all, the newest first. */
export const notificationsList = (page: number, group?: NotificationGroup): List<Notification> => ({
  key: `notifications:${group ?? ''}${page}`,
  room: null,
  applyItem: (write, notification) => {
    write(notificationsSlice).notifications[notification.id] = notification
  },
  moves: {
    hasMoved: (read, { id, createdAt }) =>
      createdAt > (read(notificationsSlice).notifications[id]?.createdAt ?? ''),
    isOwn: () => false,
    versionOf: (read, id) => {
      const stored = read(notificationsSlice).notifications[id]
      return stored ? versionOf(stored) : 0
    },
  },
  async read({ call }): Promise<{
    items: Notification[]
    pagination: Pagination
    apply: (write: Write) => readonly string[]
  }> {
    const { notifications, unread, pagination } = await call('listNotifications', {
      query: { page, ...(group && { group }) },
    })
    return {
      items: notifications,
      pagination,
      apply: (write) => {
        write(notificationsSlice).unreadOf = unread
        return group ? NOTIFICATION_GROUPS[group].map((kind) => TOPIC + kind) : [TOPIC]
      },
    }
  },
})
