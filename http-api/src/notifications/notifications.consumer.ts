import type { Clock } from '@forum/shared/clock'
import type { NotificationKind } from '@forum/shared/contract'
import { audiences } from '@forum/shared/events'
import { mentions } from '@forum/shared/markup'
import type { Model } from 'mongoose'
import type { MemberDoc } from '../members'
import type { Publisher } from '../platform/publisher'
import type { Push } from '../push'
import type { ReadStates } from '../read-states'
import type {
  PostDoc,
  ThreadDoc,
  ThreadEventConsumer,
  ThreadEventDoc,
  ThreadLogCollections,
} from '../thread-log'
import type { UnreadCounts } from '../unread-counts'
import type { Watches } from '../watches'
import { actOf } from './moderation-acts'
import type { NotificationDoc } from './notifications.model'
import type { NotificationQueries } from './notifications.queries'
import type { NotificationStore, NotifiableEvent } from './notification-store'
import { kindFor, type Candidate, type Reason } from './recipients'
import type { NotificationSettingsStore } from './settings'

/** A notification that grows beyond this is no longer published; pages show it when they next read the list. */
const PUBLISHED_PARTS_MAX = 10

export interface NotificationConsumerDeps {
  db: Pick<ThreadLogCollections, 'threads' | 'posts'> & { members: Model<MemberDoc> }
  store: NotificationStore
  queries: NotificationQueries
  settings: NotificationSettingsStore
  watches: Watches
  readStates: ReadStates
  blockersOf: (memberId: number, among: readonly number[]) => Promise<ReadonlySet<number>>
  unreadCounts: UnreadCounts
  publisher: Publisher
  clock: Clock
  push: Pick<Push, 'send'>
}

/** The notifications that an event has changed. */
interface Outcome {
  notifications: NotificationDoc[]
  /** The members who now have fewer unread notifications. */
  withdrawnFrom: number[]
}

const NOTHING: Outcome = { notifications: [], withdrawnFrom: [] }
const NO_REASONS: ReadonlySet<Reason> = new Set()

/** Notifies members of events in the threads they watch and of changes to what they wrote. */
export class NotificationConsumer implements ThreadEventConsumer {
  readonly name = 'notify'
  readonly kinds = [
    'thread.created',
    'thread.renamed',
    'thread.pinned',
    'thread.locked',
    'thread.moved',
    'thread.deleted',
    'thread.restored',
    'post.created',
    'post.edited',
    'post.deleted',
    'post.restored',
    'post.liked',
  ]

  constructor(private readonly deps: NotificationConsumerDeps) {}

  /** Writes everything before publishing anything, so that an unavailable bus delays only events, not notifications. */
  async handle(events: readonly ThreadEventDoc[]): Promise<void> {
    const outcomes: { event: ThreadEventDoc; outcome: Outcome }[] = []
    for (const event of events) outcomes.push({ event, outcome: await this.apply(event) })
    const changed = new Set(outcomes.flatMap(({ event, outcome }) => changedBy(event, outcome)))
    await Promise.all([...changed].map((userId) => this.deps.unreadCounts.refresh(userId)))
    for (const { event, outcome } of outcomes) await this.publish(event, outcome)
  }

  private async apply(event: ThreadEventDoc): Promise<Outcome> {
    switch (event.kind) {
      case 'thread.created':
      case 'post.created':
        return this.notifyOfPost(event, await this.candidates(event))
      case 'post.edited':
        return join(
          await this.notifyOfModeration(event),
          await this.notifyOfPost(event, await this.newlyMentioned(event)),
        )
      case 'post.liked':
        return this.notifyOfLike(event)
      case 'post.deleted': {
        const withdrawnFrom = await this.deps.store.withdrawPost(event.threadId, event.post?._id ?? 0)
        return join({ notifications: [], withdrawnFrom }, await this.notifyOfModeration(event))
      }
      case 'thread.deleted': {
        const withdrawnFrom = await this.deps.store.withdrawThread(event.threadId)
        return join({ notifications: [], withdrawnFrom }, await this.notifyOfModeration(event))
      }
      default:
        return this.notifyOfModeration(event)
    }
  }

  /** Returns the members whom a new post concerns, and why. */
  private async candidates({ post, threadId, kind }: ThreadEventDoc): Promise<Map<number, Set<Reason>>> {
    const found = new Map<number, Set<Reason>>()
    const add = (userId: number, reason: Reason) => {
      found.set(userId, (found.get(userId) ?? new Set()).add(reason))
    }
    if (kind === 'post.created') {
      for (const { userId } of await this.deps.watches.of(threadId)) add(userId, 'reply')
    }
    if (post?.quotedPostId) {
      const quoted = await this.deps.db.posts
        .findById(post.quotedPostId, { authorId: 1 })
        .lean<Pick<PostDoc, 'authorId'> | null>()
      if (quoted) add(quoted.authorId, 'quote')
    }
    for (const userId of post?.mentionedIds ?? []) add(userId, 'mention')
    return found
  }

