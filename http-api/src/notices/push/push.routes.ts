import { signedIn, type Handlers } from '../../platform/http/mount'
import type { Push } from './push.service'

export const pushRoutes = (push: Push) =>
  ({
    getPushKey: async () => ({ publicKey: await push.publicKey() }),
    subscribeToPush: async (call) => {
      await push.subscribe(signedIn(call), call.body, call.language)
      return {}
    },
    unsubscribeFromPush: async (call) => {
      await push.unsubscribe(signedIn(call).actor.id, call.body.endpoint)
      return undefined
    },
  }) satisfies Partial<Handlers>
