import type { BoardsArea } from '../../boards'
import type { ThreadLogCollections } from '../../log'
import type { Ground } from '../../platform/ground'
import type { Collection } from '../../platform/mongo/model'
import type { RecordArea } from '../../record'
import { PublicRequests, type PushNetwork } from '../public-requests'
import { WebhookSender, WEBHOOKS_INTERVAL_MS } from './webhook-sender'
import { WebhookConsumer } from './webhooks.consumer'
import type { WebhookDeliveryDoc, WebhookDoc } from './webhooks.model'
import { webhookRoutes } from './webhooks.routes'
import { Webhooks } from './webhooks.service'

interface WebhooksNeeds {
  boards: Pick<BoardsArea, 'requireFreshPassword'>
  record: Pick<RecordArea, 'log'>
}

/** Calls of other programs about what happens in the forum. */
export function createWebhooks(
  { db, config, ids, clock, inBackground }: Ground<WebhooksDb>,
  { boards, record }: WebhooksNeeds,
  network: PushNetwork,
) {
  const requests = new PublicRequests(network)
  const deliverInBackground = inBackground('webhooks')
  const onDue = () => {
    deliverInBackground(sender.run())
  }
  const consumer = new WebhookConsumer({ db, ids, siteUrl: config.siteUrl, clock, onDue })
  const webhooks = new Webhooks({
    db,
    requireFreshPassword: boards.requireFreshPassword.call,
    requests,
    log: record.log,
    ids,
    tokenSecret: config.tokenSecret,
    clock,
    onChanged: () => {
      consumer.forget()
    },
    onDue,
  })
  const sender = new WebhookSender({
    db,
    requests,
    secretOf: (webhook) => webhooks.secretOf(webhook),
    clock,
  })
  return {
    routes: webhookRoutes(webhooks),
    consumer,
    recurring: { what: 'webhooks', everyMs: WEBHOOKS_INTERVAL_MS, run: () => sender.run() },
    prune: () => sender.prune(),
    drain: () => sender.drain(),
  }
}

type WebhooksDb = ThreadLogCollections & {
  webhooks: Collection<WebhookDoc>
  webhookDeliveries: Collection<WebhookDeliveryDoc>
}
