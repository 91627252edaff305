import { api, type Endpoint, type EndpointName } from '@forum/shared/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NOBODY, readAs, readEverything, SLUGS, type Ids, type Queries } from '../fixtures/every-read'
import { filesOf } from '../fixtures/zip'
import {
  startAnotherApi,
  startTestForum,
  TestClock,
  type TestForum,
  type TestMember,
} from '../fixtures/forum'

/** Words that are nowhere but in the hidden board; the first are its name. */
const PLANTED = ['密谈角', '青龙密语', '朱雀回声', '白虎题目', '玄武选项', '麒麟附件'] as const
const [NAME, WORDS, REPLY, TITLE, OPTION, FILE] = PLANTED
const PICTURE = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const SHELL = '<!doctype html><html><head><title>默认</title></head><body><div id="root"></div></body></html>'

/** The queries that reads need besides ids. */
const QUERIES: Queries = {
  listThreads: [
    {},
    { sortBy: 'createdAt' },
    { daysAgo: 4, sortBy: 'replyCount' },
    { perAuthor: 2 },
    { minReplies: 1 },
  ],
  listPosts: [{}],
  search: PLANTED.map((q) => ({ q })),
  searchThreads: [{ q: TITLE }, { q: '抽签' }],
  searchPosts: [{ q: REPLY }, { q: '运气' }],
  searchMembers: [{ q: 'nei' }],
  searchUsers: [{ q: 'nei' }],
  listSimilarThreads: [{ title: TITLE }, { title: '抽签经验' }],
  listResponses: [{ from: 1, to: 20 }],
  threadChanges: [{ since: 0 }],
  siteStats: [{ from: '2026-01-05', to: '2026-01-06' }],
  siteStatsCsv: [{ from: '2026-01-05', to: '2026-01-06' }],
}
/** Leaves out what changes with time. */
function settled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(settled)
  if (typeof value !== 'object' || value === null) return value
  const left = Object.entries(value).filter(
    ([key]) =>
      !/^(requestId|viewCount|view_count|lastSeenAt|lastLoginAt|uptime|memory|isOnline|current|challenge)$/.test(
        key,
      ),
  )
  // A minute may pass between two reads.
  const isOfMinutes = (key: string) => key.startsWith('postsPerMinute')
  return Object.fromEntries(
    left.map(([key, item]) => [
      key,
      isOfMinutes(key) ? (item as number[]).reduce((sum, n) => sum + n, 0) : settled(item),
    ]),
  )
}

