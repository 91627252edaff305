import { type Notification, type NotificationSettings } from '@forum/shared/contract'
import { type NotificationGroup } from '@forum/shared/notification-kinds'
import { markMoved } from '../resource'
import { defineSlice, sessionSlice } from '../store'

export interface Notifications {
  /** By id. */
  notifications: Record<number, Notification>
  /** The latest arrivals that deserve a toast, newest last. */
  arrived: Notification[]
  /** The last notifications that the member marked as read in this tab; null ids are all. */
  readOwn: { ids: number[] } | null
  /** Number of unread notifications in each group; null until a list is loaded. */
  unreadOf: Record<NotificationGroup, number> | null
  /** Null until they are loaded. */
  settings: NotificationSettings | null
}

/** Maximum number of arrivals kept until their toasts are shown: several may come in one burst. */
const ARRIVED_MAX = 20

/** The topic of the lists of all notifications; with a kind behind it, of the lists that have that kind. */
export const TOPIC = 'notifications'

export const versionOf = ({ createdAt }: Notification) => Date.parse(createdAt)

export const notificationsSlice = defineSlice(
  'notifications',
  (): Notifications => ({ notifications: {}, arrived: [], readOwn: null, unreadOf: null, settings: null }),
  {
    on: {
      'notification:created': (state, { notification }, { read, write }) => {
        const { id, kind, createdAt } = notification
        const stored = state.notifications[id]
        if (read(sessionSlice).user === null || (stored && stored.createdAt > createdAt)) return
        // Further replies under an unread notification are not news; being quoted or mentioned is.
        const isNews = !stored || stored.isRead || kind === 'quote' || kind === 'mention'
        state.notifications[id] = notification
        if (isNews) state.arrived = [...state.arrived, notification].slice(-ARRIVED_MAX)
        for (const topic of [TOPIC, TOPIC + kind])
          markMoved(write, topic, { id, version: versionOf(notification) })
      },
    },
  },
)
