import { signedIn, type Handlers } from '../../platform/http/mount'
import type { Webhooks } from './webhooks.service'

export const webhookRoutes = (webhooks: Webhooks) =>
  ({
    listWebhooks: async (call) => ({ webhooks: await webhooks.list(signedIn(call)) }),
    createWebhook: (call) => webhooks.create(signedIn(call), call.body),
    changeWebhook: async (call) => ({
      webhook: await webhooks.change(signedIn(call), call.params.webhookId, call.body),
    }),
    removeWebhook: async (call) => {
      await webhooks.remove(signedIn(call), call.params.webhookId)
    },
    listDeliveries: async (call) => ({
      deliveries: await webhooks.deliveries(signedIn(call), call.params.webhookId),
    }),
    deliverAgain: async (call) => {
      const { webhookId, deliveryId } = call.params
      return { delivery: await webhooks.deliverAgain(signedIn(call), webhookId, deliveryId) }
    },
  }) satisfies Partial<Handlers>
