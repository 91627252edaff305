import type { Clock } from '@forum/shared/clock'
import {
  accountOf,
  forEachThread,
  type ThreadCache,
  type ThreadEventConsumer,
  type ThreadEventDoc,
  type ThreadLogCollections,
} from '../log'
import type { ReadStates } from '../threads'
import type { FactReader } from './facts'
import type { Changed, NoticePublisher } from './notice-publisher'
import { NOTIFYING_EVENTS, noticesOf, type Facts } from './notices-of'
import type { Notice } from './notifications.model'
import { MEMBERS_AT_ONCE, type NotificationStore } from './notification-store.service'
import { RestoredPosts } from './restored-posts'
import type { UnreadCounts } from './unread-counts.service'

export interface NotificationConsumerDeps {
  db: Pick<ThreadLogCollections, 'posts' | 'likes'>
  /** Threads in their current state. */
  threads: Pick<ThreadCache, 'get'>
  facts: FactReader
  store: NotificationStore
  readStates: ReadStates
  unreadCounts: UnreadCounts
  publisher: NoticePublisher
  clock: Clock
}

/** The notifications that events changed. */
interface Outcome {
  changed: readonly Changed[]
  /** Other members whose unread notifications became fewer or more, without news. */
  recounted: readonly number[]
}

/**
 * Notifies members of events in the threads they watch and of changes to what they wrote. Of a deleted thread, it
 * notifies only the authors of what moderators change.
 */
export class NotificationConsumer implements ThreadEventConsumer {
  readonly name = 'notify'
  readonly kinds = NOTIFYING_EVENTS

