import type { NotificationKind } from '@forum/shared/notification-kinds'
import { ForumError } from '@forum/shared/errors'
import type { mongo } from 'mongoose'
import { BatchedReads } from '../platform/work/batched-reads'
import { DURABLE, violatedKey } from '../platform/mongo/database'
import { GroupedWork } from '../platform/work/grouped-work'
import type { Ids } from '../platform/mongo/ids'
import type { Collection } from '../platform/mongo/model'
import {
  SHOWN_PARTS_MAX,
  notificationOf,
  partsOf,
  planOf,
  type Addition,
  type Held,
  type StoredNotification,
  type Wanted,
} from './notice-plan'
import {
  EVENT_IDS_MAX,
  partsMaxOf,
  type Notice,
  type NotificationDoc,
  type NotificationPart,
} from './notifications.model'

/** Members whose notifications are written or read in one batch. */
export const MEMBERS_AT_ONCE = 500
/** Maximum number of attempts for a write that conflicts with another process. */
const MAX_TRIES = 8
const REMOVED_AT_ONCE = 1_000

/** Notifications that notices may be added to, or be contained in already. */
interface HeldRequest {
  wanted: readonly Wanted[]
  notices: readonly Notice[]
  /** A write failed, so that one of them, maybe of another key, contains an event. */
  isRepeat: boolean
}

/** One write of notifications that takes effect where they are as they were read. */
interface Write {
  insertions: readonly NotificationDoc[]
  additions: readonly Addition[]
}

/**
 * Writes notifications. Each write depends only on the one document that it changes. Events of several threads share
 * commands.
 */
export class NotificationStore {
  private readonly held = new BatchedReads<HeldRequest, Held[]>((requests) => this.readHeld(requests))
  private readonly writes = new GroupedWork((writes: Write[]) => this.writeAll(writes))

  constructor(
    private readonly db: { notifications: Collection<NotificationDoc> },
    private readonly ids: Ids,
    /** Called before a write that is not retried reduces the unread counts of these members. */
    private readonly expectChange: (userIds: readonly number[]) => Promise<void>,
  ) {}

  private get collection() {
    return this.db.notifications
  }

  /**
   * Writes notices: adds each to the unread notification of its key, or creates one. A repeat of notices changes nothing.
   * Returns the unread notifications that contain one of them, except those that have grown too long to be shown again.
   */
  async add(notices: readonly Notice[]): Promise<StoredNotification[]> {
    const wanted = wantedOf(notices)
    const stored: StoredNotification[] = []
    for (let i = 0; i < wanted.length; i += MEMBERS_AT_ONCE) {
      stored.push(...(await this.addBatch(wanted.slice(i, i + MEMBERS_AT_ONCE), notices)))
    }
    return stored
  }

