import type { MemberHit, Pagination, PostHit, ThreadHit } from '@forum/shared/contract'
import { SEARCHES_AT_ONCE, SEARCHES_WAITING } from '@forum/http-api/limits'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startAnotherApi, startPeopledForum, type TestMember } from '../fixtures/forum'

interface Best {
  threads: ThreadHit[]
  posts: PostHit[]
  users: MemberHit[]
  totals: { threads: number; posts: number; users: number }
}

let of: Awaited<ReturnType<typeof startPeopledForum>>
beforeAll(async () => {
  of = await startPeopledForum()
})
afterAll(() => of.forum.stop())

async function get<T>(path: string, query: Record<string, string | number>): Promise<T> {
  const { body } = await of.forum.request.get(`/api/search${path}`).query(query).expect(200)
  return body as T
}
const best = (q: string, filters: Record<string, string | number> = {}) => get<Best>('', { q, ...filters })
const postIds = async (q: string, filters: Record<string, string | number> = {}) =>
  (await get<{ posts: PostHit[] }>('/posts', { q, ...filters })).posts.map(({ id }) => id)
const threadIds = async (q: string, filters: Record<string, string | number> = {}) =>
  (await get<{ threads: ThreadHit[] }>('/threads', { q, ...filters })).threads.map(({ id }) => id)

async function startThread(by: TestMember, title: string, content: string, boardId = 3): Promise<number> {
  const body = await of.forum.as(by).call('createThread', { title, content, boardId })
  return (body as { thread: { id: number } }).thread.id
}

async function reply(by: TestMember, threadId: number, content: string): Promise<number> {
  return (await of.forum.as(by).reply(threadId, content)).id
}

