import { type Api, type BodyInput } from '@forum/shared/contract'
import { resultOf } from '../../lib/result'
import { type Forum } from '../../store'
import { withFreshPassword } from '../../state/session'

/** Each call asks for the password if it was typed too long ago. */
export const loadWebhooks = (forum: Forum) =>
  resultOf(withFreshPassword(forum, () => forum.call('listWebhooks')).then(({ webhooks }) => webhooks))

export const createWebhook = (forum: Forum, body: BodyInput<Api['createWebhook']>) =>
  resultOf(withFreshPassword(forum, () => forum.call('createWebhook', { body })))

export const setActive = (forum: Forum, webhookId: number, active: boolean) =>
  resultOf(
    withFreshPassword(forum, () => forum.call('changeWebhook', { params: { webhookId }, body: { active } })),
  )

export const removeWebhook = (forum: Forum, webhookId: number) =>
  resultOf(withFreshPassword(forum, () => forum.call('removeWebhook', { params: { webhookId } })))

export const loadDeliveries = (forum: Forum, webhookId: number) =>
  resultOf(
    withFreshPassword(forum, () => forum.call('listDeliveries', { params: { webhookId } })).then(
      ({ deliveries }) => deliveries,
    ),
  )

export const deliverAgain = (forum: Forum, webhookId: number, deliveryId: number) =>
  resultOf(withFreshPassword(forum, () => forum.call('deliverAgain', { params: { webhookId, deliveryId } })))
