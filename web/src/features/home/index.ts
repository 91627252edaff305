export { Announcement } from './Announcement'
export { HomeScreen } from './HomeScreen'
export { LatestScreen } from './LatestScreen'
