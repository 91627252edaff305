import type { NotificationKind } from '@forum/shared/contract'
import { ForumError } from '@forum/shared/errors'
import type { AnyBulkWriteOperation, Model } from 'mongoose'
import { DURABLE, violatedKey } from '../platform/database'
import type { Ids } from '../platform/ids'
import {
  EVENT_IDS_MAX,
  PARTS_MAX,
  type ModerationAct,
  type NotificationDoc,
  type NotificationPart,
} from './notifications.model'

/** An event of which members are notified. */
export interface NotifiableEvent {
  eventId: string
  key: string
  kind: NotificationKind
  threadId: number | null
  part: NotificationPart | null
  actorId: number | null
  at: Date
  act?: ModerationAct
  reason?: string
  boardId?: number
  text?: { zh: string; en: string }
}

/** Members whose notifications are written or read in one batch. */
const MEMBERS_AT_ONCE = 500
/** Maximum number of attempts for an insertion that conflicts with another process. */
const MAX_TRIES = 8
const REMOVED_AT_ONCE = 1_000

/** Acknowledged by a majority; it is in the journal before the log forgets that the notification was due. */
const MAJORITY = { w: 'majority' } as const

/** Writes notifications. Each write depends only on the one document that it changes. */
export class NotificationStore {
  constructor(
    private readonly db: { notifications: Model<NotificationDoc> },
    private readonly ids: Ids,
    /** Called before a write that is not retried reduces the unread counts of these members. */
    private readonly expectChange: (userIds: readonly number[]) => Promise<void>,
  ) {}

  private get collection() {
    return this.db.notifications.collection
  }

  /**
   * Notifies members of an event: adds it to their unread notification of the same key, or creates one. An event that a
   * notification already contains, read or not, is not added again. Returns the notifications that contain it.
   */
  async notify(userIds: readonly number[], notifiable: NotifiableEvent): Promise<NotificationDoc[]> {
    const found: NotificationDoc[] = []
    for (let i = 0; i < userIds.length; i += MEMBERS_AT_ONCE) {
      found.push(...(await this.notifyBatch(userIds.slice(i, i + MEMBERS_AT_ONCE), notifiable)))
    }
    return found
  }

