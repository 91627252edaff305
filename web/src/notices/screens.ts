/** Loaded when the screen is opened, separately from what every page uses. */
export { NotificationsScreen } from './NotificationsScreen'
