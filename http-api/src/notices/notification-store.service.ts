import type { NotificationKind } from '@forum/shared/contract'
import { ForumError } from '@forum/shared/errors'
import { type Bilingual } from '@forum/shared/bilingual'
import type { mongo } from 'mongoose'
import { BatchedReads } from '../platform/work/batched-reads'
import { DURABLE, violatedKey } from '../platform/mongo/database'
import { GroupedWork } from '../platform/work/grouped-work'
import type { Ids } from '../platform/mongo/ids'
import type { Collection } from '../platform/mongo/model'
import {
  EVENT_IDS_MAX,
  partsMaxOf,
  type ModerationAct,
  type NotificationDoc,
  type NotificationPart,
} from './notifications.model'

/** An event that members are notified of. */
export interface NotifiableEvent {
  eventId: string
  key: string
  kind: NotificationKind
  threadId: number | null
  part: NotificationPart | null
  at: Date
  act?: ModerationAct
  reason?: string
  boardId?: number
  text?: Bilingual
}

/** What a notification is about. */
type About = Omit<NotifiableEvent, 'eventId' | 'part' | 'at'>

/** A new post that members are notified of. */
export interface NotifiablePost {
  eventId: string
  part: NotificationPart
  at: Date
}

/** Members whose notifications are written or read in one batch. */
export const MEMBERS_AT_ONCE = 500
/** Maximum number of attempts for an insertion that conflicts with another process. */
const MAX_TRIES = 8
const REMOVED_AT_ONCE = 1_000

/** Members who are to be notified of new posts of a thread. */
interface Wanted {
  about: About
  wanted: ReadonlyMap<number, readonly NotifiablePost[]>
}

/** What a member's notification of a thread contains of some events. */
interface Holding extends Pick<NotificationDoc, 'userId' | 'threadId' | 'key' | 'isRead'> {
  size: number
  contains: string[]
}

/** The notifications of members that contain an event. */
interface EventRequest {
  userIds: readonly number[]
  eventId: string
}

/** A like of which the author of the post is to be notified. */
interface LikeRequest {
  authorId: number
  threadId: number
  key: string
  actorId: number
  eventId: string
}

/** What an author's notifications say about likes of a post. */
interface KnownLikes {
  /** Whether another event already notified the author of this member's like. */
  hasNotified: boolean
  hasUnread: boolean
}

/** Unread notifications of a key that list at most `partsMax` events, or that one of `eventIds` created. */
interface UnreadRequest {
  userIds: readonly number[]
  key: string
  partsMax: number
  eventIds: readonly string[]
}

/**
 * Writes notifications. Each write depends only on the one document that it changes. Events of several threads share
 * commands.
 */
export class NotificationStore {
  private readonly additions = new GroupedWork((all: Wanted[]) => this.addAll(all))
  private readonly updates = new GroupedWork((all: mongo.AnyBulkWriteOperation<NotificationDoc>[]) =>
    this.updateAll(all),
  )
  private readonly insertions = new GroupedWork((docs: NotificationDoc[]) => this.insertAll(docs))
  private readonly holdings = new BatchedReads<Wanted, Holding[]>((all) => this.readHoldings(all))
  private readonly containers = new BatchedReads<EventRequest, NotificationDoc[]>((requests) =>
    this.readContainers(requests),
  )
  private readonly knownLikes = new BatchedReads<LikeRequest, KnownLikes>((requests) =>
    this.readKnownLikes(requests),
  )
  private readonly unread = new BatchedReads<UnreadRequest, NotificationDoc[]>((requests) =>
    this.readUnread(requests),
  )

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
   * Notifies members of an event: adds it to their unread notification of the same key, or creates one. An event that a
   * notification already contains, read or not, is not added again. Returns the notifications that contain it.
   *
   * @param isFirst whether the members had no unread notification of the key a moment ago
   */
  async notify(
    userIds: readonly number[],
    notifiable: NotifiableEvent,
    isFirst = false,
  ): Promise<NotificationDoc[]> {
    const found: NotificationDoc[] = []
    for (let i = 0; i < userIds.length; i += MEMBERS_AT_ONCE) {
      const batch = userIds.slice(i, i + MEMBERS_AT_ONCE)
      const created = isFirst ? await this.create(batch, notifiable) : null
      found.push(...(created ?? (await this.notifyBatch(batch, notifiable))))
    }
    return found
  }

  /** Returns the created notifications; null if a member has one by now. */
  private async create(
    userIds: readonly number[],
    notifiable: NotifiableEvent,
  ): Promise<NotificationDoc[] | null> {
    const created = await Promise.all(userIds.map((userId) => this.newNotification(userId, notifiable)))
    return (await this.insert(created)) ? created : null
  }

