import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { dryTarget, forumTarget, importDiscuz, type ImportTarget } from '@forum/infra'
import { systemClock } from '@forum/shared/clock'
import type { Board, Post, Thread } from '@forum/shared/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestForum, type TestForum } from '../fixtures/forum'
import { startMariaDb, type MariaDb } from '../fixtures/mariadb'
import { BCRYPT_PASSWORD, discuzForum, gbkForum, OLD_PASSWORD, writeDiscuzFiles } from './discuz-forum'

const SITE = 'https://forum.example'
/** Of `BCRYPT_PASSWORD`, as PHP writes it. */
const BCRYPT_HASH = '$2y$04$lBs2yKhrASMIQOIRwJJh.ukZhxeq3.y4fBFg5IO8AH2mAWMipD6f6'

let old: MariaDb
let files: string
let forum: TestForum

const run = (target: ImportTarget, database = 'ultrax') =>
  importDiscuz({
    from: old.uri(database),
    files,
    target,
    siteUrl: SITE,
    clock: systemClock,
    say: () => undefined,
  })

/** Signs in and returns the id of the member. */
const signIn = async (username: string, password = OLD_PASSWORD) => {
  const { body } = await forum.request.post('/api/auth/login').send({ username, password }).expect(200)
  return (body as { user: { id: number } }).user.id
}
const readThread = async (id: number) => {
  const { body } = await forum.request.get(`/api/threads/${id}`).expect(200)
  return body as { thread: Thread; posts: Post[] }
}

beforeAll(async () => {
  files = await mkdtemp(path.join(os.tmpdir(), 'discuz-'))
  await writeDiscuzFiles(files)
  old = await startMariaDb()
  old.run(discuzForum('ultrax', BCRYPT_HASH))
  old.run(gbkForum('gbk'))
  forum = await startTestForum({ boards: false })
})
afterAll(async () => {
  await forum.stop()
  await old.stop()
  await rm(files, { recursive: true, force: true })
})

it('reports in a dry run what a real one would import, and writes nothing', async () => {
  const report = await run(dryTarget('America/New_York'))
  expect(report.text(true).split('\n')).toEqual(
    expect.arrayContaining([
      '  10 members',
      '  6 boards',
      '  9 threads',
      '  18 posts',
      '  3 private messages',
    ]),
  )
  expect(await forum.api.db.members.findOne({})).toBeNull()
})

it('continues an import that was interrupted, and refuses a second one', async () => {
  const target = forumTarget(forum.api)
  const broken = { ...target, threads: () => Promise.reject(new Error('the power is off')) }
  await expect(run(broken)).rejects.toThrow('the power is off')
  // What an interrupted batch leaves behind.
  await forum.api.db.posts.insertOne({ _id: 1000, threadId: 100, number: 1 } as never)
  const report = await run(target)
  expect(report.countOf('threads')).toBe(9)
  expect(report.countOf('posts')).toBe(18)
  await expect(run(target)).rejects.toThrow('the import is finished')
  for (const [loss, count] of [
    ['deletedAuthors', 2],
    ['guestPosts', 1],
    ['anonymousPosts', 1],
    ['noTime', 1],
    ['emails', 2],
    ['passwords', 3],
    ['sharedNames', 1],
    ['questions', 1],
    ['boardsWithAccess', 2],
    ['groups', 1],
    ['drafts', 1],
    ['threadsWithoutPosts', 1],
    ['threadsWithoutBoard', 1],
    ['restrictedThreads', 2],
    ['hiddenPosts', 3],
    ['restrictedAttachments', 1],
    ['attachmentsMissing', 2],
    ['groupMessages', 1],
  ] as const) {
    expect([loss, report.lossesOf(loss)]).toEqual([loss, count])
  }
})

