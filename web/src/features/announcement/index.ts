export { setAnnouncement } from './announcement.actions'
export { piecesOf } from './links'
export { useAnnouncement } from './use-announcement'
