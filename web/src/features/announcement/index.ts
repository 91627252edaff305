export { piecesOf } from './links'
export { useAnnouncement } from './use-announcement'
