export { AccountNotices, type AccountNotice } from './account-notices.service'
export { loadNotifications } from './load-notifications.service'
export { NotificationConsumer } from './notifications.consumer'
export { emptyNotificationsMigration } from './notifications.migrations'
export {
  notificationCollection,
  notificationSettingsCollection,
  type NotificationDoc,
} from './notifications.model'
export { NotificationQueries } from './notifications.queries'
export { notificationRoutes } from './notifications.routes'
export { NotificationService } from './notifications.service'
export { NotificationStore } from './notification-store.service'
export { NotificationSettingsStore } from './settings.service'
