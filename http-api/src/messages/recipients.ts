import { HOUR_MS, type Clock } from '@forum/shared/clock'
import { ForumError } from '@forum/shared/errors'
import { isStaff, type Actor } from '@forum/shared/policies'
import type { MemberDoc, MemberQueries, MembersArea } from '../members'
import type { RateLimits } from '../platform/http/rate-limits'
import { NEW_ACCOUNT_HOURS } from '../platform/limits'
import type { Collection } from '../platform/mongo/model'
import type { MessageCollections } from './collections'

/** Closed accounts receive nothing. Banned members can read messages that arrived meanwhile once the ban is over. */
const REACHABLE = ['active', 'banned'] as const satisfies readonly MemberDoc['status'][]

/** To whom a member may write. */
export class Recipients {
  constructor(
    private readonly deps: {
      db: MessageCollections & { members: Collection<MemberDoc> }
      members: MemberQueries
      blocks: Pick<MembersArea['blocks'], 'isBlocked' | 'blockersOf'>
      limits: RateLimits
      clock: Clock
    },
  ) {}

  /** @throws ForumError `RECIPIENT_NOT_FOUND` */
  async reachable(userId: number): Promise<void> {
    if ((await this.reachableAmong([userId])).length === 0) throw new ForumError('RECIPIENT_NOT_FOUND')
  }

  /** Returns the members among these who receive a message of the sender: not those who have blocked the sender. */
  async reachableFrom(senderId: number, userIds: readonly number[]): Promise<number[]> {
    const [reachable, blockers] = await Promise.all([
      this.reachableAmong(userIds),
      this.deps.blocks.blockersOf([senderId], userIds),
    ])
    return reachable.filter((id) => !blockers.get(senderId)?.has(id))
  }

  /** Returns whether any of these has blocked a member. */
  async isBlockedByAny(userId: number, others: readonly number[]): Promise<boolean> {
    return (await this.deps.blocks.blockersOf([userId], others)).has(userId)
  }

  /** Returns those among these whom a member has not blocked. */
  async notBlockedBy(userId: number, others: readonly number[]): Promise<number[]> {
    const blockers = await this.deps.blocks.blockersOf(others, [userId])
    return others.filter((id) => !blockers.get(id)?.has(userId))
  }

  private async reachableAmong(userIds: readonly number[]): Promise<number[]> {
    const found = await this.deps.db.members
      .find<Pick<MemberDoc, '_id'>>(
        { _id: { $in: [...userIds] }, status: { $in: [...REACHABLE] } },
        { projection: { _id: 1 } },
      )
      .toArray()
    const ids = new Set(found.map(({ _id }) => _id))
    return userIds.filter((id) => ids.has(id))
  }

  /** Returns whether the other has blocked a member, and the member the other. */
  async blocksBetween(userId: number, otherId: number): Promise<{ hasBlocked: boolean; isBlocked: boolean }> {
    const { blocks } = this.deps
    const [hasBlocked, isBlocked] = await Promise.all([
      blocks.isBlocked(otherId, userId),
      blocks.isBlocked(userId, otherId),
    ])
    return { hasBlocked, isBlocked }
  }

  /** Limits how many members a new account may write to for the first time. */
  async limitNewAccount(actor: Actor, recipientIds: readonly number[]): Promise<void> {
    const { clock, db, limits, members } = this.deps
    if (isStaff(actor)) return
    const { joinedAt } = (await members.people([actor.id])).author(actor.id)
    if (clock.now().getTime() - Date.parse(joinedAt) >= NEW_ACCOUNT_HOURS * HOUR_MS) return
    for (const otherUserId of recipientIds) {
      const contact = await db.mailboxEntries.findOne({ ownerId: actor.id, otherUserId })
      if (contact === null) await limits.consume('newContact', `user:${actor.id}`)
    }
  }
}
