import type { WebhookEvent } from '@forum/shared/contract'
import { defineCollection, field, type DocumentOf } from '../../platform/mongo/model'
import { UNFINISHED_INDEX, unfinishedWork, type ActWork } from '../../platform/work/unfinished'

const webhookFields = {
  _id: field.number,
  url: field.string,
  events: field.mixed<WebhookEvent[]>(),
  active: field.boolean,
  /** The salt from which the secret is derived, together with the server's own secret. */
  salt: field.secret(field.string),
  createdAt: field.date,
  /** Set once an admin has removed it. */
  removedAt: field.optional(field.date),
  ...unfinishedWork<ActWork>(),
}

/** An address that gets events of the log. */
export type WebhookDoc = DocumentOf<typeof webhookFields>

export const webhookCollection = defineCollection('webhooks', webhookFields, [UNFINISHED_INDEX])

const deliveryFields = {
  _id: field.number,
  webhookId: field.number,
  /** The id of the event in the log. */
  eventId: field.string,
  event: field.string,
  body: field.string,
  createdAt: field.date,
  status: field.oneOf('waiting', 'delivered', 'failed'),
  attempts: field.number,
  responseStatus: field.nullable(field.number),
  /** When it is tried next; an attempt that is under way moves it into the future. */
  dueAt: field.date,
}

/** An event on its way to a webhook. */
export type WebhookDeliveryDoc = DocumentOf<typeof deliveryFields>

export const webhookDeliveryCollection = defineCollection('webhookDeliveries', deliveryFields, [
  // An event that the log delivers again is stored once.
  { key: { webhookId: 1, eventId: 1 }, unique: true },
  // Deliveries that are due.
  { key: { status: 1, dueAt: 1 } },
  // The latest of a webhook.
  { key: { webhookId: 1, _id: -1 } },
  // Deliveries that are to be removed.
  { key: { createdAt: 1 } },
])
