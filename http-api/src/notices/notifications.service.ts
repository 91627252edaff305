import type { UnreadCount, UnreadCounts } from './unread-counts.service'
import { DAY_MS, type Clock } from '@forum/shared/clock'
import type { Api, BodyOf } from '@forum/shared/contract'
import { NOTIFICATION_GROUPS } from '@forum/shared/notification-kinds'
import { NOTIFICATION_DAYS } from '../platform/limits'
import type { NotificationQueries } from './notifications.queries'
import type { NotificationStore } from './notification-store.service'

export interface NotificationServiceDeps {
  store: NotificationStore
  queries: NotificationQueries
  unreadCounts: UnreadCounts
  clock: Clock
  onFailure: (error: unknown) => void
}

/** Commands on notifications. */
export class NotificationService {
  constructor(private readonly deps: NotificationServiceDeps) {}

  /**
   * Marks notifications as read by their ids, or all, of one group or of all groups, that had arrived when it was asked.
   *
   * @throws ForumError `NOT_FOUND` when one of them is not the member's
   */
  async read(userId: number, { ids, all, group, askedAgo }: BodyOf<Api['readNotifications']>) {
    const { store, unreadCounts, clock } = this.deps
    const until = askedAgo === undefined ? null : new Date(clock.now().getTime() - askedAgo)
    await unreadCounts.expectChange([userId])
    if (ids) await store.read(userId, ids)
    if (all) await store.readAll(userId, { kinds: group && NOTIFICATION_GROUPS[group], until })
    return this.recount(userId)
  }

  /** Marks a member's notifications of a thread as read, up to a post number. */
  async readThread(userId: number, threadId: number, number: number): Promise<void> {
    const { store, unreadCounts } = this.deps
    if (!(await store.hasUnreadOf(userId, threadId))) return
    await unreadCounts.expectChange([userId])
    if (await store.readThread(userId, threadId, number)) await this.recount(userId)
  }

  /**
   * Marks a member's notifications as read after the member marked the threads of some boards, or of all, as read: to
   * the end of each thread unless it has had a post since.
   */
  async readThreads(
    userId: number,
    marked: { before: Date; boardIds: readonly number[] | null },
  ): Promise<void> {
    const { store, queries, unreadCounts } = this.deps
    const threads = await queries.unreadThreads(userId, marked)
    if (threads.length === 0) return
    await unreadCounts.expectChange([userId])
    if (await store.readThreads(userId, threads)) await this.recount(userId)
  }

  private async recount(userId: number): Promise<UnreadCount> {
    const counts = await this.deps.unreadCounts.refresh(userId)
    // The caller gets the count in the response; while the bus is unavailable, other tabs poll for it.
    await this.deps.unreadCounts.publish(userId).catch(this.deps.onFailure)
    return counts
  }

  /** Removes notifications that are older than `NOTIFICATION_DAYS`. */
  async prune(): Promise<void> {
    const { store, clock, unreadCounts } = this.deps
    const before = new Date(clock.now().getTime() - NOTIFICATION_DAYS * DAY_MS)
    for (const userId of await store.removeBefore(before)) {
      await unreadCounts.refresh(userId)
      await unreadCounts.publish(userId)
    }
  }
}
