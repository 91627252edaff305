import { signedIn, type Handlers } from '../../platform/http/mount'
import type { ModerationLogConsumer } from '../../record'
import type { ShowThread } from '../threads.routes'
import type { PostBatches } from './post-batches.service'

export const postBatchRoutes = (deps: {
  batches: PostBatches
  show: ShowThread
  acts: ModerationLogConsumer
}) =>
  ({
    moderatePosts: async (call) => {
      const { ids, ...given } = call.body
      const { threadId, results, event } = await deps.batches.run(signedIn(call), ids, given)
      const undo = await deps.acts.undoOf(Promise.resolve(event))
      return { ...(await deps.show(threadId, call)), undo, results }
    },
  }) satisfies Partial<Handlers>
