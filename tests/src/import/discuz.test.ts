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
/** The hash of `BCRYPT_PASSWORD`, as PHP writes it. */
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

const enter = async (username: string, password = OLD_PASSWORD) => {
  const { body } = await forum.request.post('/api/auth/login').send({ username, password }).expect(200)
  return body as { user: { id: number }; token: string }
}
/** Signs in and returns the id of the member. */
const signIn = async (username: string, password = OLD_PASSWORD) => (await enter(username, password)).user.id
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
      '  14 boards',
      '  4 groups of members',
      '  12 threads',
      '  21 posts',
      '  3 private messages',
    ]),
  )
  expect(await forum.api.db.members.findOne({})).toBeNull()
})

it('continues an import that was interrupted, and refuses a second one', async () => {
  const target = forumTarget(forum.api)
  const broken = { ...target, threads: () => Promise.reject(new Error('the power is off')) }
  await expect(run(broken)).rejects.toThrow('the power is off')
  // An interrupted batch leaves this post behind.
  await forum.api.db.posts.insertOne({ _id: 1000, threadId: 100, number: 1 } as never)
  const report = await run(target)
  expect(report.countOf('threads')).toBe(12)
  expect(report.countOf('posts')).toBe(21)
  expect(report.countOf('bookmarks')).toBe(2)
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
    ['boardsWithPassword', 1],
    ['unlistedBoards', 1],
    ['formulas', 1],
    ['boardsMovedUp', 1],
    ['narrowerWriters', 1],
    ['accessOfMembers', 1],
    ['heldMembers', 1],
    ['favourites', 1],
    ['hiddenTexts', 1],
    ['groups', 1],
    ['drafts', 1],
    ['threadsWithoutPosts', 1],
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
    [54, 1, '公告'],
  ])
  expect(boards.find(({ id }) => id === 40)).toMatchObject({ description_zh: '说说签证', threadCount: 7 })
  expect(boards.find(({ id }) => id === 40)?.moderators.map(({ id }) => id)).toEqual([3])
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

/** The boards that not everyone could read, each with the groups that could, and those in which few could write. */
const RESTRICTED = [50, 51, 52, 53, 55, 56, 57]
it.each<[string | null, number[]]>([
  [null, []],
  // The boards of members of the groups 10, 11, 16, 10 and 17, and 3. The password of 50 is gone, and 52 was for the
  // groups 1 and 16 and for newhash, who could also see 53, where not all who read may write.
  ['老王', [50, 51]],
  ['newhash', [50, 51, 52]],
  ['xiaoli', [50, 51, 52]],
  ['小丽', [50, 51, 53]],
  ['小李_2008', [50, 51, 55]],
  ['admin', RESTRICTED],
])('shows to %s the boards that this member could read, and no other', async (name, boardIds) => {
  const password = name === 'newhash' ? BCRYPT_PASSWORD : OLD_PASSWORD
  const token = name === null ? null : (await enter(name, password)).token
  const headers = token === null ? {} : { Authorization: `Bearer ${token}` }
  const { body } = await forum.request.get('/api/boards').set(headers).expect(200)
  const seen = (body as { boards: Board[] }).boards.map(({ id }) => id)
  expect(seen.filter((id) => RESTRICTED.includes(id)).toSorted((a, b) => a - b)).toEqual(boardIds)
  for (const [id, threadId] of [
    [50, 108],
    [52, 114],
  ] as const) {
    const { status } = await forum.request.get(`/api/threads/${threadId}`).set(headers)
    expect([id, status]).toEqual([id, boardIds.includes(id) ? 200 : 404])
  }
})

it('lets those write who could, or fewer where that cannot be said', async () => {
  const boards = await forum.api.db.boards.find({}).sort({ _id: 1 }).toArray()
  const rights = boards.flatMap(({ _id, parentId, access, groupIds }) =>
    _id < 43 ? [] : [[_id, parentId, ...Object.values(access ?? {}), groupIds]],
  )
  expect(rights).toEqual([
    [43, 1, 'everyone', 'members', 'members', []],
    [50, 1, 'members', 'members', 'members', []],
    [51, 1, 'members', 'members', 'members', []],
    [52, 1, 'groups', 'members', 'members', [16, 69]],
    // Below 52, where it was, its readers could not see it.
    [53, 1, 'groups', 'staff', 'members', [17]],
    [54, 1, 'everyone', 'staff', 'groups', [16]],
    [55, 1, 'groups', 'members', 'members', [3]],
    [56, 1, 'staff', 'members', 'members', []],
    [57, 1, 'staff', 'members', 'members', []],
  ])
  const groups = await forum.api.db.groups.findOne({})
  expect(groups?.groups.map(({ id, name }) => [id, name])).toEqual([
    [3, '版主'],
    [16, '贵宾'],
    [17, '编辑'],
    [69, '贵宾室 读者'],
  ])
})

it('imports types of threads, and leaves hidden texts to the author and moderators', async () => {
  const { body } = await forum.request.get('/api/boards/40').expect(200)
  const { types, typeRequired } = (body as { board: Board }).board
  expect(types.map(({ key, name }) => [key, name])).toEqual([
    ['8', '经验分享'],
    ['7', '求助'],
  ])
  expect(typeRequired).toBe(true)
  expect((await forum.api.db.boards.findOne({ _id: 42 }))?.types).toEqual([])
  expect((await forum.api.db.boards.findOne({ _id: 51 }))?.allowsAnonymous).toBe(true)
  const { text } = await forum.request.get('/api/threads/113').expect(200)
  expect((JSON.parse(text) as { thread: Thread }).thread.type).toBe('7')
  expect(text).toContain('网盘见下')
  expect(text).not.toMatch(/7788|说明\.doc/)
  const history = '/api/posts/1130/history'
  await forum.request.get(history).expect(401)
  const author = { Authorization: `Bearer ${(await enter('老王')).token}` }
  expect((await forum.request.get(history).set(author).expect(200)).text).toContain('7788')
})

it('imports files of any type, as downloads under their names', async () => {
  const [archive] = (await forum.api.db.posts.findOne({ _id: 1130 }))?.attachments ?? []
  expect(archive).toMatchObject({ id: 35, originalName: '软件.rar', mimeType: 'application/octet-stream' })
  const served = await forum.request.get(`/api/uploads/${archive?.filename}`).expect(200)
  expect(served.get('Content-Disposition')).toMatch(/^attachment/)
  expect(served.get('X-Content-Type-Options')).toBe('nosniff')
})

it('imports favourites as bookmarks, of which those are listed that the member may read', async () => {
  const { user, token } = await enter('老王')
  const stored = await forum.api.db.readStates.find({ userId: user.id, isBookmarked: true }).toArray()
  expect(stored.map(({ threadId }) => threadId).toSorted((a, b) => a - b)).toEqual([100, 114])
  const { body } = await forum.request.get('/api/bookmarks').set({ Authorization: `Bearer ${token}` })
  expect((body as { threads: Thread[] }).threads.map(({ id }) => id)).toEqual([100])
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

it('responds 404 to addresses of what not everyone may read, as to what is not there', async () => {
  const { threads } = forum.api.db
  const paths = ['/thread-100-1-1.html', '/forum.php?mod=redirect&goto=findpost&ptid=100&pid=1003']
  await threads.updateOne({ _id: 100 }, { $set: { isDeleted: true } })
  for (const path of paths) await forum.request.get(path).expect(404)
  await threads.updateOne({ _id: 100 }, { $set: { isDeleted: false } })
  for (const path of paths) await forum.request.get(path).expect(301)
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
