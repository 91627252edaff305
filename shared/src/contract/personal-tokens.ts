import * as z from 'zod/mini'
import { TOKEN_NAME_MAX } from '../limits'
import { endpoint } from './define'
import type { Endpoint } from './endpoint'
import { id, instant, pathId, shortLine, time } from './fields'

export const TOKEN_SCOPES = ['read', 'write', 'moderate'] as const
const scope = z.enum(TOKEN_SCOPES, 'invalid')
export type TokenScope = z.output<typeof scope>

/** The beginning of every personal token, which tells it from a session and lets scanners of secrets find it. */
export const PERSONAL_TOKEN_PREFIX = 'forum_pat_'

const personalToken = z.strictObject({
  id,
  name: z.string(),
  scopes: z.array(scope),
  createdAt: time,
  expiresAt: time,
  lastUsedAt: z.nullable(time),
})
export type PersonalToken = z.output<typeof personalToken>

/**
 * The scope that a personal token needs for a call; null for what no token may do: affairs of the account and of the
 * site. Without `moderate` a token has the rights of a member without a role, and never those of an admin.
 */
export function scopeOf({ path, methods }: Pick<Endpoint, 'path' | 'methods'>): TokenScope | null {
  if (path === '/auth/me') return 'read'
  if (/^\/(auth|admin|push)\b/.test(path)) return null
  if (/^\/moderation\b/.test(path)) return 'moderate'
  return methods.includes('GET') ? 'read' : 'write'
}

export const personalTokenEndpoints = {
  listTokens: endpoint({
    summary: 'The caller’s personal tokens, the newest first',
    method: 'GET',
    path: '/auth/tokens',
    access: 'member',
    confidential: true,
    response: z.strictObject({ tokens: z.array(personalToken) }),
  }),

  createToken: endpoint({
    summary:
      'Makes a personal token for programs, which send it as `Authorization: Bearer`. The secret is shown once. Needs a password that was typed recently',
    method: 'POST',
    path: '/auth/tokens',
    access: 'member',
    limit: 'password',
    body: z.object({
      name: shortLine(TOKEN_NAME_MAX),
      /** `write` and `moderate` are for calls that change something; `moderate` is for acts of moderators as well. */
      scopes: z.array(scope, 'invalid').check(z.minLength(1, 'required'), z.maxLength(3, 'too_many')),
      /** In the future; a year from now unless given. */
      expiresAt: z.optional(z.nullable(instant)),
    }),
    status: 201,
    response: z.strictObject({ token: personalToken, secret: z.string() }),
    errors: ['PASSWORD_REQUIRED', 'CONFLICT'],
  }),

  revokeToken: endpoint({
    summary: 'Ends a personal token of the caller',
    method: 'DELETE',
    path: '/auth/tokens/:id',
    access: 'member',
    limit: 'edit',
    params: z.object({ id: pathId }),
    errors: ['NOT_FOUND'],
  }),
}
