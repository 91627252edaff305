export { UnreadCounts, type UnreadCount } from './unread-counts'
export { unreadCountModel } from './unread-counts.model'
