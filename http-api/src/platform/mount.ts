import bodyParser from '@koa/bodyparser'
import Router from '@koa/router'
import {
  type AnswerOf,
  type Api,
  api,
  type BodyOf,
  type Endpoint,
  type EndpointName,
  type ParamsOf,
  type QueryOf,
} from '@forum/shared/contract'
import { ForumError, type FieldError, type Language } from '@forum/shared/errors'
import { BODY_MAX_BYTES, RATE_LIMITS } from '@forum/shared/limits'
import { isStaff } from '@forum/shared/policies'
import type { Context, Middleware } from 'koa'
import type * as z from 'zod/mini'
import { limitAddress, type RateLimits } from './rate-limits'
import type { Viewer } from './viewer'

/** A call as a handler gets it: parsed by the contract, with who is asking. */
export interface Call<E extends Endpoint> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  viewer: Viewer | null
  language: Language
  /** As limits count it: IPv6 by /64. */
  address: string
  userAgent: string
  token: string | null
  idempotencyKey: string | undefined
}

export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<AnswerOf<E>>

/** One handler for every endpoint of the contract: a missing one does not compile. */
export type Handlers = { [N in EndpointName]: Handler<Api[N]> }

/** The signed-in member of a call to an endpoint whose access is `member`. */
export function signedIn(call: { viewer: Viewer | null }): Viewer {
  if (!call.viewer) throw new ForumError('UNAUTHENTICATED')
  return call.viewer
}

export interface MountOptions {
  identify: (token: string) => Promise<Viewer | null>
  limits: RateLimits
  /** Parse answers against the contract too: in development and tests. */
  parseAnswers: boolean
}

/** `zh` unless the header prefers `en` (contract §1). */
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
    // Only the first broken rule of a field: the others follow from it or come up next.
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

function handle<E extends Endpoint>(endpoint: E, handler: Handler<E>, options: MountOptions): Middleware {
  return async (ctx) => {
    const address = limitAddress(ctx.ip)
    const token = bearerToken(ctx)
    const viewer = endpoint.ignoresToken || token === null ? null : await options.identify(token)
    if (token !== null && !endpoint.ignoresToken && !viewer) {
      await options.limits.take('read', address)
      throw new ForumError('UNAUTHENTICATED')
    }
    if (endpoint.access === 'member' && !viewer) throw new ForumError('UNAUTHENTICATED')
    if (endpoint.limit && !(RATE_LIMITS[endpoint.limit].staffExempt && isStaff(viewer?.actor ?? null))) {
      await options.limits.take(endpoint.limit, viewer ? `user:${viewer.actor.id}` : address)
    }
    const params = endpoint.params.safeParse(ctx.params)
    if (!params.success) throw new ForumError('NOT_FOUND')
    const body: unknown = ctx.method === 'GET' || ctx.method === 'HEAD' ? {} : (ctx.request.body ?? {})
    const answer = await handler({
      params: params.data as ParamsOf<E>,
      query: parse(endpoint.query, queryOf(ctx)) as QueryOf<E>,
      body: parse(endpoint.body, body) as BodyOf<E>,
      viewer,
      language: languageOf(ctx.get('Accept-Language')),
      address,
      userAgent: ctx.get('User-Agent').slice(0, 300),
      token,
      idempotencyKey: endpoint.idempotent ? ctx.get('Idempotency-Key') || undefined : undefined,
    })
    ctx.status = endpoint.statusOf?.(answer) ?? endpoint.status
    if (endpoint.status === 204) return
    if (options.parseAnswers) {
      const checked = endpoint.answer.safeParse(answer)
      if (!checked.success) {
        throw new Error(`the answer of ${endpoint.name} breaks the contract: ${checked.error.message}`)
      }
    }
    if (viewer) ctx.set('Cache-Control', 'private, no-cache')
    else if (ctx.method === 'GET') ctx.set('Cache-Control', 'no-cache')
    ctx.type = 'application/json; charset=utf-8'
    ctx.body = JSON.stringify(answer)
  }
}

/** Refuses a body that is not JSON before anything reads it. */
const onlyJson: Middleware = async (ctx, next) => {
  const hasBody = ctx.get('Transfer-Encoding') !== '' || (ctx.request.length ?? 0) > 0
  if (hasBody && ctx.method !== 'GET' && ctx.method !== 'HEAD' && !ctx.is('json', '+json')) {
    throw new ForumError('UNSUPPORTED_MEDIA_TYPE')
  }
  await next()
}

/** Mounts every endpoint of the contract under `/api`, each with its handler. */
export function mount(handlers: Handlers, options: MountOptions): Router {
  const router = new Router({ prefix: '/api' })
  for (const name of Object.keys(api) as EndpointName[]) {
    const endpoint: Endpoint = api[name]
    // The table pairs each name with its own endpoint's handler; a loop over it can only see the union.
    const handler = handlers[name] as unknown as Handler<Endpoint>
    router.register(
      endpoint.path,
      endpoint.methods.map((method) => method.toLowerCase()),
      [onlyJson, readJson, handle(endpoint, handler, options)],
      { name },
    )
  }
  return router
}
