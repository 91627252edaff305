import { paginate, type Notification, type Pagination } from '@forum/shared/contract'
import type { Language } from '@forum/shared/errors'
import { COUNT_MAX, MEMBER_THREADS_MAX } from '@forum/shared/limits'
import type { BoardQueries } from '../boards'
import type { MemberQueries } from '../members'
import { countByMember } from '../platform/count-by-member'
import { readPage } from '../platform/read-page'
import type { Collection } from '../platform/model'
import type { ThreadDoc, ThreadLogCollections } from '../thread-log'
import type { NotificationDoc } from './notifications.model'
import { actorOf, presentNotification } from './notifications.presenter'

export interface NotificationQueriesDeps {
  db: { notifications: Collection<NotificationDoc> } & Pick<ThreadLogCollections, 'threads'>
  members: MemberQueries
  boards: BoardQueries
}

export class NotificationQueries {
  constructor(private readonly deps: NotificationQueriesDeps) {}

  /** Counts the unread notifications of members, each up to `COUNT_MAX`. */
  countUnread(userIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
    return countByMember(this.deps.db.notifications, {
      member: 'userId',
      ids: userIds,
      filter: { isRead: false },
    })
  }

  /**
   * Returns the threads in a member's unread notifications that have had no post since a time, in some boards or in
   * all, each with its last post number.
   */
  async unreadThreads(
    userId: number,
    { before, boardIds }: { before: Date; boardIds: readonly number[] | null },
  ): Promise<{ threadId: number; number: number }[]> {
    const { notifications, threads } = this.deps.db
    const unread = await notifications
      .find<Pick<NotificationDoc, 'threadId'>>(
        { userId, isRead: false, threadId: { $ne: null } },
        { projection: { _id: 0, threadId: 1 }, limit: MEMBER_THREADS_MAX },
      )
      .toArray()
    if (unread.length === 0) return []
    const found = await threads
      .find<Pick<ThreadDoc, '_id' | 'lastNumber'>>(
        {
          _id: { $in: [...new Set(unread.flatMap(({ threadId }) => threadId ?? []))] },
          isDeleted: false,
          lastPostAt: { $lte: before },
          ...(boardIds === null ? {} : { boardId: { $in: boardIds } }),
        },
        { projection: { lastNumber: 1 } },
      )
      .toArray()
    return found.map(({ _id, lastNumber }) => ({ threadId: _id, number: lastNumber }))
  }

  /** Returns a page of a member's notifications, the newest first. */
  async list(
    userId: number,
    { page, limit }: { page: number; limit: number },
    language: Language,
  ): Promise<{ notifications: Notification[]; pagination: Pagination }> {
    const { notifications } = this.deps.db
    const [found, total] = await Promise.all([
      readPage({ page, limit }, (rows) =>
        notifications.find({ userId }, { ...rows, sort: { at: -1, _id: -1 } }).toArray(),
      ),
      notifications.countDocuments({ userId }, { limit: COUNT_MAX }),
    ])
    return {
      notifications: await this.present(found, language),
      pagination: paginate(page, limit, total),
    }
  }

  async present(docs: readonly NotificationDoc[], language: Language): Promise<Notification[]> {
    const { db, members, boards } = this.deps
    const threadIds = [...new Set(docs.flatMap(({ threadId }) => threadId ?? []))]
    const [threads, people, tree] = await Promise.all([
      threadIds.length === 0
        ? []
        : db.threads
            .find({ _id: { $in: threadIds } }, { projection: { title: 1, authorId: 1, isDeleted: 1 } })
            .toArray(),
      members.people(docs.flatMap((doc) => actorOf(doc) ?? [])),
      boards.structure(),
    ])
    const context = { people, threads: new Map(threads.map((thread) => [thread._id, thread])), boards: tree }
    return docs.map((doc) => presentNotification(doc, context, language))
  }
}
