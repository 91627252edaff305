import { execFileSync } from 'node:child_process'
import { readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { collections, connect } from '@forum/http-api'
import { restore, verifyBackup, openBackupPlace } from '@forum/infra'
import type { Board, Message, Notification, Post, Thread } from '@forum/shared/contract'
import supertest from 'supertest'
import { expect, it, onTestFinished } from 'vitest'
import { FORUM_ENV } from '../fixtures/community'
import { newDataFolder } from '../fixtures/data-folder'
import { ownDatabase } from '../fixtures/database'
import { restoring } from '../fixtures/restored'
import { PASSWORD, startAnotherApi } from '../fixtures/forum'
import { startProcess } from '../fixtures/process'
import { dataFolderOf, exportOf } from './kept-releases'

/** The releases that have or had a version, as the changelog names them: each has left an export and a data folder. */
const changelog = await readFile(path.resolve(import.meta.dirname, '../../../CHANGELOG.md'), 'utf8')
const releases = [...changelog.matchAll(/^## (\d+\.\d+\.\d+)/gm)].map(([, version = '']) => version)

async function newFolder(): Promise<string> {
  const folder = await newDataFolder('release-')
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

it('knows every release', () => {
  expect(releases).toContain('0.1.0')
})

/** Expects the message that the member has sent, and the notifications that wait for the member. */
async function expectKeptOfMember(request: supertest.Agent, as: { Authorization: string }): Promise<void> {
  const sent = await request.get('/api/messages?type=sent').set(as).expect(200)
  expect((sent.body as { messages: Message[] }).messages).toMatchObject([
    { subject: '你好', recipient: { username: 'xiaoli' } },
  ])
  const received = await request.get('/api/notifications').set(as).expect(200)
  const { notifications } = received.body as { notifications: Notification[] }
  expect(notifications.map(({ kind }) => kind).sort()).toEqual(['moderation', 'reply', 'reply'])
}

/** Expects the forum of the kept data, and goes on with it. */
async function expectKeptForum(request: supertest.Agent, dataDir: string): Promise<void> {
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
  expect(posts.filter(({ isDeleted }) => isDeleted).map(({ number }) => number)).toEqual([7])
  for (const { number, content, isDeleted } of posts)
    if (!isDeleted) expect(content).toBe(`第 ${number - 2} 条回复`)
  expect(posts.reduce((sum, { likeCount }) => sum + likeCount, 0)).toBe(1)
  const [name = ''] = (await readdir(path.join(dataDir, 'uploads'), { recursive: true })).filter((file) =>
    file.includes('.'),
  )
  expect((await readFile(path.join(dataDir, 'uploads', name))).length).toBeGreaterThan(0)

  const login = { username: 'laowang', password: PASSWORD }
  const { token } = (await request.post('/api/auth/login').send(login).expect(200)).body as { token: string }
  const as = { Authorization: `Bearer ${token}` }
  await expectKeptOfMember(request, as)
  const written = await request.post('/api/posts').set(as).send({ threadId: 1, content: '升级以后' })
  expect([written.status, (written.body as { post: Post }).post.number]).toEqual([201, 14])
  const found = await request.get(`/api/search?q=${encodeURIComponent('排期')}`).expect(200)
  expect(JSON.stringify(found.body)).toContain('绿卡排期问题')
}

it.each(releases)('opens what release %s has exported, and goes on with it', async (release) => {
  const place = exportOf(release)
  expect((await verifyBackup(openBackupPlace(place, undefined))).faults).toEqual([])
  const uri = ownDatabase()
  const dataDir = await newFolder()
  await restore(uri, place, restoring(dataDir))
  const api = await startAnotherApi(uri)
  onTestFinished(() => api.stop())
  await expectKeptForum(api.request, dataDir)

  const connection = await connect(uri)
  onTestFinished(() => connection.close())
  // Those of unknown age are removed by a migration.
  const members = await collections(connection).members.find({}).toArray()
  expect(members.filter((one) => 'signInAddresses' in one)).toEqual([])
})

it.each(releases)('opens the data folder that release %s has left, and goes on with it', async (release) => {
  const dataDir = await newFolder()
  execFileSync('tar', ['-C', dataDir, '-xJf', dataFolderOf(release)])
  const forum = await startProcess({ TOKEN_SECRET: FORUM_ENV.TOKEN_SECRET, DATA_DIR: dataDir, SEED: 'none' })
  onTestFinished(() => forum.killAll())
  await expectKeptForum(supertest.agent(forum.url), dataDir)
  expect(await forum.stop()).toBe(0)
})