it('imports groups and boards in their order, with their moderators', async () => {
  const { body } = await forum.request.get('/api/boards').expect(200)
  const boards = (body as { boards: Board[] }).boards
  expect(boards.map(({ id, parentId, name_zh: name }) => [id, parentId, name])).toEqual([
    [2, null, '站务'],
    [1, null, '生活'],
    [42, 1, '先来'],
    [40, 1, '签证 & 移民'],
    [41, 40, '绿卡'],
    [43, 1, '客人也能看'],
  ])
  expect(boards.find(({ id }) => id === 40)).toMatchObject({ description_zh: '说说签证', threadCount: 6 })
  expect(boards.find(({ id }) => id === 40)?.moderators.map(({ id }) => id)).toEqual([3])
})

it('imports a thread with its numbers, quotes, marks and attachments', async () => {
  const { thread, posts } = await readThread(100)
  expect(thread).toMatchObject({
    title: '置顶"精华"',
    isPinned: true,
    isFeatured: true,
    postCount: 6,
    author: { id: 2, displayName: '老王' },
  })
  const opening = await forum.api.db.posts.findOne({ _id: 1000 })
  const [picture] = opening?.attachments ?? []
  expect(opening?.content).toBe(`图[img]${SITE}/api/uploads/${picture?.filename}[/img]和🙂`)
  expect(picture).toMatchObject({ id: 31, originalName: '照片.png', width: 40, height: 30 })
  await forum.request.get(`/api/uploads/${picture?.filename}`).expect(200)
  expect(posts.map(({ number, id, isDeleted }) => [number, id, isDeleted])).toEqual([
    [2, 1001, false],
    [4, 1003, false],
    [5, 1004, false],
    [6, 1005, false],
    [7, 1006, true],
    [8, 1007, false],
    [9, 1008, true],
  ])
  const stored = await forum.api.db.posts.findOne({ _id: 1003 })
  expect(stored).toMatchObject({
    content: '[quote="小李_2008" post=1001]第二楼[/quote]\n\n引用你',
    quotedPostId: 1001,
    // Its own time is missing.
    createdAt: new Date(1_300_000_060_000),
  })
  expect(posts[2]).toMatchObject({ content: '没关掉', author: { displayName: '走了的人' } })
  expect(posts[3]?.author.displayName).toBe('游客')
  expect((await readThread(101)).thread).toMatchObject({ title: '双重编码', isLocked: true })
  expect((await forum.api.db.posts.findOne({ _id: 1010 }))?.content).toBe('内容也是')
  expect((await readThread(103)).thread.poll).toMatchObject({
    maxChoices: 2,
    voters: 3,
    options: [
      { text: '甲', votes: 3 },
      { text: '乙', votes: 1 },
    ],
  })
  expect((await readThread(104)).posts.map(({ number, content }) => [number, content])).toEqual([
    [2, '甲'],
    [3, '乙'],
  ])
  for (const hidden of [105, 111, 112]) await forum.request.get(`/api/threads/${hidden}`).expect(404)
  expect((await readThread(110)).thread.title).toBe('悬赏')
  expect((await readThread(109)).thread.author.displayName).toBe('匿名用户')
})

it('signs members in by their old name, the new one and the address, and replaces the old hash', async () => {
  const hashOf = async (id: number) => (await forum.api.db.members.findOne({ _id: id }))?.passwordHash
  expect(await hashOf(2)).toMatch(/^\$ucenter\$/)
  await forum.request.post('/api/auth/login').send({ username: '老王', password: 'falsch' }).expect(401)
  expect(await signIn('老王')).toBe(2)
  expect(await hashOf(2)).toMatch(/^\$argon2id\$/)
  expect(await signIn('laowang')).toBe(2)
  expect(await signIn('wang@example.com')).toBe(2)
  expect(await signIn('小李_2008')).toBe(3)
  expect(await signIn('newhash', BCRYPT_PASSWORD)).toBe(7)
  // The name of one is what another one's becomes in pinyin.
  expect(await signIn('xiaoli')).toBe(8)
  expect(await signIn('小丽')).toBe(6)
  expect(await signIn('久违')).toBe(20)
  const laowang = await forum.api.db.members.findOne({ _id: 2 })
  expect(laowang).toMatchObject({ username: 'laowang', displayName: '老王', signature: '[b]签名[/b] 档' })
  expect(laowang?.avatar).toMatch(/^\/api\/uploads\/avatar-/)
  expect((await forum.api.db.members.findOne({ _id: 1 }))?.role).toBe('admin')
  expect((await forum.api.db.members.findOne({ _id: 4 }))?.mutedUntil).toEqual(new Date(4_000_000_000_000))
  expect((await forum.api.db.members.findOne({ _id: 5 }))?.status).toBe('banned')
  expect(await forum.api.db.members.findOne({ _id: 99 })).toMatchObject({
    status: 'inactive',
    displayName: '走了的人',
    postCount: 1,
  })
})

