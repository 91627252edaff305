import { randomBytes } from 'node:crypto'
import type { Clock } from '@forum/shared/clock'
import { ForumError } from '@forum/shared/errors'
import { RECOVERY_CODES } from '../platform/limits'
import type { Freshness } from '../log'
import { NOT_DELETED, openAt, type MemberDoc } from '../members'
import type { ModerationLog } from '../record'
import { DURABLE } from '../platform/mongo/database'
import type { Collection } from '../platform/mongo/model'
import { actWork, withWork } from '../platform/work/unfinished'
import type { Viewer } from '../platform/http/viewer'
import type { Credentials, TypedCredentials } from './credentials.service'
import type { Guesses } from './guesses'
import { cleaned, NO_CODE, type CodeUse } from './second-factor-codes'
import type { Seals } from '../platform/seals'
import type { Sessions } from './sessions.service'
import type { Tokens } from './tokens'
import { base32, newKey, stepOf } from './totp'

const RECOVERY_CODE_LENGTH = 28
/** Five bits a character. */
const RECOVERY_CODE_BYTES = 18

interface Caller {
  viewer: Viewer
  address: string
}

/** The second factor of sign-ins: codes of an authenticator app, and recovery codes for a lost one. */
export class SecondFactors {
  constructor(
    private readonly deps: {
      db: { members: Collection<MemberDoc> }
      credentials: Credentials
      guesses: Guesses
      sessions: Sessions
      freshness: Freshness
      seals: Seals
      tokens: Tokens
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
   * @throws ForumError `WRONG_PASSWORD`, `PASSWORD_REQUIRED`, `CONFLICT` if the caller has a second factor
   */
  async begin(by: Caller, password: string | undefined): Promise<{ key: string; link: string }> {
    const { db, credentials, seals, siteName, clock } = this.deps
    const { _id, username } = await credentials.verifyPassword(by, password)
    const secret = newKey()
    const { matchedCount } = await db.members.updateOne(
      { _id, ...openAt(clock.now()), secondFactor: { $exists: false } },
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
  async turnOn(
    { viewer, address }: Caller,
    code: string,
  ): Promise<{ member: MemberDoc; recoveryCodes: string[] }> {
    const { seals, tokens, clock, guesses } = this.deps
    const before = await this.read(viewer.actor.id)
    const { secondFactorDraft } = before
    if (secondFactorDraft === undefined) throw new ForumError('CONFLICT')
    const place = { address, sessionId: viewer.sessionId }
    const check = () => {
      const key = seals.open(secondFactorDraft)
      return Promise.resolve(key && stepOf(key, cleaned(code), clock.now()))
    }
    const step = await guesses.attempt(before, place, check, 'secondFactor')
    if (step === null) throw new ForumError('WRONG_CODE')
    const recoveryCodes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
    const secondFactor = {
      secret: secondFactorDraft,
      lastStep: step,
      recovery: recoveryCodes.map((one) => tokens.hashRecoveryCode(cleaned(one))),
      since: clock.now(),
    }
    const member = await this.set(before, secondFactor, { reason: null })
    return { member, recoveryCodes }
  }

  /**
   * Turns the caller's second factor off.
   *
   * @throws ForumError `WRONG_PASSWORD`, `WRONG_CODE`, `CONFLICT` without a second factor, `TOO_MANY_REQUESTS`
   */
  async turnOff(by: Caller, typed: TypedCredentials): Promise<MemberDoc> {
    const { member, use } = await this.deps.credentials.verify(by, typed)
    if (!member.secondFactor) throw new ForumError('CONFLICT')
    return this.set(member, null, { reason: null, use })
  }

  /** Turns a member's second factor off for the operator: a member who lost the app and the recovery codes cannot. */
  async turnOffFor(member: MemberDoc, reason: string): Promise<void> {
    if (member.secondFactor) await this.set(member, null, { reason })
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
    { reason, use = NO_CODE }: { reason: string | null; use?: CodeUse },
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
      { $and: [{ _id, ...NOT_DELETED }, expected, use.filter] } as object,
      isStaffs ? withWork(change, actWork(act)) : change,
      { returnDocument: 'after', writeConcern: DURABLE },
    )
    if (!member) throw new ForumError(use === NO_CODE ? 'CONFLICT' : 'WRONG_CODE')
    freshness.emit('memberChanged', _id)
    if (isStaffs) {
      // The rights of staff may depend on it.
      await sessions.applyRights([_id])
      await log.appendCarried(db.members, _id, act)
    }
    return member
  }
}

/** Returns a recovery code of 140 random bits in groups of four. */
const newRecoveryCode = (): string =>
  base32(randomBytes(RECOVERY_CODE_BYTES))
    .slice(0, RECOVERY_CODE_LENGTH)
    .toLowerCase()
    .match(/.{4}/g)
    ?.join('-') ?? ''
