import { limitAddress } from '@forum/shared/address'
import { REFUSALS } from '@forum/shared/bilingual'
import { GATEWAY_SECRET_HEADER, scopeOf, type Endpoint, type TokenScope } from '@forum/shared/contract'
import { ForumError } from '@forum/shared/errors'
import { RATE_LIMITS, type RateLimitName } from '@forum/shared/limits'
import { isStaff } from '@forum/shared/policies'
import type { Context } from 'koa'
import { isSameSecret } from '../secrets'
import type { RateLimits } from './rate-limits'
import type { Viewer } from './viewer'

export interface AdmissionOptions {
  identify: (token: string) => Promise<Viewer | null>
  /** Returns the member behind a recently identified token, synchronously. */
  identifyKnown?: (token: string) => Viewer | null
  limits: RateLimits
  /** Returns true while the site only serves reads. */
  isReadOnly: () => boolean
  /** The secret that gateways send. */
  gatewaySecret: string
}

/** Returns the token of an `Authorization` header; '' if the header is malformed, null if it is missing. */
export function bearerToken(header: string | undefined): string | null {
  if (header === undefined || header === '') return null
  return /^Bearer ([^\s]+)$/i.exec(header)?.[1] ?? ''
}

/** Consumes a point of the address's own limit, before anything that costs more. Returns the address as counted. */
export async function limitByAddress(limits: Pick<RateLimits, 'consume'>, ctx: Context): Promise<string> {
  const address = limitAddress(ctx.ip)
  await limits.consume('address', address)
  return address
}

/** Refuses a caller that does not send the gateways' secret. */
export function requireGateway(secret: string, ctx: Context): void {
  if (!isSameSecret(ctx.get(GATEWAY_SECRET_HEADER), secret)) throw new ForumError('FORBIDDEN')
}

/**
 * Identifies a caller by a token. A point of the limit for bad tokens is consumed before the lookup and given back for
 * a good token, so that refusing a flood of bad tokens costs no query.
 */
async function viewerOf(
  token: string,
  address: string,
  { identify, identifyKnown, limits }: AdmissionOptions,
): Promise<Viewer> {
  const cached = identifyKnown?.(token)
  if (cached) return cached
  await limits.consume('badToken', address)
  const viewer = await identify(token)
  if (!viewer) throw new ForumError('UNAUTHENTICATED')
  await limits.giveBack('badToken', address)
  return viewer
}

/** Refuses a personal token that is not meant for a call. */
function requireScope(endpoint: Endpoint, scopes: readonly TokenScope[]): void {
  const needed = scopeOf(endpoint)
  if (needed === null || !scopes.includes(needed))
    throw new ForumError('FORBIDDEN', { detail: REFUSALS.tokenScope })
}

/** Identifies the caller and consumes a point of the endpoint's limit. */
export async function authenticate(
  ctx: Context,
  { endpoint, options, address }: { endpoint: Endpoint; options: AdmissionOptions; address: string },
): Promise<{ token: string | null; viewer: Viewer | null }> {
  const token = bearerToken(ctx.headers.authorization)
  const viewer = endpoint.ignoresToken || token === null ? null : await viewerOf(token, address, options)
  if (endpoint.access === 'member' && !viewer) throw new ForumError('UNAUTHENTICATED')
  if (viewer?.scopes) requireScope(endpoint, viewer.scopes)
  await consumeOwnLimit(endpoint, { viewer, address }, options.limits)
  return { token, viewer }
}

/** Consumes a point of the endpoint's own limit, if it has one. */
export async function consumeOwnLimit(
  { limit }: Endpoint,
  { viewer, address }: { viewer: Viewer | null; address: string },
  limits: RateLimits,
): Promise<void> {
  if (limit && !(RATE_LIMITS[limit].staffExempt && isStaff(viewer?.actor ?? null))) {
    await limits.consume(limit, subjectOf(limit, viewer, address))
  }
}

/** Returns whom a limit counts. */
function subjectOf(limit: RateLimitName, viewer: Viewer | null, address: string): string {
  if (!viewer) return address
  return 'perSession' in RATE_LIMITS[limit]
    ? `session:${viewer.sessionId}|${address}`
    : `user:${viewer.actor.id}`
}

export const isRead = (ctx: Context): boolean => ctx.method === 'GET' || ctx.method === 'HEAD'

/** Seconds to wait before writing again to a site that is read-only. */
const READ_ONLY_RETRY_AFTER_S = 60

/** Refuses what is no read while the site is read-only. */
export function requireWritable(ctx: Context, endpoint: Endpoint, { isReadOnly }: AdmissionOptions): void {
  if (isRead(ctx) || endpoint.whileReadOnly || endpoint.access === 'gateway' || !isReadOnly()) return
  throw new ForumError('UNAVAILABLE', {
    detail: REFUSALS.readOnly,
    retryAfterSeconds: READ_ONLY_RETRY_AFTER_S,
  })
}

/**
 * Returns the caller as of now, since a session or its rights may have ended while the body arrived.
 *
 * @throws ForumError `UNAUTHENTICATED` when the session has ended, `UNAVAILABLE` when the site has become read-only
 */
export async function stillAllowed(
  ctx: Context,
  of: { endpoint: Endpoint; options: AdmissionOptions; address: string; token: string | null },
): Promise<Viewer | null> {
  const { endpoint, options, address, token } = of
  requireWritable(ctx, endpoint, options)
  return endpoint.ignoresToken || token === null ? null : viewerOf(token, address, options)
}
