import { randomUUID } from 'node:crypto'
import type { Clock } from '@forum/shared/clock'
import { CLEARABLE, PROFILE_TEXTS, type Clearable, type Role } from '@forum/shared/contract'
import { ForumError, refusedField } from '@forum/shared/errors'
import { WARNINGS_KEPT } from '../../platform/limits'
import { isMuted, mayChangeRole, mayDiscipline, type Actor, type Verdict } from '@forum/shared/policies'
import type { mongo } from 'mongoose'
import type { Sessions } from '../../accounts'
import { uploadName, type AvatarFiles } from '../../files'
import type { Freshness } from '../../log'
import {
  NOT_DELETED,
  storedNames,
  type MemberDoc,
  type MemberQueries,
  type NameGuard,
  type ProfileMember,
  type StoredWarning,
} from '../../members'
import type { ActDraft, Logged, ModerationLog } from '../../record'
import { authorize } from '../../platform/http/authorize'
import { pick } from '../../platform/mongo/audiences'
import { DURABLE, insertDurable } from '../../platform/mongo/database'
import type { Collection } from '../../platform/mongo/model'
import { isRefusal } from '../../platform/refusals'
import { actWork, withWork } from '../../platform/work/unfinished'
import type { Viewer } from '../../platform/http/viewer'
import type { DisciplineDoc } from './discipline.model'
import { NOTICE, type DisciplineNotices } from './discipline-notices.service'

/** Notes and conditions of an act on an account. */
export interface DisciplineNotes {
  reason?: string | undefined
  /** The key of the act in the log of moderation, if its caller has chosen one. */
  key?: string | undefined
  /** The entry of the moderation log that the act takes back. */
  undoes?: number | undefined
  /** The values that the account must still have; the act is refused otherwise. */
  expected?:
    | Partial<
        Pick<MemberDoc, 'status' | 'bannedUntil' | 'mutedUntil' | 'sourceBlockedUntil' | 'role' | Clearable>
      >
    | undefined
}

/** A member after an act, and what the act leaves in the log: null if nothing changed. */
export interface Disciplined {
  member: ProfileMember
  logged: Logged | null
}

/** Actions of moderators and admins on members. Every action is recorded and takes effect at once. */
export class DisciplineService {
  constructor(
    private readonly deps: {
      db: { members: Collection<MemberDoc>; discipline: Collection<DisciplineDoc> }
      queries: MemberQueries
      names: NameGuard
      avatars: AvatarFiles
      sessions: Sessions
      freshness: Freshness
      notices: DisciplineNotices
      log: ModerationLog
      /** Called when what everyone sees of a member has changed. */
      onShownChanged: (member: MemberDoc) => Promise<void>
      clock: Clock
    },
  ) {}

  /**
   * Bans a member and ends all the member's sessions. An inactive account stays inactive: it cannot sign in anyway, and
   * the end of a ban would open it.
   *
   * @param given `until` is the end of the ban; null for a permanent one
   * @throws ForumError `NOT_FOUND`, `FORBIDDEN`, `CONFLICT`, `VALIDATION_FAILED` for an end in the past
   */
  async ban(
    actor: Actor,
    userId: number,
    given: { until: Date | null } & DisciplineNotes,
  ): Promise<Disciplined> {
    const { until, reason = '' } = given
    this.requireFuture(until)
    const before = await this.authorize(actor, userId, mayDiscipline)
    if (before.status === 'inactive') return { member: before, logged: null }
    await this.record(actor, userId, { kind: 'ban', until, reason })
    const entry = this.actOf(actor, before, given, {
      action: 'ban_user',
      part: 'ban',
      changes: [
        { field: 'bannedUntil', before: timeOf(before.bannedUntil), after: timeOf(until) },
        { field: 'isBanned', before: before.status === 'banned', after: true },
      ],
    })
    const done = await this.update(actor, entry, given, mayDiscipline, {
      $set: { status: 'banned', banReason: reason || null, bannedUntil: until },
      $inc: { sessionEpoch: 1 },
    })
    await this.deps.sessions.endAll(userId, 'banned')
    await this.deps.onShownChanged(done.member)
    return done
  }

  /** Lifts a ban; does nothing if there is none. */
  async unban(actor: Actor, userId: number, notes: DisciplineNotes): Promise<Disciplined> {
    const before = await this.authorize(actor, userId, mayDiscipline)
    if (before.status !== 'banned') return this.unchanged(before, notes)
    const act = await this.record(actor, userId, { kind: 'unban', reason: notes.reason ?? '' })
    const entry = this.actOf(actor, before, notes, {
      action: 'unban_user',
      part: 'ban',
      changes: [
        { field: 'bannedUntil', before: timeOf(before.bannedUntil), after: null },
        { field: 'isBanned', before: true, after: false },
      ],
    })
    const done = await this.update(actor, entry, notes, mayDiscipline, {
      $set: { status: 'active', banReason: null, bannedUntil: null },
    })
    await this.deps.onShownChanged(done.member)
    await this.deps.notices.notify(act)
    return done
  }

