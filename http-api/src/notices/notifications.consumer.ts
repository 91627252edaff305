import type { Clock } from '@forum/shared/clock'
import {
  DEFAULT_NOTIFICATION_SETTINGS,
  type NotificationKind,
  type NotificationSettings,
} from '@forum/shared/contract'
import { audiences } from '@forum/shared/events'
import { mentions } from '@forum/shared/markup'
import type { MemberDoc } from '../members'
import { BatchedReads } from '../platform/work/batched-reads'
import type { Publisher } from '../platform/work/publisher'
import type { Collection } from '../platform/mongo/model'
import type { Push } from './push/push.service'
import type { ReadStates, Watches } from '../threads'
import {
  forEachThread,
  type PostDoc,
  type ThreadDoc,
  type ThreadEventConsumer,
  type ThreadEventDoc,
  type ThreadLogCollections,
  type ThreadCache,
} from '../log'
import type { UnreadCounts } from './unread-counts.service'
import { actOf } from './moderation-acts'
import type { NotificationDoc } from './notifications.model'
import type { NotificationQueries } from './notifications.queries'
import {
  MEMBERS_AT_ONCE,
  type NotifiableEvent,
  type NotifiablePost,
  type NotificationStore,
} from './notification-store.service'
import { kindFor, type Candidate, type Reason } from './recipients'
import { RestoredPosts } from './restored-posts'
import type { NotificationSettingsStore } from './settings.service'

/** A notification that has grown beyond this is not published again; pages show it when they next read the list. */
const PUBLISHED_PARTS_MAX = 10

/** If a batch has more watchers, those whose notification is full are excluded before anything else is read. */
const FEW_WATCHERS = 50

export interface NotificationConsumerDeps {
  db: Pick<ThreadLogCollections, 'posts' | 'likes'> & { members: Collection<MemberDoc> }
  /** Threads in their current state. */
  threads: Pick<ThreadCache, 'get'>
  store: NotificationStore
  queries: NotificationQueries
  settings: NotificationSettingsStore
  watches: Watches
  /** Returns followers of a member, in the order of their ids and after one of them. */
  followersOf: (userId: number, batch: { after: number; limit: number }) => Promise<number[]>
  readStates: ReadStates
  /** Returns which of the members in `among` have blocked each of these. */
  blockersOf: (
    memberIds: readonly number[],
    among: readonly number[],
  ) => Promise<ReadonlyMap<number, ReadonlySet<number>>>
  unreadCounts: UnreadCounts
  publisher: Publisher
  clock: Clock
  push: Pick<Push, 'send'>
}

/** A notification that events created or were added to. */
interface Changed {
  notification: NotificationDoc
  /** The handled events that concern its member. */
  events: readonly ThreadEventDoc[]
}

/** The notifications that events changed. */
interface Outcome {
  notified: readonly Changed[]
  /** Other members whose unread notifications became fewer or more, without news. */
  recounted: readonly number[]
}

/**
 * Those whose ids are above `after`, up to `upTo`, among the watchers of a thread, or the followers of the author of a
 * new one.
 */
interface WatcherBatch {
  after: number
  upTo: number
  watchers: ReadonlySet<number>
}

/** What decides about notifications of a thread, in its current state. */
type NotifiedThread = Pick<ThreadDoc, 'authorId' | 'isDeleted'>

/** The members whom each event quotes or mentions, by the event's id. */
type Addressed = ReadonlyMap<string, ReadonlyMap<number, ReadonlySet<Reason>>>

/** Whether a member knows the post of an event. */
type KnownTo = (userId: number, event: ThreadEventDoc) => boolean

const nothingIsKnown: KnownTo = () => false
const NOTHING: Outcome = { notified: [], recounted: [] }
const REPLIED: ReadonlySet<Reason> = new Set(['reply'])
const FOLLOWED: ReadonlySet<Reason> = new Set(['follow'])
const NOBODY: ReadonlySet<number> = new Set()

/**
 * Notifies members of events in the threads they watch and of changes to what they wrote. Of a deleted thread, it
 * notifies only the authors of what moderators change.
 */
