import type { Clock } from '@forum/shared/clock'
import type { Model } from 'mongoose'
import { BoardTree } from './board-tree'
import type { BoardDoc } from './boards.model'

/** Maximum staleness of the cached board tree, in processes that did not make the change. */
const TREE_MAX_AGE_MS = 1_000

/** Reads the board tree. There are tens of boards, so it is always read whole. */
export class BoardQueries {
  private cached: { tree: BoardTree; at: number } | null = null

  constructor(
    private readonly db: { boards: Model<BoardDoc> },
    private readonly clock: Clock,
  ) {}

  /** The present tree, with its counters. */
  async tree(): Promise<BoardTree> {
    const boards = await this.db.boards.find({}, { marks: 0 }).sort({ position: 1 }).lean<BoardDoc[]>()
    const tree = new BoardTree(boards)
    this.cached = { tree, at: this.clock.now().getTime() }
    return tree
  }

  /** The tree for what seldom changes (names, moderators), at most a second old. */
  async structure(): Promise<BoardTree> {
    const { cached } = this
    return cached && this.clock.now().getTime() - cached.at < TREE_MAX_AGE_MS ? cached.tree : this.tree()
  }
}
