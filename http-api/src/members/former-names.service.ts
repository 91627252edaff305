import { DAY_MS, type Clock } from '@forum/shared/clock'
import { FORMER_NAME_DAYS } from '../platform/limits'
import { DURABLE } from '../platform/mongo/database'
import type { Collection } from '../platform/mongo/model'
import type { FormerNameDoc } from './former-names.model'

/** The usernames that members had before: they lead to their members, and nobody else gets them for a year. */
export class FormerNames {
  constructor(
    private readonly db: { formerNames: Collection<FormerNameDoc> },
    private readonly clock: Clock,
  ) {}

  /** Returns the members who had these names, given in lower case, by the name. */
  async ownersOf(names: readonly string[]): Promise<ReadonlyMap<string, number>> {
    if (names.length === 0) return new Map()
    const found = await this.db.formerNames.find({ _id: { $in: [...names] } }).toArray()
    return new Map(found.map(({ _id, userId }) => [_id, userId]))
  }

  /** Returns the member who had a name, given in any case; null if nobody had. */
  async ownerOf(name: string): Promise<number | null> {
    const lower = name.toLowerCase()
    return (await this.ownersOf([lower])).get(lower) ?? null
  }

  /** Returns true if a name, in any case, is kept for a member other than this one. */
  async isReserved(name: string, userId: number | null): Promise<boolean> {
    const found = await this.db.formerNames.findOne({ _id: name.toLowerCase() })
    return found !== null && found.userId !== userId && found.reservedUntil > this.clock.now()
  }

  /** Keeps a name for a member who gives it up. */
  async keep(name: string, userId: number): Promise<void> {
    const reservedUntil = new Date(this.clock.now().getTime() + FORMER_NAME_DAYS * DAY_MS)
    await this.db.formerNames.updateOne(
      { _id: name.toLowerCase() },
      { $set: { userId, reservedUntil } },
      { upsert: true, writeConcern: DURABLE },
    )
  }

  /** Forgets a name that is a member's present one again, or another member's by now. */
  async forget(name: string): Promise<void> {
    await this.db.formerNames.deleteOne({ _id: name.toLowerCase() })
  }

  /** Returns all former names of a member, in lower case. */
  async of(userId: number): Promise<string[]> {
    const found = await this.db.formerNames.find({ userId }).toArray()
    return found.map(({ _id }) => _id)
  }
}
