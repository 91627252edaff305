import cors from '@koa/cors'
import accepts from 'accepts'
import { ForumError } from '@forum/shared/errors'
import { ATTACHMENT_MAX_BYTES } from '@forum/shared/limits'
import { BODY_MAX_BYTES } from '../limits'
import helmet from 'helmet'
import type { Context, Middleware } from 'koa'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { LRUCache } from 'lru-cache'
import type { Encoding, ResponseBody } from './response-body'

/** Smaller bodies gain nothing from compression. */
const COMPRESS_FROM_BYTES = 1_024

/** The headers that helmet sets on every response of the API: they never change, so they are computed once. */
function securityHeaders(): Record<string, string> {
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    crossOriginResourcePolicy: { policy: 'same-site' },
    // Set for every response of the process, those of the page and of Socket.IO included (infra/src/forum.ts).
    strictTransportSecurity: false,
  })(response.req, response, () => undefined)
  return Object.fromEntries(
    Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]),
  )
}

/** The headers of every response. */
export const COMMON_HEADERS: readonly (readonly [name: string, value: string])[] = Object.entries({
  ...securityHeaders(),
  Vary: 'Origin, Authorization, Accept-Language, Accept-Encoding',
})

/** Sets the headers of every response, and the CORS headers for a request with an allowed origin. */
export function commonHeaders(corsOrigins: readonly string[]): Middleware {
  const shareWithOrigins = cors({
    origin: (ctx) => (corsOrigins.includes(ctx.get('Origin')) ? ctx.get('Origin') : ''),
    credentials: true,
    exposeHeaders: ['X-Request-Id', 'Retry-After', 'ETag'],
    allowHeaders: [
      'Authorization',
      'Content-Type',
      'Accept-Language',
      'Idempotency-Key',
      'X-Request-Id',
      'Purpose',
    ],
  })
  return async (ctx, next) => {
    for (const [name, value] of COMMON_HEADERS) ctx.res.setHeader(name, value)
    if (ctx.req.headers.origin === undefined) await next()
    else await shareWithOrigins(ctx, next)
  }
}

/** The largest body of any call: a file with the fields beside it. */
const ANNOUNCED_MAX_BYTES = ATTACHMENT_MAX_BYTES + BODY_MAX_BYTES

/**
 * Refuses a body that is longer than any call takes before it is sent, and closes the connection, since the rest of it
 * may follow for as long as the client likes.
 */
export const refuseEndlessBodies: Middleware = (ctx, next) => {
  if (Number(ctx.get('Content-Length')) <= ANNOUNCED_MAX_BYTES) return next()
  ctx.set('Connection', 'close')
  throw new ForumError('PAYLOAD_TOO_LARGE')
}

/** Browsers send few distinct lists of encodings. */
const encodings = new LRUCache<string, { best: Encoding | null }>({ max: 100 })

function acceptedEncoding(req: IncomingMessage): Encoding | null {
  const header = req.headers['accept-encoding']
  if (header === undefined || header === '') return null
  const cached = encodings.get(header)
  if (cached) return cached.best
  const accepted = accepts(req).encodings(['br', 'gzip', 'identity'])
  const best = accepted === 'br' || accepted === 'gzip' ? accepted : null
  encodings.set(header, { best })
  return best
}

const bare = (tag: string) => tag.trim().replace(/^W\//, '')

/**
 * Returns true if `If-None-Match` contains a tag; tags are compared weakly, as for any cached response. The package
 * fresh also reads `Cache-Control` and would send the whole body again to a browser that reloads.
 */
const isKnown = (header: string, tag: string) =>
  header !== '' &&
  (header === tag || header === '*' || header.split(',').some((given) => bare(given) === bare(tag)))

/** Chooses what to send of a finished body: null for a client that has it, compressed for a client that accepts that. */
export function partFor(
  req: IncomingMessage,
  body: ResponseBody,
): { encoding: Encoding | null; bytes: Buffer | Promise<Buffer> } | null {
  const isRead = req.method === 'GET' || req.method === 'HEAD'
  if (isRead && isKnown(req.headers['if-none-match'] ?? '', body.etag)) return null
  const encoding = body.bytes.length < COMPRESS_FROM_BYTES ? null : acceptedEncoding(req)
  return { encoding, bytes: encoding ? body.encoded(encoding) : body.bytes }
}

/** Sends a finished body: 304 to a client that has it, compressed for a client that accepts that. */
export async function sendBody(ctx: Context, body: ResponseBody): Promise<void> {
  if (ctx.method === 'GET' || ctx.method === 'HEAD') ctx.set('ETag', body.etag)
  const part = partFor(ctx.req, body)
  if (!part) {
    ctx.status = 304
    return
  }
  if (part.encoding) ctx.set('Content-Encoding', part.encoding)
  ctx.body = await part.bytes
}