  private async addBatch(
    wanted: readonly Wanted[],
    notices: readonly Notice[],
  ): Promise<StoredNotification[]> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const held = (await this.held.get({ wanted, notices, isRepeat: tries > 0 })) ?? []
      const { insertions, additions, stored } = planOf(wanted, held)
      if (insertions.length === 0 && additions.length === 0) return stored
      const ids = await this.ids.many('notifications', insertions.length)
      const inserted = insertions.map((one, i) => notificationOf(ids[i] ?? 0, one))
      const [isWritten] = await this.writes.run([{ insertions: inserted, additions }])
      if (!isWritten) continue
      return [
        ...stored,
        ...inserted.map((notification) => ({
          notification,
          eventIds: notification.eventIds,
          isNew: true,
        })),
      ]
    }
    throw new Error(`could not write ${wanted[0]?.key}: the members' notifications keep changing`)
  }

  /**
   * Reads unread notifications of the keys, and those that list a like. A repeat reads all that the members have of the
   * threads: the event may be in one that has been read, or of another key.
   */
  private async readHeld(requests: readonly HeldRequest[]): Promise<ReadonlyMap<HeldRequest, Held[]>> {
    const notices = requests.flatMap((request) => request.notices)
    const eventIds = [...new Set(notices.map(({ eventId }) => eventId))]
    const actorIds = likersIn(notices)
    const found = await this.collection
      .aggregate<Held>([
        { $match: { $or: requests.flatMap(heldFilters) } },
        {
          $addFields: {
            size: { $size: '$parts' },
            isNew: { $in: [{ $arrayElemAt: ['$eventIds', 0] }, eventIds] },
            eventIds: { $setIntersection: ['$eventIds', eventIds] },
            actorIds: { $setIntersection: ['$parts.actorId', actorIds] },
          },
        },
        { $addFields: { isShown: { $or: ['$isNew', { $lte: ['$size', SHOWN_PARTS_MAX] }] } } },
        { $addFields: { parts: { $cond: ['$isShown', '$parts', []] } } },
      ])
      .toArray()
    return new Map(
      requests.map((request) => {
        const threads = new Set(request.notices.map(({ threadId }) => threadId))
        return [request, found.filter(({ threadId }) => threads.has(threadId))]
      }),
    )
  }

  /** Returns for each write whether it took effect; if one did not, false for all, so that each is tried again. */
  private async writeAll(writes: readonly Write[]): Promise<boolean[]> {
    const insertions = writes.flatMap((write) => write.insertions)
    const additions = writes.flatMap((write) => write.additions)
    const changed = additions.reduce((sum, { ids }) => sum + ids.length, 0)
    try {
      const { matchedCount } = await this.collection.bulkWrite(
        [...insertions.map((document) => ({ insertOne: { document } })), ...additions.map(updateOf)],
        { ordered: false, writeConcern: DURABLE },
      )
      return writes.map(() => matchedCount === changed)
    } catch (error) {
      // Another process created one of the notifications, or one that has been read contains an event.
      if (violatedKey(error)) return writes.map(() => false)
      throw error
    }
  }

  /** Returns those of the members whose unread notification of a key, which is of one kind, is full. */
  async fullAmong(
    userIds: readonly number[],
    key: string,
    kind: NotificationKind,
  ): Promise<ReadonlySet<number>> {
    const full = {
      userId: { $in: userIds },
      key,
      isRead: false,
      [`parts.${partsMaxOf(kind) - 1}`]: { $exists: true },
    }
    const found = await this.collection
      .find(full, { projection: { _id: 0, userId: 1 }, batchSize: userIds.length + 1 })
      .toArray()
    return new Set(found.map(({ userId }) => Number(userId)))
  }

  /** Returns the posts of a thread that members' notifications list, read or not, except those of likes. */
  async postsListedFor(
    userIds: readonly number[],
    threadId: number,
  ): Promise<ReadonlyMap<number, ReadonlySet<number>>> {
    const found = await this.collection
      .find(
        {
          threadId,
          userId: { $in: userIds },
          kind: { $in: ['quote', 'mention', 'reply', 'follow', 'board'] },
        },
        { projection: { _id: 0, userId: 1, 'parts.postId': 1 } },
      )
      .toArray()
    const listed = new Map<number, Set<number>>()
    for (const { userId, parts } of found) {
      const postIds = listed.get(userId) ?? new Set()
      for (const { postId } of parts) if (postId !== null) postIds.add(postId)
      listed.set(userId, postIds)
    }
    return listed
  }

  /**
   * Marks notifications as read by their ids.
   *
   * @throws ForumError `NOT_FOUND` when one of them is not the member's
   */
  async read(userId: number, ids: readonly number[]): Promise<void> {
    const filter = { _id: { $in: ids }, userId }
    if ((await this.collection.countDocuments(filter)) < new Set(ids).size) throw new ForumError('NOT_FOUND')
    await this.collection.updateMany(filter, { $set: { isRead: true } }, { writeConcern: DURABLE })
  }

  async hasUnreadOf(userId: number, threadId: number): Promise<boolean> {
    const unread = { userId, threadId, isRead: false }
    return (await this.collection.findOne(unread, { projection: { _id: 1 } })) !== null
  }

  /** Marks a member's notifications as read, of some kinds or of all. */
  async readAll(
    userId: number,
    { kinds, until }: { kinds: readonly NotificationKind[] | undefined; until: Date | null },
  ): Promise<void> {
    const limits = { ...(kinds && { kind: { $in: [...kinds] } }), ...(until && { at: { $lte: until } }) }
    await this.collection.updateMany(
      { userId, isRead: false, ...limits },
      { $set: { isRead: true } },
      { writeConcern: DURABLE },
    )
  }

  /**
   * Marks a member's notifications of a thread as read up to a post number: whole notifications that list nothing
   * beyond it, and the earlier events of the others. Returns whether anything changed.
   */
  readThread(userId: number, threadId: number, number: number): Promise<boolean> {
    return this.readThreads(userId, [{ threadId, number }])
  }

  /** Does the same for several threads at once. */
  async readThreads(
    userId: number,
    threads: readonly { threadId: number; number: number }[],
  ): Promise<boolean> {
    const writes = threads.flatMap(({ threadId, number }): mongo.AnyBulkWriteOperation<NotificationDoc>[] => {
      const ofThread = { userId, threadId, isRead: false }
      const beyond = { $elemMatch: { number: { $gt: number } } }
      return [
        {
          updateMany: {
            filter: { ...ofThread, parts: { $not: beyond } },
            update: { $set: { isRead: true } },
          },
        },
        {
          updateMany: {
            filter: { ...ofThread, 'parts.number': { $lte: number }, parts: beyond },
            update: { $pull: { parts: { number: { $lte: number } } } },
          },
        },
      ]
    })
    const { modifiedCount } = await this.db.notifications.bulkWrite(writes, { writeConcern: DURABLE })
    return modifiedCount > 0
  }

  /** Removes a post from unread notifications, and those that become empty; yields the members affected. */
  async *withdrawPost(threadId: number, postId: number): AsyncGenerator<number[]> {
    const filter = { threadId, 'parts.postId': postId, kind: { $ne: 'moderation' } }
    let withdrawnFrom: number[]
    do {
      withdrawnFrom = await this.withdraw(filter, { postId })
      yield withdrawnFrom
    } while (withdrawnFrom.length >= MEMBERS_AT_ONCE)
  }

  /** Removes what one member did from another's notification of a key, such as a like. */
  async withdrawBy(key: string, userId: number, actorId: number): Promise<number[]> {
    return this.withdraw({ userId, key, 'parts.actorId': actorId }, { actorId })
  }

  /** Removes a part from at most `MEMBERS_AT_ONCE` unread notifications; returns their members. */
  private async withdraw(filter: object, part: Partial<NotificationPart>): Promise<number[]> {
    const members = new Set<number>()
    for (;;) {
      const found = await this.db.notifications
        .find({ ...filter, isRead: false }, { projection: { userId: 1 }, limit: MEMBERS_AT_ONCE })
        .toArray()
      if (found.length === 0) return [...members]
      for (const { userId } of found) members.add(userId)
      await this.expectChange(found.map(({ userId }) => userId))
      const ids = found.map(({ _id }) => _id)
      const writes = withdrawalOf(ids, part)
      const { modifiedCount, deletedCount } = await this.collection.bulkWrite(writes, {
        writeConcern: DURABLE,
      })
      // Otherwise another process changed one between the two writes, or its member read it.
      if (modifiedCount + deletedCount >= ids.length) return [...members]
    }
  }

  /** Removes the notifications of a deleted thread; yields the members who had unread ones. */
  async *withdrawThread(threadId: number): AsyncGenerator<number[]> {
    for (;;) {
      const found = await this.db.notifications
        .find(
          { threadId, kind: { $ne: 'moderation' } },
          { projection: { userId: 1, isRead: 1 }, limit: MEMBERS_AT_ONCE },
        )
        .toArray()
      if (found.length === 0) return
      const unread = [...new Set(found.flatMap(({ userId, isRead }) => (isRead ? [] : userId)))]
      await this.expectChange(unread)
      await this.collection.deleteMany({ _id: { $in: found.map(({ _id }) => _id) } })
      yield unread
      if (found.length < MEMBERS_AT_ONCE) return
    }
  }

  /** Writes which board a thread is in by now; returns the members who have unread notifications of it. */
  async moveThread(threadId: number, inBoardId: number): Promise<number[]> {
    const elsewhere = { threadId, inBoardId: { $ne: inBoardId } }
    const userIds = await this.collection.distinct('userId', { ...elsewhere, isRead: false })
    await this.expectChange(userIds)
    await this.collection.updateMany(elsewhere, { $set: { inBoardId } }, { writeConcern: DURABLE })
    return userIds
  }

  /** Removes notifications from before a time; returns the members who had unread ones. */
  async removeBefore(time: Date): Promise<number[]> {
    const unread = new Set<number>()
    for (;;) {
      const old = await this.db.notifications
        .find({ at: { $lt: time } }, { projection: { userId: 1, isRead: 1 }, limit: REMOVED_AT_ONCE })
        .toArray()
      if (old.length === 0) return [...unread]
      const losing = old.flatMap(({ userId, isRead }) => (isRead ? [] : userId))
      await this.expectChange([...new Set(losing)])
      await this.collection.deleteMany({ _id: { $in: old.map(({ _id }) => _id) } })
      for (const userId of losing) unread.add(userId)
    }
  }
}