  private async notifyBatch(
    userIds: readonly number[],
    notifiable: NotifiableEvent,
  ): Promise<NotificationDoc[]> {
    const { eventId, key, part, actorId, at } = notifiable
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      await this.collection.updateMany(
        { userId: { $in: userIds }, key, isRead: false, eventIds: { $ne: eventId } },
        {
          $push: {
            eventIds: { $each: [eventId], $slice: -EVENT_IDS_MAX },
            ...(part ? { parts: { $each: [part], $slice: PARTS_MAX } } : {}),
          } as never,
          $set: { actorId },
          $max: { at, lastNumber: part?.number ?? 0 },
        },
        { writeConcern: MAJORITY },
      )
      const found = await this.containing(userIds, eventId)
      const notifiedIds = new Set(found.map(({ userId }) => userId))
      const left = userIds.filter((userId) => !notifiedIds.has(userId))
      if (left.length === 0) return found
      const created = await Promise.all(left.map((userId) => this.newNotification(userId, notifiable)))
      if (await this.insert(created)) return [...found, ...created]
    }
    throw new Error(`could not notify members of event ${eventId}: their notifications keep changing`)
  }

  private containing(userIds: readonly number[], eventId: string): Promise<NotificationDoc[]> {
    return this.db.notifications
      .find({ userId: { $in: userIds }, eventIds: eventId })
      .lean<NotificationDoc[]>()
      .exec()
  }

  private async newNotification(userId: number, notifiable: NotifiableEvent): Promise<NotificationDoc> {
    const { eventId, part, ...rest } = notifiable
    return {
      ...rest,
      _id: await this.ids.next('notifications'),
      userId,
      parts: part ? [part] : [],
      lastNumber: part?.number ?? 0,
      eventIds: [eventId],
      isRead: false,
    }
  }

  /** Returns whether all were inserted; false if another process has created one of them or added the event already. */
  private async insert(docs: readonly NotificationDoc[]): Promise<boolean> {
    try {
      await this.collection.insertMany(docs as never[], { ordered: false, writeConcern: DURABLE })
      return true
    } catch (error) {
      if (violatedKey(error)) return false
      throw error
    }
  }

  /**
   * Marks notifications as read by their ids.
   *
   * @throws ForumError `NOT_FOUND` when one of them is not the member's
   */
  async read(userId: number, ids: readonly number[]): Promise<void> {
    const own = { _id: { $in: ids as never[] }, userId }
    if ((await this.collection.countDocuments(own)) < new Set(ids).size) throw new ForumError('NOT_FOUND')
    await this.collection.updateMany(own, { $set: { isRead: true } }, { writeConcern: DURABLE })
  }

  async hasUnreadOf(userId: number, threadId: number): Promise<boolean> {
    const unread = { userId, threadId, isRead: false }
    return (await this.collection.findOne(unread, { projection: { _id: 1 } })) !== null
  }

  async readAll(userId: number): Promise<void> {
    await this.collection.updateMany(
      { userId, isRead: false },
      { $set: { isRead: true } },
      { writeConcern: DURABLE },
    )
  }

  /**
   * Marks a member's notifications of a thread as read up to a post number: whole notifications that go no further, and
   * the earlier events of the others. Returns whether anything changed.
   */
  readThread(userId: number, threadId: number, number: number): Promise<boolean> {
    return this.readThreads(userId, [{ threadId, number }])
  }

  /** Does the same for several threads at once. */
  async readThreads(
    userId: number,
    threads: readonly { threadId: number; number: number }[],
  ): Promise<boolean> {
    const writes = threads.flatMap(({ threadId, number }): AnyBulkWriteOperation<NotificationDoc>[] => {
      const ofThread = { userId, threadId, isRead: false }
      return [
        {
          updateMany: {
            filter: { ...ofThread, lastNumber: { $lte: number } },
            update: { $set: { isRead: true } },
          },
        },
        {
          updateMany: {
            filter: { ...ofThread, lastNumber: { $gt: number }, 'parts.number': { $lte: number } },
            update: { $pull: { parts: { number: { $lte: number } } } },
          },
        },
      ]
    })
    const { modifiedCount } = await this.db.notifications.bulkWrite(writes, { writeConcern: DURABLE })
    return modifiedCount > 0
  }

  /** Removes a post from unread notifications, and those that were about nothing else; returns the members affected. */
  async withdrawPost(threadId: number, postId: number): Promise<number[]> {
    return this.withdraw({ threadId, 'parts.postId': postId, kind: { $ne: 'moderation' } }, { postId })
  }

  /** Removes a member's like of a post from the author's notifications. */
  async withdrawLike(key: string, userId: number, actorId: number): Promise<number[]> {
    return this.withdraw({ userId, key, 'parts.actorId': actorId }, { actorId })
  }

  private async withdraw(filter: object, part: Partial<NotificationPart>): Promise<number[]> {
    const unread = { ...filter, isRead: false }
    const found = await this.db.notifications.find(unread, { userId: 1 }).lean<NotificationDoc[]>()
    if (found.length === 0) return []
    await this.expectChange(found.map(({ userId }) => userId))
    const ids = found.map(({ _id }) => _id as never)
    await this.collection.updateMany({ _id: { $in: ids }, isRead: false }, {
      $pull: { parts: part },
    } as never)
    await this.collection.deleteMany({ _id: { $in: ids }, isRead: false, parts: { $size: 0 } })
    return found.map(({ userId }) => userId)
  }

  /** Removes the notifications of a deleted thread; returns the members who had unread ones. */
  async withdrawThread(threadId: number): Promise<number[]> {
    const filter = { threadId, kind: { $ne: 'moderation' as const } }
    const unread = (await this.collection.distinct('userId', { ...filter, isRead: false })) as number[]
    await this.expectChange(unread)
    await this.collection.deleteMany(filter)
    return unread
  }

  /** Whether the author was already notified, by another event, that a member likes a post. */
  async hasNotifiedOfLike(
    authorId: number,
    like: { threadId: number; key: string; actorId: number; eventId: string },
  ): Promise<boolean> {
    const { threadId, key, actorId, eventId } = like
    const earlier = { threadId, userId: authorId, key, 'parts.actorId': actorId, eventIds: { $ne: eventId } }
    return (await this.collection.findOne(earlier, { projection: { _id: 1 } })) !== null
  }

  /** Removes notifications from before a time; returns the members who had unread ones. */
  async removeBefore(time: Date): Promise<number[]> {
    const unread = new Set<number>()
    for (;;) {
      const old = await this.db.notifications
        .find({ at: { $lt: time } }, { userId: 1, isRead: 1 })
        .limit(REMOVED_AT_ONCE)
        .lean<NotificationDoc[]>()
      if (old.length === 0) return [...unread]
      const losing = old.flatMap(({ userId, isRead }) => (isRead ? [] : userId))
      await this.expectChange([...new Set(losing)])
      await this.collection.deleteMany({ _id: { $in: old.map(({ _id }) => _id as never) } })
      for (const userId of losing) unread.add(userId)
    }
  }
}
