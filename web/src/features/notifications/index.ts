export { NotificationBell } from './NotificationBell'
export { muteThread } from './notifications.actions'
export { startNotifications } from './start-notifications'
