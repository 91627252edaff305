export { UnreadMessagesBadge } from './UnreadBadge'
export { startUnreadPoll } from './unread-poll'
