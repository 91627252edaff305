import { audiences } from '@forum/shared/events'
import { type Bilingual } from '@forum/shared/bilingual'
import type { Publisher } from '../platform/work/publisher'
import type { UnreadCounts } from './unread-counts.service'
import type { NotificationQueries } from './notifications.queries'
import type { NotificationStore } from './notification-store.service'

/** A decision about an account, of which its member is notified. */
export interface AccountNotice {
  /** Identifies the decision: a repeated call with the same id adds nothing. */
  id: string
  userId: number
  at: Date
  text: Bilingual
}

/** Notifies members of decisions about their accounts, in the name of the forum. */
export class AccountNotices {
  constructor(
    private readonly deps: {
      store: NotificationStore
      queries: NotificationQueries
      unreadCounts: UnreadCounts
      publisher: Publisher
    },
  ) {}

  /** Writes the notification, then publishes it; rejects while the bus is unavailable. A repeat publishes it again. */
  async notify({ id, userId, at, text }: AccountNotice): Promise<void> {
    const { store, queries, unreadCounts, publisher } = this.deps
    const key = `account:${id}`
    const notified = await store.notify([userId], {
      eventId: key,
      key,
      kind: 'system',
      threadId: null,
      part: null,
      at,
      text,
    })
    await unreadCounts.refresh(userId)
    if (!publisher.isActive) return
    const unread = notified.filter(({ isRead }) => !isRead)
    for (const notification of await queries.present(unread, 'zh')) {
      const envelope = { id: `${key}:${userId}`, at: at.toISOString() }
      await publisher.publish(audiences.user(userId), 'notification:created', { notification }, envelope)
    }
    await unreadCounts.publish(userId)
  }
}
