/** The screen, loaded when it is opened, apart from what every page uses. */
export { NotificationsScreen } from './NotificationsScreen'
