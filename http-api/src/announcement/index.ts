export { announcementCollection } from './announcement.model'
export { announcementRoutes } from './announcement.routes'
export { Announcements } from './announcements.service'