describe('a search for posts', () => {
  it('finds a post as soon as it is written, in either script', async () => {
    const threadId = await startThread(of.xiaoli, '移民局的新消息', '等了六年的綠卡終於到了')
    const postId = await reply(of.laowang, threadId, '恭喜！我的緑卡也快了')
    const { threads, posts, totals } = await best('绿卡')
    expect(threads.map(({ id }) => id)).toEqual([threadId])
    expect(posts.map(({ id }) => id)).toEqual([postId])
    expect(totals).toEqual({ threads: 1, posts: 1, users: 0 })
    expect(threads[0]).toMatchObject({ snippet: '等了六年的綠卡終於到了', highlights: ['綠卡'] })
    expect(posts[0]).toMatchObject({
      highlights: ['緑卡'],
      number: 2,
      thread: { id: threadId, title: '移民局的新消息', boardId: 3 },
    })
  })

  it('finds the present text of an edited post and nothing of a deleted one', async () => {
    const threadId = await startThread(of.xiaoli, '租房子', '求推荐')
    const postId = await reply(of.laowang, threadId, '法拉盛的地下室')
    expect(await postIds('地下室')).toEqual([postId])
    await of.forum.as(of.laowang).call('updatePost', { postId, content: '法拉盛的阁楼' })
    expect(await postIds('地下室')).toEqual([])
    expect(await postIds('阁楼')).toEqual([postId])
    await of.forum.as(of.laowang).call('deletePost', { postId })
    expect(await postIds('阁楼')).toEqual([])
    await of.forum.as(of.banzhu).call('restorePost', { postId })
    expect(await postIds('阁楼')).toEqual([postId])
  })

  it('finds the present text when an older change enters the feed after a newer one', async () => {
    const { searchFeed } = of.forum.api.db
    const threadId = await startThread(of.xiaoli, '暖气', '哪家便宜')
    const postId = await reply(of.laowang, threadId, '先用油汀')
    await of.forum.as(of.laowang).call('updatePost', { postId, content: '后来用壁炉' })
    await of.forum.settle()
    expect(await postIds('壁炉')).toEqual([postId])
    const [older] = await searchFeed.find({ postId }).sort({ _id: 1 }).toArray()
    const [last] = await searchFeed.find().sort({ _id: -1 }).limit(1).toArray()
    await searchFeed.insertOne({ ...older!, _id: last!._id + 1 })
    await startThread(of.xiaoli, '别的', '另一条消息，让索引继续读下去')
    expect([await postIds('油汀'), await postIds('壁炉')]).toEqual([[], [postId]])
  })

  it('finds what another process has written since the same search', async () => {
    const other = await startAnotherApi(of.forum.uri)
    const threadId = await startThread(of.xiaoli, '报税', '国税局的退税')
    const search = async () => [await postIds('退税支票'), await postIds('退税支票')]
    expect(await search()).toEqual([[], []])
    const body = await other.as(of.laowang).call('createPost', { threadId, content: '我的退税支票到了' })
    const { id } = (body as { post: { id: number } }).post
    expect(await search()).toEqual([[id], [id]])
    await other.as(of.laowang).call('deletePost', { postId: id })
    expect(await search()).toEqual([[], []])
    await other.stop()
  })

  it('finds neither markup nor the quotes of others nor hidden text', async () => {
    const threadId = await startThread(of.xiaoli, '看电影', '最近有什么好看的')
    const postId = await reply(
      of.laowang,
      threadId,
      '[quote="xiaoli"]引用的原话[/quote]\n[b]推荐[/b]一部[spoiler]凶手是管家[/spoiler][img]https://a.com/tupian.png[/img]',
    )
    for (const q of ['引用的原话', 'spoiler', '凶手', '图片', 'tupian', 'xiaoli']) {
      expect(await postIds(q), q).toEqual([])
    }
    expect(await postIds('推荐一部')).toEqual([postId])
  })

  it('follows a thread that is renamed, moved, deleted and restored', async () => {
    const threadId = await startThread(of.xiaoli, '旧标题猕猴桃', '水果', 3)
    const postId = await reply(of.laowang, threadId, '猕猴桃好吃')
    const act = (method: 'put' | 'post' | 'delete', path: string, body: object = {}) =>
      of.forum.request[method](`/api/threads/${threadId}${path}`).set(of.banzhu.headers).send(body)
    await act('put', '', { title: '新标题火龙果' }).expect(200)
    expect(await threadIds('旧标题')).toEqual([])
    expect(await threadIds('火龙果')).toEqual([threadId])
    await act('post', '/move', { boardId: 42 }).expect(200)
    expect(await postIds('猕猴桃', { boardId: 3 })).toEqual([])
    expect(await postIds('猕猴桃', { boardId: 42 })).toEqual([postId])
    await act('delete', '').expect(204)
    expect(await best('猕猴桃')).toMatchObject({ threads: [], posts: [], totals: { threads: 0, posts: 0 } })
    await act('post', '/restore').expect(200)
    expect(await postIds('猕猴桃')).toEqual([postId])
  })

  it('filters by board with its sub-boards, author and days', async () => {
    const threadId = await startThread(of.xiaoli, '过滤', '石榴', 42)
    const one = await reply(of.laowang, threadId, '石榴一号')
    const other = await reply(of.xiaoli, threadId, '石榴二号')
    const parent = (await of.forum.api.db.boards.findOne({ _id: 42 }))?.parentId ?? 0
    expect(await postIds('石榴', { boardId: parent })).toHaveLength(2)
    expect(await postIds('石榴', { boardId: 999_999 })).toEqual([])
    expect(await postIds('石榴', { author: 'LaoWang88' })).toEqual([one])
    expect(await postIds('石榴', { author: 'nobody1' })).toEqual([])
    await of.forum.api.db.posts.updateOne(
      { _id: other },
      { $set: { createdAt: new Date('2024-03-10T04:30:00Z') } },
    )
    await of.forum.as(of.xiaoli).call('updatePost', { postId: other, content: '石榴三号' })
    // 23:30 of the day before in New York, where the site is.
    expect(await postIds('石榴', { from: '2024-03-09', to: '2024-03-09' })).toEqual([other])
    expect(await postIds('石榴', { from: '2024-03-10' })).toEqual([one])
    expect(await postIds('石榴', { to: '2024-03-10T04:30:00Z' })).toEqual([])
    expect(await postIds('石榴', { sortBy: 'newest' })).toEqual([one, other])
  })

  it('serves pages with a true total', async () => {
    const threadId = await startThread(of.xiaoli, '分页', '山竹')
    for (let i = 0; i < 5; i += 1) await reply(of.banzhu, threadId, `山竹第${i}个`)
    const page = (number: number) =>
      get<{ posts: PostHit[]; pagination: Pagination }>('/posts', { q: '山竹', page: number, limit: 2 })
    const pages = [await page(1), await page(2), await page(3), await page(4)]
    expect(pages.map(({ posts }) => posts.length)).toEqual([2, 2, 1, 0])
    expect(new Set(pages.flatMap(({ posts }) => posts.map(({ id }) => id))).size).toBe(5)
    expect(pages[0]?.pagination).toMatchObject({ total: 5, totalPages: 3, hasNext: true })
  })

  it('ranks a title above a text, and a phrase above its words', async () => {
    const title = await startThread(of.xiaoli, '榴莲千层', '蛋糕')
    const words = await startThread(of.xiaoli, '千层饼与榴莲', '小吃')
    const phrase = await startThread(of.xiaoli, '甜品', '榴莲千层最好吃')
    const apart = await startThread(of.xiaoli, '闲聊', '榴莲很臭，千层面不错')
    expect(await threadIds('榴莲 千层')).toEqual([title, words, phrase, apart])
    expect(await threadIds('"榴莲千层"')).toEqual([title, phrase])
  })
})

