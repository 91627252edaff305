export { UnreadCounts, type UnreadCount } from './unread-counts.service'
export { unreadCountModel } from './unread-counts.model'
