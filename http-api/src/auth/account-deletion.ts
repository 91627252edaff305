import type { Clock } from '@forum/shared/clock'
import { ForumError } from '@forum/shared/errors'
import { REFUSALS } from '@forum/shared/bilingual'
import type { Model } from 'mongoose'
import { DELETED_MEMBER, type MemberDoc, type MemberQueries } from '../members'
import { DURABLE, type PlatformCollections } from '../platform/database'
import { underLease } from '../platform/leases'
import type { PersonalData } from '../platform/personal-data'
import type { Viewer } from '../platform/viewer'
import type { ProfileService } from './profile.service'
import type { RetiredUsernames } from './retired-usernames'
import type { Sessions } from './sessions'

/** Deletes accounts. Posts of a deleted account remain, under a placeholder name. */
export class AccountDeletion {
  constructor(
    private readonly deps: {
      db: Pick<PlatformCollections, 'leases'> & { members: Model<MemberDoc> }
      profile: ProfileService
      queries: MemberQueries
      sessions: Sessions
      retired: RetiredUsernames
      data: readonly PersonalData[]
      clock: Clock
    },
  ) {}

  /**
   * Deletes the caller's account permanently.
   *
   * @throws ForumError `WRONG_PASSWORD`, `FORBIDDEN` for the last admin
   */
  async delete(viewer: Viewer, password: string): Promise<void> {
    const { db, profile, clock } = this.deps
    const member = await profile.verify(viewer, password)
    if (member.role !== 'admin') return this.remove(member)
    // Serialised: otherwise the last two admins could both delete their accounts.
    await underLease(db, clock, 'delete an admin', async () => {
      const other = { _id: { $ne: member._id }, role: 'admin', status: 'active' } as const
      if ((await db.members.exists(other)) === null)
        throw new ForumError('FORBIDDEN', { detail: REFUSALS.lastAdmin })
      await this.remove(member)
    })
  }

  private async remove(member: MemberDoc): Promise<void> {
    const { db, profile, queries, sessions, retired, data } = this.deps
    const { _id } = member
    // Every step can be repeated. The account is deleted last, so that the member can try again after a failure.
    await profile.eraseAvatars(_id)
    for (const { erase } of data) await erase?.(_id)
    await retired.retire(member.username)
    const nobody = `deleted${_id}`
    await db.members.updateOne(
      { _id },
      {
        $set: {
          username: nobody,
          // No username or e-mail address begins with this character.
          usernameLower: `~${nobody}`,
          email: '',
          emailLower: `~${nobody}`,
          passwordHash: '',
          displayName: DELETED_MEMBER,
          nameParts: [],
          role: 'user',
          signature: '',
          avatar: null,
          avatars: [],
          status: 'deleted',
          banReason: null,
          bannedUntil: null,
          mutedUntil: null,
          showOnline: false,
          lastLoginAt: null,
          signInAddresses: [],
        },
        $inc: { sessionEpoch: 1 },
      },
      { writeConcern: DURABLE },
    )
    queries.forget(_id)
    await sessions.endAll(_id, 'logout')
  }
}
