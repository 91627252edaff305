import { randomBytes } from 'node:crypto'
import type { Clock } from '@forum/shared/clock'
import { ForumError } from '@forum/shared/errors'
import { RECOVERY_CODES } from '@forum/shared/limits'
import type { Freshness } from '../freshness'
import type { MemberDoc } from '../members'
import type { ModerationLog } from '../moderation-log'
import { DURABLE } from '../platform/database'
import type { Collection } from '../platform/model'
import type { RateLimits } from '../platform/rate-limits'
import { withAct } from '../platform/unlogged-acts'
import type { Viewer } from '../platform/viewer'
import type { ProfileService } from './profile.service'
import type { Seals } from './seals'
import type { Sessions } from './sessions.service'
import type { Tokens } from './tokens'
import { base32, newKey, stepOf } from './totp'

/** 50 bits: too many to try, and short enough to be typed. */
const RECOVERY_CODE = /^[a-z2-7]{10}$/
const TOTP_CODE = /^[0-9]{6}$/

/** Codes as they are compared: without what people type between the characters. */
const cleaned = (code: string): string => code.replaceAll(/[\s-]/g, '').toLowerCase()

/** The second factor of sign-ins: codes of an authenticator app, and recovery codes for a lost one. */
export class SecondFactors {
  constructor(
    private readonly deps: {
      db: { members: Collection<MemberDoc> }
      profile: ProfileService
      sessions: Sessions
      freshness: Freshness
      seals: Seals
      tokens: Tokens
      limits: RateLimits
      log: ModerationLog
      siteName: () => string
      clock: Clock
    },
  ) {}

  /** Returns since when the caller has a second factor, and how many recovery codes are left; null without one. */
  async get(viewer: Viewer): Promise<{ since: string; recoveryCodesLeft: number } | null> {
    const { secondFactor } = await this.read(viewer.actor.id)
    return secondFactor
      ? { since: secondFactor.since.toISOString(), recoveryCodesLeft: secondFactor.recovery.length }
      : null
  }

  /**
   * Returns a new key for the caller's authenticator app, which counts once a code of it is confirmed.
   *
   * @throws ForumError `WRONG_PASSWORD`, `CONFLICT` if the caller has a second factor
   */
  async begin(viewer: Viewer, password: string): Promise<{ key: string; link: string }> {
    const { db, profile, seals, siteName } = this.deps
    const { _id, username } = await profile.verify(viewer, password)
    const secret = newKey()
    const { matchedCount } = await db.members.updateOne(
      { _id, secondFactor: { $exists: false } },
      { $set: { secondFactorDraft: seals.seal(secret) } },
      { writeConcern: DURABLE },
    )
    if (matchedCount === 0) throw new ForumError('CONFLICT')
    const key = base32(secret)
    const issuer = encodeURIComponent(siteName())
    return { key, link: `otpauth://totp/${issuer}:${username}?secret=${key}&issuer=${issuer}` }
  }

  /**
   * Turns the second factor on, with the first code of the new key. Returns the recovery codes, which are not stored.
   *
   * @throws ForumError `WRONG_CODE`, `CONFLICT` without a new key, `TOO_MANY_REQUESTS`
   */
  async turnOn(viewer: Viewer, code: string): Promise<{ member: MemberDoc; recoveryCodes: string[] }> {
    const { seals, tokens, clock, limits } = this.deps
    const before = await this.read(viewer.actor.id)
    const { _id, secondFactorDraft } = before
    if (secondFactorDraft === undefined) throw new ForumError('CONFLICT')
    await limits.consume('secondFactor', `user:${_id}`)
    const key = seals.open(secondFactorDraft)
    const step = key && stepOf(key, cleaned(code), clock.now())
    if (step === null) throw new ForumError('WRONG_CODE')
    await limits.reset('secondFactor', `user:${_id}`)
    const recoveryCodes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
    const secondFactor = {
      secret: secondFactorDraft,
      lastStep: step,
      recovery: recoveryCodes.map((one) => tokens.hashRecoveryCode(cleaned(one))),
      since: clock.now(),
    }
    const member = await this.set(before, secondFactor, null)
    return { member, recoveryCodes }
  }

