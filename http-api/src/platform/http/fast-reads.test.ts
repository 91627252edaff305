import { once } from 'node:events'
import http, { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { endpoint, rawEndpoint } from '@forum/shared/contract'
import { ForumError } from '@forum/shared/errors'
import { RATE_LIMITS } from '@forum/shared/limits'
import { ALL_RIGHTS } from '@forum/shared/policies'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { FastReads } from './fast-reads'
import { Metrics } from './metrics'
import { jsonReads, mountEndpoints } from './mount'
import { RateLimits } from './rate-limits'
import { createRouter } from './router'
import { UploadMemory } from './uploads'

const stranger = () => Promise.resolve({ viewer: null, as: { id: null, boards: ALL_RIGHTS } })

const response = z.strictObject({ text: z.string() })
const rows = {
  open: endpoint({
    summary: 'Anyone may read it',
    method: 'GET',
    path: '/open/:id',
    limit: 'read',
    params: z.object({ id: z.string().check(z.regex(/^\d+$/)) }),
    query: z.object({ page: z._default(z.string(), '1') }),
    response,
  }),
  own: endpoint({
    summary: 'Members may read it',
    method: 'GET',
    path: '/own',
    access: 'member',
    response,
  }),
  feed: rawEndpoint({
    summary: 'Returns a feed',
    method: 'GET',
    path: '/feed',
    produces: ['application/rss+xml'],
  }),
}
const viewer = {
  sessionId: 1,
  expiresAt: new Date(8.64e15),
  actor: { id: 7, role: 'user' as const, moderatedBoardIds: [], isMuted: false, boards: ALL_RIGHTS },
}

describe('a request answered without Koa', () => {
  let server: Server
  const registry = new Registry()
  const limits = new RateLimits({ enabled: true, redis: null })
  const logged: string[] = []

  beforeAll(async () => {
    const handlers = {
      open: ({ params, query }: { params: { id: string }; query: { page: string } }) => {
        if (params.id === '404') return Promise.reject(new ForumError('NOT_FOUND'))
        if (params.id === '500') return Promise.reject(new Error('a secret of the database'))
        return Promise.resolve({ text: `${params.id} ${query.page}` })
      },
      own: () => Promise.resolve({ text: 'own' }),
      feed: () => Promise.resolve({ type: 'application/rss+xml', body: '<rss/>' }),
    }
    const router = createRouter()
    mountEndpoints(router, rows, handlers, {
      identify: () => Promise.resolve(null),
      stranger,
      requireAgreement: () => Promise.resolve(),
      limits,
      isReadOnly: () => false,
      uploads: new UploadMemory(),
      gatewaySecret: 'secret',
      checkResponses: true,
    })
    const fastReads = new FastReads({
      router,
      reads: jsonReads(rows, handlers),
      stranger,
      identifyKnown: (token) => (token === 'known' ? viewer : null),
      limits,
      addressOf: (req) => String(req.headers['x-address'] ?? ''),
      metrics: new Metrics(registry, {
        pool: () => ({ commands: 0, open: 0, inUse: 0, waiting: 0 }),
        backlog: () => Promise.resolve(null),
        lastBackup: () => Promise.resolve(null),
      }),
      log: pino({ level: 'info' }, { write: (line: string) => void logged.push(line) }),
      checkResponses: true,
    })
    // 299 stands for Koa.
    server = createServer((req, res) => {
      if (!fastReads.handle(req, res)) res.writeHead(299).end()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterAll(() => void server.close())

  const send = (path: string, headers: Record<string, string> = {}, method = 'GET', body = '') =>
    new Promise<{ status: number; text: string; headers: http.IncomingHttpHeaders }>((resolve, reject) => {
      const { port } = server.address() as AddressInfo
      const request = http.request({ host: '127.0.0.1', port, path, headers, method }, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, text, headers: response.headers }),
        )
      })
      request.on('error', reject)
      request.end(body)
    })

  it.each<[string, string, Record<string, string>?]>([
    ['is plain', '/api/open/3'],
    ['has a query', '/api/open/3?page=2'],
    ['has a token that is known', '/api/open/3', { Authorization: 'Bearer known' }],
    ['is of a member who is known', '/api/own', { Authorization: 'Bearer known' }],
    ['says that it has no body', '/api/open/3', { 'Content-Length': '0' }],
  ])('is one that %s', async (_, path, headers = {}) => {
    expect((await send(path, headers)).status).toBe(200)
  })

  it.each<[string, string, Record<string, string>?, string?, string?]>([
    ['writes', '/api/open/3', {}, 'POST'],
    ['has a body', '/api/open/3', { 'Content-Length': '2' }, 'GET', '{}'],
    ['has a body of unknown length', '/api/open/3', { 'Transfer-Encoding': 'chunked' }, 'GET', '{}'],
    ['comes from another origin', '/api/open/3', { Origin: 'https://elsewhere.example' }],
    ['has a token that is not known', '/api/open/3', { Authorization: 'Bearer other' }],
    ['has a malformed token', '/api/open/3', { Authorization: 'Basic known' }],
    ['is of nobody where a member is needed', '/api/own'],
    ['has a wrong parameter', '/api/open/x'],
    ['names no route', '/api/nothing'],
    ['asks for what is no JSON', '/api/feed'],
    ['has an address with a host', '//api/open/3'],
    ['has a broken escape', '/api/open/%E7'],
  ])('is left to Koa when it %s', async (_, path, headers = {}, method = 'GET', body = '') => {
    expect((await send(path, headers, method, body)).status).toBe(299)
  })

  it('is left to Koa when its address has no points left', async () => {
    for (let i = 0; i < RATE_LIMITS.address.points; i++) limits.tryConsume('address', '203.0.113.9')
    expect((await send('/api/open/3', { 'X-Address': '203.0.113.9' })).status).toBe(299)
    expect((await send('/api/open/3', { 'X-Address': '203.0.113.8' })).status).toBe(200)
  })

  it('is refused when its reader has no points left', async () => {
    const address = '203.0.113.10'
    const stopped = vi.spyOn(performance, 'now').mockReturnValue(Math.floor(performance.now()))
    for (let i = 0; i < RATE_LIMITS.read.points; i++) await limits.consume('read', address)
    const refused = await send('/api/open/3', { 'X-Address': address })
    stopped.mockRestore()
    expect(refused.status).toBe(429)
    expect(refused.headers['retry-after']).toBe(String(RATE_LIMITS.read.seconds))
  })

  it('is logged without its query and counted under its route', async () => {
    logged.length = 0
    const { headers } = await send('/api/open/12?page=secret', { 'X-Request-Id': 'one' })
    expect(headers['x-request-id']).toBe('one')
    expect(JSON.parse(logged[0] ?? '')).toMatchObject({
      requestId: 'one',
      method: 'GET',
      path: '/api/open/12',
      status: 200,
    })
    expect(await registry.metrics()).toContain(
      'forum_http_request_seconds_count{method="GET",route="/api/open/:id",status="200"}',
    )
  })

  it('fails with an error in the language of its reader, which says nothing of the cause', async () => {
    const missing = await send('/api/open/404', { 'Accept-Language': 'en' })
    expect([missing.status, JSON.parse(missing.text)]).toMatchObject([404, { code: 'NOT_FOUND' }])
    expect(missing.headers['cache-control']).toBe('no-store')
    const broken = await send('/api/open/500')
    expect(broken.status).toBe(500)
    expect(broken.text).not.toContain('secret')
  })
})
