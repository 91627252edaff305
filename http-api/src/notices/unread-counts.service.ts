import type { Readers } from '../boards'
import type { Viewer } from '../platform/http/viewer'
import { audiences, type ServerEventPayload } from '@forum/shared/events'
import { BatchedReads } from '../platform/work/batched-reads'
import { DURABLE } from '../platform/mongo/database'
import type { Freshness } from '../log'
import type { CurrentValues } from '../platform/work/copies'
import type { Publisher } from '../platform/work/publisher'
import { existing, type Collection } from '../platform/mongo/model'
import type { UnreadCountDoc } from './unread-counts.model'

/** A member's unread counts. Of two, the one with the higher version is newer. */
export type UnreadCount = ServerEventPayload<'unread:changed'>

const NOTHING: UnreadCount = { messages: 0, notifications: 0, version: 0 }

export interface UnreadCountsDeps {
  db: { unreadCounts: Collection<UnreadCountDoc> }
  publisher: Publisher
  freshness: Freshness
  rightsOf: Readers['rightsOfAll']
  /** Counts the unread messages of members, from the primary; members without any may be missing. */
  countMessages: (memberIds: readonly number[]) => Promise<ReadonlyMap<number, number>>
  /** Counts the unread notifications of members, from the primary; members without any may be missing. */
  countNotifications: (memberIds: readonly number[]) => Promise<ReadonlyMap<number, number>>
}

/** Members whose counts one command takes or writes. */
const MEMBERS_AT_ONCE = 500

/**
 * Keeps each member's unread counts. They are recounted when something changes and stored, so that reading them counts
 * nothing. Each recount takes a new version before it counts, and the highest version is stored. So the stored counts
 * include every change that `refresh` was called for, in whatever order processes finish.
 */
export class UnreadCounts {
  private readonly kept: CurrentValues<number, UnreadCountDoc>
  private readonly counts = new BatchedReads<number, UnreadCount>(async (memberIds) => {
    const counted = new Map<number, UnreadCount>()
    for (let i = 0; i < memberIds.length; i += MEMBERS_AT_ONCE) {
      const some = await this.count(memberIds.slice(i, i + MEMBERS_AT_ONCE))
      for (const [memberId, count] of some) counted.set(memberId, count)
    }
    return counted
  })

  constructor(private readonly deps: UnreadCountsDeps) {
    const read = async (memberIds: number[]) => {
      const found = await deps.db.unreadCounts.find({ _id: { $in: memberIds } }).toArray()
      return new Map(found.map((count) => [count._id, count]))
    }
    this.kept = deps.freshness.copies.values(read)
  }

  /** Returns the stored counts of a caller, counted again if the caller saw other boards then. */
  async storedFor({ actor }: Viewer): Promise<UnreadCount> {
    const kept = await this.kept.get(actor.id)
    return (kept?.boardsKey ?? '') === actor.boards.key ? this.stored(actor.id) : this.refresh(actor.id)
  }

  /** Returns the stored counts. */
  async stored(memberId: number): Promise<UnreadCount> {
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
    for (const memberId of memberIds) this.kept.invalidate(memberId)
  }

  /**
   * Recounts. Call it after writing a change to what a member has read or received; concurrent calls for one member
   * share a count.
   */
  async refresh(memberId: number): Promise<UnreadCount> {
    return (await this.counts.get(memberId)) ?? NOTHING
  }

  /** Recounts for several members, in as many commands as for one. */
  async refreshAll(memberIds: readonly number[]): Promise<void> {
    if (memberIds.length > 0) await this.counts.getAll(memberIds)
  }

  /** Publishes the stored counts to the member's sockets; rejects while the bus is unavailable. */
  async publish(memberId: number): Promise<void> {
    const { publisher } = this.deps
    if (!publisher.isActive) return
    await publisher.publish(audiences.user(memberId), 'unread:changed', await this.stored(memberId))
  }

  /** Publishes the stored counts to the sockets of several members. */
  async publishAll(memberIds: readonly number[]): Promise<void> {
    for (let i = 0; i < memberIds.length; i += MEMBERS_AT_ONCE) {
      // Gathered by `kept`, so that they are read together.
      await Promise.all(memberIds.slice(i, i + MEMBERS_AT_ONCE).map((memberId) => this.publish(memberId)))
    }
  }

  private async count(memberIds: readonly number[]): Promise<ReadonlyMap<number, UnreadCount>> {
    const { db, countMessages, countNotifications, rightsOf } = this.deps
    const versions = await this.nextVersions(memberIds)
    const [messages, notifications, rights] = await Promise.all([
      countMessages(memberIds),
      countNotifications(memberIds),
      rightsOf(memberIds),
    ])
    const counted = new Map(
      memberIds.map((memberId) => [
        memberId,
        {
          messages: messages.get(memberId) ?? 0,
          notifications: notifications.get(memberId) ?? 0,
          version: versions.get(memberId) ?? 0,
        },
      ]),
    )
    await db.unreadCounts.bulkWrite(
      [...counted].map(([_id, { version, ...numbers }]) => ({
        updateOne: {
          filter: { _id, countedVersion: { $lt: version } },
          update: { $set: { ...numbers, countedVersion: version, boardsKey: rights(_id).key } },
        },
      })),
      { ordered: false, writeConcern: DURABLE },
    )
    for (const memberId of memberIds) this.kept.invalidate(memberId)
    return counted
  }

  /**
   * Takes the versions to count under. Where another process takes one at the same time, both may count under the
   * higher: both count after it was taken, so that either count includes every change of a lower one.
   */
  private async nextVersions(memberIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
    const { unreadCounts } = this.deps.db
    const update = {
      $inc: { version: 1 },
      $setOnInsert: { countedVersion: 0, messages: 0, notifications: 0 },
    }
    const [only, ...others] = memberIds
    if (only !== undefined && others.length === 0) {
      const { version } = existing(
        await unreadCounts.findOneAndUpdate({ _id: only }, update, {
          upsert: true,
          returnDocument: 'after',
          writeConcern: DURABLE,
        }),
      )
      return new Map([[only, version]])
    }
    await unreadCounts.bulkWrite(
      memberIds.map((_id) => ({ updateOne: { filter: { _id }, update, upsert: true } })),
      { ordered: false, writeConcern: DURABLE },
    )
    const taken = await unreadCounts
      .find({ _id: { $in: memberIds } }, { projection: { version: 1 } })
      .toArray()
    return new Map(taken.map(({ _id, version }) => [_id, version]))
  }
}
