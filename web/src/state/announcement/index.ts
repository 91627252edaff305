export { useAnnouncement } from './use-announcement'
