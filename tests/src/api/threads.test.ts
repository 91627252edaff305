import { DAY_MS, MINUTE_MS } from '@forum/shared/clock'
import { randomUUID } from 'node:crypto'
import type { Board, Pagination, Post, QuotingPost, Thread, ThreadInList } from '@forum/shared/contract'
import { LIST_ROWS_MAX } from '@forum/shared/limits'
import { NEW_MEMBER_DAYS, NEW_MEMBER_POSTS } from '@forum/http-api/limits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPeopledForum, type TestForum, type TestMember } from '../fixtures/forum'
import { pastThread } from '../fixtures/histories'

interface ThreadList {
  board: Board
  threads: ThreadInList[]
  pagination: Pagination
}
interface Outline {
  times: { number: number; createdAt: string }[]
  own: number[]
}
interface ThreadPage {
  thread: Thread
  posts: Post[]
  pagination: Pagination
}

describe('threads', () => {
  let forum: TestForum
  let xiaoli: TestMember
  let laowang: TestMember
  let banzhu: TestMember

  beforeAll(async () => {
    ;({ forum, xiaoli, laowang, banzhu } = await startPeopledForum())
  })
  afterAll(() => forum.stop())

  const get = async (path: string, by?: TestMember): Promise<unknown> =>
    (
      await forum.request
        .get(`/api${path}`)
        .set(by?.headers ?? {})
        .expect(200)
    ).body
  const boardPage = async (boardId: number, query = '') => {
    await forum.settle()
    return (await get(`/boards/${boardId}${query}`)) as ThreadList
  }
  const list = async (query: string) => (await get(`/threads${query}`)) as ThreadList
  const page = async (threadId: number, query: string, by?: TestMember) =>
    (await get(`/threads/${threadId}${query}`, by)) as ThreadPage
  const titles = (of: { threads: ThreadInList[] }) => of.threads.map(({ title }) => title)
  const numbers = (of: { posts: Post[] }) => of.posts.map(({ number }) => number)
  const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => first + i)
  const daysAgo = (days: number) => new Date(forum.clock.now().getTime() - days * DAY_MS)
  const pin = (threadId: number, by: TestMember, verb: 'put' | 'post' = 'post', pinned = true) =>
    forum.request[verb](`/api/threads/${threadId}/pin`).set(by.headers).send({ pinned })
  const markRead = (threadId: number, number: number, by: TestMember) =>
    forum.request.post(`/api/threads/${threadId}/read`).set(by.headers).send({ number })

  describe('creation', () => {
    it('returns a new thread with its opening post and both spellings of its counters', async () => {
      const thread = await forum.thread(xiaoli, 3, '  一个\n标题 ')
      expect(thread).toMatchObject({
        title: '一个 标题',
        boardId: 3,
        userId: xiaoli.id,
        user_id: xiaoli.id,
        postCount: 1,
        post_count: 1,
        replyCount: 0,
        reply_count: 0,
        lastNumber: 1,
        totalPages: 1,
        seq: 1,
        openingPost: { number: 1, page: 1, isOpeningPost: true },
        viewer: { canEdit: true, canDelete: true, canReply: true, canModerate: false, isWatching: true },
      })
      expect(thread.viewer).toMatchObject({ lastReadNumber: 1, firstUnreadNumber: null, unreadCount: 0 })
    })

    it('returns a new thread, and a repeat of it, exactly as a read does', async () => {
      for (const by of [laowang, banzhu]) {
        const { body } = await forum.startThread(by, 4).set('Idempotency-Key', randomUUID()).expect(201)
        const { thread } = body as { thread: Thread }
        expect((await page(thread.id, '', by)).thread).toEqual(thread)
      }
      const key = randomUUID()
      const { body: first } = await forum.startThread(laowang).set('Idempotency-Key', key).expect(201)
      const { thread } = first as { thread: Thread }
      await forum.request.post('/api/posts').set(banzhu.headers).send({ threadId: thread.id, content: '顶' })
      const { body: repeated } = await forum.startThread(laowang).set('Idempotency-Key', key).expect(201)
      expect(repeated.thread).toMatchObject({ id: thread.id, seq: 2, replyCount: 1 })
    })

    it('returns a thread that was started, to a repeat by a member who was muted meanwhile', async () => {
      const author = await forum.member('muted')
      const key = randomUUID()
      const start = () => forum.startThread(author).set('Idempotency-Key', key)
      const { body: first } = await start().expect(201)
      const until = new Date(forum.clock.now().getTime() + 60 * 60 * 1_000)
      await forum
        .as(banzhu)
        .call('muteUser', { userId: author.id, until: until.toISOString(), reason: '刷屏' })
      const { body: repeated } = await start().expect(201)
      expect(repeated.thread.id).toBe(first.thread.id)
      expect((await forum.startThread(author).expect(403)).body.code).toBe('MUTED')
    })

    it('starts threads only in boards without sub-boards that the member may post in', async () => {
      expect((await forum.startThread(xiaoli, 1).expect(409)).body.code).toBe('BOARD_HAS_CHILDREN')
      expect((await forum.startThread(xiaoli, 2).expect(403)).body.code).toBe('FORBIDDEN')
      expect((await forum.startThread(xiaoli, 9_999).expect(404)).body.code).toBe('NOT_FOUND')
      await forum.startThread(banzhu, 2, '公告').expect(201)
      expect((await boardPage(2)).board).toMatchObject({ postRole: 'moderator', threadCount: 1 })
    })

    it('lets the moderators of a board moderate that board and those below it only', async () => {
      const local = await forum.member('local')
      await forum.api.db.boards.updateOne({ _id: 10 }, { $set: { moderatorIds: [local.id] } })
      forum.clock.advance(2_000)
      const below = await forum.thread(xiaoli, 12)
      const elsewhere = await forum.thread(xiaoli, 3)
      await pin(below.id, local).expect(200)
      expect((await pin(elsewhere.id, local).expect(403)).body.code).toBe('FORBIDDEN')
    })
  })

  describe('boards', () => {
    it('lists a board with pinned threads first, then the newest last post', async () => {
      const [a, b, c] = [
        await forum.thread(xiaoli, 41, '甲'),
        await forum.thread(xiaoli, 41, '乙'),
        await forum.thread(xiaoli, 41, '丙'),
      ]
      expect(titles(await boardPage(41))).toEqual(['丙', '乙', '甲'])
      await forum.as(laowang).reply(b.id, '顶')
      expect(titles(await boardPage(41))).toEqual(['乙', '丙', '甲'])
      await pin(a.id, xiaoli).expect(403)
      expect((await pin(a.id, banzhu, 'put').expect(200)).body.thread.isPinned).toBe(true)
      const first = await boardPage(41, '?limit=2')
      expect(titles(first)).toEqual(['甲', '乙'])
      expect(first.pagination).toEqual({
        page: 1,
        limit: 2,
        total: 3,
        totalPages: 2,
        hasPrev: false,
        hasNext: true,
      })
      expect(titles(await boardPage(41, '?limit=2&page=2'))).toEqual(['丙'])
      const past = await boardPage(41, '?limit=2&page=9')
      expect(past.threads).toEqual([])
      expect(past.pagination).toEqual({
        page: 9,
        limit: 2,
        total: 3,
        totalPages: 2,
        hasPrev: true,
        hasNext: false,
      })
      expect(titles(await boardPage(41, '?sortBy=createdAt&sortOrder=asc'))).toEqual(['甲', '乙', '丙'])
      await pin(a.id, banzhu, 'post', false).expect(200)
      expect(titles(await boardPage(41))).toEqual(['乙', '丙', '甲'])
      expect((await boardPage(41)).board.lastThread).toMatchObject({ id: b.id, title: '乙' })
      expect(c.id).not.toBe(b.id)
    })

    it('shows an empty board with one page, and responds 404 for an unknown board', async () => {
      const empty = await boardPage(42)
      expect(empty.threads).toEqual([])
      expect(empty.pagination).toMatchObject({ total: 0, totalPages: 1, hasPrev: false, hasNext: false })
      await forum.as().refused('NOT_FOUND', 'getBoard', { boardId: 9999 })
    })

    it('names a board in the language of the request', async () => {
      const { body } = await forum.request.get('/api/boards/3').set('Accept-Language', 'en').expect(200)
      expect(body.board).toMatchObject({ displayName: 'Feedback', name_zh: '意见反馈' })
      expect((await boardPage(3)).board).toMatchObject({ displayName: '意见反馈', parent: { id: 1 } })
    })
  })

  describe('lists', () => {
    beforeAll(async () => {
      const past = (title: string, days: number, replies: number, views: number) =>
        pastThread(forum, {
          boardId: 43,
          authorId: xiaoli.id,
          startedAt: daysAgo(days),
          title,
          replies,
          views,
        })
      await forum.api.load.save([
        await past('十天前', 10, 5, 1),
        await past('五天前', 5, 2, 9),
        await past('一天前', 1, 0, 4),
      ])
    })

    it.each([
      ['sortBy=createdAt', ['一天前', '五天前', '十天前']],
      ['sortBy=createdAt&sortOrder=asc', ['十天前', '五天前', '一天前']],
      ['sortBy=lastPostAt&sortOrder=DESC', ['一天前', '五天前', '十天前']],
      ['sortBy=replyCount', ['十天前', '五天前', '一天前']],
      ['sortBy=replyCount&sortOrder=ASC', ['一天前', '五天前', '十天前']],
      ['sortBy=viewCount&sortOrder=desc', ['五天前', '一天前', '十天前']],
      ['daysAgo=7', ['一天前', '五天前']],
      ['minReplies=2', ['五天前', '十天前']],
      ['daysAgo=7&minReplies=1', ['五天前']],
      ['limit=2&page=2', ['十天前']],
      ['page=9', []],
    ])('lists the threads of a board by %s', async (query, wanted) => {
      expect(titles(await list(`?boardId=43&${query}`))).toEqual(wanted)
    })

    it('keeps new members to some of the first rows on demand, and leaves the other pages whole', async () => {
      const past = (title: string, authorId: number, days: number) =>
        pastThread(forum, { boardId: 45, authorId, startedAt: daysAgo(days), title, replies: 0, views: 0 })
      const [spammer, reader] = [await forum.member('shuaping'), await forum.member('putong')]
      const [idle, regular] = [await forum.member('qianshui'), await forum.member('laoshou')]
      const [first, ...rest] = await Promise.all([
        ...Array.from({ length: 9 }, (_, i) => past(`刷屏 ${i}`, spammer.id, 1 + i / 24)),
        past('普通', reader.id, 2),
        ...Array.from({ length: 3 }, (_, i) => past(`站务 ${i}`, banzhu.id, 3 + i)),
        ...Array.from({ length: 3 }, (_, i) => past(`潜水 ${i}`, idle.id, 6 + i)),
        ...Array.from({ length: 3 }, (_, i) => past(`老手 ${i}`, regular.id, 9 + i)),
      ])
      await forum.api.load.save([first!, ...rest])
      const { members } = forum.api.db
      const joinedAt = daysAgo(NEW_MEMBER_DAYS)
      const postsIn = { 45: NEW_MEMBER_POSTS }
      await members.updateOne({ _id: spammer.id }, { $set: { postCount: NEW_MEMBER_POSTS, postsIn } })
      await members.updateOne({ _id: idle.id }, { $set: { joinedAt } })
      await members.updateOne(
        { _id: regular.id },
        { $set: { joinedAt, postCount: NEW_MEMBER_POSTS, postsIn } },
      )
      forum.clock.advance(10_000)
      const of = async (query: string) => titles(await list(`?boardId=45&sortBy=createdAt&${query}`))
      const spread = [
        ...['刷屏 0', '刷屏 1', '普通', '站务 0', '站务 1', '站务 2'],
        ...['潜水 0', '潜水 1', '老手 0', '老手 1', '老手 2'],
      ]
      expect(await of('perAuthor=2')).toEqual(spread)
      expect(await of('perAuthor=2&limit=3')).toEqual(spread.slice(0, 3))
      expect(await of('limit=5')).toEqual([0, 1, 2, 3, 4].map((i) => `刷屏 ${i}`))
      expect(await of('perAuthor=2&limit=5&page=2')).toEqual(await of('limit=5&page=2'))
    })

    it('counts the threads that match the filters', async () => {
      expect((await list('?boardId=43&daysAgo=7&limit=1')).pagination).toMatchObject({
        total: 2,
        totalPages: 2,
      })
      expect((await list('?boardId=43&page=9')).pagination).toMatchObject({
        page: 9,
        total: 3,
        totalPages: 1,
      })
    })

    it('lists a board with those below it, and the whole forum', async () => {
      const below = titles(await list('?boardId=40&limit=100'))
      expect(below).toEqual(expect.arrayContaining(['十天前', '五天前', '一天前']))
      expect(titles(await list('?limit=100'))).toEqual(expect.arrayContaining(['公告', '十天前']))
    })

    it('offers no page beyond the rows that it serves', async () => {
      await forum.api.db.boards.updateOne({ _id: 44 }, { $set: { threadCount: LIST_ROWS_MAX + 5 } })
      const lastPage = LIST_ROWS_MAX / 100
      const last = await boardPage(44, `?limit=100&page=${lastPage}`)
      expect(last.pagination).toMatchObject({
        total: LIST_ROWS_MAX + 5,
        totalPages: lastPage,
        hasNext: false,
      })
      expect((await boardPage(44, `?limit=100&page=${lastPage - 1}`)).pagination.hasNext).toBe(true)
    })

    it('refuses unknown orders and filters out of range', async () => {
      for (const query of ['sortBy=title', 'sortOrder=up', 'daysAgo=0', 'minReplies=-1', 'boardId=abc']) {
        await forum.request.get(`/api/threads?${query}`).expect(400)
      }
    })

    it('finds a category by slug, number and Chinese name', async () => {
      for (const name of ['site', 'SITE', '6', '站务管理']) {
        const body = (await get(`/categories/${encodeURIComponent(name)}`)) as {
          category: object
          boards: Board[]
        } & ThreadList
        expect(body.category).toEqual({ name: 'site', displayName: '站务管理' })
        expect(body.boards.map(({ id }) => id)).toEqual([1, 2, 3, 4])
        expect(body.threads.every(({ boardId }) => boardId <= 4)).toBe(true)
        expect(body.pagination.total).toBe(body.threads.length)
        expect(titles(body)).toContain('公告')
      }
      await forum.request.get('/api/categories/nowhere').expect(404)
    })

    it('lists popular boards as a bare array, those with the most posts of a week first', async () => {
      const old = await pastThread(forum, {
        boardId: 11,
        authorId: xiaoli.id,
        startedAt: daysAgo(20),
        replies: 40,
      })
      const recent = await pastThread(forum, {
        boardId: 31,
        authorId: xiaoli.id,
        startedAt: daysAgo(2),
        replies: 30,
      })
      await forum.api.load.save([old, recent])
      const few = (await get('/boards/popular')) as Board[]
      expect(few).toHaveLength(6)
      expect(few[0]?.id).toBe(31)
      const all = ((await get('/boards/popular?limit=100')) as Board[]).map(({ id }) => id)
      expect(all.indexOf(3)).toBeLessThan(all.indexOf(11))
      expect(all).not.toContain(1)
      await forum.request.get('/api/boards/popular?limit=0').expect(400)
    })

    it('names the busiest board of the day among the popular ones, although others were busier in the week', async () => {
      const past = (boardId: number) =>
        pastThread(forum, { boardId, authorId: xiaoli.id, startedAt: daysAgo(2), replies: 35 })
      await forum.api.load.save([await past(31), await past(32)])
      const all = (await get('/boards/popular?limit=100')) as Board[]
      const most = Math.max(...all.map(({ todayCount }) => todayCount))
      expect(most).toBeGreaterThan(0)
      expect(all[1]?.todayCount).toBe(0)
      const two = (await get('/boards/popular?limit=2')) as Board[]
      expect(two.map(({ todayCount }) => todayCount)).toEqual([0, most])
    })
  })

  describe('pages of a thread', () => {
    let threadId: number
    beforeAll(async () => {
      const past = await pastThread(forum, {
        boardId: 4,
        authorId: xiaoli.id,
        startedAt: daysAgo(1),
        replies: 45,
        repliedBy: [xiaoli.id, laowang.id],
      })
      await forum.api.load.save([past])
      threadId = past.threadId
    })

    it('outlines a thread by the times of evenly spaced posts and the numbers of the reader’s own', async () => {
      const outline = async (by?: TestMember) => (await get(`/threads/${threadId}/outline`, by)) as Outline
      const { times, own } = await outline(laowang)
      expect(times.map(({ number }) => number)).toEqual(range(1, 46))
      expect(times.map(({ createdAt }) => createdAt).toSorted()).toEqual(
        times.map(({ createdAt }) => createdAt),
      )
      const { posts } = await page(threadId, '?limit=100')
      expect(own).toEqual(numbers({ posts: posts.filter(({ author }) => author.id === laowang.id) }))
      expect((await outline()).own).toEqual([])
      const long = await pastThread(forum, {
        boardId: 4,
        authorId: xiaoli.id,
        startedAt: daysAgo(2),
        replies: 299,
      })
      await forum.api.load.save([long])
      const { times: spaced } = (await get(`/threads/${long.threadId}/outline`)) as Outline
      expect(spaced).toHaveLength(48)
      expect(spaced[0]?.number).toBe(1)
      expect(spaced.at(-1)?.number).toBe(300)
    })

    it('lists the replies that quote the posts of a page, by their quoted post or a quote that names it', async () => {
      const thread = await forum.thread(xiaoli, 4, '谁回应了谁')
      const write = async (content: string, quotedPostId?: number) => {
        const body = await forum
          .as(laowang)
          .call('createPost', { threadId: thread.id, content, quotedPostId })
        return body.post
      }
      const [first, second] = [await write('一'), await write('二')]
      const whole = await write('整楼引用', first.id)
      const named = await write(
        `[quote="a" post=${first.id}]一[/quote]\n[quote="a" post=${second.id}]二[/quote]\n都对`,
      )
      const gone = await write('马上删掉', first.id)
      const edited = await write('改过的', second.id)
      await forum.as(laowang).call('deletePost', { postId: gone.id })
      const edit = (content: string) => forum.as(laowang).call('updatePost', { postId: edited.id, content })
      await edit(`[quote="a" post=${first.id}]一[/quote]\n改过的`)
      const responses = async (from = 1, to = 21) =>
        (
          (await get(`/threads/${thread.id}/responses?from=${from}&to=${to}`)) as { responses: QuotingPost[] }
        ).responses.map(({ number, quotedIds, excerpt }) => ({ number, quotedIds, excerpt }))
      expect(await responses()).toEqual([
        { number: whole.number, quotedIds: [first.id], excerpt: '整楼引用' },
        { number: named.number, quotedIds: [first.id, second.id], excerpt: '都对' },
        { number: edited.number, quotedIds: [second.id, first.id], excerpt: '改过的' },
      ])
      await edit('什么都不引用')
      expect((await responses(first.number, first.number)).map(({ number }) => number)).toEqual([
        whole.number,
        named.number,
      ])
    })

    it('shows a page of a thread by post numbers', async () => {
      const first = await page(threadId, '')
      expect(numbers(first)).toEqual(range(2, 21))
      expect(first.pagination).toEqual({
        page: 1,
        limit: 20,
        total: 45,
        totalPages: 3,
        hasPrev: false,
        hasNext: true,
      })
      expect(first.thread).toMatchObject({
        content: '往事：第一帖',
        totalPages: 3,
        lastNumber: 46,
        viewer: null,
      })
      expect(numbers(await page(threadId, '?page=3'))).toEqual(range(42, 46))
      const past = await page(threadId, '?page=7')
      expect(past.posts).toEqual([])
      expect(past.pagination).toMatchObject({
        page: 7,
        total: 45,
        totalPages: 3,
        hasPrev: true,
        hasNext: false,
      })
      expect(numbers(await page(threadId, '?limit=10&page=2'))).toEqual(range(12, 21))
    })

    it.each([
      ['page=last', 3],
      ['page=unread', 3],
      ['number=1', 1],
      ['number=2', 1],
      ['number=21', 1],
      ['number=22', 2],
      ['number=42', 3],
      ['number=999', 3],
      ['number=42&page=1', 3],
      ['number=42&limit=10', 5],
      ['page=last&limit=10', 5],
    ])('finds the page of a thread by %s', async (query, wanted) => {
      expect((await page(threadId, `?${query}`)).pagination.page).toBe(wanted)
    })

    it('refuses pages and numbers out of range', async () => {
      for (const query of ['page=first', 'page=0', 'number=0', 'number=abc', 'limit=101', 'authorId=x']) {
        await forum.request.get(`/api/threads/${threadId}?${query}`).expect(400)
      }
    })

    it('shows the replies of one author only', async () => {
      const of = await page(threadId, `?authorId=${laowang.id}`)
      expect(numbers(of)).toEqual(range(1, 20).map((i) => 2 * i + 1))
      expect(of.pagination).toMatchObject({ total: 22, totalPages: 2, hasNext: true })
      expect(numbers(await page(threadId, `?authorId=${laowang.id}&page=2`))).toEqual([43, 45])
      expect((await page(threadId, `?authorId=${banzhu.id}`)).pagination).toMatchObject({
        total: 0,
        totalPages: 1,
      })
    })

    it('remembers how far a member has read, and never goes back', async () => {
      const reader = await forum.member('reader')
      expect((await page(threadId, '?page=unread', reader)).pagination.page).toBe(1)
      expect((await markRead(threadId, 30, reader).expect(200)).body).toEqual({ unread: 16 })
      const unread = await page(threadId, '?page=unread', reader)
      expect(unread.pagination.page).toBe(2)
      expect(unread.thread.viewer).toMatchObject({
        lastReadNumber: 30,
        firstUnreadNumber: 31,
        unreadCount: 16,
        isWatching: false,
      })
      expect((await markRead(threadId, 10, reader).expect(200)).body).toEqual({ unread: 16 })
      expect((await markRead(threadId, 999, reader).expect(200)).body).toEqual({ unread: 0 })
      expect((await page(threadId, '?page=unread', reader)).pagination.page).toBe(3)
      // Later posts are unread, whatever number the client claimed.
      await forum.as(laowang).reply(threadId, '四十七楼')
      const { thread } = await page(threadId, '', reader)
      expect(thread.viewer).toMatchObject({ unreadCount: 1, firstUnreadNumber: 47 })
      for (const number of [0, -1, 1.5, '3', undefined]) {
        await forum.request
          .post(`/api/threads/${threadId}/read`)
          .set(reader.headers)
          .send({ number })
          .expect(400)
      }
    })
  })

  it('lists posts above a number', async () => {
    const past = await pastThread(forum, {
      boardId: 4,
      authorId: xiaoli.id,
      startedAt: daysAgo(1),
      replies: 25,
    })
    await forum.api.load.save([past])
    const posts = async (query: string) =>
      (await get(`/posts?threadId=${past.threadId}${query}`)) as { posts: Post[]; pagination: Pagination }
    expect(numbers(await posts(''))).toEqual(range(2, 21))
    const above = await posts('&afterNumber=20&limit=4')
    expect(numbers(above)).toEqual(range(21, 24))
    expect(above.pagination).toMatchObject({ total: 6, totalPages: 2 })
    expect(numbers(await posts('&afterNumber=20&limit=4&page=2'))).toEqual([25, 26])
    expect((await posts('&afterNumber=26')).posts).toEqual([])
    await forum.request.get('/api/posts').expect(400)
    await forum.as().refused('NOT_FOUND', 'listPosts', { threadId: 9999999 })
  })

  it('counts one view of a thread per hour and reader', async () => {
    const thread = await forum.thread(xiaoli, 3)
    const views = async () => {
      await forum.api.flushViews()
      return (await forum.api.db.threads.findOne({ _id: thread.id }))?.viewCount
    }
    for (const by of [laowang, laowang, xiaoli, undefined, undefined]) await page(thread.id, '', by)
    expect(await views()).toBe(3)
    forum.clock.advance(59 * MINUTE_MS)
    await page(thread.id, '', laowang)
    forum.clock.advance(2 * MINUTE_MS)
    await page(thread.id, '', laowang)
    expect(await views()).toBe(4)
    // A page that is read ahead may never be opened.
    await forum.request
      .get(`/api/threads/${thread.id}`)
      .set(banzhu.headers)
      .set('Purpose', 'prefetch')
      .expect(200)
    expect(await views()).toBe(4)
    // No seq covers the views, so a cached page may be older by half a minute.
    forum.clock.advance(MINUTE_MS)
    const { thread: seen } = await page(thread.id, '')
    expect(seen).toMatchObject({ viewCount: 4, view_count: 4, seq: 1 })
  })

  it('edits title and opening post as two changes of the thread', async () => {
    const thread = await forum.thread(xiaoli, 3)
    const edit = (by: TestMember, body: object) =>
      forum.request.put(`/api/threads/${thread.id}`).set(by.headers).send(body)
    await edit(laowang, { title: '不行' }).expect(403)
    const { body } = await edit(xiaoli, { title: '新题', content: '新文', version: 1 }).expect(200)
    expect(body.thread).toMatchObject({
      title: '新题',
      content: '新文',
      seq: 3,
      isEdited: true,
      openingPost: { version: 2, content: '新文' },
    })
    expect((await edit(xiaoli, { content: '旧文', version: 1 }).expect(409)).body.code).toBe('CONFLICT')
    expect((await edit(xiaoli, { title: '旧题', version: 1 }).expect(409)).body.code).toBe('CONFLICT')
    expect((await edit(banzhu, { title: '版主改题' }).expect(200)).body.thread.title).toBe('版主改题')
    expect((await list('?boardId=3&limit=100')).threads.find(({ id }) => id === thread.id)?.content).toBe(
      '新文',
    )
  })

  it('shows a deleted thread to moderators only, and an unknown one to no one', async () => {
    const thread = await forum.thread(xiaoli, 3, '已删除')
    // As its event would: the seq reveals that a cached copy of the thread is outdated.
    await forum.api.db.threads.updateOne({ _id: thread.id }, { $set: { isDeleted: true }, $inc: { seq: 1 } })
    const paths = (id: number) => [
      `/api/threads/${id}`,
      `/api/threads/${id}/changes?since=0`,
      `/api/posts?threadId=${id}`,
    ]
    for (const path of [...paths(thread.id), `/api/posts/${thread.openingPostId}`, ...paths(9_999_999)]) {
      const { body } = await forum.request.get(path).set(xiaoli.headers).expect(404)
      expect(body.code).toBe('NOT_FOUND')
    }
    for (const path of paths(thread.id)) await forum.request.get(path).set(banzhu.headers).expect(200)
    for (const id of [thread.id, 9_999_999]) {
      await markRead(id, 1, xiaoli).expect(404)
      await pin(id, xiaoli).expect(404)
      await forum.as(xiaoli).refused('NOT_FOUND', 'createPost', { threadId: id, content: '还在吗' })
      await forum.as(xiaoli).refused('NOT_FOUND', 'updateThread', { threadId: id, title: '改' })
    }
    await forum.as(xiaoli).refused('NOT_FOUND', 'updatePost', { postId: thread.openingPostId, content: '改' })
    expect(titles(await boardPage(3, '?limit=100'))).not.toContain('已删除')
    expect(titles(await list('?limit=100'))).not.toContain('已删除')
  })
})
