import type { SourceStrength } from '@forum/shared/contract'
import { DAY_MS, type Clock } from '@forum/shared/clock'
import { SAME_BROWSER_MEMBERS_MAX, SAME_SOURCE_DAYS, SAME_SOURCE_MEMBERS_MAX } from '../platform/limits'
import { NOT_DELETED, type MemberDoc, type SignInPlace } from '../members'
import type { Collection } from '../platform/mongo/model'
import type { SignInAddresses } from './sign-in-addresses'

/** A member who may be the same person as another. */
export interface LikelySame {
  member: Pick<MemberDoc, '_id' | 'role' | 'status'>
  strength: SourceStrength
  lastSeenAt: Date
}

const RANK: Record<SourceStrength, number> = { both: 0, browser: 1, address: 2 }

/** Finds members who signed in from the same place, by keyed hashes alone. */
export class SameSource {
  constructor(
    private readonly deps: {
      db: { members: Collection<MemberDoc> }
      addresses: Pick<SignInAddresses, 'fresh' | 'hash'>
      clock: Clock
    },
  ) {}

  /** Returns who may be the same person as a member, the likeliest first. */
  async likeliest(userId: number): Promise<LikelySame[]> {
    const { db, addresses } = this.deps
    const places = addresses.fresh((await this.placesOf(userId)) ?? {})
    if (places.length === 0) return []
    const browsers = await this.rare([...new Set(places.flatMap(({ browser }) => browser ?? []))])
    const found = await db.members
      .find<Pick<MemberDoc, '_id' | 'role' | 'status' | 'signIns'>>(
        {
          _id: { $ne: userId },
          ...NOT_DELETED,
          $or: [
            { 'signIns.address': { $in: places.map(({ address }) => address) } },
            { 'signIns.browser': { $in: browsers } },
          ],
        },
        { projection: { role: 1, status: 1, signIns: 1 }, limit: SAME_SOURCE_MEMBERS_MAX },
      )
      .toArray()
    return found
      .flatMap(({ signIns = [], ...member }) => {
        const shared = comparison(places, addresses.fresh({ signIns }), new Set(browsers))
        return shared === null ? [] : [{ member, ...shared }]
      })
      .toSorted(
        (a, b) => RANK[a.strength] - RANK[b.strength] || b.lastSeenAt.getTime() - a.lastSeenAt.getTime(),
      )
  }

  /** Returns true if the address is closed to new accounts, as one of a member whose addresses are blocked. */
  async isBlocked(address: string): Promise<boolean> {
    const { db, addresses, clock } = this.deps
    const found = await db.members.findOne(
      { 'signIns.address': addresses.hash(address), sourceBlockedUntil: { $gt: clock.now() } },
      { projection: { _id: 1 } },
    )
    return found !== null
  }

  private placesOf(_id: number): Promise<Pick<MemberDoc, 'signIns'> | null> {
    return this.deps.db.members.findOne({ _id }, { projection: { signIns: 1 } })
  }

  /** Returns the browsers that few members have: one that many have says nothing. */
  private async rare(browsers: readonly string[]): Promise<string[]> {
    const { members } = this.deps.db
    const counts = await Promise.all(
      browsers.map((browser) =>
        members.countDocuments({ 'signIns.browser': browser }, { limit: SAME_BROWSER_MEMBERS_MAX + 1 }),
      ),
    )
    return browsers.filter((_, i) => (counts[i] ?? 0) <= SAME_BROWSER_MEMBERS_MAX)
  }
}

const isNear = (a: SignInPlace, b: SignInPlace): boolean =>
  Math.abs(a.at.getTime() - b.at.getTime()) <= SAME_SOURCE_DAYS * DAY_MS

/** Returns what two members have in common, and when the other was last there; null for nothing. */
export function comparison(
  places: readonly SignInPlace[],
  others: readonly SignInPlace[],
  rare: ReadonlySet<string>,
): { strength: SourceStrength; lastSeenAt: Date } | null {
  let strength: SourceStrength | null = null
  let lastSeenAt = new Date(0)
  for (const mine of places)
    for (const theirs of others) {
      if (!isNear(mine, theirs)) continue
      const isAddress = mine.address === theirs.address
      const isBrowser = mine.browser !== undefined && mine.browser === theirs.browser
      // At one address even a common browser says something.
      const found = isAddress
        ? isBrowser
          ? 'both'
          : 'address'
        : isBrowser && rare.has(theirs.browser ?? '')
          ? 'browser'
          : null
      if (found === null) continue
      strength = strength !== null && strength !== found ? 'both' : found
      if (theirs.at > lastSeenAt) lastSeenAt = theirs.at
    }
  return strength === null ? null : { strength, lastSeenAt }
}
