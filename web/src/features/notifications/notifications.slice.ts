import { type Notification, type NotificationSettings, type Pagination } from '@forum/shared/contract'
import { type List, markMoved } from '../../resource'
import { defineSlice, sessionSlice } from '../../store'

interface Notifications {
  /** By id. */
  notifications: Record<number, Notification>
  /** The latest arrivals that deserve a toast, newest last. */
  arrived: Notification[]
  /** What the member last marked as read in this tab; null ids are all. */
  readOwn: { ids: number[] | null } | null
  /** Null until they are loaded. */
  settings: NotificationSettings | null
}

/** Maximum number of arrivals kept until their toasts are shown: several may come in one burst. */
const ARRIVED_MAX = 20

/** The topic of every list of notifications. */
const TOPIC = 'notifications'

const versionOf = ({ createdAt }: Notification) => Date.parse(createdAt)

export const notificationsSlice = defineSlice(
  'notifications',
  (): Notifications => ({ notifications: {}, arrived: [], readOwn: null, settings: null }),
  {
    on: {
      'notification:created': (own, { notification }, { read, write }) => {
        const { id, kind, createdAt } = notification
        const known = own.notifications[id]
        if (read(sessionSlice).user === null || (known && known.createdAt > createdAt)) return
        // Further replies under an unread notification are not news; being quoted or mentioned is.
        const isNews = !known || known.isRead || kind === 'quote' || kind === 'mention'
        own.notifications[id] = notification
        if (isNews) own.arrived = [...own.arrived, notification].slice(-ARRIVED_MAX)
        markMoved(write, TOPIC, { id, version: versionOf(notification) })
      },
    },
  },
)

/** A page of the member's notifications, the newest first. */
export const notificationsList = (page: number): List<Notification> => ({
  key: `notifications:${page}`,
  room: null,
  applyItem: (write, notification) => {
    write(notificationsSlice).notifications[notification.id] = notification
  },
  moves: {
    hasMoved: (read, { id, createdAt }) =>
      createdAt > (read(notificationsSlice).notifications[id]?.createdAt ?? ''),
    isOwn: () => false,
    versionOf: (read, id) => {
      const known = read(notificationsSlice).notifications[id]
      return known ? versionOf(known) : 0
    },
  },
  async read({ call }): Promise<{
    items: Notification[]
    pagination: Pagination
    apply: () => readonly string[]
  }> {
    const { notifications, pagination } = await call('listNotifications', { query: { page } })
    return { items: notifications, pagination, apply: () => [TOPIC] }
  },
})
