import bodyParser from '@koa/bodyparser'
import Router from '@koa/router'
import { limitAddress } from '@forum/shared/address'
import {
  type AnswerOf,
  type Api,
  api,
  type BodyOf,
  type Endpoint,
  type EndpointName,
  GATEWAY_SECRET_HEADER,
  type ParamsOf,
  type QueryOf,
  type RawAnswer,
} from '@forum/shared/contract'
import { ForumError, type FieldError, type Language } from '@forum/shared/errors'
import { BODY_MAX_BYTES, RATE_LIMITS } from '@forum/shared/limits'
import { isStaff } from '@forum/shared/policies'
import type { Context, Middleware } from 'koa'
import { Readable } from 'node:stream'
import type * as z from 'zod/mini'
import { wasForwarded } from './proxies'
import type { RateLimits } from './rate-limits'
import { isSameSecret } from './secrets'
import { readMultipart, type UploadedFile } from './uploads'
import type { Viewer } from './viewer'

/** A call as a handler gets it: parsed by the contract, with the member who makes it. */
export interface Call<E extends Endpoint> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** The file of an endpoint with `upload`; null for the others. */
  file: UploadedFile | null
  /** Null when anonymous. */
  viewer: Viewer | null
  language: Language
  /** As limits count it: IPv6 by /64. */
  address: string
  /** Whether a proxy forwarded the call. */
  isForwarded: boolean
  /** Cut to 300 characters. */
  userAgent: string
  /** What the `Authorization` header brought; '' when it is malformed, null without one. */
  token: string | null
  idempotencyKey: string | undefined
}

export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<AnswerOf<E>>

/** One handler for every endpoint of the contract: a missing one does not compile. */
export type Handlers = { [N in EndpointName]: Handler<Api[N]> }

/** Returns the signed-in member of a call to an endpoint whose access is `member`. */
export function signedIn(call: { viewer: Viewer | null }): Viewer {
  if (!call.viewer) throw new ForumError('UNAUTHENTICATED')
  return call.viewer
}

export interface MountOptions {
  identify: (token: string) => Promise<Viewer | null>
  limits: RateLimits
  /** What a gateway sends to prove itself. */
  gatewaySecret: string
  /** Parse answers against the contract too: in development and tests. */
  parseAnswers: boolean
}

/** The language of error texts: `zh`, unless `Accept-Language` starts with `en`. */
export function languageOf(header: string | undefined): Language {
  return /^\s*en\b/i.test(header ?? '') ? 'en' : 'zh'
}

function bearerToken(ctx: Context): string | null {
  const header = ctx.get('Authorization')
  if (header === '') return null
  return /^Bearer ([^\s]+)$/i.exec(header)?.[1] ?? ''
}

function fieldErrors(issues: readonly z.core.$ZodIssue[]): FieldError[] {
  const seen = new Set<string>()
  return issues.flatMap((issue) => {
    const field = issue.path.map(String).join('.')
    // Only the first broken rule of a field: the others often follow from it.
    if (seen.has(field)) return []
    seen.add(field)
    return [{ field, code: /^[a-z_]+$/.test(issue.message) ? issue.message : 'invalid' }]
  })
}

function parse<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new ForumError('VALIDATION_FAILED', { fields: fieldErrors(parsed.error.issues) })
}

/** A query parameter given twice counts once: the last. */
function queryOf(ctx: Context): Record<string, string> {
  return Object.fromEntries(
    Object.entries(ctx.query).map(([name, value]) => [
      name,
      Array.isArray(value) ? (value.at(-1) ?? '') : (value ?? ''),
    ]),
  )
}

const readJson = bodyParser({
  enableTypes: ['json'],
  jsonLimit: BODY_MAX_BYTES,
  parsedMethods: ['POST', 'PUT', 'DELETE'],
  onError: (error: unknown) => {
    const status = (error as { status?: number }).status
    throw new ForumError(status === 413 ? 'PAYLOAD_TOO_LARGE' : 'BAD_JSON', { cause: error })
  },
})

/** Who makes a call, found out before its body is read. */
interface CallState {
  address: string
  token: string | null
  viewer: Viewer | null
}

/** Takes a point of the address's own limit, before anything that costs more. */
export const limitByAddress =
  (limits: RateLimits): Middleware =>
  async (ctx, next) => {
    await limits.take('address', limitAddress(ctx.ip))
    await next()
  }

/** Lets pass who knows the gateways' secret. */
const requireGateway =
  (secret: string): Middleware =>
  async (ctx, next) => {
    if (!isSameSecret(ctx.get(GATEWAY_SECRET_HEADER), secret)) throw new ForumError('FORBIDDEN')
    await next()
  }

/**
 * Identifies the caller and takes a point of the endpoint's limit. A token takes a point of the limit of bad
 * tokens before it is looked up and gets it back if it is good, so a refused flood of them costs no query.
 */
