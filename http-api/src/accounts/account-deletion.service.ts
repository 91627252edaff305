import type { Clock } from '@forum/shared/clock'
import { ForumError } from '@forum/shared/errors'
import { REFUSALS } from '@forum/shared/bilingual'
import type { Freshness } from '../log'
import {
  DELETED_MEMBER,
  EMPTY_PROFILE,
  memberFields,
  NOT_DELETED,
  type ErasureWork,
  type FormerNames,
  type MemberDoc,
} from '../members'
import type { NamesFor } from '../platform/mongo/audiences'
import { DURABLE, type PlatformCollections } from '../platform/mongo/database'
import { underLease } from '../platform/mongo/leases'
import { recentAt } from '../platform/mongo/database-time'
import type { PersonalData } from '../platform/personal-data'
import type { Viewer } from '../platform/http/viewer'
import type { Audience, Collection } from '../platform/mongo/model'
import { withWork } from '../platform/work/unfinished'
import type { Credentials, TypedCredentials } from './credentials.service'
import type { ProfileService } from './profile.service'
import type { RetiredUsernames } from './retired-usernames.service'
import type { SecondFactorCodes } from './second-factor-codes'
import type { Sessions } from './sessions.service'

/**
 * A request that was under way when its account was deleted may still store something. After this time none is, so the
 * data is erased once more.
 */
const ERASE_AGAIN_MS = 10 * 60_000

/** The fields of an account that a deletion keeps: posts refer to it, and its counters count them. */
type Kept = '_id' | 'joinedAt' | 'postCount' | 'threadCount' | 'likesReceived'
/**
 * The empty values of all other declared fields of an account: without a value for each, a deletion does not compile.
 */
type Emptied = Pick<MemberDoc, Exclude<NamesFor<typeof memberFields, Audience>, Kept>>
/** The optional ones. Texts of the profile are emptied, and pictures are removed together with their files. */
const REMOVED = Object.fromEntries(
  Object.entries(memberFields)
    .filter(
      ([name, of]) => of.audience && 'isOptional' in of && name !== 'avatars' && !(name in EMPTY_PROFILE),
    )
    .map(([name]) => [name, 1] as const),
)

/** Deletes accounts. Posts of a deleted account remain, under a placeholder name. */
export class AccountDeletion {
  constructor(
    private readonly deps: {
      db: Pick<PlatformCollections, 'leases'> & { members: Collection<MemberDoc> }
      profile: ProfileService
      credentials: Credentials
      codes: SecondFactorCodes
      freshness: Freshness
      sessions: Sessions
      retired: RetiredUsernames
      /** Begins to erase for ever what a member wrote. */
      eraseContent: (memberId: number) => Promise<void>
      former: FormerNames
      /** Returns everything that is stored about a member. */
      personalData: () => readonly PersonalData[]
      clock: Clock
    },
  ) {}

  /**
   * Deletes the caller's account permanently, with `content: 'erase'` also what the caller wrote.
   *
   * @throws ForumError `WRONG_PASSWORD`, `SECOND_FACTOR_REQUIRED`, `WRONG_CODE`, `FORBIDDEN` for the last admin
   */
  async delete(
    by: { viewer: Viewer; address: string },
    { content, ...typed }: TypedCredentials & { content?: 'keep' | 'erase' | undefined },
  ): Promise<void> {
    const { db, credentials, codes, clock } = this.deps
    const { member, use } = await credentials.verify(by, typed)
    if (member.role !== 'admin') {
      await codes.spend(member, use)
      if (content === 'erase') await this.deps.eraseContent(member._id)
      return this.remove(member)
    }
    // Serialised: otherwise the last two admins could refuse each other.
    await underLease(db, clock, 'delete an admin', async () => {
      const { _id } = member
      // A process may lose its lease without noticing. So each says that its admin leaves before it looks for another:
      // of two, at least the later one finds none.
      await db.members.updateOne(
        { _id, ...NOT_DELETED },
        { $set: { isLeaving: true } },
        { writeConcern: DURABLE },
      )
      const other = { _id: { $ne: _id }, role: 'admin', status: 'active', isLeaving: { $ne: true } } as const
      try {
        if ((await db.members.findOne(other)) === null) {
          throw new ForumError('FORBIDDEN', { detail: REFUSALS.lastAdmin })
        }
        await codes.spend(member, use)
      } catch (refused) {
        await db.members.updateOne({ _id }, { $unset: { isLeaving: 1 } }, { writeConcern: DURABLE })
        throw refused
      }
      if (content === 'erase') await this.deps.eraseContent(member._id)
      await this.remove(member)
    })
  }

  /**
   * Erases the data of a deleted account once more, when no request of it can be under way any longer; returns false
   * before that time.
   */
  async eraseAgain({ since }: ErasureWork, memberId: number, now: Date): Promise<boolean> {
    const { after, before } = recentAt(now, ERASE_AGAIN_MS)
    if (since > after && since < before) return false
    await this.deps.profile.eraseAvatars(memberId)
    for (const { erase } of this.deps.personalData()) await erase?.(memberId)
    return true
  }

  private async remove(member: MemberDoc): Promise<void> {
    const { db, profile, freshness, sessions, retired, former, personalData, clock } = this.deps
    const { _id } = member
    // Every step can be repeated. The account is deleted last, so that the member can try again after a failure.
    await profile.eraseAvatars(_id)
    for (const { erase } of personalData()) await erase?.(_id)
    await retired.retire(member.username)
    for (const name of await former.of(_id)) {
      await retired.retire(name)
      await former.forget(name)
    }
    // Nothing is kept or listed of the member any more.
    await db.members.updateOne(
      { _id, ...NOT_DELETED },
      { $pull: { unfinished: { kind: { $in: ['registration', 'agreement', 'profile'] } } } },
    )
    const nobody = `deleted${_id}`
    const closed = {
      username: nobody,
      // No username or e-mail address begins with this character.
      usernameLower: `~${nobody}`,
      email: '',
      emailLower: `~${nobody}`,
      passwordHash: '',
      displayName: DELETED_MEMBER,
      nameParts: [],
      nameKeys: [],
      hasAlikeName: false,
      role: 'user',
      ...EMPTY_PROFILE,
      avatar: null,
      status: 'deleted',
      banReason: null,
      bannedUntil: null,
      mutedUntil: null,
      showOnline: false,
      lastLoginAt: null,
    } satisfies Emptied & Partial<MemberDoc>
    await db.members.updateOne(
      { _id, ...NOT_DELETED },
      withWork(
        {
          $set: closed,
          $unset: { isLeaving: 1, oldNameLower: 1, ...REMOVED },
          $inc: { sessionEpoch: 1 },
        },
        { id: 'erasure', kind: 'erasure', since: clock.now() },
      ),
      { writeConcern: DURABLE },
    )
    freshness.emit('memberChanged', _id)
    // A picture may have arrived after the others were deleted.
    await profile.eraseAvatars(_id)
    await sessions.endAll(_id, 'logout')
  }
}