  /** Prevents a member from writing until a time; null lifts the mute. */
  async mute(
    actor: Actor,
    userId: number,
    given: { until: Date | null } & DisciplineNotes,
  ): Promise<Disciplined> {
    const { until, reason = '' } = given
    this.requireFuture(until)
    const before = await this.authorize(actor, userId, mayDiscipline)
    const wasMuted = isMuted(before, this.deps.clock.now())
    if (until === null && !wasMuted) return this.unchanged(before, given)
    const act = await this.record(actor, userId, { kind: until === null ? 'unmute' : 'mute', until, reason })
    const entry = this.actOf(actor, before, given, {
      action: until === null ? 'unmute_user' : 'mute_user',
      part: 'mute',
      changes: [
        {
          field: 'mutedUntil',
          before: wasMuted ? timeOf(before.mutedUntil) : null,
          after: timeOf(until),
        },
      ],
    })
    const done = await this.update(actor, entry, given, mayDiscipline, { $set: { mutedUntil: until } })
    await this.deps.sessions.applyRights([userId])
    await this.deps.notices.notify(act)
    return done
  }

  /**
   * Changes a member's role. A display name that reads like staff is removed together with the role.
   *
   * @throws ForumError `NOT_FOUND`, `FORBIDDEN`, `PASSWORD_REQUIRED`
   */
  async setRole(
    viewer: Viewer,
    userId: number,
    given: { role: Role } & DisciplineNotes,
  ): Promise<Disciplined> {
    const { actor } = viewer
    const { role, reason = '' } = given
    const before = await this.authorize(actor, userId, mayChangeRole)
    await this.deps.sessions.requireFreshPassword(viewer)
    if (before.role === role) return this.unchanged(before, given)
    const act = await this.record(actor, userId, { kind: 'role', role, reason })
    const losesName = role === 'user' && (await this.deps.names.readsLikeStaff(before.displayName))
    const entry = this.actOf(actor, before, given, {
      action: 'set_role',
      part: 'role',
      changes: [{ field: 'role', before: before.role, after: role }],
    })
    const done = await this.update(actor, entry, given, mayChangeRole, {
      $set: { role, ...(losesName ? await storedNames(before.username, '') : {}) },
    })
    if (role !== 'user') await this.deps.names.markThoseLike(done.member)
    await this.deps.sessions.applyRights([userId])
    await this.deps.notices.notify(act)
    return done
  }

  /**
   * Returns where a member is signed in.
   *
   * @throws ForumError `NOT_FOUND`, `FORBIDDEN`
   */
  async sessionsOf({ actor }: Viewer, userId: number) {
    await this.authorize(actor, userId, mayChangeRole)
    return this.deps.sessions.list(userId, null)
  }

  /**
   * Signs a member out everywhere.
   *
   * @throws ForumError `NOT_FOUND`, `FORBIDDEN`
   */
  async endSessions({ actor }: Viewer, userId: number): Promise<void> {
    const before = await this.authorize(actor, userId, mayChangeRole)
    const act = this.actOf(actor, before, {}, { action: 'end_sessions', part: 'sessions', changes: [] })
    await this.update(actor, act, {}, mayChangeRole, { $inc: { sessionEpoch: 1 } })
    await this.deps.sessions.endAll(userId, 'logout')
  }

