import type { Clock } from '@forum/shared/clock'
import type { Freshness } from '../../log'
import { NOT_DELETED, type MemberDoc } from '../../members'
import { SYSTEM, type ActDraft, type ModerationLog } from '../../record'
import { DURABLE } from '../../platform/mongo/database'
import type { Collection } from '../../platform/mongo/model'
import { actWork, withWork } from '../../platform/work/unfinished'

const SWEPT_AT_ONCE = 100

/**
 * Logs that mutes and bans ended, as acts of the system at the time of their end. They end without it: every call
 * compares their end with the clock. Clearing the end from the account and keeping its act are one write, so that each
 * end is logged once, by the process that notices it first.
 */
export class DisciplineEnds {
  constructor(
    private readonly deps: {
      db: { members: Collection<MemberDoc> }
      freshness: Freshness
      log: ModerationLog
      /** Called when what everyone sees of a member has changed: a ban has ended. */
      onShownChanged: (member: MemberDoc) => Promise<void>
      clock: Clock
    },
  ) {}

  /** Returns members of whom something is over: a mute, in the whole forum or in boards, or a ban. */
  over(): Promise<MemberDoc[]> {
    const { db, clock } = this.deps
    const over = { $lte: clock.now() }
    return db.members
      .find(
        { $or: [{ mutedUntil: over }, { bannedUntil: over }, { 'boardMutes.until': over }] },
        { limit: SWEPT_AT_ONCE },
      )
      .toArray()
  }

  /** Ends the mute of a member in the whole forum if it is over. */
  async endMute({ _id, mutedUntil: until }: MemberDoc): Promise<void> {
    if (until === null || until > this.deps.clock.now()) return
    const act = this.deps.log.draft({
      key: `end:mute:${_id}:${until.getTime()}`,
      at: until,
      actorId: SYSTEM,
      action: 'unmute_user',
      userId: _id,
      target: `member ${_id} mute`,
      changes: [{ field: 'mutedUntil', before: until.toISOString(), after: null }],
    })
    await this.end(act, { _id, mutedUntil: until }, { mutedUntil: null })
  }

  /** Ends the ban of a member if it is over; lists and searches show open accounts only. */
  async endBan(member: MemberDoc): Promise<void> {
    const { _id, bannedUntil: until } = member
    if (until === null || until > this.deps.clock.now()) return
    const act = this.deps.log.draft({
      key: `end:ban:${_id}:${until.getTime()}`,
      at: until,
      actorId: SYSTEM,
      action: 'unban_user',
      userId: _id,
      target: `member ${_id} ban`,
      changes: [
        { field: 'bannedUntil', before: until.toISOString(), after: null },
        { field: 'isBanned', before: true, after: false },
      ],
    })
    const open = { status: 'active' as const, banReason: null, bannedUntil: null }
    await this.end(act, { _id, status: 'banned', bannedUntil: until }, open)
    await this.deps.onShownChanged({ ...member, ...open })
  }

  private async end(
    act: ActDraft,
    expected: Pick<MemberDoc, '_id'> & Partial<MemberDoc>,
    $set: Partial<MemberDoc>,
  ): Promise<void> {
    const { db, freshness, log } = this.deps
    const { _id } = expected
    const { matchedCount } = await db.members.updateOne(
      { $and: [expected, NOT_DELETED] },
      withWork({ $set }, actWork(act)),
      { writeConcern: DURABLE },
    )
    if (matchedCount === 0) return
    freshness.emit('memberChanged', _id)
    await log.appendCarried(db.members, _id, act)
  }
}
