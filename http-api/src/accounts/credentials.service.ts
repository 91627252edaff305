import type { Clock } from '@forum/shared/clock'
import { ForumError } from '@forum/shared/errors'
import { openAt, type MemberDoc } from '../members'
import type { Viewer } from '../platform/http/viewer'
import type { Collection } from '../platform/mongo/model'
import type { Guesses } from './guesses'
import type { Passwords } from './passwords'
import type { CodeUse, SecondFactorCodes } from './second-factor-codes'
import type { Sessions } from './sessions.service'

/** What members type to prove that it is them, while they are signed in. */
export interface TypedCredentials {
  password: string
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
   * Returns the caller's account if the password is correct.
   *
   * @throws ForumError `WRONG_PASSWORD`, `TOO_MANY_REQUESTS`
   */
  async verifyPassword({ viewer, address }: { viewer: Viewer; address: string }, password: string) {
    const { db, passwords, guesses, clock } = this.deps
    // No session has the hash.
    const member = await db.members.findOne({ _id: viewer.actor.id, ...openAt(clock.now()) })
    if (!member) throw new ForumError('UNAUTHENTICATED')
    const place = { address, sessionId: viewer.sessionId }
    const check = async () => ((await passwords.matches(member.passwordHash, password)) ? member : null)
    const verified = await guesses.attempt(member, place, check)
    if (!verified) throw new ForumError('WRONG_PASSWORD')
    return verified
  }

  /**
   * Returns the caller's account, and the use of the code, if password and second factor are correct.
   *
   * @throws ForumError `WRONG_PASSWORD`, `SECOND_FACTOR_REQUIRED`, `WRONG_CODE`, `TOO_MANY_REQUESTS`
   */
  async verify(
    by: { viewer: Viewer; address: string },
    { password, code }: TypedCredentials,
  ): Promise<{ member: MemberDoc; use: CodeUse }> {
    const member = await this.verifyPassword(by, password)
    const place = { address: by.address, sessionId: by.viewer.sessionId }
    return { member, use: await this.deps.codes.check(member, code, place) }
  }

  /**
   * Records that the caller has just typed password and second factor in this session.
   *
   * @throws ForumError as `verify`
   */
  async confirm(by: { viewer: Viewer; address: string }, typed: TypedCredentials): Promise<void> {
    const { member, use } = await this.verify(by, typed)
    await this.deps.codes.spend(member, use)
    await this.deps.sessions.confirmPassword(by.viewer)
  }
}
