import { prepareDatabase } from '@forum/http-api'
import { DAY_MS } from '@forum/shared/clock'
import type { Post, Thread } from '@forum/shared/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
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
    const body = await forum.as(by).call('listUnreadBoards')
    return body.boardIds.toSorted((a, b) => a - b)
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
    // Posts from before a member joined are not unread.
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
    await forum.as(laowang).call('deleteThread', { threadId: other.id })
    await forum.as().refused('UNAUTHENTICATED', 'listUnreadBoards')
  })

  describe('count posts that are not deleted', () => {
    const BOARD = 44
    let reader: TestMember
    let moderator: TestMember
    let thread: Thread
    let readers = 0

    beforeAll(async () => {
      moderator = await forum.member('guanli', 'moderator')
    })
    beforeEach(async () => {
      reader = await forum.member(`huoren${++readers}`)
      thread = await forum.thread(laowang, BOARD, '有人删帖')
      await send('post', '/threads/read', reader, {})
      await read(1)
    })

    const read = async (number: number) => {
      const path = `/api/threads/${thread.id}/read`
      const { body } = await forum.request.post(path).set(reader.headers).send({ number }).expect(200)
      return (body as { unread: number }).unread
    }
    const reply = async (by: TestMember, quotedPostId?: number) => {
      const body = await forum
        .as(by)
        .call('createPost', { threadId: thread.id, content: '顶', ...(quotedPostId ? { quotedPostId } : {}) })
      return (body as { post: Post }).post
    }
    const remove = ({ id }: Post) => forum.as(moderator).call('deletePost', { postId: id })
    /** Returns the unread state, which must be the same on the thread and in every list. */
    const unread = async () => {
      const get = async (path: string) => {
        const { body } = await forum.request.get(`/api${path}`).set(reader.headers).expect(200)
        return body as { thread: Thread; threads: Thread[]; pagination: { page: number } }
      }
      const { viewer } = (await get(`/threads/${thread.id}`)).thread
      const lists = [`/threads?boardId=${BOARD}`, `/threads?boardId=${BOARD}&sortBy=createdAt`]
      for (const path of lists) {
        const row = (await get(path)).threads.find(({ id }) => id === thread.id)
        expect([path, row?.viewer]).toEqual([path, viewer])
      }
      const { unreadCount = 0, firstUnreadNumber = null } = viewer ?? {}
      const { threads } = await get(`/threads?unread=true&boardId=${BOARD}`)
      expect(threads.map(({ id }) => id)).toEqual(unreadCount > 0 ? [thread.id] : [])
      expect(await unreadOf(reader)).toEqual(unreadCount > 0 ? [BOARD] : [])
      const { pagination } = await get(`/threads/${thread.id}?page=unread&limit=1`)
      return { unreadCount, firstUnreadNumber, page: pagination.page }
    }

    it('so that a deleted last reply is unread nowhere, until it is restored', async () => {
      const second = await reply(laowang)
      const third = await reply(laowang)
      await remove(third)
      expect(await unread()).toEqual({ unreadCount: 1, firstUnreadNumber: 2, page: 1 })
      expect(await read(2)).toBe(0)
      expect(await unread()).toEqual({ unreadCount: 0, firstUnreadNumber: null, page: 1 })
      await send('post', `/posts/${third.id}/restore`, moderator, {})
      expect(await unread()).toEqual({ unreadCount: 1, firstUnreadNumber: 3, page: 2 })
      await remove(third)
      await remove(second)
      expect(await unread()).toEqual({ unreadCount: 0, firstUnreadNumber: null, page: 1 })
    })

    it('so that the first unread post is one that is there', async () => {
      const [second, third, fourth] = [await reply(laowang), await reply(laowang), await reply(laowang)]
      await remove(second)
      expect(await unread()).toEqual({ unreadCount: 2, firstUnreadNumber: 3, page: 2 })
      await remove(third)
      expect(await unread()).toEqual({ unreadCount: 1, firstUnreadNumber: 4, page: 3 })
      await reply(laowang, fourth.id)
      expect(await read(4)).toBe(1)
    })

    it('so that the own reply after a deleted one is read', async () => {
      await remove(await reply(laowang))
      await reply(reader)
      expect(await unread()).toMatchObject({ unreadCount: 0, firstUnreadNumber: null })
    })

    it('within an index, for all threads of a list together', async () => {
      for (const first of [thread, await forum.thread(laowang, BOARD, '另一个')]) {
        thread = first
        await read(1)
        await reply(laowang)
        await remove(await reply(laowang))
        await reply(laowang)
      }
      const { posts } = forum.api.db
      const aggregate = vi.spyOn(posts, 'aggregate')
      await forum.as(reader).call('listThreads', { boardId: BOARD })
      const [pipeline] = aggregate.mock.calls.at(-1) ?? []
      expect(aggregate).toHaveBeenCalledOnce()
      aggregate.mockRestore()
      const plan = JSON.stringify(await posts.aggregate(pipeline).explain())
      expect(plan).toContain('"stage":"OR"')
      expect(plan.slice(0, plan.indexOf('"rejectedPlans"'))).not.toMatch(/"stage":"(FETCH|COLLSCAN)"/)
    })

    it('also in threads that were stored without the number of their last post', async () => {
      await reply(laowang)
      await remove(await reply(laowang))
      const { db } = forum.api
      await db.threads.updateMany({}, { $unset: { lastPostNumber: 1 } })
      await db.migrations.deleteOne({ _id: 45 })
      await prepareDatabase(forum.uri, forum.clock, () => undefined)
      expect(await db.threads.findOne({ _id: thread.id })).toMatchObject({ lastNumber: 3, lastPostNumber: 2 })
      await db.threads.updateOne({ _id: thread.id }, { $set: { lastPostNumber: 3 } })
      await forum.api.scrub()
      expect(await db.threads.findOne({ _id: thread.id })).toMatchObject({ lastPostNumber: 2 })
    })
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
