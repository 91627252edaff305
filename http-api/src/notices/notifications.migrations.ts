import type { ThreadLogCollections } from '../log'
import type { Migration } from '../platform/mongo/migrations'
import type { Collection } from '../platform/mongo/model'
import type { UnreadCountDoc } from './unread-counts.model'
import type { NotificationDoc } from './notifications.model'

/**
 * Removes unread notifications that list nothing, which nobody could read. Only those from the forum itself have no
 * parts. Their members' counts become outdated, so that the next reader counts again.
 */
export const emptyNotificationsMigration = (db: {
  notifications: Collection<NotificationDoc>
  unreadCounts: Collection<UnreadCountDoc>
}): Migration => ({
  id: 44,
  name: 'remove unread notifications that list nothing',
  async run() {
    const empty = { isRead: false, parts: { $size: 0 }, kind: { $ne: 'system' as const } }
    const userIds: number[] = await db.notifications.distinct('userId', empty)
    await db.unreadCounts.updateMany({ _id: { $in: userIds } }, { $inc: { version: 1 } })
    await db.notifications.deleteMany(empty)
  },
})

/** Writes into each notification of a thread which board the thread is in: a list leaves out what its member does not see. */
export const notificationBoardsMigration = (
  db: { notifications: Collection<NotificationDoc> } & Pick<ThreadLogCollections, 'threads'>,
): Migration => ({
  id: 74,
  name: 'write boards into notifications',
  async run() {
    const named = await db.notifications.distinct('threadId')
    const threadIds = named.flatMap((threadId) => threadId ?? [])
    for (let from = 0; from < threadIds.length; from += THREADS_AT_ONCE) {
      const some = threadIds.slice(from, from + THREADS_AT_ONCE)
      const threads = await db.threads.find({ _id: { $in: some } }, { projection: { boardId: 1 } }).toArray()
      if (threads.length === 0) continue
      await db.notifications.bulkWrite(
        threads.map(({ _id: threadId, boardId }) => ({
          updateMany: { filter: { threadId }, update: { $set: { inBoardId: boardId } } },
        })),
        { ordered: false },
      )
    }
  },
})

const THREADS_AT_ONCE = 500