export class NotificationConsumer implements ThreadEventConsumer {
  readonly name = 'notify'
  readonly kinds = [
    'thread.created',
    'thread.renamed',
    'thread.pinned',
    'thread.featured',
    'thread.locked',
    'thread.moved',
    'thread.deleted',
    'thread.restored',
    'post.created',
    'post.edited',
    'post.deleted',
    'post.restored',
    'post.liked',
  ] as const

  readonly isPaced = true

  private readonly active = new BatchedReads<number, true>((userIds) => this.readActive(userIds))
  private readonly numbers = new BatchedReads<number, number>((postIds) => this.readNumbers(postIds))
  private readonly deletedPosts = new BatchedReads<number, true>((postIds) => this.readDeletedPosts(postIds))

  private readonly restored: RestoredPosts

  constructor(private readonly deps: NotificationConsumerDeps) {
    this.restored = new RestoredPosts(deps.db, deps.clock)
  }

  /**
   * Handles many members in batches, and few members of several events together; several threads at the same time, which
   * share their reads and writes. If the bus is unavailable, only events are delayed: the notifications of every batch are
   * written all the same.
   */
  async handle(events: readonly ThreadEventDoc[]): Promise<void> {
    await forEachThread(events, (own, threadId) => this.handleThread(own, threadId))
  }

  private async handleThread(events: readonly ThreadEventDoc[], threadId: number): Promise<void> {
    const thread = await this.deps.threads.get(threadId)
    const held: Outcome[] = []
    let eventIds = new Set<string>()
    let failed: Promise<void> | null = null
    const finish = async () => {
      const publishing = await this.finish(threadId, held.splice(0), eventIds)
      const published = publishing()
      await published.catch(() => {
        failed ??= published
      })
    }
    for (const run of runsOf(events)) {
      for (const { _id } of run) eventIds.add(_id)
      let isSplit = false
      for await (const outcome of this.apply(run, thread)) {
        held.push(outcome)
        if (membersIn(held) < MEMBERS_AT_ONCE) continue
        await finish()
        // What earlier runs created is finished, and must not count as created again.
        eventIds = new Set(run.map(({ _id }) => _id))
        isSplit = true
      }
      if (!isSplit) continue
      await finish()
      eventIds = new Set()
    }
    await finish()
    if (failed) await (failed as Promise<void>)
  }

  /** Writes what follows from outcomes, and returns what publishes them. */
  private async finish(
    threadId: number,
    written: readonly Outcome[],
    eventIds: ReadonlySet<string>,
  ): Promise<() => Promise<void>> {
    const hasNotified = written.some(({ notified }) => notified.length > 0)
    const outcomes = hasNotified ? await this.withoutDeleted(threadId, written) : written
    // If several events changed a notification, its newest state counts.
    const notified = new Map(
      outcomes.flatMap((outcome) => outcome.notified).map((one) => [one.notification._id, one]),
    )
    const created = [...notified.values()].filter(({ notification }) => isCreatedBy(notification, eventIds))
    const changed = [
      ...new Set([
        ...created.map(({ notification }) => notification.userId),
        ...outcomes.flatMap(({ recounted }) => recounted),
      ]),
    ]
    await this.deps.unreadCounts.refreshAll(changed)
    return async () => {
      await this.publish([...notified.values()], eventIds)
      await this.deps.unreadCounts.publishAll(changed)
    }
  }

  /** Applies one event, or several new posts, likes or restored posts together; yields the outcome for each batch of members. */
  private async *apply(
    run: readonly ThreadEventDoc[],
    thread: NotifiedThread | null,
  ): AsyncGenerator<Outcome> {
    const [event] = run
    if (!event) return
    const { store } = this.deps
    const isHidden = thread?.isDeleted === true
    switch (event.kind) {
      case 'thread.created':
      case 'post.created':
        if (!isHidden) yield* this.notifyOfPosts(run)
        return
      case 'post.edited':
        yield await this.notifyOfModeration(event, thread)
        if (!isHidden) yield await this.notifyOfEdit(event)
        return
      case 'post.liked':
        if (!isHidden) yield await this.notifyOfLikes(run)
        return
      case 'post.restored':
      case 'thread.restored':
        for (const one of run) yield await this.notifyOfModeration(one, thread)
        if (!isHidden) yield* this.notifyAgain(run)
        return
      case 'post.deleted':
        yield* withdrawals(store.withdrawPost(event.threadId, event.post?._id ?? 0))
        break
      case 'thread.deleted':
        yield* withdrawals(store.withdrawThread(event.threadId))
        break
      default:
    }
    yield await this.notifyOfModeration(event, thread)
  }

