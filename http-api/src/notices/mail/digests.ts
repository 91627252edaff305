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
      const planned = due.map(({ _id, settings, digestAt }) => {
        const { digest = 'off', timeZone } = settings
        // Not that of a member who has changed the settings meanwhile.
        const filter = digestAt === undefined ? { _id } : { _id, digestAt }
        const update =
          digest === 'off'
            ? { $unset: { digestAt: 1 as const } }
            : { $set: { digestAt: nextDigestAt(digest, now, timeZone ?? siteTimeZone) } }
        return { updateOne: { filter, update } }
      })
      // In one call: with one for each member, those who come first would wait for all others.
      if (planned.length > 0) await db.notificationSettings.bulkWrite(planned, { ordered: false })
      if (due.length < AT_ONCE) return
    }
  }
}
