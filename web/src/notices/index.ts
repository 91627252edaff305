export { NotificationBell } from './NotificationBell'
export { startPush } from './push/start-push'
export { startNotifications } from './start-notifications'