  /**
   * Turns the caller's second factor off.
   *
   * @throws ForumError `WRONG_PASSWORD`, `WRONG_CODE`, `CONFLICT` without a second factor, `TOO_MANY_REQUESTS`
   */
  async turnOff(viewer: Viewer, { password, code }: { password: string; code: string }): Promise<MemberDoc> {
    await this.deps.profile.verify(viewer, password)
    const before = await this.read(viewer.actor.id)
    if (!before.secondFactor) throw new ForumError('CONFLICT')
    await this.verify(before, code)
    return this.set(before, null, null)
  }

  /** Turns a member's second factor off for the operator: a member who lost the app and the recovery codes cannot. */
  async turnOffFor(member: MemberDoc, reason: string): Promise<void> {
    if (member.secondFactor) await this.set(member, null, reason)
  }

  /**
   * Checks the code of a member who has proved the password. Each code of the app counts once, and so does each
   * recovery code; attempts are limited by account.
   *
   * @throws ForumError `SECOND_FACTOR_REQUIRED` without a code, `WRONG_CODE`, `TOO_MANY_REQUESTS`
   */
  async verify(member: MemberDoc, code: string | undefined): Promise<void> {
    if (!member.secondFactor) return
    if (code === undefined) throw new ForumError('SECOND_FACTOR_REQUIRED')
    const { limits } = this.deps
    await limits.consume('secondFactor', `user:${member._id}`)
    if (!(await this.use(member, cleaned(code)))) throw new ForumError('WRONG_CODE')
    await limits.reset('secondFactor', `user:${member._id}`)
  }

  private async use({ _id, secondFactor }: MemberDoc, code: string): Promise<boolean> {
    const { db, seals, tokens, clock } = this.deps
    if (!secondFactor) return false
    if (RECOVERY_CODE.test(code)) {
      const hash = tokens.hashRecoveryCode(code)
      const { matchedCount } = await db.members.updateOne(
        { _id, 'secondFactor.recovery': hash },
        { $pull: { 'secondFactor.recovery': hash } },
        { writeConcern: DURABLE },
      )
      return matchedCount === 1
    }
    const key = TOTP_CODE.test(code) ? seals.open(secondFactor.secret) : null
    const step = key && stepOf(key, code, clock.now())
    if (step === null) return false
    // Whoever sees a code being typed cannot use it as well.
    const { matchedCount } = await db.members.updateOne(
      { _id, 'secondFactor.secret': secondFactor.secret, 'secondFactor.lastStep': { $lt: step } },
      { $set: { 'secondFactor.lastStep': step } },
      { writeConcern: DURABLE },
    )
    return matchedCount === 1
  }

  /** The account as it is stored, since codes count once. */
  private async read(_id: number): Promise<MemberDoc> {
    const member = await this.deps.db.members.findOne({ _id })
    if (!member) throw new ForumError('UNAUTHENTICATED')
    return member
  }

  /** Sets or removes a second factor, unless it has changed since `before`, and logs that of staff. */
  private async set(
    before: MemberDoc,
    secondFactor: MemberDoc['secondFactor'] | null,
    reason: string | null,
  ): Promise<MemberDoc> {
    const { db, log, sessions, freshness } = this.deps
    const { _id, role } = before
    const act = log.draft({
      actorId: _id,
      userId: _id,
      action: 'set_second_factor',
      reason,
      target: `member ${_id} second factor`,
      changes: [{ field: 'secondFactor', before: secondFactor === null, after: secondFactor !== null }],
      isForAdmins: true,
    })
    const isStaffs = role !== 'user'
    const expected = before.secondFactor
      ? { 'secondFactor.secret': before.secondFactor.secret }
      : { secondFactor: { $exists: false }, secondFactorDraft: before.secondFactorDraft }
    const change = secondFactor
      ? { $set: { secondFactor }, $unset: { secondFactorDraft: 1 as const } }
      : { $unset: { secondFactorDraft: 1 as const, secondFactor: 1 as const } }
    const member = await db.members.findOneAndUpdate(
      { _id, ...expected } as object,
      isStaffs ? withAct(act, change) : change,
      { returnDocument: 'after', writeConcern: DURABLE },
    )
    if (!member) throw new ForumError('CONFLICT')
    freshness.emit('memberChanged', _id)
    if (isStaffs) {
      // The rights of staff may depend on it.
      await sessions.applyRights([_id])
      await log.appendKept(db.members, _id, act)
    }
    return member
  }
}

/** Returns a recovery code in two groups. */
function newRecoveryCode(): string {
  const characters = base32(randomBytes(7)).toLowerCase()
  return `${characters.slice(0, 5)}-${characters.slice(5, 10)}`
}