  /**
   * Another process may have withdrawn the notifications of a thread or a post just before these were written.
   * Therefore this looks once more at what is deleted, and withdraws it again.
   */
  private async withoutDeleted(threadId: number, outcomes: readonly Outcome[]): Promise<Outcome[]> {
    const { store, threads } = this.deps
    const isWithdrawable = ({ notification }: Changed) => notification.kind !== 'moderation'
    const postIds = outcomes
      .flatMap(({ notified }) => notified)
      .filter(isWithdrawable)
      .flatMap(({ events }) => events.flatMap(({ post }) => post?._id ?? []))
    if (postIds.length === 0) return [...outcomes]
    const [thread, found] = await Promise.all([threads.get(threadId), this.deletedPosts.getAll(postIds)])
    const deleted = new Set(postIds.filter((postId) => found.has(postId)))
    const isHidden = thread?.isDeleted === true
    if (!isHidden && deleted.size === 0) return [...outcomes]
    const withdrawn: Outcome[] = []
    if (isHidden) {
      for await (const outcome of withdrawals(store.withdrawThread(threadId))) withdrawn.push(outcome)
    }
    for (const postId of deleted) {
      for await (const outcome of withdrawals(store.withdrawPost(threadId, postId))) withdrawn.push(outcome)
    }
    const isLeft = (changed: Changed) =>
      !isWithdrawable(changed) ||
      (!isHidden && changed.events.some(({ post }) => post !== undefined && !deleted.has(post._id)))
    const left = outcomes.map((outcome) => ({ ...outcome, notified: outcome.notified.filter(isLeft) }))
    return [...left, ...withdrawn]
  }

  /** Notifies members of restored posts that they have not read. Nothing of it is news: it is not pushed. */
  private async *notifyAgain(restorations: readonly ThreadEventDoc[]): AsyncGenerator<Outcome> {
    const threadId = restorations[0]?.threadId ?? 0
    const settled = async (outcome: Outcome): Promise<Outcome> => {
      const outcomes = await this.withoutDeleted(threadId, [outcome])
      const members = outcomes.flatMap(({ notified, recounted }) => [
        ...notified.map(({ notification }) => notification.userId),
        ...recounted,
      ])
      return { notified: [], recounted: [...new Set(members)] }
    }
    for await (const creations of this.restored.creations(restorations)) {
      for await (const outcome of this.notifyOfPosts(creations, true)) yield await settled(outcome)
      const posts = creations.flatMap(({ post }) => (post ? [post as PostDoc] : []))
      const likes = await this.restored.likes(restorations, posts)
      if (likes.length > 0) yield await settled(await this.notifyOfLikes(likes))
    }
  }

  /**
   * Notifies members of new posts of one thread, a batch of its watchers at a time.
   *
   * @param areRestored whether members may have been notified of the posts before, or have read them
   */
  private async *notifyOfPosts(
    events: readonly ThreadEventDoc[],
    areRestored = false,
  ): AsyncGenerator<Outcome> {
    const personal = await this.addressedBy(events)
    const addressed = new Set([...personal.values()].flatMap((users) => [...users.keys()]))
    const [first] = events
    if (!first) return
    const batches =
      first.kind === 'thread.created' ? this.followersToNotify(first.actorId) : this.watchersToNotify(first)
    for await (const { after, upTo, watchers } of batches) {
      const others = [...addressed].filter((userId) => userId > after && userId <= upTo)
      const userIds = [...new Set([...watchers, ...others])]
      if (userIds.length === 0) continue
      const isKnown = areRestored ? await this.knownTo(userIds, events) : nothingIsKnown
      yield await this.notifyMembers(userIds, events, { watchers, personal, isKnown })
    }
  }

