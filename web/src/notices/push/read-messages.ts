import { type Forum } from '../../store'
import { unreadSlice } from '../../state/unread'

/** A push message that the device shows (`http-api/src/notices/push`). */
export interface ShownMessage extends Pick<Notification, 'tag' | 'close'> {
  data?: unknown
}

/** Number of notifications looked up; an older one counts as possibly unread. */
const LOOKED_UP = 100
const CONVERSATION = /^conversation:(-?\d+)$/
const NOTIFICATION = /[?&]notification=(\d+)/

const pathOf = ({ data }: ShownMessage) => (data as { path?: string } | null)?.path ?? ''

/** Closes push messages whose notification or conversation has nothing unread. */
export async function closeReadMessages(forum: Forum, shown: readonly ShownMessage[]): Promise<void> {
  if (shown.length === 0) return
  const { messages, notifications } = forum.read(unreadSlice)
  const ofConversations = shown.filter(({ tag }) => CONVERSATION.test(tag))
  const others = shown.filter(({ tag }) => !CONVERSATION.test(tag))
  const [isUnread, isUnreadWith] = await Promise.all([
    others.length === 0 || notifications.count === 0 ? () => false : unreadNotifications(forum),
    ofConversations.length === 0 || messages.count === 0 ? () => false : unreadConversations(forum),
  ])
  for (const one of ofConversations) {
    if (!isUnreadWith(Number(CONVERSATION.exec(one.tag)?.[1]))) one.close()
  }
  for (const one of others) {
    if (!isUnread(Number(NOTIFICATION.exec(pathOf(one))?.[1]))) one.close()
  }
}

type IsUnread = (id: number) => boolean

/** Returns a function that says whether a notification may be unread; one that is not listed has been withdrawn. */
async function unreadNotifications(forum: Forum): Promise<IsUnread> {
  const { notifications } = await forum.call('listNotifications', { query: { limit: LOOKED_UP } })
  const unreadById = new Map(notifications.map(({ id, isRead }) => [id, !isRead]))
  return (id) => unreadById.get(id) ?? notifications.length === LOOKED_UP
}

/** Returns a function that says whether a conversation, with a member or a group, may have unread messages. */
async function unreadConversations(forum: Forum): Promise<IsUnread> {
  const { threads } = await forum.call('listConversations', { query: { limit: LOOKED_UP } })
  const unreadByMember = new Map(
    threads.map(({ otherUserId, group, unreadCount }) => [group ? -group.id : otherUserId, unreadCount > 0]),
  )
  return (userId) => unreadByMember.get(userId) ?? threads.length === LOOKED_UP
}