  private async notifyBatch(
    userIds: readonly number[],
    notifiable: NotifiableEvent,
  ): Promise<NotificationDoc[]> {
    const { eventId, key, kind, part, at } = notifiable
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      await this.updates.run([
        {
          updateMany: {
            filter: { userId: { $in: userIds }, key, isRead: false, eventIds: { $ne: eventId } },
            update: {
              $push: {
                eventIds: { $each: [eventId], $slice: -EVENT_IDS_MAX },
                ...(part ? { parts: { $each: [part], $slice: partsMaxOf(kind) } } : {}),
              },
              $max: { at },
            },
          },
        },
      ])
      const found = await this.containing(userIds, eventId)
      const notifiedIds = new Set(found.map(({ userId }) => userId))
      const left = userIds.filter((userId) => !notifiedIds.has(userId))
      if (left.length === 0) return found
      const created = await this.create(left, notifiable)
      if (created) return [...found, ...created]
    }
    throw new Error(`could not notify members of event ${eventId}: their notifications keep changing`)
  }

  /**
   * Notifies each member of the given posts of one thread: adds them to the member's unread notification of the key, or
   * creates one. A notification that lists as many events as it may is not changed. Events that a notification already
   * contains, read or not, are not added again. Returns the notifications that were created.
   */
  async notifyOfPosts(
    about: About,
    wanted: ReadonlyMap<number, readonly NotifiablePost[]>,
  ): Promise<NotificationDoc[]> {
    const created: NotificationDoc[] = []
    const members = [...wanted]
    for (let i = 0; i < members.length; i += MEMBERS_AT_ONCE) {
      created.push(...(await this.notifyOfPostsBatch(about, new Map(members.slice(i, i + MEMBERS_AT_ONCE)))))
    }
    return created
  }

  private async notifyOfPostsBatch(about: About, wanted: Wanted['wanted']): Promise<NotificationDoc[]> {
    const created: NotificationDoc[] = []
    let left = wanted
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      if (await this.addToAll(about, left)) return created
      const { missing, holders } = await this.missingOf(about, left)
      const newcomers = [...missing].filter(([userId]) => !holders.has(userId))
      const ids = await this.ids.many('notifications', newcomers.length)
      const docs = newcomers.map(([userId, posts], i) => newNotificationOf(ids[i] ?? 0, userId, about, posts))
      const isInserted = docs.length === 0 || (await this.insert(docs))
      created.push(...(isInserted ? docs : await this.existing(docs)))
      left = isInserted ? new Map([...missing].filter(([userId]) => holders.has(userId))) : missing
      if (left.size === 0) return created
    }
    throw new Error(`could not notify members of ${about.key}: their notifications keep changing`)
  }

  /** Returns the notifications that an insertion wrote although it conflicted with another process. */
  private async existing(docs: readonly NotificationDoc[]): Promise<NotificationDoc[]> {
    const found = await this.collection
      .find({ _id: { $in: docs.map(({ _id }) => _id) } }, { projection: { _id: 1 } })
      .toArray()
    const ids = new Set(found.map(({ _id }) => _id))
    return docs.filter(({ _id }) => ids.has(_id))
  }

  /** Adds posts to unread notifications; returns whether every member had one to which all posts could be added. */
  private async addToAll(about: About, wanted: Wanted['wanted']): Promise<boolean> {
    const [isAdded] = await this.additions.run([{ about, wanted }])
    return isAdded === true
  }

  /** Of several threads, one whose posts could not all be added makes the others look what theirs contain. */
  private async addAll(all: readonly Wanted[]): Promise<boolean[]> {
    const additions = all.flatMap(({ about, wanted }) =>
      groupsOf(wanted).map(({ userIds, events }) => this.addition(about, userIds, events)),
    )
    const members = all.reduce((sum, { wanted }) => sum + wanted.size, 0)
    try {
      const { matchedCount } = await this.collection.bulkWrite(additions, {
        ordered: false,
        writeConcern: DURABLE,
      })
      return all.map(() => matchedCount === members)
    } catch (error) {
      // A notification that was read meanwhile contains one of the events.
      if (violatedKey(error)) return all.map(() => false)
      throw error
    }
  }

  private addition(
    { key, kind }: About,
    userIds: readonly number[],
    events: readonly NotifiablePost[],
  ): mongo.AnyBulkWriteOperation<NotificationDoc> {
    const partsMax = partsMaxOf(kind)
    const eventIds = events.map(({ eventId }) => eventId)
    const last = events.at(-1)
    return {
      updateMany: {
        filter: {
          userId: { $in: userIds },
          key,
          isRead: false,
          eventIds: { $nin: eventIds },
          [`parts.${partsMax - 1}`]: { $exists: false },
        },
        update: {
          $push: {
            eventIds: { $each: eventIds, $slice: -EVENT_IDS_MAX },
            parts: { $each: events.map(({ part }) => part), $slice: partsMax },
          },
          $max: { ...(last && { at: last.at }) },
        },
      },
    }
  }

  /** Returns each member's events that no notification contains, and who has an unread notification of the key. */
  private async missingOf(
    about: About,
    wanted: Wanted['wanted'],
  ): Promise<{ missing: Map<number, readonly NotifiablePost[]>; holders: Set<number> }> {
    const found = (await this.holdings.get({ about, wanted })) ?? []
    const missing = new Map(wanted)
    const holders = new Set<number>()
    const full = new Set<number>()
    for (const { userId, key, isRead, size, contains } of found) {
      const isHolder = key === about.key && !isRead
      if (isHolder) holders.add(userId)
      if (isHolder && size >= partsMaxOf(about.kind)) full.add(userId)
      const contained = new Set(contains)
      const events = (missing.get(userId) ?? []).filter(({ eventId }) => !contained.has(eventId))
      if (events.length === 0) missing.delete(userId)
      else missing.set(userId, events)
    }
    for (const userId of full) missing.delete(userId)
    return { missing, holders }
  }

  private async readHoldings(all: readonly Wanted[]): Promise<ReadonlyMap<Wanted, Holding[]>> {
    const eventIds = all.flatMap(({ wanted }) => [...wanted.values()].flat().map(({ eventId }) => eventId))
    const found = await this.collection
      .aggregate<Holding>([
        {
          $match: {
            $or: all.map(({ about, wanted }) => ({
              threadId: about.threadId,
              userId: { $in: [...wanted.keys()] },
            })),
          },
        },
        {
          $project: {
            userId: 1,
            threadId: 1,
            key: 1,
            isRead: 1,
            size: { $size: '$parts' },
            contains: { $setIntersection: ['$eventIds', [...new Set(eventIds)]] },
          },
        },
      ])
      .toArray()
    return new Map(all.map((one) => [one, found.filter(({ threadId }) => threadId === one.about.threadId)]))
  }

  /** Returns those of the members whose unread notification of a thread's replies is full. */
  async fullAmong(userIds: readonly number[], threadId: number): Promise<ReadonlySet<number>> {
    const full = {
      userId: { $in: userIds },
      key: `reply:${threadId}`,
      isRead: false,
      [`parts.${partsMaxOf('reply') - 1}`]: { $exists: true },
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
        { threadId, userId: { $in: userIds }, kind: { $in: ['quote', 'mention', 'reply', 'follow'] } },
        { projection: { _id: 0, userId: 1, 'parts.postId': 1 } },
      )
      .toArray()
    const listed = new Map<number, Set<number>>()
    for (const { userId, parts } of found) {
      const own = listed.get(userId) ?? new Set()
      for (const { postId } of parts) if (postId !== null) own.add(postId)
      listed.set(userId, own)
    }
    return listed
  }

  async unreadOf(request: UnreadRequest): Promise<NotificationDoc[]> {
    return (await this.unread.get(request)) ?? []
  }

  private async readUnread(requests: readonly UnreadRequest[]) {
    const found = await this.db.notifications
      .find({
        $or: requests.map(({ userIds, key, partsMax, eventIds }) => ({
          userId: { $in: userIds },
          key,
          isRead: false,
          $or: [{ [`parts.${partsMax}`]: { $exists: false } }, { 'eventIds.0': { $in: eventIds } }],
        })),
      })
      .toArray()
    return new Map(requests.map((request) => [request, found.filter(({ key }) => key === request.key)]))
  }

  private async updateAll(updates: mongo.AnyBulkWriteOperation<NotificationDoc>[]): Promise<null[]> {
    await this.collection.bulkWrite(updates, { ordered: false, writeConcern: DURABLE })
    return updates.map(() => null)
  }

  private async containing(userIds: readonly number[], eventId: string): Promise<NotificationDoc[]> {
    return (await this.containers.get({ userIds, eventId })) ?? []
  }

  private async readContainers(requests: readonly EventRequest[]) {
    const found = await this.db.notifications
      .find({
        $or: requests.map(({ userIds, eventId }) => ({ userId: { $in: userIds }, eventIds: eventId })),
      })
      .toArray()
    return new Map(
      requests.map((request) => [
        request,
        found.filter(({ eventIds }) => eventIds.includes(request.eventId)),
      ]),
    )
  }

  private async newNotification(userId: number, notifiable: NotifiableEvent): Promise<NotificationDoc> {
    const { eventId, part, ...rest } = notifiable
    return {
      ...rest,
      _id: await this.ids.next('notifications'),
      userId,
      parts: part ? [part] : [],
      eventIds: [eventId],
      isRead: false,
    }
  }

  /** Returns whether all were inserted; false if another process may have created one of them or added the event. */
  private async insert(docs: readonly NotificationDoc[]): Promise<boolean> {
    return (await this.insertions.run(docs)).every(Boolean)
  }

  private async insertAll(docs: readonly NotificationDoc[]): Promise<boolean[]> {
    try {
      await this.collection.insertMany(docs, { ordered: false, writeConcern: DURABLE })
      return docs.map(() => true)
    } catch (error) {
      if (violatedKey(error)) return docs.map(() => false)
      throw error
    }
  }

  /**
   * Marks notifications as read by their ids.
   *
   * @throws ForumError `NOT_FOUND` when one of them is not the member's
   */
  async read(userId: number, ids: readonly number[]): Promise<void> {
    const own = { _id: { $in: ids }, userId }
    if ((await this.collection.countDocuments(own)) < new Set(ids).size) throw new ForumError('NOT_FOUND')
    await this.collection.updateMany(own, { $set: { isRead: true } }, { writeConcern: DURABLE })
  }

  async hasUnreadOf(userId: number, threadId: number): Promise<boolean> {
    const unread = { userId, threadId, isRead: false }
    return (await this.collection.findOne(unread, { projection: { _id: 1 } })) !== null
  }

  /** Marks a member's notifications as read, of some kinds or of all. */
  async readAll(userId: number, kinds?: readonly NotificationKind[]): Promise<void> {
    await this.collection.updateMany(
      { userId, isRead: false, ...(kinds ? { kind: { $in: [...kinds] } } : {}) },
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

  /** Removes a member's like of a post from the author's notifications. */
  async withdrawLike(key: string, userId: number, actorId: number): Promise<number[]> {
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

  /** Returns what the author's notifications of the key say; nothing of a key without notifications. */
  async knownLikesOf(request: LikeRequest): Promise<KnownLikes> {
    return (await this.knownLikes.get(request)) ?? { hasNotified: false, hasUnread: false }
  }

  private async readKnownLikes(requests: readonly LikeRequest[]) {
    const found = await this.collection
      .find(
        {
          $or: requests.map(({ threadId, authorId, key, actorId }) => ({
            threadId,
            userId: authorId,
            key,
            $or: [{ isRead: false }, { 'parts.actorId': actorId }],
          })),
        },
        { projection: { key: 1, userId: 1, isRead: 1, parts: 1, eventIds: 1 } },
      )
      .toArray()
    return new Map(
      requests.map((request) => {
        const { key, authorId, actorId, eventId } = request
        const own = found.filter((one) => one.key === key && one.userId === authorId)
        const hasNotified = own.some(
          ({ parts, eventIds }) =>
            parts.some((part) => part.actorId === actorId) && !eventIds.includes(eventId),
        )
        return [request, { hasNotified, hasUnread: own.some(({ isRead }) => !isRead) }]
      }),
    )
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

/** Groups members who are notified of the same events. */
function groupsOf(
  wanted: ReadonlyMap<number, readonly NotifiablePost[]>,
): { userIds: number[]; events: readonly NotifiablePost[] }[] {
  const groups = new Map<string, { userIds: number[]; events: readonly NotifiablePost[] }>()
  for (const [userId, events] of wanted) {
    const key = events.map(({ eventId }) => eventId).join()
    const group = groups.get(key) ?? { userIds: [], events }
    group.userIds.push(userId)
    groups.set(key, group)
  }
  return [...groups.values()]
}

function newNotificationOf(
  _id: number,
  userId: number,
  about: About,
  events: readonly NotifiablePost[],
): NotificationDoc {
  const last = events.at(-1)
  if (!last) throw new Error('a notification has an event')
  return {
    ...about,
    _id,
    userId,
    parts: events.map(({ part }) => part).slice(0, partsMaxOf(about.kind)),
    at: last.at,
    eventIds: events.map(({ eventId }) => eventId).slice(-EVENT_IDS_MAX),
    isRead: false,
  }
}
