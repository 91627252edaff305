import { paginate, type Held, type Pagination } from '@forum/shared/contract'
import type { Language } from '@forum/shared/errors'
import { ForumError } from '@forum/shared/errors'
import { COUNT_MAX } from '@forum/shared/limits'
import { isStaff, mayDecideHeld, mayReadModeration, type Actor } from '@forum/shared/policies'
import type { mongo } from 'mongoose'
import type { BoardQueries } from '../../boards'
import type { HeldDoc, HeldPresentation } from '../../gate'
import { authorize } from '../../platform/http/authorize'
import { readPage } from '../../platform/http/read-page'
import type { Viewer } from '../../platform/http/viewer'
import type { Collection } from '../../platform/mongo/model'

interface HeldFilter {
  status: 'pending' | 'approved' | 'rejected'
  page: number
  limit: number
  boardId?: number | undefined
  userId?: number | undefined
}

/** Reads of what waits for approval, for moderators. */
export class HeldQueueQueries {
  constructor(
    private readonly deps: {
      db: { held: Collection<HeldDoc> }
      boards: BoardQueries
      presentation: HeldPresentation
    },
  ) {}

  /**
   * Returns a page of what the caller decides on, or of what was decided.
   *
   * @throws ForumError `FORBIDDEN`
   */
  async list(
    { status, page, limit, boardId, userId }: HeldFilter,
    { actor }: Viewer,
    language: Language,
  ): Promise<{ held: Held[]; pagination: Pagination }> {
    authorize(mayReadModeration(actor, boardId))
    const { db, presentation } = this.deps
    const visible = await this.visibleTo(actor, boardId)
    // A name of an anonymous board is not to be found by the account behind it.
    const written = userId === undefined ? {} : { $and: [{ authorId: userId, alias: { $exists: false } }] }
    const filter = { status, ...visible, ...written }
    const sort: Record<string, 1 | -1> =
      status === 'pending' ? { createdAt: 1, _id: 1 } : { decidedAt: -1, _id: -1 }
    const found = await readPage({ page, limit }, (rows) => db.held.find(filter, { sort, ...rows }).toArray())
    const total = await db.held.countDocuments(filter, { limit: COUNT_MAX })
    return {
      held: await presentation.forModerators(found, language),
      pagination: paginate(page, limit, total),
    }
  }

  /** Returns how much waits for an actor, and since when the oldest does. */
  async countPending(actor: Actor): Promise<{ held: number; oldestHeldAt: string | null }> {
    const { held: collection } = this.deps.db
    const filter = { status: 'pending', ...(await this.visibleTo(actor)) } as const
    const [held, oldest] = await Promise.all([
      collection.countDocuments(filter, { limit: COUNT_MAX }),
      collection.findOne(filter, { projection: { createdAt: 1 }, sort: { createdAt: 1, _id: 1 } }),
    ])
    const { createdAt } = (oldest ?? {}) as Partial<HeldDoc>
    return { held, oldestHeldAt: createdAt?.toISOString() ?? null }
  }

  private async visibleTo(actor: Actor, boardId?: number): Promise<mongo.Filter<HeldDoc>> {
    const { hidden } = actor.boards
    const moderatedIds = isStaff(actor) ? undefined : [...actor.moderatedBoardIds]
    const within =
      boardId === undefined ? undefined : (await this.deps.boards.wholeStructure()).withDescendants(boardId)
    const boardIds = within ?? moderatedIds
    return {
      ...(boardIds === undefined && hidden.size === 0
        ? {}
        : { boardId: { ...(boardIds && { $in: boardIds }), $nin: [...hidden] } }),
      authorId: { $ne: actor.id },
    }
  }

  /**
   * Returns something that an actor decides on.
   *
   * @throws ForumError `NOT_FOUND`, `FORBIDDEN`
   */
  async byId(id: number, actor: Actor): Promise<HeldDoc> {
    const found = await this.deps.db.held.findOne({ _id: id, status: { $ne: 'withdrawn' } })
    // Members learn nothing of what exists.
    authorize(mayDecideHeld(actor, found ?? { boardId: null, authorId: actor.id }))
    if (!found) throw new ForumError('NOT_FOUND')
    return found
  }
}
