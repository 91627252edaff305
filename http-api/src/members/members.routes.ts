import { paginate } from '@forum/shared/contract'
import { mayAdminister } from '@forum/shared/policies'
import { authorize } from '../platform/http/authorize'
import { signedIn, type Handlers } from '../platform/http/mount'
import type { MemberProfiles } from './member-profiles.presenter'
import type { MemberQueries } from './members.queries'

export const memberRoutes = (
  queries: MemberQueries,
  profiles: MemberProfiles,
  /** Returns the moderators of single boards. */
  boardModerators: () => Promise<readonly number[]>,
) =>
  ({
    listUsers: async (call) => {
      const { page, limit } = call.query
      const { members, total } = await queries.list(call.query)
      return {
        users: await profiles.present(members, signedIn(call)),
        pagination: paginate(page, limit, total),
      }
    },
    listMembers: async (call) => {
      const viewer = signedIn(call)
      authorize(mayAdminister(viewer.actor))
      const { page, limit } = call.query
      const { members, total } = await queries.administered({
        ...call.query,
        boardModeratorIds: await boardModerators(),
      })
      return { users: await profiles.present(members, viewer), pagination: paginate(page, limit, total) }
    },
    searchUsers: async ({ query }) => ({ users: await queries.search(query.q, query.limit) }),
    getUser: async ({ params, viewer }) => profiles.presentOne(await queries.byId(params.userId), viewer),
  }) satisfies Partial<Handlers>
