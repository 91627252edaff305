import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { BackupReader, collections, connect } from '@forum/http-api'
import { openBackupPlace, restore, writeBackup } from '@forum/infra'
import { MINUTE_MS, systemClock } from '@forum/shared/clock'
import { quoteBlock } from '@forum/shared/markup'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownDatabase } from '../fixtures/database'
import { restoring } from '../fixtures/restored'
import { readAs, readEverything, type Ids, type Queries } from '../fixtures/every-read'
import {
  MODERATED_BOARD,
  startAnotherApi,
  startStaffedForum,
  TestClock,
  type TestForum,
  type TestMember,
} from '../fixtures/forum'
import { filesOf } from '../fixtures/zip'

/** The board of another moderator. */
const ELSEWHERE = 41
const LINK = 'https://fc-visa.example'
const SHELL = '<!doctype html><html><head><title>默认</title></head><body><div id="root"></div></body></html>'
/** In everything that is held, and in everything that is erased. */
const HELD = '墨竹'
const ERASED = '寒梅'
const PHRASES = [
  ...['题句', '正文', '选项', '附件', '回音', '改笔', '新题', '信文'].map((word) => HELD + word),
  ...['初稿', '定稿', '题句', '正文', '选项', '附件', '人语', '待过'].map((word) => ERASED + word),
]
const QUERIES: Queries = {
  listThreads: [{}, { sortBy: 'createdAt' }, { daysAgo: 4, sortBy: 'replyCount' }],
  listPosts: [{}],
  search: PHRASES.map((q) => ({ q })),
  searchThreads: [{ q: HELD }, { q: ERASED }],
  searchPosts: [{ q: HELD }, { q: ERASED }],
  searchMembers: [{ q: 'xin' }],
  searchUsers: [{ q: 'xin' }],
  listSimilarThreads: [{ title: `${HELD}题句` }, { title: `${ERASED}题句` }],
  listResponses: [{ from: 1, to: 50 }],
  threadChanges: [{ since: 0 }],
  siteStats: [{ from: '2026-01-05', to: '2026-01-06' }],
  siteStatsCsv: [{ from: '2026-01-05', to: '2026-01-06' }],
  listHeld: [{}, { status: 'approved' }, { status: 'rejected' }],
}

