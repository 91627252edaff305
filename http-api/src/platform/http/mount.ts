import bodyParser from '@koa/bodyparser'
import type Router from '@koa/router'
import { limitAddress } from '@forum/shared/address'
import {
  type ResponseOf,
  type Api,
  api,
  type BodyOf,
  type Endpoint,
  type EndpointName,
  heldResponse,
  type ParamsOf,
  type QueryOf,
  type RawResponse,
} from '@forum/shared/contract'
import { ForumError, type FieldError, type Language } from '@forum/shared/errors'
import { BODY_MAX_BYTES } from '../limits'
import type { Context } from 'koa'
import type { IncomingHttpHeaders } from 'node:http'
import { parse as parseQuery, type ParsedUrlQuery } from 'node:querystring'
import { Readable } from 'node:stream'
import type * as z from 'zod/mini'
import {
  authenticate,
  isRead,
  limitByAddress,
  requireGateway,
  requireWritable,
  stillAllowed,
  type AdmissionOptions,
} from './admission'
import { HeldBack } from './held-back'
import { wasForwarded } from './proxies'
import { sendRanged } from './ranges'
import { ResponseBody } from './response-body'
import { sendBody } from './responses'
import type { Params } from './router'
import { hasBody } from './unread-bodies'
import { readMultipart, type UploadedFile, type UploadMemory, type UploadReservation } from './uploads'
import { readerOf, type Reader, type Viewer } from './viewer'

/** A call as its handler receives it: parsed by the contract, with the caller's identity. */
export interface Call<E extends Endpoint> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** The file of an endpoint with `upload`; null for other endpoints. */
  file: UploadedFile | null
  /** Null when anonymous. */
  viewer: Viewer | null
  /** The caller as one who reads: decides what is there. */
  reader: Reader
  language: Language
  /** As counted by limits: IPv6 by /64. */
  address: string
  /** Returns true if a proxy forwarded the call. */
  isForwarded: () => boolean
  /** True if the page prefetches a response that its reader may never open. */
  isPrefetch: boolean
  /** The query as it was sent, with its question mark, and the `Cookie` header. */
  search: string
  cookies: string
  /** Truncated to 300 characters. */
  userAgent: string
  /** The token in the `Authorization` header; '' if the header is malformed, null if it is missing. */
  token: string | null
  idempotencyKey: string | undefined
  /** The header `X-Signature`, with the body as it was sent; null without one. */
  signed: { signature: string; body: string } | null
}

/** Returns the response, or its finished bytes: JSON, or a text of the first type that the endpoint produces. */
export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<ResponseOf<E> | ResponseBody>

/** One handler for every endpoint of the contract: a missing handler does not compile. */
export type Handlers = { [N in EndpointName]: Handler<Api[N]> }

/** Returns the signed-in member of a call to an endpoint whose access is `member`. */
export function signedIn(call: { viewer: Viewer | null }): Viewer {
  if (!call.viewer) throw new ForumError('UNAUTHENTICATED')
  return call.viewer
}

export interface MountOptions extends AdmissionOptions {
  /** Returns a caller without an account. */
  stranger: () => Promise<Reader>
  /** Refuses a member who has not agreed to the present terms, or whose address must be verified first. */
  requireAgreement: (viewer: Viewer) => Promise<void>
  uploads: UploadMemory
  /** True to parse responses against the contract too, as in development and tests. */
  checkResponses: boolean
}

/** The language of error texts: `zh`, unless `Accept-Language` starts with `en`. */
export function languageOf(header: string | undefined): Language {
  return /^\s*en\b/i.test(header ?? '') ? 'en' : 'zh'
}