it('finds old titles and phrases among more hits than are counted', async () => {
  const sizes = { countMax: 3, flushEntries: 4, readAtOnce: 4 }
  const { forum, xiaoli } = await startPeopledForum({ searchSizes: sizes })
  const start = async (title: string, content: string) => {
    const thread = { title, content, boardId: 3 }
    const body = await forum.as(xiaoli).call('createThread', thread)
    return (body as { thread: { id: number } }).thread.id
  }
  const titled = await start('鳄梨奶昔', '怎么做')
  const words = await start('奶昔和鳄梨', '怎么做')
  const phrase = await start('早餐', '来一杯鳄梨奶昔')
  for (let i = 0; i < 8; i += 1) await start(`闲聊${i}`, '奶昔里加鳄梨')
  const best = async (q: string) => {
    const { threads, pagination } = await forum.as().call('searchThreads', { q })
    expect(pagination.total).toBe(3)
    return threads.map(({ id }) => id)
  }
  const compare = async () => {
    expect((await best('鳄梨 奶昔')).slice(0, 3)).toEqual([titled, words, phrase])
    expect((await best('鳄梨')).slice(0, 2)).toEqual([words, titled])
  }
  await compare()
  await forum.settle()
  await forum.api.search.maintain()
  await compare()
  await forum.stop()
})

it('reads the log only after a change or a while, where no other process writes', async () => {
  let logReads = 0
  const monitor = (name: string, command: object) => {
    if (name === 'aggregate' && 'aggregate' in command && command.aggregate === 'threadEvents') logReads += 1
  }
  const { forum, laowang } = await startPeopledForum({ isOnlyWriter: true, monitor })
  forum.clock.stop()
  const thread = await forum.thread(laowang)
  const found = async (q: string) => {
    const body = await forum.as().call('searchPosts', { q })
    return (body as { posts: PostHit[] }).posts.map(({ id }) => id)
  }
  const { post } = await forum.as(laowang).call('createPost', { threadId: thread.id, content: '山竹上市了' })
  expect(await found('山竹')).toEqual([post.id])
  logReads = 0
  expect(await found('山竹')).toEqual([post.id])
  expect(await found('上市')).toEqual([post.id])
  expect(logReads).toBe(0)
  await forum
    .as(laowang)
    .call('updatePost', { postId: post.id, content: '红毛丹上市了', version: post.version })
  expect(await found('山竹')).toEqual([])
  expect(await found('红毛丹')).toEqual([post.id])
  await forum.as(laowang).call('deletePost', { postId: post.id })
  expect(await found('红毛丹')).toEqual([])
  logReads = 0
  forum.clock.advance(1_000)
  expect(await found('红毛丹')).toEqual([])
  expect(logReads).toBe(1)
  await forum.stop()
})

it('answers more queries at once than it keeps the hits of', async () => {
  const threadId = await startThread(of.xiaoli, '很多查询', '波罗蜜')
  const id = await reply(of.xiaoli, threadId, '波罗蜜也叫菠萝蜜')
  const { search } = of.forum.api
  const asked = vi.spyOn(search, 'search')
  expect(await postIds('也叫菠萝蜜')).toEqual([id])
  const [request] = asked.mock.lastCall ?? []
  asked.mockRestore()
  // Each looks for posts from another time on, so that none shares the hits of another.
  const found = await Promise.all(
    Array.from({ length: 400 }, (_, from) =>
      search.search({ ...request!, isRepeated: true, filter: { from } }),
    ),
  )
  expect(found.map(({ posts }) => posts.total)).toEqual(found.map(() => 1))
})

it('never shows a post that is deleted while it is being searched for', async () => {
  const threadId = await startThread(of.xiaoli, '删除', '释迦果')
  const [kept, deleted] = [
    await reply(of.laowang, threadId, '释迦一'),
    await reply(of.laowang, threadId, '释迦二'),
  ]
  const { search } = of.forum.api
  const engine = search.search.bind(search)
  const spy = vi.spyOn(search, 'search').mockImplementationOnce(async (request) => {
    const found = await engine(request)
    await of.forum.as(of.laowang).call('deletePost', { postId: deleted })
    return found
  })
  expect(await postIds('释迦')).toEqual([kept])
  spy.mockRestore()
})

