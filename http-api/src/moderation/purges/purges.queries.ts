import type { Purge, PurgeItem } from '@forum/shared/contract'
import { BATCH_MAX } from '@forum/shared/limits'
import type { PostDoc, ThreadDoc, ThreadLogCollections } from '../../log'
import type { RejectedTexts } from '../held/rejected-texts'
import { longActUndoUntil } from '../long-acts'
import type { PurgeDoc } from './purges.model'

type FoundThread = Pick<ThreadDoc, '_id' | 'title' | 'boardId' | 'excerpt' | 'createdAt'>
type FoundPost = Pick<PostDoc, '_id' | 'threadId' | 'number' | 'excerpt' | 'createdAt'>

/** Returns the condition of a member's threads that are not deleted, except those that are to be kept. */
export const standingThreads = (userId: number, keepThreadIds: readonly number[]) => ({
  authorId: userId,
  isDeleted: false,
  _id: { $nin: [...keepThreadIds] },
})

/** Returns the condition of a member's replies that are not deleted. */
export const standingReplies = (userId: number) => ({
  authorId: userId,
  isDeleted: false,
  number: { $gt: 1 },
})

/** Counts the texts that a purge would delete, and those that one has deleted. */
export class PurgeQueries {
  constructor(
    private readonly db: Pick<ThreadLogCollections, 'threads' | 'posts'>,
    private readonly held: RejectedTexts,
  ) {}

  /** Counts what a purge would delete, and describes the newest of it. */
  async find(userId: number, keepThreadIds: readonly number[]) {
    const { db } = this
    const [threads, replies] = await Promise.all([
      db.threads
        .find<FoundThread>(standingThreads(userId, keepThreadIds), {
          projection: { title: 1, boardId: 1, excerpt: 1, createdAt: 1 },
          sort: { createdAt: -1 },
        })
        .toArray(),
      db.posts
        .find<FoundPost>(standingReplies(userId), {
          projection: { threadId: 1, number: 1, excerpt: 1, createdAt: 1 },
          sort: { createdAt: -1 },
        })
        .toArray(),
    ])
    const threadIds = threads.map(({ _id }) => _id)
    const [others, repliedTo, held] = await Promise.all([
      db.posts
        .aggregate<{ _id: number; count: number }>([
          { $match: { threadId: { $in: threadIds }, isDeleted: false, authorId: { $ne: userId } } },
          { $group: { _id: '$threadId', count: { $sum: 1 } } },
        ])
        .toArray(),
      db.threads
        .find<Pick<ThreadDoc, '_id' | 'title' | 'boardId'>>(
          { _id: { $in: [...new Set(replies.map(({ threadId }) => threadId))] } },
          { projection: { title: 1, boardId: 1 } },
        )
        .toArray(),
      this.held.countWaiting(userId),
    ])
    const othersIn = new Map(others.map(({ _id, count }) => [_id, count]))
    const titles = new Map([...threads, ...repliedTo].map(({ _id, title }) => [_id, title]))
    const items: PurgeItem[] = [
      ...threads.slice(0, BATCH_MAX).map(({ _id, title, excerpt, createdAt }) => ({
        threadId: _id,
        title,
        postId: null,
        postNumber: null,
        excerpt,
        createdAt: createdAt.toISOString(),
        othersReplies: othersIn.get(_id) ?? 0,
      })),
      ...replies.slice(0, BATCH_MAX).map(({ _id, threadId, number, excerpt, createdAt }) => ({
        threadId,
        title: titles.get(threadId) ?? '',
        postId: _id,
        postNumber: number,
        excerpt,
        createdAt: createdAt.toISOString(),
        othersReplies: 0,
      })),
    ]
    return {
      threads: threads.length,
      posts: replies.length,
      held,
      othersReplies: others.reduce((sum, { count }) => sum + count, 0),
      boards: new Set([...threads, ...repliedTo].map(({ boardId }) => boardId)).size,
      items,
    }
  }

  /** Presents a purge with how much of it is done. */
  async present(purge: PurgeDoc): Promise<Purge> {
    const { _id, status, userId, threads, posts, held = 0, othersReplies, boards } = purge
    const done = await this.countDone(_id)
    return {
      id: _id,
      status,
      userId,
      threads,
      posts,
      held,
      othersReplies,
      boards,
      done: done.threads + done.posts + done.held,
      undoUntil: longActUndoUntil(purge)?.toISOString() ?? null,
      items: [],
    }
  }

  /** Returns how many threads and replies a purge has deleted so far, and how many texts that waited it has rejected. */
  async countDone(purgeId: number): Promise<Pick<Purge, 'threads' | 'posts' | 'held'>> {
    const [threads, posts, held] = await Promise.all([
      this.db.threads.countDocuments({ purgeId }),
      this.db.posts.countDocuments({ purgeId }),
      this.held.countPurged(purgeId),
    ])
    return { threads, posts, held }
  }
}
