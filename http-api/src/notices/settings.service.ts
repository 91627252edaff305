import {
  DEFAULT_NOTIFICATION_SETTINGS,
  type Api,
  type BodyOf,
  type NotificationSettings,
} from '@forum/shared/contract'
import { BatchedReads } from '../platform/work/batched-reads'
import { DURABLE } from '../platform/mongo/database'
import type { Collection } from '../platform/mongo/model'
import type { NotificationSettingsDoc } from './notifications.model'

/** The settings that decide which kinds of events notify members, and how. */
export class NotificationSettingsStore {
  private readonly reads = new BatchedReads<number, Partial<NotificationSettings>>(async (userIds) => {
    const found = await this.db.notificationSettings.find({ _id: { $in: userIds } }).toArray()
    return new Map(found.map(({ _id, settings }) => [_id, settings]))
  })

  constructor(private readonly db: { notificationSettings: Collection<NotificationSettingsDoc> }) {}

  async get(userId: number): Promise<NotificationSettings> {
    return (await this.getAll([userId])).get(userId) ?? DEFAULT_NOTIFICATION_SETTINGS
  }

  async getAll(userIds: readonly number[]): Promise<ReadonlyMap<number, NotificationSettings>> {
    const chosen = await this.reads.getAll(userIds)
    return new Map(
      userIds.map((userId) => [userId, { ...DEFAULT_NOTIFICATION_SETTINGS, ...chosen.get(userId) }]),
    )
  }

  async change(
    userId: number,
    changes: BodyOf<Api['updateNotificationSettings']>,
  ): Promise<NotificationSettings> {
    const set = Object.entries(changes).flatMap(([name, value]) =>
      value === undefined ? [] : [[`settings.${name}`, value]],
    )
    if (set.length > 0) {
      await this.db.notificationSettings.updateOne(
        { _id: userId },
        { $set: Object.fromEntries(set) as object },
        { upsert: true, writeConcern: DURABLE },
      )
    }
    return this.get(userId)
  }
}
