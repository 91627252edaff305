import type { mongo } from 'mongoose'
import {
  type Freshness,
  type ThreadCache,
  forEachThread,
  pendingFor,
  type ThreadDoc,
  type ThreadEventConsumer,
  type ThreadEventDoc,
  type ThreadLogCollections,
} from '../log'
import { DURABLE } from '../platform/mongo/database'
import { GroupedWork } from '../platform/work/grouped-work'
import type { Collection } from '../platform/mongo/model'
import type { BoardDoc } from './boards.model'
import type { CategoryService } from './categories.service'

/** Maximum number of tries while other processes change a board's last thread. */
const MAX_TRIES = 8

type Placed = Pick<ThreadDoc, '_id' | 'boardId' | 'lastPostAt' | 'isDeleted'>

/** A process decides where a thread goes by a tree that may be out of date. */
const PLACING: ReadonlySet<string> = new Set([
  'thread.created',
  'thread.moved',
  'thread.restored',
  'thread.branched',
  'thread.unmerged',
])

/** Maintains each board's last thread: the one with its newest post. A deleted board that gets a thread comes back. */
export class LastThreads implements ThreadEventConsumer {
  readonly name = 'lastThread'
  readonly isPaced = true
  readonly kinds = [
    'thread.created',
    'thread.moved',
    'thread.deleted',
    'thread.restored',
    'thread.erased',
    'thread.branched',
    'thread.split',
    'thread.merged',
    'thread.unmerged',
    'post.arrived',
    'post.created',
    'post.deleted',
    'post.restored',
    'post.erased',
  ] as const

  /** Threads that grow at the same time share a command. */
  private readonly advances = new GroupedWork((threads: Placed[]) => this.advance(threads))

  constructor(
    private readonly db: Pick<ThreadLogCollections, 'threads' | 'threadEvents'> & {
      boards: Collection<BoardDoc>
    },
    private readonly categories: Pick<CategoryService, 'findStored' | 'lastStored'>,
    private readonly threads: Pick<ThreadCache, 'get'>,
    private readonly freshness: Freshness,
    /** Called when a deleted board has come back. */
    private readonly onReturned: () => void,
  ) {}

  async handle(events: readonly ThreadEventDoc[]): Promise<void> {
    const outdated = new Set<number>()
    await forEachThread(events, async (threadEvents, threadId) => {
      const thread = await this.threads.get(threadId)
      if (thread && !thread.isDeleted && threadEvents.some(({ kind }) => PLACING.has(kind)))
        await this.bringBack(thread.boardId)
      const boardIds = new Set(
        threadEvents.flatMap(({ boardId, fromBoardId }) => [boardId, fromBoardId ?? boardId]),
      )
      // A thread that only grew may have become its board's last; any other change may mean that it no longer is.
      const onlyGrew = threadEvents.every(({ kind }) => kind === 'thread.created' || kind === 'post.created')
      if (thread && onlyGrew && !thread.isDeleted && boardIds.size === 1 && boardIds.has(thread.boardId))
        await this.advances.run([thread])
      else for (const boardId of boardIds) outdated.add(boardId)
    })
    for (const boardId of outdated) await this.refresh(boardId)
  }

  /** Undoes the deletion of a board, and of those above it. One whose category is gone comes to the last one. */
  async bringBack(boardId: number): Promise<void> {
    for (let id: number | null = boardId; id !== null;) {
      const isDeleted: mongo.Filter<BoardDoc> = { _id: id, deletedAt: { $ne: null } }
      const board: BoardDoc | null = await this.db.boards.findOne(isDeleted)
      if (board) {
        const found = await this.categories.findStored(board.category)
        const category = found?.key ?? (await this.categories.lastStored())
        await this.db.boards.updateOne(
          isDeleted,
          {
            $set: { deletedAt: null, deletedBy: null, mergedInto: null, category },
            $inc: { revision: 1 },
          },
          { writeConcern: DURABLE },
        )
        this.freshness.emit('boardTreeChanged')
        this.onReturned()
      }
      id = board?.parentId ?? null
    }
  }

  /** Moves boards on to threads that have grown; of one board's, only the newest is written. Returns the threads. */
  private async advance(threads: readonly Placed[]): Promise<Placed[]> {
    const newest = new Map<number, Placed>()
    for (const thread of threads) {
      const other = newest.get(thread.boardId)
      if (!other || other.lastPostAt < thread.lastPostAt) newest.set(thread.boardId, thread)
    }
    const { modifiedCount } = await this.db.boards.bulkWrite(
      [...newest.values()].map(({ _id, boardId, lastPostAt }) => ({
        updateOne: {
          filter: {
            _id: boardId,
            $or: [{ lastPostAt: null }, { lastPostAt: { $lt: lastPostAt } }],
          },
          update: { $set: { lastThreadId: _id, lastPostAt }, $inc: { revision: 1 } },
        },
      })),
      { ordered: false, writeConcern: DURABLE },
    )
    if (modifiedCount > 0) for (const boardId of newest.keys()) this.freshness.emit('boardChanged', boardId)
    return [...threads]
  }

  /**
   * Corrects a board's last thread; returns whether it had drifted. An event that waits to be handled explains a
   * difference: its thread is projected before the board follows.
   */
  repair(boardId: number): Promise<boolean> {
    return this.refresh(boardId, () => this.isPending(boardId))
  }

  private async isPending(boardId: number): Promise<boolean> {
    const ofBoard = { $or: [{ boardId }, { fromBoardId: boardId }] }
    const found = await this.db.threadEvents.findOne(
      { ...pendingFor(this.name), ...ofBoard },
      { projection: { _id: 1 } },
    )
    return found !== null
  }

  /**
   * Finds and stores a board's last thread; returns whether it changed.
   *
   * @param isExpected whether a difference is to be left alone
   */
  async refresh(boardId: number, isExpected = () => Promise.resolve(false)): Promise<boolean> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const board = await this.db.boards.findOne(
        { _id: boardId },
        { projection: { lastThreadId: 1, lastPostAt: 1 } },
      )
      if (!board) return false
      const last = await this.db.threads.findOne(
        { boardId, isDeleted: false },
        { projection: { lastPostAt: 1 }, sort: { lastPostAt: -1, _id: -1 } },
      )
      const { lastThreadId, lastPostAt } = board
      const now = { lastThreadId: last?._id ?? null, lastPostAt: last?.lastPostAt ?? null }
      if (now.lastThreadId === lastThreadId && now.lastPostAt?.getTime() === lastPostAt?.getTime()) {
        return false
      }
      // Before the write, which fails if an event was handled since the board was read.
      if (await isExpected()) return false
      const { modifiedCount } = await this.db.boards.updateOne(
        { _id: boardId, lastThreadId, lastPostAt },
        { $set: now, $inc: { revision: 1 } },
        { writeConcern: DURABLE },
      )
      if (modifiedCount === 0) continue
      this.freshness.emit('boardChanged', boardId)
      return true
    }
    throw new Error(`the last thread of board ${boardId} keeps changing`)
  }
}
