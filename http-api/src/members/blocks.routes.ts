import { signedIn, type Handlers } from '../platform/http/mount'
import type { Blocks } from './blocks.service'

export const blockRoutes = (blocks: Blocks) =>
  ({
    blockUser: async (call) => {
      const { blocked } = call.body
      await blocks.set(signedIn(call).actor, call.params.userId, blocked)
      return { blocked }
    },
    listBlocked: async (call) => ({ users: await blocks.list(signedIn(call).actor.id) }),
  }) satisfies Partial<Handlers>
