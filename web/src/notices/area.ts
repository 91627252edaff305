import { type AreaParts, screen } from '../state/area'
import { notificationsSlice } from './notifications.slice'
import { pushSlice } from './push/push.slice'
import { startPush } from './push/start-push'
import { startNotifications } from './start-notifications'

/** Notifications, on the page and as push messages. */
export const noticesArea = {
  slices: [notificationsSlice, pushSlice],
  routes: [],
  memberRoutes: [screen('/notifications', async () => (await import('./screens')).NotificationsScreen)],
  start: () => {
    startNotifications()
    startPush()
  },
} satisfies AreaParts