describe('a search for members', () => {
  const users = async (q: string) => (await get<{ users: MemberHit[] }>('/users', { q })).users

  it('finds usernames, display names, pinyin and initials, with the part that matched', async () => {
    const member = await of.forum.member('greencat88')
    await of.forum.as(member).call('updateProfile', { displayName: '等绿卡的猫' })
    for (const [q, highlights] of [
      ['GREEN', ['green']],
      ['绿卡', ['绿卡']],
      ['lvka', ['绿卡']],
      ['dlk', ['等绿卡']],
    ] as const) {
      expect(await users(q), q).toMatchObject([{ id: member.id, highlights }])
    }
    expect((await best('绿卡的猫')).totals.users).toBe(1)
  })

  it('leaves out banned members', async () => {
    const member = await of.forum.member('spammer99')
    expect(await users('spammer')).toHaveLength(1)
    await of.forum.as(of.banzhu).call('banUser', { userId: member.id, banned: true })
    expect(await users('spammer')).toEqual([])
  })
})

it('refuses a search while the database is away, before and after the index is loaded', async () => {
  for (const isLoaded of [false, true]) {
    const other = await startAnotherApi(of.forum.uri)
    if (isLoaded) await other.as().call('search', { q: 'opt' })
    await other.connection.close()
    const { body } = await other.request.get('/api/search?q=opt').expect(503)
    expect(body).toMatchObject({ code: 'UNAVAILABLE' })
    await other.stop()
  }
})

it('serves as many searches at once as it has places for, and refuses others', async () => {
  let release!: () => void
  const released = new Promise<void>((resolve) => (release = resolve))
  const { search } = of.forum.api
  const original = search.search.bind(search)
  const held = vi.spyOn(search, 'search').mockImplementation(async (request) => {
    await released
    return original(request)
  })
  const ask = async (i: number) => {
    const response = await of.forum.request.get('/api/search/posts').query({ q: `同时${i}` })
    if (response.status === 503) release()
    return [response.status, response.get('Retry-After')]
  }
  const statuses = await Promise.all(
    Array.from({ length: SEARCHES_AT_ONCE + SEARCHES_WAITING + 1 }, (_, i) => ask(i)),
  )
  held.mockRestore()
  expect(statuses.filter(([status]) => status === 200)).toHaveLength(SEARCHES_AT_ONCE + SEARCHES_WAITING)
  expect(statuses.filter(([status]) => status === 503)).toEqual([[503, '1']])
})

it('finds words and characters in long posts of characters that expand to many', async () => {
  const threadId = await startThread(of.xiaoli, '长文', '第一帖')
  const long = `${'\ufdfa'.repeat(5_000)}寻人启事${'㍿'.repeat(5_000)}`
  const postId = await reply(of.laowang, threadId, long)
  for (const q of ['寻人启事', '株式会社', '"会社株式会社"']) expect(await postIds(q)).toEqual([postId])
})

describe('a hostile query', () => {
  it.each([
    ['a regular expression', '.*(?:a+)+$'],
    ['an operator', '{"$where":"sleep(5000)"}'],
    ['only punctuation', '。，！？…—"“”'],
    ['combining marks', 'e\u0301'.repeat(60)],
    ['zalgo', `a${'\u0315\u0321\u0337'.repeat(60)}`],
    ['lone surrogates', '\ud83d\ude00\ud83d x'.slice(0, 3)],
    [
      'different characters',
      Array.from({ length: 200 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join(''),
    ],
    ['quotes', '"“"'.repeat(20)],
    ['words', 'a '.repeat(99)],
  ])('of %s gets an empty result', async (_what, q) => {
    expect(await best(q)).toMatchObject({ threads: [], posts: [] })
  })

  it.each([
    ['is missing', {}],
    ['is blank', { q: ' 　' }],
    ['is too long', { q: 'a'.repeat(10_000) }],
    [
      'has a thousand different characters',
      { q: Array.from({ length: 1_000 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join('') },
    ],
    ['has an invalid day', { q: '天', from: '2024-02-31' }],
    ['has an unknown order', { q: '天', sortBy: '$where' }],
  ])('that %s is refused', async (_what, query) => {
    const { body } = await of.forum.request.get('/api/search').query(query).expect(400)
    expect(body).toMatchObject({ code: 'VALIDATION_FAILED' })
  })

  it('given as an object is refused', async () => {
    await of.forum.request.get('/api/search?q[$ne]=1').expect(400)
  })

  it('that does not fit into a request is refused', async () => {
    await of.forum.request
      .get('/api/search')
      .query({ q: '长'.repeat(10_000) })
      .expect(431)
  })
})
