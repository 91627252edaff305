import { prepareDatabase } from '@forum/http-api'
import type { LogEntry, Nearby, PostHit, SynonymTable, ThreadHit } from '@forum/shared/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPeopledForum, type TestMember } from '../fixtures/forum'

interface Found {
  threads: ThreadHit[]
  posts: PostHit[]
  nearby: Nearby | null
}

let of: Awaited<ReturnType<typeof startPeopledForum>>
beforeAll(async () => {
  of = await startPeopledForum()
  // Without others, every word is as common as any.
  for (const title of [
    '周末打球',
    '二手书桌',
    '火锅店打卡',
    '滑雪装备',
    '追剧推荐',
    '种菜日记',
    '猫咪绝育',
    '健身卡',
  ])
    await startThread(of.laowang, title, '随便聊聊，有空的来')
})
afterAll(() => of.forum.stop())

async function search(
  q: string,
  { kind = '', as, ...filters }: { kind?: string; as?: TestMember } & Record<string, unknown> = {},
): Promise<Found> {
  const request = of.forum.request.get(`/api/search${kind}`).query({ q, ...filters })
  return (await (as ? request.set(as.headers) : request).expect(200)).body as Found
}
const nearThreads = async (q: string, options: Parameters<typeof search>[1] = {}) =>
  (await search(q, options)).nearby?.threads.map(({ id }) => id) ?? null

async function startThread(by: TestMember, title: string, content: string, boardId = 3): Promise<number> {
  const { body } = await of.forum.request
    .post('/api/threads')
    .set(by.headers)
    .send({ title, content, boardId })
    .expect(201)
  return (body as { thread: { id: number } }).thread.id
}

async function reply(by: TestMember, threadId: number, content: string): Promise<number> {
  const { body } = await of.forum.request
    .post('/api/posts')
    .set(by.headers)
    .send({ threadId, content })
    .expect(201)
  return (body as { post: { id: number } }).post.id
}

describe('what is near a search', () => {
  it('is found by the words of a question, in any order and among others', async () => {
    const id = await startThread(of.xiaoli, 'H1B 今年又没抽中，有什么出路', '公司律师刚发的邮件')
    const { threads, nearby } = await search('没抽中H1B怎么办')
    expect([threads, nearby?.threads[0]?.id]).toEqual([[], id])
    expect(nearby?.threads[0]).toMatchObject({ highlights: ['H1B', '没抽中'], snippet: '公司律师刚发的邮件' })
  })

  it('is found by a synonym, by pinyin, and in spite of one typing error', async () => {
    const id = await startThread(of.xiaoli, '南湾合租找室友 Sunnyvale', '主卧带卫生间')
    expect((await nearThreads('租房 南湾'))?.[0]).toBe(id)
    expect((await nearThreads('nanwan hezu'))?.[0]).toBe(id)
    expect((await nearThreads('Sunyvale有房吗'))?.[0]).toBe(id)
  })

  it('is a reply too, behind none of the exact results', async () => {
    const threadId = await startThread(of.xiaoli, '看牙', '求推荐')
    const exact = await reply(of.laowang, threadId, '拔智齿去牙学院')
    const near = await reply(of.laowang, threadId, '智齿是在牙学院拔的，便宜')
    const { posts, nearby } = await search('拔智齿', { kind: '/posts' })
    expect(posts.map(({ id }) => id)).toEqual([exact])
    expect(nearby?.posts.map(({ id }) => id)).toEqual([near])
    expect(nearby?.threads).toEqual([])
  })

  it('is null where three are found, and on a later page', async () => {
    for (let i = 0; i < 3; i += 1) await startThread(of.xiaoli, `海关抽查 ${i}`, '带了月饼')
    const { threads, nearby } = await search('海关抽查', { kind: '/threads' })
    expect([threads.length, nearby]).toEqual([3, null])
    expect((await search('海关', { author: 'laowang88' })).nearby).not.toBeNull()
    expect((await search('没有这种东西', { kind: '/threads', page: 2 })).nearby).toBeNull()
  })

  it('is nothing for a text that only asks', async () => {
    expect(await nearThreads('请问大家怎么办呢')).toEqual([])
    expect(await nearThreads('？！')).toEqual([])
    expect(await nearThreads('租房', { author: 'nobody' })).toEqual([])
  })

  it('has nothing that is deleted, renamed or edited away', async () => {
    const deleted = await startThread(of.xiaoli, '绿卡体检疫苗记录', '没有了')
    const edited = await startThread(of.xiaoli, '体检的疫苗记录', '绿卡体检要的疫苗')
    const ids = () => nearThreads('疫苗记录丢了绿卡体检')
    expect(new Set(await ids())).toEqual(new Set([deleted, edited]))
    await of.forum.request.delete(`/api/threads/${deleted}`).set(of.banzhu.headers).expect(204)
    expect(await ids()).toEqual([edited])
    const changes = { title: '别的事情', content: '不说了' }
    await of.forum.request.put(`/api/threads/${edited}`).set(of.xiaoli.headers).send(changes).expect(200)
    expect(await ids()).toEqual([])
  })

  it('respects the filters of the search', async () => {
    const id = await startThread(of.xiaoli, '车祸理赔对方全责', '保险只赔一半')
    const query = '对方全责的车祸'
    expect(await nearThreads(query)).toEqual([id])
    expect(await nearThreads(query, { boardId: 3, author: 'xiaoli', from: '2020-01-01' })).toEqual([id])
    for (const filter of [{ boardId: 42 }, { author: 'laowang88' }, { to: '2020-01-01' }])
      expect(await nearThreads(query, filter)).toEqual([])
  })

  it('has no threads and posts of those whom the reader has blocked', async () => {
    const id = await startThread(of.laowang, '托运行李延误航班赔偿', '箱子晚到三天')
    await reply(of.laowang, id, '赔偿行李的航班真慢')
    const query = '航班托运行李赔偿'
    const found = async () => (await search(query, { as: of.xiaoli })).nearby
    expect((await found())?.threads.map((thread) => thread.id)).toEqual([id])
    expect((await found())?.posts).toHaveLength(1)
    const block = (isBlocked: boolean) =>
      of.forum.request
        .put(`/api/users/${of.laowang.id}/block`)
        .set(of.xiaoli.headers)
        .send({ blocked: isBlocked })
        .expect(200)
    await block(true)
    expect(await found()).toEqual({ threads: [], posts: [] })
    await block(false)
    expect((await found())?.threads.map((thread) => thread.id)).toEqual([id])
  })
})

