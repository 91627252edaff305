export { Announcement } from './Announcement'
export { HomeScreen } from './HomeScreen'
