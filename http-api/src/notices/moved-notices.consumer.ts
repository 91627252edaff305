import type { PostDoc, ThreadDoc, ThreadEventConsumer, ThreadEventDoc, ThreadLogCollections } from '../log'
import { violatedKey } from '../platform/mongo/database'
import type { Collection } from '../platform/mongo/model'
import type { NotificationDoc } from './notifications.model'
import type { UnreadCounts } from './unread-counts.service'

type Place = Pick<PostDoc, '_id' | 'threadId' | 'number'>

/**
 * Keeps notifications with their posts when these move: one about several posts stays while one of them does, without
 * those that went to another board, and goes with the newest then. The old addresses of the others lead to the new ones.
 */
export class MovedNotices implements ThreadEventConsumer {
  readonly name = 'moved-notices'
  readonly kinds = ['post.arrived', 'thread.branched', 'thread.unmerged'] as const

  constructor(
    private readonly deps: {
      db: Pick<ThreadLogCollections, 'posts' | 'threads'> & { notifications: Collection<NotificationDoc> }
      unreadCounts: Pick<UnreadCounts, 'expectChange' | 'refreshAll' | 'publishAll'>
      onFailure: (error: unknown) => void
    },
  ) {}

  async handle(events: readonly ThreadEventDoc[]): Promise<void> {
    const { unreadCounts, onFailure } = this.deps
    const { notifications, posts } = this.deps.db
    // The unread count changes for members who see only one of the two boards.
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
        if (threadIds.includes(threadId)) await this.dropGone(doc, places)
        if (threadIds.includes(threadId) || to < 0) continue
        if (!doc.isRead) {
          await unreadCounts.expectChange([doc.userId])
          recounted.add(doc.userId)
        }
        await this.move(doc, to, places)
      }
    }
    await unreadCounts.refreshAll([...recounted])
    // Pages that miss it read the count again once the bus is back.
    await unreadCounts.publishAll([...recounted]).catch(onFailure)
  }

  /** Drops the posts that went to another board, which the member may not see, from a notification that stays. */
  private async dropGone(doc: NotificationDoc, places: ReadonlyMap<number, Place>): Promise<void> {
    const { notifications, threads } = this.deps.db
    const { _id, threadId, inBoardId, parts } = doc
    const elsewhere = [...places.values()].flatMap((place) =>
      place.threadId === threadId ? [] : place.threadId,
    )
    const inBoard = await threads
      .find<Pick<ThreadDoc, '_id'>>(
        { _id: { $in: elsewhere }, ...(inBoardId === undefined ? {} : { boardId: inBoardId }) },
        { projection: { _id: 1 } },
      )
      .toArray()
    const near = new Set<number | null>([threadId, ...inBoard.map((thread) => thread._id)])
    const left = parts.filter(({ postId }) => near.has(places.get(postId ?? 0)?.threadId ?? threadId))
    if (left.length < parts.length)
      await notifications.updateOne({ _id, threadId, parts }, { $set: { parts: left } })
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
