import { paginate, type Notification, type Pagination } from '@forum/shared/contract'
import {
  NOTIFICATION_GROUPS,
  type NotificationGroup,
  type NotificationKind,
} from '@forum/shared/notification-kinds'
import type { Language } from '@forum/shared/errors'
import { COUNT_MAX } from '@forum/shared/limits'
import { MEMBER_THREADS_MAX } from '../platform/limits'
import { withoutNames } from '@forum/shared/markup'
import type { BoardRights } from '@forum/shared/policies'
import type { BoardQueries, Readers } from '../boards'
import { type MemberQueries, mentionedIn, renamedIn } from '../members'
import { BatchedReads } from '../platform/work/batched-reads'
import { countByMember } from '../platform/mongo/count-by-member'
import { readPage } from '../platform/http/read-page'
import type { Viewer } from '../platform/http/viewer'
import type { Collection } from '../platform/mongo/model'
import type { PostDoc, ThreadDoc, ThreadLogCollections } from '../log'
import type { NotificationDoc, ShownNotification } from './notifications.model'
import { actorOf, type PostWords, presentNotification, shownPostOf } from './notifications.presenter'

export interface NotificationQueriesDeps {
  db: { notifications: Collection<NotificationDoc> } & Pick<ThreadLogCollections, 'threads' | 'posts'>
  members: MemberQueries
  boards: BoardQueries
  rightsOf: Readers['rightsOfAll']
}

type ShownThread = Pick<ThreadDoc, '_id' | 'title' | 'authorId' | 'writerId' | 'isDeleted' | 'boardId'>

type ShownWords = Pick<PostDoc, 'threadId' | 'excerpt' | 'editNote' | 'mentions'>

const NOTHING = new Map<number, never>()

export class NotificationQueries {
  private readonly threads = new BatchedReads<number, ShownThread>(async (ids) => {
    const found = await this.deps.db.threads
      .find<ShownThread>(
        { _id: { $in: ids } },
        { projection: { title: 1, authorId: 1, writerId: 1, isDeleted: 1, boardId: 1 } },
      )
      .toArray()
    return new Map(found.map((thread) => [thread._id, thread]))
  })
  /** The words of posts that are not deleted. */
  private readonly excerpts = new BatchedReads<number, ShownWords>(async (ids) => {
    const found = await this.deps.db.posts
      .find(
        { _id: { $in: ids }, isDeleted: false },
        { projection: { threadId: 1, excerpt: 1, editNote: 1, mentions: 1 } },
      )
      .toArray()
    return new Map(found.map((post) => [post._id, post]))
  })

  constructor(private readonly deps: NotificationQueriesDeps) {}

  /** Counts the unread notifications of members about what they see, each up to `COUNT_MAX`. */
  async countUnread(userIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
    const rights = await this.deps.rightsOf(userIds)
    const classes = new Map<string, number[]>()
    for (const userId of userIds) {
      const { key } = rights(userId)
      classes.set(key, [...(classes.get(key) ?? []), userId])
    }
    const counted = await Promise.all(
      [...classes.values()].map((ids) =>
        countByMember(this.deps.db.notifications, {
          member: 'userId',
          ids,
          filter: { isRead: false, ...inSightOf(rights(ids[0] ?? 0)) },
        }),
      ),
    )
    return new Map(counted.flatMap((counts) => [...counts]))
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

  /** Returns a page of a member's notifications, of one group or of all, the newest first. */
  async list(
    { actor: { id: userId, boards } }: Viewer,
    { page, limit, group }: { page: number; limit: number; group?: NotificationGroup | undefined },
    language: Language,
  ): Promise<{
    notifications: Notification[]
    unread: Record<NotificationGroup, number>
    pagination: Pagination
  }> {
    const { notifications } = this.deps.db
    const filter = {
      userId,
      ...inSightOf(boards),
      ...(group === undefined ? {} : { kind: { $in: [...NOTIFICATION_GROUPS[group]] } }),
    }
    const [found, total, unread] = await Promise.all([
      readPage({ page, limit }, (rows) =>
        notifications.find(filter, { ...rows, sort: { at: -1, _id: -1 } }).toArray(),
      ),
      notifications.countDocuments(filter, { limit: COUNT_MAX }),
      this.unreadByGroup(userId, boards),
    ])
    return {
      notifications: (await this.present(found, language)).flatMap((shown) => shown ?? []),
      unread,
      pagination: paginate(page, limit, total),
    }
  }

  private async unreadByGroup(
    userId: number,
    boards: BoardRights,
  ): Promise<Record<NotificationGroup, number>> {
    const counted = await this.deps.db.notifications
      .aggregate<{ _id: NotificationKind; count: number }>([
        { $match: { userId, isRead: false, ...inSightOf(boards) } },
        { $limit: COUNT_MAX },
        { $group: { _id: '$kind', count: { $sum: 1 } } },
      ])
      .toArray()
    const countOf = (group: NotificationGroup) =>
      counted
        .filter(({ _id }) => NOTIFICATION_GROUPS[group].some((kind) => kind === _id))
        .reduce((sum, { count }) => sum + count, 0)
    return {
      reply: countOf('reply'),
      mention: countOf('mention'),
      like: countOf('like'),
      moderation: countOf('moderation'),
    }
  }

  /** Presents notifications, each for its member; null for one about a board that the member does not see. */
  async present(docs: readonly ShownNotification[], language: Language): Promise<(Notification | null)[]> {
    const { members, boards, rightsOf } = this.deps
    const threadIds = [...new Set(docs.flatMap(({ threadId }) => threadId ?? []))]
    const postIds = [...new Set(docs.flatMap((doc) => shownPostOf(doc) ?? []))]
    const [threads, excerpts, people, tree, rights] = await Promise.all([
      threadIds.length === 0 ? NOTHING : this.threads.getAll(threadIds),
      postIds.length === 0 ? NOTHING : this.excerpts.getAll(postIds),
      members.people(docs.flatMap((doc) => actorOf(doc) ?? [])),
      boards.wholeStructure(),
      rightsOf(docs.map(({ userId }) => userId)),
    ])
    const mentioned = mentionedIn([...excerpts.values()])
    const named = mentioned.length === 0 ? people : await members.people(mentioned)
    const words = new Map(
      [...excerpts].map(([id, post]): [number, PostWords] => [
        id,
        {
          threadId: post.threadId,
          excerpt: withoutNames(post.excerpt, renamedIn([post], named)),
          editNote: post.editNote,
        },
      ]),
    )
    return docs.map((doc) => {
      const seen = rights(doc.userId)
      const thread = threads.get(doc.threadId ?? 0)
      if (thread && seen.hidden.has(thread.boardId)) return null
      const context = { people, threads, boards: tree.visibleTo(seen), words }
      return presentNotification(doc, context, language)
    })
  }
}

/** Narrows notifications to those about what someone sees. */
const inSightOf = ({ hidden }: BoardRights) => (hidden.size === 0 ? {} : { inBoardId: { $nin: [...hidden] } })
