import type { Readers } from '../boards'
import type { Clock } from '@forum/shared/clock'
import { DEFAULT_NOTIFICATION_SETTINGS } from '@forum/shared/contract'
import { isOpenAt, type MemberDoc } from '../members'
import { BatchedReads } from '../platform/work/batched-reads'
import type { Collection } from '../platform/mongo/model'
import type { ReadStates, Watches } from '../threads'
import type { PostDoc, ThreadEventDoc, ThreadLogCollections } from '../log'
import { concernedBy, isUpdate, postsNamedBy, type Facts, type MemberFacts } from './notices-of'
import { MEMBERS_AT_ONCE, type NotificationStore } from './notification-store.service'
import type { NotificationSettingsStore } from './settings.service'

/** If a batch has more watchers, those whose notification is full are excluded before anything else is read. */
const FEW_WATCHERS = 50

const NOBODY: ReadonlySet<number> = new Set()

export interface FactReaderDeps {
  db: Pick<ThreadLogCollections, 'posts'> & { members: Collection<MemberDoc> }
  store: Pick<NotificationStore, 'fullAmong' | 'postsListedFor'>
  settings: NotificationSettingsStore
  watches: Watches
  /** Returns followers of a member, in the order of their ids and after one of them. */
  followersOf: (userId: number, batch: { after: number; limit: number }) => Promise<number[]>
  /** The same of a board. */
  boardFollowersOf: (boardId: number, batch: { after: number; limit: number }) => Promise<number[]>
  readStates: ReadStates
  /** Returns which of the members in `among` have blocked each of these. */
  blockersOf: (
    memberIds: readonly number[],
    among: readonly number[],
  ) => Promise<ReadonlyMap<number, ReadonlySet<number>>>
  rightsOf: Readers['rightsOfAll']
  clock: Clock
}

/**
 * Those whose ids are above `after`, up to `upTo`, among the watchers of a thread, or the followers of the author and of
 * the board of a new one.
 */
interface WatcherBatch {
  after: number
  upTo: number
  watchers: ReadonlySet<number>
  boardFollowers: ReadonlySet<number>
}

type ReadPost = Pick<PostDoc, '_id' | 'authorId' | 'writerId' | 'number' | 'isDeleted'>
type ReadMember = Pick<MemberDoc, '_id' | 'usernameLower' | 'status' | 'bannedUntil'>

/** Reads what decides about notices. Events of several threads share reads. */
export class FactReader {
  private readonly posts = new BatchedReads<number, ReadPost>((postIds) => this.readPosts(postIds))
  private readonly members = new BatchedReads<number, ReadMember>((userIds) => this.readMembers(userIds))

  constructor(private readonly deps: FactReaderDeps) {}

  /**
   * Yields the facts about events of one thread and one kind for a batch of members at a time.
   *
   * @param areRestored whether members may have been notified of the posts before, or have read them
   */
  async *read(
    events: readonly ThreadEventDoc[],
    thread: Facts['thread'],
    { areRestored = false } = {},
  ): AsyncGenerator<Facts> {
    const [first] = events
    if (!first) return
    const posts = await this.postsOf(events.flatMap(postsNamedBy))
    const concerned = [...new Set(events.flatMap((event) => concernedBy(event, { thread, posts })))]
    for await (const { after, upTo, watchers, boardFollowers } of this.batchesOf(first, thread)) {
      const others = concerned.filter((userId) => userId > after && userId <= upTo)
      const userIds = [...new Set([...watchers, ...boardFollowers, ...others])]
      if (userIds.length === 0) continue
      const members = await this.membersOf(userIds, events, { boardId: thread?.boardId, areRestored })
      yield { thread, posts, watchers, boardFollowers, members }
    }
  }

  /** Returns those of the posts that are deleted now. */
  async deletedAmong(postIds: readonly number[]): Promise<ReadonlySet<number>> {
    const posts = await this.postsOf(postIds)
    return new Set(postIds.filter((postId) => posts.get(postId)?.isDeleted))
  }

  private async postsOf(postIds: readonly number[]): Promise<ReadonlyMap<number, ReadPost>> {
    return postIds.length === 0 ? new Map() : this.posts.getAll(postIds)
  }

  private async readPosts(postIds: readonly number[]): Promise<ReadonlyMap<number, ReadPost>> {
    const found = await this.deps.db.posts
      .find<ReadPost>(
        { _id: { $in: postIds } },
        { projection: { authorId: 1, writerId: 1, number: 1, isDeleted: 1 } },
      )
      .toArray()
    return new Map(found.map((post) => [post._id, post]))
  }

  private async readMembers(userIds: readonly number[]): Promise<ReadonlyMap<number, ReadMember>> {
    const found = await this.deps.db.members
      .find<ReadMember>(
        { _id: { $in: userIds } },
        { projection: { usernameLower: 1, status: 1, bannedUntil: 1 } },
      )
      .toArray()
    return new Map(found.map((member) => [member._id, member]))
  }

