import type { Model } from 'mongoose'
import type { ThreadDoc, ThreadEventConsumer, ThreadEventDoc, ThreadLogCollections } from '../thread-log'
import type { BoardDoc } from './boards.model'

/** Maximum number of tries while other processes change a board's last thread. */
const MAX_TRIES = 8

/** Maintains each board's last thread: the one with its newest post. */
export class LastThreads implements ThreadEventConsumer {
  readonly name = 'lastThread'
  readonly isPaced = true
  readonly kinds = [
    'thread.created',
    'thread.moved',
    'thread.deleted',
    'thread.restored',
    'post.created',
    'post.deleted',
    'post.restored',
  ]

  constructor(
    private readonly db: Pick<ThreadLogCollections, 'threads'> & { boards: Model<BoardDoc> },
    private readonly onChanged: (boardId: number) => void,
  ) {}

  async handle(events: readonly ThreadEventDoc[]): Promise<void> {
    const [first] = events
    if (!first) return
    const thread = await this.db.threads
      .findById(first.threadId, { boardId: 1, lastPostAt: 1, isDeleted: 1 })
      .lean<ThreadDoc | null>()
    const boardIds = new Set(events.flatMap(({ boardId, fromBoardId }) => [boardId, fromBoardId ?? boardId]))
    // A thread that only grew may have become its board's last; any other change may mean that it no longer is.
    const onlyGrew = events.every(({ kind }) => kind === 'thread.created' || kind === 'post.created')
    if (thread && onlyGrew && !thread.isDeleted && boardIds.size === 1 && boardIds.has(thread.boardId)) {
      return this.advance(thread)
    }
    for (const boardId of boardIds) await this.refresh(boardId)
  }

  private async advance({ _id, boardId, lastPostAt }: ThreadDoc): Promise<void> {
    const { modifiedCount } = await this.db.boards.updateOne(
      { _id: boardId, $or: [{ lastPostAt: null }, { lastPostAt: { $lt: lastPostAt } }] },
      { $set: { lastThreadId: _id, lastPostAt }, $inc: { revision: 1 } },
    )
    if (modifiedCount > 0) this.onChanged(boardId)
  }

  /** Finds and stores a board's last thread; returns whether it changed. */
  async refresh(boardId: number): Promise<boolean> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const board = await this.db.boards.findById(boardId, { lastThreadId: 1, lastPostAt: 1 }).lean()
      if (!board) return false
      const last = await this.db.threads
        .findOne({ boardId, isDeleted: false }, { lastPostAt: 1 })
        .sort({ lastPostAt: -1, _id: -1 })
        .lean()
      const { lastThreadId, lastPostAt } = board
      const now = { lastThreadId: last?._id ?? null, lastPostAt: last?.lastPostAt ?? null }
      if (now.lastThreadId === lastThreadId && now.lastPostAt?.getTime() === lastPostAt?.getTime()) {
        return false
      }
      const { modifiedCount } = await this.db.boards.updateOne(
        { _id: boardId, lastThreadId, lastPostAt },
        { $set: now, $inc: { revision: 1 } },
      )
      if (modifiedCount === 0) continue
      this.onChanged(boardId)
      return true
    }
    throw new Error(`the last thread of board ${boardId} keeps changing`)
  }
}
