export { setAnnouncement } from './announcement.actions'
export { useAnnouncement } from './use-announcement'
