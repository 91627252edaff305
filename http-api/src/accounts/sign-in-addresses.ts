import { DAY_MS, type Clock } from '@forum/shared/clock'
import { SIGN_IN_ADDRESSES_KEPT } from '../platform/limits'
import type { MemberDoc, SignInPlace } from '../members'
import type { Collection } from '../platform/mongo/model'

/** The addresses at which members have signed in, and their browsers, as keyed hashes, for as long as the operator wants. */
export class SignInAddresses {
  constructor(
    private readonly deps: {
      db: { members: Collection<MemberDoc> }
      /** Returns a keyed hash. */
      hash: (text: string) => string
      /** Days for which an address is kept after its last use; 0 keeps none at all. */
      days: number
      clock: Clock
    },
  ) {}

  hash(address: string): string {
    return this.deps.hash(address)
  }

  /** Returns true if a member has signed in at an address lately. */
  knows(member: Pick<MemberDoc, 'signIns'>, address: string): boolean {
    const hash = this.hash(address)
    return this.fresh(member).some((one) => one.address === hash)
  }

  /** Returns where a member has signed in, without what is to be removed. */
  fresh({ signIns = [] }: Pick<MemberDoc, 'signIns'>): SignInPlace[] {
    return signIns.filter(({ at }) => at >= this.oldest())
  }

  /** Returns the addresses of a member after a sign-in, the newest first. */
  after(
    member: Pick<MemberDoc, 'signIns'>,
    { address, userAgent }: { address: string; userAgent: string },
  ): SignInPlace[] {
    const { days, clock } = this.deps
    if (days === 0) return []
    const browser = userAgent === '' ? {} : { browser: this.deps.hash(`browser ${userAgent}`) }
    const used = { address: this.hash(address), ...browser, at: clock.now() }
    const others = this.fresh(member).filter((one) => one.address !== used.address)
    return [used, ...others].slice(0, SIGN_IN_ADDRESSES_KEPT)
  }

  /** Removes those that are older. */
  async prune(): Promise<void> {
    const old = { at: { $lt: this.oldest() } }
    await this.deps.db.members.updateMany({ 'signIns.at': old.at }, { $pull: { signIns: old } })
  }

  private oldest(): Date {
    return new Date(this.deps.clock.now().getTime() - this.deps.days * DAY_MS)
  }
}
