import { DEFAULT_NOTIFICATION_SETTINGS } from '@forum/shared/contract'
import { insertAll } from '../platform/mongo/database'
import type { Ids } from '../platform/mongo/ids'
import type { Collection } from '../platform/mongo/model'
import { accountOf, type PostDoc, type ThreadEventDoc, type ThreadHistory } from '../log'
import type { UnreadCounts } from './unread-counts.service'
import { notificationOf, type Wanted } from './notice-plan'
import { noticesOf, type MemberFacts } from './notices-of'
import type { Notice, NotificationDoc } from './notifications.model'

interface LoadDeps {
  db: { notifications: Collection<NotificationDoc> }
  ids: Ids
  unreadCounts: UnreadCounts
}

/**
 * Inserts the notifications that loaded threads would have caused since a time, in a forum where no member has muted,
 * blocked or changed any setting yet. Notifications of events before `readUntil` are read.
 */
export async function loadNotifications(
  { db, ids, unreadCounts }: LoadDeps,
  histories: readonly ThreadHistory[],
  { since, readUntil }: { since: Date; readUntil: Date },
): Promise<void> {
  const groups = new Map<string, Wanted & { isRead: boolean }>()
  for (const history of histories) {
    for (const event of history.events.filter(({ at }) => at >= since)) {
      const isRead = event.at < readUntil
      for (const notice of pastNotices(event, history)) {
        for (const userId of notice.userIds) {
          const group = `${userId} ${notice.key} ${String(isRead)}`
          const { notices = [] } = groups.get(group) ?? {}
          groups.set(group, { userId, key: notice.key, notices: [...notices, notice], isRead })
        }
      }
    }
  }
  const docs: NotificationDoc[] = []
  const lastOf = ({ notices }: Wanted) => notices.at(-1)?.at.getTime() ?? 0
  for (const { isRead, ...wanted } of [...groups.values()].sort((a, b) => lastOf(a) - lastOf(b))) {
    docs.push({ ...notificationOf(await ids.next('notifications'), wanted), isRead })
  }
  await insertAll(db.notifications, docs)
  const unread = new Set(docs.flatMap(({ userId, isRead }) => (isRead ? [] : userId)))
  for (const userId of unread) await unreadCounts.refresh(userId)
}

/** Returns the notices of an event of a loaded thread. Posts deleted since then notify no one but of moderation. */
function pastNotices(event: ThreadEventDoc, { folded: { thread, posts } }: ThreadHistory): Notice[] {
  const post = event.post && posts.get(event.post._id)
  const isCreation = event.kind === 'thread.created' || event.kind === 'post.created'
  if (post?.isDeleted && (isCreation || event.kind === 'post.liked')) return []
  // Authors have read up to their last post and are not notified of earlier ones.
  const lastNumbers = new Map([...posts.values()].map((post) => [accountOf(post), post.number]))
  const mentioned = isCreation ? (post?.mentionedIds ?? []) : []
  const members = new Map(
    [...lastNumbers.keys(), ...mentioned, ...(thread ? [accountOf(thread)] : [])].map((userId) => [
      userId,
      { ...UNTOUCHED_MEMBER, lastReadNumber: lastNumbers.get(userId) ?? 0 },
    ]),
  )
  return noticesOf(
    // An edit tells the author of a moderator's edit, and nobody else.
    isCreation && post ? { ...event, post } : { ...event, ...(post && { post: authorOf(post) }) },
    {
      thread: thread && { ...thread, isDeleted: false },
      posts,
      watchers: new Set(lastNumbers.keys()),
      boardFollowers: new Set(),
      members,
    },
  )
}

const authorOf = ({ _id, authorId, writerId, number }: PostDoc) => ({
  _id,
  authorId,
  ...(writerId === undefined ? {} : { writerId }),
  number,
})

const UNTOUCHED_MEMBER: MemberFacts = {
  usernameLower: '',
  isActive: true,
  seesBoard: true,
  isMuted: false,
  blocked: new Set(),
  lastReadNumber: 0,
  seenPostIds: new Set(),
  settings: DEFAULT_NOTIFICATION_SETTINGS,
}