  readonly isPaced = true

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
    await forEachThread(events, (ofThread, threadId) => this.handleThread(ofThread, threadId))
  }

  private async handleThread(events: readonly ThreadEventDoc[], threadId: number): Promise<void> {
    const thread = await this.deps.threads.get(threadId)
    const gathered: Outcome[] = []
    let failed: Promise<void> | null = null
    const finish = async () => {
      const publish = await this.finish(threadId, gathered.splice(0))
      const published = publish()
      await published.catch(() => {
        failed ??= published
      })
    }
    for (const group of groupsOf(events)) {
      for await (const outcome of this.apply(group, thread)) {
        gathered.push(outcome)
        if (membersIn(gathered) >= MEMBERS_AT_ONCE) await finish()
      }
    }
    // Another process may have handled a move just before these were written.
    const now = await this.deps.threads.get(threadId)
    if (now && now.boardId !== thread?.boardId)
      gathered.push({ changed: [], recounted: await this.deps.store.moveThread(threadId, now.boardId) })
    await finish()
    if (failed) await (failed as Promise<void>)
  }

  /** Writes what follows from outcomes, and returns what publishes them. */
  private async finish(threadId: number, written: readonly Outcome[]): Promise<() => Promise<void>> {
    const outcomes = await this.withoutDeleted(threadId, written)
    const changed = newestOf(outcomes.flatMap((outcome) => outcome.changed))
    const recounted = [
      ...new Set([
        ...changed.flatMap(({ isNew, notification }) => (isNew ? notification.userId : [])),
        ...outcomes.flatMap((outcome) => outcome.recounted),
      ]),
    ]
    await this.deps.unreadCounts.refreshAll(recounted)
    return async () => {
      await this.deps.publisher.publish(changed)
      await this.deps.unreadCounts.publishAll(recounted)
    }
  }

  /** Applies events of one kind together; yields the outcome for each batch of members. */
  private async *apply(events: readonly ThreadEventDoc[], thread: Facts['thread']): AsyncGenerator<Outcome> {
    yield* this.withdraw(events, thread)
    yield* this.notify(events, thread)
    const kind = events[0]?.kind
    const isRestoration = kind === 'post.restored' || kind === 'thread.restored'
    if (isRestoration && !thread?.isDeleted) yield* this.notifyAgain(events, thread)
  }

  /** Takes back what unread notifications say of deleted content, removed likes and ended invitations. */
  private async *withdraw(
    events: readonly ThreadEventDoc[],
    thread: Facts['thread'],
  ): AsyncGenerator<Outcome> {
    const { store } = this.deps
    for (const { kind, threadId, boardId, post, like, invitation, actorId } of events) {
      if (kind === 'thread.moved')
        yield { changed: [], recounted: await store.moveThread(threadId, thread?.boardId ?? boardId) }
      if (kind === 'thread.deleted' || kind === 'thread.erased')
        yield* withdrawals(store.withdrawThread(threadId))
      if ((kind === 'post.deleted' || kind === 'post.erased') && post)
        yield* withdrawals(store.withdrawPost(threadId, post._id))
      if (post && invitation?.isOpen === false) {
        const key = `coauthor:${post._id}`
        yield { changed: [], recounted: await store.withdrawBy(key, invitation.userId, post.authorId) }
      }
      if (kind !== 'post.liked' || !post || like?.liked !== false || post.authorId === actorId) continue
      yield { changed: [], recounted: await store.withdrawBy(`like:${post._id}`, accountOf(post), actorId) }
    }
  }

  /**
   * Writes the notices of events of one kind, a batch of members at a time.
   *
   * @param options areRestored: members may have been notified of the posts before, or have read them
   */
  private async *notify(
    events: readonly ThreadEventDoc[],
    thread: Facts['thread'],
    options?: { areRestored: boolean },
  ): AsyncGenerator<Outcome> {
    const byId = new Map(events.map((event) => [event._id, event]))
    for await (const facts of this.deps.facts.read(events, thread, options)) {
      const notices = events.flatMap((event) => noticesOf(event, facts))
      const stored = await this.deps.store.add(notices)
      await this.readWhatIsRead(events, notices)
      const changed = stored.map(({ notification, isNew, eventIds }) => ({
        notification,
        isNew,
        events: eventIds.flatMap((eventId) => byId.get(eventId) ?? []),
      }))
      yield { changed, recounted: [] }
    }
  }

  /** Notifies members of restored posts that they have not read. Nothing of it is news: it is not pushed. */
  private async *notifyAgain(
    restorations: readonly ThreadEventDoc[],
    thread: Facts['thread'],
  ): AsyncGenerator<Outcome> {
    for await (const events of this.restored.events(restorations)) {
      for await (const outcome of this.notify(events, thread, { areRestored: true })) {
        const outcomes = await this.withoutDeleted(events[0]?.threadId ?? 0, [outcome])
        const members = outcomes.flatMap(({ changed, recounted }) => [
          ...changed.map(({ notification }) => notification.userId),
          ...recounted,
        ])
        yield { changed: [], recounted: [...new Set(members)] }
      }
    }
  }

  /**
   * Another process may have withdrawn the notifications of a thread or a post just before these were written.
   * Therefore this looks once more at what is deleted, and withdraws it again.
   */
  private async withoutDeleted(threadId: number, outcomes: readonly Outcome[]): Promise<readonly Outcome[]> {
    const { store, threads, facts } = this.deps
    const isWithdrawable = ({ notification }: Changed) => notification.kind !== 'moderation'
    const postIds = outcomes
      .flatMap(({ changed }) => changed)
      .filter(isWithdrawable)
      .flatMap(({ events }) => events.flatMap(({ post }) => post?._id ?? []))
    if (postIds.length === 0) return outcomes
    const [thread, deleted] = await Promise.all([threads.get(threadId), facts.deletedAmong(postIds)])
    const isHidden = thread?.isDeleted === true
    if (!isHidden && deleted.size === 0) return outcomes
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
    const left = outcomes.map(({ changed, recounted }) => ({ changed: changed.filter(isLeft), recounted }))
    return [...left, ...withdrawn]
  }

  /**
   * A member may read the thread between the check of read states and the write of the notification, which then stays
   * unread. Therefore this compares notifications of new posts with the read states once more.
   */
  private async readWhatIsRead(
    [event]: readonly ThreadEventDoc[],
    notices: readonly Notice[],
  ): Promise<void> {
    if (!event || (event.kind !== 'post.created' && event.kind !== 'thread.created')) return
    const { threadId } = event
    const lastNumbers = new Map(
      notices.flatMap(({ userIds, part }) => userIds.map((userId) => [userId, part?.number ?? 0])),
    )
    const states = await this.deps.readStates.inThread(threadId, [...lastNumbers.keys()])
    for (const [userId, lastNumber] of lastNumbers) {
      const { lastReadNumber = 0 } = states.get(userId) ?? {}
      if (lastReadNumber >= lastNumber) await this.deps.store.readThread(userId, threadId, lastReadNumber)
    }
  }
}

/** Kinds of which consecutive events are applied together. */
const JOINED: ReadonlySet<string> = new Set(['post.created', 'post.liked', 'post.restored'])

/** Groups consecutive replies, likes, removed likes or restored posts; any other event is alone. */
function groupsOf(events: readonly ThreadEventDoc[]): ThreadEventDoc[][] {
  const groups: ThreadEventDoc[][] = []
  for (const event of events) {
    const group = groups.at(-1)
    const [first] = group ?? []
    const isAlike = first?.kind === event.kind && first.like?.liked === event.like?.liked
    if (isAlike && JOINED.has(event.kind)) group?.push(event)
    else groups.push([event])
  }
  return groups
}

/** Returns each notification once, in its newest state. */
function newestOf(changed: readonly Changed[]): Changed[] {
  const newest = new Map<number, Changed>()
  for (const one of changed) {
    const { _id } = one.notification
    newest.set(_id, { ...one, isNew: one.isNew || newest.get(_id)?.isNew === true })
  }
  return [...newest.values()]
}

/** Returns how many members outcomes concern. */
const membersIn = (outcomes: readonly Outcome[]) =>
  outcomes.reduce((sum, { changed, recounted }) => sum + changed.length + recounted.length, 0)

async function* withdrawals(batches: AsyncIterable<readonly number[]>): AsyncGenerator<Outcome> {
  for await (const recounted of batches) yield { changed: [], recounted }
}