  /** Notifies some members of new posts of one thread, with one query of each kind for all posts. */
  private async notifyMembers(
    userIds: readonly number[],
    events: readonly ThreadEventDoc[],
    { watchers, personal, isKnown }: { watchers: ReadonlySet<number>; personal: Addressed; isKnown: KnownTo },
  ): Promise<Outcome> {
    const { store } = this.deps
    const threadId = events[0]?.threadId ?? 0
    const candidates = await this.candidates(
      threadId,
      userIds,
      events.map(({ actorId }) => actorId),
    )
    const wanted = new Map<NotificationKind, Map<number, ThreadEventDoc[]>>()
    for (const candidate of candidates) {
      const { userId, blocked, settings } = candidate
      // Of a busy thread, this loop is passed for each watcher and post, mostly with the same values.
      const watching = events[0]?.kind === 'thread.created' ? FOLLOWED : REPLIED
      const watcher = { ...candidate, reasons: watching, hasBlocked: false }
      for (const event of events) {
        const { post, actorId } = event
        if (post?.number === undefined || isKnown(userId, event)) continue
        const isWatcher = watchers.has(userId)
        const addressed = personal.get(event._id)?.get(userId)
        if (!isWatcher && !addressed) continue
        const hasBlocked = blocked.has(actorId)
        const reader =
          addressed || hasBlocked
            ? {
                ...candidate,
                reasons: new Set([...(addressed ?? []), ...(isWatcher ? watching : [])]),
                hasBlocked,
              }
            : watcher
        const kind = kindFor(reader, { number: post.number, authorId: actorId }, settings)
        if (!kind) continue
        const ofKind = wanted.get(kind) ?? new Map<number, ThreadEventDoc[]>()
        wanted.set(kind, ofKind)
        const ofMember = ofKind.get(userId)
        if (ofMember) ofMember.push(event)
        else ofKind.set(userId, [event])
      }
    }
    const posts = new Map(events.map((event) => [event, notifiablePostOf(event)]))
    const notified: Changed[] = []
    for (const [kind, ofKind] of wanted) {
      const about = { key: `${kind}:${threadId}`, kind, threadId }
      const entries = new Map(
        [...ofKind].map(([userId, own]) => [userId, own.flatMap((event) => posts.get(event) ?? [])]),
      )
      const created = await store.notifyOfPosts(about, entries)
      const shown = await store.unreadOf({
        userIds: [...ofKind.keys()],
        key: about.key,
        partsMax: PUBLISHED_PARTS_MAX,
        eventIds: events.map(({ _id }) => _id),
      })
      const notifications = new Map([...created, ...shown].map((one) => [one._id, one]))
      for (const notification of notifications.values()) {
        notified.push({ notification, events: ofKind.get(notification.userId) ?? [] })
      }
      await this.readWhatIsRead(
        threadId,
        new Map([...ofKind].map(([userId, own]) => [userId, own.at(-1)?.post?.number ?? 0])),
      )
    }
    return { notified, recounted: [] }
  }

  /** Returns which members have read posts, or have notifications of them. */
  private async knownTo(userIds: readonly number[], events: readonly ThreadEventDoc[]): Promise<KnownTo> {
    const { readStates, store } = this.deps
    const threadId = events[0]?.threadId ?? 0
    const [states, listed] = await Promise.all([
      readStates.ofAll(threadId, userIds),
      store.postsListedFor(userIds, threadId),
    ])
    return (userId, { post, boardId, at }) => {
      const head = { _id: threadId, boardId, lastNumber: post?.number ?? 0, lastPostAt: at }
      return states.get(userId)?.isUnread(head) === false || listed.get(userId)?.has(post?._id ?? 0) === true
    }
  }