/**
 * Returns the writes that remove a part from unread notifications, and those that contain nothing else. Neither leaves
 * an empty notification, whatever other processes write at the same time; it may leave one that they changed.
 */
function withdrawalOf(
  ids: readonly number[],
  part: Partial<NotificationPart>,
): mongo.AnyBulkWriteOperation<NotificationDoc>[] {
  const [[name, value] = []] = Object.entries(part)
  const contains = { _id: { $in: ids }, isRead: false, [`parts.${name}`]: value }
  const others = { $elemMatch: { [String(name)]: { $ne: value } } }
  const remaining = { $filter: { input: '$parts', cond: { $ne: [`$$this.${name}`, value] } } }
  return [
    {
      updateMany: {
        filter: { ...contains, parts: others },
        update: [
          { $set: { parts: remaining } },
          // Parts of older notifications have no time.
          { $set: { at: { $ifNull: [{ $max: '$parts.at' }, '$at'] } } },
        ],
      },
    },
    { deleteMany: { filter: { ...contains, parts: { $not: others } } } },
  ]
}

/** Returns what each member's notification of each key is to contain. */
function wantedOf(notices: readonly Notice[]): Wanted[] {
  const wanted = new Map<string, Map<number, Notice[]>>()
  for (const notice of notices) {
    const ofKey = wanted.get(notice.key) ?? new Map<number, Notice[]>()
    wanted.set(notice.key, ofKey)
    for (const userId of notice.userIds) {
      const ofMember = ofKey.get(userId)
      if (ofMember) ofMember.push(notice)
      else ofKey.set(userId, [notice])
    }
  }
  return [...wanted].flatMap(([key, ofKey]) =>
    [...ofKey].map(([userId, ofMember]) => ({ userId, key, notices: ofMember })),
  )
}

