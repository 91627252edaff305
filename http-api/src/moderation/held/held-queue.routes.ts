import type { HeldDoc, HeldPresentation } from '../../gate'
import type { Language } from '@forum/shared/errors'
import { signedIn, type Handlers } from '../../platform/http/mount'
import { undoOf } from '../../record'
import type { HeldQueueQueries } from './held-queue.queries'
import type { HeldQueue } from './held-queue.service'

export const heldQueueRoutes = ({
  queue,
  queries,
  presentation,
}: {
  queue: HeldQueue
  queries: HeldQueueQueries
  presentation: HeldPresentation
}) => {
  const shown = async (held: HeldDoc, language: Language) => {
    const [one] = await presentation.forModerators([held], language)
    return { held: one as NonNullable<typeof one> }
  }
  return {
    listHeld: (call) => queries.list(call.query, signedIn(call), call.language),
    approveHeld: async (call) =>
      shown(await queue.approve(signedIn(call), call.params.heldId, call.body), call.language),
    rejectHeld: async (call) => {
      const { held, logged } = await queue.reject(signedIn(call), call.params.heldId, call.body.reason)
      return { ...(await shown(held, call.language)), undo: undoOf(logged) }
    },
    decideHeld: (call) => queue.decideAll(signedIn(call), call.body),
  } satisfies Partial<Handlers>
}
