import * as z from 'zod/mini'
import { WEBHOOK_URL_MAX } from '../limits'
import { endpoint } from './define'
import { flag, id, pathId, time } from './fields'

export const WEBHOOK_EVENTS = [
  'thread.created',
  'thread.renamed',
  'thread.locked',
  'thread.featured',
  'thread.moved',
  'thread.deleted',
  'thread.restored',
  'post.created',
  'post.edited',
  'post.deleted',
  'post.restored',
] as const
const event = z.enum(WEBHOOK_EVENTS, 'invalid')
export type WebhookEvent = z.output<typeof event>

const webhook = z.strictObject({
  id,
  url: z.string(),
  events: z.array(event),
  active: z.boolean(),
  createdAt: time,
})
export type Webhook = z.output<typeof webhook>

const delivery = z.strictObject({
  id,
  event,
  createdAt: time,
  /** `waiting` until it arrived, or was tried too often. */
  status: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.int(),
  /** The status of the last response; null if there was none. */
  responseStatus: z.nullable(z.int()),
  /** When it is tried again; null if it is not. */
  nextAt: z.nullable(time),
})
export type WebhookDelivery = z.output<typeof delivery>

/** An https address on the public internet. */
const url = z
  .string('invalid')
  .check(z.maxLength(WEBHOOK_URL_MAX, 'too_long'), z.regex(/^https:\/\/\S+$/, 'invalid'))
const events = z
  .array(event, 'invalid')
  .check(z.minLength(1, 'required'), z.maxLength(WEBHOOK_EVENTS.length, 'too_many'))
const params = z.object({ webhookId: pathId })

export const webhookEndpoints = {
  listWebhooks: endpoint({
    summary: 'The webhooks of the site (admins with a fresh password)',
    method: 'GET',
    path: '/admin/webhooks',
    access: 'member',
    confidential: true,
    response: z.strictObject({ webhooks: z.array(webhook) }),
    errors: ['FORBIDDEN', 'PASSWORD_REQUIRED'],
  }),

  createWebhook: endpoint({
    summary:
      'Adds a webhook, which gets events of the log, signed as Standard Webhooks; the secret is shown once (admins with a fresh password)',
    method: 'POST',
    path: '/admin/webhooks',
    access: 'member',
    limit: 'edit',
    body: z.object({ url, events, active: z._default(flag, true) }),
    status: 201,
    response: z.strictObject({ webhook, secret: z.string() }),
    errors: ['FORBIDDEN', 'PASSWORD_REQUIRED', 'CONFLICT'],
  }),

  changeWebhook: endpoint({
    summary: 'Changes what is given of a webhook (admins with a fresh password)',
    method: 'PUT',
    path: '/admin/webhooks/:webhookId',
    access: 'member',
    limit: 'edit',
    params,
    body: z.object({ url: z.optional(url), events: z.optional(events), active: z.optional(flag) }),
    response: z.strictObject({ webhook }),
    errors: ['FORBIDDEN', 'PASSWORD_REQUIRED', 'NOT_FOUND'],
  }),

  removeWebhook: endpoint({
    summary: 'Removes a webhook (admins with a fresh password)',
    method: 'DELETE',
    path: '/admin/webhooks/:webhookId',
    access: 'member',
    limit: 'edit',
    params,
    errors: ['FORBIDDEN', 'PASSWORD_REQUIRED', 'NOT_FOUND'],
  }),

  listDeliveries: endpoint({
    summary: 'The latest deliveries of a webhook, the newest first (admins with a fresh password)',
    method: 'GET',
    path: '/admin/webhooks/:webhookId/deliveries',
    access: 'member',
    confidential: true,
    params,
    response: z.strictObject({ deliveries: z.array(delivery) }),
    errors: ['FORBIDDEN', 'PASSWORD_REQUIRED', 'NOT_FOUND'],
  }),

  deliverAgain: endpoint({
    summary: 'Sends a delivery once more (admins with a fresh password)',
    method: 'POST',
    path: '/admin/webhooks/:webhookId/deliveries/:deliveryId/again',
    access: 'member',
    limit: 'edit',
    params: z.object({ webhookId: pathId, deliveryId: pathId }),
    response: z.strictObject({ delivery }),
    errors: ['FORBIDDEN', 'PASSWORD_REQUIRED', 'NOT_FOUND'],
  }),
}
