import { DAY_MS, type Clock } from '@forum/shared/clock'
import type { Announcement, GivenAnnouncement, ListedAnnouncement } from '@forum/shared/contract'
import { audiences } from '@forum/shared/events'
import { ANNOUNCEMENTS_MAX } from '../platform/limits'
import { mayAdminister, maySeeBoard } from '@forum/shared/policies'
import { ForumError, refusedField } from '@forum/shared/errors'
import type { BoardQueries } from '../boards'
import type { Freshness } from '../log'
import type { MemberQueries } from '../members'
import type { CurrentValues } from '../platform/work/copies'
import { changedFields, type ModerationLog } from '../record'
import { DURABLE, insertDurable } from '../platform/mongo/database'
import type { Ids } from '../platform/mongo/ids'
import { actWork, FINISHED, withWork } from '../platform/work/unfinished'
import type { Publisher } from '../platform/work/publisher'
import type { Reader, Viewer } from '../platform/http/viewer'
import { authorize } from '../platform/http/authorize'
import type { Collection } from '../platform/mongo/model'
import type { AnnouncementDoc } from './announcement.model'

const CURRENT = 'current'
/** The id under which the API knows it. */
const CURRENT_ID = 1
const ALL = 'all'

/** An announcement to everyone; `until` is null for one without an end. */
interface Announced {
  text: string
  until: Date | null
}

const NONE: Announcement = { text: '', updatedAt: null, until: null }

const storedIdOf = (id: number) => (id === CURRENT_ID ? CURRENT : String(id))
const idOf = ({ _id }: Pick<AnnouncementDoc, '_id'>) => (_id === CURRENT ? CURRENT_ID : Number(_id))

/** The announcements of admins: above the home page, to some of the members, or in a board. */
export class Announcements {
  private readonly reads: CurrentValues<typeof ALL, AnnouncementDoc[]>

  constructor(
    private readonly deps: {
      db: { announcements: Collection<AnnouncementDoc> }
      boards: BoardQueries
      members: MemberQueries
      /** Returns for how many days a member is a newcomer. */
      newcomerDays: () => number
      ids: Ids
      publisher: Publisher
      log: ModerationLog
      clock: Clock
      freshness: Freshness
      onFailure: (error: unknown) => void
    },
  ) {
    this.reads = deps.freshness.copies.values(async () => {
      const isShown = { $or: [{ _id: CURRENT }, { text: { $ne: '' } }] }
      const found = await deps.db.announcements.find(isShown, { limit: ANNOUNCEMENTS_MAX + 1 }).toArray()
      return new Map([[ALL, found.toSorted((a, b) => idOf(a) - idOf(b))]])
    })
  }

  /** Returns the first announcement to everyone; one that is over has no text. */
  async current(): Promise<Announcement> {
    const [first] = await this.shownTo(null, null)
    if (first) return presentFirst(first)
    const ended = (await this.reads.get(ALL))?.find(({ _id }) => _id === CURRENT)
    return ended ? { ...NONE, updatedAt: ended.updatedAt.toISOString() } : NONE
  }

  /** Returns the announcements that a reader sees now, in a board or on the whole site. */
  async list(reader: Reader, boardId: number | null): Promise<ListedAnnouncement[]> {
    if (boardId !== null && !maySeeBoard(reader.as, boardId)) return []
    return (await this.shownTo(reader.viewer, boardId)).map(present)
  }

  /**
   * Returns all announcements, also those to come and those that are over.
   *
   * @throws ForumError `FORBIDDEN`
   */
  async all({ actor }: Viewer): Promise<ListedAnnouncement[]> {
    authorize(mayAdminister(actor))
    return ((await this.reads.get(ALL)) ?? []).filter(({ text }) => text !== '').map(present)
  }

