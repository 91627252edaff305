export { UnreadBadge, UnreadMessagesBadge } from './UnreadBadge'
export { startUnreadPoll } from './unread-poll'
export { applyUnread, countUnreadMessages } from './unread.actions'
export { unreadNotifications, unreadSlice } from './unread.slice'
