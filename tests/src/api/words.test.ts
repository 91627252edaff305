import { DAY_MS } from '@forum/shared/clock'
import type {
  Activity,
  Attachment,
  Case,
  CurrentUser,
  Message,
  Post,
  Thread,
  Word,
} from '@forum/shared/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PASSWORD, startTestForum, type TestForum, type TestMember } from '../fixtures/forum'

describe('the word filter', () => {
  let forum: TestForum
  let other: TestForum
  let admin: TestMember
  let moderator: TestMember
  let xiaoli: TestMember
  let laowang: TestMember
  let thread: Thread

  beforeAll(async () => {
    forum = await startTestForum()
    other = await startTestForum({ uri: forum.uri, boards: false })
    admin = await forum.member('zongguan', 'admin')
    moderator = await forum.member('banzhu1', 'moderator')
    xiaoli = await forum.member('xiaoli')
    laowang = await forum.member('laowang88')
    thread = await forum.thread(xiaoli)
  })
  afterAll(async () => {
    await other.stop()
    await forum.stop()
  })
  beforeEach(async () => {
    await set([
      { pattern: '现金换汇', action: 'block' },
      { pattern: '傻逼', action: 'replace', replacement: '**' },
      { pattern: '狗屎', action: 'replace' },
      { pattern: '加微信', action: 'flag' },
    ])
  })

  const send = (verb: 'post' | 'put', path: string, by: TestMember, body: object, of = forum) =>
    of.request[verb](`/api${path}`).set(by.headers).send(body)
  const set = async (words: object[], more: object = {}) =>
    (await send('put', '/moderation/words', admin, { words, ...more }).expect(200)).body as {
      words: Word[]
      revision: number
    }
  const list = async () => await forum.as(admin).call('listWords')

  const withPoll = (poll: object) => ({ title: '好', content: '好', boardId: 3, poll })
  const upload = (name: string) =>
    forum.request.post('/api/attachments').set(xiaoli.headers).attach('file', Buffer.from('文字'), name)

  it.each([
    ['a title', () => send('post', '/threads', xiaoli, { title: '現金 換匯', content: '好', boardId: 3 })],
    [
      'an opening post',
      () => send('post', '/threads', xiaoli, { title: '好', content: '现金换汇', boardId: 3 }),
    ],
    ['a new title', () => send('put', `/threads/${thread.id}`, xiaoli, { title: '现-金-换-汇' })],
    [
      'a new opening post',
      () => send('put', `/threads/${thread.id}`, xiaoli, { content: '现金[b]换汇[/b]' }),
    ],
    ['a reply', () => send('post', '/posts', laowang, { threadId: thread.id, content: '现\u200b金换汇' })],
    ['an edit', () => send('put', `/posts/${thread.openingPostId}`, moderator, { content: '现金换汇' })],
    ['a signature', () => send('put', '/auth/profile', laowang, { signature: '现金换汇' })],
    ['a display name', () => send('put', '/auth/profile', laowang, { displayName: '現金換匯' })],
    [
      'a name at registration',
      () =>
        forum.request.post('/api/auth/register').send({
          username: 'huanhui',
          email: 'huanhui@example.com',
          password: PASSWORD,
          displayName: '现金换汇',
        }),
    ],
    [
      'the subject of a message',
      () =>
        send('post', '/messages', laowang, { recipientId: xiaoli.id, subject: '现金换汇', content: '好' }),
    ],
    [
      'the text of a message',
      () =>
        send('post', '/messages', laowang, { recipientId: xiaoli.id, subject: '好', content: '现金换汇' }),
    ],
    [
      'the question of a poll',
      () => send('post', '/threads', xiaoli, withPoll({ question: '现金 换汇？', options: ['是', '否'] })),
    ],
    [
      'an option of a poll',
      () => send('post', '/threads', xiaoli, withPoll({ question: '选', options: ['是', '現金換匯'] })),
    ],
    ['the name of a file', () => upload('现金换汇.txt')],
  ])('refuses a blocked word in %s, without naming it', async (_, call) => {
    const { body } = await call().expect(409)
    expect(body).toMatchObject({ code: 'CONTENT_BLOCKED' })
    expect(JSON.stringify(body)).not.toContain('换汇')
    expect(await forum.api.db.members.countDocuments({ usernameLower: 'huanhui' })).toBe(0)
  })

  it('stores what was typed, except for words that are replaced', async () => {
    const reply = async (content: string) =>
      (
        (await send('post', '/posts', laowang, { threadId: thread.id, content }).expect(201)).body as {
          post: Post
        }
      ).post
    expect((await reply('你个傻·逼，  ＡＢＣ 繁體')).content).toBe('你个**，  ＡＢＣ 繁體')
    expect((await reply('狗屎！傻逼傻逼狗 屎')).content).toBe('**！*******')
    expect((await reply('加微信聊')).content).toBe('加微信聊')
    const started = await send('post', '/threads', xiaoli, {
      title: '傻逼',
      content: '傻逼',
      boardId: 3,
    }).expect(201)
    expect((started.body as { thread: Thread }).thread).toMatchObject({ title: '**', content: '**' })
    const profile = await send('put', '/auth/profile', laowang, { displayName: '傻逼王', signature: '傻逼' })
    expect((profile.body as { user: CurrentUser }).user).toMatchObject({
      displayName: '**王',
      signature: '**',
    })
    const letter = { recipientId: xiaoli.id, subject: '傻逼', content: '你傻 逼' }
    const sent = (await send('post', '/messages', laowang, letter).expect(201)).body as { message: Message }
    expect(sent.message).toMatchObject({ subject: '**', content: '你**' })
    const edited = await send('put', `/messages/${sent.message.id}`, laowang, { content: '狗屎' }).expect(200)
    expect((edited.body as { message: Message }).message.content).toBe('**')
    const asked = withPoll({ question: '谁是傻逼？', options: ['狗屎', '傻逼'] })
    const polled = (await send('post', '/threads', xiaoli, asked).expect(201)).body as { thread: Thread }
    expect(polled.thread.poll).toMatchObject({
      question: '谁是**？',
      options: [{ text: '**' }, { text: '**' }],
    })
    await set([{ pattern: '傻逼', action: 'replace', replacement: '某某' }])
    const file = (await upload('傻逼名单.txt').expect(201)).body as { attachment: Attachment }
    expect(file.attachment.originalName).toBe('某某名单.txt')
    await set([{ pattern: 'xiaozi', action: 'replace' }])
    const body = { username: 'xiaozi', email: 'xiaozi@example.com', password: PASSWORD }
    await forum.request.post('/api/auth/register').send(body).expect(409)
  })

  it('flags a thread with a word in its poll or in the name of a file', async () => {
    const { attachment } = (await upload('加微信.txt').expect(201)).body as { attachment: Attachment }
    const { poll, ...plain } = withPoll({ question: '好吗', options: ['好', '加微信'] })
    const startAt = async (body: object) =>
      ((await send('post', '/threads', xiaoli, body).expect(201)).body as { thread: Thread }).thread.id
    const started = [
      await startAt({ ...plain, poll }),
      await startAt({ ...plain, attachmentIds: [attachment.id] }),
    ]
    await forum.settle()
    const feed = forum.request.get('/api/moderation/activity').set(moderator.headers)
    const { activity } = (await feed.query({ flag: 'word', limit: 2 })).body as { activity: Activity[] }
    expect(activity.map((line) => line.thread?.id)).toEqual(started.toReversed())
  })

  it('flags a text with any word in the feed', async () => {
    const call = send('post', '/posts', laowang, { threadId: thread.id, content: '加 微 信 聊' })
    const { post } = (await call.expect(201)).body as { post: Post }
    await forum.settle()
    const feed = await forum.request
      .get('/api/moderation/activity')
      .set(moderator.headers)
      .query({ flag: 'word', limit: 1 })
    const { activity } = feed.body as { activity: Activity[] }
    expect(activity[0]).toMatchObject({ postId: post.id, flags: expect.arrayContaining(['word']) as object })
    const { excerpt = '', detail } = activity[0] ?? {}
    expect(detail?.words?.map(([from, to]) => excerpt.slice(from, to))).toEqual(['加 微 信'])
  })

  it('marks its words in cases and in the lines of reports', async () => {
    const content = `${'很长的开头。'.repeat(60)}还有加微信`
    const call = send('post', '/posts', laowang, { threadId: thread.id, content: `加 微 信 聊。${content}` })
    const { post } = (await call.expect(201)).body as { post: Post }
    await send('post', `/posts/${post.id}/report`, xiaoli, { reason: '垃圾广告' }).expect(201)
    await forum.settle()
    const read = async (path: string, query: object) =>
      (await forum.request.get(`/api/moderation${path}`).set(moderator.headers).query(query).expect(200))
        .body as {
        activity: Activity[]
        cases: Case[]
        case: Case
      }
    const [line] = (await read('/activity', { kind: 'report', limit: 1 })).activity
    expect(line?.detail.words?.map(([from, to]) => line.excerpt.slice(from, to))).toEqual(['加 微 信'])
    const [found] = (await read('/reports', { postId: post.id })).cases
    expect(found?.words).toEqual(['加 微 信'])
    expect((await read(`/reports/${found?.id}`, {})).case.words).toEqual(['加 微 信', '加微信'])
  })

  it('is in force in every process within a second', async () => {
    const reply = (of: TestForum) =>
      send('post', '/posts', moderator, { threadId: thread.id, content: '代考' }, of)
    await reply(other).expect(201)
    await set([{ pattern: '代考', action: 'block' }])
    await reply(forum).expect(409)
    other.clock.advance(1_000)
    await reply(other).expect(409)
    await set([])
    await reply(forum).expect(201)
    other.clock.advance(1_000)
    await reply(other).expect(201)
  })

  it('counts the texts of seven days that contain a word', async () => {
    await set([{ pattern: '数一数', action: 'flag' }])
    const reply = (content: string) =>
      send('post', '/posts', moderator, { threadId: thread.id, content }).expect(201)
    await reply('数一数，再数一数')
    forum.clock.advance(DAY_MS)
    await reply('數一數')
    await forum.settle()
    expect((await list()).words).toMatchObject([{ pattern: '数一数', hits: 2 }])
    await forum.api.db.wordHits.updateMany(
      {},
      { $set: { day: new Date(forum.clock.now().getTime() - 9 * DAY_MS) } },
    )
    expect((await list()).words).toMatchObject([{ hits: 0 }])
    await forum.api.prune()
    expect(await forum.api.db.wordHits.countDocuments({})).toBe(0)
  })

  it('is changed by admins only, by one at a time, and logged', async () => {
    for (const by of [moderator, xiaoli]) {
      await send('put', '/moderation/words', by, { words: [] }).expect(403)
      await send('post', '/moderation/words/test', by, { text: '好' }).expect(403)
      await forum.as(by).refused('FORBIDDEN', 'listWords')
    }
    const { revision, words } = await list()
    const changes = await Promise.all(
      [forum, other].map((of, i) =>
        send(
          'put',
          '/moderation/words',
          admin,
          { words: [{ pattern: `第${i}个`, action: 'flag' }], revision },
          of,
        ),
      ),
    )
    expect(changes.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    await send('put', '/moderation/words', admin, { words, revision }).expect(409)
    const entry = await forum.api.db.moderationLog.findOne({ action: 'set_words' }, { sort: { _id: -1 } })
    expect(entry).toMatchObject({ actorId: admin.id })
    expect(JSON.stringify(entry?.changes)).toContain('现金换汇')
    const kept = await set([{ pattern: '旧的', action: 'flag' }])
    const again = await set([
      { pattern: '旧的', action: 'flag' },
      { pattern: '新的', action: 'flag' },
    ])
    expect(again.words[0]?.addedAt).toBe(kept.words[0]?.addedAt)
  })

  it.each([
    [[{ pattern: '微', action: 'flag' }], 'words.0.pattern'],
    [[{ pattern: 'vx', action: 'block' }], 'words.0.pattern'],
    [[{ pattern: '！！！', action: 'block' }], 'words.0.pattern'],
    [[{ pattern: '长'.repeat(51), action: 'block' }], 'words.0.pattern'],
    [[{ pattern: '加微信', action: 'delete' }], 'words.0.action'],
    [[{ pattern: '加微信', action: 'flag', replacement: 7 }], 'words.0.replacement'],
    [
      [
        { pattern: '加微信', action: 'flag' },
        { pattern: '加 微 信', action: 'block' },
      ],
      'words',
    ],
    [{ pattern: '加微信' }, 'words'],
    [Array.from({ length: 2_001 }, (_, i) => ({ pattern: `第${i}个`, action: 'flag' })), 'words'],
  ])('refuses the words %j', async (words, field) => {
    const { body } = await send('put', '/moderation/words', admin, { words }).expect(400)
    expect((body as { errors: { field: string }[] }).errors.map((error) => error.field)).toContain(field)
  })

  it('shows what becomes of a text, with words that are not saved yet', async () => {
    const text = '专业办理，加 薇 信，現金換匯 也可以。别当 傻·逼'
    const test = async (more: object = {}) =>
      (await send('post', '/moderation/words/test', admin, { text, ...more }).expect(200)).body as {
        text: string
        matches: { pattern: string; action: string; from: number; to: number }[]
      }
    const result = await test()
    expect(result.text).toBe('专业办理，加 薇 信，現金換匯 也可以。别当 **')
    expect(
      result.matches.map(({ from, to, ...others }) => ({ ...others, seen: text.slice(from, to) })),
    ).toEqual([
      { pattern: '现金换汇', action: 'block', seen: '現金換匯' },
      { pattern: '傻逼', action: 'replace', seen: '傻·逼' },
    ])
    const draft = await test({ words: [{ pattern: '薇信', action: 'flag' }] })
    expect(draft.matches).toMatchObject([{ pattern: '薇信', action: 'flag' }])
  })
})
