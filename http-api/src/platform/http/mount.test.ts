import { ALL_RIGHTS } from '@forum/shared/policies'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { endpoint, openApiDocument, rawEndpoint } from '@forum/shared/contract'
import Koa from 'koa'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { handleErrors } from './errors'
import { mountEndpoints } from './mount'
import { RateLimits } from './rate-limits'
import { createRouter, serveRoutes } from './router'
import { UploadMemory } from './uploads'

const stranger = () => Promise.resolve({ viewer: null, as: { id: null, boards: ALL_RIGHTS } })

const rows = {
  upload: endpoint({
    summary: 'Takes a file',
    method: 'POST',
    path: '/planted',
    upload: { field: 'picture', maxBytes: 1_000 },
    body: z.object({ caption: z.string() }),
    status: 201,
    response: z.strictObject({ name: z.string(), size: z.int(), caption: z.string() }),
  }),
  feed: rawEndpoint({
    summary: 'Returns a feed',
    method: 'GET',
    path: '/planted/feed',
    query: z.object({ as: z._default(z.string(), 'application/rss+xml; charset=utf-8') }),
    produces: ['application/rss+xml'],
  }),
  archive: rawEndpoint({
    summary: 'Streams bytes',
    method: 'GET',
    path: '/planted/archive',
    produces: ['application/zip'],
  }),
}

describe('a row of the contract', () => {
  let server: Server
  let url: string

  beforeAll(async () => {
    const app = new Koa()
    app.use(handleErrors(pino({ level: 'silent' })))
    const router = createRouter()
    mountEndpoints(
      router,
      rows,
      {
        upload: ({ file, body }) =>
          Promise.resolve({ name: file?.name ?? '', size: file?.bytes.length ?? 0, caption: body.caption }),
        feed: ({ query }) => Promise.resolve({ type: query.as, body: '<rss>你好</rss>' }),
        archive: () =>
          Promise.resolve({
            type: 'application/zip',
            body: pieces(),
            headers: { 'Content-Disposition': 'attachment; filename="export.zip"' },
          }),
      },
      {
        identify: () => Promise.resolve(null),
        stranger,
        requireAgreement: () => Promise.resolve(),
        limits: new RateLimits({ enabled: false, redis: null }),
        isReadOnly: () => false,
        uploads: new UploadMemory(),
        gatewaySecret: 'secret',
        checkResponses: true,
      },
    )
    serveRoutes(app, router)
    const handle = app.callback()
    server = createServer((request, response) => void handle(request, response)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/planted`
  })
  afterAll(() => void server.close())

  /** Yields bytes as an export would. */
  async function* pieces() {
    yield await Promise.resolve(Buffer.from('PK'))
    yield Buffer.from([3, 4])
  }

  const post = (size: number, field = 'picture', caption: string | null = '海边') => {
    const form = new FormData()
    if (caption !== null) form.set('caption', caption)
    form.set(field, new Blob([Buffer.alloc(size)], { type: 'image/png' }), '照片.png')
    return fetch(url, { method: 'POST', body: form })
  }
  const refusal = async (response: Response) => [
    response.status,
    ((await response.json()) as { code: string }).code,
  ]

  it('accepts a file with other fields', async () => {
    const response = await post(1_000)
    expect(response.status).toBe(201)
    expect(await response.json()).toEqual({ name: '照片.png', size: 1_000, caption: '海边' })
  })

  it('refuses a file beyond its limit', async () => {
    expect(await refusal(await post(1_001))).toEqual([413, 'PAYLOAD_TOO_LARGE'])
  })

  it('refuses a form that is malformed, lacks the file or has an invalid field', async () => {
    expect(await refusal(await post(10, 'other'))).toEqual([400, 'VALIDATION_FAILED'])
    expect(await refusal(await post(10, 'picture', null))).toEqual([400, 'VALIDATION_FAILED'])
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x' }
    expect(await refusal(await fetch(url, { method: 'POST', headers, body: '--x\r\nbroken' }))).toEqual([
      400,
      'VALIDATION_FAILED',
    ])
  })

  it('refuses JSON for an endpoint that expects a file', async () => {
    const headers = { 'Content-Type': 'application/json' }
    const response = await fetch(url, { method: 'POST', headers, body: '{}' })
    expect(await refusal(response)).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
  })

  it('responds with text of another content type', async () => {
    const response = await fetch(`${url}/feed`)
    expect(response.headers.get('Content-Type')).toBe('application/rss+xml; charset=utf-8')
    expect(await response.text()).toBe('<rss>你好</rss>')
  })

  it('refuses to respond with a type that the endpoint does not declare', async () => {
    expect(await refusal(await fetch(`${url}/feed?as=text/html`))).toEqual([500, 'INTERNAL'])
  })

  it('responds with bytes and the headers of the handler', async () => {
    const response = await fetch(`${url}/archive`)
    expect(response.headers.get('Content-Disposition')).toContain('export.zip')
    expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([0x50, 0x4b, 3, 4])
  })

  it('documents the multipart body and the content types of an endpoint', () => {
    const { paths } = openApiDocument(rows, 'planted') as {
      paths: Record<string, Record<string, { requestBody: unknown; responses: Record<string, unknown> }>>
    }
    expect(paths['/planted']?.post?.requestBody).toMatchObject({
      content: {
        'multipart/form-data': {
          schema: {
            properties: { caption: { type: 'string' }, picture: { format: 'binary' } },
            required: ['caption', 'picture'],
          },
        },
      },
    })
    expect(paths['/planted/feed']?.get?.responses['200']).toEqual({
      description: 'Done',
      content: { 'application/rss+xml': { schema: { type: 'string', format: 'binary' } } },
    })
  })
})
