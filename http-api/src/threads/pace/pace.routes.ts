import { signedIn, type Handlers } from '../../platform/http/mount'
import type { ModerationLogConsumer } from '../../record'
import type { ShowThread } from '../threads.routes'
import type { PaceService } from './pace.service'

export const paceRoutes = (deps: { pace: PaceService; show: ShowThread; acts: ModerationLogConsumer }) => {
  const { pace, show, acts } = deps
  return {
    slowThread: async (call) => {
      const { seconds, reason } = call.body
      const change = { slowSeconds: seconds, reason }
      const undo = await acts.undoOf(pace.set(signedIn(call), call.params.threadId, 'thread.slowed', change))
      return { ...(await show(call.params.threadId, call)), undo }
    },
    scheduleThread: async (call) => {
      const undo = await acts.undoOf(
        pace.set(signedIn(call), call.params.threadId, 'thread.scheduled', call.body),
      )
      return { ...(await show(call.params.threadId, call)), undo }
    },
  } satisfies Partial<Handlers>
}
