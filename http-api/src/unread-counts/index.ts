export { UnreadCounts } from './unread-counts'
export { unreadCountModel } from './unread-counts.model'