/** Returns the members whose likes are among notices. */
const likersIn = (notices: readonly Notice[]) => [
  ...new Set(notices.flatMap(({ kind, part }) => (kind === 'like' && part ? part.actorId : []))),
]

/** Returns what finds the notifications of a request: one filter for each key, and for all of a thread in a repeat. */
function heldFilters({ wanted, notices, isRepeat }: HeldRequest): mongo.Filter<NotificationDoc>[] {
  const members = new Map<string, number[]>()
  for (const { key, userId } of wanted) {
    const ofKey = members.get(key)
    if (ofKey) ofKey.push(userId)
    else members.set(key, [userId])
  }
  return [...members].map(([key, userIds]) => {
    const ofKey = notices.filter((notice) => notice.key === key)
    const threadId = ofKey[0]?.threadId ?? null
    const userId = { $in: userIds }
    if (isRepeat) return { threadId, userId }
    const likers = likersIn(ofKey)
    if (likers.length === 0) return { userId, key, isRead: false }
    return { threadId, userId, key, $or: [{ isRead: false }, { 'parts.actorId': { $in: likers } }] }
  })
}

/** Returns the write of an addition to notifications that are as they were read. */
function updateOf({ ids, size, notices }: Addition): mongo.AnyBulkWriteOperation<NotificationDoc> {
  const last = notices.at(-1)
  if (!last) throw new Error('an addition has a notice')
  const eventIds = notices.map(({ eventId }) => eventId)
  return {
    updateMany: {
      filter: { _id: { $in: ids }, isRead: false, parts: { $size: size }, eventIds: { $nin: eventIds } },
      update: {
        $push: {
          eventIds: { $each: eventIds, $slice: -EVENT_IDS_MAX },
          parts: { $each: partsOf(notices), $slice: partsMaxOf(last.kind) },
        },
        $max: { at: last.at },
      },
    },
  }
}
