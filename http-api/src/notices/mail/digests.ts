import type { Clock } from '@forum/shared/clock'
import type { Collection } from '../../platform/mongo/model'
import type { NotificationSettingsDoc } from '../notifications.model'
import type { MailQueue } from './mail-queue.service'
import { nextDigestAt } from './quiet'

const AT_ONCE = 200

/** Has digests mailed when they are due. A few members at a time, so that memory does not grow with their number. */
export class Digests {
  constructor(
    private readonly deps: {
      db: { notificationSettings: Collection<NotificationSettingsDoc> }
      queue: MailQueue
      siteTimeZone: string
      clock: Clock
    },
  ) {}

  async sweep(): Promise<void> {
    const { db, queue, siteTimeZone, clock } = this.deps
    for (;;) {
      const now = clock.now()
      const due = await db.notificationSettings
        .find({ digestAt: { $lte: now } }, { sort: { digestAt: 1 }, limit: AT_ONCE })
        .toArray()
      // The mails first: a digest that is found again makes no second one.
      await queue.add(
        due.map(({ _id: userId }) => ({ userId, group: 'digest' })),
        0,
      )
      for (const { _id, settings, digestAt } of due) {
        const { digest = 'off', timeZone } = settings
        const isOf = digestAt === undefined ? {} : { digestAt }
        await db.notificationSettings.updateOne(
          { _id, ...isOf },
          digest === 'off'
            ? { $unset: { digestAt: 1 } }
            : { $set: { digestAt: nextDigestAt(digest, now, timeZone ?? siteTimeZone) } },
        )
      }
      if (due.length < AT_ONCE) return
    }
  }
}
