import type { Clock } from '@forum/shared/clock'
import { ForumError } from '@forum/shared/errors'
import type { mongo } from 'mongoose'
import { NOT_DELETED, type MemberDoc } from '../members'
import { DURABLE } from '../platform/mongo/database'
import type { Collection } from '../platform/mongo/model'
import type { Guesses, Place } from './guesses'
import type { Seals } from '../platform/seals'
import type { Tokens } from './tokens'
import { stepOf } from './totp'

/** 140 bits in groups of four; those handed out earlier have 50, and count until they are used. */
const RECOVERY_CODE = /^[a-z2-7]{28}$|^[a-z2-7]{10}$/
const TOTP_CODE = /^[0-9]{6}$/

/** Codes as they are compared: without what people type between the characters. */
export const cleaned = (code: string): string => code.replaceAll(/[\s-]/g, '').toLowerCase()

/**
 * A correct code that has not been used yet, as the condition and the change of the write that uses it up. The write
 * that needs the code contains both, so that a call that is refused leaves the code as it was.
 */
export interface CodeUse {
  filter: Record<string, unknown>
  change: { $set?: Record<string, unknown>; $pull?: Record<string, unknown> }
}

/** The use of a code by members without a second factor: none. */
export const NO_CODE: CodeUse = { filter: {}, change: {} }

/** Adds the use of a code to an update of its member. */
export const withCode = (
  update: mongo.UpdateFilter<MemberDoc>,
  { change }: CodeUse,
): mongo.UpdateFilter<MemberDoc> => ({
  ...update,
  ...change,
  ...(update.$set || change.$set ? { $set: { ...update.$set, ...change.$set } } : {}),
})

/** The codes of second factors: of the authenticator app, or recovery codes. */
export class SecondFactorCodes {
  constructor(
    private readonly deps: {
      db: { members: Collection<MemberDoc> }
      guesses: Guesses
      seals: Seals
      tokens: Tokens
      clock: Clock
    },
  ) {}

  /**
   * Checks the code of a member who has proved the password, or who has its mailed link, without using it up.
   *
   * @throws ForumError `SECOND_FACTOR_REQUIRED` without a code, `WRONG_CODE`, `TOO_MANY_REQUESTS`
   */
  async check(member: MemberDoc, code: string | undefined, place: Place): Promise<CodeUse> {
    if (!member.secondFactor) return NO_CODE
    if (code === undefined) throw new ForumError('SECOND_FACTOR_REQUIRED')
    const check = () => Promise.resolve(this.useOf(member, cleaned(code)))
    const use = await this.deps.guesses.attempt(member, place, check, 'secondFactor')
    if (!use) throw new ForumError('WRONG_CODE')
    return use
  }

  /**
   * Uses up a code, for what is not a write to the member.
   *
   * @throws ForumError `WRONG_CODE` if it was used meanwhile
   */
  async spend({ _id }: MemberDoc, use: CodeUse): Promise<void> {
    if (use === NO_CODE) return
    const { matchedCount } = await this.deps.db.members.updateOne(
      { _id, ...NOT_DELETED, ...use.filter },
      withCode({}, use),
      { writeConcern: DURABLE },
    )
    if (matchedCount === 0) throw new ForumError('WRONG_CODE')
  }

  private useOf({ secondFactor }: MemberDoc, code: string): CodeUse | null {
    if (!secondFactor) return null
    const { seals, tokens, clock } = this.deps
    if (RECOVERY_CODE.test(code)) {
      const hash = tokens.hashRecoveryCode(code)
      if (!secondFactor.recovery.includes(hash)) return null
      return {
        filter: { 'secondFactor.recovery': hash },
        change: { $pull: { 'secondFactor.recovery': hash } },
      }
    }
    const key = TOTP_CODE.test(code) ? seals.open(secondFactor.secret) : null
    const step = key && stepOf(key, code, clock.now())
    // Whoever sees a code being typed cannot use it as well.
    if (step === null || step <= secondFactor.lastStep) return null
    return {
      filter: { 'secondFactor.secret': secondFactor.secret, 'secondFactor.lastStep': { $lt: step } },
      change: { $set: { 'secondFactor.lastStep': step } },
    }
  }
}