describe('words that nobody may read', () => {
  let forum: TestForum
  let pages: Awaited<ReturnType<typeof startAnotherApi>>
  let admin: TestMember
  let confirming: TestMember
  let moderator: TestMember
  let boardModerator: TestMember
  let elsewhere: TestMember
  let author: TestMember
  let other: TestMember
  let folder: string
  const pagesClock = new TestClock()

  beforeAll(async () => {
    ;({ forum, admin, moderator, boardModerator } = await startStaffedForum())
    pages = await startAnotherApi(forum.uri, {
      clock: pagesClock,
      page: { shell: SHELL, headers: {}, icons: {} },
    })
    folder = await mkdtemp(path.join(os.tmpdir(), 'planted-'))
    confirming = await forum.member('zongguan2', 'admin')
    author = await forum.member('xinren')
    other = await forum.member('laowang88')
    elsewhere = await forum.member('banzhu9')
    await forum.as(admin).call('updateBoard', { boardId: ELSEWHERE, moderatorIds: [elsewhere.id] })
  })
  afterAll(async () => {
    await pages.stop()
    await forum.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const upload = async (by: TestMember, name: string, text: string) => {
    const { body } = await forum.request
      .post('/api/attachments')
      .set(by.headers)
      .attach('file', Buffer.from(text), { filename: `${name}.txt`, contentType: 'text/plain' })
      .expect(201)
    return (body as { attachment: { id: number; url: string } }).attachment
  }
  const held = async (path: string, body: object, by = author, verb: 'post' | 'put' = 'post') => {
    const answer = await forum.request[verb](`/api${path}`).set(by.headers).send(body).expect(202)
    return (answer.body as { held: { id: number } }).held.id
  }
  /** Everything that a caller is served, pages without scripts and the caller's archive included. */
  const world = async (who: TestMember | null, ids: Ids): Promise<Record<string, string>> => {
    const seen: Record<string, string> = {}
    const read = await readEverything(forum, who, ids, { queries: QUERIES, otherUserId: author.id })
    for (const [address, { text }] of Object.entries(read)) seen[address] = text
    if (who) {
      const { body } = await forum.request
        .post('/api/auth/export')
        .set(who.headers)
        .responseType('blob')
        .expect(200)
      seen['the archive'] = JSON.stringify([...filesOf(body as Buffer)])
      return seen
    }
    pagesClock.advance(11 * MINUTE_MS)
    for (const address of [
      ...['/', '/boards', '/hot', '/sitemap.xml', '/sitemap-pages.xml', '/sitemap-1.xml'],
      ...[`/boards/${ids.boardId}`, `/threads/${ids.threadId}`, `/users/${ids.userId}`],
      ...['/api/feed.xml', `/api/boards/${ids.boardId}/feed.xml`],
    ])
      seen[`page ${address}`] = (await pages.request.get(address).buffer(true)).text
    return seen
  }
  const placesOf = (seen: Record<string, string>, word: string) =>
    Object.entries(seen).flatMap(([address, text]) =>
      // Queries come back as they were asked.
      text.replaceAll(/"q":"[^"]*"/g, '').includes(word) ? [address] : [],
    )
  const others = () => ({ stranger: null, other, elsewhere }) as const
  /** Returns the collections that have a word anywhere. */
  const holding = async (word: string, db: object = forum.api.db) => {
    const found = []
    for (const [name, collection] of Object.entries(db)) {
      const documents = await (collection as { find: () => { toArray: () => Promise<object[]> } })
        .find()
        .toArray()
      if (documents.some((document) => JSON.stringify(document).includes(word))) found.push(name)
    }
    return found
  }

  it('are not served while they are held, except to their author and those who decide', async () => {
    const thread = await forum.thread(other, MODERATED_BOARD, '大家的主题')
    const post = await forum.as(author).reply(thread.id, '原来的话')
    const mine = await forum.thread(author, MODERATED_BOARD, '我的主题')
    const file = await upload(author, `${HELD}附件`, `${HELD}文件`)
    const sentBefore = forum.bus.sent.length
    const poll = { question: `${HELD}选项`, options: [`${HELD}选项`, '不'], maxChoices: 1 }
    const attachmentIds = [file.id]
    const content = `${HELD}正文 @laowang88 ${LINK}`
    await held('/threads', { title: `${HELD}题句`, content, boardId: MODERATED_BOARD, poll, attachmentIds })
    await held('/posts', { threadId: thread.id, content: `${HELD}回音 @laowang88 ${LINK}` })
    const change = { content: `${HELD}改笔 ${LINK}`, note: `${HELD}注记` }
    await held(`/posts/${post.id}`, change, author, 'put')
    await held(`/threads/${mine.id}`, { title: `${HELD}新题 加微信 fc888vip` }, author, 'put')
    await held('/messages', { recipientId: other.id, subject: HELD, content: `${HELD}信文 ${LINK}` })
    await forum.settle()
    const ids = { boardId: MODERATED_BOARD, threadId: thread.id, postId: post.id, userId: author.id }
    for (const [name, who] of Object.entries(others()))
      expect([name, placesOf(await world(who, ids), HELD)]).toEqual([name, []])
    expect(placesOf(await world(author, ids), HELD)).toEqual(['/api/auth/held', 'the archive'])
    expect(placesOf(await world(boardModerator, ids), HELD)).toEqual(['/api/moderation/held'])
    for (const who of Object.values(others()))
      expect((await readAs(forum, file.url, who)).text).not.toContain(HELD)
    expect((await forum.as(other).call('countUnreadNotifications')).count).toBe(
      (await forum.as(other).call('listNotifications')).notifications.length,
    )
    expect(JSON.stringify(forum.bus.sent.slice(sentBefore))).not.toContain(HELD)
    expect(await holding(HELD)).toEqual(['attachments', 'held'])

    // Nor once they were rejected, or withdrawn.
    const waiting = (await forum.as(moderator).call('listHeld', { limit: 100 })).held.map(({ id }) => id)
    await forum.as(moderator).call('decideHeld', { ids: waiting, action: 'reject', reason: '广告' })
    await forum.settle()
    for (const [name, who] of Object.entries(others()))
      expect([name, placesOf(await world(who, ids), HELD)]).toEqual([name, []])
    for (const heldId of waiting) await forum.as(author).call('withdrawHeld', { heldId })
    expect(await holding('墨竹正文')).toEqual([])
  })

  it('are nowhere once they are erased, also in a backup from before that is restored', async () => {
    const boss = forum.as(admin)
    await forum.api.db.webhooks.insertOne({
      ...{ _id: 1, url: 'https://127.0.0.1:1/', active: true, salt: 'x', createdAt: forum.clock.now() },
      events: ['thread.created', 'post.created', 'post.edited'],
    })
    const victim = await forum.member('xinren2')
    await forum.as(victim).call('updateProfile', { signature: `${ERASED}签名`, displayName: `${ERASED}客` })
    await forum
      .as(moderator)
      .call('clearProfile', { userId: victim.id, fields: ['signature'], reason: '广告' })
    await forum.as(victim).call('updateProfile', { signature: `${ERASED}又签` })
    const filed = await upload(victim, `${ERASED}附件`, `${ERASED}文件`)
    const poll = { question: `${ERASED}选项`, options: [`${ERASED}选项`, '不'], maxChoices: 1 }
    const thread = await forum.as(other).call('createThread', {
      title: `${ERASED}题句`,
      content: `${ERASED}正文`,
      boardId: MODERATED_BOARD,
      poll,
    })
    const { id: threadId } = thread.thread
    const open = await forum.thread(other, MODERATED_BOARD, '留下的主题')
    const spoken = await forum.as(author).reply(open.id, `${ERASED}初稿`)
    await forum.as(author).call('updatePost', {
      postId: spoken.id,
      content: `${ERASED}定稿`,
      note: `${ERASED}注记`,
    })
    const { post } = await forum.as(victim).call('createPost', {
      threadId: open.id,
      content: `${ERASED}人语`,
      attachmentIds: [filed.id],
    })
    for (const [who, of, words] of [
      [author, spoken, `${ERASED}初稿`],
      [victim, post, `${ERASED}人语`],
    ] as const)
      await forum.as(other).reply(open.id, `${quoteBlock(who.username, words, of.id)}别贴`, of.id)
    // Approved with a change, and noticed by its title.
    const approvedId = await held('/posts', { threadId, content: `${ERASED}待过 ${LINK}` })
    await forum.as(moderator).call('approveHeld', { heldId: approvedId, content: `${ERASED}改过` })
    const startedId = await held('/threads', {
      title: `${ERASED}待过`,
      content: LINK,
      boardId: MODERATED_BOARD,
    })
    const started = await forum.as(moderator).call('approveHeld', { heldId: startedId })
    const refused = { title: `${ERASED}被退`, content: LINK, boardId: MODERATED_BOARD }
    await forum
      .as(moderator)
      .call('rejectHeld', { heldId: await held('/threads', refused, victim), reason: '广告' })
    await forum.as(moderator).call('updateThread', { threadId, title: `${ERASED}题句改` })
    await forum.as(moderator).call('updatePost', { postId: post.id, content: `${ERASED}人语改` })
    await forum.as(other).call('reportPost', { postId: spoken.id, reason: '泄露隐私' })
    await forum.as(other).call('likePost', { postId: spoken.id, liked: true })
    await forum.settle()
    expect(await holding(ERASED)).toEqual(
      expect.arrayContaining(['threadEvents', 'posts', 'threads', 'activities', 'webhookDeliveries']),
    )
    const ids = { boardId: MODERATED_BOARD, threadId: open.id, postId: spoken.id, userId: victim.id }
    expect(placesOf(await world(null, ids), ERASED).length).toBeGreaterThan(8)

    const place = openBackupPlace(path.join(folder, 'before'), undefined)
    const reader = new BackupReader(forum.api.db, { withoutSecrets: false })
    const source = {
      reader,
      upload: (file: string) => Promise.resolve(forum.files.kept.get(file) ?? null),
      tokenSecret: undefined,
      withoutSecrets: false,
      clock: systemClock,
      say: () => undefined,
    }
    await writeBackup(source, place)

    const startedThreadId = (await forum.api.db.held.findOne({ _id: startedId }))?.subjectId ?? 0
    expect(started.held.status).toBe('approved')
    const sentBefore = forum.bus.sent.length
    for (const named of [
      { postIds: [spoken.id] },
      { threadId },
      { threadId: startedThreadId },
      { userId: victim.id },
    ]) {
      const { erasure } = await boss.call('askErasure', { ...named, reason: '当事人来信' })
      await forum.as(confirming).call('confirmErasure', { erasureId: erasure.id })
    }
    await forum.settle()
    expect(await holding(ERASED)).toEqual([])
    for (const who of [...Object.values(others()), author, admin])
      expect([who?.username, placesOf(await world(who, ids), ERASED)]).toEqual([who?.username, []])
    for (const bytes of forum.files.kept.values()) expect(Buffer.from(bytes).toString()).not.toContain(ERASED)
    // Until all are erased, the newest thread of a board may be one that is not.
    const sent = forum.bus.sent.slice(sentBefore).filter(({ message }) => message.name !== 'board:updated')
    expect(JSON.stringify(sent)).not.toContain(ERASED)
    const sentLater = forum.bus.sent.length
    await forum.as(other).reply(open.id, '接着说')
    await forum.settle()
    expect(JSON.stringify(forum.bus.sent.slice(sentLater))).not.toContain(ERASED)

    // A restore finds the list of erasures beside the uploads.
    const dataDir = path.join(folder, 'restored')
    const listed = path.join(dataDir, 'uploads', 'er')
    await mkdir(listed, { recursive: true })
    await writeFile(path.join(listed, 'erasures.json'), forum.files.kept.get('erasures.json') ?? '')
    const uri = ownDatabase()
    await restore(uri, path.join(folder, 'before'), restoring(dataDir))
    const connection = await connect(uri)
    try {
      expect(await holding(ERASED, collections(connection))).toEqual([])
      expect(await collections(connection).posts.findOne({ _id: open.openingPostId })).not.toBeNull()
    } finally {
      await connection.close()
    }
    for (const file of await readdir(path.join(dataDir, 'uploads'), { recursive: true, withFileTypes: true }))
      if (file.isFile())
        expect(await readFile(path.join(file.parentPath, file.name), 'utf8')).not.toContain(ERASED)
  })
})
