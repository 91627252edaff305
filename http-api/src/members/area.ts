import type { LogArea } from '../log'
import { dataFrom } from '../platform/personal-data'
import type { Collection } from '../platform/mongo/model'
import type { Ground } from '../platform/ground'
import { Provided } from '../platform/work/provided'
import type { BlockDoc } from './blocks.model'
import { blockRoutes } from './blocks.routes'
import { Blocks } from './blocks.service'
import type { FollowDoc } from './follows.model'
import { followRoutes } from './follows.routes'
import { Follows } from './follows.service'
import { MemberProfiles } from './member-profiles.presenter'
import type { MemberDoc } from './members.model'
import { MemberQueries } from './members.queries'
import { memberRoutes } from './members.routes'
import { Mentions } from './mentions.queries'
import { NameGuard } from './name-guard'

/** Members as others see them, and whom a member follows and blocks. */
export function createMembers(
  { db, clock }: Ground<MembersDb>,
  { log }: { log: Pick<LogArea, 'freshness'> },
) {
  const { freshness } = log
  const queries = new MemberQueries(db, clock, freshness)
  const blocks = new Blocks(db, queries, clock, freshness)
  const follows = new Follows(db, queries, clock)
  // Sessions tell who is online.
  const onlineAmong = new Provided<[userIds: readonly number[]], Promise<ReadonlySet<number>>>(
    'who is online',
  )
  const profiles = new MemberProfiles({ onlineAmong: onlineAmong.call, clock })
  // Boards name their moderators.
  const boardModerators = new Provided<[], Promise<readonly number[]>>('moderators of boards')
  const names = new NameGuard({ db, freshness, boardModerators: boardModerators.call })
  return {
    services: {
      queries,
      blocks,
      follows,
      profiles,
      names,
      mentions: new Mentions(db),
      onlineAmong,
      boardModerators,
    },
    routes: {
      ...memberRoutes(queries, profiles, boardModerators.call),
      ...blockRoutes(blocks),
      ...followRoutes(follows),
    },
    personal: [
      dataFrom('profile', db.members, (userId) => [{ $match: { _id: userId } }, { $project: NOT_EXPORTED }]),
      dataFrom(
        'blocks',
        db.blocks,
        (userId) => [{ $match: { userId } }, { $project: { _id: 0, blockedId: 1, createdAt: 1 } }],
        (userId) => db.blocks.deleteMany({ userId }),
      ),
      dataFrom(
        'following',
        db.follows,
        (userId) => [{ $match: { userId } }, { $project: { _id: 0, followedId: 1, createdAt: 1 } }],
        (userId) => db.follows.deleteMany({ $or: [{ userId }, { followedId: userId }] }),
      ),
    ],
  }
}
export type MembersArea = ReturnType<typeof createMembers>['services']
interface MembersDb {
  members: Collection<MemberDoc>
  blocks: Collection<BlockDoc>
  follows: Collection<FollowDoc>
}

const NOT_EXPORTED = {
  passwordHash: 0,
  secondFactor: 0,
  secondFactorDraft: 0,
  sessionEpoch: 0,
  usernameLower: 0,
  oldNameLower: 0,
  emailLower: 0,
  nameParts: 0,
  nameKeys: 0,
  hasAlikeName: 0,
  isLeaving: 0,
  unfinished: 0,
  unlistedSince: 0,
  unlistedTexts: 0,
  revision: 0,
  epoch: 0,
  marks: 0,
}