const titles = ({ threads }: { threads: { title: string }[] }) => threads.map(({ title }) => title)
async function getThreads(path: string, as?: TestMember) {
  const request = of.forum.request.get(`/api/threads${path}`)
  return titles((await (as ? request.set(as.headers) : request).expect(200)).body as Found)
}

describe('threads that are similar to a title', () => {
  const similar = (title: string) => getThreads(`/similar?title=${encodeURIComponent(title)}`)

  it('are about the same, whatever words they use, the best first and at most five', async () => {
    await startThread(of.xiaoli, 'Ｈ1B 转绿卡', '律师说要等排期')
    const deleted = await startThread(of.xiaoli, 'H1B 转绿卡（已删除）', '律师')
    await startThread(of.xiaoli, '工签 换雇主', '要不要律师')
    await of.forum.request.delete(`/api/threads/${deleted}`).set(of.banzhu.headers).expect(204)
    const found = await similar('h1b 怎么转绿卡')
    expect(found[0]).toBe('Ｈ1B 转绿卡')
    expect(found).not.toContain('H1B 转绿卡（已删除）')
    expect((await similar('H1B'))[0]).toMatch(/[HＨ]1B/)
    expect(await similar('H1B')).toContain('工签 换雇主')
    expect(await similar('没有人这样问过')).toEqual([])
    for (let i = 0; i < 6; i += 1) await startThread(of.xiaoli, `丰田花冠 ${i}`, '求推荐')
    expect(await similar('丰田花冠')).toHaveLength(5)
  })

  it('are refused for a title without text, or a long one', async () => {
    for (const title of ['', '%20', 'x'.repeat(101)])
      await of.forum.request.get(`/api/threads/similar?title=${title}`).expect(400)
  })
})

it('the index of titles, which nothing reads any more, is removed', async () => {
  const { threads, migrations } = of.forum.api.db
  await threads.createIndex({ isDeleted: 1, title: 1 }, { collation: { locale: 'en', strength: 2 } })
  await migrations.deleteOne({ _id: 55 })
  await prepareDatabase(of.forum.uri, of.forum.clock, () => undefined)
  expect((await threads.indexes()).map(({ name }) => name)).not.toContain('isDeleted_1_title_1')
})

