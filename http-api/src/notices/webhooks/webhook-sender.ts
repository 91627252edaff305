import { DAY_MS, type Clock } from '@forum/shared/clock'
import { WEBHOOK_DAYS, WEBHOOK_RETRIES_S } from '../../platform/limits'
import { Webhook as Signer } from 'standardwebhooks'
import type { Collection } from '../../platform/mongo/model'
import type { PublicRequests } from '../public-requests'
import type { WebhookDeliveryDoc, WebhookDoc } from './webhooks.model'

export const WEBHOOKS_INTERVAL_MS = 5_000
/** Maximum duration of an attempt, after which another process may make it again. */
const ATTEMPT_MS = 60_000
/** Deliveries that a process makes at the same time. */
const AT_ONCE = 4

/** Delivers events to webhooks: at least once, in any order, and again after failures, with growing waits. */
export class WebhookSender {
  private running: Promise<void> | null = null
  private isWanted = false

  constructor(
    private readonly deps: {
      db: { webhooks: Collection<WebhookDoc>; webhookDeliveries: Collection<WebhookDeliveryDoc> }
      requests: Pick<PublicRequests, 'send'>
      secretOf: (webhook: WebhookDoc) => string
      clock: Clock
    },
  ) {}

  /** Makes all deliveries that are due. */
  async run(): Promise<void> {
    this.isWanted = true
    this.running ??= this.untilNoneIsDue().finally(() => (this.running = null))
    return this.running
  }

  /** Resolves once the deliveries that are under way have been made. */
  async drain(): Promise<void> {
    await this.running
  }

  /** Removes deliveries that are no longer shown. */
  async prune(): Promise<void> {
    const { db, clock } = this.deps
    const createdAt = { $lt: new Date(clock.now().getTime() - WEBHOOK_DAYS * DAY_MS) }
    await db.webhookDeliveries.deleteMany({ createdAt })
  }

  private async untilNoneIsDue(): Promise<void> {
    while (this.isWanted) {
      this.isWanted = false
      const first = await this.claim()
      if (first)
        await Promise.all([this.worker(first), ...Array.from({ length: AT_ONCE - 1 }, () => this.worker())])
    }
  }

  private async worker(first?: WebhookDeliveryDoc): Promise<void> {
    let delivery = first ?? (await this.claim())
    while (delivery) {
      await this.attempt(delivery)
      delivery = await this.claim()
    }
  }

  /** Takes a delivery that is due from all others until the attempt is over, or has taken too long. */
  private claim(): Promise<WebhookDeliveryDoc | null> {
    const { db, clock } = this.deps
    const now = clock.now()
    return db.webhookDeliveries.findOneAndUpdate(
      { status: 'waiting', dueAt: { $lte: now } },
      { $set: { dueAt: new Date(now.getTime() + ATTEMPT_MS) }, $inc: { attempts: 1 } },
      { sort: { dueAt: 1 }, returnDocument: 'after' },
    )
  }

  private async attempt(delivery: WebhookDeliveryDoc): Promise<void> {
    const { db, clock } = this.deps
    const { _id, webhookId, attempts, dueAt } = delivery
    const webhook = await db.webhooks.findOne({ _id: webhookId })
    const response = webhook?.active ? await this.send(webhook, delivery) : null
    const isDelivered = response !== null && response.status >= 200 && response.status < 300
    const waitS = webhook?.active ? WEBHOOK_RETRIES_S[attempts - 1] : undefined
    const outcome = isDelivered
      ? { status: 'delivered' as const }
      : waitS === undefined
        ? { status: 'failed' as const }
        : { dueAt: new Date(clock.now().getTime() + waitS * 1_000) }
    await db.webhookDeliveries.updateOne(
      { _id, status: 'waiting', dueAt },
      { $set: { ...outcome, responseStatus: response?.status ?? null } },
    )
  }

  private send(webhook: WebhookDoc, { eventId, body }: WebhookDeliveryDoc) {
    const { requests, secretOf, clock } = this.deps
    // The same for every attempt, so that the receiver recognises a repeat.
    const id = `${webhook._id}-${eventId.replace(':', '-')}`
    const now = clock.now()
    return requests.send(new URL(webhook.url), {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
        'webhook-signature': new Signer(secretOf(webhook)).sign(id, now, body),
      },
      body,
    })
  }
}
