import { signedIn, type Handlers } from '../platform/http/mount'
import type { Follows } from './follows.service'

export const followRoutes = (follows: Follows) =>
  ({
    followUser: async (call) => {
      const { followed } = call.body
      await follows.set(signedIn(call).actor, call.params.userId, followed)
      return { followed }
    },
    listFollowing: async (call) => ({ users: await follows.list(signedIn(call).actor.id) }),
  }) satisfies Partial<Handlers>
