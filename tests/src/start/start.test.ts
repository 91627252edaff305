import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { connect as openSocket, createServer } from 'node:net'
import path from 'node:path'
import { collections, connect } from '@forum/http-api'
import { runningDatabase } from '@forum/infra'
import type { Notification } from '@forum/shared/contract'
import { io } from 'socket.io-client'
import supertest from 'supertest'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ownDatabase } from '../fixtures/database'
import { refusedStart, startProcess, type ForumProcess } from '../fixtures/process'
import { ADMIN } from '../fixtures/community'
import { newDataFolder } from '../fixtures/data-folder'

const PASSWORD = 'Correct#Horse9'
/** Long enough for an orderly shutdown on any machine. */
const PATIENT_END_MS = '120000'

async function register(url: string, username: string) {
  const { body } = await supertest(url)
    .post('/api/auth/register')
    .send({ username, email: `${username}@example.com`, password: PASSWORD })
    .expect(201)
  return { Authorization: `Bearer ${body.token as string}` }
}

const startThread = async (url: string, headers: Record<string, string>) => {
  const { body } = await supertest(url)
    .post('/api/threads')
    .set(headers)
    .send({ title: '一个主题', content: '开头', boardId: 3 })
    .expect(201)
  return body.thread.id as number
}

describe('the start', () => {
  let dataDir: string
  let running: ForumProcess[] = []

  beforeEach(async () => {
    dataDir = await newDataFolder('forum-start-')
  })
  afterEach(async () => {
    await Promise.all(running.map((forum) => forum.killAll()))
    running = []
    await rm(dataDir, { recursive: true, force: true })
  })
  const start = async (env: Record<string, string>) => {
    const forum = await startProcess({ DATA_DIR: dataDir, ...env })
    running.push(forum)
    return forum
  }

  it('keeps an acknowledged reply and exact counters after a kill -9 of everything', async () => {
    const first = await start({ SEED: 'boards' })
    const headers = await register(first.url, 'xiaoli')
    const threadId = await startThread(first.url, headers)
    const { body: reply } = await supertest(first.url)
      .post('/api/posts')
      .set(headers)
      .send({ threadId, content: '刚发出去就断电了' })
      .expect(201)
    await first.killAll()

    const second = await start({ SEED: 'boards' })
    const { body } = await supertest(second.url).get(`/api/threads/${threadId}`).expect(200)
    expect(body.posts).toMatchObject([{ id: reply.post.id, number: 2, content: '刚发出去就断电了' }])
    expect(body.thread).toMatchObject({ postCount: 2, lastNumber: 2, seq: 2 })
    // The sweep counts what the crash left uncounted.
    const counted = async () => {
      const { body: board } = await supertest(second.url).get('/api/boards/3').expect(200)
      const { body: author } = await supertest(second.url)
        .get(`/api/users/${body.thread.author.id}`)
        .expect(200)
      const { threadCount, postCount } = board.board
      return { threadCount, postCount, ofAuthor: author.user.postCount as number }
    }
    await expect.poll(counted, { timeout: 120_000 }).toEqual({ threadCount: 1, postCount: 2, ofAuthor: 2 })
    // The session survives the crash as well.
    await supertest(second.url).get('/api/auth/me').set(headers).expect(200)
  }, 300_000)

  it('disconnects sockets and writes its buffers on SIGTERM', async () => {
    const env = { MONGODB_URI: ownDatabase(), SEED: 'boards', STOP_WITHIN_MS: PATIENT_END_MS }
    const first = await start(env)
    const threadId = await startThread(first.url, await register(first.url, 'xiaoli'))
    const reader = io(first.url, { transports: ['websocket'], reconnection: false })
    const connected = new Promise((resolve) => reader.once('connect', () => resolve('connected')))
    const disconnected = new Promise((resolve) => reader.once('disconnect', resolve))
    expect(await connected).toBe('connected')
    await supertest(first.url).get(`/api/threads/${threadId}`).expect(200)
    expect(await first.stop()).toBe(0)
    expect(await disconnected).toBe('transport close')

    const second = await start(env)
    const { body } = await supertest(second.url).get(`/api/threads/${threadId}`).expect(200)
    expect(body.thread.viewCount).toBe(1)
  }, 300_000)

  it('lets 1,000 readers connect while it is busy', async () => {
    const forum = await start({ MONGODB_URI: ownDatabase(), SEED: 'none' })
    process.kill(forum.pid, 'SIGSTOP')
    const sockets = Array.from({ length: 1_000 }, () =>
      openSocket(Number(new URL(forum.url).port), '127.0.0.1'),
    )
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    for (const socket of sockets) socket.destroy()
  }, 120_000)

  it('prints the address at which the first admin registers, where none is configured', async () => {
    const forum = await start({ MONGODB_URI: ownDatabase(), SEED: 'none' })
    expect(forum.output()).toMatch(/还没有管理员：打开 http:\/\/\S+\/register\?invitation=[0-9A-Z]{10} /)
    await forum.stop()
  })

  it('fills an empty forum with the demo community and serves API, page and sockets on one port', async () => {
    const forum = await start({ STOP_WITHIN_MS: PATIENT_END_MS })
    const { body } = await supertest(forum.url).get('/api/threads?sortBy=replyCount').expect(200)
    expect(body.pagination.total).toBeGreaterThan(55)
    expect(body.threads[0].replyCount).toBeGreaterThanOrEqual(65)
    const { body: boards } = await supertest(forum.url).get('/api/boards').expect(200)
    const sum = (boards.boards as { parentId: number | null; postCount: number }[])
      .filter((board) => board.parentId === null)
      .reduce((total, board) => total + board.postCount, 0)
    expect(sum).toBeGreaterThan(600)
    const { body: signedIn } = await supertest(forum.url)
      .post('/api/auth/login')
      .send({ username: 'laowang88', password: 'Forum#2025' })
      .expect(200)
    const { body: list } = await supertest(forum.url)
      .get('/api/notifications?limit=100')
      .set({ Authorization: `Bearer ${signedIn.token as string}` })
      .expect(200)
    const notifications = list.notifications as Notification[]
    expect(new Set(notifications.map(({ isRead }) => isRead))).toEqual(new Set([true, false]))
    expect(new Set(notifications.map(({ kind }) => kind)).size).toBeGreaterThan(2)
    const page = await supertest(forum.url).get('/threads/1').expect(200)
    expect(page.text).toContain('lang="zh-Hans"')
    await supertest(forum.url).get('/socket.io/?EIO=4&transport=polling').expect(200)
    // A backup finds the database of the running forum, and none of a forum that has ended.
    const connection = await connect((await runningDatabase(dataDir)) ?? '')
    expect(await collections(connection).threads.countDocuments({})).toBe(body.pagination.total)
    await connection.close()
    expect(await forum.stop()).toBe(0)
    expect(await runningDatabase(dataDir)).toBeNull()
  }, 300_000)

  it('starts two processes at the same time on an empty database', async () => {
    const env = { MONGODB_URI: ownDatabase(), SEED: 'boards', ...ADMIN }
    const [first, second] = await Promise.all([start(env), start(env)])
    for (const forum of [first, second]) {
      const { body } = await supertest(forum.url)
        .post('/api/auth/login')
        .send({ username: ADMIN.ADMIN_USERNAME, password: ADMIN.ADMIN_PASSWORD })
        .expect(200)
      expect(body.user.role).toBe('admin')
    }
    const [created, waited] = [first, second].map((forum) => /管理员/.test(forum.output()))
    expect([created, waited].filter(Boolean)).toHaveLength(1)
  }, 300_000)

  it('refuses to start on the database of an API that has generated another token secret', async () => {
    const env = { MONGODB_URI: ownDatabase(), SEED: 'boards', STOP_WITHIN_MS: PATIENT_END_MS }
    const first = await start(env)
    const member = await register(first.url, 'xiaoli')
    const other = path.join(dataDir, 'other')
    const refused = await refusedStart({ ...env, DATA_DIR: other })
    expect(refused.output).toMatch(/^The sessions of this database belong to another token secret .*\n$/)
    expect(refused.code).toBe(1)

    // With the secret of the first, it accepts the first one's tokens.
    const secret = await readFile(path.join(dataDir, 'token-secret'), 'utf8')
    const second = await start({ ...env, DATA_DIR: other, TOKEN_SECRET: secret })
    await supertest(second.url).get('/api/auth/me').set(member).expect(200)
    expect(second.output()).not.toContain('TOKEN_SECRET')
    await second.stop()

    // A new one that is given signs everyone out.
    const third = await start({
      ...env,
      DATA_DIR: other,
      TOKEN_SECRET: 'a new secret that signs everyone out',
    })
    // The warning and the line that says ready are written to two streams.
    await expect.poll(() => third.output()).toContain('everyone has to sign in again')
    await supertest(third.url).get('/api/auth/me').set(member).expect(401)
  }, 300_000)

  it('names the port that another program uses', async () => {
    const squatter = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => squatter.once('listening', resolve))
    const { port } = squatter.address() as { port: number }
    const refused = await refusedStart({
      DATA_DIR: dataDir,
      MONGODB_URI: ownDatabase(),
      SEED: 'none',
      PORT: String(port),
    })
    squatter.close()
    expect(refused.code).toBe(1)
    expect(refused.output).toContain(`port ${port} on 127.0.0.1 is taken`)
  }, 120_000)

  it('refuses to start a gateway without a secret', async () => {
    const refused = await refusedStart({
      DATA_DIR: dataDir,
      ROLE: 'gateway',
      GATEWAY_SECRET: '',
      REDIS_URL: 'redis://127.0.0.1:1',
      API_URL: 'http://127.0.0.1:1',
    })
    expect(refused.code).toBe(1)
    expect(refused.output).toContain('GATEWAY_SECRET')
  }, 60_000)

  it('lists every fault of a configuration at once', async () => {
    const refused = await refusedStart({ NODE_ENV: 'production', PORT: 'x', SEED: 'nothing' })
    expect(refused.code).toBe(2)
    expect(refused.output).toContain('PORT must be a whole number')
    expect(refused.output).toContain('SEED must be')
  }, 60_000)
})
