export { UnreadCounts, type UnreadCount } from './unread-counts.service'
export { unreadCountCollection } from './unread-counts.model'
