import { signedIn, type Handlers } from '../platform/http/mount'
import type { HeldPresentation } from './held.queries'
import type { HeldTexts } from './held.service'

export const ownHeldRoutes = (texts: HeldTexts, presentation: HeldPresentation) =>
  ({
    listOwnHeld: async (call) => ({
      held: await presentation.forAuthor(await texts.ofAuthor(signedIn(call).actor.id), call.language),
    }),
    updateHeld: async (call) => {
      const held = await texts.update(signedIn(call), call.params.heldId, call.body)
      const [shown] = await presentation.forAuthor([held], call.language)
      return { held: shown as NonNullable<typeof shown> }
    },
    withdrawHeld: async (call) => {
      await texts.withdraw(signedIn(call), call.params.heldId)
      return undefined
    },
  }) satisfies Partial<Handlers>