  /**
   * Replaces the announcement to everyone.
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
    const { db, clock, log } = this.deps
    if (!undo) this.requireFuture(until)
    const before = await db.announcements.findOne({ _id: CURRENT })
    const doc = { ...fieldsOf({ text, until }), updatedAt: clock.now(), updatedBy: actor.id }
    // Taking this back must not show everyone what only some could read.
    const wasForAll = before !== null && (before.audience ?? 'everyone') === 'everyone' && !before.boardId
    const shownBefore = wasForAll ? before : null
    const act = log.draft({
      actorId: actor.id,
      action: 'set_announcement',
      target: `announcement ${CURRENT}`,
      changes: [
        { field: 'text', before: shownBefore?.text ?? '', after: text },
        ...untilChange(shownBefore?.until ?? null, until),
      ],
      ...(undo ? { undoes: undo.undoes, reason: undo.reason || null } : {}),
    })
    const { matchedCount, upsertedCount } = await db.announcements.updateOne(
      undo ? { _id: CURRENT, ...undo.expected } : { _id: CURRENT },
      withWork({ $set: doc }, actWork(act)),
      { upsert: !undo, writeConcern: DURABLE },
    )
    if (matchedCount + upsertedCount === 0) throw new ForumError('CONFLICT')
    this.reads.invalidate(ALL)
    await log.appendCarried(db.announcements, CURRENT, act)
    await this.publish()
    const isOver = until !== null && until <= clock.now()
    return isOver
      ? { ...NONE, updatedAt: doc.updatedAt.toISOString() }
      : presentFirst({ ...doc, _id: CURRENT })
  }

  /**
   * Adds an announcement.
   *
   * @throws ForumError `FORBIDDEN`, `NOT_FOUND` for a board that does not exist, `VALIDATION_FAILED` if it would already
   * be over, `CONFLICT` if there are too many
   */
  async create({ actor }: Viewer, given: GivenAnnouncement): Promise<ListedAnnouncement> {
    authorize(mayAdminister(actor))
    const { db, clock, ids, log } = this.deps
    await this.requireValid(given)
    if ((await db.announcements.countDocuments({ text: { $ne: '' } })) >= ANNOUNCEMENTS_MAX)
      throw new ForumError('CONFLICT')
    const _id = String(CURRENT_ID + (await ids.next('announcements')))
    const doc = { _id, ...fieldsOf(given), updatedAt: clock.now(), updatedBy: actor.id }
    const changes = changedFields(null, loggedOf(doc))
    const target = `announcement ${_id}`
    const act = log.draft({ actorId: actor.id, action: 'create_announcement', target, changes })
    await insertDurable(db.announcements, { ...doc, unfinished: [actWork(act)] })
    this.reads.invalidate(ALL)
    await log.appendCarried(db.announcements, _id, act)
    await this.publish()
    return present(doc)
  }

  /**
   * Replaces an announcement.
   *
   * @throws ForumError as `create`, `NOT_FOUND`
   */
  async update({ actor }: Viewer, id: number, given: GivenAnnouncement): Promise<ListedAnnouncement> {
    authorize(mayAdminister(actor))
    const { db, clock, log } = this.deps
    const _id = storedIdOf(id)
    const isLeft = { _id, text: { $ne: '' } }
    const before = await db.announcements.findOne(isLeft)
    if (!before) throw new ForumError('NOT_FOUND')
    await this.requireValid(given)
    const doc = { _id, ...fieldsOf(given), updatedAt: clock.now(), updatedBy: actor.id }
    const changes = changedFields(loggedOf(before), loggedOf(doc))
    if (changes.length === 0) return present(before)
    const target = `announcement ${_id}`
    const act = log.draft({ actorId: actor.id, action: 'update_announcement', target, changes })
    const { _id: _same, ...set } = doc
    const { matchedCount } = await db.announcements.updateOne(isLeft, withWork({ $set: set }, actWork(act)), {
      writeConcern: DURABLE,
    })
    if (matchedCount === 0) throw new ForumError('NOT_FOUND')
    this.reads.invalidate(ALL)
    await log.appendCarried(db.announcements, _id, act)
    await this.publish()
    return present(doc)
  }

  /**
   * Removes an announcement.
   *
   * @throws ForumError `FORBIDDEN`, `NOT_FOUND`
   */
  async remove({ actor }: Viewer, id: number): Promise<void> {
    authorize(mayAdminister(actor))
    const { db, log } = this.deps
    const _id = storedIdOf(id)
    const before = await db.announcements.findOne({ _id })
    if (!before || before.text === '') throw new ForumError('NOT_FOUND')
    const changes = changedFields(loggedOf(before), null)
    const target = `announcement ${_id}`
    const act = log.draft({ actorId: actor.id, action: 'delete_announcement', target, changes })
    // The act is kept in the document until it is logged, so it is emptied first.
    const emptied = { text: '', updatedAt: this.deps.clock.now(), updatedBy: actor.id }
    const { matchedCount } = await db.announcements.updateOne(
      { _id, text: { $ne: '' } },
      withWork({ $set: emptied }, actWork(act)),
      { writeConcern: DURABLE },
    )
    if (matchedCount === 0) throw new ForumError('NOT_FOUND')
    this.reads.invalidate(ALL)
    const { entry } = await log.appendCarried(db.announcements, _id, act)
    if (entry !== null && _id !== CURRENT) await db.announcements.deleteOne({ _id, text: '', ...FINISHED })
    await this.publish()
  }

