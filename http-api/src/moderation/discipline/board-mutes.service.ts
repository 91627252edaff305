import { randomUUID } from 'node:crypto'
import { refusedField, ForumError } from '@forum/shared/errors'
import type { Clock } from '@forum/shared/clock'
import { mayMuteInBoard, type Actor } from '@forum/shared/policies'
import type { Sessions } from '../../accounts'
import type { BoardQueries } from '../../boards'
import type { Freshness } from '../../log'
import { NOT_DELETED, type BoardMute, type MemberDoc, type MemberQueries } from '../../members'
import { authorize } from '../../platform/http/authorize'
import { DURABLE, insertDurable } from '../../platform/mongo/database'
import type { Collection } from '../../platform/mongo/model'
import { actWork, withWork } from '../../platform/work/unfinished'
import { SYSTEM, type ActDraft, type Logged, type ModerationLog } from '../../record'
import type { DisciplineDoc } from './discipline.model'
import { NOTICE, type DisciplineNotices } from './discipline-notices.service'
import type { DisciplineNotes } from './discipline.service'

/** Mutes in one board and its sub-boards, which are for the moderators of that board. */
export class BoardMutes {
  constructor(
    private readonly deps: {
      db: { members: Collection<MemberDoc>; discipline: Collection<DisciplineDoc> }
      members: MemberQueries
      boards: BoardQueries
      sessions: Pick<Sessions, 'applyRights'>
      freshness: Freshness
      notices: DisciplineNotices
      log: ModerationLog
      clock: Clock
    },
  ) {}

  /**
   * Prevents a member from writing in a board until a time; null lifts the mute.
   *
   * @param given `from` is the end of the mute that an undo takes back
   * @throws ForumError `NOT_FOUND`, `FORBIDDEN`, `VALIDATION_FAILED` for an end in the past, `CONFLICT` if another
   *   moderator was faster
   */
  async set(
    actor: Actor,
    userId: number,
    given: { boardId: number; until: Date | null; from?: Date | null | undefined } & Omit<
      DisciplineNotes,
      'expected'
    >,
  ): Promise<{ logged: Logged | null }> {
    const { db, clock, log, sessions, notices } = this.deps
    const { boardId, until, reason = '', key, undoes, from } = given
    const now = clock.now()
    if (until !== null && until <= now) throw refusedField('until', 'range')
    await this.authorize(actor, userId, boardId)
    const stored = (await db.members.findOne({ _id: userId }, { projection: { boardMutes: 1 } }))?.boardMutes
    const before = stored?.find((one) => one.boardId === boardId && one.until > now)?.until ?? null
    if (undoes !== undefined && from !== undefined && before?.getTime() !== from?.getTime())
      throw new ForumError('CONFLICT')
    if (until === null && before === null) return { logged: null }
    const notice: DisciplineDoc = {
      _id: randomUUID(),
      userId,
      actorId: actor.id,
      boardId,
      kind: until === null ? 'unmute' : 'mute',
      at: now,
      until,
      role: null,
      reason,
      unfinished: [{ id: NOTICE, kind: 'discipline_notice', since: now }],
    }
    await insertDurable(db.discipline, notice)
    const act = log.draft({
      ...actIn(userId, boardId, { before, after: until }),
      actorId: actor.id,
      reason: reason || null,
      ...(key === undefined ? {} : { key }),
      ...(undoes === undefined ? {} : { undoes }),
    })
    const logged = await this.replace(userId, stored, { boardId, until }, act)
    if (logged === null) throw new ForumError('CONFLICT')
    await sessions.applyRights([userId])
    await notices.notify(notice)
    return { logged }
  }