  /**
   * Empties parts of a profile, or brings them back. A picture that is taken away cannot be chosen again.
   *
   * @throws ForumError `NOT_FOUND`, `FORBIDDEN`, `CONFLICT` unless the profile is as expected
   */
  async setProfile(
    actor: Actor,
    userId: number,
    { to, ...given }: { to: Partial<Pick<MemberDoc, Clearable>> } & DisciplineNotes,
  ): Promise<Disciplined> {
    const before = await this.authorize(actor, userId, mayDiscipline)
    const changed = CLEARABLE.filter((name) => name in to && (to[name] || null) !== (before[name] || null))
    if (changed.length === 0) return this.unchanged(before, given)
    const { reason = '', undoes } = given
    const act =
      undoes === undefined
        ? await this.record(actor, userId, { kind: 'clear', reason, cleared: changed })
        : null
    const entry = this.actOf(actor, before, given, {
      action: undoes === undefined ? 'clear_profile' : 'restore_profile',
      part: 'profile',
      changes: changed.map((field) => ({ field, before: before[field] || null, after: to[field] || null })),
    })
    const { displayName, avatar } = to
    const taken = avatar === null ? before.avatar : null
    const { avatars } = this.deps
    // The files come first, so that an act that is cut short can be done again.
    if (taken !== null) await avatars.hide(uploadName(taken))
    if (avatar) await avatars.show(uploadName(avatar))
    const update = this.update(actor, entry, given, mayDiscipline, {
      $set: {
        ...pick(
          to,
          PROFILE_TEXTS.filter((name) => to[name] !== undefined),
        ),
        ...(avatar === undefined ? {} : { avatar }),
        ...(displayName === undefined ? {} : await storedNames(before.username, displayName)),
      },
      ...(taken === null ? {} : { $pull: { avatars: taken }, $addToSet: { clearedAvatars: taken } }),
      ...(avatar ? { $pull: { clearedAvatars: avatar }, $addToSet: { avatars: avatar } } : {}),
    })
    const done = await update.catch(async (error: unknown) => {
      if (isRefusal(error)) await this.settlePictures(userId, [taken, avatar])
      throw error
    })
    await this.deps.onShownChanged(done.member)
    if (act) await this.deps.notices.notify(act)
    return done
  }

  /**
   * Warns a member, who has to read it before writing on.
   *
   * @throws ForumError `NOT_FOUND`, `FORBIDDEN`, `VALIDATION_FAILED` for an end in the past
   */
  async warn(
    actor: Actor,
    userId: number,
    { id, text, until }: { id: number; text: string; until: Date | null },
  ): Promise<{ warning: StoredWarning; logged: Logged | null }> {
    this.requireFuture(until)
    const before = await this.authorize(actor, userId, mayDiscipline)
    const warning = { id, text, at: this.deps.clock.now(), until, readAt: null }
    const act = await this.record(actor, userId, { kind: 'warn', until, reason: text, warningId: id })
    const entry = this.actOf(
      actor,
      before,
      { reason: text },
      {
        action: 'warn_user',
        part: `warning ${id}`,
        changes: [
          { field: 'warning', before: null, after: id },
          ...(until === null ? [] : [{ field: 'warnedUntil', before: null, after: timeOf(until) }]),
        ],
      },
    )
    const { logged } = await this.update(actor, entry, {}, mayDiscipline, {
      $push: { warnings: { $each: [warning], $slice: -WARNINGS_KEPT } },
    })
    await this.deps.sessions.applyRights([userId])
    await this.deps.notices.notify(act)
    return { warning, logged }
  }

  /**
   * Takes a warning back.
   *
   * @throws ForumError `NOT_FOUND`, `FORBIDDEN`, `CONFLICT` if there is none any more
   */
  async unwarn(actor: Actor, userId: number, id: number, notes: DisciplineNotes): Promise<Logged> {
    const before = await this.authorize(actor, userId, mayDiscipline)
    const entry = this.actOf(actor, before, notes, {
      action: 'unwarn_user',
      part: `warning ${id}`,
      changes: [{ field: 'warning', before: id, after: null }],
    })
    const expected = { 'warnings.id': id }
    const { logged } = await this.update(actor, entry, { expected }, mayDiscipline, {
      $pull: { warnings: { id } },
    })
    await this.deps.sessions.applyRights([userId])
    return logged
  }

  /**
   * Lets nobody register at the addresses of a member until a time; null ends that.
   *
   * @throws ForumError `NOT_FOUND`, `FORBIDDEN`, `CONFLICT` if an undo finds something else
   */
  async blockSource(
    actor: Actor,
    userId: number,
    given: { until: Date | null } & DisciplineNotes,
  ): Promise<{ until: Date | null; logged: Logged | null }> {
    const { until } = given
    this.requireFuture(until)
    const before = await this.authorize(actor, userId, mayDiscipline)
    const was = await this.sourceBlockedUntil(userId)
    if (until === null && was === null) return { until, logged: this.unchanged(before, given).logged }
    const entry = this.actOf(actor, before, given, {
      action: until === null ? 'unblock_source' : 'block_source',
      part: 'source',
      changes: [{ field: 'sourceBlockedUntil', before: timeOf(was), after: timeOf(until) }],
    })
    const { logged } = await this.update(actor, entry, given, mayDiscipline, {
      $set: { sourceBlockedUntil: until },
    })
    return { until, logged }
  }

