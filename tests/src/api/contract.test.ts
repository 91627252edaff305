import { createHash, randomUUID } from 'node:crypto'
import { HOUR_MS } from '@forum/shared/clock'
import { api, errorBody, type Endpoint } from '@forum/shared/contract'
import { Validator } from '@seriousme/openapi-schema-validator'
import { ERRORS, type ErrorCode } from '@forum/shared/errors'
import { ERROR_TEXTS } from '@forum/shared/bilingual'
import { BODY_MAX_BYTES } from '@forum/http-api/limits'
import mongoose from 'mongoose'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { PASSWORD, startTestForum, type TestForum, type TestMember } from '../fixtures/forum'

const { Db } = mongoose.mongo

const endpoints: readonly Endpoint[] = Object.values(api)
/** A file in the store of this test's forum. */
const STORED = `avatar-${'0'.repeat(32)}.webp`
const hasId = (endpoint: Endpoint) => /:\w+Id\b/.test(endpoint.path)
/** Returns the path with a value for its id; any other parameter gets a name. */
const pathOf = (endpoint: Endpoint, id: string | number) =>
  `/api${endpoint.path
    .replace(/:\w+Id\b/g, String(id))
    .replace(/:name\b/g, 'site')
    .replace(':slug', 'terms')
    .replace(':filename', STORED)}`
const calls = endpoints.flatMap((endpoint) => endpoint.methods.map((method) => ({ endpoint, method })))

