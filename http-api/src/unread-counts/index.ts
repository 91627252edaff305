export { UnreadCounts, type UnreadCount } from './unread-counts.service'
export { unreadCountCollection, type UnreadCountDoc } from './unread-counts.model'