  /** Yields the followers of the author of a new thread. The batches cover all member ids, in order. */
  private async *followersToNotify(authorId: number): AsyncGenerator<WatcherBatch> {
    for (let after = 0; after < Infinity;) {
      const found = await this.deps.followersOf(authorId, { after, limit: MEMBERS_AT_ONCE })
      const upTo = found.length < MEMBERS_AT_ONCE ? Infinity : (found.at(-1) ?? Infinity)
      yield { after, upTo, watchers: new Set(found) }
      after = upTo
    }
  }

  /**
   * Yields those who watch the thread, except members whose notification of its replies is full. The batches cover all
   * member ids, in order.
   */
  private async *watchersToNotify(reply: ThreadEventDoc): AsyncGenerator<WatcherBatch> {
    const { watches, store } = this.deps
    for (let after = 0; after < Infinity;) {
      const found = await watches.of(reply.threadId, { after, limit: MEMBERS_AT_ONCE })
      const last = found.length < MEMBERS_AT_ONCE ? undefined : found.at(-1)
      const upTo = last?.userId ?? Infinity
      const watching = found.flatMap(({ userId, isMuted }) => (isMuted ? [] : userId))
      // The write skips full notifications anyway; with many watchers it is cheaper to exclude them first.
      const full = watching.length <= FEW_WATCHERS ? NOBODY : await store.fullAmong(watching, reply.threadId)
      yield { after, upTo, watchers: new Set(watching.filter((userId) => !full.has(userId))) }
      after = upTo
    }
  }

  /** Returns whom each event quotes or mentions. */
  private async addressedBy(events: readonly ThreadEventDoc[]): Promise<Addressed> {
    const authors = await this.authorsOf(events.flatMap(({ post }) => post?.quotedIds ?? []))
    return new Map(
      events.map(({ _id, post }) => {
        const addressed = new Map<number, Set<Reason>>()
        const add = (userId: number, reason: Reason) =>
          addressed.set(userId, (addressed.get(userId) ?? new Set()).add(reason))
        for (const postId of post?.quotedIds ?? []) {
          const author = authors.get(postId)
          if (author !== undefined) add(author, 'quote')
        }
        for (const userId of post?.mentionedIds ?? []) add(userId, 'mention')
        return [_id, addressed]
      }),
    )
  }

  /** Returns the author of each of these posts that is not deleted. */
  private async authorsOf(postIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
    if (postIds.length === 0) return new Map()
    const found = await this.deps.db.posts
      .find<Pick<PostDoc, '_id' | 'authorId'>>(
        { _id: { $in: [...new Set(postIds)] }, isDeleted: false },
        { projection: { authorId: 1 } },
      )
      .toArray()
    return new Map(found.map(({ _id, authorId }) => [_id, authorId]))
  }

  /** Returns the authors whom an edit quotes and no earlier version of the post did. */
  private async newlyQuoted({ post, newlyQuotedIds = [] }: ThreadEventDoc): Promise<number[]> {
    if (newlyQuotedIds.length === 0) return []
    const quotedIds = post?.quotedIds ?? []
    const authors = await this.authorsOf(quotedIds)
    const known = new Set(
      quotedIds.filter((postId) => !newlyQuotedIds.includes(postId)).map((postId) => authors.get(postId)),
    )
    const authorIds = new Set(newlyQuotedIds.flatMap((postId) => authors.get(postId) ?? []))
    return [...authorIds].filter((userId) => !known.has(userId))
  }

  /** Returns the members whom an edit mentions and the earlier text did not. */
  private async newlyMentioned(event: ThreadEventDoc): Promise<number[]> {
    const mentionedIds = event.post?.mentionedIds ?? []
    if (mentionedIds.length === 0) return []
    const before = new Set(mentions(event.replacedContent ?? ''))
    const members = await this.deps.db.members
      .find<Pick<MemberDoc, '_id' | 'usernameLower'>>(
        { _id: { $in: mentionedIds } },
        { projection: { usernameLower: 1 } },
      )
      .toArray()
    return members.flatMap(({ _id, usernameLower }) => (before.has(usernameLower) ? [] : _id))
  }