  /** Removes a mute of a member that is over, if there is one, and logs its end, as an act of the system. */
  async endOne({ _id, boardMutes = [] }: MemberDoc): Promise<void> {
    const { clock, log } = this.deps
    const now = clock.now()
    const over = boardMutes.find(({ until }) => until <= now)
    if (!over) return
    const { boardId, until } = over
    const act = log.draft({
      ...actIn(_id, boardId, { before: until, after: null }),
      key: `end:mute:${_id}:${boardId}:${until.getTime()}`,
      at: until,
      actorId: SYSTEM,
    })
    await this.replace(_id, boardMutes, { boardId, until: null }, act)
  }

  /**
   * Mutes those who are muted in a board also in the one that it was merged into, for as long, except its moderators.
   * Repeatable.
   */
  async carryOver(fromBoardId: number, toBoardId: number): Promise<void> {
    const { db, clock, boards, sessions } = this.deps
    const tree = await boards.wholeStructure()
    const now = clock.now()
    const muted = await db.members.distinct('_id', {
      boardMutes: { $elemMatch: { boardId: fromBoardId, until: { $gt: now } } },
    })
    for (const userId of muted) {
      if (tree.moderatedBy(userId).includes(toBoardId)) continue
      // Another moderator may change the mutes meanwhile.
      for (let isDone = false; !isDone;) {
        const member = await db.members.findOne({ _id: userId }, { projection: { boardMutes: 1 } })
        const untilIn = (id: number) =>
          member?.boardMutes?.find(({ boardId }) => boardId === id)?.until ?? now
        const until = untilIn(fromBoardId)
        isDone =
          until <= untilIn(toBoardId) ||
          (await this.store(userId, member?.boardMutes, { boardId: toBoardId, until }))
      }
      await sessions.applyRights([userId])
    }
  }

  private async authorize(actor: Actor, userId: number, boardId: number): Promise<void> {
    const { members, boards } = this.deps
    const tree = await boards.wholeStructure()
    if (!tree.find(boardId)) throw new ForumError('NOT_FOUND')
    const { role } = await members.byId(userId)
    const isModerator = tree.moderatedBy(userId).includes(boardId)
    authorize(mayMuteInBoard(actor, { id: userId, role, isModerator }, boardId))
  }

  /** Stores the mute of one board, unless the mutes have changed meanwhile: then returns null. */
  private async replace(
    userId: number,
    stored: BoardMute[] | undefined,
    { boardId, until }: { boardId: number; until: Date | null },
    act: ActDraft,
  ): Promise<Logged | null> {
    const { db, log } = this.deps
    if (!(await this.store(userId, stored, { boardId, until }, act))) return null
    return log.appendCarried(db.members, userId, act)
  }

  /** Stores the mute of one board, with the act that is to be logged; false if the mutes have changed meanwhile. */
  private async store(
    userId: number,
    stored: BoardMute[] | undefined,
    { boardId, until }: { boardId: number; until: Date | null },
    act?: ActDraft,
  ): Promise<boolean> {
    const { db, freshness } = this.deps
    const boardMutes = [
      ...(stored ?? []).filter((one) => one.boardId !== boardId),
      ...(until === null ? [] : [{ boardId, until }]),
    ]
    const unchanged = stored === undefined ? { $exists: false } : { $eq: stored }
    const update = { $set: { boardMutes } }
    const { matchedCount } = await db.members.updateOne(
      { $and: [{ _id: userId, boardMutes: unchanged }, NOT_DELETED] },
      act ? withWork(update, actWork(act)) : update,
      { writeConcern: DURABLE },
    )
    if (matchedCount > 0) freshness.emit('memberChanged', userId)
    return matchedCount > 0
  }
}

const actIn = (userId: number, boardId: number, end: { before: Date | null; after: Date | null }) => ({
  action: end.after === null ? ('unmute_user' as const) : ('mute_user' as const),
  userId,
  boardIds: [boardId],
  target: `member ${userId} mute in ${boardId}`,
  changes: [
    {
      field: 'mutedUntil',
      before: end.before?.toISOString() ?? null,
      after: end.after?.toISOString() ?? null,
    },
  ],
})
