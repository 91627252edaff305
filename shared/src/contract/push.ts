import * as z from 'zod/mini'
import { PUSH_ENDPOINT_MAX } from '../limits'
import { endpoint } from './define'

/** Base64url, as browsers write the keys of a subscription. */
const key = (bytes: number) =>
  z
    .string('invalid')
    .check(z.regex(new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((bytes * 4) / 3)}}={0,2}$`), 'invalid'))

const pushEndpoint = z
  .string('invalid')
  .check(z.maxLength(PUSH_ENDPOINT_MAX, 'too_long'), z.regex(/^https:\/\//, 'invalid'))

export const pushEndpoints = {
  getPushKey: endpoint({
    summary: "The public key that browsers need to subscribe to this forum's push messages",
    method: 'GET',
    path: '/push/key',
    access: 'member',
    response: z.strictObject({ publicKey: z.string() }),
  }),

  subscribeToPush: endpoint({
    summary:
      'Subscribes a browser to push messages until the session ends; its endpoint must be https on a public address',
    method: 'POST',
    path: '/push/subscriptions',
    access: 'member',
    limit: 'edit',
    body: z.object({
      endpoint: pushEndpoint,
      keys: z.object({ p256dh: key(65), auth: key(16) }),
    }),
    status: 201,
    response: z.strictObject({}),
  }),

  unsubscribeFromPush: endpoint({
    summary: 'Ends the push subscription of a browser; succeeds even if there is none',
    method: 'DELETE',
    path: '/push/subscriptions',
    access: 'member',
    limit: 'edit',
    body: z.object({ endpoint: pushEndpoint }),
  }),
}
