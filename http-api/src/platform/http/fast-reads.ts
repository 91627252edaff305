import type Router from '@koa/router'
import { limitAddress } from '@forum/shared/address'
import type { Endpoint } from '@forum/shared/contract'
import { LRUCache } from 'lru-cache'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { presentError } from './errors'
import { logRequest, requestIdOf } from './logging'
import type { Metrics } from './metrics'
import {
  cacheControlOf,
  callOf,
  JSON_TYPE,
  languageOf,
  parseRead,
  responseOf,
  type Caller,
  type ParsedRead,
  type Row,
} from './mount'
import { bearerToken, consumeOwnLimit } from './admission'
import type { RateLimits } from './rate-limits'
import { COMMON_HEADERS, partFor } from './responses'
import { matchRead } from './router'
import { hasBody } from './unread-bodies'
import { readerOf, type Reader, type Viewer } from './viewer'

/** Maximum number of remembered URLs, and their maximum length; the page requests no longer ones. */
const URLS_KEPT_MAX = 5_000
const URL_MAX_LENGTH = 300
/** URLs that can be read in only one way: printable ASCII without a fragment. */
const PLAIN_URL = /^\/(?!\/)[!"$-~]*$/

interface Read {
  parsed: ParsedRead
  pattern: string
  path: string
}

type Identified = Pick<Caller, 'token' | 'address'> & { viewer: Viewer | null }

interface FastReadsOptions {
  router: Router
  /** By the pattern of their path. */
  reads: ReadonlyMap<string, Row<Endpoint>>
  identifyKnown: (token: string) => Viewer | null
  stranger: () => Promise<Reader>
  limits: RateLimits
  /** Returns the client's address, by Koa's rules for proxies. */
  addressOf: (req: IncomingMessage) => string
  metrics: Metrics
  log: Logger
  checkResponses: boolean
}

const commonHeaders: readonly string[] = COMMON_HEADERS.flat()

/**
 * Serves plain JSON reads without Koa, whose context, middleware and headers cost more than a cached body. Everything
 * unusual is left to Koa before anything is consumed: a body, another origin, a token that is not cached, an exhausted
 * limit, a call that is refused before its handler runs. Both ways call the same functions, so each rule exists once.
 */
export class FastReads {
  private readonly reads = new LRUCache<string, { read: Read | null }>({ max: URLS_KEPT_MAX })

  constructor(private readonly options: FastReadsOptions) {}

  /** Returns whether it handles the request. */
  handle(req: IncomingMessage, res: ServerResponse): boolean {
    if ((req.method !== 'GET' && req.method !== 'HEAD') || req.headers.origin !== undefined || hasBody(req)) {
      return false
    }
    const read = this.readOf(req.url ?? '')
    if (!read) return false
    const { endpoint } = read.parsed
    const token = bearerToken(req.headers.authorization)
    const viewer = token === null || endpoint.ignoresToken ? null : this.options.identifyKnown(token)
    if (viewer === null && (endpoint.access === 'member' || (token !== null && !endpoint.ignoresToken))) {
      return false
    }
    const address = limitAddress(this.options.addressOf(req))
    if (!this.options.limits.tryConsume('address', address)) return false
    const caller = { viewer, token, address }
    this.respond({ req, res, read, caller }).catch((error: unknown) => {
      this.options.log.debug({ err: error }, 'connection error')
      res.destroy()
    })
    return true
  }

  private readOf(url: string): Read | null {
    const cached = this.reads.get(url)
    if (cached) return cached.read
    const read = this.parse(url)
    if (url.length <= URL_MAX_LENGTH) this.reads.set(url, { read })
    return read
  }

  private parse(url: string): Read | null {
    if (!PLAIN_URL.test(url)) return null
    const mark = url.indexOf('?')
    const path = mark < 0 ? url : url.slice(0, mark)
    const found = matchRead(this.options.router, path)
    const row = found && this.options.reads.get(found.pattern)
    const parsed = row && parseRead(row, found.params, mark < 0 ? '' : url.slice(mark + 1))
    return parsed ? { parsed, pattern: found.pattern, path } : null
  }

  private async respond(of: {
    req: IncomingMessage
    res: ServerResponse
    read: Read
    caller: Identified
  }): Promise<void> {
    const { req, res, read, caller } = of
    const { log, metrics } = this.options
    const startedAt = performance.now()
    const requestId = requestIdOf(header(req, 'x-request-id'))
    const headers = [...commonHeaders, 'X-Request-Id', requestId]
    let status: number
    try {
      status = await this.send({ req, res, read, caller, headers })
    } catch (thrown) {
      const language = languageOf(req.headers['accept-language'])
      const error = presentError(thrown, { language, requestId, log })
      status = error.status
      headers.push(...Object.entries(error.headers).flat())
      end(req, res, { status, headers, bytes: Buffer.from(error.body) })
    }
    const method = req.method ?? ''
    metrics.observe({ method, route: read.pattern, status, startedAt })
    logRequest(log, { requestId, method, path: read.path, status, startedAt })
  }

  /** Returns the status. If it throws, nothing has been sent. */
  private async send(of: {
    req: IncomingMessage
    res: ServerResponse
    read: Read
    caller: Identified
    headers: readonly string[]
  }): Promise<number> {
    const { req, res, read, caller } = of
    const { endpoint, handler, params, query, body: fields } = read.parsed
    await consumeOwnLimit(endpoint, caller, this.options.limits)
    const reader = caller.viewer ? readerOf(caller.viewer) : await this.options.stranger()
    const parts = { params, query, body: fields, file: null }
    const call = callOf(parts, { ...caller, headers: req.headers, reader }, endpoint)
    const { status, body } = responseOf(endpoint, await handler(call), this.options.checkResponses)
    const headers = [
      ...of.headers,
      'Cache-Control',
      cacheControlOf(endpoint, caller.viewer),
      'ETag',
      body.etag,
    ]
    const part = partFor(req, body)
    if (!part) {
      res.writeHead(304, headers).end()
      return 304
    }
    headers.push('Content-Type', JSON_TYPE)
    if (part.encoding) headers.push('Content-Encoding', part.encoding)
    const { bytes } = part
    end(req, res, { status, headers, bytes: Buffer.isBuffer(bytes) ? bytes : await bytes })
    return status
  }
}

/** Sends the head and the body together. */
function end(
  req: IncomingMessage,
  res: ServerResponse,
  { status, headers, bytes }: { status: number; headers: readonly string[]; bytes: Buffer },
): void {
  res.writeHead(status, [...headers, 'Content-Length', String(bytes.length)])
  if (req.method === 'HEAD') res.end()
  else res.end(bytes)
}

/** Returns a header that Node reads as one string. */
function header(req: IncomingMessage, name: string): string | undefined {
  const value = req.headers[name]
  return typeof value === 'string' ? value : undefined
}
