import { refusedField } from '@forum/shared/errors'
import { signedIn, type Handlers } from '../../platform/http/mount'
import type { PurgeService } from './purges.service'

export const purgeRoutes = (purges: PurgeService) =>
  ({
    purgeUser: async (call) => {
      const viewer = signedIn(call)
      const { reason, preview = false, keepThreadIds = [] } = call.body
      const { userId } = call.params
      if (preview) return { purge: await purges.preview(viewer, userId, keepThreadIds) }
      if (reason === undefined) {
        throw refusedField('reason', 'required')
      }
      return { purge: await purges.begin(viewer, userId, { reason, keepThreadIds }) }
    },
    getPurge: async (call) => ({ purge: await purges.get(signedIn(call), call.params.purgeId) }),
    stopPurge: async (call) => ({ purge: await purges.stopOne(signedIn(call), call.params.purgeId) }),
    undoPurge: async (call) => ({ purge: await purges.undo(signedIn(call), call.params.purgeId) }),
  }) satisfies Partial<Handlers>