describe('a board that not everyone sees', () => {
  let forum: TestForum
  let pages: Awaited<ReturnType<typeof startAnotherApi>>
  const pagesClock = new TestClock()
  let admin: TestMember
  let insider: TestMember
  let friend: TestMember
  let outsider: TestMember
  let elsewhere: TestMember
  let groupId: number
  let parentId: number
  let openId: number
  let hidden: Ids
  let shown: Ids
  /** Quotes a post of the thread that is moved. */
  let quotingId: number
  let filename = ''

  const callers = () => ({ stranger: null, outsider, elsewhere }) as const
  const readersOf = () => ({ insider, admin }) as const

  const get = (path: string, who: TestMember | null) => readAs(forum, path, who)

  const DOCUMENTS = () => [
    '/',
    '/boards',
    '/hot',
    '/category/general',
    `/boards/${parentId}`,
    `/boards/${openId}`,
    `/threads/${shown.threadId}`,
    `/users/${insider.id}`,
    '/sitemap.xml',
    '/sitemap-pages.xml',
    '/sitemap-1.xml',
  ]
  /** Everything that a caller can read without naming what is hidden, as text. */
  const world = async (who: TestMember | null): Promise<Record<string, unknown>> => {
    const seen: Record<string, unknown> = {}
    const of = { queries: QUERIES, otherUserId: insider.id }
    const read = await readEverything(forum, who, { ...shown, boardId: parentId }, of)
    for (const [path, { status, text }] of Object.entries(read))
      seen[path] = [status, text.startsWith('{') || text.startsWith('[') ? settled(JSON.parse(text)) : text]
    if (who) return seen
    // At most a second behind, and rendered again every minute.
    pagesClock.advance(11 * 60_000)
    for (const path of DOCUMENTS()) {
      const { status, text } = await pages.request.get(path)
      const timeless = text.replace(/\d+ (秒|分钟|小时)前|刚刚/g, '')
      seen[path] = [status, path.startsWith('/users/') ? timeless.replace(/\d+/g, '') : timeless]
    }
    return seen
  }
  /** Returns the addresses whose responses have one of these words. */
  const placesOf = (seen: Record<string, unknown>, words: readonly string[]) =>
    Object.entries(seen).flatMap(([path, response]) => {
      const text = JSON.stringify(response)
      return words.some((word) => text.includes(word)) ? [path] : []
    })
  const leaksIn = (seen: unknown) => {
    const text = JSON.stringify(seen)
    return PLANTED.filter((word) => text.includes(word))
  }

  beforeAll(async () => {
    forum = await startTestForum({ isOnlyWriter: true })
    pages = await startAnotherApi(forum.uri, {
      clock: pagesClock,
      page: { shell: SHELL, headers: {}, icons: {} },
    })
    admin = await forum.member('zongguan', 'admin')
    insider = await forum.member('neiren')
    friend = await forum.member('tongban')
    outsider = await forum.member('waimian')
    elsewhere = await forum.member('banzhu9')
    const boss = forum.as(admin)
    // Nothing that these newcomers write waits for approval.
    await boss.call('setSettings', { settings: { approval: { links: false, pictures: false } } })
    groupId = (await boss.call('createGroup', { name: '老友', joining: 'byHand' })).group.id
    for (const { id } of [insider, friend]) await boss.call('addGroupMember', { groupId, userId: id })
    parentId = (await boss.call('createBoard', { name_zh: '茶馆', category: '1' })).board.id
    openId = (await boss.call('createBoard', { name_zh: '大堂', parentId })).board.id
    await boss.call('updateBoard', { boardId: 42, moderatorIds: [elsewhere.id] })
    const access = { see: 'groups', start: 'groups', reply: 'groups' } as const
    const made = await boss.call('createBoard', { name_zh: NAME, parentId, access, groupIds: [groupId] })
    const thread = await forum.thread(insider, openId, '抽签经验')
    const reply = await forum.as(friend).reply(thread.id, '运气不错')
    await forum.as(outsider).call('watchThread', { threadId: thread.id, watched: true })
    await forum.as(outsider).call('bookmarkThread', { threadId: thread.id, bookmarked: true })
    await forum.as(outsider).call('followUser', { userId: insider.id, followed: true })
    const elsewhereThread = await forum.thread(friend, 42, '别处的主题')
    quotingId = elsewhereThread.id
    shown = { boardId: openId, threadId: thread.id, postId: reply.id, userId: insider.id }
    hidden = { boardId: made.board.id, threadId: 0, postId: 0, userId: insider.id }
    await forum.settle()
  })
  afterAll(async () => {
    await pages.stop()
    await forum.stop()
  })

  it('changes nothing for others by anything that happens in it', async () => {
    const before = Object.fromEntries(
      await Promise.all(
        Object.entries(callers()).map(async ([name, who]) => [name, await world(who)] as const),
      ),
    )
    const sentBefore = forum.bus.sent.length

    const upload = await forum.request
      .post('/api/attachments')
      .set(insider.headers)
      .attach('file', PICTURE, { filename: `${FILE}.gif`, contentType: 'image/gif' })
      .expect(201)
    const attachment = upload.body.attachment as { id: number; filename: string }
    ;({ filename } = attachment)
    const inside = forum.as(insider)
    const { thread } = await inside.call('createThread', {
      title: TITLE,
      content: `${WORDS} @waimian 看看 抽签`,
      boardId: hidden.boardId,
      attachmentIds: [attachment.id],
      poll: { question: OPTION, options: [OPTION, '不'], maxChoices: 1 },
    })
    const post = await forum.as(friend).reply(thread.id, `${REPLY} @waimian 运气`)
    hidden = { ...hidden, threadId: thread.id, postId: post.id }
    await inside.call('likePost', { postId: post.id, liked: true })
    await inside.call('votePoll', { threadId: thread.id, options: [0] })
    await forum.as(friend).call('updatePost', { postId: post.id, content: `${REPLY} @waimian 改过` })
    await forum.as(admin).call('featureThread', { threadId: thread.id, featured: true })
    await forum.as(admin).call('pinThread', { threadId: thread.id, pinned: true })
    await inside.call('reportPost', { postId: post.id, reason: WORDS })
    const announced = { text: WORDS, audience: 'everyone', boardId: hidden.boardId } as const
    await forum.as(admin).call('createAnnouncement', announced)
    await forum.settle()

    for (const [name, who] of Object.entries(callers())) {
      const after = await world(who)
      expect([name, leaksIn(after)]).toEqual([name, []])
      for (const path of Object.keys(after)) expect([path, after[path]]).toEqual([path, before[name]?.[path]])
    }
    for (const who of Object.values(readersOf())) expect(leaksIn(await world(who))).toContain(TITLE)

    const gates = forum.bus.sent
      .slice(sentBefore)
      .filter(({ message }) => leaksIn(message).length > 0 || mentionsHidden(message))
    expect(gates.length).toBeGreaterThan(5)
    for (const { channel } of gates) expect(channel).toMatch(/@|^forum:(user|moderation)/)
    const people = gates.filter(({ channel }) => channel.startsWith('forum:user:'))
    expect(people.filter(({ channel }) => channel === `forum:user:${outsider.id}`)).toEqual([])
    const toBoards = gates.filter(({ channel }) => channel.startsWith('forum:moderation:'))
    for (const { channel } of toBoards) expect(channel).toBe(`forum:moderation:${hidden.boardId}`)
  })

  const mentionsHidden = (message: object) => {
    const { threadId, boardId } = message as Partial<Ids>
    return (threadId !== undefined && threadId === hidden.threadId) || boardId === hidden.boardId
  }

  it('does not exist for others, by any call that names what is in it', async () => {
    const addressed = Object.entries<Endpoint>(api).filter(
      ([, { path, access }]) => /:(boardId|threadId|postId)/.test(path) && access !== 'gateway',
    )
    expect(addressed.length).toBeGreaterThan(25)
    for (const [name, endpoint] of addressed) {
      for (const method of endpoint.methods) {
        for (const who of [null, outsider, elsewhere]) {
          const answers = await Promise.all(
            [hidden, { boardId: NOBODY, threadId: NOBODY, postId: NOBODY, userId: 0 }].map(async (ids) => {
              const path = endpoint.path.replace(/:(\w+)/g, (_, param: string) =>
                String({ ...ids, ...SLUGS }[param] ?? NOBODY),
              )
              const verb = method.toLowerCase() as 'get' | 'post' | 'put' | 'delete'
              const call = forum.request[verb](`/api${path}`).set(who?.headers ?? {})
              const body = { ...SAMPLES, ...BODIES[name as EndpointName] }
              const query = { since: 0, from: 1, to: 20, version: 1 }
              const response = await (verb === 'get' ? call.query(query) : call.send(body))
              return [response.status, settled(response.body)]
            }),
          )
          expect([name, who?.username, answers[0]]).toEqual([name, who?.username, answers[1]])
        }
      }
    }
  })

  it('takes nothing from others, by any call whose body names it', async () => {
    const calls: [EndpointName, object, object][] = [
      ['createThread', { title: '一二三四', content: '正文内容', boardId: 0 }, { boardId: 0 }],
      ['createPost', { content: '正文内容', threadId: 0 }, { threadId: 0 }],
      ['markThreadsRead', { boardId: 0 }, { boardId: 0 }],
    ]
    for (const [name, body, named] of calls) {
      const { methods, path } = api[name] as Endpoint
      const answers = []
      for (const ids of [hidden, { boardId: NOBODY, threadId: NOBODY }]) {
        const verb = methods[0].toLowerCase() as 'post'
        const pointed = Object.fromEntries(Object.keys(named).map((key) => [key, ids[key as 'boardId']]))
        const response = await forum.request[verb](`/api${path}`)
          .set(outsider.headers)
          .send({ ...body, ...pointed })
        answers.push([response.status, settled(response.body)])
      }
      expect([name, answers[0]]).toEqual([name, answers[1]])
      expect(answers[0]?.[0]).toBe(404)
    }
    await forum
      .as(elsewhere)
      .refused('NOT_FOUND', 'moveThread', { threadId: quotingId, boardId: hidden.boardId })
    await forum.as(outsider).refused('FORBIDDEN', 'pinThread', { threadId: quotingId, pinned: true })
  })

  it('serves the files in it to its readers only', async () => {
    await forum.request.get(`/api/uploads/${filename}`).expect(404)
    await forum.request.get(`/api/uploads/${filename}`).set(outsider.headers).expect(404)
    const served = await forum.request.get(`/api/uploads/${filename}`).set(insider.headers).expect(200)
    expect(served.get('Cache-Control')).toContain('private')
    // Pages learn from the thread that its files need the member's token.
    expect((await forum.as(insider).call('getThread', { threadId: hidden.threadId })).thread.isClosed).toBe(
      true,
    )
    expect((await forum.as(insider).call('getThread', { threadId: quotingId })).thread).not.toHaveProperty(
      'isClosed',
    )
  })

  it('serves no document, feed or old address of it', async () => {
    pagesClock.advance(2_000)
    for (const path of [
      `/threads/${hidden.threadId}`,
      `/threads/${hidden.threadId}/page/1`,
      `/boards/${hidden.boardId}`,
      `/thread-${hidden.threadId}-1-1.html`,
      `/forum-${hidden.boardId}-1.html`,
    ]) {
      const { status, text } = await pages.request.get(path)
      expect([path, status, leaksIn(text)]).toEqual([path, 404, []])
    }
    await forum.request.get(`/api/boards/${hidden.boardId}/feed.xml`).expect(404)
  })

  it('takes a thread that moves into it away from everyone else, and gives it back', async () => {
    const { threadId } = shown
    await forum.as(friend).reply(threadId, '还有一条')
    await forum.as(friend).call('updateThread', {
      threadId: quotingId,
      content: `[quote=${shown.postId}]运气不错[/quote] 引用一下`,
    })
    await forum.settle()
    const unread = async () => (await forum.as(outsider).call('countUnreadNotifications')).count
    const before = await unread()
    expect(before).toBeGreaterThan(0)
    const seenBefore = await world(outsider)
    expect(JSON.stringify(seenBefore)).toContain('抽签经验')
    const sentBefore = forum.bus.sent.length

    await forum.as(admin).call('moveThread', { threadId, boardId: hidden.boardId })
    await forum.settle()
    for (const who of [null, outsider, elsewhere]) {
      for (const path of [`/api/threads/${threadId}`, `/api/threads/${threadId}/changes?since=0`])
        expect((await get(path, who)).status).toBe(404)
      expect((await get(`/api/posts/${shown.postId}`, who)).status).toBe(404)
      expect(placesOf(await world(who), ['抽签经验', '运气不错'])).toEqual([])
    }
    expect(await unread()).toBe(0)
    expect((await forum.as(outsider).call('listBookmarks')).pagination.total).toBe(0)
    expect((await forum.as(outsider).call('listThreads', { watched: 'true' })).threads).toEqual([])
    for (const { channel, message } of forum.bus.sent.slice(sentBefore)) {
      if (/@|^forum:moderation/.test(channel) || channel === `forum:user:${insider.id}`) continue
      expect([channel, JSON.stringify(message).includes('抽签经验')]).toEqual([channel, false])
      expect([channel, JSON.stringify(message).includes(`"boardId":${hidden.boardId}`)]).toEqual([
        channel,
        false,
      ])
    }
    const heard = forum.bus.sent.slice(sentBefore).map(({ channel, message }) => [channel, message.name])
    expect(heard).toContainEqual([`forum:thread:${threadId}`, 'thread:updated'])
    expect(heard).toContainEqual(['forum:home', 'thread:bumped'])

    await forum.as(admin).call('moveThread', { threadId, boardId: openId })
    await forum.settle()
    expect((await get(`/api/threads/${threadId}`, outsider)).status).toBe(200)
    expect(await unread()).toBeGreaterThanOrEqual(before)
    expect((await forum.as(outsider).call('listBookmarks')).pagination.total).toBe(1)
    expect(JSON.stringify(await world(null))).toContain('运气不错')
  })

  it('leaves nothing of a thread to the moderators of the board that it has left', async () => {
    const { id: threadId } = await forum.thread(outsider, 42, '离开的主题')
    const post = await forum.as(friend).reply(threadId, '离开的回复')
    await forum.as(elsewhere).call('deletePost', { postId: post.id, reason: '离开的理由' })
    await forum.as(elsewhere).call('restorePost', { postId: post.id })
    await forum.as(insider).call('reportPost', { postId: post.id, reason: '离开的举报' })
    await forum.settle()
    const words = ['离开的', NAME]
    expect(placesOf(await world(elsewhere), words)).not.toEqual([])
    const sentBefore = forum.bus.sent.length
    await forum.as(admin).call('moveThread', { threadId, boardId: hidden.boardId })
    await forum.settle()
    expect(placesOf(await world(elsewhere), words)).toEqual([])
    // Its author has lost it, too; what moderators did there is no news of theirs any more.
    expect(placesOf(await world(outsider), words)).toEqual([])
    const toModerators = forum.bus.sent
      .slice(sentBefore)
      .filter(({ channel }) => channel === 'forum:moderation:42')
    expect(leaksIn(toModerators)).toEqual([])
  })

  it('opens and closes at once, as its access and its groups change', async () => {
    const sees = async (who: TestMember | null) => (await get(`/api/threads/${hidden.threadId}`, who)).status
    const boss = forum.as(admin)
    const { boardId } = hidden
    const set = (see: 'everyone' | 'members' | 'groups' | 'staff') =>
      boss.call('updateBoard', { boardId, access: { see } })
    expect([await sees(null), await sees(outsider), await sees(insider)]).toEqual([404, 404, 200])
    await set('members')
    expect([await sees(null), await sees(outsider), await sees(insider)]).toEqual([404, 200, 200])
    await set('everyone')
    expect([await sees(null), await sees(outsider), await sees(insider)]).toEqual([200, 200, 200])
    await set('staff')
    expect([await sees(null), await sees(insider), await sees(admin)]).toEqual([404, 404, 200])
    await set('groups')
    await boss.call('addGroupMember', { groupId, userId: outsider.id })
    expect(await sees(outsider)).toBe(200)
    expect(JSON.stringify(await world(outsider))).toContain(TITLE)
    await boss.call('removeGroupMember', { groupId, userId: outsider.id })
    expect(await sees(outsider)).toBe(404)
    expect(leaksIn(await world(outsider))).toEqual([])
    await boss.call('updateBoard', { boardId: parentId, access: { see: 'staff' } })
    expect([await sees(insider), await sees(admin)]).toEqual([404, 200])
    await boss.call('updateBoard', { boardId: parentId, access: { see: 'everyone' } })
    expect(await sees(insider)).toBe(200)
    const changed = forum.bus.sent.filter(({ message }) => message.name === 'boards:changed')
    expect(changed.some(({ message }) => 'access' in message)).toBe(true)
  })

  it('tells a gateway of its readers at once, whichever process has changed them', async () => {
    const { boardId, threadId } = hidden
    const gates = async () => {
      const [holder] = await pages.api.identify([insider.token])
      return [holder?.gates.includes(String(boardId)), await pages.api.gatesOf([threadId])]
    }
    const admit = (see: 'everyone' | 'groups') =>
      forum.as(admin).call('updateBoard', { boardId, access: { see } })
    expect(await gates()).toEqual([true, [String(boardId)]])
    await admit('everyone')
    expect(await gates()).toEqual([false, [null]])
    await admit('groups')
    expect(await gates()).toEqual([true, [String(boardId)]])
  })

  it('lets only those start threads and reply whom it admits', async () => {
    const { boardId } = hidden
    const boss = forum.as(admin)
    await boss.call('updateBoard', { boardId, access: { see: 'members', start: 'staff', reply: 'groups' } })
    const { threadId } = hidden
    await forum.as(outsider).refused('FORBIDDEN', 'createPost', { threadId, content: '我也说一句' })
    await forum.as(outsider).call('votePoll', { threadId, options: [1] })
    const started = { title: '新的主题', content: '正文内容', boardId }
    await forum.as(insider).refused('FORBIDDEN', 'createThread', started)
    await forum.as(insider).reply(threadId, '组员可以回复')
    await boss.call('createThread', started)
    const viewerOf = async (who: TestMember) =>
      (await forum.as(who).call('getBoard', { boardId })).board.viewer
    expect(await viewerOf(outsider)).toMatchObject({ canStart: false, canReply: false })
    expect(await viewerOf(insider)).toMatchObject({ canStart: false, canReply: true })
    expect(await viewerOf(admin)).toMatchObject({ canStart: true, canReply: true })
    const { boards } = await forum.as(insider).call('listBoards')
    const parent = boards.find(({ id }) => id === parentId)
    expect(parent?.children.find(({ id }) => id === boardId)?.viewer).toEqual(await viewerOf(insider))
    await boss.call('updateBoard', { boardId, access: { see: 'groups', start: 'groups', reply: 'groups' } })
  })

  it('exports to a member nothing of what the member no longer sees', async () => {
    const archive = async (who: TestMember) => {
      const { body } = await forum.request
        .post('/api/auth/export')
        .set(who.headers)
        .responseType('blob')
        .expect(200)
      return Object.fromEntries(filesOf(body as Buffer))
    }
    const left = await archive(outsider)
    // The archive has the vote, which was allowed when the board was open.
    expect(JSON.parse(left['poll-votes.json'] ?? '[]')).toHaveLength(1)
    expect(leaksIn(left)).toEqual([])
    expect(leaksIn(await archive(insider))).toContain(OPTION)
  })
})

/** Fields that make bodies valid, so that a call is refused for what it names. */
const SAMPLES = {
  content: '正文内容',
  title: '一个标题',
  reason: '理由说明',
  boardId: 3,
  number: 1,
  options: [0],
  liked: true,
  pinned: true,
  locked: true,
  featured: true,
  watched: true,
  bookmarked: true,
  muted: true,
  seconds: 60,
  closeAfterDays: 3,
}
const BODIES: Partial<Record<EndpointName, object>> = {
  updateBoard: { name_zh: '改名' },
}
