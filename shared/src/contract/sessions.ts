import * as z from 'zod/mini'
import { endpoint } from './define'
import { id, time } from './fields'
import { userSummary } from './entities'

/** The facts about a token's holder that a gateway needs. */
export const tokenHolder = z.strictObject({
  /** Below 0 for personal tokens, which are no sessions. */
  sessionId: z.int(),
  user: userSummary,
  /** Boards this member moderates, sub-boards included; a moderator or admin moderates all. */
  moderatedBoardIds: z.array(id),
  /** The gates of boards that this member sees and not everyone does (shared/src/access.ts). */
  gates: z.array(z.string()),
  showOnline: z.boolean(),
  expiresAt: time,
})
export type TokenHolder = z.output<typeof tokenHolder>

/** Maximum number of tokens per call. */
export const IDENTIFY_MAX = 500

/** Maximum number of characters of a token that is looked up. */
const TOKEN_MAX = 512

/** The header in which a gateway sends the secret that it shares with the API. */
export const GATEWAY_SECRET_HEADER = 'X-Gateway-Secret'

export const sessionEndpoints = {
  /** Returns the holder of each token, in order; null for a token that is malformed, expired or revoked. */
  identifyTokens: endpoint({
    summary: 'For gateways: who each token belongs to, null for a dead one',
    method: 'POST',
    path: '/internal/identify',
    access: 'gateway',
    limit: null,
    ignoresToken: true,
    body: z.object({
      tokens: z.array(z.string().check(z.maxLength(TOKEN_MAX))).check(z.maxLength(IDENTIFY_MAX)),
    }),
    response: z.strictObject({ holders: z.array(z.nullable(tokenHolder)) }),
    errors: ['FORBIDDEN'],
  }),
  findGates: endpoint({
    summary: 'For gateways: what one has to pass to read threads, null for those that everyone reads',
    method: 'POST',
    path: '/internal/gates',
    access: 'gateway',
    limit: null,
    ignoresToken: true,
    body: z.object({ threadIds: z.array(id).check(z.maxLength(IDENTIFY_MAX)) }),
    response: z.strictObject({ gates: z.array(z.nullable(z.string())) }),
    errors: ['FORBIDDEN'],
  }),
  checkTyping: endpoint({
    summary: 'For gateways: whether others may see that the holder of a token writes a reply in a thread',
    method: 'POST',
    path: '/internal/typing',
    access: 'gateway',
    limit: null,
    ignoresToken: true,
    body: z.object({ token: z.string().check(z.maxLength(TOKEN_MAX)), threadId: id }),
    response: z.strictObject({ isShown: z.boolean(), gate: z.nullable(z.string()) }),
    errors: ['FORBIDDEN'],
  }),
}
