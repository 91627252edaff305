import { type Clock, DAY_MS } from '@forum/shared/clock'
import type { Invitation } from '@forum/shared/contract'
import { ForumError } from '@forum/shared/errors'
import { INVITATION_KEPT_DAYS, INVITATIONS_MAX } from '../platform/limits'
import { mayAdminister } from '@forum/shared/policies'
import type { MemberDoc, MemberQueries } from '../members'
import type { ModerationLog } from '../record'
import { authorize } from '../platform/http/authorize'
import { newInvitationCode } from '../platform/invitation-codes'
import { DURABLE, insertDurable } from '../platform/mongo/database'
import type { Collection } from '../platform/mongo/model'
import { FINISHED, actWork, withWork } from '../platform/work/unfinished'
import type { Viewer } from '../platform/http/viewer'
import type { InvitationDoc } from './invitations.model'

/** The condition of an invitation that can be used. */
const usableAt = (now: Date) => ({ expiresAt: { $gt: now }, $expr: { $lt: ['$used', '$uses'] } })

/** The condition of an invitation that an admin has made. */
const OF_ADMINS = { makesAdmin: { $exists: false } }
const FIRST_ADMIN_DAYS = 7

/** Returns the part of a code that the log shows: moderators read it, too, and must not be able to use the code. */
const hintOf = (code: string): string => `…${code.slice(-3)}`

/** Codes that admins give to those who may register while registration is by invitation. */
export class Invitations {
  constructor(
    private readonly deps: {
      db: { invitations: Collection<InvitationDoc>; members: Collection<MemberDoc> }
      members: MemberQueries
      log: ModerationLog
      clock: Clock
    },
  ) {}

  /**
   * Returns the invitations that can be used, then those that are over and not removed yet, the newest first.
   *
   * @throws ForumError `FORBIDDEN`
   */
  async list({ actor }: Viewer): Promise<Invitation[]> {
    authorize(mayAdminister(actor))
    const { db, clock } = this.deps
    const usable = usableAt(clock.now())
    const newest = { sort: { createdAt: -1 }, limit: INVITATIONS_MAX } as const
    const [alive, over] = await Promise.all([
      db.invitations.find({ ...usable, ...OF_ADMINS }, newest).toArray(),
      db.invitations.find({ $nor: [usable], ...OF_ADMINS }, newest).toArray(),
    ])
    return this.present([...alive, ...over])
  }

  /**
   * Makes an invitation.
   *
   * @throws ForumError `FORBIDDEN`, `CONFLICT` if there are as many as there may be
   */
  async create({ actor }: Viewer, { uses, days }: { uses: number; days: number }): Promise<Invitation> {
    authorize(mayAdminister(actor))
    const { db, log, clock } = this.deps
    const now = clock.now()
    const alive = await db.invitations.countDocuments(usableAt(now))
    if (alive >= INVITATIONS_MAX) throw new ForumError('CONFLICT')
    const code = newInvitationCode()
    const act = log.draft({
      actorId: actor.id,
      action: 'set_settings',
      target: 'settings',
      changes: [{ field: 'invitation', before: null, after: hintOf(code) }],
    })
    const invitation: InvitationDoc = {
      _id: code,
      uses,
      used: 0,
      createdBy: actor.id,
      createdAt: now,
      expiresAt: new Date(now.getTime() + days * DAY_MS),
      unfinished: [actWork(act)],
    }
    await insertDurable(db.invitations, invitation)
    await log.appendCarried(db.invitations, code, act)
    const [made] = await this.present([invitation])
    if (!made) throw new Error('an invitation was not presented')
    return made
  }

