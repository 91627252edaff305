import { randomUUID } from 'node:crypto'
import { HOUR_MS } from '@forum/shared/clock'
import type { Post, Thread } from '@forum/shared/contract'
import mongoose from 'mongoose'
import type supertest from 'supertest'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startAnotherApi, startTestForum, type TestForum, type TestMember } from '../fixtures/forum'

const PROCESSES = 3
const ROUNDS = 40

/** A seeded generator, so that a failure can be repeated. */
function randomOf(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const reply = (threadId: number, by: TestMember, request: supertest.Agent) =>
  request.post('/api/posts').set(by.headers).send({ threadId, content: '一条回复' }).expect(201)

/** Writes and reads at random; each read must be at least as new as every earlier response. */
async function expectNeverStale(
  forum: TestForum,
  requests: readonly supertest.Agent[],
  readers: readonly (TestMember | null)[],
  writer: TestMember,
): Promise<void> {
  const random = randomOf(20_261_122)
  const oneOf = <T>(items: readonly T[]) => items[random(items.length)]!
  const threads = [await forum.thread(writer), await forum.thread(writer)]
  const latest = new Map(threads.map((thread) => [thread.id, { seq: thread.seq, lastNumber: 1 }]))

  const write = async (): Promise<void> => {
    const { id } = oneOf(threads)
    const { body } = await reply(id, writer, oneOf(requests))
    const { seq } = body.thread as { seq: number }
    const { number } = body.post as { number: number }
    const before = latest.get(id)!
    latest.set(id, { seq: Math.max(seq, before.seq), lastNumber: Math.max(number, before.lastNumber) })
  }
  const read = async (): Promise<void> => {
    const { id } = oneOf(threads)
    const reader = oneOf(readers)
    const page = oneOf(['last', 1])
    const wanted = { ...latest.get(id)! }
    const { body } = await oneOf(requests)
      .get(`/api/threads/${id}?page=${page}`)
      .set(reader?.headers ?? {})
      .expect(200)
    const { seq, lastNumber } = body.thread as Thread
    expect(seq).toBeGreaterThanOrEqual(wanted.seq)
    expect(lastNumber).toBeGreaterThanOrEqual(wanted.lastNumber)
    if (page === 1) return
    const shown = (body.posts as { number: number }[]).at(-1)?.number ?? 1
    expect(shown).toBeGreaterThanOrEqual(wanted.lastNumber)
  }
  for (let round = 0; round < ROUNDS; round++) {
    await Promise.all([write(), ...Array.from({ length: 6 }, read)])
    await Promise.all(Array.from({ length: 4 }, read))
  }
}

/** A response without the values that cached responses may show late: views and the author's post count. */
const withoutLag = (response: unknown): unknown =>
  JSON.parse(
    JSON.stringify(response, (key, value: unknown) => {
      if (key === 'viewCount' || key === 'view_count') return undefined
      if (key !== 'author') return value
      const { postCount: _mayLag, ...author } = value as { postCount: number }
      return author
    }),
  )

describe('cached responses', () => {
  let forum: TestForum
  let others: Awaited<ReturnType<typeof startAnotherApi>>[]
  let requests: supertest.Agent[]
  let xiaoli: TestMember
  let laowang: TestMember
  let banzhu: TestMember

  beforeAll(async () => {
    forum = await startTestForum()
    forum.bus.isUnavailable = true
    others = []
    while (others.length < PROCESSES - 1) {
      others.push(await startAnotherApi(forum.uri, { clock: forum.clock, bus: forum.bus }))
    }
    requests = [forum.request, ...others.map(({ request }) => request)]
    xiaoli = await forum.member('xiaoli')
    laowang = await forum.member('laowang88')
    banzhu = await forum.member('banzhu1', 'moderator')
  })
  afterAll(async () => {
    for (const other of others) await other.stop()
    await forum.stop()
  })

  it('never shows an older seq than an earlier response, in any process and without the bus', () =>
    expectNeverStale(forum, requests, [null, xiaoli, laowang, banzhu], banzhu))

  it('never shows an older seq in a process that caches versions', async () => {
    const alone = await startTestForum({ isOnlyWriter: true })
    try {
      const writer = await alone.member('banzhu1', 'moderator')
      const readers = [null, await alone.member('xiaoli'), writer]
      await expectNeverStale(alone, [alone.request], readers, writer)
      const thread = await alone.thread(writer)
      const unread = async () => {
        const { body } = await alone.request.get(`/api/threads/${thread.id}`).set(readers[1]!.headers)
        return (body.thread as Thread).viewer?.unreadCount
      }
      expect(await unread()).toBe(1)
      await alone.as(readers[1]).call('markThreadRead', { threadId: thread.id, number: 1 })
      expect(await unread()).toBe(0)
    } finally {
      await alone.stop()
    }
  })

  it('shows a change whose commit went unanswered as soon as its retry returns', async () => {
    const alone = await startTestForum({ isOnlyWriter: true })
    try {
      const writer = await alone.member('banzhu1', 'moderator')
      const { id } = await alone.thread(writer)
      const client = alone.api.db.threads.db.client
      const bulkWrite = client.bulkWrite.bind(client)
      const loseResponse = () =>
        vi.spyOn(client, 'bulkWrite').mockImplementationOnce(async (...args) => {
          await bulkWrite(...args)
          throw new mongoose.mongo.MongoNetworkError('the connection broke')
        })
      const shown = async () => {
        return await alone.as(writer).call('getThread', { threadId: id })
      }
      const key = randomUUID()
      const send = () =>
        alone.request
          .post('/api/posts')
          .set({ ...writer.headers, 'Idempotency-Key': key })
          .send({ threadId: id, content: '发出去了吗' })
      await shown()
      loseResponse()
      await send().expect(503)
      await shown()
      const { body } = await send().expect(201)
      expect((await shown()).posts).toMatchObject([{ id: (body.post as Post).id, content: '发出去了吗' }])
      expect((await shown()).thread.viewer).toMatchObject({ unreadCount: 0, isWatching: true })

      const lock = () =>
        alone.request.put(`/api/threads/${id}/lock`).set(writer.headers).send({ locked: true })
      loseResponse()
      await lock().expect(503)
      await lock().expect(200)
      expect((await shown()).thread.isLocked).toBe(true)
      await alone.settle()
    } finally {
      vi.restoreAllMocks()
      await alone.stop()
    }
  })

  it('counts boards and members exactly in every process once all is counted, without the bus', async () => {
    const random = randomOf(7)
    const writers = [xiaoli, laowang, banzhu]
    const boards = [11, 12]
    const threads: Thread[] = []
    for (const boardId of boards) threads.push(await forum.thread(xiaoli, boardId))
    const written: { boardId: number; by: number; postId: number }[] = []
    const write = async (i: number) => {
      const thread = threads[random(threads.length)]!
      const by = writers[i % writers.length]!
      const { body } = await reply(thread.id, by, requests[random(requests.length)]!)
      written.push({ boardId: thread.boardId, by: by.id, postId: (body.post as { id: number }).id })
    }
    const read = (request: supertest.Agent) => request.get('/api/boards').expect(200)
    const settle = () => Promise.all([forum.api, ...others.map(({ api }) => api)].map((api) => api.settle()))
    // The opening posts of the threads above are counted.
    await settle()
    const before = await Promise.all(writers.map(({ id }) => forum.api.db.members.findOne({ _id: id })))
    for (let round = 0; round < 5; round++) {
      // Reads in between keep bodies that the next writes outdate.
      await Promise.all([...[0, 1, 2].map(write), ...requests.map(read)])
    }
    const [gone] = written.splice(0, 1)
    await requests[1]!.delete(`/api/posts/${gone!.postId}`).set(banzhu.headers).expect(204)
    await settle()
    for (const request of requests) {
      for (const [i, boardId] of boards.entries()) {
        const { body } = await request.get(`/api/boards/${boardId}`).expect(200)
        const replies = written.filter((one) => one.boardId === boardId).length
        expect(body.board).toMatchObject({ threadCount: 1, postCount: replies + 1 })
        expect(body.threads[0]).toMatchObject({ id: threads[i]!.id, postCount: replies + 1 })
      }
    }
    for (const [i, { id }] of writers.entries()) {
      const { postCount } = (await forum.api.db.members.findOne({ _id: id }))!
      const replies = written.filter(({ by }) => by === id).length
      expect(postCount - before[i]!.postCount).toBe(replies)
    }
  })

  it('gives each member the same response as one built for that member alone', async () => {
    const thread = await forum.thread(xiaoli)
    const posts = []
    for (const by of [laowang, xiaoli, laowang, banzhu]) {
      posts.push((await reply(thread.id, by, requests[0]!)).body.post as { id: number; number: number })
    }
    await forum.as(xiaoli).call('likePost', { postId: posts[0]!.id })
    await forum.as(laowang).call('deletePost', { postId: posts[2]!.id })
    await forum.request.post(`/api/threads/${thread.id}/read`).set(laowang.headers).send({ number: 2 })
    for (const reader of [null, xiaoli, laowang, banzhu, xiaoli, null]) {
      const get = (path: string) =>
        forum.request
          .get(path)
          .set(reader?.headers ?? {})
          .expect(200)
      const { body } = await get(`/api/threads/${thread.id}`)
      // `changes` and `posts` present each response for its reader.
      const { body: changes } = await get(`/api/threads/${thread.id}/changes?since=0`)
      const { body: replies } = await get(`/api/posts?threadId=${thread.id}`)
      // None of its replies has moved.
      expect(withoutLag(body)).toEqual(withoutLag({ thread: changes.thread, ...replies, moved: [] }))
    }
    const { body: staff } = await forum.request.get(`/api/threads/${thread.id}`).set(banzhu.headers)
    expect(staff.posts[2]).toMatchObject({ isDeleted: true, content: '一条回复' })
    const { body: stranger } = await forum.request.get(`/api/threads/${thread.id}`)
    expect(stranger.posts[2]).toMatchObject({ isDeleted: true, content: '' })
  })

  it("lists each member's rights and read states in boards and in lists of threads", async () => {
    // Counters change shortly after the responses of earlier tests.
    await forum.settle()
    for (const reader of [xiaoli, laowang, null, banzhu]) {
      const get = (path: string) =>
        forum.request
          .get(path)
          .set(reader?.headers ?? {})
          .expect(200)
      const { body: board } = await get('/api/boards/3')
      expect(board.threads.length).toBeGreaterThan(0)
      for (const row of board.threads as Thread[]) {
        const { body } = await get(`/api/threads/${row.id}/changes?since=${row.seq}`)
        const { content: _source, openingPost: _opening, ...shown } = body.thread as Thread
        const { content: _excerpt, ...listed } = row
        expect(withoutLag(listed)).toEqual(withoutLag(shown))
      }
      const { body: list } = await get('/api/threads?boardId=3')
      expect(withoutLag(list.threads)).toEqual(withoutLag(board.threads))
    }
  })

  it('compresses cached responses as accepted, tags them, and does not resend them', async () => {
    const thread = await forum.thread(xiaoli)
    // From here on, no value in the responses changes.
    for (const reader of [null, laowang]) {
      await forum.request.get(`/api/threads/${thread.id}`).set(reader?.headers ?? {})
    }
    await forum.settle()
    await forum.api.flushViews()
    for (const path of ['/api/boards', '/api/boards/3', `/api/threads/${thread.id}`]) {
      for (const reader of [null, laowang]) {
        const get = (headers: object) =>
          forum.request.get(path).set({ ...reader?.headers, ...headers } as Record<string, string>)
        const plain = await get({ 'Accept-Encoding': 'identity' }).expect(200)
        expect(plain.get('Content-Encoding')).toBeUndefined()
        for (const encoding of ['br', 'gzip']) {
          const packed = await get({ 'Accept-Encoding': encoding }).expect(200)
          expect(packed.get('Content-Encoding')).toBe(encoding)
          expect(packed.body).toEqual(plain.body)
          expect(packed.get('ETag')).toBe(plain.get('ETag'))
        }
        const etag = plain.get('ETag') ?? ''
        expect(etag).toMatch(/^W\/"/)
        for (const matching of [etag, `"other", ${etag.slice(2)}`, '*']) {
          const again = await get({ 'If-None-Match': matching }).expect(304)
          expect(again.text).toBe('')
        }
        await get({ 'If-None-Match': '"other"' }).expect(200)
        const head = await forum.request
          .head(path)
          .set({ ...reader?.headers, 'Accept-Encoding': 'identity' } as Record<string, string>)
          .expect(200)
        expect(head.get('Content-Length')).toBe(String(Buffer.byteLength(plain.text)))
        expect(head.get('ETag')).toBe(etag)
      }
    }
  })

  it('builds a response once for many readers who arrive together', async () => {
    const thread = await forum.thread(xiaoli)
    await forum.as().call('getThread', { threadId: thread.id })
    await forum.settle()
    const find = vi.spyOn(forum.api.db.posts, 'find')
    try {
      const reads = Array.from({ length: 20 }, () =>
        forum.as().call('getThread', { threadId: thread.id, limit: 7 }),
      )
      await Promise.all(reads)
      expect(find).toHaveBeenCalledTimes(1)
    } finally {
      find.mockRestore()
    }
  })

  it.each([
    ['a second later', 1_001],
    ['when the clock is set back', -HOUR_MS],
  ])('ends a revoked token in every process, without the bus, %s', async (_, ms) => {
    const token = await forum.api.services.sessions.open(laowang.id, 'test')
    const me = (request: supertest.Agent) =>
      request.get('/api/auth/me').set('Authorization', `Bearer ${token}`)
    for (const request of requests) await me(request).expect(200)
    await requests[1]!.post('/api/auth/logout').set('Authorization', `Bearer ${token}`).expect(204)
    await me(requests[1]!).expect(401)
    forum.clock.advance(ms)
    for (const request of requests) await me(request).expect(401)
  })
})
