import type { Model } from 'mongoose'
import webPush from 'web-push'
import { DURABLE } from '../platform/database'
import type { PushKeysDoc } from './push.model'

const ONLY = 'vapid'

/** The key pair of the forum: made when it is first needed, by one process, and kept in the database. */
export class PushKeys {
  private known: Promise<PushKeysDoc> | null = null

  constructor(private readonly db: { pushKeys: Model<PushKeysDoc> }) {}

  async get(): Promise<PushKeysDoc> {
    this.known ??= this.read()
    try {
      return await this.known
    } catch (error) {
      this.known = null
      throw error
    }
  }

  private async read(): Promise<PushKeysDoc> {
    const kept = await this.db.pushKeys.findById(ONLY).lean<PushKeysDoc | null>()
    if (kept) return kept
    // Of several processes that make a pair, the first that writes it wins; all read what was written.
    return this.db.pushKeys
      .findOneAndUpdate(
        { _id: ONLY },
        { $setOnInsert: webPush.generateVAPIDKeys() },
        { upsert: true, returnDocument: 'after', writeConcern: DURABLE },
      )
      .orFail()
      .lean<PushKeysDoc>()
  }
}
