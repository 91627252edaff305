import { DAY_MS, type Clock } from '@forum/shared/clock'
import { SIGN_IN_ADDRESSES_KEPT } from '../platform/limits'
import type { MemberDoc } from '../members'
import type { Collection } from '../platform/mongo/model'

/** The addresses at which members have signed in, as keyed hashes, for as long as the operator wants. */
export class SignInAddresses {
  constructor(
    private readonly deps: {
      db: { members: Collection<MemberDoc> }
      hash: (address: string) => string
      /** How long an address is kept after its last use; 0 for none at all. */
      days: number
      clock: Clock
    },
  ) {}

  /** Whether a member has signed in at an address lately. */
  knows({ signIns = [] }: Pick<MemberDoc, 'signIns'>, address: string): boolean {
    const hash = this.deps.hash(address)
    return signIns.some((one) => one.address === hash && one.at >= this.oldest())
  }

  /** Returns the addresses of a member after a sign-in, the newest first. */
  after({ signIns = [] }: Pick<MemberDoc, 'signIns'>, address: string): { address: string; at: Date }[] {
    const { hash, days, clock } = this.deps
    if (days === 0) return []
    const used = { address: hash(address), at: clock.now() }
    const others = signIns.filter((one) => one.address !== used.address && one.at >= this.oldest())
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
