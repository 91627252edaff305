export { announcementCollection } from './announcement.model'
export { announcementRoutes, readOnlyNotice } from './announcement.routes'
export { Announcements } from './announcements.service'