  /**
   * Ends an invitation.
   *
   * @throws ForumError `FORBIDDEN`, `NOT_FOUND` if there is none or it has ended
   */
  async withdraw({ actor }: Viewer, code: string): Promise<void> {
    authorize(mayAdminister(actor))
    const { db, log, clock } = this.deps
    const now = clock.now()
    const act = log.draft({
      actorId: actor.id,
      action: 'set_settings',
      target: 'settings',
      changes: [{ field: 'invitation', before: hintOf(code), after: null }],
    })
    const { matchedCount } = await db.invitations.updateOne(
      { _id: code, ...usableAt(now) },
      withWork({ $set: { expiresAt: now } }, actWork(act)),
      { writeConcern: DURABLE },
    )
    if (matchedCount === 0) throw new ForumError('NOT_FOUND')
    await log.appendCarried(db.invitations, code, act)
  }

  /**
   * Returns the code with which the first admin registers; null once there is an admin. A process that starts while one
   * is open returns the same.
   */
  async forFirstAdmin(): Promise<string | null> {
    const { db, clock } = this.deps
    if (await this.hasAdmin()) return null
    const now = clock.now()
    const open = await db.invitations.findOne({ makesAdmin: true, ...usableAt(now) })
    if (open) return open._id
    const code = newInvitationCode()
    await insertDurable(db.invitations, {
      _id: code,
      uses: 1,
      used: 0,
      makesAdmin: true,
      createdBy: 0,
      createdAt: now,
      expiresAt: new Date(now.getTime() + FIRST_ADMIN_DAYS * DAY_MS),
    })
    return code
  }

  /** Returns true if registering with a code creates the first admin. */
  async makesAdmin(code: string | undefined): Promise<boolean> {
    if (code === undefined) return false
    const { db, clock } = this.deps
    const found = await db.invitations.findOne({
      _id: code.toUpperCase(),
      makesAdmin: true,
      ...usableAt(clock.now()),
    })
    return found !== null && !(await this.hasAdmin())
  }

  private async hasAdmin(): Promise<boolean> {
    return (await this.deps.db.members.findOne({ role: 'admin' })) !== null
  }

  /**
   * Runs a registration with a code, which counts as used unless the registration is refused.
   *
   * @throws ForumError `INVITATION_REQUIRED` if the code is missing, wrong, used up or has ended, and what `register`
   * throws
   */
  async using<T>(code: string | undefined, register: () => Promise<T>): Promise<T> {
    const { db, clock } = this.deps
    // Typed by hand, in any case.
    const _id = code?.toUpperCase() ?? ''
    const now = clock.now()
    const used = { $add: ['$used', 1] }
    const { matchedCount } = await db.invitations.updateOne(
      { _id, ...usableAt(now) },
      [{ $set: { used, usedUpAt: { $cond: [{ $gte: [used, '$uses'] }, now, '$$REMOVE'] } } }],
      { writeConcern: DURABLE },
    )
    if (matchedCount === 0) throw new ForumError('INVITATION_REQUIRED')
    try {
      return await register()
    } catch (error) {
      // After any other failure the account may exist.
      if (error instanceof ForumError) {
        await db.invitations.updateOne({ _id }, { $inc: { used: -1 }, $unset: { usedUpAt: 1 } })
      }
      throw error
    }
  }

  private async present(found: readonly InvitationDoc[]): Promise<Invitation[]> {
    const people = await this.deps.members.people(found.map(({ createdBy }) => createdBy))
    const now = this.deps.clock.now()
    return found.map(({ _id, uses, used, usedUpAt, createdBy, createdAt, expiresAt }) => ({
      code: _id,
      uses,
      used,
      createdBy: people.summary(createdBy),
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      endedAt: (usedUpAt ?? (expiresAt <= now ? expiresAt : null))?.toISOString() ?? null,
    }))
  }

  /** Removes invitations that ended more than `INVITATION_KEPT_DAYS` ago. */
  async prune(): Promise<void> {
    const { db, clock } = this.deps
    const over = { $lte: new Date(clock.now().getTime() - INVITATION_KEPT_DAYS * DAY_MS) }
    await db.invitations.deleteMany({
      $or: [{ expiresAt: over }, { usedUpAt: over }],
      ...FINISHED,
    })
  }
}