  /**
   * Notifies the members whom an edit newly quotes or mentions. One who has read the post has not seen what the edit
   * added.
   */
  private async notifyOfEdit(event: ThreadEventDoc): Promise<Outcome> {
    const { threadId, post, actorId } = event
    const [quoted, mentioned] = await Promise.all([this.newlyQuoted(event), this.newlyMentioned(event)])
    const addressed = [...new Set([...quoted, ...mentioned])]
    const number = post && addressed.length > 0 ? await this.numberOf(post._id) : null
    if (!post || number === null) return NOTHING
    const wanted = new Map<NotificationKind, number[]>()
    for (const candidate of await this.candidates(threadId, addressed, [actorId])) {
      const { userId, blocked, settings } = candidate
      const reasons = new Set<Reason>()
      if (quoted.includes(userId)) reasons.add('quote')
      if (mentioned.includes(userId)) reasons.add('mention')
      const seen = { ...candidate, reasons, hasBlocked: blocked.has(actorId), lastReadNumber: 0 }
      const kind = kindFor(seen, { number, authorId: actorId }, settings)
      if (kind) wanted.set(kind, [...(wanted.get(kind) ?? []), userId])
    }
    const notified: NotificationDoc[] = []
    for (const [kind, userIds] of wanted) {
      const part = { actorId, postId: post._id, number, at: event.at }
      const notifiable = { ...notifiableOf(event, kind, `${kind}:${threadId}`), part }
      notified.push(...(await this.deps.store.notify(userIds, notifiable)))
    }
    return outcomeOf(event, notified)
  }

  private async numberOf(postId: number): Promise<number | null> {
    return (await this.numbers.get(postId)) ?? null
  }

  private async readNumbers(postIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
    const found = await this.deps.db.posts
      .find<Pick<PostDoc, '_id' | 'number'>>({ _id: { $in: postIds } }, { projection: { number: 1 } })
      .toArray()
    return new Map(found.map(({ _id, number }) => [_id, number]))
  }

  private async candidates(
    threadId: number,
    userIds: readonly number[],
    actorIds: readonly number[],
  ): Promise<
    (Omit<Candidate, 'reasons' | 'hasBlocked'> & {
      blocked: ReadonlySet<number>
      settings: NotificationSettings
    })[]
  > {
    const { readStates, blockersOf } = this.deps
    const [active, states, blockers, settings] = await Promise.all([
      this.activeOf(userIds),
      readStates.inThread(threadId, userIds),
      blockersOf([...new Set(actorIds)], userIds),
      this.deps.settings.ofAll(userIds),
    ])
    const blockedBy = new Map<number, Set<number>>()
    for (const [actorId, by] of blockers) {
      for (const userId of by) blockedBy.set(userId, (blockedBy.get(userId) ?? new Set()).add(actorId))
    }
    return userIds.map((userId) => ({
      userId,
      isMuted: states.get(userId)?.isMuted ?? false,
      blocked: blockedBy.get(userId) ?? NOBODY,
      isActive: active.has(userId),
      lastReadNumber: states.get(userId)?.lastReadNumber ?? 0,
      settings: settings.get(userId) ?? DEFAULT_NOTIFICATION_SETTINGS,
    }))
  }

  private async activeOf(userIds: readonly number[]): Promise<ReadonlySet<number>> {
    const active = await this.active.getAll(userIds)
    return new Set(userIds.filter((userId) => active.has(userId)))
  }

  private async readActive(userIds: readonly number[]): Promise<ReadonlyMap<number, true>> {
    const now = this.deps.clock.now()
    const active = await this.deps.db.members
      .find<Pick<MemberDoc, '_id'>>(
        {
          _id: { $in: userIds },
          $or: [{ status: 'active' }, { status: 'banned', bannedUntil: { $lte: now } }],
        },
        { projection: { _id: 1 } },
      )
      .toArray()
    return new Map(active.map(({ _id }) => [_id, true]))
  }