describe('every call of the contract', () => {
  let forum: TestForum
  let xiaoli: TestMember
  /** The id of a thread, of its opening post and of a board at once. */
  const id = 1

  beforeAll(async () => {
    forum = await startTestForum()
    xiaoli = await forum.member('xiaoli')
    await forum.files.put(STORED, { bytes: Buffer.from('picture') })
    const body = await forum
      .as(xiaoli)
      .call('createThread', { title: '第一个主题', content: '第一帖', boardId: 3 })
    expect(body.thread).toMatchObject({ id, openingPostId: id })
  })
  afterAll(() => forum.stop())

  const send = (method: Endpoint['methods'][number], path: string, headers: Record<string, string> = {}) => {
    const name = method.toLowerCase() as Lowercase<typeof method>
    const request = forum.request[name](path).set(headers)
    return method === 'POST' || method === 'PUT' ? request.send({}) : request
  }
  const expectRefusal = (response: { status: number; body: unknown }, code: ErrorCode) => {
    expect(errorBody.parse(response.body).code).toBe(code)
    expect(response.status).toBe(ERRORS[code].status)
  }

  it('finds endpoints to test', () => {
    expect(calls.length).toBeGreaterThan(20)
  })

  it.each(calls)('$method $endpoint.path is mounted, and refuses unauthorised callers', async (call) => {
    const response = await send(call.method, pathOf(call.endpoint, id))
    if (call.endpoint.access === 'member') expectRefusal(response, 'UNAUTHENTICATED')
    else if (call.endpoint.access === 'gateway') expectRefusal(response, 'FORBIDDEN')
    // Open in some boards.
    else if (call.endpoint.errors.includes('UNAUTHENTICATED')) expectRefusal(response, 'UNAUTHENTICATED')
    // This forum has no providers to sign in with.
    else if (call.endpoint.status === 302) expectRefusal(response, 'NOT_FOUND')
    else expect(response.status === 400 ? 200 : response.status).toBeLessThan(300)
  })

  it.each(endpoints)('$path refuses other methods, and lists its own', async (endpoint) => {
    const response = await forum.request.patch(pathOf(endpoint, id))
    expectRefusal(response, 'METHOD_NOT_ALLOWED')
    expect(response.get('Allow')?.split(', ')).toEqual(expect.arrayContaining([...endpoint.methods]))
  })

  it.each(calls.filter(({ endpoint }) => !endpoint.ignoresToken))(
    '$method $endpoint.path refuses a dead token',
    async ({ method, endpoint }) => {
      const revoked = await forum.api.services.sessions.open(xiaoli.id, 'test')
      await forum.api.services.sessions.revokeToken(revoked)
      for (const header of [`Bearer ${revoked}`, 'Bearer nonsense', 'Basic eGlhb2xpOjE=']) {
        const response = await send(method, pathOf(endpoint, id), { Authorization: header })
        expectRefusal(response, 'UNAUTHENTICATED')
      }
    },
  )

  it.each(calls.filter(({ endpoint }) => endpoint.ignoresToken))(
    '$method $endpoint.path keeps nobody out for a dead token',
    async ({ method, endpoint }) => {
      const response = await send(method, pathOf(endpoint, id), { Authorization: 'Bearer nonsense' })
      expect(response.status).not.toBe(401)
    },
  )

  it.each(calls.filter(({ endpoint }) => hasId(endpoint)))(
    '$method $endpoint.path finds nothing under what is no id',
    async ({ method, endpoint }) => {
      for (const wrong of [
        '0',
        '-1',
        '1.5',
        '01',
        '1e3',
        'abc',
        '9007199254740993',
        '99999999999999999999',
        '%00',
      ]) {
        expectRefusal(await send(method, pathOf(endpoint, wrong), xiaoli.headers), 'NOT_FOUND')
      }
    },
  )

  it.each(
    calls.filter(
      ({ endpoint, method }) =>
        endpoint.access === 'anyone' && method === 'GET' && endpoint.produces === null,
    ),
  )('$method $endpoint.path responds to a member by the contract too', async ({ endpoint }) => {
    const queries: Record<string, string> = {
      '/threads/:threadId/changes': '?since=0',
      '/threads/:threadId/responses': '?from=1&to=21',
      '/threads/similar': '?title=首页',
      '/posts': '?threadId=1',
      '/search': '?q=首页',
      '/search/threads': '?q=首页',
      '/search/posts': '?q=首页',
      '/search/users': '?q=xiao',
    }
    const { body } = await forum.request
      .get(encodeURI(pathOf(endpoint, id) + (queries[endpoint.path] ?? '')))
      .set(xiaoli.headers)
      .expect(200)
    endpoint.response.parse(body)
  })

  it('responds to an unknown path under /api with JSON', async () => {
    for (const path of ['/api/nowhere', '/api/threads/1/nowhere', '/api/']) {
      const response = await forum.request.get(path).expect('Content-Type', /json/)
      expectRefusal(response, 'NOT_FOUND')
    }
  })

  it('refuses a body that is not JSON, too large, or of another type', async () => {
    const post = () => forum.request.post('/api/posts').set(xiaoli.headers)
    for (const broken of ['{"content":', 'nonsense', '"a text"']) {
      expectRefusal(await post().set('Content-Type', 'application/json').send(broken), 'BAD_JSON')
    }
    expectRefusal(
      await post().send({ content: 'x'.repeat(BODY_MAX_BYTES), threadId: 1 }),
      'PAYLOAD_TOO_LARGE',
    )
    expectRefusal(await post().set('Content-Type', 'text/plain').send('你好'), 'UNSUPPORTED_MEDIA_TYPE')
    expectRefusal(await post().type('form').send({ content: '你好', threadId: 1 }), 'UNSUPPORTED_MEDIA_TYPE')
  })

  it('ignores unknown fields, and never corrects invalid ones', async () => {
    await forum.request.get('/api/threads?t=123&unknown=x').expect(200)
    for (const query of [
      'page=0',
      'page=-1',
      'page=abc',
      'page=1.5',
      'page=',
      'limit=0',
      'limit=101',
      'sortBy=title',
    ]) {
      expectRefusal(await forum.request.get(`/api/threads?${query}`), 'VALIDATION_FAILED')
    }
    const post = (body: object) => forum.request.post('/api/posts').set(xiaoli.headers).send(body)
    await post({ content: '多出来的不要紧', threadId: id, colour: 'red' }).expect(201)
    expectRefusal(await post({ content: 1, threadId: id }), 'VALIDATION_FAILED')
    expectRefusal(await post({ content: '一', threadId: '1' }), 'VALIDATION_FAILED')
  })

  it('keeps a valid request id, and generates one otherwise', async () => {
    const requestId = randomUUID()
    const kept = await forum.request.get('/api/health/live').set('X-Request-Id', requestId)
    expect(kept.get('X-Request-Id')).toBe(requestId)
    const made = await forum.request.get('/api/nowhere').set('X-Request-Id', 'a b"c')
    expect(made.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(made.body.requestId).toBe(made.get('X-Request-Id'))
    const long = await forum.request.get('/api/health/live').set('X-Request-Id', 'x'.repeat(65))
    expect(long.get('X-Request-Id')).toHaveLength(36)
  })

  it('forbids caches to store messages and notifications', async () => {
    for (const path of [
      '/messages',
      '/messages/threads',
      '/messages/thread/messages?otherUserId=1',
      '/notifications',
    ])
      await forum.request
        .get(`/api${path}`)
        .set(xiaoli.headers)
        .expect('Cache-Control', 'private, no-cache, no-store')
  })

  it('responds 304 to a client with the current response, but not to a dead token', async () => {
    const vary = (header: string | undefined) => header?.toLowerCase().split(/, */).sort()
    const wanted = ['accept-encoding', 'accept-language', 'authorization']
    // Nothing may change a count of the boards in between.
    await forum.settle()
    const first = await forum.request.get('/api/boards').expect(200).expect('Cache-Control', 'no-cache')
    expect(vary(first.get('Vary'))).toEqual(expect.arrayContaining(wanted))
    const etag = first.get('ETag') ?? ''
    expect(etag).not.toBe('')
    const again = await forum.request.get('/api/boards').set('If-None-Match', etag).expect(304)
    expect(again.text).toBe('')
    expect(vary(again.get('Vary'))).toEqual(expect.arrayContaining(wanted))
    // A member's response says besides what the member may do in each board.
    const forMember = await forum.request.get('/api/boards').set(xiaoli.headers).expect(200)
    await forum.request
      .get('/api/boards')
      .set(xiaoli.headers)
      .set('If-None-Match', forMember.get('ETag') ?? '')
      .expect('Cache-Control', 'private, no-cache')
      .expect(304)
    await forum.request.get('/api/boards').set({ 'If-None-Match': etag, 'Accept-Language': 'en' }).expect(200)
    await forum.request
      .get('/api/boards')
      .set({ 'If-None-Match': etag, Authorization: 'Bearer nonsense' })
      .expect('Cache-Control', 'no-store')
      .expect(401)
  })

  it('returns messages in Chinese, or in English on request', async () => {
    const refused = (language?: string) => {
      const request = forum.request.post('/api/threads').set(xiaoli.headers)
      return (language ? request.set('Accept-Language', language) : request).send({
        title: ' ',
        content: '一',
        boardId: 3,
      })
    }
    const required = (message: string) => ({
      code: 'VALIDATION_FAILED',
      message,
      errors: [{ field: 'title', code: 'required', message }],
    })
    for (const language of [undefined, 'zh', 'zh-CN,zh;q=0.9,en;q=0.8', 'fr']) {
      expect((await refused(language)).body).toMatchObject(required('标题不能为空'))
    }
    expect((await refused('en')).body).toMatchObject(required('Title is required'))
    const { body } = await forum.request
      .get('/api/threads/999999')
      .set('Accept-Language', 'en-GB')
      .expect(404)
    expect(body.message).toBe(ERROR_TEXTS.NOT_FOUND.en)
  })

  it('describes every call in an OpenAPI 3.1 document', async () => {
    const { body } = await forum.request.get('/api/openapi.json').expect(200)
    expect(body.openapi).toMatch(/^3\.1\./)
    const paths = body.paths as Record<string, Record<string, { operationId: string }>>
    const operations = Object.values(paths).flatMap((path) => Object.values(path).map((of) => of.operationId))
    expect(new Set(operations).size).toBe(operations.length)
    expect(operations).toHaveLength(calls.length)
    expect(operations).toEqual(expect.arrayContaining(Object.keys(api)))
  })

  it('serves an OpenAPI document that is valid and whose references resolve', async () => {
    const { text } = await forum.request.get('/api/openapi.json').expect(200)
    const document = JSON.parse(text) as Record<string, unknown>
    expect(await new Validator().validate(document)).toMatchObject({ valid: true })
    expect(Object.keys((document.components as { schemas: object }).schemas)).toEqual(['Error', 'Board'])
  })

  it('declares the refusals of every call that come before its handler', async () => {
    const { text } = await forum.request.get('/api/openapi.json').expect(200)
    const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, { responses: object }>> }
    for (const [path, operations] of Object.entries(paths)) {
      for (const [method, { responses }] of Object.entries(operations)) {
        const statuses = Object.keys(responses).map(Number)
        const common = [400, 401, 405, 408, 417, 429, 431, 500, 503]
        expect(statuses, `${method} ${path}`).toEqual(expect.arrayContaining(common))
        const ofBodies = [413, 415].filter((status) => statuses.includes(status))
        expect(ofBodies, `${method} ${path}`).toEqual(method === 'get' ? [] : [413, 415])
      }
    }
  })

  it('serves a page of the API that allows its own style and nothing else', async () => {
    const { text, headers } = await forum.request
      .get('/api/docs')
      .expect(200)
      .expect('Content-Type', 'text/html; charset=utf-8')
    const [, style = ''] = /<style>(.+)<\/style>/s.exec(text) ?? []
    const hash = createHash('sha256').update(style).digest('base64')
    expect(headers['content-security-policy']?.split('; ')).toEqual([
      "default-src 'none'",
      `style-src 'sha256-${hash}'`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ])
    expect(text).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">')
  })

  it('is ready while its database responds', async () => {
    const { body } = await forum.request.get('/api/health/ready').expect(200)
    expect(body).toEqual({ status: 'ok', dependencies: { mongodb: 'up', redis: 'unused' } })
  })

  it('tries the database once for many concurrent probes', async () => {
    const command = vi.spyOn(Db.prototype, 'command')
    // The result of a trial is kept for a moment, within which a slow machine may not send all probes.
    const elapsed = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + HOUR_MS)
    try {
      const probes = Array.from({ length: 20 }, () => forum.request.get('/api/health/ready').expect(200))
      await Promise.all(probes)
      expect(command).toHaveBeenCalledTimes(1)
    } finally {
      elapsed.mockRestore()
      command.mockRestore()
    }
  })

  it('compresses its documents, and responds 304 to a client that has them', async () => {
    for (const path of ['/api/openapi.json', '/api/docs']) {
      for (const encoding of ['br', 'gzip']) {
        const response = await forum.request.get(path).set('Accept-Encoding', encoding).expect(200)
        expect(response.get('Content-Encoding')).toBe(encoding)
        await forum.request
          .get(path)
          .set('If-None-Match', response.get('ETag') ?? '')
          .expect(304)
      }
      const plain = await forum.request.get(path).set('Accept-Encoding', 'identity').expect(200)
      expect(plain.get('Content-Encoding') ?? 'identity').toBe('identity')
    }
  })

  it('serves metrics to this machine, but not through an untrusted proxy', async () => {
    await forum.request.get('/api/metrics').expect(200)
    for (const header of ['X-Forwarded-For', 'X-Real-IP', 'Forwarded']) {
      const response = await forum.request.get('/api/metrics').set(header, '203.0.113.9')
      expectRefusal(response, 'FORBIDDEN')
    }
  })

  it('refuses an endless display name without scanning it', async () => {
    // A full scan would refuse it as a name that reads like staff.
    const displayName = '管理员'.repeat(25_000)
    const { body } = await forum.request
      .post('/api/auth/register')
      .send({ username: 'endless1', email: 'endless@example.com', password: PASSWORD, displayName })
      .expect(400)
    expect(body.errors).toEqual([expect.objectContaining({ field: 'displayName', code: 'too_long' })])
  })
})
