import type { Model } from 'mongoose'
import type { BoardDoc } from '../boards'
import type { MemberDoc } from '../members'
import type { SiteCalendar } from '../platform/site-calendar'
import type { ThreadLogCollections } from './collections'
import type { CounterDelta, ThreadEventDoc } from './thread-events.model'

/**
 * The counters of boards and members. An addition is made once, by the process that moved the thread, and
 * only in the epoch it knew before it did: a recount starts a new epoch, so an addition that stalled meanwhile
 * cannot come on top of a recount that already saw its thread. It recounts instead.
 */
export interface Fence {
  board: number
  member: number
}

/** How many days of posts a board keeps: the popular boards look back over seven. */
export const DAYS_KEPT = 8
/** A recount is thrown away when the counters moved during it; on a busy board it may take a few. */
const RECOUNT_TRIES = 20

export class Counters {
  // Epochs change with recounts only. One that is out of date makes an addition fail, never go wrong.
  private readonly boardEpochs = new Map<number, number>()
  private readonly memberEpochs = new Map<number, number>()

  constructor(
    private readonly db: Pick<ThreadLogCollections, 'threads' | 'posts'> & {
      boards: Model<BoardDoc>
      members: Model<MemberDoc>
    },
    private readonly calendar: SiteCalendar,
  ) {}

  async fence(event: ThreadEventDoc): Promise<Fence> {
    if (!event.counts) return { board: 0, member: 0 }
    return {
      board: this.boardEpochs.get(event.boardId) ?? (await this.learnBoardEpoch(event.boardId)),
      member: this.memberEpochs.get(event.authorId) ?? (await this.learnMemberEpoch(event.authorId)),
    }
  }

  /** Adds, or recounts where the epoch has passed. */
  async add(event: ThreadEventDoc, fence: Fence): Promise<void> {
    if (!event.counts) return
    if (!(await this.addToBoard(event, event.counts, fence.board))) await this.recountBoard(event.boardId)
    if (!(await this.addToMember(event, event.counts, fence.member))) await this.recountMember(event.authorId)
  }

  private async addToBoard(event: ThreadEventDoc, delta: CounterDelta, epoch: number): Promise<boolean> {
    const added = await this.db.boards.updateOne(
      { _id: event.boardId, epoch },
      {
        $inc: {
          threadCount: delta.threads,
          postCount: delta.posts,
          [`days.${delta.day}`]: delta.posts,
          revision: 1,
        },
      },
    )
    if (added.matchedCount === 0) return false
    const lastPostAt = event.thread.lastPostAt
    if (!lastPostAt) return true
    if (delta.posts > 0) {
      await this.db.boards.updateOne(
        { _id: event.boardId, $or: [{ lastPostAt: null }, { lastPostAt: { $lte: lastPostAt } }] },
        { $set: { lastThreadId: event.threadId, lastPostAt } },
      )
    } else {
      await this.findLastThread(event.boardId)
    }
    return true
  }

  private async addToMember(event: ThreadEventDoc, delta: CounterDelta, epoch: number): Promise<boolean> {
    const added = await this.db.members.updateOne(
      { _id: event.authorId, epoch },
      {
        $inc: {
          postCount: delta.posts,
          threadCount: delta.threads,
          likesReceived: delta.likes,
          revision: 1,
        },
      },
    )
    return added.matchedCount > 0
  }

  /** The thread with the newest post: after a deletion it may be another than before. */
  private async findLastThread(boardId: number): Promise<void> {
    const last = await this.db.threads
      .findOne({ boardId, isDeleted: false }, { lastPostAt: 1 })
      .sort({ lastPostAt: -1, _id: -1 })
      .lean()
    await this.db.boards.updateOne(
      { _id: boardId },
      { $set: { lastThreadId: last?._id ?? null, lastPostAt: last?.lastPostAt ?? null } },
    )
  }

  /** Counts a board's threads and posts anew. Answers what was wrong: the differences found, or null. */
  async recountBoard(boardId: number): Promise<{ threads: number; posts: number } | null> {
    for (let tries = 0; tries < RECOUNT_TRIES; tries++) {
      const board = await this.db.boards.findById(boardId).lean()
      if (!board) return null
      const [sum] = await this.db.threads.aggregate<{ threads: number; posts: number }>([
        { $match: { boardId, isDeleted: false } },
        { $group: { _id: null, threads: { $sum: 1 }, posts: { $sum: '$postCount' } } },
      ])
      const counted = { threadCount: sum?.threads ?? 0, postCount: sum?.posts ?? 0 }
      const set = await this.db.boards.updateOne(
        { _id: boardId, revision: board.revision, epoch: board.epoch },
        { $set: { ...counted, days: await this.recountDays(board) }, $inc: { revision: 1, epoch: 1 } },
      )
      this.boardEpochs.delete(boardId)
      if (set.matchedCount === 0) continue
      await this.findLastThread(boardId)
      const found = {
        threads: counted.threadCount - board.threadCount,
        posts: counted.postCount - board.postCount,
      }
      return found.threads === 0 && found.posts === 0 ? null : found
    }
    return null
  }

  /** Today is counted anew from the threads that moved today; older days are kept and the oldest dropped. */
  private async recountDays(board: BoardDoc): Promise<Record<string, number>> {
    const today = this.calendar.today()
    const start = this.calendar.startOfDay()
    const moved = await this.db.threads
      .find({ boardId: board._id, isDeleted: false, lastPostAt: { $gte: start } }, { _id: 1 })
      .lean()
    const posts = await this.db.posts.countDocuments({
      threadId: { $in: moved.map((thread) => thread._id) },
      isDeleted: false,
      createdAt: { $gte: start },
    })
    const kept = Object.entries(board.days)
      .filter(([day]) => day !== today)
      .sort(([a], [b]) => (a < b ? 1 : -1))
      .slice(0, DAYS_KEPT - 1)
    return { ...Object.fromEntries(kept), [today]: posts }
  }

  async recountMember(userId: number): Promise<void> {
    for (let tries = 0; tries < RECOUNT_TRIES; tries++) {
      const member = await this.db.members.findById(userId, { revision: 1, epoch: 1 }).lean()
      if (!member) return
      const [sum] = await this.db.posts.aggregate<{ posts: number; likes: number }>([
        { $match: { authorId: userId, isDeleted: false } },
        { $group: { _id: null, posts: { $sum: 1 }, likes: { $sum: '$likeCount' } } },
      ])
      const threadCount = await this.db.threads.countDocuments({ authorId: userId, isDeleted: false })
      const set = await this.db.members.updateOne(
        { _id: userId, revision: member.revision, epoch: member.epoch },
        {
          $set: { threadCount, postCount: sum?.posts ?? 0, likesReceived: sum?.likes ?? 0 },
          $inc: { revision: 1, epoch: 1 },
        },
      )
      this.memberEpochs.delete(userId)
      if (set.matchedCount > 0) return
    }
  }

  private async learnBoardEpoch(boardId: number): Promise<number> {
    const board = await this.db.boards.findById(boardId, { epoch: 1 }).lean()
    const epoch = board?.epoch ?? 0
    this.boardEpochs.set(boardId, epoch)
    return epoch
  }

  private async learnMemberEpoch(userId: number): Promise<number> {
    const member = await this.db.members.findById(userId, { epoch: 1 }).lean()
    const epoch = member?.epoch ?? 0
    this.memberEpochs.set(userId, epoch)
    return epoch
  }
}
