import { signedIn, type Handlers } from '../../platform/http/mount'
import type { PollService } from './polls.service'

export const pollRoutes = (polls: PollService) =>
  ({
    votePoll: async (call) => ({
      poll: await polls.vote(signedIn(call), call.params.threadId, call.body.options),
    }),
  }) satisfies Partial<Handlers>
