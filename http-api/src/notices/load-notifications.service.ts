import { DEFAULT_NOTIFICATION_SETTINGS, type NotificationKind } from '@forum/shared/contract'
import { insertAll } from '../platform/mongo/database'
import type { Ids } from '../platform/mongo/ids'
import type { Collection } from '../platform/mongo/model'
import type { ThreadEventDoc, ThreadHistory } from '../log'
import type { UnreadCounts } from './unread-counts.service'
import { actOf } from './moderation-acts'
import { partsMaxOf, type ModerationAct, type NotificationDoc } from './notifications.model'
import { kindFor, type Reason } from './recipients'

interface LoadDeps {
  db: { notifications: Collection<NotificationDoc> }
  ids: Ids
  unreadCounts: UnreadCounts
}

/** A past event of which one member is notified. */
interface PastNotice {
  userId: number
  kind: NotificationKind
  key: string
  postId: number | null
  number: number
  act?: ModerationAct
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
  const groups = new Map<string, Omit<NotificationDoc, '_id'>>()
  for (const history of histories) {
    for (const event of history.events.filter(({ at }) => at >= since)) {
      const isRead = event.at < readUntil
      for (const notice of noticesOf(event, history)) {
        const group = `${notice.userId} ${notice.key} ${String(isRead)}`
        groups.set(group, added(groups.get(group), notice, event, isRead))
      }
    }
  }
  const docs: NotificationDoc[] = []
  for (const doc of [...groups.values()].sort((a, b) => a.at.getTime() - b.at.getTime())) {
    docs.push({ ...doc, _id: await ids.next('notifications') })
  }
  await insertAll(db.notifications, docs)
  const unread = new Set(docs.flatMap(({ userId, isRead }) => (isRead ? [] : userId)))
  for (const userId of unread) await unreadCounts.refresh(userId)
}

function added(
  doc: Omit<NotificationDoc, '_id'> | undefined,
  { userId, kind, key, postId, number, act }: PastNotice,
  { _id: eventId, threadId, actorId, at, reason }: ThreadEventDoc,
  isRead: boolean,
): Omit<NotificationDoc, '_id'> {
  return {
    userId,
    key,
    kind,
    threadId,
    parts: [...(doc?.parts ?? []), { actorId, postId, number, at }].slice(0, partsMaxOf(kind)),
    eventIds: [...(doc?.eventIds ?? []), eventId],
    isRead,
    at,
    ...(act === undefined ? {} : { act }),
    ...(act === undefined || reason === undefined ? {} : { reason }),
  }
}

/** Returns which members an event of a loaded thread notifies, and of what. Posts deleted since then notify no one. */
function noticesOf(event: ThreadEventDoc, { folded: { thread, posts } }: ThreadHistory): PastNotice[] {
  const { _id: eventId, threadId, actorId, kind } = event
  const post = event.post ? posts.get(event.post._id) : undefined
  const postId = post?._id ?? null
  const number = post?.number ?? 0
  const act = actOf(event)
  if (act) {
    const userId = post?.authorId ?? thread?.authorId ?? actorId
    if (userId === actorId) return []
    return [{ userId, kind: 'moderation', key: `moderation:${eventId}`, postId, number, act }]
  }
  if (!post || post.isDeleted) return []
  if (kind === 'post.liked') {
    if (post.authorId === actorId) return []
    return [{ userId: post.authorId, kind: 'like', key: `like:${post._id}`, postId, number }]
  }
  if (kind !== 'thread.created' && kind !== 'post.created') return []
  // Authors have read up to their last post and are not notified of earlier ones.
  const lastReadNumbers = new Map([...posts.values()].map(({ authorId, number: own }) => [authorId, own]))
  const quoted = (post.quotedIds ?? []).map((id) => posts.get(id)?.authorId)
  const mentioned = post.mentionedIds ?? []
  return [...new Set([...lastReadNumbers.keys(), ...mentioned])].flatMap((userId) => {
    const lastReadNumber = lastReadNumbers.get(userId) ?? 0
    const reasons = new Set<Reason>()
    if (lastReadNumber > 0) reasons.add('reply')
    if (quoted.includes(userId)) reasons.add('quote')
    if (mentioned.includes(userId)) reasons.add('mention')
    const candidate = { userId, reasons, isMuted: false, hasBlocked: false, isActive: true, lastReadNumber }
    const given = kindFor(candidate, { number, authorId: actorId }, DEFAULT_NOTIFICATION_SETTINGS)
    return given ? [{ userId, kind: given, key: `${given}:${threadId}`, postId, number }] : []
  })
}
