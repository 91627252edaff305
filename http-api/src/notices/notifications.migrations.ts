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
