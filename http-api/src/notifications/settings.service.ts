import type { Api, BodyOf, NotificationSettings } from '@forum/shared/contract'
import { DURABLE } from '../platform/database'
import type { Collection } from '../platform/model'
import type { NotificationSettingsDoc } from './notifications.model'

/**
 * Settings of a member who has changed nothing: everything but likes is pushed, to the devices that the member has
 * subscribed.
 */
export const DEFAULT_SETTINGS: NotificationSettings = {
  reply: 'push',
  quote: 'push',
  mention: 'push',
  like: 'site',
  follow: 'push',
  message: 'push',
  moderation: 'push',
  hideContent: false,
}

/** The settings that decide which kinds of events notify members, and how. */
export class NotificationSettingsStore {
  constructor(private readonly db: { notificationSettings: Collection<NotificationSettingsDoc> }) {}

  async of(userId: number): Promise<NotificationSettings> {
    return (await this.ofAll([userId])).get(userId) ?? DEFAULT_SETTINGS
  }

  async ofAll(userIds: readonly number[]): Promise<ReadonlyMap<number, NotificationSettings>> {
    const found = await this.db.notificationSettings.find({ _id: { $in: userIds } }).toArray()
    const own = new Map(found.map(({ _id, settings }) => [_id, settings]))
    return new Map(userIds.map((userId) => [userId, { ...DEFAULT_SETTINGS, ...own.get(userId) }]))
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
    return this.of(userId)
  }
}
