import { HOUR_MS, MINUTE_MS, type Clock } from '@forum/shared/clock'
import { MAIL_TRIES_MAX, MAIL_WAIT_MINUTES } from '../../platform/limits'
import { DURABLE } from '../../platform/mongo/database'
import type { Collection } from '../../platform/mongo/model'
import type { OutgoingMailDoc } from './outgoing-mails.model'

/** A process that takes longer to send a mail counts as dead: another one sends it. */
const SENDING_MS = 2 * MINUTE_MS
const LONGEST_BACK_OFF_MS = 6 * HOUR_MS

/** News for a member, to be mailed. */
export interface MailedNews {
  userId: number
  group: string
}

/** The mails that wait to be sent, one for each member and thread. */
export class MailQueue {
  constructor(
    private readonly db: { outgoingMails: Collection<OutgoingMailDoc> },
    private readonly clock: Clock,
  ) {}

  /** Adds news to the mails that wait for them, or to new ones. A repeat of news makes no second mail. */
  async add(news: readonly MailedNews[], waitMs = MAIL_WAIT_MINUTES * MINUTE_MS): Promise<void> {
    if (news.length === 0) return
    const now = this.clock.now()
    const dueAt = new Date(now.getTime() + waitMs)
    await this.db.outgoingMails.bulkWrite(
      news.map(({ userId, group }) => ({
        updateOne: {
          filter: { _id: `${userId}:${group}` },
          update: { $inc: { version: 1 }, $setOnInsert: { userId, group, dueAt, tries: 0, since: now } },
          upsert: true,
        },
      })),
      { ordered: false, writeConcern: DURABLE },
    )
  }

  /** Takes the next mail that is due, so that no other process sends it meanwhile; null if none is. */
  takeNext(): Promise<OutgoingMailDoc | null> {
    const now = this.clock.now()
    return this.db.outgoingMails.findOneAndUpdate(
      { dueAt: { $lte: now } },
      { $set: { dueAt: new Date(now.getTime() + SENDING_MS) } },
      { sort: { dueAt: 1 }, returnDocument: 'after', writeConcern: DURABLE },
    )
  }

  /** Returns the other mails of a member that have waited for the end of a silence. */
  delayedOf({ _id, userId }: OutgoingMailDoc): Promise<OutgoingMailDoc[]> {
    return this.db.outgoingMails.find({ userId, _id: { $ne: _id }, isDelayed: true }).toArray()
  }

  /** Removes a mail that was sent, or waits on if news were added meanwhile. */
  async finish({ _id, version }: OutgoingMailDoc): Promise<void> {
    const { deletedCount } = await this.db.outgoingMails.deleteOne(
      { _id, version },
      { writeConcern: DURABLE },
    )
    if (deletedCount > 0) return
    const dueAt = new Date(this.clock.now().getTime() + MAIL_WAIT_MINUTES * MINUTE_MS)
    await this.db.outgoingMails.updateOne({ _id }, { $set: { dueAt, tries: 0 }, $unset: { isDelayed: 1 } })
  }

  /** Lets a mail wait until a member's silence may be over. */
  async delay({ _id }: OutgoingMailDoc, until: Date): Promise<void> {
    await this.db.outgoingMails.updateOne({ _id }, { $set: { dueAt: until, isDelayed: true } })
  }

  /** Lets a mail that could not be sent wait, longer each time; gives it up after `MAIL_TRIES_MAX`. */
  async retry({ _id, tries }: OutgoingMailDoc): Promise<'waits' | 'dropped'> {
    if (tries + 1 >= MAIL_TRIES_MAX) {
      await this.db.outgoingMails.deleteOne({ _id })
      return 'dropped'
    }
    const waitMs = Math.min(MINUTE_MS * 2 ** tries, LONGEST_BACK_OFF_MS)
    const dueAt = new Date(this.clock.now().getTime() + waitMs)
    await this.db.outgoingMails.updateOne({ _id }, { $set: { dueAt }, $inc: { tries: 1 } })
    return 'waits'
  }

  count(): Promise<number> {
    return this.db.outgoingMails.estimatedDocumentCount()
  }
}