  private async readDeletedPosts(postIds: readonly number[]): Promise<ReadonlyMap<number, true>> {
    const found = await this.deps.db.posts
      .find<Pick<PostDoc, '_id'>>({ _id: { $in: postIds }, isDeleted: true }, { projection: { _id: 1 } })
      .toArray()
    return new Map(found.map(({ _id }) => [_id, true]))
  }

  /**
   * A member may read the thread between the check of read states and the write of the notification, which then stays
   * unread. Therefore this compares the written notifications with the read states once more.
   */
  private async readWhatIsRead(threadId: number, lastNumbers: ReadonlyMap<number, number>): Promise<void> {
    const states = await this.deps.readStates.inThread(threadId, [...lastNumbers.keys()])
    for (const [userId, lastNumber] of lastNumbers) {
      const { lastReadNumber = 0 } = states.get(userId) ?? {}
      if (lastReadNumber >= lastNumber) await this.deps.store.readThread(userId, threadId, lastReadNumber)
    }
  }

  /** Likes of different posts share reads and writes; those of one post are handled in order. */
  private async notifyOfLikes(events: readonly ThreadEventDoc[]): Promise<Outcome> {
    const byPost = new Map<number | undefined, ThreadEventDoc[]>()
    for (const event of events) {
      const postId = event.post?._id
      byPost.set(postId, [...(byPost.get(postId) ?? []), event])
    }
    const outcomes: Outcome[] = []
    const results = await Promise.allSettled(
      [...byPost.values()].map(async (own) => {
        for (const event of own) outcomes.push(await this.notifyOfLike(event))
      }),
    )
    // Nothing goes on beside a repeat of the events.
    for (const result of results) if (result.status === 'rejected') throw result.reason
    return {
      notified: outcomes.flatMap(({ notified }) => notified),
      recounted: outcomes.flatMap(({ recounted }) => recounted),
    }
  }

  private async notifyOfLike(event: ThreadEventDoc): Promise<Outcome> {
    const { post, like, actorId, threadId, _id: eventId } = event
    const { store } = this.deps
    if (!post || !like || post.authorId === actorId) return NOTHING
    const key = `like:${post._id}`
    if (!like.liked) {
      return { notified: [], recounted: await store.withdrawLike(key, post.authorId, actorId) }
    }
    const [candidate] = await this.candidates(threadId, [post.authorId], [actorId])
    const isRecipient = candidate?.isActive && !candidate.isMuted && !candidate.blocked.has(actorId)
    if (!isRecipient || candidate.settings.like === 'off') return NOTHING
    const known = await store.knownLikesOf({ authorId: post.authorId, threadId, key, actorId, eventId })
    if (known.hasNotified) return NOTHING
    const number = post.number ?? (await this.numberOf(post._id))
    if (number === null) return NOTHING
    const part = { actorId, postId: post._id, number, at: event.at }
    const notifiable = { ...notifiableOf(event, 'like', key), part }
    const notified = await store.notify([post.authorId], notifiable, !known.hasUnread)
    return outcomeOf(event, notified)
  }

  /** Notifies an author of what a moderator did to their post or thread. */
  private async notifyOfModeration(event: ThreadEventDoc, thread: NotifiedThread | null): Promise<Outcome> {
    const act = actOf(event)
    // A command on many posts sends its own notification, if any.
    if (!act || event.commandId !== undefined) return NOTHING
    const userId = event.post?.authorId ?? thread?.authorId
    if (userId === undefined || userId === event.actorId) return NOTHING
    const [isActive, settings] = await Promise.all([this.activeOf([userId]), this.deps.settings.of(userId)])
    if (!isActive.has(userId) || settings.moderation === 'off') return NOTHING
    const { post, reason, boardId } = event
    const number = post ? await this.numberOf(post._id) : null
    const notified = await this.deps.store.notify([userId], {
      ...notifiableOf(event, 'moderation', `moderation:${event._id}`),
      part: { actorId: event.actorId, postId: post?._id ?? null, number: number ?? 0, at: event.at },
      act,
      ...(reason === undefined ? {} : { reason }),
      ...(act === 'threadMoved' ? { boardId } : {}),
    })
    return outcomeOf(event, notified)
  }