function authenticate(endpoint: Endpoint, { identify, limits }: MountOptions): Middleware {
  const viewerOf = async (token: string, address: string): Promise<Viewer> => {
    await limits.take('badToken', address)
    const viewer = await identify(token)
    if (!viewer) throw new ForumError('UNAUTHENTICATED')
    await limits.giveBack('badToken', address)
    return viewer
  }
  return async (ctx, next) => {
    const address = limitAddress(ctx.ip)
    const token = bearerToken(ctx)
    const viewer = endpoint.ignoresToken || token === null ? null : await viewerOf(token, address)
    if (endpoint.access === 'member' && !viewer) throw new ForumError('UNAUTHENTICATED')
    const { limit } = endpoint
    if (limit && !(RATE_LIMITS[limit].staffExempt && isStaff(viewer?.actor ?? null))) {
      await limits.take(limit, viewer ? `user:${viewer.actor.id}` : address)
    }
    ctx.state.call = { address, token, viewer } satisfies CallState
    await next()
  }
}

/** Refuses a body of another type than the endpoint's before anything reads it. */
const requireType =
  (types: readonly string[]): Middleware =>
  async (ctx, next) => {
    const hasBody = ctx.get('Transfer-Encoding') !== '' || (ctx.request.length ?? 0) > 0
    if (hasBody && ctx.method !== 'GET' && ctx.method !== 'HEAD' && !ctx.is(...types)) {
      throw new ForumError('UNSUPPORTED_MEDIA_TYPE')
    }
    await next()
  }

/** Reads the body of a call: fields, and the file of an endpoint with `upload`. */
async function readBody(
  ctx: Context,
  endpoint: Endpoint,
): Promise<{ fields: unknown; file: UploadedFile | null }> {
  if (endpoint.upload) return readMultipart(ctx.req, endpoint.upload)
  const isRead = ctx.method === 'GET' || ctx.method === 'HEAD'
  return { fields: isRead ? {} : (ctx.request.body ?? {}), file: null }
}

function handle<E extends Endpoint>(endpoint: E, handler: Handler<E>, options: MountOptions): Middleware {
  return async (ctx) => {
    const { address, token, viewer } = ctx.state.call as CallState
    const params = endpoint.params.safeParse(ctx.params)
    if (!params.success) throw new ForumError('NOT_FOUND')
    const { fields, file } = await readBody(ctx, endpoint)
    const answer = await handler({
      params: params.data as ParamsOf<E>,
      query: parse(endpoint.query, queryOf(ctx)) as QueryOf<E>,
      body: parse(endpoint.body, fields) as BodyOf<E>,
      file,
      viewer,
      language: languageOf(ctx.get('Accept-Language')),
      address,
      isForwarded: wasForwarded(ctx.headers),
      userAgent: ctx.get('User-Agent').slice(0, 300),
      token,
      idempotencyKey: endpoint.idempotent ? ctx.get('Idempotency-Key') || undefined : undefined,
    })
    ctx.status = endpoint.statusOf?.(answer) ?? endpoint.status
    if (endpoint.status === 204) return
    if (options.parseAnswers) checkAnswer(endpoint, answer)
    if (viewer) ctx.set('Cache-Control', 'private, no-cache')
    else if (ctx.method === 'GET') ctx.set('Cache-Control', 'no-cache')
    if (endpoint.produces) sendRaw(ctx, answer as RawAnswer)
    else {
      ctx.type = 'application/json; charset=utf-8'
      ctx.body = JSON.stringify(answer)
    }
  }
}

function sendRaw(ctx: Context, { type, body, headers = {} }: RawAnswer): void {
  ctx.set(headers)
  ctx.set('Content-Type', type)
  if (typeof body === 'string' || Buffer.isBuffer(body)) ctx.body = body
  else ctx.body = body instanceof Uint8Array ? Buffer.from(body) : Readable.from(body)
}

function checkAnswer(endpoint: Endpoint, answer: unknown): void {
  const parsed = endpoint.answer.safeParse(answer)
  if (!parsed.success) {
    throw new Error(`the answer of ${endpoint.name} breaks the contract: ${parsed.error.message}`)
  }
  if (!endpoint.produces) return
  const { type } = answer as RawAnswer
  if (!endpoint.produces.includes(type.split(';')[0]?.trim() ?? '')) {
    throw new Error(`the answer of ${endpoint.name} breaks the contract: it does not produce ${type}`)
  }
}

/** What runs for a call, the cheapest refusals first. */
function stepsOf<E extends Endpoint>(endpoint: E, handler: Handler<E>, options: MountOptions): Middleware[] {
  const isGateway = endpoint.access === 'gateway'
  return [
    isGateway ? requireGateway(options.gatewaySecret) : limitByAddress(options.limits),
    authenticate(endpoint, options),
    ...(endpoint.upload
      ? [requireType(['multipart/form-data'])]
      : [requireType(['json', '+json']), readJson]),
    handle(endpoint, handler, options),
  ]
}

/** Mounts endpoints under `/api`, each with its handler of the same name. */
export function mountEndpoints<Rows extends Record<string, Endpoint>>(
  endpoints: Rows,
  handlers: { [N in keyof Rows]: Handler<Rows[N]> },
  options: MountOptions,
): Router {
  const router = new Router({ prefix: '/api' })
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    // The table pairs each name with the handler of its own endpoint; a loop over it only sees the union.
    const handler = handlers[name] as unknown as Handler<Endpoint>
    const methods = endpoint.methods.map((method) => method.toLowerCase())
    router.register(endpoint.path, methods, stepsOf(endpoint, handler, options), { name })
  }
  return router
}

/** Mounts the whole contract. */
export const mount = (handlers: Handlers, options: MountOptions): Router =>
  mountEndpoints(api, handlers, options)
