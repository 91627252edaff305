import type { Clock } from '@forum/shared/clock'
import { ForumError, refusedField } from '@forum/shared/errors'
import { openAt, type MemberDoc } from '../members'
import type { Viewer } from '../platform/http/viewer'
import type { Collection } from '../platform/mongo/model'
import { hasPassword } from './account'
import type { Guesses } from './guesses'
import type { Passwords } from './passwords'
import type { CodeUse, SecondFactorCodes } from './second-factor-codes'
import type { Sessions } from './sessions.service'

/** Credentials that signed-in members type to confirm who they are. */
export interface TypedCredentials {
  /** Needed of members who have one. */
  password?: string | undefined
  /** Needed with a second factor. */
  code?: string | undefined
}

/** Checks what signed-in members type before acts that a stolen session must not be enough for. */
export class Credentials {
  constructor(
    private readonly deps: {
      db: { members: Collection<MemberDoc> }
      sessions: Sessions
      passwords: Passwords
      codes: SecondFactorCodes
      guesses: Guesses
      clock: Clock
    },
  ) {}

  /**
   * Returns the caller's account if the password is correct. For members without one, a recent sign-in stands for it.
   *
   * @param field the name of the password in the call
   * @throws ForumError `WRONG_PASSWORD`, `PASSWORD_REQUIRED`, `TOO_MANY_REQUESTS`
   */
  async verifyPassword(
    { viewer, address }: { viewer: Viewer; address: string },
    password: string | undefined,
    field = 'password',
  ) {
    const { db, passwords, guesses, sessions, clock } = this.deps
    // No session has the hash.
    const member = await db.members.findOne({ _id: viewer.actor.id, ...openAt(clock.now()) })
    if (!member) throw new ForumError('UNAUTHENTICATED')
    if (password === undefined) {
      if (hasPassword(member)) throw refusedField(field, 'required')
      await sessions.requireFreshPassword(viewer)
      return member
    }
    const place = { address, sessionId: viewer.sessionId }
    const check = async () => ((await passwords.matches(member.passwordHash, password)) ? member : null)
    const verified = await guesses.attempt(member, place, check)
    if (!verified) throw new ForumError('WRONG_PASSWORD')
    return verified
  }

  /**
   * Returns the caller's account, and the use of the code, if password and second factor are correct.
   *
   * @throws ForumError as `verifyPassword`, `SECOND_FACTOR_REQUIRED`, `WRONG_CODE`
   */
  async verify(
    by: { viewer: Viewer; address: string },
    { password, code }: TypedCredentials,
    field?: string,
  ): Promise<{ member: MemberDoc; use: CodeUse }> {
    const member = await this.verifyPassword(by, password, field)
    const place = { address: by.address, sessionId: by.viewer.sessionId }
    return { member, use: await this.deps.codes.check(member, code, place) }
  }

  /**
   * Records that the caller has just typed password and second factor in this session. Members without a password
   * confirm with a passkey or at their provider. A recent sign-in replaces the password of an act, but it must not renew
   * itself: it would never expire.
   *
   * @throws ForumError `VALIDATION_FAILED` without a password; otherwise as `verify`
   */
  async confirm(by: { viewer: Viewer; address: string }, typed: TypedCredentials): Promise<void> {
    if (typed.password === undefined) throw refusedField('password', 'required')
    const { member, use } = await this.verify(by, typed)
    await this.deps.codes.spend(member, use)
    await this.deps.sessions.confirmPassword(by.viewer)
  }
}