function fieldErrors(issues: readonly z.core.$ZodIssue[]): FieldError[] {
  const seen = new Set<string>()
  return issues.flatMap((issue) => {
    const field = issue.path.map(String).join('.')
    // Only the first violated rule of a field: the others often follow from it.
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

/** A repeated query parameter counts once: the last one. */
function fieldsOf(query: ParsedUrlQuery): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [
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

/** Refuses a body of another type than the endpoint's, or a compressed one, before it is read. */
function requireType(ctx: Context, types: readonly string[]): void {
  if (!hasBody(ctx.req)) return
  // The page compresses no body, and a small one may inflate to any size.
  const isPlain = /^(identity)?$/i.test(ctx.get('Content-Encoding').trim())
  if (!isPlain || !ctx.is(...types)) throw new ForumError('UNSUPPORTED_MEDIA_TYPE')
}

/** Reads the body of a call: the fields, and the file of an endpoint with `upload`, which needs room in memory. */
async function readBody(
  ctx: Context,
  { upload, ignoresBody }: Endpoint,
  reservation: UploadReservation | null,
): Promise<{ fields: unknown; file: UploadedFile | null }> {
  if (upload && reservation) {
    requireType(ctx, ['multipart/form-data'])
    const read = await readMultipart(ctx.req, upload, reservation)
    reservation.keep()
    return read
  }
  if (isRead(ctx) || ignoresBody) return { fields: {}, file: null }
  requireType(ctx, ['json', '+json'])
  await readJson(ctx, () => Promise.resolve())
  return { fields: ctx.request.body ?? {}, file: null }
}

/** Parses the parameters of the path; null if they cannot name anything. */
function paramsOf<E extends Endpoint>(endpoint: E, given: Params): ParamsOf<E> | null {
  const params = endpoint.params.safeParse(given)
  return params.success ? (params.data as ParamsOf<E>) : null
}

/** Freezes a value that many calls share. */
const frozen = <T>(value: T): T => Object.freeze(value)

/** A JSON read with its parsed URL, shared by all its callers. */
export interface ParsedRead {
  endpoint: Endpoint
  handler: Handler<Endpoint>
  params: ParamsOf<Endpoint>
  query: QueryOf<Endpoint>
  /** A read has no body, so it is parsed from no fields. */
  body: BodyOf<Endpoint>
}

/** Parses the URL of a JSON read; null if the URL is refused. */
export function parseRead(row: Row<Endpoint>, pathParams: Params, query: string): ParsedRead | null {
  const { endpoint, handler } = row
  const params = paramsOf(endpoint, pathParams)
  const parsed = endpoint.query.safeParse(fieldsOf(parseQuery(query)))
  const body = endpoint.body.safeParse({})
  if (params === null || !parsed.success || !body.success) return null
  return {
    endpoint,
    handler,
    params: frozen(params),
    query: frozen(parsed.data),
    body: frozen(body.data),
  }
}

/** The caller, and the language and script of the response. */
export interface Caller {
  headers: IncomingHttpHeaders
  reader: Reader
  token: string | null
  address: string
  /** The body as it was sent; missing if none was read. */
  rawBody?: string | undefined
  /** '' where no handler reads it. */
  search?: string
}

/** Builds the call that a handler receives, whichever way the request came. */
export function callOf<E extends Endpoint>(
  parsed: Pick<Call<E>, 'params' | 'query' | 'body' | 'file'>,
  { headers, reader, token, address, rawBody, search = '' }: Caller,
  endpoint: E,
): Call<E> {
  const { params, query, body, file } = parsed
  return {
    params,
    query,
    body,
    file,
    viewer: reader.viewer,
    reader,
    language: languageOf(headers['accept-language']),
    address,
    isForwarded: () => wasForwarded(headers),
    isPrefetch: headers['purpose'] === 'prefetch',
    search,
    cookies: headers.cookie ?? '',
    userAgent: (headers['user-agent'] ?? '').slice(0, 300),
    token,
    idempotencyKey: endpoint.idempotent ? String(headers['idempotency-key'] ?? '') || undefined : undefined,
    signed:
      typeof headers['x-signature'] === 'string' && rawBody !== undefined
        ? { signature: headers['x-signature'], body: rawBody }
        : null,
  }
}

/** A handler with its endpoint. */
export interface Row<E extends Endpoint> {
  endpoint: E
  handler: Handler<E>
}

/** Runs a call, with the cheapest refusals first. */
async function run<E extends Endpoint>(
  ctx: Context,
  pathParams: Params,
  row: Row<E> & { options: MountOptions },
): Promise<void> {
  const { endpoint, handler, options } = row
  const isGateway = endpoint.access === 'gateway'
  if (isGateway) requireGateway(options.gatewaySecret, ctx)
  const address = isGateway ? limitAddress(ctx.ip) : await limitByAddress(options.limits, ctx)
  requireWritable(ctx, endpoint, options)
  const { token, viewer } = await authenticate(ctx, { endpoint, options, address })
  const params = paramsOf(endpoint, pathParams)
  if (params === null) throw new ForumError('NOT_FOUND')
  if (endpoint.needsAgreement && viewer) await options.requireAgreement(viewer)
  const account = viewer ? `user:${viewer.actor.id}` : address
  const reservation = endpoint.upload ? options.uploads.reserve(account, ctx.req, endpoint.upload) : null
  try {
    const { fields, file } = await readBody(ctx, endpoint, reservation)
    // The body may have taken a minute.
    const current = hasBody(ctx.req) ? await stillAllowed(ctx, { endpoint, options, address, token }) : viewer
    const parsed = {
      params,
      query: parse(endpoint.query, fieldsOf(ctx.query)) as QueryOf<E>,
      body: parse(endpoint.body, fields) as BodyOf<E>,
      file,
    }
    const from = {
      headers: ctx.headers,
      reader: current ? readerOf(current) : await options.stranger(),
      token,
      address,
      rawBody: ctx.request.rawBody,
      search: ctx.search,
    }
    const call = callOf(parsed, from, endpoint)
    const result = await handler(call).catch((error: unknown) => {
      if (!(error instanceof HeldBack) || !endpoint.mayHold) throw error
      return error
    })
    await send(ctx, { endpoint, result, viewer: current, checkResponses: options.checkResponses })
  } finally {
    reservation?.release()
  }
}

/** `Cache-Control` of a read; a member's response must not be cached by anybody else. */
export const cacheControlOf = ({ confidential }: Endpoint, viewer: Viewer | null): string =>
  viewer ? `private, no-cache${confidential ? ', no-store' : ''}` : 'no-cache'

export const JSON_TYPE = 'application/json; charset=utf-8'

/** Returns the status and the bytes of a JSON response. */
export function responseOf<E extends Endpoint>(
  endpoint: E,
  result: ResponseOf<E> | ResponseBody,
  checkResponses: boolean,
): { status: number; body: ResponseBody } {
  const isReady = result instanceof ResponseBody
  if (checkResponses) checkResponse(endpoint, isReady ? JSON.parse(result.bytes.toString()) : result)
  return {
    status: (isReady ? undefined : endpoint.statusOf?.(result)) ?? endpoint.status,
    body: isReady ? result : ResponseBody.of(result),
  }
}

async function send<E extends Endpoint>(
  ctx: Context,
  sent: {
    endpoint: E
    result: ResponseOf<E> | ResponseBody | HeldBack
    viewer: Viewer | null
    checkResponses: boolean
  },
): Promise<void> {
  const { endpoint, result, viewer, checkResponses } = sent
  if (result instanceof HeldBack) {
    if (viewer) ctx.set('Cache-Control', cacheControlOf(endpoint, viewer))
    ctx.status = 202
    ctx.set('Content-Type', JSON_TYPE)
    await sendBody(
      ctx,
      ResponseBody.of(checkResponses ? heldResponse.parse(result.response) : result.response),
    )
    return
  }
  ctx.status = endpoint.status
  if (endpoint.status === 204 && result === undefined) return
  if (viewer || isRead(ctx)) ctx.set('Cache-Control', cacheControlOf(endpoint, viewer))
  if (endpoint.produces) {
    if (result instanceof ResponseBody) {
      ctx.set('Content-Type', `${endpoint.produces[0]}; charset=utf-8`)
      await sendBody(ctx, result)
      return
    }
    if (checkResponses) checkResponse(endpoint, result)
    sendRaw(ctx, result as RawResponse)
    return
  }
  const { status, body } = responseOf(endpoint, result, checkResponses)
  ctx.status = status
  ctx.set('Content-Type', JSON_TYPE)
  await sendBody(ctx, body)
}

function sendRaw(ctx: Context, { type, body, headers = {} }: RawResponse): void {
  ctx.set(headers)
  ctx.set('Content-Type', type)
  if (typeof body === 'string' || Buffer.isBuffer(body)) ctx.body = body
  // A stream can be read too, but has no size.
  else if ('etag' in body) sendRanged(ctx, body)
  else ctx.body = body instanceof Uint8Array ? Buffer.from(body) : Readable.from(body)
  if (!ctx.fresh) return
  ctx.status = 304
  ctx.body = null
}

const nameOf = ({ methods, path }: Endpoint) => `${methods[0]} ${path}`

function checkResponse(endpoint: Endpoint, result: unknown): void {
  const parsed = endpoint.response.safeParse(result)
  if (!parsed.success) {
    throw new Error(`the response of ${nameOf(endpoint)} violates the contract: ${parsed.error.message}`)
  }
  if (!endpoint.produces) return
  const { type } = result as RawResponse
  if (!endpoint.produces.includes(type.split(';')[0]?.trim() ?? '')) {
    throw new Error(`the response of ${nameOf(endpoint)} violates the contract: it does not produce ${type}`)
  }
}

/** Mounts endpoints under `/api`, each with its handler of the same name. */
export function mountEndpoints<Rows extends Record<string, Endpoint>>(
  router: Router,
  endpoints: Rows,
  handlers: { [N in keyof Rows]: Handler<Rows[N]> },
  options: MountOptions,
): void {
  // The first route that matches a path serves it, so `/users/search` goes before `/users/:userId`.
  const ordered = Object.entries<Endpoint>(endpoints).toSorted(
    ([, one], [, other]) => parameterCount(one) - parameterCount(other),
  )
  for (const [name, endpoint] of ordered) {
    // The table pairs each name with the handler of its own endpoint; a loop over it sees only the union.
    const handler = handlers[name] as unknown as Handler<Endpoint>
    const row = { endpoint, handler, options }
    router.register(patternOf(endpoint), [...endpoint.methods], (ctx) => run(ctx, ctx.params, row))
  }
}

const patternOf = ({ path }: Endpoint) => `/api${path}`

const parameterCount = ({ path }: Endpoint) => path.split(':').length - 1

/** Returns the JSON reads among endpoints, by the pattern of their path. */
export const jsonReads = <Rows extends Record<string, Endpoint>>(
  endpoints: Rows,
  handlers: { [N in keyof Rows]: Handler<Rows[N]> },
): ReadonlyMap<string, Row<Endpoint>> =>
  new Map(
    Object.entries<Endpoint>(endpoints)
      .filter(
        ([, { methods, produces, status, access }]) =>
          methods.includes('GET') && produces === null && status === 200 && access !== 'gateway',
      )
      .map(([name, endpoint]) => {
        const handler = handlers[name] as unknown as Handler<Endpoint>
        return [patternOf(endpoint), { endpoint, handler }]
      }),
  )

/** Mounts the whole contract. */
export const mount = (router: Router, handlers: Handlers, options: MountOptions): void =>
  mountEndpoints(router, api, handlers, options)
