import type { BoardLevel } from '@forum/shared/access'
import { audiences } from '@forum/shared/events'
import { ForumError } from '@forum/shared/errors'
import { COUNT_MAX } from '@forum/shared/limits'
import type { Freshness } from '../log'
import { DURABLE } from '../platform/mongo/database'
import type { Collection } from '../platform/mongo/model'
import type { CurrentValues } from '../platform/work/copies'
import type { Publisher } from '../platform/work/publisher'
import { readerOf, type Viewer } from '../platform/http/viewer'
import type { BoardLevelsDoc } from './board-levels.model'
import type { BoardTree } from './board-tree'
import type { BoardQueries } from './boards.queries'

const NONE: ReadonlySet<number> = new Set()
/** Followers of a merged board that are read at a time. */
const CARRIED_AT_ONCE = 500

/** The boards for which a member has chosen a level. */
export interface ChosenLevels {
  readonly followed: ReadonlySet<number>
  readonly hidden: ReadonlySet<number>
  /** The same for members who have chosen the same; '' for none. */
  readonly key: string
}

export const ALL_NORMAL: ChosenLevels = { followed: NONE, hidden: NONE, key: '' }

export const levelOf = (chosen: ChosenLevels, boardId: number): BoardLevel => {
  if (chosen.followed.has(boardId)) return 'follow'
  return chosen.hidden.has(boardId) ? 'hide' : 'normal'
}

/** The boards of a list that its reader has narrowed: to those followed, or by those hidden. */
export class BoardChoice {
  private constructor(
    private readonly kind: 'only' | 'without',
    private readonly ids: readonly number[],
  ) {}

  static only = (ids: ReadonlySet<number>) =>
    new BoardChoice(
      'only',
      [...ids].toSorted((a, b) => a - b),
    )

  /** Returns the choice that leaves out these boards; undefined if there are none. */
  static without = (ids: ReadonlySet<number>) =>
    ids.size === 0
      ? undefined
      : new BoardChoice(
          'without',
          [...ids].toSorted((a, b) => a - b),
        )

  /** The same for the same boards. */
  get key(): string {
    return `${this.kind} ${this.ids.join()}`
  }

  includes(boardId: number): boolean {
    return this.ids.includes(boardId) === (this.kind === 'only')
  }

  /** Returns the condition of threads in a tree. */
  filterIn(tree: BoardTree): { boardId: { $in: number[] } | { $nin: number[] } } {
    if (this.kind === 'only') return { boardId: { $in: this.ids.filter((id) => tree.find(id)) } }
    return { boardId: { $nin: [...(tree.inSight().boardId?.$nin ?? []), ...this.ids] } }
  }

  /** Returns the number of threads in these boards of a tree, as their counters have it. */
  countIn({ boards }: BoardTree): number {
    const counted = boards.filter(({ _id }) => this.includes(_id))
    return Math.min(
      COUNT_MAX,
      counted.reduce((sum, { threadCount }) => sum + threadCount, 0),
    )
  }
}

/** Which boards members follow, and which they leave out of the lists of the whole forum. */
export class BoardLevels {
  /** Most requests of members need them. */
  private readonly chosen: CurrentValues<number, ChosenLevels>

  constructor(
    private readonly deps: {
      db: { boardLevels: Collection<BoardLevelsDoc> }
      boards: Pick<BoardQueries, 'structure'>
      freshness: Freshness
      publisher: Publisher
      onFailure: (error: unknown) => void
    },
  ) {
    this.chosen = deps.freshness.copies.values((userIds) => this.read(userIds))
  }

  /** Returns the levels that a member has chosen. */
  async chosenBy(userId: number): Promise<ChosenLevels> {
    return (await this.chosen.get(userId)) ?? ALL_NORMAL
  }

  private async read(userIds: readonly number[]): Promise<ReadonlyMap<number, ChosenLevels>> {
    const found = await this.deps.db.boardLevels.find({ _id: { $in: [...userIds] } }).toArray()
    const chosen = ({ followed, hidden }: BoardLevelsDoc): ChosenLevels => ({
      followed: new Set(followed),
      hidden: new Set(hidden),
      key: [followed, hidden].map((ids) => ids.toSorted((a, b) => a - b).join()).join('|'),
    })
    return new Map(found.map((levels) => [levels._id, chosen(levels)]))
  }

  /** Returns followers of a board, in the order of their ids and after one of them. */
  async followersOf(boardId: number, { after, limit }: { after: number; limit: number }): Promise<number[]> {
    const found = await this.deps.db.boardLevels
      .find<Pick<BoardLevelsDoc, '_id'>>(
        { followed: boardId, _id: { $gt: after } },
        // One reply of the server holds them all.
        { projection: { _id: 1 }, sort: { _id: 1 }, limit, batchSize: limit + 1 },
      )
      .toArray()
    return found.map(({ _id }) => _id)
  }

  /** Lets the followers of a merged board follow the one that it was merged into, unless they hide that. Repeatable. */
  async carryOver(fromBoardId: number, toBoardId: number): Promise<void> {
    const { db, publisher, onFailure } = this.deps
    for (let after = 0, isMore = true; isMore;) {
      const ids = await this.followersOf(fromBoardId, { after, limit: CARRIED_AT_ONCE })
      const followers = { _id: { $in: ids }, hidden: { $ne: toBoardId } }
      const found = await db.boardLevels.find(followers, { projection: { _id: 1 } }).toArray()
      await db.boardLevels.updateMany(
        followers,
        { $addToSet: { followed: toBoardId } },
        { writeConcern: DURABLE },
      )
      for (const { _id } of found) {
        this.chosen.invalidate(_id)
        const event = { boardIds: [toBoardId], level: 'follow' as const }
        await publisher.publish(audiences.user(_id), 'board:level', event).catch(onFailure)
      }
      after = ids.at(-1) ?? after
      isMore = ids.length === CARRIED_AT_ONCE
    }
  }

  /**
   * Sets how much a member wants of a board and of the boards that are below it now; the member's other tabs follow.
   *
   * @throws ForumError `NOT_FOUND`
   */
  async set(viewer: Viewer, boardId: number, level: BoardLevel): Promise<void> {
    const { db, boards, publisher, onFailure } = this.deps
    const tree = await boards.structure(readerOf(viewer))
    if (!tree.find(boardId)) throw new ForumError('NOT_FOUND')
    const { id } = viewer.actor
    const boardIds = tree.withDescendants(boardId)
    const next = (field: 'followed' | 'hidden', isIn: boolean) => {
      const others = { $setDifference: [{ $ifNull: [`$${field}`, []] }, boardIds] }
      return isIn ? { $setUnion: [others, boardIds] } : others
    }
    await db.boardLevels.updateOne(
      { _id: id },
      [
        {
          $set: { followed: next('followed', level === 'follow'), hidden: next('hidden', level === 'hide') },
        },
      ],
      { upsert: true, writeConcern: DURABLE },
    )
    this.chosen.invalidate(id)
    await publisher.publish(audiences.user(id), 'board:level', { boardIds, level }).catch(onFailure)
  }
}
