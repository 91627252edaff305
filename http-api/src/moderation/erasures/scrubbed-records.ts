import { ERASED_TEXT } from '../../threads'
import type { NotificationDoc, WebhookDeliveryDoc } from '../../notices'
import type { Collection } from '../../platform/mongo/model'
import type { LogEntryDoc } from '../../record'
import type { ActivityDoc } from '../monitor/activities.model'

export interface RecordCollections {
  activities: Collection<ActivityDoc>
  moderationLog: Collection<LogEntryDoc>
  notifications: Collection<NotificationDoc>
  webhookDeliveries: Collection<WebhookDeliveryDoc>
}

/** The content to erase: posts, threads with their titles, or everything of a member. */
interface Erased {
  postIds: readonly number[]
  threadIds: readonly number[]
  userId: number | null
  /** When acts on the member, and notices, were made. */
  at: { $lt: Date } | undefined
}

const DECISIONS = ['approve_held', 'reject_held', 'return_held'] as const

/** Empties what the feed, the log of moderation, notifications and deliveries say of what is erased. */
export async function scrubRecords(
  { activities, moderationLog, notifications, webhookDeliveries }: RecordCollections,
  { postIds, threadIds, userId, at }: Erased,
): Promise<void> {
  const ofPosts = { postId: { $in: [...postIds] } }
  const ofThreads = { threadId: { $in: [...threadIds] } }
  await activities.updateMany(ofPosts, {
    $set: { excerpt: '' },
    $unset: { 'detail.before': 1, 'detail.words': 1 },
  })
  await activities.updateMany(ofThreads, { $set: { title: ERASED_TEXT }, $unset: { 'detail.before': 1 } })
  await activities.updateMany({ ...ofThreads, postId: null }, { $set: { excerpt: '' } })
  await moderationLog.updateMany(ofThreads, { $set: { title: ERASED_TEXT } })
  await moderationLog.updateMany({ ...ofThreads, action: 'rename_thread' }, { $set: { changes: [] } })
  // An approval with a change has both texts.
  const withTexts = { action: { $in: [...DECISIONS] }, 'changes.field': 'content' }
  const inTime = at === undefined ? {} : { at }
  const ofMember = userId === null ? [] : [{ userId, ...inTime }]
  await moderationLog.updateMany(
    { ...withTexts, $or: [ofPosts, { ...ofThreads, postId: null }, ...ofMember] },
    { $pull: { changes: { field: 'content' } } },
  )
  if (userId !== null) {
    // A thread that was not approved is known by its title alone.
    await moderationLog.updateMany(
      { userId, action: { $in: [...DECISIONS] }, threadId: null, ...inTime },
      { $set: { title: null } },
    )
    await activities.updateMany(
      { actorId: userId, kind: 'profile', ...inTime },
      { $set: { excerpt: '' }, $unset: { 'detail.words': 1 } },
    )
    const ofProfile = { action: { $in: ['clear_profile' as const, 'restore_profile' as const] } }
    await moderationLog.updateMany({ userId, ...ofProfile, ...inTime }, { $set: { changes: [] } })
    await notifications.deleteMany({ userId, key: /^account:held:/, threadId: null, ...inTime })
  }
  for (const threadId of threadIds) {
    for await (const { _id, body } of webhookDeliveries.find({ eventId: new RegExp(`^${threadId}:`) })) {
      const { data, ...rest } = JSON.parse(body) as { data: object }
      const without = JSON.stringify({ ...rest, data: { ...data, title: null } })
      await webhookDeliveries.updateOne({ _id }, { $set: { body: without } })
    }
  }
}

/** Empties what the feed and the log of moderation say of a post's text from a time, until it was replaced. */
export async function scrubRecordsBetween(
  { activities, moderationLog }: Pick<RecordCollections, 'activities' | 'moderationLog'>,
  postId: number,
  { from, until }: { from: Date; until: Date },
): Promise<void> {
  await activities.updateMany(
    { postId, at: { $gte: from, $lte: until } },
    { $set: { excerpt: '' }, $unset: { 'detail.before': 1, 'detail.words': 1 } },
  )
  await moderationLog.updateMany(
    { postId, action: { $in: [...DECISIONS] }, 'changes.field': 'content', at: { $lte: until } },
    { $pull: { changes: { field: 'content' } } },
  )
}
