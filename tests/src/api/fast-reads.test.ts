import type { Thread } from '@forum/shared/contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { PATIENCE_MS } from '../fixtures/chromium'
import { startTestForum, type TestForum, type TestMember } from '../fixtures/forum'
import { openRawCalls, type RawCall } from '../fixtures/raw-calls'

type Calls = Awaited<ReturnType<typeof openRawCalls>>

const BOARD = 3
const REPLIES = 25
const REQUEST_ID = 'the-same-for-both'
const PATIENT = { timeout: PATIENCE_MS }
/** Headers that belong to a connection or a moment. */
const PASSING = ['date', 'connection', 'keep-alive']

const PATHS = (thread: Thread): readonly string[] => [
  '/api/boards',
  '/api/boards/',
  '/API/Boards',
  '/api/boards?',
  '/api/boards?unknown=1',
  '/api/boards/popular?limit=3',
  `/api/boards/${BOARD}`,
  `/api/boards/${BOARD}?page=2&limit=5&sortBy=createdAt&sortOrder=ASC`,
  `/api/boards/${BOARD}?page=0`,
  `/api/boards/${BOARD}?page=1&page=2`,
  '/api/boards/999',
  '/api/boards/x',
  '/api/categories',
  '/api/categories/%E7%94%9F%E6%B4%BB',
  '/api/categories/%E7',
  '/api/stats',
  '/api/threads?limit=2',
  '/api/threads?sortBy=nothing',
  `/api/threads/${thread.id}`,
  `/api/threads/${thread.id}?page=2`,
  `/api/threads/${thread.id}?page=last`,
  `/api/threads/${thread.id}?page=unread`,
  `/api/threads/${thread.id}?page=99`,
  `/api/threads/${thread.id}?page=-1`,
  `/api/threads/${thread.id}?number=7`,
  `/api/threads/${thread.id}/changes?since=3`,
  '/api/threads/999999',
  '/api/threads/%00',
  '//api/boards',
  '/api/nothing',
  '/api/auth/me',
  '/api/auth/sessions',
  '/api/health/live',
  '/api/openapi.json',
]

const HEADERS: readonly Record<string, string>[] = [
  {},
  { 'Accept-Language': 'en-US,en;q=0.8' },
  { 'Accept-Encoding': 'br, gzip' },
  { 'Accept-Encoding': 'gzip;q=1, br;q=0, identity;q=0.5' },
  { 'If-None-Match': '*' },
  { 'If-None-Match': 'W/"another"' },
  { Origin: 'https://elsewhere.example' },
  { 'Content-Length': '2' },
  { 'Content-Length': '0' },
]

describe('responses with and without Koa', () => {
  let forum: TestForum
  let calls: Calls
  let reader: TestMember
  let thread: Thread

  beforeAll(async () => {
    forum = await startTestForum({ isOnlyWriter: true })
    reader = await forum.member('reader')
    const author = await forum.member('author')
    thread = await forum.thread(author, BOARD)
    for (let i = 0; i < REPLIES; i++) {
      await forum.as(author).reply(thread.id, `一条回复 ${i}`)
    }
    await forum.settle()
    calls = await openRawCalls(forum.api)
  })
  afterAll(async () => {
    await calls.close()
    await forum.stop()
  })

  const send = async (call: RawCall) => {
    const headers: Record<string, string> = { 'X-Request-Id': REQUEST_ID, ...call.headers }
    const body = headers['Content-Length'] === '2' ? '{}' : ''
    const answer = await calls.send({ ...call, headers, ...(body && { body }) })
    const kept = Object.entries(answer.headers).filter(([name]) => !PASSING.includes(name))
    return { status: answer.status, headers: Object.fromEntries(kept), text: answer.text }
  }
  /** A read that announces a body is left to Koa. */
  const throughKoa = (call: RawCall): RawCall => {
    if (call.method === 'POST' || call.headers?.['Content-Length'] === '2') return call
    const { 'Content-Length': _, ...headers } = call.headers ?? {}
    return { ...call, headers: { ...headers, 'Transfer-Encoding': 'chunked' } }
  }
  /** Compares again if the forum has changed in between, as it does when views are counted. */
  const expectAlike = (call: RawCall) =>
    vi.waitFor(async () => {
      const expected = await send(throughKoa(call))
      expect(await send(call), `${call.method} ${call.path}`).toEqual(expected)
      return expected
    }, PATIENT)

  it.each(['GET', 'HEAD', 'POST'])('are alike to %s, whatever else a request says', async (method) => {
    const tokens = [reader.headers.Authorization, `bearer ${reader.token}`, 'Bearer unknown', 'Basic x']
    const statuses = new Set<number>()
    for (const path of PATHS(thread)) {
      const varied =
        method === 'POST' || !/boards|threads\/\d+$|me$/.test(path) ? HEADERS.slice(0, 3) : HEADERS
      for (const headers of varied) {
        const { status } = await expectAlike({ method, path, headers })
        statuses.add(status)
      }
      for (const Authorization of method === 'POST' ? [] : tokens) {
        statuses.add((await expectAlike({ method, path, headers: { Authorization } })).status)
      }
    }
    const expected = method === 'POST' ? [404, 405] : [200, 304, 400, 401, 404]
    expect([...statuses]).toEqual(expect.arrayContaining(expected))
  })

  it('are not sent again to a reader who has them', async () => {
    const { Authorization } = reader.headers
    for (const path of ['/api/boards', `/api/boards/${BOARD}`, `/api/threads/${thread.id}`, '/api/auth/me']) {
      await vi.waitFor(async () => {
        const { headers } = await expectAlike({ method: 'GET', path, headers: { Authorization } })
        const conditional = { Authorization, 'If-None-Match': String(headers['etag']) }
        const repeated = await expectAlike({ method: 'GET', path, headers: conditional })
        expect(repeated).toMatchObject({ status: 304, text: '' })
      }, PATIENT)
    }
  })

  it('are no longer sent to a token that was revoked', async () => {
    const { headers } = await forum.member('leaver')
    const me = { method: 'GET', path: '/api/auth/me', headers }
    expect((await send(me)).status).toBe(200)
    expect((await send(me)).status).toBe(200)
    await forum.request.post('/api/auth/logout').set(headers).expect(204)
    expect((await send(me)).status).toBe(401)
  })
})
