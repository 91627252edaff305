import type { Collections } from '../platform/database'
import { readingId } from './readings.model'

/** How far members have read threads; a floor never goes back. */
export class Readings {
  constructor(private readonly db: Pick<Collections, 'readings'>) {}

  async markRead(userId: number, threadId: number, number: number): Promise<void> {
    await this.db.readings.updateOne(
      { _id: readingId(userId, threadId) },
      {
        $max: { lastReadNumber: number },
        $setOnInsert: { userId, threadId, isWatching: false, isBookmarked: false },
      },
      { upsert: true },
    )
  }

  /** Posting in a thread watches it. What one wrote oneself is read where nothing before it was unread. */
  async wrote(userId: number, threadId: number, number: number): Promise<void> {
    const _id = readingId(userId, threadId)
    await this.db.readings.updateOne(
      { _id },
      {
        $set: { isWatching: true },
        $setOnInsert: { userId, threadId, lastReadNumber: 0, isBookmarked: false },
      },
      { upsert: true },
    )
    await this.db.readings.updateOne(
      { _id, lastReadNumber: number - 1 },
      { $set: { lastReadNumber: number } },
    )
  }
}
