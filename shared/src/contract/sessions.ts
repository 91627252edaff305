import * as z from 'zod/mini'
import { endpoint } from './define'
import { id, time } from './fields'
import { userSummary } from './entities'

/** What a gateway needs to know of a token (contract §4, promise 5). */
export const tokenHolder = z.strictObject({
  sessionId: id,
  user: userSummary,
  /** Boards this member moderates, sub-boards included; a moderator or admin moderates all. */
  moderatedBoardIds: z.array(id),
  showOnline: z.boolean(),
  expiresAt: time,
})
export type TokenHolder = z.output<typeof tokenHolder>

export const IDENTIFY_MAX = 500

/**
 * Who each token is, in order; null for one that is malformed, expired or revoked. A caller learns nothing
 * that the token itself would not have let it ask, so no other right is needed.
 */
export const identifyTokens = endpoint({
  name: 'identifyTokens',
  summary: 'For gateways: who each token belongs to, null for a dead one',
  method: 'POST',
  path: '/internal/identify',
  limit: null,
  ignoresToken: true,
  body: z.object({ tokens: z.array(z.string().check(z.maxLength(512))).check(z.maxLength(IDENTIFY_MAX)) }),
  answer: z.strictObject({ holders: z.array(z.nullable(tokenHolder)) }),
})
