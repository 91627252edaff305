import { createHmac } from 'node:crypto'
import type { Clock } from '@forum/shared/clock'
import { DURABLE } from '../platform/mongo/database'
import type { Collection } from '../platform/mongo/model'
import type { RetiredUsernameDoc } from './retired-usernames.model'

/** Remembers the usernames of deleted accounts as hashes only. */
export class RetiredUsernames {
  constructor(
    private readonly db: { retiredUsernames: Collection<RetiredUsernameDoc> },
    private readonly secret: string,
    private readonly clock: Clock,
  ) {}

  async retire(username: string): Promise<void> {
    await this.db.retiredUsernames.updateOne(
      { _id: this.hash(username) },
      { $setOnInsert: { at: this.clock.now() } },
      { upsert: true, writeConcern: DURABLE },
    )
  }

  async has(username: string): Promise<boolean> {
    return (await this.db.retiredUsernames.findOne({ _id: this.hash(username) })) !== null
  }

  private hash(username: string): string {
    return createHmac('sha256', this.secret).update(`username:${username.toLowerCase()}`).digest('base64url')
  }
}
