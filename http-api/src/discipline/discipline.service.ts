import { randomUUID } from 'node:crypto'
import type { Clock } from '@forum/shared/clock'
import type { Role } from '@forum/shared/contract'
import { ForumError } from '@forum/shared/errors'
import { isMuted, mayChangeRole, mayDiscipline, type Actor, type Verdict } from '@forum/shared/policies'
import { looksLikeStaff } from '@forum/shared/text'
import type { mongo } from 'mongoose'
import type { Sessions } from '../auth'
import type { Freshness } from '../freshness'
import type { MemberDoc, MemberQueries } from '../members'
import { authorize } from '../platform/authorize'
import { DURABLE, insertDurable } from '../platform/database'
import type { Collection } from '../platform/model'
import type { DisciplineDoc } from './discipline.model'
import type { DisciplineNotices } from './discipline-notices.service'

/** Actions of moderators and admins on members. Every action is recorded and takes effect at once. */
export class DisciplineService {
  constructor(
    private readonly deps: {
      db: { members: Collection<MemberDoc>; discipline: Collection<DisciplineDoc> }
      queries: MemberQueries
      sessions: Sessions
      freshness: Freshness
      notices: DisciplineNotices
      clock: Clock
    },
  ) {}

  /**
   * Bans a member and ends all the member's sessions. An inactive account stays inactive: it cannot sign in anyway, and
   * the end of a ban would open it.
   *
   * @param until the end of the ban; null for a permanent one
   * @throws ForumError `NOT_FOUND`, `FORBIDDEN`, `VALIDATION_FAILED` for an end in the past
   */
  async ban(actor: Actor, userId: number, given: { until: Date | null; reason: string }): Promise<MemberDoc> {
    const { until, reason } = given
    this.requireFuture(until)
    const before = await this.authorize(actor, userId, mayDiscipline)
    if (before.status === 'inactive') return before
    await this.record(actor, userId, { kind: 'ban', until, reason })
    const member = await this.update(
      actor,
      userId,
      {
        $set: { status: 'banned', banReason: reason || null, bannedUntil: until },
        $inc: { sessionEpoch: 1 },
      },
      mayDiscipline,
    )
    await this.deps.sessions.endAll(userId, 'banned')
    return member
  }

  /** Lifts a ban; does nothing if there is none. */
  async unban(actor: Actor, userId: number, reason: string): Promise<MemberDoc> {
    const before = await this.authorize(actor, userId, mayDiscipline)
    if (before.status !== 'banned') return before
    const act = await this.record(actor, userId, { kind: 'unban', reason })
    const member = await this.update(
      actor,
      userId,
      { $set: { status: 'active', banReason: null, bannedUntil: null } },
      mayDiscipline,
    )
    await this.deps.notices.notify(act)
    return member
  }

  /** Prevents a member from writing until a time; null lifts the mute. */
  async mute(
    actor: Actor,
    userId: number,
    { until, reason }: { until: Date | null; reason: string },
  ): Promise<MemberDoc> {
    this.requireFuture(until)
    const before = await this.authorize(actor, userId, mayDiscipline)
    if (until === null && !isMuted(before, this.deps.clock.now())) return before
    const act = await this.record(actor, userId, { kind: until === null ? 'unmute' : 'mute', until, reason })
    const member = await this.update(actor, userId, { $set: { mutedUntil: until } }, mayDiscipline)
    await this.deps.sessions.applyRights([userId])
    await this.deps.notices.notify(act)
    return member
  }

  /** Changes a member's role. A display name that reads like staff is removed together with the role. */
  async setRole(
    actor: Actor,
    userId: number,
    { role, reason }: { role: Role; reason: string },
  ): Promise<MemberDoc> {
    const before = await this.authorize(actor, userId, mayChangeRole)
    if (before.role === role) return before
    const act = await this.record(actor, userId, { kind: 'role', role, reason })
    const losesName = role === 'user' && looksLikeStaff(before.displayName)
    const member = await this.update(
      actor,
      userId,
      { $set: { role, ...(losesName ? { displayName: '', nameParts: [] } : {}) } },
      mayChangeRole,
    )
    await this.deps.sessions.applyRights([userId])
    await this.deps.notices.notify(act)
    return member
  }

  private requireFuture(until: Date | null): void {
    if (until === null || until > this.deps.clock.now()) return
    throw new ForumError('VALIDATION_FAILED', { fields: [{ field: 'until', code: 'range' }] })
  }

  private async authorize(
    actor: Actor,
    userId: number,
    may: (actor: Actor, subject: { id: number; role: Role }) => Verdict,
  ): Promise<MemberDoc> {
    const member = await this.deps.queries.byId(userId)
    authorize(may(actor, { id: userId, role: member.role }))
    return member
  }

  /** Updates a member, provided that the member still has a role that the actor may act on. */
  private async update(
    actor: Actor,
    userId: number,
    change: mongo.UpdateFilter<MemberDoc>,
    may: (actor: Actor, subject: { id: number; role: Role }) => Verdict,
  ): Promise<MemberDoc> {
    const roles = (['user', 'moderator', 'admin'] as const).filter(
      (role) => may(actor, { id: userId, role }) === 'allowed',
    )
    const member = await this.deps.db.members.findOneAndUpdate(
      { _id: userId, role: { $in: roles }, status: { $ne: 'deleted' } },
      change,
      {
        returnDocument: 'after',
        writeConcern: DURABLE,
      },
    )
    this.deps.freshness.emit('memberChanged', userId)
    if (!member) throw new ForumError('FORBIDDEN')
    return member
  }

  /** Records an action before it is carried out, so that none goes unrecorded. */
  private async record(
    actor: Actor,
    userId: number,
    act: Pick<DisciplineDoc, 'kind' | 'reason'> & Partial<Pick<DisciplineDoc, 'until' | 'role'>>,
  ): Promise<DisciplineDoc> {
    const at = this.deps.clock.now()
    const recorded: DisciplineDoc = {
      _id: randomUUID(),
      userId,
      actorId: actor.id,
      at,
      until: null,
      role: null,
      ...act,
      ...(act.kind === 'ban' ? {} : { notifyingSince: at }),
    }
    await insertDurable(this.deps.db.discipline, recorded)
    return recorded
  }
}
