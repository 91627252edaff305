import { DAY_MS } from '@forum/shared/clock'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPeopledForum, type TestForum, type TestMember } from '../fixtures/forum'
import { pastThread } from '../fixtures/histories'

describe('the boards with unread threads', () => {
  let forum: TestForum
  let xiaoli: TestMember
  let laowang: TestMember

  beforeAll(async () => {
    ;({ forum, xiaoli, laowang } = await startPeopledForum())
  })
  afterAll(() => forum.stop())

  const unreadOf = async (by: TestMember) => {
    await forum.settle()
    const { body } = await forum.request.get('/api/boards/unread').set(by.headers).expect(200)
    return (body as { boardIds: number[] }).boardIds.toSorted((a, b) => a - b)
  }
  const send = async (verb: 'post' | 'put', path: string, by: TestMember, body: object) => {
    const response = await forum.request[verb](`/api${path}`).set(by.headers).send(body)
    expect(response.status).toBeLessThan(300)
  }

  it('are those of threads that the account has not read, wherever it reads', async () => {
    const started = forum.clock.now()
    await forum.api.load.save([
      await pastThread(forum, { boardId: 41, authorId: xiaoli.id, startedAt: new Date(+started - DAY_MS) }),
    ])
    const newcomer = await forum.member('xinren')
    // What was written before one joined is no news.
    expect(await unreadOf(newcomer)).toEqual([])
    forum.clock.advance(1_000)
    const thread = await forum.thread(xiaoli, 42, '新的主题')
    const other = await forum.thread(laowang, 43, '另一个')
    expect(await unreadOf(newcomer)).toEqual([42, 43])
    expect(await unreadOf(xiaoli)).toEqual([43])
    await send('post', `/threads/${thread.id}/read`, newcomer, { number: 1 })
    expect(await unreadOf(newcomer)).toEqual([43])
    await send('post', '/posts', laowang, { threadId: thread.id, content: '顶' })
    expect(await unreadOf(newcomer)).toEqual([42, 43])
    await send('put', `/users/${xiaoli.id}/block`, newcomer, { blocked: true })
    expect(await unreadOf(newcomer)).toEqual([43])
    await send('post', '/threads/read', newcomer, { boardId: 43 })
    expect(await unreadOf(newcomer)).toEqual([])
    await forum.request.delete(`/api/threads/${other.id}`).set(laowang.headers).expect(204)
    await forum.request.get('/api/boards/unread').expect(401)
  })

  it('lose their never opened threads after 30 days, but not those that were begun', async () => {
    const reader = await forum.member('duzhe')
    const begun = await forum.thread(xiaoli, 12, '读过的主题')
    await forum.thread(xiaoli, 13, '没打开的主题')
    await send('post', `/threads/${begun.id}/read`, reader, { number: 1 })
    await send('post', '/posts', laowang, { threadId: begun.id, content: '顶' })
    expect(await unreadOf(reader)).toEqual([12, 13])
    forum.clock.advance(29 * DAY_MS)
    const again = await forum.request
      .post('/api/auth/login')
      .send({ username: 'duzhe', password: 'Correct#Horse9' })
    const later = {
      ...reader,
      headers: { Authorization: `Bearer ${(again.body as { token: string }).token}` },
    }
    expect(await unreadOf(later)).toEqual([12, 13])
    forum.clock.advance(2 * DAY_MS)
    expect(await unreadOf(later)).toEqual([12])
  })
})
