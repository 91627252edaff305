import type { LogArea } from '../log'
import { dataFrom } from '../platform/personal-data'
import type { Collection } from '../platform/mongo/model'
import type { Ground } from '../platform/ground'
import { Provided } from '../platform/work/provided'
import { aliasFields, type AliasDoc } from './aliases.model'
import { Aliases } from './aliases.service'
import { blockFields, type BlockDoc } from './blocks.model'
import { blockRoutes } from './blocks.routes'
import { Blocks } from './blocks.service'
import { followFields, type FollowDoc } from './follows.model'
import { followRoutes } from './follows.routes'
import { Follows } from './follows.service'
import { formerNameFields, type FormerNameDoc } from './former-names.model'
import { FormerNames } from './former-names.service'
import { MemberProfiles } from './member-profiles.presenter'
import { memberFields, type MemberDoc } from './members.model'
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
  const former = new FormerNames(db, clock)
  // Boards know who sees them.
  const openBoards = new Provided<[], Promise<ReadonlySet<number>>>('boards that everyone sees')
  const queries = new MemberQueries(db, clock, { freshness, former, openBoards: openBoards.call })
  const blocks = new Blocks(db, queries, clock, freshness)
  const follows = new Follows(db, queries, clock)
  // Sessions tell who is online.
  const onlineAmong = new Provided<[userIds: readonly number[]], Promise<ReadonlySet<number>>>(
    'who is online',
  )
  const profiles = new MemberProfiles({
    onlineAmong: onlineAmong.call,
    openBoards: openBoards.call,
    clock,
  })
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
      aliases: new Aliases(db),
      mentions: new Mentions(db, former),
      former,
      onlineAmong,
      boardModerators,
      openBoards,
    },
    routes: {
      ...memberRoutes(queries, profiles, boardModerators.call),
      ...blockRoutes(blocks),
      ...followRoutes(follows),
    },
    personal: [
      dataFrom('profile', db.members, { fields: memberFields, of: (userId) => ({ _id: userId }) }),
      dataFrom('aliases', db.aliases, { fields: aliasFields, of: (userId) => ({ userId }) }),
      dataFrom('blocks', db.blocks, {
        fields: blockFields,
        of: (userId) => ({ userId }),
        erase: (userId) => db.blocks.deleteMany({ userId }),
      }),
      dataFrom('former-names', db.formerNames, {
        fields: formerNameFields,
        of: (userId) => ({ userId }),
      }),
      dataFrom('following', db.follows, {
        fields: followFields,
        of: (userId) => ({ userId }),
        erase: (userId) => db.follows.deleteMany({ $or: [{ userId }, { followedId: userId }] }),
      }),
    ],
  }
}
export type MembersArea = ReturnType<typeof createMembers>['services']
interface MembersDb {
  aliases: Collection<AliasDoc>
  members: Collection<MemberDoc>
  blocks: Collection<BlockDoc>
  follows: Collection<FollowDoc>
  formerNames: Collection<FormerNameDoc>
}
