import { type AreaParts, screen } from '../state/area'
import { startForMembers } from '../state/live'
import { notificationsSlice } from './notifications.slice'
import { pushSlice } from './push/push.slice'
import { startPush } from './push/start-push'

/** Notifications, on the page and as push messages. */
export const noticesArea = {
  slices: [notificationsSlice, pushSlice],
  routes: [],
  memberRoutes: [screen('/notifications', async () => (await import('./screens')).NotificationsScreen)],
  start: () => {
    startForMembers(async () => {
      const { startNotifications } = await import('./start-notifications')
      return () => startNotifications()
    })
    startPush()
  },
} satisfies AreaParts
