import type { Language } from '@forum/shared/bilingual'
import type { Clock } from '@forum/shared/clock'
import {
  DEFAULT_NOTIFICATION_SETTINGS,
  type Api,
  type BodyOf,
  type NotificationSettings,
} from '@forum/shared/contract'
import { NOTIFICATION_SETTINGS, type NotificationSettingKind } from '@forum/shared/notification-kinds'
import { BatchedReads } from '../platform/work/batched-reads'
import { DURABLE } from '../platform/mongo/database'
import type { Collection } from '../platform/mongo/model'
import { nextDigestAt } from './mail/quiet'
import type { NotificationSettingsDoc } from './notifications.model'

/** The settings that decide which kinds of events notify members, and how. */
export class NotificationSettingsStore {
  private readonly reads = new BatchedReads<number, Partial<NotificationSettings>>(async (userIds) => {
    const found = await this.db.notificationSettings.find({ _id: { $in: userIds } }).toArray()
    return new Map(found.map(({ _id, settings }) => [_id, settings]))
  })

  constructor(
    private readonly db: { notificationSettings: Collection<NotificationSettingsDoc> },
    private readonly clock: Clock,
    private readonly siteTimeZone: string,
  ) {}

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
    language?: Language,
  ): Promise<NotificationSettings> {
    const set = Object.entries(changes).flatMap(([name, value]) =>
      value === undefined ? [] : [[`settings.${name}`, value]],
    )
    if (set.length > 0) {
      if (language !== undefined) set.push(['language', language])
      await this.db.notificationSettings.updateOne(
        { _id: userId },
        { $set: Object.fromEntries(set) as object },
        { upsert: true, writeConcern: DURABLE },
      )
    }
    if (changes.digest !== undefined || changes.timeZone !== undefined) await this.planDigest(userId)
    return this.get(userId)
  }

  /** Plans the next digest, by the settings as they are now. */
  private async planDigest(userId: number): Promise<void> {
    const { digest, timeZone } = await this.get(userId)
    await this.db.notificationSettings.updateOne(
      { _id: userId },
      digest === 'off'
        ? { $unset: { digestAt: 1 } }
        : { $set: { digestAt: nextDigestAt(digest, this.clock.now(), timeZone ?? this.siteTimeZone) } },
    )
  }

  /** Returns a member's settings, and the language of mails. */
  async withLanguage(userId: number): Promise<{ settings: NotificationSettings; language: Language }> {
    const found = await this.db.notificationSettings.findOne({ _id: userId })
    return {
      settings: { ...DEFAULT_NOTIFICATION_SETTINGS, ...found?.settings },
      language: found?.language ?? 'zh',
    }
  }

  /** Ends the mails of one kind, or all; the list of notifications keeps what is new. */
  async endMails(userId: number, ended: NotificationSettingKind | 'digest' | 'all'): Promise<void> {
    const settings = await this.get(userId)
    const kinds = NOTIFICATION_SETTINGS.filter(
      (kind) => settings[kind] === 'mail' && (ended === 'all' || ended === kind),
    )
    await this.change(userId, {
      ...Object.fromEntries(kinds.map((kind) => [kind, 'site'])),
      ...(ended === 'digest' || ended === 'all' ? { digest: 'off' } : {}),
    })
  }
}