it('cuts a long signature between characters, and closes its tags', async () => {
  const { signature } = (await forum.api.db.members.findOne({ _id: 6 })) ?? {}
  expect(signature).toBe(`[b]${'か\u3099'.repeat(493)}[/b]`)
})

it('marks members whose names look like the name of another', async () => {
  const alike = await forum.api.db.members.find({ hasAlikeName: true }).sort({ _id: 1 }).toArray()
  expect(alike.map(({ _id }) => _id)).toEqual([2, 9, 97])
})

it('imports private messages with what was read and deleted', async () => {
  const messages = await forum.api.db.messages.find({}).sort({ _id: 1 }).toArray()
  expect(
    messages.map(({ _id, senderId, recipientId, content }) => [_id, senderId, recipientId, content]),
  ).toEqual([
    [70, 2, 3, '在吗'],
    [71, 2, 3, '[b]急[/b]'],
    [72, 3, 2, '删了'],
  ])
  expect(messages.map(({ readAt }) => readAt === null)).toEqual([false, true, false])
  expect(messages[2]).toMatchObject({ deletedByRecipient: true, deletedBySender: false })
  expect((await forum.api.db.unreadCounts.findOne({ _id: 3 }))?.messages).toBe(1)
})

it.each([
  ['/thread-100-1-1.html', '/threads/100'],
  ['/thread-102-1-1.html', '/threads/100'],
  ['/forum.php?mod=viewthread&tid=101&extra=', '/threads/101'],
  ['/forum-40-1.html', '/boards/40'],
  ['/forum.php?mod=redirect&goto=findpost&ptid=100&pid=1003', '/posts/1003'],
  ['/forum.php?mod=redirect&goto=findpost&ptid=100&pid=4444', '/threads/100'],
  ['/space-uid-2.html', '/users/2'],
])('leads from %s to %s', async (from, to) => {
  await forum.request.get(from).expect(301).expect('Location', to)
})

it('responds 404 to addresses of what was not imported', async () => {
  await forum.request.get('/thread-107-1-1.html').expect(404)
  await forum.request.get('/forum.php?mod=post').expect(404)
})

it('gives no id of the old forum to anything new', async () => {
  const author = await forum.member('newcomer')
  expect(author.id).toBeGreaterThan(101)
  const thread = await forum.thread(author, 41)
  expect(thread.id).toBeGreaterThan(109)
  expect(thread.openingPostId).toBeGreaterThan(1_090)
})

it('reads a forum in GBK, and GBK in columns that are declared as latin1', async () => {
  const other = await startTestForum({ boards: false })
  try {
    await run(forumTarget(other.api), 'gbk')
    const { body } = await other.request.get('/api/threads/5').expect(200)
    expect((body as { thread: Thread }).thread).toMatchObject({
      title: '国标码',
      author: { displayName: '用户名' },
    })
    expect((await other.api.db.posts.findOne({ _id: 9 }))?.content).toBe('中文内容')
    expect((await other.api.db.boards.findOne({ _id: 2 }))?.nameZh).toBe('繁體與简体')
  } finally {
    await other.stop()
  }
})
