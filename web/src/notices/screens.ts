/** The lazily loaded screen, kept apart from the code that every page uses. */
export { NotificationsScreen } from './NotificationsScreen'