  /** Returns the members whom an edit mentions and the earlier text did not. */
  private async newlyMentioned(event: ThreadEventDoc): Promise<Map<number, Set<Reason>>> {
    const mentionedIds = event.post?.mentionedIds ?? []
    if (mentionedIds.length === 0) return new Map()
    const before = new Set(mentions(event.replacedContent ?? ''))
    const members = await this.deps.db.members
      .find({ _id: { $in: mentionedIds } }, { usernameLower: 1 })
      .lean<Pick<MemberDoc, '_id' | 'usernameLower'>[]>()
    const isNew = members.filter(({ usernameLower }) => !before.has(usernameLower))
    return new Map(isNew.map(({ _id }) => [_id, new Set<Reason>(['mention'])]))
  }

  private async notifyOfPost(
    event: ThreadEventDoc,
    concerned: ReadonlyMap<number, ReadonlySet<Reason>>,
  ): Promise<Outcome> {
    const { threadId, post, actorId } = event
    if (!post || concerned.size === 0) return NOTHING
    const number = post.number ?? (await this.numberOf(post._id))
    if (number === null) return NOTHING
    const isEdit = event.kind === 'post.edited'
    const candidates = await this.lookUp(event, concerned)
    const settings = await this.deps.settings.ofAll(candidates.map(({ userId }) => userId))
    const byKind = new Map<NotificationKind, number[]>()
    for (const candidate of candidates) {
      const own = settings.get(candidate.userId)
      // A member who has read the post has not seen what the edit added.
      const seen = isEdit ? { ...candidate, lastReadNumber: 0 } : candidate
      const kind = own ? kindFor(seen, { number, authorId: actorId }, own) : null
      if (kind) byKind.set(kind, [...(byKind.get(kind) ?? []), candidate.userId])
    }
    const notifications: NotificationDoc[] = []
    for (const [kind, userIds] of byKind) {
      const notifiable = {
        ...notifiableOf(event, kind, `${kind}:${threadId}`),
        part: { actorId, postId: post._id, number },
      }
      notifications.push(...(await this.deps.store.notify(userIds, notifiable)))
    }
    if (!isEdit) await this.readWhatIsRead(threadId, notifications)
    return { notifications, withdrawnFrom: [] }
  }

  private async numberOf(postId: number): Promise<number | null> {
    const post = await this.deps.db.posts
      .findById(postId, { number: 1 })
      .lean<Pick<PostDoc, 'number'> | null>()
    return post?.number ?? null
  }

  private async lookUp(
    { actorId, threadId }: ThreadEventDoc,
    concerned: ReadonlyMap<number, ReadonlySet<Reason>>,
  ): Promise<Candidate[]> {
    const userIds = [...concerned.keys()].filter((userId) => userId !== actorId)
    const { readStates, blockersOf } = this.deps
    const [active, states, blockers] = await Promise.all([
      this.activeOf(userIds),
      readStates.inThread(threadId, userIds),
      blockersOf(actorId, userIds),
    ])
    return userIds.map((userId) => ({
      userId,
      reasons: concerned.get(userId) ?? NO_REASONS,
      isMuted: states.get(userId)?.isMuted ?? false,
      hasBlocked: blockers.has(userId),
      isActive: active.has(userId),
      lastReadNumber: states.get(userId)?.lastReadNumber ?? 0,
    }))
  }

  private async activeOf(userIds: readonly number[]): Promise<ReadonlySet<number>> {
    const now = this.deps.clock.now()
    const active = await this.deps.db.members
      .find(
        {
          _id: { $in: userIds },
          $or: [{ status: 'active' }, { status: 'banned', bannedUntil: { $lte: now } }],
        },
        { _id: 1 },
      )
      .lean<Pick<MemberDoc, '_id'>[]>()
    return new Set(active.map(({ _id }) => _id))
  }

  /**
   * A member may read the thread between the check of read states and the write of the notification, which then stays
   * unread. Therefore this compares the written notifications with the read states once more.
   */
  private async readWhatIsRead(threadId: number, notifications: readonly NotificationDoc[]): Promise<void> {
    const states = await this.deps.readStates.inThread(
      threadId,
      notifications.map(({ userId }) => userId),
    )
    for (const { userId, lastNumber } of notifications) {
      const { lastReadNumber = 0 } = states.get(userId) ?? {}
      if (lastReadNumber >= lastNumber) await this.deps.store.readThread(userId, threadId, lastReadNumber)
    }
  }

  private async authorOf(threadId: number): Promise<number | null> {
    const thread = await this.deps.db.threads
      .findById(threadId, { authorId: 1 })
      .lean<Pick<ThreadDoc, 'authorId'> | null>()
    return thread?.authorId ?? null
  }

