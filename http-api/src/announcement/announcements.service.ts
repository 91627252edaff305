import type { Clock } from '@forum/shared/clock'
import type { Announcement } from '@forum/shared/contract'
import { audiences } from '@forum/shared/events'
import { mayAdminister } from '@forum/shared/policies'
import { ForumError } from '@forum/shared/errors'
import type { Freshness, WriterCache } from '../freshness'
import type { ModerationLog } from '../moderation-log'
import { DURABLE } from '../platform/database'
import { keepAct } from '../platform/unlogged-acts'
import type { Publisher } from '../platform/publisher'
import type { Viewer } from '../platform/viewer'
import { authorize } from '../platform/authorize'
import type { Collection } from '../platform/model'
import type { AnnouncementDoc } from './announcement.model'

const CURRENT = 'current'

/** Shown until an admin writes an announcement. Board 3 takes feedback in the default tree. */
const DEFAULT_TEXT =
  '意见和建议请到[url=/boards/3]【意见反馈】[/url]版（3 号版）发帖；每周日凌晨 2:00–4:00（美东时间）例行维护，届时可能无法访问。'

/** The announcement above the home page. */
export class Announcements {
  private readonly reads: WriterCache<typeof CURRENT, AnnouncementDoc>

  constructor(
    private readonly deps: {
      db: { announcements: Collection<AnnouncementDoc> }
      publisher: Publisher
      log: ModerationLog
      clock: Clock
      freshness: Freshness
      onFailure: (error: unknown) => void
    },
  ) {
    this.reads = deps.freshness.cache(async () => {
      const found = await deps.db.announcements.findOne({ _id: CURRENT })
      return new Map(found ? [[CURRENT, found]] : [])
    })
  }

  async current(): Promise<Announcement> {
    const found = await this.reads.get(CURRENT)
    return found ? present(found) : { text: DEFAULT_TEXT, updatedAt: null }
  }

  /**
   * Replaces the announcement.
   *
   * @param undo the entry of the moderation log that this takes back, and the text that it must still be
   * @throws ForumError `FORBIDDEN`, `CONFLICT` if the announcement is not the expected one
   */
  async set(
    { actor }: Viewer,
    text: string,
    undo?: { undoes: number; expected: string; reason?: string | undefined },
  ): Promise<Announcement> {
    authorize(mayAdminister(actor))
    const { db, publisher, clock, log, onFailure } = this.deps
    const before = await db.announcements.findOne({ _id: CURRENT })
    if (undo && before?.text !== undo.expected) throw new ForumError('CONFLICT')
    const doc = { text, updatedAt: clock.now(), updatedBy: actor.id }
    const act = log.draft({
      actorId: actor.id,
      action: 'set_announcement',
      target: 'announcement',
      changes: [{ field: 'text', before: before ? before.text : DEFAULT_TEXT, after: text }],
      ...(undo ? { undoes: undo.undoes, reason: undo.reason || null } : {}),
    })
    const kept = keepAct(act)
    await db.announcements.updateOne(
      undo ? { _id: CURRENT, text: undo.expected } : { _id: CURRENT },
      { $set: { ...doc, ...kept.$set }, $push: kept.$push },
      { upsert: !undo, writeConcern: DURABLE },
    )
    this.reads.invalidate(CURRENT)
    await log.appendKept(db.announcements, CURRENT, act)
    const announcement = present(doc)
    try {
      await publisher.publish(audiences.everyone(), 'announcement:changed', { announcement })
    } catch (error) {
      // Ignoring the failure is safe: pages fetch the announcement again when they reconnect.
      onFailure(error)
    }
    return announcement
  }
}

const present = ({ text, updatedAt }: Pick<AnnouncementDoc, 'text' | 'updatedAt'>): Announcement => ({
  text,
  updatedAt: updatedAt.toISOString(),
})
