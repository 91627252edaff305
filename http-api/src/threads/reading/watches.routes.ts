import { signedIn, type Handlers } from '../../platform/http/mount'
import type { ShowThread } from '../threads.routes'
import type { Watches } from './watches.service'

export const watchRoutes = (watches: Watches, showThread: ShowThread) =>
  ({
    watchThread: async (call) => {
      await watches.set(signedIn(call), call.params.threadId, call.body.watched)
      return showThread(call.params.threadId, call)
    },
  }) satisfies Partial<Handlers>
