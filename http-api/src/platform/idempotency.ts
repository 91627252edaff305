import { createHash } from 'node:crypto'
import type { Clock } from '@forum/shared/clock'
import { ForumError } from '@forum/shared/errors'
import { DURABLE, takenKey, type Collections } from './database'
import type { IdempotencyDoc } from './idempotency.model'

/** A creation under a key: the id it creates, the same for every repeat. */
export interface Reservation {
  key: string
  resourceId: number
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/**
 * `Idempotency-Key` (contract §1): remembered per user for 24 hours. The first request under a key reserves
 * the id of what it will create; a repeat, also one that arrives while the first is under way, gets the same
 * id and so finds or finishes the same creation. Another body under the key is a `CONFLICT`, unless what the
 * key was used for has been refused.
 */
export class Idempotency {
  constructor(
    private readonly db: Pick<Collections, 'idempotency'>,
    private readonly clock: Clock,
  ) {}

  /** Runs a creation; `create` is given the id to create under and must be repeatable with it. */
  async run<T>(
    request: { userId: number; key: string | undefined; name: string; body: unknown },
    newId: () => Promise<number>,
    create: (reservation: Reservation | null) => Promise<T>,
  ): Promise<T> {
    if (request.key === undefined) return create(null)
    if (!UUID.test(request.key)) {
      throw new ForumError('VALIDATION_FAILED', { fields: [{ field: 'Idempotency-Key', code: 'invalid' }] })
    }
    const id = `${request.userId}:${request.key.toLowerCase()}`
    const hash = createHash('sha256')
      .update(`${request.name} ${JSON.stringify(request.body)}`)
      .digest('base64url')
    const reserved = await this.reserve(id, hash, newId)
    try {
      const created = await create({ key: request.key.toLowerCase(), resourceId: reserved.resourceId })
      await this.db.idempotency.updateOne({ _id: id, request: hash }, { $set: { done: true } })
      return created
    } catch (error) {
      if (error instanceof ForumError && error.code !== 'UNAVAILABLE' && error.code !== 'INTERNAL') {
        await this.db.idempotency.updateOne(
          { _id: id, request: hash, done: false },
          { $set: { refused: true } },
        )
      }
      throw error
    }
  }

  private async reserve(id: string, hash: string, newId: () => Promise<number>): Promise<IdempotencyDoc> {
    const fresh: IdempotencyDoc = {
      _id: id,
      request: hash,
      resourceId: await newId(),
      refused: false,
      done: false,
      createdAt: this.clock.now(),
    }
    try {
      await this.db.idempotency.collection.insertOne(fresh as never, { writeConcern: DURABLE })
      return fresh
    } catch (error) {
      if (!takenKey(error)) throw error
    }
    const before = await this.db.idempotency.findById(id).lean<IdempotencyDoc | null>()
    if (before?.request === hash) return before
    // The key is free again only if all that was tried under it was refused.
    const takenOver = await this.db.idempotency
      .findOneAndUpdate(
        { _id: id, refused: true, done: false, request: before?.request ?? '' },
        { $set: { request: hash, resourceId: fresh.resourceId, refused: false } },
        { returnDocument: 'after' },
      )
      .lean<IdempotencyDoc | null>()
    if (!takenOver) throw new ForumError('CONFLICT')
    return takenOver
  }
}
