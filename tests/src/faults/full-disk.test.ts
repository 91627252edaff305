import { access, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { startEmbeddedMongodb, type EmbeddedMongodb } from '@forum/infra/embedded-mongodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { prepareDatabase } from '@forum/http-api'
import { systemClock } from '@forum/shared/clock'
import { startTestForum, type TestForum, type TestMember } from '../fixtures/forum'

/** More than any disk has. */
const ENDLESS = Number.MAX_SAFE_INTEGER
const cacheDir = path.join(os.homedir(), '.cache', 'overseas-forum')

describe('a forum whose database has a full disk', () => {
  let home: string
  let dataDir: string
  let database: EmbeddedMongodb
  let forum: TestForum
  let member: TestMember
  let threadId: number

  /** Opens the database, on a disk that counts as full or not. */
  const open = (isFull: boolean, port = 0) =>
    startEmbeddedMongodb({ dataDir, cacheDir, port, ...(isFull ? { minFree: { toWrite: ENDLESS } } : {}) })
  const reopen = async (isFull: boolean) => {
    const { port } = database
    await database.stop()
    database = await open(isFull, port)
  }

  beforeAll(async () => {
    home = await mkdtemp(path.join(os.tmpdir(), 'forum-full-disk-'))
    dataDir = path.join(home, 'data')
    database = await open(false)
    forum = await startTestForum({ uri: database.uri })
    member = await forum.member('xiaoli')
    threadId = (await forum.thread(member)).id
    await forum.settle()
    await reopen(true)
  })
  afterAll(async () => {
    await forum?.stop()
    await database?.stop()
    await rm(home, { recursive: true, force: true })
  })

  const reply = () =>
    forum.request.post('/api/posts').set(member.headers).send({ threadId, content: '还有地方吗' })
  const readiness = () => forum.request.get('/api/health/ready')

  it('refuses to prepare a database whose disk is full with a message for people', async () => {
    await expect(prepareDatabase(database.uri, systemClock, () => undefined)).rejects.toMatchObject({
      name: 'UnusableDatabaseError',
      message: expect.stringContaining('too little space'),
    })
  })

  it('responds 503 UNAVAILABLE to writes on a full disk, reads on, says so, and recovers', async () => {
    const refused = await reply().expect(503)
    expect(refused.body).toMatchObject({ code: 'UNAVAILABLE' })
    expect(refused.get('Retry-After')).toBe('60')
    await forum.request
      .post('/api/auth/register')
      .send({ username: 'xinren', email: 'xinren@example.com', password: 'Correct#Horse9' })
      .expect(503)
    await forum.request.get(`/api/threads/${threadId}`).set(member.headers).expect(200)
    const { body } = await readiness().expect(200)
    expect(body).toEqual({ status: 'readOnly', dependencies: { mongodb: 'full', redis: 'unused' } })

    await reopen(false)
    await expect.poll(async () => (await reply()).status).toBe(201)
    await expect.poll(async () => (await readiness()).body.status as string).toBe('ok')
  })

  it('creates nothing where a new database would not have enough space', async () => {
    const folder = path.join(home, 'new/data')
    await expect(
      startEmbeddedMongodb({ dataDir: folder, cacheDir, minFree: { toCreate: ENDLESS } }),
    ).rejects.toMatchObject({
      code: 'DISK_FULL',
      message: expect.stringMatching(/a new database needs .*nothing has been written/),
    })
    await expect(access(path.dirname(folder))).rejects.toMatchObject({ code: 'ENOENT' })
  })
})
