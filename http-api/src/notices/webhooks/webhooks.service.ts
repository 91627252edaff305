import { createHmac, randomBytes } from 'node:crypto'
import type { Clock } from '@forum/shared/clock'
import type { Api, BodyOf, Webhook, WebhookDelivery, WebhookEvent } from '@forum/shared/contract'
import { ForumError, refusedField } from '@forum/shared/errors'
import { WEBHOOK_DELIVERIES_SHOWN, WEBHOOKS_MAX } from '../../platform/limits'
import { mayAdminister } from '@forum/shared/policies'
import { authorize } from '../../platform/http/authorize'
import type { Viewer } from '../../platform/http/viewer'
import { DURABLE, insertDurable } from '../../platform/mongo/database'
import type { Ids } from '../../platform/mongo/ids'
import type { Collection } from '../../platform/mongo/model'
import { actWork, withWork } from '../../platform/work/unfinished'
import type { ModerationLog } from '../../record'
import type { PublicRequests } from '../public-requests'
import type { WebhookDeliveryDoc, WebhookDoc } from './webhooks.model'

const PREFIX = 'whsec_'

/** The addresses that get events of the log, for admins who have just typed their password. */
export class Webhooks {
  constructor(
    private readonly deps: {
      db: { webhooks: Collection<WebhookDoc>; webhookDeliveries: Collection<WebhookDeliveryDoc> }
      requireFreshPassword: (viewer: Viewer) => Promise<void>
      requests: Pick<PublicRequests, 'mayReach'>
      log: ModerationLog
      ids: Ids
      tokenSecret: string
      clock: Clock
      /** Called when the webhooks have changed. */
      onChanged: () => void
      /** Called when a delivery is due at once. */
      onDue: () => void
    },
  ) {}

  async list(viewer: Viewer): Promise<Webhook[]> {
    await this.authorize(viewer)
    const found = await this.deps.db.webhooks.find(NOT_REMOVED, { sort: { _id: 1 } }).toArray()
    return found.map(present)
  }

  /** @throws ForumError `VALIDATION_FAILED` for an address that is not public, `CONFLICT` beyond the maximum */
  async create(
    viewer: Viewer,
    { url, events, active }: BodyOf<Api['createWebhook']>,
  ): Promise<{ webhook: Webhook; secret: string }> {
    const { db, ids, log, clock } = this.deps
    await this.authorize(viewer)
    await this.requirePublic(url)
    if ((await db.webhooks.countDocuments(NOT_REMOVED)) >= WEBHOOKS_MAX) throw new ForumError('CONFLICT')
    const act = this.draft(viewer, null, shownIn({ url, events, active }))
    const webhook: WebhookDoc = {
      _id: await ids.next('webhooks'),
      url,
      events: [...new Set(events)],
      active,
      salt: randomBytes(16).toString('base64url'),
      createdAt: clock.now(),
      unfinished: [actWork(act)],
    }
    await insertDurable(db.webhooks, webhook)
    await log.appendCarried(db.webhooks, webhook._id, act)
    this.deps.onChanged()
    return { webhook: present(webhook), secret: this.secretOf(webhook) }
  }

  /** @throws ForumError `NOT_FOUND`, `VALIDATION_FAILED` for an address that is not public */
  async change(viewer: Viewer, _id: number, given: BodyOf<Api['changeWebhook']>): Promise<Webhook> {
    const before = await this.read(viewer, _id)
    const { url = before.url, events = before.events, active = before.active } = given
    if (url !== before.url) await this.requirePublic(url)
    const after = { url, events: [...new Set(events)], active }
    return present(await this.write(viewer, before, after, shownIn(after)))
  }

  /** @throws ForumError `NOT_FOUND` */
  async remove(viewer: Viewer, _id: number): Promise<void> {
    const before = await this.read(viewer, _id)
    await this.write(viewer, before, { active: false, removedAt: this.deps.clock.now() }, null)
  }