describe('threads that are related to a thread', () => {
  it('are others about the same, and follow what becomes of it and of them', async () => {
    const about = await startThread(of.xiaoli, '驾照路考挂了两次', '停车没有看后面')
    const other = await startThread(of.laowang, '路考又挂了，求经验', '考官很严')
    const third = await startThread(of.xiaoli, '驾照笔试题库', '中文的')
    const related = () => getThreads(`/${about}/related`)
    expect(new Set(await related())).toEqual(new Set(['路考又挂了，求经验', '驾照笔试题库']))
    const rename = (id: number, title: string, as: TestMember) =>
      of.forum.request.put(`/api/threads/${id}`).set(as.headers).send({ title }).expect(200)
    await of.forum.request.delete(`/api/threads/${third}`).set(of.banzhu.headers).expect(204)
    expect(await related()).toEqual(['路考又挂了，求经验'])
    await rename(other, '别的事情', of.laowang)
    expect(await related()).toEqual([])
    await rename(other, '路考又挂了，求经验', of.laowang)
    // Others are looked for again after a while.
    of.forum.clock.advance(10 * 60_000)
    expect(await related()).toEqual(['路考又挂了，求经验'])
    await rename(about, '滑雪板怎么选', of.xiaoli)
    expect(await related()).not.toContain('路考又挂了，求经验')
  })

  it('are none of a member whom the reader has blocked, nor of a thread that does not exist', async () => {
    const about = await startThread(of.xiaoli, '猫咪回国抽血', '提前多久')
    await startThread(of.laowang, '带猫咪回国的经历', '抽血等了一个月')
    const related = (as: TestMember) => getThreads(`/${about}/related`, as)
    expect(await related(of.xiaoli)).toEqual(['带猫咪回国的经历', '猫咪绝育'])
    const block = (isBlocked: boolean) =>
      of.forum.request
        .put(`/api/users/${of.laowang.id}/block`)
        .set(of.xiaoli.headers)
        .send({ blocked: isBlocked })
        .expect(200)
    await block(true)
    expect(await related(of.xiaoli)).toEqual([])
    expect(await related(of.banzhu)).toContain('带猫咪回国的经历')
    await block(false)
    await of.forum.request.get('/api/threads/999999/related').expect(404)
  })
})

describe('the table of synonyms', () => {
  const path = '/api/admin/search/synonyms'

  it('is what admins make of it, is logged, and returns to its default', async () => {
    const admin = await of.forum.member('zongguan', 'admin')
    const get = async () =>
      (await of.forum.request.get(path).set(admin.headers).expect(200)).body as SynonymTable
    const put = (body: object) => of.forum.request.put(path).set(admin.headers).send(body)
    const id = await startThread(of.xiaoli, '薅羊毛攻略', '开卡送现金')
    expect(await nearThreads('撸卡')).toEqual([])
    const first = await get()
    expect([first.isDefault, first.revision]).toEqual([true, 0])
    expect(first.synonyms).toContainEqual(expect.arrayContaining(['没抽中', '落签']))
    const synonyms = [...first.synonyms, ['撸卡', '薅羊毛']]
    const { body } = await put({ synonyms, revision: 0 }).expect(200)
    expect(body).toEqual({ synonyms, isDefault: false, revision: 1 })
    expect(await nearThreads('撸卡')).toEqual([id])
    await put({ synonyms: [], revision: 0 }).expect(409)
    const log = await of.forum.request
      .get('/api/moderation/log?action=set_settings')
      .set(admin.headers)
      .expect(200)
    const [entry] = (log.body as { entries: LogEntry[] }).entries
    expect(entry).toMatchObject({
      changes: [{ field: 'synonyms', before: null, after: '撸卡~薅羊毛' }],
    })
    await put({ synonyms: null }).expect(200)
    expect([await get(), await nearThreads('撸卡')]).toEqual([{ ...first, revision: 2 }, []])
  })

  it('refuses rows that are too short or have no words, with the field', async () => {
    const admin = await of.forum.member('zongguan2', 'admin')
    for (const [synonyms, field] of [
      [[['一个']], 'synonyms.0'],
      [[['一个', ' ']], 'synonyms.0.1'],
      [[['一个', '词'.repeat(31)]], 'synonyms.0.1'],
      ['一个', 'synonyms'],
    ] as const) {
      const { body } = await of.forum.request.put(path).set(admin.headers).send({ synonyms }).expect(400)
      expect((body as { errors: { field: string }[] }).errors.map((error) => error.field)).toEqual([field])
    }
  })
})
