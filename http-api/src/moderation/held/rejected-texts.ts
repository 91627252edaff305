import type { Clock } from '@forum/shared/clock'
import { ForumError } from '@forum/shared/errors'
import type { HeldDoc, HeldTexts, HeldWork } from '../../gate'
import { DURABLE, violatedKey } from '../../platform/mongo/database'
import type { Collection } from '../../platform/mongo/model'
import { withWork } from '../../platform/work/unfinished'

/** A purge, as far as it concerns what waits for approval. */
interface Purging {
  _id: number
  userId: number
  actorId: number
  reason: string
}

/** Lets rejected texts wait again, and rejects everything of a member who is purged. */
export class RejectedTexts {
  constructor(
    private readonly deps: {
      db: { held: Collection<HeldDoc> }
      texts: HeldTexts
      /** Returns where a text belongs by now. */
      placeOf: (held: HeldDoc) => Promise<Pick<HeldDoc, 'boardId' | 'threadId'>>
      clock: Clock
    },
  ) {}

  /**
   * Lets a rejected text wait again, in the queue of the board that it belongs to by now.
   *
   * @throws ForumError `CONFLICT` if it is not rejected any more, its files are used elsewhere, another edit of the post
   * waits, or what it belongs to no longer exists
   */
  async giveBack(rejected: HeldDoc, ...left: HeldWork[]): Promise<HeldDoc> {
    const { db, texts, placeOf } = this.deps
    const { _id, status, decidedAt } = rejected
    if (status !== 'rejected') throw new ForumError('CONFLICT')
    try {
      const place = await placeOf(rejected)
      await texts.reclaimFiles(rejected)
      const waiting = { status: 'pending' as const, decidedBy: null, decidedAt: null, note: null, ...place }
      const returned = await db.held.findOneAndUpdate(
        { _id, status: 'rejected', decidedAt },
        withWork({ $set: waiting, $unset: { purgeId: 1 } }, ...left),
        { returnDocument: 'after', writeConcern: DURABLE },
      )
      if (!returned) throw new ForumError('CONFLICT')
      return returned
    } catch (error) {
      const isGone = error instanceof ForumError && error.code === 'NOT_FOUND'
      if (isGone || violatedKey(error)) throw new ForumError('CONFLICT')
      throw error
    }
  }

  /** Returns how much of a member waits. */
  countWaiting(userId: number): Promise<number> {
    return this.deps.db.held.countDocuments(waitingOf(userId))
  }

  /** Returns how much a purge has rejected. */
  countPurged(purgeId: number): Promise<number> {
    return this.deps.db.held.countDocuments({ purgeId })
  }

  /**
   * Rejects what waits of a purged member and returns how much that was. The purge is the act, so there is neither a
   * notice nor an entry of the log for each.
   */
  async purge({ _id: purgeId, userId, actorId, reason }: Purging): Promise<number> {
    const { db, texts, clock } = this.deps
    const found = await db.held.find(waitingOf(userId)).toArray()
    for (const { _id } of found) {
      const $set = {
        status: 'rejected' as const,
        decidedBy: actorId,
        decidedAt: clock.now(),
        note: reason,
        purgeId,
      }
      const rejected = await db.held.findOneAndUpdate(
        { _id, status: 'pending' },
        { $set },
        { returnDocument: 'after', writeConcern: DURABLE },
      )
      if (!rejected) continue
      await texts.releaseFiles(rejected)
      await texts.publish(rejected)
    }
    return found.length
  }

  /** Lets what a purge rejected wait again, except for what cannot any more. */
  async restore(purgeId: number): Promise<void> {
    const { db, texts } = this.deps
    for (const rejected of await db.held.find({ purgeId }).toArray()) {
      try {
        await texts.publish(await this.giveBack(rejected))
      } catch (error) {
        if (!(error instanceof ForumError && error.code === 'CONFLICT')) throw error
        await db.held.updateOne({ _id: rejected._id }, { $unset: { purgeId: 1 } })
      }
    }
  }
}

/** The texts of a member that wait; those of an alias are not those of its member, whom they would give away. */
const waitingOf = (userId: number) => ({
  status: 'pending' as const,
  $or: [{ authorId: userId, alias: { $exists: false } }, { alias: userId }],
})