  /** @throws ForumError `NOT_FOUND` */
  async deliveries(viewer: Viewer, webhookId: number): Promise<WebhookDelivery[]> {
    await this.read(viewer, webhookId)
    const found = await this.deps.db.webhookDeliveries
      .find({ webhookId }, { sort: { _id: -1 }, limit: WEBHOOK_DELIVERIES_SHOWN })
      .toArray()
    return found.map(presentDelivery)
  }

  /** @throws ForumError `NOT_FOUND` */
  async deliverAgain(viewer: Viewer, webhookId: number, _id: number): Promise<WebhookDelivery> {
    const { db, clock, onDue } = this.deps
    await this.read(viewer, webhookId)
    const delivery = await db.webhookDeliveries.findOneAndUpdate(
      { _id, webhookId },
      { $set: { status: 'waiting', attempts: 0, dueAt: clock.now() } },
      { returnDocument: 'after', writeConcern: DURABLE },
    )
    if (!delivery) throw new ForumError('NOT_FOUND')
    onDue()
    return presentDelivery(delivery)
  }

  /** Returns the secret with which the messages of a webhook are signed, which is derived and not stored. */
  secretOf({ _id, salt }: Pick<WebhookDoc, '_id' | 'salt'>): string {
    const key = createHmac('sha256', this.deps.tokenSecret).update(`webhook ${_id} ${salt}`).digest('base64')
    return PREFIX + key
  }

  private async authorize(viewer: Viewer): Promise<void> {
    authorize(mayAdminister(viewer.actor))
    await this.deps.requireFreshPassword(viewer)
  }

  private async read(viewer: Viewer, _id: number): Promise<WebhookDoc> {
    await this.authorize(viewer)
    const webhook = await this.deps.db.webhooks.findOne({ _id, ...NOT_REMOVED })
    if (!webhook) throw new ForumError('NOT_FOUND')
    return webhook
  }

  private async write(
    viewer: Viewer,
    before: WebhookDoc,
    fields: Partial<WebhookDoc>,
    shown: string | null,
  ): Promise<WebhookDoc> {
    const { db, log, onChanged } = this.deps
    const { _id } = before
    const act = this.draft(viewer, shownIn(before), shown)
    const webhook = await db.webhooks.findOneAndUpdate(
      { _id, ...NOT_REMOVED },
      withWork({ $set: fields }, actWork(act)),
      { returnDocument: 'after', writeConcern: DURABLE },
    )
    if (!webhook) throw new ForumError('NOT_FOUND')
    await log.appendCarried(db.webhooks, _id, act)
    onChanged()
    return webhook
  }

  private draft({ actor }: Viewer, before: string | null, after: string | null) {
    return this.deps.log.draft({
      actorId: actor.id,
      action: 'set_settings',
      target: 'settings',
      changes: [{ field: 'webhook', before, after }],
      isForAdmins: true,
    })
  }

  private async requirePublic(url: string): Promise<void> {
    if (await this.deps.requests.mayReach(url)) return
    throw refusedField('url', 'not_public')
  }
}

const NOT_REMOVED = { removedAt: { $exists: false } }

/** Returns the description of a webhook for the log. */
const shownIn = ({ url, events, active }: Pick<WebhookDoc, 'url' | 'events' | 'active'>): string =>
  `${url} (${active ? events.join(' ') : '-'})`

const present = ({ _id, url, events, active, createdAt }: WebhookDoc): Webhook => ({
  id: _id,
  url,
  events,
  active,
  createdAt: createdAt.toISOString(),
})

const presentDelivery = (delivery: WebhookDeliveryDoc): WebhookDelivery => ({
  id: delivery._id,
  event: delivery.event as WebhookEvent,
  createdAt: delivery.createdAt.toISOString(),
  status: delivery.status,
  attempts: delivery.attempts,
  responseStatus: delivery.responseStatus,
  nextAt: delivery.status === 'waiting' ? delivery.dueAt.toISOString() : null,
})