  /** Returns until when nobody registers at the addresses of a member; null if anybody may. */
  async sourceBlockedUntil(_id: number): Promise<Date | null> {
    const { db, clock } = this.deps
    const member = await db.members.findOne({ _id }, { projection: { sourceBlockedUntil: 1 } })
    const until = member?.sourceBlockedUntil ?? null
    return until !== null && until > clock.now() ? until : null
  }

  /**
   * Notes that a member has read a warning.
   *
   * @throws ForumError `NOT_FOUND` if the member has no such warning
   */
  async readWarning({ actor: { id: userId } }: Viewer, id: number): Promise<void> {
    const { db, freshness, clock } = this.deps
    const { matchedCount } = await db.members.updateOne(
      { _id: userId, ...NOT_DELETED, warnings: { $elemMatch: { id, readAt: null } } },
      { $set: { 'warnings.$.readAt': clock.now() } },
      { writeConcern: DURABLE },
    )
    if (matchedCount > 0) freshness.emit('memberChanged', userId)
    else if (!(await db.members.findOne({ _id: userId, 'warnings.id': id })))
      throw new ForumError('NOT_FOUND')
  }

  /** Returns the member as they are, unless an act was to be taken back: then something else has changed it. */
  private unchanged(member: ProfileMember, { undoes }: DisciplineNotes): Disciplined {
    if (undoes !== undefined) throw new ForumError('CONFLICT')
    return { member, logged: null }
  }

  private actOf(
    actor: Actor,
    member: ProfileMember,
    { reason, key, undoes }: DisciplineNotes,
    { part, ...act }: Pick<ActDraft, 'action' | 'changes'> & { part: string },
  ): ActDraft {
    return this.deps.log.draft({
      ...act,
      actorId: actor.id,
      userId: member._id,
      reason: reason || null,
      target: `member ${member._id} ${part}`,
      ...(key === undefined ? {} : { key }),
      ...(undoes === undefined ? {} : { undoes }),
    })
  }

  private requireFuture(until: Date | null): void {
    if (until === null || until > this.deps.clock.now()) return
    throw refusedField('until', 'range')
  }

  private async authorize(
    actor: Actor,
    userId: number,
    may: (actor: Actor, subject: { id: number; role: Role }) => Verdict,
  ): Promise<ProfileMember> {
    const member = await this.deps.queries.byId(userId)
    authorize(may(actor, { id: userId, role: member.role }))
    return member
  }

  /**
   * Updates a member, provided that the member still has a role that the actor may act on and is as expected, and logs
   * the act.
   */
  private async update(
    actor: Actor,
    act: ActDraft,
    { expected = {} }: { expected?: object | undefined },
    may: (actor: Actor, subject: { id: number; role: Role }) => Verdict,
    change: mongo.UpdateFilter<MemberDoc>,
  ): Promise<{ member: MemberDoc; logged: Logged }> {
    const { db, freshness, log } = this.deps
    const userId = act.userId ?? 0
    const roles = (['user', 'moderator', 'admin'] as const).filter(
      (role) => may(actor, { id: userId, role }) === 'allowed',
    )
    const member = await db.members.findOneAndUpdate(
      { $and: [{ _id: userId, role: { $in: roles }, status: { $ne: 'deleted' } }, expected] },
      withWork(change, actWork(act)),
      { returnDocument: 'after', writeConcern: DURABLE },
    )
    freshness.emit('memberChanged', userId)
    if (!member) throw new ForumError(act.undoes === undefined ? 'FORBIDDEN' : 'CONFLICT')
    return { member, logged: await log.appendCarried(db.members, userId, act) }
  }

  /** Shows or hides pictures as the member has them after a refused act, which another one may have overtaken. */
  private async settlePictures(userId: number, urls: readonly (string | null | undefined)[]): Promise<void> {
    const { db, avatars } = this.deps
    const member = await db.members.findOne({ _id: userId }, { projection: { clearedAvatars: 1 } })
    for (const url of urls) {
      if (!url) continue
      if (member?.clearedAvatars?.includes(url)) await avatars.hide(uploadName(url))
      else await avatars.show(uploadName(url))
    }
  }

  /** Records an action before it is carried out, so that none goes unrecorded. */
  private async record(
    actor: Actor,
    userId: number,
    act: Pick<DisciplineDoc, 'kind' | 'reason'> &
      Partial<Pick<DisciplineDoc, 'until' | 'role' | 'warningId' | 'cleared'>>,
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
      ...(act.kind === 'ban' ? {} : { unfinished: [{ id: NOTICE, kind: 'discipline_notice', since: at }] }),
    }
    await insertDurable(this.deps.db.discipline, recorded)
    return recorded
  }
}

const timeOf = (time: Date | null): string | null => time?.toISOString() ?? null
