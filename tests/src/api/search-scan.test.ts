import { prepareDatabase } from '@forum/http-api'
import { systemClock } from '@forum/shared/clock'
import type { PostHit, ThreadHit } from '@forum/shared/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import {
  startAnotherApi,
  startPeopledForum,
  startTestForum,
  TestClock,
  type TestMember,
} from '../fixtures/forum'

/** Small enough that a few posts make a segment, and a few segments are merged. */
const SIZES = { flushEntries: 6, mergeAt: 3, readAtOnce: 10 }
const BOARDS = [3, 42, 43]
const ACTS_AT_ONCE = 4
/** Queries that are compared after each of many changes; all of them are in turn. */
const QUERIES_IN_TURN = 4
/** Texts of few characters, so that most queries find something. */
const PARTS = ['绿', '卡', '签', '证', '綠', '簽', '，', ' ', '。', '\n', 'visa ', 'H-1B ', '😂']
const QUERIES = [
  '绿',
  '卡',
  '绿卡',
  '签证',
  '卡签',
  '綠卡簽',
  '绿卡 签证',
  'visa',
  'vis 卡',
  '"visa 绿"',
  'h1b',
  '😂',
  '证绿卡签',
]

interface Scanned {
  id: number
  threadId: number
  boardId: number
  number: number
  authorId: number
  at: number
  texts: string[]
}