  /** Shows the announcements of a board in the one that it was merged into. Repeatable. */
  async carryOver(fromBoardId: number, toBoardId: number): Promise<void> {
    const of = { boardId: fromBoardId }
    const update = { $set: { boardId: toBoardId } }
    const { modifiedCount } = await this.deps.db.announcements.updateMany(of, update, {
      writeConcern: DURABLE,
    })
    if (modifiedCount === 0) return
    this.reads.invalidate(ALL)
    await this.publish()
  }

  /** Returns the announcements that a reader sees now, the first first. */
  private async shownTo(viewer: Viewer | null, boardId: number | null): Promise<AnnouncementDoc[]> {
    const now = this.deps.clock.now()
    const all = (await this.reads.get(ALL)) ?? []
    const inForce = all.filter(
      ({ text, from = null, until = null, boardId: of = null }) =>
        text !== '' && (from === null || from <= now) && (until === null || until > now) && of === boardId,
    )
    const isNew = inForce.some(({ audience }) => audience === 'newcomers') && (await this.isNewcomer(viewer))
    return inForce.filter(({ audience = 'everyone' }) =>
      audience === 'newcomers' ? isNew : audience === 'everyone' || viewer !== null,
    )
  }

  private async isNewcomer(viewer: Viewer | null): Promise<boolean> {
    if (!viewer) return false
    const { members, newcomerDays, clock } = this.deps
    const { joinedAt } = await members.byId(viewer.actor.id)
    return joinedAt.getTime() > clock.now().getTime() - newcomerDays() * DAY_MS
  }

  private async requireValid({ boardId = null, from = null, until = null }: GivenAnnouncement) {
    this.requireFuture(until)
    if (from !== null && until !== null && from >= until) throw refusedField('until', 'range')
    if (boardId !== null && !(await this.deps.boards.wholeStructure()).find(boardId))
      throw new ForumError('NOT_FOUND')
  }

  private requireFuture(until: Date | null): void {
    if (until !== null && until <= this.deps.clock.now()) throw refusedField('until', 'range')
  }

  /** Has open pages show what is announced now. */
  private async publish(): Promise<void> {
    const { publisher, onFailure } = this.deps
    try {
      const announcement = await this.current()
      await publisher.publish(audiences.everyone(), 'announcement:changed', { announcement })
    } catch (error) {
      // Ignoring the failure is safe: pages fetch the announcements again when they reconnect.
      onFailure(error)
    }
  }
}

/** Returns the change of the end for the log, which has none between two announcements without an end. */
const untilChange = (before: Date | null, after: Date | null) =>
  before === null && after === null
    ? []
    : [{ field: 'until', before: before?.toISOString() ?? null, after: after?.toISOString() ?? null }]

const fieldsOf = ({
  text,
  from = null,
  until = null,
  audience = 'everyone',
  boardId = null,
}: GivenAnnouncement) => ({
  text,
  from,
  until,
  audience,
  boardId,
})

const presentFirst = ({ text, updatedAt, until = null }: AnnouncementDoc): Announcement => ({
  text,
  updatedAt: updatedAt.toISOString(),
  until: until?.toISOString() ?? null,
})

const present = (doc: AnnouncementDoc): ListedAnnouncement => ({
  id: idOf(doc),
  text: doc.text,
  from: doc.from?.toISOString() ?? null,
  until: doc.until?.toISOString() ?? null,
  audience: doc.audience ?? 'everyone',
  boardId: doc.boardId ?? null,
  updatedAt: doc.updatedAt.toISOString(),
})

const loggedOf = (of: AnnouncementDoc) => ({
  text: of.text,
  from: of.from?.toISOString() ?? null,
  until: of.until?.toISOString() ?? null,
  audience: of.audience ?? 'everyone',
  boardId: of.boardId ?? null,
})
