import { type Bilingual } from '@forum/shared/bilingual'
import type { ThreadCache } from '../log'
import type { NoticePublisher } from './notice-publisher'
import type { NotificationStore } from './notification-store.service'
import type { UnreadCounts } from './unread-counts.service'

/** A decision about an account, of which its member is notified. */
export interface AccountNotice {
  /** Identifies the decision: a repeated call with the same id adds nothing. */
  id: string
  userId: number
  at: Date
  text: Bilingual
  /** The thread that it leads to, and the post in it. */
  threadId?: number | null
  post?: { postId: number; number: number }
}

/** Notifies members of decisions about their accounts, in the name of the forum. */
export class AccountNotices {
  constructor(
    private readonly deps: {
      store: NotificationStore
      unreadCounts: UnreadCounts
      publisher: NoticePublisher
      threads: Pick<ThreadCache, 'get'>
    },
  ) {}

  /** Writes the notification, then publishes it; rejects while the bus is unavailable. A repeat publishes it again. */
  async notify({ id, userId, at, text, threadId = null, post }: AccountNotice): Promise<void> {
    const { store, unreadCounts, publisher, threads } = this.deps
    const thread = threadId === null ? null : await threads.get(threadId)
    const key = `account:${id}`
    // Whoever does not see the board is neither shown nor counted what is about its thread.
    const inBoard = thread ? { inBoardId: thread.boardId } : {}
    const about = { key, kind: 'system', threadId, ...inBoard, at, text } as const
    const part = post ? { actorId: userId, ...post } : null
    const stored = await store.add([{ ...about, eventId: key, userIds: [userId], part }])
    await unreadCounts.refresh(userId)
    const events = [{ _id: key, at, threadId }]
    await publisher.publish(stored.map(({ notification, isNew }) => ({ notification, isNew, events })))
    await unreadCounts.publish(userId)
  }
}
