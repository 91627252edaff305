import type { MemberDoc } from '../members'
import type { RateLimits } from '../platform/http/rate-limits'
import type { RateLimitName } from '@forum/shared/limits'
import type { SignInAddresses } from './sign-in-addresses'

/** Where a secret of an account is typed: at an address and, once signed in, in a session. */
export interface Place {
  address: string
  sessionId?: number
}

/** Points that an attempt has consumed, to be given back if it was no guess. */
export class ConsumedPoints {
  private readonly consumed: [RateLimitName, string][] = []

  constructor(private readonly limits: RateLimits) {}

  async consume(name: RateLimitName, subject: string): Promise<void> {
    await this.limits.consume(name, subject)
    this.consumed.push([name, subject])
  }

  async giveBack(): Promise<void> {
    for (const [name, subject] of this.consumed.splice(0)) await this.limits.giveBack(name, subject)
  }
}

/**
 * Limits on guesses of an account's secrets. They count where the guesser is. Those that count for the whole account, or
 * for a whole session, do so only at addresses that are new to the account, so that guessing locks no owner out. A new
 * password begins new counts.
 */
export class Guesses {
  constructor(private readonly deps: { limits: RateLimits; addresses: Pick<SignInAddresses, 'knows'> }) {}

  /** Begins an attempt. */
  begin(): ConsumedPoints {
    return new ConsumedPoints(this.deps.limits)
  }

  /**
   * Consumes a point of the account's limit, except at the addresses of its latest sign-ins. A name without an account
   * has a limit of its own, and so has each session, which strangers who guess cannot use up.
   */
  async consumeAccount(
    points: ConsumedPoints,
    account: MemberDoc | { name: string },
    { address, sessionId }: Place,
  ): Promise<void> {
    if ('name' in account) return points.consume('loginAccount', `name:${account.name}`)
    if (this.deps.addresses.knows(account, address)) return
    const subject = sessionId === undefined ? `member:${account._id}` : `session:${sessionId}`
    await points.consume('loginAccount', `${subject}:${epochOf(account)}`)
  }

  /**
   * Checks a secret of a member, and counts the attempt if it is wrong.
   *
   * @param limit the limit at the place, if the call has none of its own
   * @param check returns null for a wrong secret
   * @throws ForumError `TOO_MANY_REQUESTS`
   */
  async attempt<T>(
    member: MemberDoc,
    place: Place,
    check: () => Promise<T | null>,
    limit?: 'secondFactor',
  ): Promise<T | null> {
    const points = this.begin()
    const { address, sessionId = '' } = place
    const here = `${member._id}:${epochOf(member)}|${sessionId}|${address}`
    let found: T | null
    try {
      if (limit) await points.consume(limit, here)
      await this.consumeAccount(points, member, place)
      found = await check()
    } catch (error) {
      await points.giveBack()
      throw error
    }
    if (found === null) return null
    await points.giveBack()
    if (limit) await this.deps.limits.reset(limit, here)
    return found
  }
}

/**
 * Returns the second key of the limits beside the account. It changes with the password, which starts the counts
 * again.
 */
export const epochOf = ({ sessionEpoch = 0 }: Pick<MemberDoc, 'sessionEpoch'>): number => sessionEpoch
