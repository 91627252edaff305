export { NotificationBell } from './NotificationBell'
export { startNotifications } from './start-notifications'