  private async notifyOfLike(event: ThreadEventDoc): Promise<Outcome> {
    const { post, like, actorId, threadId, _id: eventId } = event
    const { store, settings } = this.deps
    if (!post || !like || post.authorId === actorId) return NOTHING
    const key = `like:${post._id}`
    if (!like.liked) {
      return { notifications: [], withdrawnFrom: await store.withdrawLike(key, post.authorId, actorId) }
    }
    const [candidate] = await this.lookUp(event, new Map([[post.authorId, NO_REASONS]]))
    const isRecipient = candidate?.isActive && !candidate.isMuted && !candidate.hasBlocked
    if (!isRecipient || (await settings.of(post.authorId)).like === 'off') return NOTHING
    if (await store.hasNotifiedOfLike(post.authorId, { threadId, key, actorId, eventId })) return NOTHING
    const number = post.number ?? (await this.numberOf(post._id))
    if (number === null) return NOTHING
    const part = { actorId, postId: post._id, number }
    const notifications = await store.notify([post.authorId], { ...notifiableOf(event, 'like', key), part })
    return { notifications, withdrawnFrom: [] }
  }

  /** Notifies an author of what a moderator did to their post or thread. */
  private async notifyOfModeration(event: ThreadEventDoc): Promise<Outcome> {
    const act = actOf(event)
    // A command on many posts sends its own notification, if any.
    if (!act || event.commandId !== undefined) return NOTHING
    const userId = event.post?.authorId ?? (await this.authorOf(event.threadId))
    if (userId === null || userId === event.actorId) return NOTHING
    const [isActive, settings] = await Promise.all([this.activeOf([userId]), this.deps.settings.of(userId)])
    if (!isActive.has(userId) || settings.moderation === 'off') return NOTHING
    const { post, reason, boardId } = event
    const number = post ? await this.numberOf(post._id) : null
    const notifications = await this.deps.store.notify([userId], {
      ...notifiableOf(event, 'moderation', `moderation:${event._id}`),
      part: { actorId: event.actorId, postId: post?._id ?? null, number: number ?? 0 },
      act,
      ...(reason === undefined ? {} : { reason }),
      ...(act === 'threadMoved' ? { boardId } : {}),
    })
    return { notifications, withdrawnFrom: [] }
  }

  private async publish(event: ThreadEventDoc, outcome: Outcome): Promise<void> {
    const { publisher, queries, unreadCounts } = this.deps
    const unread = outcome.notifications.filter(({ isRead }) => !isRead)
    for (const notification of unread) {
      if (isCreatedBy(notification, event) || isPersonal(notification)) this.push(notification, event)
    }
    if (!publisher.isActive) return
    const shown = unread.filter(({ parts }) => parts.length <= PUBLISHED_PARTS_MAX)
    const presented = await queries.present(shown, 'zh')
    for (const [i, { userId }] of shown.entries()) {
      const notification = presented[i]
      const envelope = { id: `${event._id}:${userId}`, at: event.at.toISOString() }
      if (!notification) continue
      await publisher.publish(audiences.user(userId), 'notification:created', { notification }, envelope)
    }
    for (const userId of new Set(changedBy(event, outcome))) await unreadCounts.publish(userId)
  }

  private push(notification: NotificationDoc, { post, threadId }: ThreadEventDoc): void {
    const { _id, userId, kind, key, parts } = notification
    if (kind === 'system') return
    const part = isPersonal(notification) ? parts.at(-1) : parts[0]
    this.deps.push.send({
      userId,
      kind,
      tag: key,
      path: `${part?.postId ? `/posts/${part.postId}` : `/threads/${threadId}`}?notification=${_id}`,
      textIn: async (language) => {
        const [shown] = await this.deps.queries.present([notification], language)
        const isOwnWords = kind === 'reply' || isPersonal(notification)
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

/** Whether an event created a notification, rather than being added to one. */
const isCreatedBy = ({ eventIds }: NotificationDoc, event: ThreadEventDoc) => eventIds[0] === event._id

/** Returns the members whose unread count an event changed: adding to a notification leaves the count as it was. */
const changedBy = (event: ThreadEventDoc, { notifications, withdrawnFrom }: Outcome): number[] => [
  ...notifications.flatMap((notification) => (isCreatedBy(notification, event) ? notification.userId : [])),
  ...withdrawnFrom,
]

const join = (one: Outcome, other: Outcome): Outcome => ({
  notifications: [...one.notifications, ...other.notifications],
  withdrawnFrom: [...one.withdrawnFrom, ...other.withdrawnFrom],
})

const notifiableOf = (
  event: ThreadEventDoc,
  kind: NotificationKind,
  key: string,
): Omit<NotifiableEvent, 'part'> => ({
  eventId: event._id,
  key,
  kind,
  threadId: event.threadId,
  actorId: event.actorId,
  at: event.at,
})
