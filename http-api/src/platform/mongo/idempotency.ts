import { createHash } from 'node:crypto'
import type { Clock } from '@forum/shared/clock'
import { ForumError, refusedField } from '@forum/shared/errors'
import { IDEMPOTENCY_HOURS } from '../limits'
import { isRefusal } from '../refusals'
import type { InBackground } from '../work/background-work'
import { DURABLE, insertDurable, violatedKey, type PlatformCollections } from './database'
import type { IdempotencyDoc } from './idempotency.model'

/** A creation under a key. Every repeat gets the same reservation. */
export interface Reservation {
  /** Identifies the creation in the log permanently: a key that is reused after a day makes another creation. */
  key: string
  resourceId: number
  /** True if an earlier request used the same key. */
  isRepeat: boolean
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const LIFETIME_MS = IDEMPOTENCY_HOURS * 60 * 60 * 1_000

/**
 * Implements `Idempotency-Key`, remembered per user for 24 hours. The first request under a key reserves the id of what
 * it creates; a repeat, even one that arrives during the first, gets the same id and so finds or finishes the same
 * creation. A different request under the key is a `CONFLICT`, unless everything tried under it has been refused.
 */
export class Idempotency {
  constructor(
    private readonly db: Pick<PlatformCollections, 'idempotency'>,
    private readonly clock: Clock,
    private readonly inBackground: InBackground,
  ) {}

  /** Runs a creation. `create` receives the id to create under and must be repeatable with it. */
  async run<T>(
    request: { userId: number; key: string | undefined; name: string; body: unknown },
    newId: () => Promise<number>,
    create: (reservation: Reservation | null) => Promise<T>,
  ): Promise<T> {
    if (request.key === undefined) return create(null)
    if (!UUID.test(request.key)) {
      throw refusedField('Idempotency-Key', 'invalid')
    }
    const key = request.key.toLowerCase()
    const id = `${request.userId}:${key}`
    const hash = createHash('sha256')
      .update(`${request.name} ${JSON.stringify(request.body)}`)
      .digest('base64url')
    const { resourceId, isRepeat } = await this.reserve(id, hash, newId)
    try {
      const created = await create({ key: `${key}:${resourceId}`, resourceId, isRepeat })
      this.recordDone(id, hash, resourceId)
      return created
    } catch (error) {
      if (isRefusal(error)) {
        await this.db.idempotency.updateOne(
          { _id: id, request: hash, resourceId, done: false },
          { $set: { refused: true } },
        )
      }
      throw error
    }
  }

  /**
   * Prevents a later refusal from freeing the key. The response does not wait for it: a repeat finds the created
   * resource either way.
   */
  private recordDone(id: string, request: string, resourceId: number): void {
    this.inBackground(
      this.db.idempotency.updateOne({ _id: id, request, resourceId }, { $set: { done: true } }),
    )
  }

  private async reserve(
    id: string,
    hash: string,
    newId: () => Promise<number>,
  ): Promise<Pick<Reservation, 'resourceId' | 'isRepeat'>> {
    const now = this.clock.now()
    const fresh: IdempotencyDoc = {
      _id: id,
      request: hash,
      resourceId: await newId(),
      refused: false,
      done: false,
      createdAt: now,
    }
    try {
      await insertDurable(this.db.idempotency, fresh)
      return { resourceId: fresh.resourceId, isRepeat: false }
    } catch (error) {
      if (!violatedKey(error)) throw error
    }
    const before = await this.db.idempotency.findOne({ _id: id })
    // The database removes expired reservations some time after they expire.
    const expiry = new Date(now.getTime() - LIFETIME_MS)
    if (before?.request === hash && before.createdAt > expiry)
      return { resourceId: before.resourceId, isRepeat: true }
    const { _id, ...reservation } = fresh
    const takenOver = await this.db.idempotency.findOneAndUpdate(
      {
        _id,
        request: before?.request ?? '',
        $or: [{ createdAt: { $lte: expiry } }, { refused: true, done: false }],
      },
      { $set: reservation },
      { returnDocument: 'after', writeConcern: DURABLE },
    )
    if (!takenOver) throw new ForumError('CONFLICT')
    return { resourceId: takenOver.resourceId, isRepeat: false }
  }
}