  private async membersOf(
    userIds: readonly number[],
    events: readonly ThreadEventDoc[],
    { boardId, areRestored }: { boardId: number | undefined; areRestored: boolean },
  ): Promise<ReadonlyMap<number, MemberFacts>> {
    const { readStates, blockersOf, settings, rightsOf, clock } = this.deps
    const threadId = events[0]?.threadId ?? 0
    const [members, states, blockers, settingsOf, rights, seen] = await Promise.all([
      this.members.getAll(userIds),
      readStates.inThread(threadId, userIds),
      blockersOf([...new Set(events.map(({ actorId }) => actorId))], userIds),
      settings.getAll(userIds),
      rightsOf(userIds),
      areRestored ? this.seenPosts(userIds, events) : new Map<number, ReadonlySet<number>>(),
    ])
    const blocked = new Map<number, Set<number>>()
    for (const [actorId, by] of blockers) {
      for (const userId of by) blocked.set(userId, (blocked.get(userId) ?? new Set()).add(actorId))
    }
    const now = clock.now()
    return new Map(
      userIds.flatMap((userId): [number, MemberFacts][] => {
        const member = members.get(userId)
        if (!member) return []
        const facts = {
          usernameLower: member.usernameLower,
          isActive: isOpenAt(member, now),
          seesBoard: boardId !== undefined && !rights(userId).hidden.has(boardId),
          isMuted: states.get(userId)?.isMuted ?? false,
          blocked: blocked.get(userId) ?? NOBODY,
          lastReadNumber: states.get(userId)?.lastReadNumber ?? 0,
          seenPostIds: seen.get(userId) ?? NOBODY,
          settings: settingsOf.get(userId) ?? DEFAULT_NOTIFICATION_SETTINGS,
        }
        return [[userId, facts]]
      }),
    )
  }

  /** Returns those of the events' posts that each member has read, or has a notification of. */
  private async seenPosts(
    userIds: readonly number[],
    events: readonly ThreadEventDoc[],
  ): Promise<ReadonlyMap<number, ReadonlySet<number>>> {
    const { readStates, store } = this.deps
    const threadId = events[0]?.threadId ?? 0
    const [states, listed] = await Promise.all([
      readStates.ofAll(threadId, userIds),
      store.postsListedFor(userIds, threadId),
    ])
    return new Map(
      userIds.map((userId) => {
        const seen = new Set(listed.get(userId))
        for (const { post, boardId, at } of events) {
          if (!post) continue
          const head = { _id: threadId, boardId, lastNumber: post.number ?? 0, lastPostAt: at }
          if (states.get(userId)?.isUnread(head) === false) seen.add(post._id)
        }
        return [userId, seen]
      }),
    )
  }

  /**
   * Yields those who hear of new posts and noted edits: they watch the thread, or follow its author or board. The batches
   * cover all ids.
   */
  private async *batchesOf(event: ThreadEventDoc, thread: Facts['thread']): AsyncGenerator<WatcherBatch> {
    if (!thread?.isDeleted && event.kind === 'thread.created')
      yield* this.followers(event.actorId, thread?.boardId ?? event.boardId)
    else if (!thread?.isDeleted && event.kind === 'post.created')
      yield* this.watchers(event.threadId, 'reply')
    else if (!thread?.isDeleted && isUpdate(event)) yield* this.watchers(event.threadId, 'update')
    else yield { after: 0, upTo: Infinity, watchers: NOBODY, boardFollowers: NOBODY }
  }

  /** Yields the followers of the author and of the board of a new thread. The batches cover all member ids, in order. */
  private async *followers(authorId: number, boardId: number): AsyncGenerator<WatcherBatch> {
    const { followersOf, boardFollowersOf } = this.deps
    for (let after = 0; after < Infinity;) {
      const range = { after, limit: MEMBERS_AT_ONCE }
      const [ofAuthor, ofBoard] = await Promise.all([
        followersOf(authorId, range),
        boardFollowersOf(boardId, range),
      ])
      // Beyond the last one of a full batch there may be others.
      const endOf = (found: number[]) =>
        found.length < MEMBERS_AT_ONCE ? Infinity : (found.at(-1) ?? Infinity)
      const upTo = Math.min(endOf(ofAuthor), endOf(ofBoard))
      const within = (found: number[]) => new Set(found.filter((userId) => userId <= upTo))
      yield { after, upTo, watchers: within(ofAuthor), boardFollowers: within(ofBoard) }
      after = upTo
    }
  }

  /**
   * Yields those who watch the thread, except members whose notification of this kind is full. The batches cover all
   * member ids, in order.
   */
  private async *watchers(threadId: number, kind: 'reply' | 'update'): AsyncGenerator<WatcherBatch> {
    const { watches, store } = this.deps
    for (let after = 0; after < Infinity;) {
      const found = await watches.of(threadId, { after, limit: MEMBERS_AT_ONCE })
      const last = found.length < MEMBERS_AT_ONCE ? undefined : found.at(-1)
      const upTo = last?.userId ?? Infinity
      const watching = found.flatMap(({ userId, isMuted }) => (isMuted ? [] : userId))
      // The write skips full notifications anyway; with many watchers it is cheaper to exclude them first.
      const full =
        watching.length <= FEW_WATCHERS
          ? NOBODY
          : await store.fullAmong(watching, `${kind}:${threadId}`, kind)
      const watchers = new Set(watching.filter((userId) => !full.has(userId)))
      yield { after, upTo, watchers, boardFollowers: NOBODY }
      after = upTo
    }
  }
}
