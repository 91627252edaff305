export { UnreadBadge, UnreadMessagesBadge } from './UnreadBadge'
export { startUnreadPoll } from './unread-poll'
export { applyUnread, countUnreadMessages } from './unread.actions'
export { notificationsHidden, unreadNotifications, unreadSlice } from './unread.slice'
