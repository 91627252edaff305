import type { ModerationAction } from '@forum/shared/acts'
import type { LogEntry } from '@forum/shared/contract'
import type { Clock } from '@forum/shared/clock'
import type { Language } from '@forum/shared/errors'
import { isStaff, mayReadModeration, type Actor } from '@forum/shared/policies'
import { canonicalCharacter, foldForSearch } from '@forum/shared/text'
import type { Collection } from '../platform/mongo/model'
import type { BoardQueries } from '../boards'
import type { MemberQueries } from '../members'
import type { LogEntryDoc } from '../record'
import { authorize } from '../platform/http/authorize'
import type { SiteCalendar } from '../platform/site-calendar'
import type { ThreadLogCollections } from '../log'
import { boardsInSight, inSightOf } from './in-sight'
import type { Viewer } from '../platform/http/viewer'
import { presentEntries } from './log.presenter'

/** Entries that are examined for a text before a page is returned, however few of them contain it. */
const EXAMINED_MAX = 2_000
const EXAMINED_AT_ONCE = 200

export interface LogFilter {
  before?: number | undefined
  limit: number
  actor?: number | undefined
  action?: ModerationAction | undefined
  userId?: number | undefined
  boardId?: number | undefined
  from?: string | Date | undefined
  to?: string | Date | undefined
  q?: string | undefined
}

interface Reader {
  viewer: Viewer
  language: Language
}

/** Reads of the log of moderation. */
export class LogQueries {
  constructor(
    private readonly deps: {
      db: { moderationLog: Collection<LogEntryDoc> } & Pick<ThreadLogCollections, 'threads'>
      boards: BoardQueries
      members: MemberQueries
      calendar: SiteCalendar
      clock: Clock
    },
  ) {}

  /**
   * Returns entries that the caller may read, the newest first.
   *
   * @throws ForumError `FORBIDDEN`
   */
  async list(filter: LogFilter, reader: Reader): Promise<{ entries: LogEntry[]; nextBefore: number | null }> {
    const { actor } = reader.viewer
    authorize(mayReadModeration(actor, filter.boardId))
    const { limit, q } = filter
    const found: LogEntry[] = []
    let before = filter.before
    for (let examined = 0; examined < EXAMINED_MAX;) {
      const batch = q === undefined ? limit + 1 : EXAMINED_AT_ONCE
      const read = await this.read(actor, { ...filter, before }, batch)
      const entries = await this.present(await inSightOf(actor, read, this.deps.db), reader)
      for (const entry of entries) {
        if (found.length === limit) return { entries: found, nextBefore: before ?? null }
        if (q === undefined || contains(entry, q)) found.push(entry)
        before = entry.id
      }
      before = read.at(-1)?._id ?? before
      if (read.length < batch) return { entries: found, nextBefore: null }
      examined += read.length
    }
    return { entries: found, nextBefore: before ?? null }
  }

  /** Returns an entry that the caller may read; null if there is none. */
  async byId(id: number, { actor }: Viewer): Promise<LogEntryDoc | null> {
    const entry = await this.deps.db.moderationLog.findOne({ _id: id })
    if (!entry || actor.role === 'admin') return entry
    if (entry.isForAdmins) return null
    if (isStaff(actor)) return entry
    const [seen] = await inSightOf(actor, [entry], this.deps.db)
    if (!seen) return null
    return entry.boardIds.some((boardId) => actor.moderatedBoardIds.includes(boardId)) ? entry : null
  }

  /** Returns the entry of an act by its key; null if there is none. */
  async byKey(key: string): Promise<LogEntryDoc | null> {
    return this.deps.db.moderationLog.findOne({ key })
  }

  /** Returns true if a later act changed the same target as an entry. */
  async isFollowed({ _id, target, seq }: LogEntryDoc): Promise<boolean> {
    // Acts on a thread are in the order of its log, which the entries of several processes need not follow.
    const later = seq > 0 ? { seq: { $gt: seq } } : { _id: { $gt: _id } }
    const found = await this.deps.db.moderationLog.findOne(
      { target, ...later },
      {
        projection: { _id: 1 },
      },
    )
    return found !== null
  }

  async present(entries: readonly LogEntryDoc[], { viewer, language }: Reader): Promise<LogEntry[]> {
    const { members, boards, clock } = this.deps
    const [people, tree] = await Promise.all([
      members.people(
        entries.flatMap(({ actorId, userId, undoneBy }) => [actorId, userId ?? actorId, undoneBy ?? actorId]),
      ),
      boards.wholeStructure(),
    ])
    return presentEntries(entries, { people, tree, language, actor: viewer.actor, now: clock.now() })
  }

  private async read(actor: Actor, filter: LogFilter, limit: number): Promise<LogEntryDoc[]> {
    const { calendar, db } = this.deps
    const { before, action, userId, boardId, from, to } = filter
    const within =
      boardId === undefined ? undefined : (await this.deps.boards.wholeStructure()).withDescendants(boardId)
    const boardIds = within ?? (isStaff(actor) ? undefined : [...actor.moderatedBoardIds])
    const since = typeof from === 'string' ? calendar.startOf(from) : from
    const until = typeof to === 'string' ? calendar.endOf(to) : to
    const conditions = {
      ...(before === undefined ? {} : { _id: { $lt: before } }),
      ...(filter.actor === undefined ? {} : { actorId: filter.actor }),
      ...(action === undefined ? {} : { action }),
      ...(userId === undefined ? {} : { userId }),
      $and: [boardIds === undefined ? {} : { boardIds: { $in: boardIds } }, boardsInSight(actor)],
      ...(actor.role === 'admin' ? {} : { isForAdmins: { $exists: false } }),
      ...(since || until ? { at: { ...(since && { $gte: since }), ...(until && { $lt: until }) } } : {}),
    }
    return db.moderationLog.find(conditions, { sort: { _id: -1 }, limit }).toArray()
  }
}

/** Returns true if an entry's reason, title or names contain a text, without regard to case, width and script. */
function contains({ reason, thread, actor, user }: LogEntry, text: string): boolean {
  const wanted = folded(text)
  return [reason, thread?.title, actor?.username, actor?.displayName, user?.username, user?.displayName].some(
    (of) => typeof of === 'string' && folded(of).includes(wanted),
  )
}

const folded = (text: string): string => Array.from(foldForSearch(text).text, canonicalCharacter).join('')
