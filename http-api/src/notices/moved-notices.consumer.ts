import type { PostDoc, ThreadDoc, ThreadEventConsumer, ThreadEventDoc, ThreadLogCollections } from '../log'
import { violatedKey } from '../platform/mongo/database'
import type { Collection } from '../platform/mongo/model'
import type { NotificationDoc } from './notifications.model'
import type { UnreadCounts } from './unread-counts.service'

type Place = Pick<PostDoc, '_id' | 'threadId' | 'number'>

/**
 * Keeps notifications with their posts when these move: one about several posts stays while one of them does, and goes
 * with the newest then. The old addresses of the others lead to the new ones.
 */
export class MovedNotices implements ThreadEventConsumer {
  readonly name = 'moved-notices'
  readonly kinds = ['post.arrived', 'thread.branched', 'thread.unmerged'] as const

  constructor(
    private readonly deps: {
      db: Pick<ThreadLogCollections, 'posts' | 'threads'> & { notifications: Collection<NotificationDoc> }
      unreadCounts: Pick<UnreadCounts, 'expectChange' | 'refreshAll' | 'publishAll'>
    },
  ) {}

  async handle(events: readonly ThreadEventDoc[]): Promise<void> {
    const { unreadCounts } = this.deps
    const { notifications, posts } = this.deps.db
    // Members who see the board before or after a move only have another number of unread ones.
    const recounted = new Set<number>()
    const from = new Map<number, number[]>()
    for (const { post, arrival } of events)
      if (post && arrival) from.set(arrival.from, [...(from.get(arrival.from) ?? []), post._id])
    for (const [threadId, postIds] of from) {
      const about = notifications.find({ threadId, 'parts.postId': { $in: postIds } }, { maxTimeMS: 0 })
      for await (const doc of about) {
        const named = doc.parts.map(({ postId }) => postId ?? 0)
        const found = await posts
          .find<Place>({ _id: { $in: named } }, { projection: { threadId: 1, number: 1 } })
          .toArray()
        const places = new Map(found.map((place) => [place._id, place]))
        const threadIds = named.map((id) => places.get(id)?.threadId ?? threadId)
        const to = threadIds.at(-1) ?? threadId
        if (threadIds.includes(threadId) || to < 0) continue
        if (!doc.isRead) {
          await unreadCounts.expectChange([doc.userId])
          recounted.add(doc.userId)
        }
        await this.move(doc, to, places)
      }
    }
    await unreadCounts.refreshAll([...recounted])
    await unreadCounts.publishAll([...recounted])
  }

  private async move(doc: NotificationDoc, to: number, places: ReadonlyMap<number, Place>): Promise<void> {
    const { notifications, threads } = this.deps.db
    const thread = await threads.findOne<Pick<ThreadDoc, 'boardId'>>(
      { _id: to },
      { projection: { boardId: 1 } },
    )
    if (!thread) return
    const { _id, key, kind, threadId, parts } = doc
    const $set = {
      threadId: to,
      inBoardId: thread.boardId,
      parts: parts.map((part) => ({ ...part, number: places.get(part.postId ?? 0)?.number ?? part.number })),
      // Later posts of the thread that it was about begin another one.
      ...(key === `${kind}:${threadId}` ? { key: `${kind}:${to}` } : {}),
    }
    const isUnchanged = { _id, threadId, parts }
    try {
      await notifications.updateOne(isUnchanged, { $set })
    } catch (error) {
      if (!violatedKey(error)) throw error
      // The member has an unread one about that thread already.
      await notifications.updateOne(isUnchanged, { $set: { ...$set, key: `${key}:${to}` } })
    }
  }
}