/** Reduces a text to what is compared: one script, sentences apart, nothing between characters. */
const reduced = (text: string): string =>
  text
    .toLowerCase()
    .replace(/綠/g, '绿')
    .replace(/簽/g, '签')
    .replace(/h-1b/g, 'h1b')
    .replace(/[。\n]/g, '|')
    .replace(/(visa|h1b)/g, '<$1>')
    .replace(/[ ，"]/g, '')

/** Returns true if a query finds a post, decided by its texts alone. */
function isFound({ texts }: Scanned, query: string): boolean {
  const words = query.startsWith('"') ? [query] : query.split(' ')
  return words.every((word) =>
    texts.some((text) => {
      const looked = word === 'vis' ? '<visa>' : reduced(word)
      return reduced(text).includes(looked)
    }),
  )
}

const random = (seed: number) => {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return Math.floor((state / 0x7fffffff) * below) % below
  }
}
type Random = ReturnType<typeof random>
const pick = <T>(list: readonly T[], next: Random): T => list[next(list.length)]!
const textOf = (next: Random) => {
  const text = Array.from({ length: 2 + next(14) }, () => pick(PARTS, next)).join('')
  return text.trim() === '' ? '绿' : text
}

type Forum = Awaited<ReturnType<typeof startPeopledForum>>
type Other = Awaited<ReturnType<typeof startAnotherApi>>

/** Two processes on one database, and what they have written. */
class Scene {
  readonly threads: number[] = []
  readonly posts: number[] = []
  private compared = 0

  constructor(
    readonly first: Forum,
    readonly other: Other,
  ) {}

  api(next: Random) {
    return next(2) === 0 ? this.first.forum.api : this.other.api
  }

  request(next: Random) {
    return next(2) === 0 ? this.first.forum.request : this.other.request
  }

  member(next: Random): TestMember {
    return pick([this.first.xiaoli, this.first.laowang], next)
  }

  async act(next: Random): Promise<void> {
    const { banzhu } = this.first
    const request = this.request(next)
    const kind = next(12)
    if (this.threads.length < 2 || kind === 0) {
      const { body } = await request
        .post('/api/threads')
        .set(this.member(next).headers)
        .send({
          title: textOf(next).replace(/\n/g, ' ') || '绿',
          content: textOf(next),
          boardId: pick(BOARDS, next),
        })
        .expect(201)
      const { thread } = body as { thread: { id: number; openingPostId: number } }
      this.threads.push(thread.id)
      return
    }
    const threadId = pick(this.threads, next)
    const postId = this.posts.length > 0 ? pick(this.posts, next) : 0
    const asModerator = (call: ReturnType<typeof request.get>, body: object = {}) =>
      call.set(banzhu.headers).send(body)
    if (kind <= 5 || postId === 0) {
      const { status, body } = await request
        .post('/api/posts')
        .set(this.member(next).headers)
        .send({ threadId, content: textOf(next) })
      if (status === 201) this.posts.push((body as { post: { id: number } }).post.id)
    } else if (kind === 6) await asModerator(request.put(`/api/posts/${postId}`), { content: textOf(next) })
    else if (kind === 7) await asModerator(request.delete(`/api/posts/${postId}`))
    else if (kind === 8) await asModerator(request.post(`/api/posts/${postId}/restore`))
    else if (kind === 9)
      await asModerator(request.post(`/api/threads/${threadId}/move`), { boardId: pick(BOARDS, next) })
    else if (kind === 10)
      await asModerator(request.put(`/api/threads/${threadId}`), {
        title: textOf(next).replace(/\n/g, ' '),
        content: textOf(next),
      })
    else {
      await asModerator(request.delete(`/api/threads/${threadId}`))
      if (next(3) > 0) await asModerator(request.post(`/api/threads/${threadId}/restore`))
    }
  }

  /** Acts so often, several times at once. */
  async actTimes(count: number, next: Random): Promise<void> {
    for (let done = 0; done < count; done += ACTS_AT_ONCE) {
      const more = Math.min(ACTS_AT_ONCE, count - done)
      await Promise.all(Array.from({ length: more }, () => this.act(next)))
    }
  }

  /** Feeds events again, in any order, as after a crash. */
  async repeatEvents(next: Random): Promise<void> {
    const events = await this.first.forum.api.db.threadEvents.find({ kind: { $ne: 'post.liked' } }).toArray()
    if (events.length === 0) return
    const some = Array.from({ length: 5 }, () => pick(events, next))
    await this.api(next).search.consumer.handle(some as never)
  }

  /** Reads all visible posts. */
  async scan(): Promise<Scanned[]> {
    const { db } = this.first.forum.api
    const threads = new Map(
      (await db.threads.find({ isDeleted: false }).toArray()).map((thread) => [thread._id, thread]),
    )
    return (await db.posts.find({ isDeleted: false }).toArray()).flatMap((post) => {
      const thread = threads.get(post.threadId)
      if (!thread) return []
      return {
        id: post._id,
        threadId: post.threadId,
        boardId: thread.boardId,
        number: post.number,
        authorId: post.authorId,
        at: post.createdAt.getTime(),
        texts: post.number === 1 ? [post.content, thread.title] : [post.content],
      }
    })
  }

  /** Compares searches with a scan: with every query, or with some of them in turn. */
  async compare(next: Random, count = QUERIES.length): Promise<void> {
    const scanned = await this.scan()
    const { xiaoli, laowang } = this.first
    for (let i = 0; i < count; i += 1) {
      const q = QUERIES[(this.compared += 1) % QUERIES.length]!
      const boardId = next(3) === 0 ? pick(BOARDS, next) : undefined
      const author = next(3) === 0 ? pick([xiaoli, laowang], next) : undefined
      const from = next(4) === 0 ? pick(scanned, next).at : undefined
      const to = next(4) === 0 ? pick(scanned, next).at : undefined
      const sortBy = pick(['relevance', 'newest'], next)
      const expected = scanned.filter(
        (post) =>
          isFound(post, q) &&
          (boardId === undefined || post.boardId === boardId) &&
          (author === undefined || post.authorId === author.id) &&
          (from === undefined || post.at >= from) &&
          (to === undefined || post.at < to),
      )
      const filters = {
        q,
        sortBy,
        limit: 100,
        ...(boardId === undefined ? {} : { boardId }),
        ...(author === undefined ? {} : { author: author.username }),
        ...(from === undefined ? {} : { from: new Date(from).toISOString() }),
        ...(to === undefined ? {} : { to: new Date(to).toISOString() }),
      }
      const request = this.request(next)
      const replies = (await request.get('/api/search/posts').query(filters).expect(200)).body as {
        posts: PostHit[]
        pagination: { total: number }
      }
      const threads = (await request.get('/api/search/threads').query(filters).expect(200)).body as {
        threads: ThreadHit[]
        pagination: { total: number }
      }
      const sorted = (ids: number[]) => ids.toSorted((a, b) => a - b)
      const context = JSON.stringify(filters)
      expect(sorted(replies.posts.map(({ id }) => id)), context).toEqual(
        sorted(expected.flatMap(({ id, number }) => (number > 1 ? id : []))),
      )
      expect(sorted(threads.threads.map(({ id }) => id)), context).toEqual(
        sorted(expected.flatMap(({ threadId, number }) => (number === 1 ? threadId : []))),
      )
      expect([replies.pagination.total, threads.pagination.total], context).toEqual([
        replies.posts.length,
        threads.threads.length,
      ])
      if (sortBy === 'newest') {
        const keys = replies.posts.map(({ createdAt, id }) => [createdAt, id] as const)
        expect(keys).toEqual(keys.toSorted((a, b) => (a[0] === b[0] ? b[1] - a[1] : a[0] < b[0] ? 1 : -1)))
      }
    }
  }
}

describe('a search, compared with a scan of all posts', () => {
  let of: Forum
  let other: Other
  beforeAll(async () => {
    of = await startPeopledForum({ searchSizes: SIZES })
    other = await startAnotherApi(of.forum.uri, { searchSizes: SIZES })
  })
  afterAll(async () => {
    await other.stop()
    await of.forum.stop()
  })

  it('finds the same after random changes by two processes', async () => {
    const scene = new Scene(of, other)
    await fc.assert(
      fc.asyncProperty(fc.nat(), async (seed) => {
        const next = random(seed)
        for (let i = 0; i < 12; i += 1) {
          const acts = Array.from({ length: 2 + next(5) }, () => scene.act(next))
          if (next(3) === 0) acts.push(scene.repeatEvents(next))
          // By chance and in turn, so that no seed leaves the index in one piece.
          if (next(2) === 0 || i % 3 === 2) acts.push(scene.api(next).search.maintain())
          await Promise.all(acts)
          if (next(4) === 0) await scene.compare(next, QUERIES_IN_TURN)
        }
        await scene.compare(next)
        expect((await scene.api(next).search.check()).faults).toEqual([])
      }),
      { numRuns: inject('seeds'), endOnFailure: true },
    )
    // Segments were made and merged meanwhile.
    const manifest = await of.forum.api.db.searchState.findOne({ _id: 'manifest' })
    expect(manifest?.value).toMatchObject({ version: expect.toSatisfy((version: number) => version > 10) })
  })
})

/** `npm test` kills after one write of so many, `npm run test:deep` after each. */
const STRIDE = inject('seeds') === 1 ? 3 : 1

describe('an index whose writer is killed', () => {
  it('loses nothing, whichever write was the last', async () => {
    const of = await startPeopledForum({ searchSizes: SIZES })
    const clock = new TestClock()
    const survivor = await startAnotherApi(of.forum.uri, { searchSizes: SIZES, clock })
    const scene = new Scene(of, survivor)
    const next = random(7)
    let isFinished = false
    for (let lastWrite = 1; !isFinished; lastWrite += STRIDE) {
      await scene.actTimes(SIZES.flushEntries + 2, next)
      await of.forum.settle()
      await survivor.api.settle()
      const victim = await startAnotherApi(of.forum.uri, {
        searchSizes: SIZES,
        clock,
        connection: { monitorCommands: true },
      })
      let writes = 0
      const died = new Promise<boolean>((resolve) => {
        const client = victim.connection.getClient()
        client.on('commandStarted', ({ commandName, command }) => {
          const isWrite = ['insert', 'update', 'delete', 'findAndModify'].includes(commandName)
          if (
            !isWrite ||
            !String(
              (command as Record<string, unknown>)[commandName] ?? Object.values(command)[0],
            ).startsWith('search')
          )
            return
          writes += 1
          if (writes === lastWrite) void victim.connection.close(true).then(() => resolve(true))
        })
        void victim.api.search.maintain().then(
          () => resolve(false),
          () => undefined,
        )
      })
      isFinished = !(await died)
      await victim.stop().catch(() => undefined)
      // The lease of the dead process expires.
      clock.advance(20_000)
      await scene.compare(next, QUERIES_IN_TURN)
      await survivor.api.search.maintain()
      await scene.compare(next, QUERIES_IN_TURN)
      expect((await survivor.api.search.check()).faults).toEqual([])
      if (lastWrite === 1) expect(isFinished).toBe(false)
    }
    await survivor.stop()
    await of.forum.stop()
  })
})

describe('a rebuild', () => {
  it('replaces the index while posts are written, and continues after a crash', async () => {
    const of = await startPeopledForum({ searchSizes: SIZES })
    const other = await startAnotherApi(of.forum.uri, { searchSizes: SIZES })
    const scene = new Scene(of, other)
    const next = random(11)
    await scene.actTimes(40, next)
    const crash = new Error('crashed')
    await expect(
      of.forum.api.search.rebuild(() => {
        throw crash
      }),
    ).rejects.toBe(crash)
    await scene.actTimes(10, next)
    await scene.compare(next, QUERIES_IN_TURN)
    const progress: number[] = []
    await Promise.all([
      other.api.search.rebuild((done) => progress.push(done)),
      (async () => {
        for (let i = 0; i < 20; i += 1) await scene.act(next)
      })(),
    ])
    await scene.compare(next)
    expect((await of.forum.api.search.check()).faults).toEqual([])
    await other.stop()
    await of.forum.stop()
  })
})

it('keeps the index of a rebuild that ends while a segment is written', async () => {
  const forum = await startTestForum({ searchSizes: SIZES })
  const member = await forum.member('xiaoli')
  for (let i = 0; i < SIZES.flushEntries; i += 1) await forum.thread(member)
  await forum.settle()
  const { search, db } = forum.api
  const insertMany = db.searchPages.insertMany.bind(db.searchPages)
  vi.spyOn(db.searchPages, 'insertMany').mockImplementationOnce(async (...pages) => {
    await search.rebuild(() => undefined)
    // This process uses the new manifest from here on.
    await forum.as().call('search', { q: '标题' })
    return insertMany(...pages)
  })
  await search.maintain()
  const manifest = await db.searchState.findOne({ _id: 'manifest' })
  expect(manifest).not.toBeNull()
  const { segments } = manifest!.value as { segments: { id: number }[] }
  const used = { _id: { $in: segments.map(({ id }) => id) } }
  expect(await db.searchSegments.countDocuments(used)).toBe(1)
  expect(await db.searchSegments.countDocuments({ ...used, retiredAt: { $exists: true } })).toBe(0)
  expect((await search.check()).faults).toEqual([])
  await forum.stop()
})

it('builds an index again that an older version wrote', async () => {
  const forum = await startTestForum({ searchSizes: SIZES })
  const member = await forum.member('xiaoli')
  await forum.thread(member)
  await forum.settle()
  const { search, db } = forum.api
  const segments = [{ id: 1, count: 2, dead: 7 }]
  const value = { version: 3, generation: 1, flushed: 2, segments }
  await db.searchState.updateOne({ _id: 'manifest' }, { $set: { value } }, { upsert: true })
  const begun = { flushed: 0, after: 1_000, segments: [] }
  await db.searchState.updateOne({ _id: 'rebuild' }, { $set: { value: begun } }, { upsert: true })
  await db.migrations.deleteOne({ _id: 41 })
  await prepareDatabase(forum.uri, systemClock, () => undefined)
  expect(await search.check()).toEqual({ posts: 1, faults: [] })
  await forum.stop()
})

describe('a check', () => {
  it('names posts whose index is damaged', async () => {
    const forum = await startTestForum({ searchSizes: { flushEntries: 2, mergeAt: 8 } })
    const member = await forum.member('xiaoli')
    const thread = await forum.thread(member)
    await forum.thread(member)
    await forum.settle()
    await forum.api.search.maintain()
    expect(await forum.api.search.check()).toEqual({ posts: 2, faults: [] })
    await forum.api.db.posts.updateOne({ _id: thread.openingPostId }, { $set: { content: '改动' } })
    const { faults } = await forum.api.search.check()
    expect(faults).toEqual([{ post: thread.openingPostId, kind: 'outdated' }])
    await forum.stop()
  })
})
