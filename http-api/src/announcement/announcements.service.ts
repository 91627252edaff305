import type { Clock } from '@forum/shared/clock'
import type { Announcement } from '@forum/shared/contract'
import { audiences } from '@forum/shared/events'
import { mayAdminister } from '@forum/shared/policies'
import { DURABLE } from '../platform/database'
import type { Freshness, WriterCache } from '../freshness'
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

  async set({ actor }: Viewer, text: string): Promise<Announcement> {
    authorize(mayAdminister(actor))
    const { db, publisher, clock, onFailure } = this.deps
    const doc = { text, updatedAt: clock.now(), updatedBy: actor.id }
    await db.announcements.updateOne({ _id: CURRENT }, { $set: doc }, { upsert: true, writeConcern: DURABLE })
    this.reads.invalidate(CURRENT)
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
