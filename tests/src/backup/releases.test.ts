import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { collections, connect } from '@forum/http-api'
import { restore, verifyBackup, openBackupPlace } from '@forum/infra'
import { systemClock } from '@forum/shared/clock'
import type { Board, Post, Thread } from '@forum/shared/contract'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { expect, it, onTestFinished } from 'vitest'
import { TEST_CONFIG } from '../fixtures/config'
import { ownDatabase } from '../fixtures/database'
import { PASSWORD, startAnotherApi } from '../fixtures/forum'

/** An export of a small forum for each release, made by that release; every later one has to open it. */
const folder = fileURLToPath(new URL('releases', import.meta.url))
const releases = await readdir(folder)

it('has the data of at least one release', () => {
  expect(releases).toContain('0.1.0')
})

it.each(releases)('opens what release %s has written, and goes on with it', async (release) => {
  const place = path.join(folder, release)
  expect((await verifyBackup(openBackupPlace(place, undefined))).faults).toEqual([])
  const uri = ownDatabase()
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'release-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  await restore(uri, place, {
    config: { dataDir, s3Url: undefined, backupS3Url: undefined },
    api: {
      config: TEST_CONFIG,
      clock: systemClock,
      log: pino({ level: 'silent' }),
      registry: new Registry(),
    },
    say: () => undefined,
  })
  const api = await startAnotherApi(uri)
  onTestFinished(() => api.stop())
  const { request } = api

  const { boards } = (await request.get('/api/boards').expect(200)).body as { boards: Board[] }
  expect(boards.find(({ id }) => id === 3)).toMatchObject({ threadCount: 2, postCount: 14 })
  const { body } = await request.get('/api/threads/1').expect(200)
  const { thread } = body as { thread: Thread }
  expect(thread).toMatchObject({
    title: '绿卡排期问题',
    postCount: 12,
    author: { username: 'xiaoli', displayName: '小丽' },
  })
  const read = await request.get('/api/posts?threadId=1&afterNumber=1&limit=50').expect(200)
  const { posts } = read.body as { posts: Post[] }
  expect(posts.map(({ number }) => number)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13])
  expect(posts.filter(({ isDeleted }) => isDeleted)).toHaveLength(1)
  expect(posts.reduce((sum, { likeCount }) => sum + likeCount, 0)).toBe(1)
  const [name = ''] = (await readdir(path.join(dataDir, 'uploads'), { recursive: true })).filter((file) =>
    file.includes('.'),
  )
  expect((await readFile(path.join(dataDir, 'uploads', name))).length).toBeGreaterThan(0)

  const login = { username: 'laowang', password: PASSWORD }
  const { token } = (await request.post('/api/auth/login').send(login).expect(200)).body as { token: string }
  const as = { Authorization: `Bearer ${token}` }
  const written = await request.post('/api/posts').set(as).send({ threadId: 1, content: '升级以后' })
  expect([written.status, (written.body as { post: Post }).post.number]).toEqual([201, 14])
  const found = await request.get(`/api/search?q=${encodeURIComponent('排期')}`).expect(200)
  expect(JSON.stringify(found.body)).toContain('绿卡排期问题')

  const connection = await connect(uri)
  onTestFinished(() => connection.close())
  // Those of unknown age are removed by a migration.
  const members = await collections(connection).members.find({}).toArray()
  expect(members.filter((one) => 'signInAddresses' in one)).toEqual([])
})
