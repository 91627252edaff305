export { UnreadBadge, UnreadMessagesBadge } from './UnreadBadge'
export { startUnreadPoll } from './unread-poll'
