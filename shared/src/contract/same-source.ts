import * as z from 'zod/mini'
import { endpoint } from './define'
import { undo, userSummary } from './entities'
import { instant, pathId, reason, time } from './fields'

const params = z.object({ userId: pathId })

/** The common source of two members: the address or the browser that both signed in with at about the same time. */
const strength = z.enum(['address', 'browser', 'both'])
export type SourceStrength = z.output<typeof strength>

export const sameSourceEndpoints = {
  getSameSource: endpoint({
    summary:
      'Members who signed in from the same address or browser at about the same time, the likeliest first; never an address. Reading it is logged (moderators of every board)',
    method: 'GET',
    path: '/users/:userId/same-source',
    access: 'member',
    limit: 'discipline',
    confidential: true,
    params,
    response: z.strictObject({
      members: z.array(
        z.strictObject({ user: userSummary, isBanned: z.boolean(), strength, lastSeenAt: time }),
      ),
      /** Until when nobody registers at the addresses of this member; null if anybody may. */
      blockedUntil: z.nullable(time),
    }),
    errors: ['NOT_FOUND', 'FORBIDDEN'],
  }),

  blockSource: endpoint({
    summary:
      'Lets nobody register at the addresses of a member until a time, except with an invitation; null ends that (moderators of every board)',
    method: 'PUT',
    path: '/users/:userId/same-source',
    access: 'member',
    limit: 'discipline',
    params,
    body: z.object({ until: z.nullable(instant), reason: z.optional(reason) }),
    response: z.strictObject({ blockedUntil: z.nullable(time), undo: z.nullable(undo) }),
    errors: ['NOT_FOUND', 'FORBIDDEN'],
  }),
}
