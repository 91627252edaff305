import { signedIn, type Handlers } from '../../platform/http/mount'
import type { ErasureService } from './erasures.service'

export const erasureRoutes = (erasures: ErasureService) =>
  ({
    askErasure: (call) => {
      const { postIds, threadId, userId, reason } = call.body
      const named = {
        ...(postIds === undefined ? {} : { postIds }),
        ...(threadId === undefined ? {} : { threadId }),
        ...(userId === undefined ? {} : { userId }),
      }
      return erasures.ask(signedIn(call), { ...named, reason })
    },
    confirmErasure: (call) => erasures.confirm(signedIn(call), call.params.erasureId),
    listErasures: (call) => erasures.all(signedIn(call)),
  }) satisfies Partial<Handlers>
