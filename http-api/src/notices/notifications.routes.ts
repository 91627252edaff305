import { signedIn, type Handlers } from '../platform/http/mount'
import type { ShowThread, Watches } from '../threads'
import type { UnreadCounts } from './unread-counts.service'
import type { NotificationQueries } from './notifications.queries'
import type { NotificationService } from './notifications.service'
import type { NotificationSettingsStore } from './settings.service'

export interface NotificationRoutesDeps {
  service: NotificationService
  queries: NotificationQueries
  settings: NotificationSettingsStore
  unreadCounts: UnreadCounts
  watches: Watches
  showThread: ShowThread
}

export const notificationRoutes = ({
  service,
  queries,
  settings,
  unreadCounts,
  watches,
  showThread,
}: NotificationRoutesDeps) =>
  ({
    listNotifications: (call) => queries.list(signedIn(call), call.query, call.language),
    countUnreadNotifications: async (call) => {
      const { notifications, version } = await unreadCounts.storedFor(signedIn(call))
      return { count: notifications, version }
    },
    readNotifications: async (call) => {
      const { notifications, version } = await service.read(signedIn(call).actor.id, call.body)
      return { count: notifications, version }
    },
    getNotificationSettings: async (call) => ({ settings: await settings.get(signedIn(call).actor.id) }),
    updateNotificationSettings: async (call) => ({
      settings: await settings.change(signedIn(call).actor.id, call.body, call.language),
    }),
    muteThread: async (call) => {
      await watches.mute(signedIn(call), call.params.threadId, call.body.muted)
      return showThread(call.params.threadId, call)
    },
  }) satisfies Partial<Handlers>
