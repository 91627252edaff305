import type { Clock } from '@forum/shared/clock'
import type { Announcement } from '@forum/shared/contract'
import { audiences } from '@forum/shared/events'
import { mayAdminister } from '@forum/shared/policies'
import { ForumError } from '@forum/shared/errors'
import type { Freshness } from '../log'
import type { CurrentValues } from '../platform/work/copies'
import type { ModerationLog } from '../record'
import { DURABLE } from '../platform/mongo/database'
import { actWork, withWork } from '../platform/work/unfinished'
import type { Publisher } from '../platform/work/publisher'
import type { Viewer } from '../platform/http/viewer'
import { authorize } from '../platform/http/authorize'
import type { Collection } from '../platform/mongo/model'
import type { AnnouncementDoc } from './announcement.model'

const CURRENT = 'current'

/** Shown until an admin writes an announcement. Board 3 takes feedback in the default tree. */
const DEFAULT_TEXT =
  '意见和建议请到[url=/boards/3]【意见反馈】[/url]版（3 号版）发帖；每周日凌晨 2:00–4:00（美东时间）例行维护，届时可能无法访问。'

/** What an admin announces; `until` is null for an announcement without an end. */
interface Announced {
  text: string
  until: Date | null
}

/** The announcement above the home page. */
export class Announcements {
  private readonly reads: CurrentValues<typeof CURRENT, AnnouncementDoc>

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
    this.reads = deps.freshness.copies.values(async () => {
      const found = await deps.db.announcements.findOne({ _id: CURRENT })
      return new Map(found ? [[CURRENT, found]] : [])
    })
  }

  async current(): Promise<Announcement> {
    const found = await this.reads.get(CURRENT)
    return found
      ? present(found, this.deps.clock.now())
      : { text: DEFAULT_TEXT, updatedAt: null, until: null }
  }

  /**
   * Replaces the announcement.
   *
   * @param undo the entry of the moderation log that this takes back, and the announcement that it must still be
   * @throws ForumError `FORBIDDEN`, `VALIDATION_FAILED` if a new announcement would already be over, `CONFLICT` if the
   * announcement is not the expected one
   */
  async set(
    { actor }: Viewer,
    { text, until }: Announced,
    undo?: { undoes: number; expected: Announced; reason?: string | undefined },
  ): Promise<Announcement> {
    authorize(mayAdminister(actor))
    const { db, publisher, clock, log, onFailure } = this.deps
    if (!undo && until !== null && until <= clock.now()) {
      throw new ForumError('VALIDATION_FAILED', { fields: [{ field: 'until', code: 'range' }] })
    }
    const before = await db.announcements.findOne({ _id: CURRENT })
    const doc = { text, until, updatedAt: clock.now(), updatedBy: actor.id }
    const act = log.draft({
      actorId: actor.id,
      action: 'set_announcement',
      target: 'announcement',
      changes: [
        { field: 'text', before: before ? before.text : DEFAULT_TEXT, after: text },
        ...untilChange(before?.until ?? null, until),
      ],
      ...(undo ? { undoes: undo.undoes, reason: undo.reason || null } : {}),
    })
    const { matchedCount, upsertedCount } = await db.announcements.updateOne(
      undo ? { _id: CURRENT, ...undo.expected } : { _id: CURRENT },
      withWork({ $set: doc }, actWork(act)),
      { upsert: !undo, writeConcern: DURABLE },
    )
    if (matchedCount + upsertedCount === 0) throw new ForumError('CONFLICT')
    this.reads.invalidate(CURRENT)
    await log.appendCarried(db.announcements, CURRENT, act)
    const announcement = present(doc, clock.now())
    try {
      await publisher.publish(audiences.everyone(), 'announcement:changed', { announcement })
    } catch (error) {
      // Ignoring the failure is safe: pages fetch the announcement again when they reconnect.
      onFailure(error)
    }
    return announcement
  }
}

/** Returns the change of the end for the log, which has none between two announcements without an end. */
const untilChange = (before: Date | null, after: Date | null) =>
  before === null && after === null
    ? []
    : [{ field: 'until', before: before?.toISOString() ?? null, after: after?.toISOString() ?? null }]

/** Returns an announcement as readers get it: one that is over has no text. */
function present(
  { text, updatedAt, until = null }: Pick<AnnouncementDoc, 'text' | 'updatedAt' | 'until'>,
  now: Date,
): Announcement {
  const isOver = until !== null && until <= now
  return {
    text: isOver ? '' : text,
    updatedAt: updatedAt.toISOString(),
    until: isOver ? null : (until?.toISOString() ?? null),
  }
}
