import { ageMs, type Clock } from '@forum/shared/clock'
import type { Freshness } from '../log'
import { BatchedReads } from '../platform/work/batched-reads'
import type { Version } from '../platform/http/response-cache'
import type { Collection } from '../platform/mongo/model'
import type { Reader } from '../platform/http/viewer'
import { STRANGER } from './access'
import { BoardTree } from './board-tree'
import type { BoardDoc } from './boards.model'
import { isWithdrawal } from './withdrawals'

/** Maximum staleness of the cached board tree, in processes that did not make the change. */
export const TREE_MAX_AGE_MS = 1_000

const ALL = 'all'

/** The reader for whom a tree is read. */
type SeenBy = Pick<Reader, 'as'>

/** Reads the board tree. There are tens of boards, so it is always read whole. */
export class BoardQueries {
  private cached: { tree: BoardTree; at: number; structureChanges: number } | null = null
  /**
   * Number of changes that this process made to the tree itself; a read that began before one is not cached after it.
   */
  private structureChanges = 0
  /** Number of changes by this process that lists of boards or threads show. */
  private ownChanges = 0
  /** Number of changes by which this process took threads, or words of them, out of lists. */
  private ownWithdrawals = 0
  private readonly trees = new BatchedReads<typeof ALL, BoardTree>(async () => {
    const at = this.clock.now().getTime()
    const { structureChanges } = this
    const tree = new BoardTree(await this.db.boards.find({}, { projection: { marks: 0 } }).toArray())
    this.cached = { tree, at, structureChanges }
    return new Map([[ALL, tree]])
  })
  private readonly revisions = new BatchedReads<typeof ALL, number>(async () => {
    const [sum] = await this.db.boards
      .aggregate<{ revision: number }>([{ $group: { _id: null, revision: { $sum: '$revision' } } }])
      .toArray()
    return new Map([[ALL, sum?.revision ?? 0]])
  })

  constructor(
    private readonly db: { boards: Collection<BoardDoc> },
    private readonly clock: Clock,
    private readonly freshness: Freshness,
  ) {
    freshness.on('threadChanged', (_, events) => {
      if (events.length > 0) this.ownChanges++
      if (events.some(isWithdrawal)) this.ownWithdrawals++
    })
    freshness.on('boardChanged', () => this.ownChanges++)
    freshness.on('boardTreeChanged', () => {
      this.structureChanges++
      this.ownChanges++
    })
  }

  /**
   * Returns the whole tree with its counters, for commands and for what readers get nothing of. Concurrent callers share
   * one read.
   */
  async whole(): Promise<BoardTree> {
    const tree = await this.trees.get(ALL)
    if (!tree) throw new Error('the boards were not read')
    return tree
  }

  /** Returns the current tree that a reader sees, with its counters. */
  async tree({ as }: SeenBy): Promise<BoardTree> {
    return (await this.whole()).visibleTo(as.boards)
  }

  /** Returns the current tree that a reader sees, and the version of anything read after it. */
  async versionedTree({ as }: SeenBy): Promise<{ tree: BoardTree; version: Version }> {
    const { ownChanges } = this
    const tree = await this.whole()
    return { tree: tree.visibleTo(as.boards), version: [ownChanges, tree.revision] }
  }

  /**
   * Returns the version that a list of boards or threads must cover now: that of this process, and that of all
   * processes.
   */
  async version(): Promise<Version> {
    const { ownChanges } = this
    if (this.freshness.copies.isAlone) return [ownChanges]
    return [ownChanges, (await this.revisions.get(ALL)) ?? 0]
  }

  /**
   * Returns the version of who sees which thread, at most a second old. What may lag behind new posts must cover it
   * nevertheless: a thread that has moved or was deleted, or words of it, may no longer be shown to everyone.
   */
  async visibility(): Promise<Version> {
    const { ownWithdrawals } = this
    return [ownWithdrawals, (await this.wholeStructure()).withdrawals]
  }

  /** Returns the whole tree for what seldom changes (names, moderators, access), at most a second old. */
  async wholeStructure(): Promise<BoardTree> {
    const { cached } = this
    const isKept =
      cached?.structureChanges === this.structureChanges && ageMs(this.clock, cached.at) < TREE_MAX_AGE_MS
    return isKept ? cached.tree : this.whole()
  }

  /**
   * Returns `wholeStructure` with the changes of every process, for gateways: they ask once a change is announced, and
   * then not again for a minute.
   */
  async currentStructure(): Promise<BoardTree> {
    return this.freshness.copies.isAlone ? this.wholeStructure() : this.whole()
  }

  /** Returns what a reader sees of `wholeStructure`. */
  async structure({ as }: SeenBy): Promise<BoardTree> {
    return (await this.wholeStructure()).visibleTo(as.boards)
  }

  /** Returns a reader without an account. */
  async stranger(): Promise<Reader> {
    const boards = (await this.wholeStructure()).rightsOf(STRANGER)
    return { viewer: null, as: { id: null, boards } }
  }
}