  private async publish(notified: readonly Changed[], eventIds: ReadonlySet<string>): Promise<void> {
    const { publisher, queries } = this.deps
    const unread = notified.filter(({ notification }) => !notification.isRead)
    for (const one of unread) {
      if (isCreatedBy(one.notification, eventIds) || isPersonal(one.notification)) this.push(one)
    }
    if (!publisher.isActive) return
    // A burst may create one that lists more from its beginning, which pages do not know yet.
    const shown = unread.filter(
      ({ notification }) =>
        notification.parts.length <= PUBLISHED_PARTS_MAX || isCreatedBy(notification, eventIds),
    )
    const presented = await queries.present(
      shown.map(({ notification }) => notification),
      'zh',
    )
    for (const [i, { notification, events }] of shown.entries()) {
      const { userId } = notification
      const event = events.at(-1)
      const payload = presented[i]
      if (!event || !payload) continue
      const envelope = { id: `${event._id}:${userId}`, at: event.at.toISOString() }
      const audience = audiences.user(userId)
      await publisher.publish(audience, 'notification:created', { notification: payload }, envelope)
    }
  }

  private push({ notification, events }: Changed): void {
    const { _id, userId, kind, key, parts } = notification
    const event = isPersonal(notification) ? events.at(-1) : events[0]
    if (kind === 'system' || !event) return
    const { post, threadId } = event
    const part = isPersonal(notification) ? parts.at(-1) : parts[0]
    this.deps.push.send({
      userId,
      kind,
      tag: key,
      path: `${part?.postId ? `/posts/${part.postId}` : `/threads/${threadId}`}?notification=${_id}`,
      textIn: async (language) => {
        const [shown] = await this.deps.queries.present([notification], language)
        const isOwnWords = kind === 'reply' || kind === 'follow' || isPersonal(notification)
        return { title: shown?.text ?? '', body: isOwnWords ? (post?.excerpt ?? '') : '' }
      },
    })
  }
}

/**
 * Whether a notification addresses the member personally. Of the other replies to a thread, only the first is pushed
 * until the thread is visited.
 */
const isPersonal = ({ kind }: NotificationDoc) => kind === 'quote' || kind === 'mention'

/** Whether one of the events created a notification, rather than being added to one. */
const isCreatedBy = ({ eventIds }: NotificationDoc, ids: ReadonlySet<string>) => ids.has(eventIds[0] ?? '')

/** Kinds of which consecutive events are applied together. */
const JOINED: ReadonlySet<string> = new Set(['post.created', 'post.liked', 'post.restored'])

/** Splits events into runs that are applied together: consecutive replies, likes or restored posts, or any other event alone. */
function runsOf(events: readonly ThreadEventDoc[]): ThreadEventDoc[][] {
  const runs: ThreadEventDoc[][] = []
  for (const event of events) {
    const run = runs.at(-1)
    if (run?.[0]?.kind === event.kind && JOINED.has(event.kind)) run.push(event)
    else runs.push([event])
  }
  return runs
}

const notifiablePostOf = ({ _id, actorId, at, post }: ThreadEventDoc): NotifiablePost => ({
  eventId: _id,
  at,
  part: { actorId, postId: post?._id ?? null, number: post?.number ?? 0, at },
})

const outcomeOf = (event: ThreadEventDoc, notified: readonly NotificationDoc[]): Outcome => ({
  notified: notified.map((notification) => ({ notification, events: [event] })),
  recounted: [],
})

/** Returns how many members outcomes concern. */
const membersIn = (outcomes: readonly Outcome[]) =>
  outcomes.reduce((sum, { notified, recounted }) => sum + notified.length + recounted.length, 0)

async function* withdrawals(batches: AsyncIterable<readonly number[]>): AsyncGenerator<Outcome> {
  for await (const recounted of batches) yield { notified: [], recounted }
}

const notifiableOf = (
  event: ThreadEventDoc,
  kind: NotificationKind,
  key: string,
): Omit<NotifiableEvent, 'part'> => ({
  eventId: event._id,
  key,
  kind,
  threadId: event.threadId,
  at: event.at,
})
