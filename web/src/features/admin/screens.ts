export { AdminFrame } from './AdminFrame'
export { AnnouncementScreen } from './AnnouncementScreen'
export { MembersScreen } from './MembersScreen'
export { SettingsScreen } from './SettingsScreen'
