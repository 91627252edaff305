import { DAY_MS } from '@forum/shared/clock'
import type { Pagination, Thread, ThreadInList } from '@forum/shared/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPeopledForum, type TestForum, type TestMember } from '../fixtures/forum'

interface ThreadList {
  threads: ThreadInList[]
  pagination: Pagination
}

const BOARD = 41

describe('featured threads', () => {
  let forum: TestForum
  let xiaoli: TestMember
  let banzhu: TestMember

  beforeAll(async () => {
    ;({ forum, xiaoli, banzhu } = await startPeopledForum())
  })
  afterAll(() => forum.stop())

  const feature = async (threadId: number, featured = true) => {
    const call = forum.request.put(`/api/threads/${threadId}/feature`).set(banzhu.headers)
    const { body } = await call.send({ featured }).expect(200)
    await forum.settle()
    return (body as { thread: Thread }).thread
  }
  const featuredOf = async (query = '') => {
    const { body } = await forum.request.get(`/api/boards/${BOARD}?filter=featured${query}`).expect(200)
    return body as ThreadList
  }
  const titles = (of: ThreadList) => of.threads.map(({ title }) => title)

  it('lists the featured threads of a board in the order asked for, pinned or not', async () => {
    const [first, , third] = [
      await forum.thread(xiaoli, BOARD, '甲'),
      await forum.thread(xiaoli, BOARD, '乙'),
      await forum.thread(xiaoli, BOARD, '丙'),
    ]
    const elsewhere = await forum.thread(xiaoli, 43, '别处')
    expect(titles(await featuredOf())).toEqual([])
    await forum.request
      .put(`/api/threads/${first.id}/pin`)
      .set(banzhu.headers)
      .send({ pinned: true })
      .expect(200)
    expect(await feature(first.id)).toMatchObject({ isFeatured: true, isPinned: true })
    await feature(third.id)
    await feature(elsewhere.id)
    expect(titles(await featuredOf())).toEqual(['丙', '甲'])
    expect((await featuredOf('&limit=1&page=2')).pagination).toMatchObject({ total: 2, totalPages: 2 })
    expect(titles(await featuredOf('&limit=1&page=2'))).toEqual(['甲'])
    for (const sortBy of ['createdAt', 'lastPostAt', 'viewCount'])
      expect(titles(await featuredOf(`&sortBy=${sortBy}&sortOrder=ASC`))).toEqual(['甲', '丙'])
    await forum.as(xiaoli).reply(first.id, '顶')
    await forum.settle()
    expect(titles(await featuredOf('&sortBy=replyCount'))).toEqual(['甲', '丙'])
    expect(titles(await featuredOf())).toEqual(['甲', '丙'])
    await feature(third.id, false)
    await forum.as(banzhu).call('deleteThread', { threadId: first.id })
    await forum.settle()
    expect(titles(await featuredOf())).toEqual([])
  })

  it('lists the featured threads of all boards that a reader sees, the last featured of some days first', async () => {
    const listed = async (of = {}, as = xiaoli) => {
      const { threads } = await forum.as(as).call('listThreads', { featured: 'true', ...of })
      return threads.map(({ title }) => title).filter((title) => title.startsWith('新精华'))
    }
    const older = await forum.thread(xiaoli, BOARD, '新精华甲')
    const newer = await forum.thread(xiaoli, 43, '新精华乙')
    const plain = await forum.thread(xiaoli, BOARD, '新精华丙')
    await feature(newer.id)
    forum.clock.advance(DAY_MS)
    await feature(older.id)
    await feature(plain.id)
    await feature(plain.id, false)
    expect(await listed()).toEqual(['新精华甲', '新精华乙'])
    expect(await listed({ sortBy: 'createdAt', sortOrder: 'ASC' })).toEqual(['新精华甲', '新精华乙'])
    await forum.as(banzhu).call('setBoardLevel', { boardId: BOARD, level: 'hide' })
    expect(await listed({}, banzhu)).toEqual(['新精华乙'])
    forum.clock.advance(6.5 * DAY_MS)
    expect(await listed({ daysAgo: '7' })).toEqual(['新精华甲'])
    await forum.as(xiaoli).call('watchThread', { threadId: newer.id, watched: true })
    expect(await listed({ watched: 'true', sortBy: 'createdAt' })).toEqual(['新精华乙', '新精华甲'])
  })

  it('publishes the mark to the thread and to its lists once per change', async () => {
    const thread = await forum.thread(xiaoli, BOARD, '要加精')
    await forum.settle()
    forum.bus.sent.length = 0
    await feature(thread.id)
    await feature(thread.id)
    const published = forum.bus.sent
      .filter(({ message: { name } }) => name === 'thread:updated' || name === 'thread:bumped')
      .map(({ channel, message }) => [channel, 'changes' in message && message.changes])
    expect(published).toEqual([
      [`forum:thread:${thread.id}`, { isFeatured: true }],
      [`forum:board:${BOARD}`, { isFeatured: true }],
      ['forum:home', { isFeatured: true }],
    ])
  })

  it('notifies the author of the mark', async () => {
    const thread = await forum.thread(xiaoli, BOARD, '值得一读')
    await feature(thread.id)
    const body = await forum.as(xiaoli).call('listNotifications')
    const texts = (body as { notifications: { text: string }[] }).notifications.map(({ text }) => text)
    expect(texts).toContain('你的主题《值得一读》被设为精华')
  })
})
