import type { Clock } from '@forum/shared/clock'
import { audiences, type ServerEventPayload } from '@forum/shared/events'
import type { Model } from 'mongoose'
import { BatchedReads } from '../platform/batched-reads'
import { DURABLE } from '../platform/database'
import { OwnedReads } from '../platform/owned-reads'
import type { Publisher } from '../platform/publisher'
import type { UnreadCountDoc } from './unread-counts.model'

/** A member's unread counts. Of two, the one with the higher version is newer. */
export type UnreadCount = ServerEventPayload<'unread:changed'>

const NOTHING: UnreadCount = { messages: 0, notifications: 0, version: 0 }

export interface UnreadCountsDeps {
  db: { unreadCounts: Model<UnreadCountDoc> }
  publisher: Publisher
  clock: Clock
  isOnlyWriter: boolean
  /** Counts a member's unread messages, from the primary. */
  countMessages: (memberId: number) => Promise<number>
  /** Counts a member's unread notifications, from the primary. */
  countNotifications: (memberId: number) => Promise<number>
}

/**
 * Keeps each member's unread counts. They are recounted when something changes and stored, so that reading them counts
 * nothing. Each recount takes a new version before it counts, and the highest version is stored. So the stored counts
 * include every change that `refresh` was called for, in whatever order processes finish.
 */
export class UnreadCounts {
  private readonly kept: OwnedReads<number, UnreadCountDoc>
  private readonly counts = new BatchedReads<number, UnreadCount>(async (memberIds) => {
    const counted = await Promise.all(memberIds.map((memberId) => this.count(memberId)))
    return new Map(memberIds.map((memberId, i) => [memberId, counted[i] ?? NOTHING]))
  })

  constructor(private readonly deps: UnreadCountsDeps) {
    const read = async (memberIds: number[]) => {
      const found = await deps.db.unreadCounts.find({ _id: { $in: memberIds } }).lean<UnreadCountDoc[]>()
      return new Map(found.map((count) => [count._id, count]))
    }
    this.kept = new OwnedReads({ isOnlyWriter: deps.isOnlyWriter, clock: deps.clock, read })
  }

  /** Returns the stored counts. */
  async of(memberId: number): Promise<UnreadCount> {
    const kept = await this.kept.get(memberId)
    if (!kept) return NOTHING
    const { messages, notifications, version, countedVersion } = kept
    // A process began a count and never finished it.
    if (version > countedVersion) return this.refresh(memberId)
    return { messages, notifications, version: countedVersion }
  }

  /**
   * Marks the counts as outdated before a change that will not be retried. If the process dies before it calls
   * `refresh`, the next reader recounts.
   */
  async expectChange(memberIds: readonly number[]): Promise<void> {
    if (memberIds.length === 0) return
    await this.deps.db.unreadCounts.updateMany(
      { _id: { $in: memberIds } },
      { $inc: { version: 1 } },
      { writeConcern: DURABLE },
    )
    for (const memberId of memberIds) this.kept.noteChange(memberId)
  }

  /**
   * Recounts. Call it after writing a change to what a member has read or received; concurrent calls for one member
   * share a count.
   */
  async refresh(memberId: number): Promise<UnreadCount> {
    return (await this.counts.get(memberId)) ?? NOTHING
  }

  /** Publishes the stored counts to the member's sockets; rejects while the bus is unavailable. */
  async publish(memberId: number): Promise<void> {
    const { publisher } = this.deps
    if (!publisher.isActive) return
    await publisher.publish(audiences.user(memberId), 'unread:changed', await this.of(memberId))
  }

  private async count(memberId: number): Promise<UnreadCount> {
    const { db, countMessages, countNotifications } = this.deps
    const { version } = await db.unreadCounts
      .findOneAndUpdate(
        { _id: memberId },
        { $inc: { version: 1 }, $setOnInsert: { countedVersion: 0, messages: 0, notifications: 0 } },
        { upsert: true, returnDocument: 'after', writeConcern: DURABLE },
      )
      .orFail()
      .lean<UnreadCountDoc>()
    const [messages, notifications] = await Promise.all([
      countMessages(memberId),
      countNotifications(memberId),
    ])
    await db.unreadCounts.updateOne(
      { _id: memberId, countedVersion: { $lt: version } },
      { $set: { messages, notifications, countedVersion: version } },
      { writeConcern: DURABLE },
    )
    this.kept.noteChange(memberId)
    return { messages, notifications, version }
  }
}
