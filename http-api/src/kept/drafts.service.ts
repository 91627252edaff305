import { DAY_MS, type Clock } from '@forum/shared/clock'
import type { Draft } from '@forum/shared/contract'
import { ForumError, refusedField } from '@forum/shared/errors'
import { DRAFT_DAYS, DRAFTS_MAX } from '../platform/limits'
import { DURABLE, violatedKey } from '../platform/mongo/database'
import type { Collection } from '../platform/mongo/model'
import type { Seals } from '../platform/seals'
import type { DraftDoc } from './drafts.model'

/**
 * Unsent texts, so that a member continues them on another device. They are encrypted where they are stored. A writer
 * names the version it knows, so that no text replaces one that its writer has never seen. An empty text is none: it is
 * presented as version 0, and a writer that names version 0 starts over.
 */
export class Drafts {
  constructor(private readonly deps: { db: { drafts: Collection<DraftDoc> }; seals: Seals; clock: Clock }) {}

  /** Returns the places of a member's drafts, the last changed first. */
  async list(userId: number): Promise<Omit<Draft, 'value'>[]> {
    const found = await this.deps.db.drafts
      .find(
        { userId, isGone: NOT_GONE },
        { projection: { sealed: 0 }, sort: { updatedAt: -1 }, limit: DRAFTS_MAX },
      )
      .toArray()
    return found.map(({ place, version, updatedAt }) => ({
      place,
      version,
      updatedAt: updatedAt.toISOString(),
    }))
  }

  async get(userId: number, place: string): Promise<Draft> {
    const found = await this.deps.db.drafts.findOne({ _id: idOf(userId, place) })
    return found ? this.present(found) : none(place)
  }

  /**
   * Replaces the version that the writer knows. A repeat of the same text is no conflict.
   *
   * @throws ForumError `CONFLICT` with the newer draft, `VALIDATION_FAILED` beyond `DRAFTS_MAX` places
   */
  async put(
    userId: number,
    place: string,
    { value, version }: { value: string; version: number },
  ): Promise<Draft> {
    const { db, seals, clock } = this.deps
    const _id = idOf(userId, place)
    const isGone = value === ''
    if (isGone && version === 0) return this.get(userId, place)
    const next = { sealed: seals.seal(Buffer.from(value)), isGone, updatedAt: clock.now() }
    if (version === 0) {
      const counted = await db.drafts.countDocuments({ userId, isGone: NOT_GONE }, { limit: DRAFTS_MAX })
      if (counted >= DRAFTS_MAX && !(await db.drafts.findOne({ _id, isGone: NOT_GONE })))
        throw refusedField('place', 'too_many')
    }
    const stored = await this.write(_id, { userId, place, version }, next)
    if (stored) return this.present(stored)
    const newer = await this.get(userId, place)
    if (newer.value === value) return newer
    throw new ForumError('CONFLICT', { newer: { draft: newer } })
  }

  async remove(userId: number, place: string): Promise<void> {
    const { db, seals, clock } = this.deps
    const gone = { sealed: seals.seal(Buffer.from('')), isGone: true, updatedAt: clock.now() }
    await db.drafts.updateOne(
      { _id: idOf(userId, place) },
      { $set: gone, $inc: { version: 1 } },
      { writeConcern: DURABLE },
    )
  }

  async prune(): Promise<void> {
    const before = new Date(this.deps.clock.now().getTime() - DRAFT_DAYS * DAY_MS)
    await this.deps.db.drafts.deleteMany({ updatedAt: { $lt: before } })
  }

  /** Returns a member's drafts with their texts, for the member's export. */
  async *rows(userId: number): AsyncIterable<Draft> {
    for await (const draft of this.deps.db.drafts.find({ userId, isGone: NOT_GONE }))
      yield this.present(draft)
  }

  private async write(
    _id: string,
    { userId, place, version }: { userId: number; place: string; version: number },
    next: Pick<DraftDoc, 'sealed' | 'isGone' | 'updatedAt'>,
  ): Promise<DraftDoc | null> {
    const { drafts } = this.deps.db
    const expected = version > 0 ? { version, isGone: NOT_GONE } : { isGone: true }
    const replaced = await drafts.findOneAndUpdate(
      { _id, ...expected },
      { $set: next, $inc: { version: 1 } },
      { returnDocument: 'after', writeConcern: DURABLE },
    )
    if (replaced || version > 0) return replaced
    try {
      const draft = { _id, userId, place, version: 1, ...next }
      await drafts.insertOne(draft, { writeConcern: DURABLE })
      return draft
    } catch (error) {
      if (violatedKey(error)) return null
      throw error
    }
  }

  /** A draft that was sealed with another secret of the server is shown empty. */
  private present({ place, sealed, version, isGone, updatedAt }: DraftDoc): Draft {
    if (isGone === true) return none(place)
    const value = this.deps.seals.open(sealed)?.toString() ?? ''
    return { place, value, version, updatedAt: updatedAt.toISOString() }
  }
}

/** Drafts of earlier releases lack the field. */
const NOT_GONE = { $ne: true } as const

const none = (place: string): Draft => ({ place, value: '', version: 0, updatedAt: null })

const idOf = (userId: number, place: string) => `${userId}:${place}`
