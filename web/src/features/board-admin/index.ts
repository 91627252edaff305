export { BoardsAdminScreen } from './BoardsAdminScreen'
export { AnnouncementForm } from './AnnouncementForm'
