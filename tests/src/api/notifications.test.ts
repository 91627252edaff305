import { prepareDatabase } from '@forum/http-api'
import type { Notification, NotificationSettings, Thread } from '@forum/shared/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startAnotherApi, startPeopledForum, type TestForum, type TestMember } from '../fixtures/forum'

describe('notifications', () => {
  let forum: TestForum
  let xiaoli: TestMember
  let laowang: TestMember
  let banzhu: TestMember
  let thread: Thread

  beforeAll(async () => {
    ;({ forum, xiaoli, laowang, banzhu } = await startPeopledForum())
  })
  afterAll(() => forum.stop())
  beforeEach(async () => {
    for (const one of [xiaoli, laowang, banzhu]) await read(one, { all: true })
    thread = await forum.thread(xiaoli, 3, '报税的事')
    await forum.settle()
  })

  const get = async (by: TestMember, path: string, language = 'zh') => {
    const response = await forum.request
      .get(`/api${path}`)
      .set({ ...by.headers, 'Accept-Language': language })
    expect(response.status).toBe(200)
    return response.body as Record<string, unknown>
  }
  const listed = async (by: TestMember, language = 'zh') =>
    (await get(by, '/notifications', language)).notifications as Notification[]
  const unread = async (by: TestMember) => (await listed(by)).filter(({ isRead }) => !isRead)
  const count = async (by: TestMember) => (await get(by, '/notifications/unread/count')).count as number
  const read = (by: TestMember, body: object) =>
    forum.request.post('/api/notifications/read').set(by.headers).send(body)
  const set = (by: TestMember, settings: object) => forum.as(by).call('updateNotificationSettings', settings)
  const reply = async (by: TestMember, more: object = {}) => {
    const body = { threadId: thread.id, content: '同问', ...more }
    const response = await forum.as(by).call('createPost', body)
    await forum.settle()
    return response.post
  }
  const act = async (by: TestMember, method: 'post' | 'put' | 'delete', path: string, body: object = {}) => {
    const response = await forum.request[method](`/api${path}`).set(by.headers).send(body)
    expect(response.status).toBeLessThan(300)
    await forum.settle()
  }

  it('carries the newest words, which a deletion takes back, in the list of its group', async () => {
    await reply(laowang, { content: '前一条' })
    const last = await reply(laowang, { content: '第一行\n\n[b]要紧[/b]的话' })
    await act(laowang, 'post', `/posts/${thread.openingPostId}/like`)
    const of = async (group: string) =>
      (await get(xiaoli, `/notifications?group=${group}`)) as {
        notifications: Notification[]
        unread: Record<string, number>
      }
    const replies = await of('reply')
    expect(replies.unread).toEqual({ reply: 1, mention: 0, like: 1, moderation: 0 })
    expect(replies.notifications[0]).toMatchObject({
      kind: 'reply',
      words: { postId: last.id, excerpt: expect.stringMatching(/^第一行\s+要紧的话$/) },
    })
    expect(replies.notifications.map(({ kind }) => kind)).not.toContain('like')
    expect((await of('like')).notifications[0]).toMatchObject({ kind: 'like', words: null })

    // Reading one group leaves the other.
    await read(xiaoli, { all: true, group: 'like' })
    expect((await of('like')).unread).toMatchObject({ reply: 1, like: 0 })
    await read(xiaoli, { all: true })
    await act(laowang, 'delete', `/posts/${last.id}`)
    expect((await of('reply')).notifications[0]?.words).toBeNull()
    expect((await forum.request.get('/api/notifications?group=mail').set(xiaoli.headers)).status).toBe(400)
  })

  it('leaves unread what has arrived since all were asked to be marked', async () => {
    await act(laowang, 'post', `/posts/${thread.openingPostId}/like`)
    forum.clock.advance(10_000)
    await reply(laowang)
    await read(xiaoli, { all: true, askedAgo: 8_000 })
    expect((await unread(xiaoli)).map(({ kind }) => kind)).toEqual(['reply'])
    await read(xiaoli, { all: true, askedAgo: -1 }).expect(400)
    await read(xiaoli, { all: true, askedAgo: 0 })
    expect(await count(xiaoli)).toBe(0)
  })

  it('groups replies to a watched thread in one notification until the thread is visited', async () => {
    const first = await reply(laowang)
    await reply(laowang)
    const last = await reply(banzhu)
    const [one, ...rest] = await unread(xiaoli)
    expect(rest).toEqual([])
    expect(one).toMatchObject({
      kind: 'reply',
      actor: { username: 'banzhu1' },
      thread: { id: thread.id, title: '报税的事' },
      postId: first.id,
      postNumber: 2,
      text: 'banzhu1 等 2 人回复了《报税的事》，共 3 条新回复',
      createdAt: last.createdAt,
    })
    const [english] = await listed(xiaoli, 'en')
    expect(english?.text).toBe('banzhu1 and 1 more replied to “报税的事”: 3 new replies')

    await act(xiaoli, 'post', `/threads/${thread.id}/read`, { number: 3 })
    expect(await unread(xiaoli)).toMatchObject([{ id: one?.id, postId: last.id, postNumber: 4 }])
    await act(xiaoli, 'post', `/threads/${thread.id}/read`, { number: 4 })
    expect(await count(xiaoli)).toBe(0)

    await reply(laowang)
    const [next] = await unread(xiaoli)
    expect(next?.text).toBe('laowang88 回复了你关注的主题《报税的事》')
    expect(next?.id).not.toBe(one?.id)
    expect(await count(xiaoli)).toBe(1)
  })

  it('lists twenty replies to a thread in a notification and says that there are more', async () => {
    const body = { threadId: thread.id, content: '再补充一句' }
    const replies = Array.from({ length: 22 }, () => forum.as(laowang).call('createPost', body))
    await Promise.all(replies)
    await forum.settle()
    expect(await unread(xiaoli)).toMatchObject([
      { postNumber: 2, text: 'laowang88 在你关注的主题《报税的事》中发了 20+ 条新回复' },
    ])
  })

  it('marks notifications as read with the threads of a board or of the forum', async () => {
    await reply(laowang)
    await act(laowang, 'post', `/posts/${thread.openingPostId}/like`)
    const there = thread
    thread = await forum.thread(xiaoli, 4, '另一版的事')
    await reply(laowang)
    expect(await count(xiaoli)).toBe(3)
    await act(xiaoli, 'post', '/threads/read', { boardId: 21 })
    expect(await count(xiaoli)).toBe(3)
    await act(xiaoli, 'post', '/threads/read', { boardId: there.boardId })
    expect(await unread(xiaoli)).toMatchObject([{ kind: 'reply', thread: { id: thread.id } }])
    expect(await count(xiaoli)).toBe(1)
    await act(xiaoli, 'post', '/threads/read')
    expect(await count(xiaoli)).toBe(0)
    await reply(laowang)
    expect(await count(xiaoli)).toBe(1)
  })

  it("notifies of a quote or a like of the member's post, once per post", async () => {
    await reply(laowang)
    await read(xiaoli, { all: true })
    const quoted = await reply(laowang, { content: '谢谢楼主', quotedPostId: thread.openingPostId })
    await act(laowang, 'post', `/posts/${thread.openingPostId}/like`)
    await act(banzhu, 'post', `/posts/${thread.openingPostId}/like`)
    expect(await unread(xiaoli)).toMatchObject([
      { kind: 'like', text: 'banzhu1 等 2 人赞了你在《报税的事》中的帖子', postId: thread.openingPostId },
      { kind: 'quote', text: 'laowang88 在《报税的事》中引用了你', postId: quoted.id, postNumber: 3 },
    ])
    await act(banzhu, 'post', `/posts/${thread.openingPostId}/like`)
    expect((await unread(xiaoli))[0]?.text).toBe('laowang88 赞了你在《报税的事》中的帖子')
    await act(laowang, 'post', `/posts/${thread.openingPostId}/like`)
    expect(await unread(xiaoli)).toMatchObject([{ kind: 'quote' }])
    expect(await count(xiaoli)).toBe(1)
  })

  it('notifies every author whom a post quotes, the one of the opening post too, and those whom an edit adds', async () => {
    const quote = (postId: number) => `[quote="某人" post=${postId}]话[/quote]`
    const one = await reply(laowang)
    const gone = await reply(banzhu)
    await act(banzhu, 'delete', `/posts/${gone.id}`)
    for (const member of [xiaoli, laowang, banzhu]) await read(member, { all: true })
    const content = `[list][*]${quote(thread.openingPostId)}[/list]${quote(one.id)}${quote(gone.id)}[code]${quote(1)}[/code]同意`
    const author = await forum.member('yinyong')
    const post = await reply(author, { content })
    const quotes = [{ kind: 'quote', postId: post.id }]
    expect(await unread(xiaoli)).toMatchObject(quotes)
    expect(await unread(laowang)).toMatchObject(quotes)
    expect(await unread(banzhu)).not.toMatchObject(quotes)
    for (const member of [xiaoli, laowang, banzhu]) await read(member, { all: true })
    const others = await reply(banzhu)
    await read(laowang, { all: true })
    await read(xiaoli, { all: true })
    await act(author, 'put', `/posts/${post.id}`, { content: quote(one.id) + quote(others.id) })
    expect(await unread(banzhu)).toMatchObject(quotes)
    expect(await unread(laowang)).toEqual([])
    await read(banzhu, { all: true })
    await act(author, 'put', `/posts/${post.id}`, { content: '没有引用' })
    await act(author, 'put', `/posts/${post.id}`, { content: quote(thread.openingPostId) + quote(others.id) })
    for (const member of [xiaoli, laowang, banzhu]) expect(await unread(member)).toEqual([])
  })

  it('notifies the authors whom a new thread quotes', async () => {
    const body = {
      title: '另开一帖',
      boardId: 4,
      content: `[quote="x" post=${thread.openingPostId}]话[/quote]`,
    }
    await act(laowang, 'post', '/threads', body)
    expect(await unread(xiaoli)).toMatchObject([{ kind: 'quote', thread: { title: '另开一帖' } }])
  })

  it('notifies of a mention, also of one added by an edit, but never twice of the same', async () => {
    const post = await reply(laowang, { content: '@banzhu1 来看看' })
    expect(await unread(banzhu)).toMatchObject([
      { kind: 'mention', text: 'laowang88 在《报税的事》中提到了你', postId: post.id },
    ])
    await act(banzhu, 'post', `/threads/${thread.id}/read`, { number: post.number })
    await act(laowang, 'put', `/posts/${post.id}`, { content: '@banzhu1 来看看，还有 @xiaoli' })
    expect(await unread(banzhu)).toEqual([])
    expect((await unread(xiaoli)).map(({ kind }) => kind)).toEqual(['mention', 'reply'])
  })

  it('does not notify again of a like that was removed and given again', async () => {
    const like = () => act(laowang, 'post', `/posts/${thread.openingPostId}/like`)
    await like()
    await read(xiaoli, { all: true })
    await like()
    await like()
    expect(await count(xiaoli)).toBe(0)
  })

  it('notifies an author of what a moderator did and why, but not of who it was', async () => {
    const post = await reply(laowang)
    const reason = '广告'
    await act(banzhu, 'delete', `/posts/${post.id}`, { reason })
    await act(banzhu, 'put', `/threads/${thread.id}/lock`, { locked: true, reason: '吵起来了' })
    await act(banzhu, 'put', `/threads/${thread.id}/pin`, { pinned: true })
    await act(banzhu, 'post', `/threads/${thread.id}/move`, { boardId: 4 })
    await act(banzhu, 'put', `/threads/${thread.id}`, { content: '改过的开头' })
    expect(await unread(laowang)).toMatchObject([
      { kind: 'moderation', actor: null, text: '你在《报税的事》中的帖子已被删除：广告', postId: post.id },
    ])
    const texts = (await unread(xiaoli)).map(({ text }) => text)
    expect(texts).toEqual([
      '你在《报税的事》中的帖子已被管理人员编辑',
      expect.stringMatching(/^你的主题《报税的事》已移至【.+】$/),
      '你的主题《报税的事》已被置顶',
      '你的主题《报税的事》已被锁定：吵起来了',
    ])
    await act(banzhu, 'delete', `/threads/${thread.id}`, { reason: '重复' })
    const [deleted] = await unread(xiaoli)
    expect(deleted).toMatchObject({ text: '你的主题《报税的事》已被删除：重复', thread: null, postId: null })
    expect((await listed(xiaoli, 'en'))[0]?.text).toBe('Your thread “报税的事” was deleted: 重复')
  })

  it('notifies members once of decisions about their accounts, in the name of the forum', async () => {
    const member = await forum.member('beijinyan')
    const { discipline, notifications } = forum.api.db
    const mute = (until: string | null) =>
      act(banzhu, 'put', `/users/${member.id}/mute`, { until, reason: '刷屏' })
    const until = new Date(forum.clock.now().getTime() + 60 * 60 * 1_000)
    forum.bus.sent.length = 0
    await mute(until.toISOString())
    const [muted] = await unread(member)
    expect(muted).toMatchObject({ kind: 'system', actor: null, thread: null, postId: null })
    expect(muted?.text).toMatch(/^你已被禁言至 2026年.+，期间可以浏览，不能发言：刷屏$/)
    expect((await listed(member, 'en'))[0]?.text).toMatch(/^You are muted until .+: 刷屏$/)
    const published = forum.bus.sent.filter(({ channel }) => channel === `forum:user:${member.id}`)
    expect(published.map(({ message }) => message.name)).toEqual(['notification:created', 'unread:changed'])
    await mute(null)
    expect((await unread(member)).map(({ text }) => text)[0]).toBe('你的禁言已解除：刷屏')

    // A process that died before it notified, one that died after it, and one that died before the act.
    const [, unmuted] = await discipline.find({ userId: member.id }, { sort: { at: 1 } }).toArray()
    await read(member, { all: true }).expect(200)
    await notifications.deleteOne({ userId: member.id, eventIds: `account:${unmuted?._id}` })
    const notice = { id: 'notice', kind: 'discipline_notice', since: forum.clock.now() } as const
    await discipline.updateMany({ userId: member.id }, { $set: { unfinished: [notice] } })
    await discipline.insertOne({
      ...unmuted!,
      _id: 'never carried out',
      kind: 'role',
      role: 'admin',
      unfinished: [notice],
    })
    forum.clock.advance(6_000)
    await forum.api.sweep()
    expect((await listed(member)).map(({ text, isRead }) => [text, isRead])).toEqual([
      ['你的禁言已解除：刷屏', false],
      [muted?.text, true],
    ])
    expect(await count(member)).toBe(1)
    expect(await discipline.countDocuments({ 'unfinished.0': { $exists: true } })).toBe(0)
  })

  it('withdraws unread notifications of a deleted post or thread', async () => {
    const first = await reply(laowang)
    const second = await reply(laowang)
    await act(laowang, 'delete', `/posts/${first.id}`)
    expect(await unread(xiaoli)).toMatchObject([{ kind: 'reply', postId: second.id }])
    await act(banzhu, 'delete', `/posts/${second.id}`)
    expect(await unread(xiaoli)).toEqual([])
    await reply(laowang)
    expect(await count(xiaoli)).toBe(1)
    await act(banzhu, 'delete', `/threads/${thread.id}`)
    expect((await unread(xiaoli)).map(({ kind }) => kind)).toEqual(['moderation'])
    expect(await count(xiaoli)).toBe(1)
  })

  describe('of restored posts', () => {
    const kindsOf = async (by: TestMember) =>
      (await unread(by))
        .filter(({ kind }) => kind !== 'moderation')
        .map(({ kind, postNumber }) => `${kind} ${postNumber}`)
        .toSorted()
    const pushed = () =>
      forum.bus.sent.flatMap(({ message }) => (message.name === 'notification:created' ? [message] : []))

    it('come back unread, unless they were read, and are no news', async () => {
      const quote = await reply(laowang, { quotedPostId: thread.openingPostId })
      const mention = await reply(laowang, { content: '@banzhu1 来看看' })
      await act(banzhu, 'post', `/posts/${mention.id}/like`)
      const others = await kindsOf(xiaoli)
      expect(others).toEqual(['quote 2', 'reply 3'])
      for (const { id } of [quote, mention]) await act(banzhu, 'delete', `/posts/${id}`)
      expect(await kindsOf(xiaoli)).toEqual([])
      forum.bus.sent.length = 0
      for (const { id } of [quote, mention]) await act(banzhu, 'post', `/posts/${id}/restore`)
      expect(await kindsOf(xiaoli)).toEqual(others)
      expect((await unread(xiaoli)).find(({ kind }) => kind === 'quote')?.createdAt).toBe(quote.createdAt)
      expect(await kindsOf(banzhu)).toEqual(['mention 3'])
      expect(await kindsOf(laowang)).toEqual(['like 3'])
      expect(await count(xiaoli)).toBe(2)
      expect(pushed().filter(({ notification }) => notification.kind !== 'moderation')).toEqual([])

      // Notifications that were read, in the thread or in the list, stay read.
      await read(banzhu, { all: true })
      await read(laowang, { all: true })
      await act(xiaoli, 'post', `/threads/${thread.id}/read`, { number: mention.number })
      await act(banzhu, 'delete', `/posts/${mention.id}`)
      await act(banzhu, 'post', `/posts/${mention.id}/restore`)
      for (const one of [xiaoli, banzhu, laowang]) expect(await kindsOf(one)).toEqual([])
    })

    it('come back with their thread, each once', async () => {
      const watched = await forum.thread(laowang, 3, '看这里')
      await act(xiaoli, 'put', `/threads/${watched.id}/watch`, { watched: true })
      const opening = await forum.request
        .put(`/api/threads/${watched.id}`)
        .set(laowang.headers)
        .send({ content: '问一下 @banzhu1' })
      expect(opening.status).toBe(200)
      await reply(laowang, { threadId: watched.id })
      await reply(laowang, { threadId: watched.id })
      expect(await kindsOf(xiaoli)).toEqual(['reply 2'])
      expect(await kindsOf(banzhu)).toEqual(['mention 1'])
      await act(banzhu, 'delete', `/threads/${watched.id}`)
      expect([await kindsOf(xiaoli), await kindsOf(banzhu)]).toEqual([[], []])
      await act(banzhu, 'post', `/threads/${watched.id}/restore`)
      await forum.api.db.threadEvents.updateMany(
        { threadId: watched.id, kind: 'thread.restored' },
        { $set: { pending: ['notify'] } },
      )
      forum.clock.advance(60_000)
      await forum.api.sweep()
      await forum.settle()
      expect(await kindsOf(xiaoli)).toEqual(['reply 2'])
      expect((await unread(xiaoli))[0]?.text).toContain('2 条新回复')
      expect(await kindsOf(banzhu)).toEqual(['mention 1'])
    })

    it('stay read in a thread that was marked as read with all others', async () => {
      await reply(laowang)
      await act(xiaoli, 'post', '/threads/read', {})
      await act(banzhu, 'delete', `/threads/${thread.id}`)
      await act(banzhu, 'post', `/threads/${thread.id}/restore`)
      expect(await kindsOf(xiaoli)).toEqual([])
    })
  })

  it('reads a notification with the posts that a deletion has left in it', async () => {
    const first = await reply(laowang)
    forum.clock.advance(60_000)
    const last = await reply(banzhu)
    await act(banzhu, 'delete', `/posts/${last.id}`)
    expect(await unread(xiaoli)).toMatchObject([
      { postId: first.id, createdAt: first.createdAt, actor: { username: 'laowang88' } },
    ])
    await act(xiaoli, 'post', `/threads/${thread.id}/read`, { number: first.number })
    expect(await unread(xiaoli)).toEqual([])
    expect(await count(xiaoli)).toBe(0)
  })

  it('reads a notification with the last reply that it lists, also of replies that arrived at once', async () => {
    for (let i = 0; i < 22; i++) await reply(laowang)
    // All of them are handled again, together.
    await forum.api.db.notifications.deleteMany({})
    await forum.api.db.threadEvents.updateMany(
      { threadId: thread.id, kind: 'post.created' },
      { $set: { pending: ['notify'] } },
    )
    forum.clock.advance(60_000)
    await forum.api.sweep()
    await forum.settle()
    expect(await unread(xiaoli)).toMatchObject([{ postNumber: 2, text: expect.stringContaining('20+') }])
    await act(xiaoli, 'post', `/threads/${thread.id}/read`, { number: 21 })
    expect(await unread(xiaoli)).toEqual([])
    expect(await count(xiaoli)).toBe(0)
  })

  it('removes stored notifications that list nothing, with their count', async () => {
    await reply(laowang)
    expect(await count(xiaoli)).toBe(1)
    const { db } = forum.api
    await db.notifications.updateMany({ isRead: false, threadId: thread.id }, { $set: { parts: [] } })
    await db.migrations.deleteOne({ _id: 44 })
    await prepareDatabase(forum.uri, forum.clock, () => undefined)
    const restarted = await startAnotherApi(forum.uri, { clock: forum.clock, bus: forum.bus })
    const body = await restarted.as(xiaoli).call('countUnreadNotifications')
    await restarted.stop()
    expect(body.count).toBe(0)
    expect(await unread(xiaoli)).toEqual([])
  })

  it('notifies nobody of what happens in a deleted thread but the author of what moderators change', async () => {
    const post = await reply(laowang)
    await act(banzhu, 'put', `/threads/${thread.id}/watch`, { watched: false })
    await act(banzhu, 'delete', `/threads/${thread.id}`)
    for (const one of [xiaoli, laowang]) await read(one, { all: true })
    forum.bus.sent.length = 0
    await act(banzhu, 'put', `/threads/${thread.id}`, { title: '只给版主看的标题' })
    const hidden = await reply(banzhu, { content: '只给版主看，@laowang88', quotedPostId: post.id })
    await act(banzhu, 'put', `/posts/${hidden.id}`, { content: '只给版主看，@xiaoli' })
    await act(banzhu, 'put', `/posts/${post.id}`, { content: '改过了' })
    expect(await unread(laowang)).toMatchObject([
      { kind: 'moderation', thread: null, text: '你在《已删除的主题》中的帖子已被管理人员编辑' },
    ])
    expect((await listed(laowang, 'en'))[0]?.text).toBe('A moderator edited your post in “deleted thread”')
    expect(await unread(xiaoli)).toMatchObject([{ kind: 'moderation', thread: null }])
    const sent = forum.bus.sent.filter(
      ({ channel }) => channel !== `forum:user:${xiaoli.id}` && !channel.startsWith('forum:moderation'),
    )
    expect(JSON.stringify(sent)).not.toContain('只给版主看')
  })

  it('withdraws what a slower process writes after the thread or the post was deleted', async () => {
    const other = await startAnotherApi(forum.uri, { clock: forum.clock, bus: forum.bus })
    try {
      const collection = other.api.db.notifications
      for (const remove of ['thread', 'post'] as const) {
        let write = () => {}
        const deleted = new Promise<void>((resolve) => (write = resolve))
        let reach = () => {}
        const reached = new Promise<void>((resolve) => (reach = resolve))
        const bulkWrite = collection.bulkWrite.bind(collection)
        vi.spyOn(collection, 'bulkWrite').mockImplementationOnce(async (...args) => {
          reach()
          await deleted
          return bulkWrite(...args)
        })
        const body = await other.as(laowang).call('createPost', { threadId: thread.id, content: '慢一点' })
        await reached
        const path = remove === 'thread' ? `/threads/${thread.id}` : `/posts/${body.post.id}`
        await act(banzhu, 'delete', path)
        write()
        await other.api.settle()
        expect((await unread(xiaoli)).filter(({ kind }) => kind === 'reply')).toEqual([])
        expect(await count(xiaoli)).toBe((await unread(xiaoli)).length)
        thread = await forum.thread(xiaoli, 3, '另一件事')
      }
    } finally {
      vi.restoreAllMocks()
      await other.stop()
    }
  })

  it('does not notify the author, or members who muted, unwatched or blocked', async () => {
    expect(await count(laowang)).toBe(0)
    const watched = (by: TestMember, isWatched: boolean) =>
      act(by, 'put', `/threads/${thread.id}/watch`, { watched: isWatched })
    const muted = (by: TestMember, isMuted: boolean) =>
      act(by, 'put', `/threads/${thread.id}/mute`, { muted: isMuted })
    await watched(banzhu, true)
    await muted(banzhu, true)
    await forum.request.put(`/api/users/${laowang.id}/block`).set(xiaoli.headers).send({ blocked: true })
    await reply(laowang, { quotedPostId: thread.openingPostId })
    await act(laowang, 'post', `/posts/${thread.openingPostId}/like`)
    for (const one of [xiaoli, laowang, banzhu]) expect(await unread(one)).toEqual([])
    await forum.request.put(`/api/users/${laowang.id}/block`).set(xiaoli.headers).send({ blocked: false })
    await muted(banzhu, false)
    await watched(xiaoli, false)
    await reply(laowang)
    expect(await count(xiaoli)).toBe(0)
    expect(await count(banzhu)).toBe(1)
    await muted(xiaoli, true)
    await act(banzhu, 'put', `/threads/${thread.id}/lock`, { locked: true })
    expect(await unread(xiaoli)).toMatchObject([{ kind: 'moderation' }])
  })

  it('follows the settings of each kind, and falls back to the next kind that is on', async () => {
    const settings = (await get(xiaoli, '/notifications/settings')).settings as NotificationSettings
    expect(settings).toMatchObject({ reply: 'push', like: 'site', hideContent: false })
    const body = await set(xiaoli, { quote: 'off', like: 'off', hideContent: true })
    expect(body.settings).toEqual({ ...settings, quote: 'off', like: 'off', hideContent: true })
    await act(laowang, 'post', `/posts/${thread.openingPostId}/like`)
    await reply(laowang, { quotedPostId: thread.openingPostId })
    expect(await unread(xiaoli)).toMatchObject([{ kind: 'reply' }])
    await set(xiaoli, { reply: 'off' })
    await read(xiaoli, { all: true })
    await reply(laowang, { quotedPostId: thread.openingPostId })
    expect(await unread(xiaoli)).toEqual([])
    const refused = await forum.request
      .put('/api/notifications/settings')
      .set(xiaoli.headers)
      .send({ reply: 'loud' })
    expect(refused.status).toBe(400)
    await set(xiaoli, settings)
  })

  it('lets only their own member mark notifications as read, by ids or all', async () => {
    await reply(laowang)
    const [one] = await unread(xiaoli)
    expect((await read(laowang, { ids: [one?.id] })).status).toBe(404)
    expect((await read(xiaoli, { ids: [one?.id, 999_999] })).status).toBe(404)
    expect((await read(xiaoli, {})).status).toBe(400)
    expect(await count(xiaoli)).toBe(1)
    expect((await read(xiaoli, { ids: [one?.id, one?.id] })).body).toMatchObject({ count: 0 })
    expect((await read(xiaoli, { ids: [one?.id] })).body).toMatchObject({ count: 0 })
    expect((await listed(laowang)).some(({ id }) => id === one?.id)).toBe(false)
  })

  it('publishes notifications to their member with the true count', async () => {
    forum.bus.sent.length = 0
    await reply(laowang)
    const sent = forum.bus.sent.filter(({ channel }) => channel === `forum:user:${xiaoli.id}`)
    expect(sent.map(({ message }) => message)).toMatchObject([
      { name: 'notification:created', notification: (await listed(xiaoli))[0] },
      { name: 'unread:changed', notifications: 1 },
    ])
    expect(forum.bus.sent.some(({ channel }) => channel === `forum:user:${laowang.id}`)).toBe(false)
  })

  it('writes notifications while the bus is unavailable, and publishes them once it is back', async () => {
    forum.bus.isUnavailable = true
    await reply(laowang)
    await reply(banzhu)
    expect(await count(xiaoli)).toBe(1)
    forum.bus.isUnavailable = false
    forum.bus.sent.length = 0
    forum.clock.advance(60_000)
    await forum.api.sweep()
    await forum.settle()
    const names = forum.bus.sent.flatMap(({ channel, message }) =>
      channel === `forum:user:${xiaoli.id}` ? [message.name] : [],
    )
    expect(names).toEqual(expect.arrayContaining(['notification:created', 'unread:changed']))
    expect((await unread(xiaoli))[0]?.text).toContain('共 2 条新回复')
  })

  it('notifies once however often an event is delivered, even after the notification was read', async () => {
    const post = await reply(laowang)
    await act(xiaoli, 'post', `/threads/${thread.id}/read`, { number: post.number })
    const { modifiedCount } = await forum.api.db.threadEvents.updateMany(
      { threadId: thread.id },
      { $set: { pending: ['notify'] } },
    )
    expect(modifiedCount).toBeGreaterThan(1)
    const before = await listed(xiaoli)
    forum.clock.advance(60_000)
    await forum.api.sweep()
    await forum.settle()
    expect(await listed(xiaoli)).toEqual(before)
    const pending = { threadId: thread.id, pending: 'notify' }
    expect(await forum.api.db.threadEvents.countDocuments(pending)).toBe(0)
  })

  it('notifies once of a reply and a lock that were marked as read before a repeat', async () => {
    await reply(laowang)
    await act(banzhu, 'put', `/threads/${thread.id}/lock`, { locked: true })
    await read(xiaoli, { all: true })
    await act(banzhu, 'put', `/threads/${thread.id}/lock`, { locked: false })
    const before = await listed(xiaoli)
    await forum.api.db.threadEvents.updateMany({ threadId: thread.id }, { $set: { pending: ['notify'] } })
    forum.clock.advance(60_000)
    await forum.api.sweep()
    await forum.settle()
    expect(await listed(xiaoli)).toEqual(before)
    const pending = { threadId: thread.id, pending: 'notify' }
    expect(await forum.api.db.threadEvents.countDocuments(pending)).toBe(0)
  })

  it('publishes a notification that has grown long before it could first be published', async () => {
    forum.bus.isUnavailable = true
    for (let i = 0; i < 12; i++) await reply(laowang, { content: `第 ${i} 条` })
    forum.bus.isUnavailable = false
    const before = forum.bus.sent.length
    forum.clock.advance(6_000)
    await forum.api.sweep()
    await forum.settle()
    const [created] = await unread(xiaoli)
    const published = forum.bus.sent
      .slice(before)
      .flatMap(({ channel, message }) =>
        message.name === 'notification:created' ? [[channel, message.notification.id]] : [],
      )
    expect(published).toEqual([[`forum:user:${xiaoli.id}`, created?.id]])
  })

  it('removes notifications after ninety days, and no longer counts them', async () => {
    await reply(laowang)
    expect(await count(xiaoli)).toBe(1)
    forum.clock.advance(91 * 24 * 60 * 60 * 1_000)
    await forum.api.prune()
    const { notifications } = await forum.request
      .get('/api/notifications')
      .set((await signedInAgain(xiaoli)).headers)
      .then(({ body }) => body as { notifications: Notification[] })
    expect(notifications).toEqual([])
    expect(await forum.api.db.notifications.countDocuments({})).toBe(0)
  })

  /** The clock was moved beyond the end of every session. */
  const signedInAgain = async (member: TestMember) => {
    const token = await forum.api.services.sessions.open(member.id, 'test')
    return { headers: { Authorization: `Bearer ${token}` } }
  }
})
