import type { Post } from '@forum/shared/contract'
import type { ThreadHistory } from '@forum/http-api'
import { afterEach, describe, expect, it } from 'vitest'
import { startAnotherApi, startTestForum, type TestForum } from '../fixtures/forum'
import { pastThread } from '../fixtures/histories'

const THREADS = 10
const WAITING = 5_000
const PROCESSES = 16
const REPLIES_OF_A_PROCESS = 6
const DAY_MS = 24 * 60 * 60 * 1_000

describe('delivery of the log', () => {
  const ends: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end()
  })

  async function start(): Promise<TestForum> {
    const forum = await startTestForum()
    ends.push(() => forum.stop())
    return forum
  }

  it('publishes five thousand waiting events in order, while replies go on', async () => {
    const forum = await start()
    const author = await forum.member('author')
    const past: ThreadHistory[] = []
    while (past.length < THREADS) {
      const startedAt = new Date(forum.clock.now().getTime() - DAY_MS)
      past.push(
        await pastThread(forum, {
          boardId: 3,
          authorId: author.id,
          startedAt,
          replies: WAITING / THREADS - 1,
        }),
      )
    }
    for (const { events } of past) for (const event of events) event.pending = ['publish']
    forum.bus.isAway = true
    await forum.api.load.save(past)
    const replies: Post[] = []
    const replyTo = async (threadId: number) => {
      const body = { threadId, content: '还在说' }
      const answer = await forum.request.post('/api/posts').set(author.headers).send(body).expect(201)
      replies.push(answer.body.post as Post)
    }
    for (const { threadId } of past) await replyTo(threadId)
    const firstSeqs = (threadId: number) => {
      const seqs = forum.bus.sent.flatMap(({ channel, message }) =>
        channel === `forum:thread:${threadId}` && message.name === 'post:created' ? [message.seq] : [],
      )
      return [...new Set(seqs)]
    }
    forum.bus.isAway = false
    await Promise.all([forum.api.sweep(), ...past.map(({ threadId }) => replyTo(threadId))])
    const expected = (events: readonly unknown[]) =>
      Array.from({ length: events.length + 1 }, (_, i) => i + 2)
    await expect
      .poll(() => past.every(({ threadId, events }) => firstSeqs(threadId).length === events.length + 1), {
        timeout: 120_000,
      })
      .toBe(true)
    for (const { threadId, events } of past) expect(firstSeqs(threadId)).toEqual(expected(events))
    expect(replies).toHaveLength(2 * THREADS)
  })

  it('lets sixteen processes write at once and counts every post once, without a correction', async () => {
    const forum = await start()
    const author = await forum.member('author')
    const threads = [await forum.thread(author, 3), await forum.thread(author, 4)]
    const processes: Awaited<ReturnType<typeof startAnotherApi>>[] = []
    while (processes.length < PROCESSES) {
      const another = await startAnotherApi(forum.uri, { connection: { maxPoolSize: 4 } })
      ends.push(() => another.stop())
      processes.push(another)
    }
    let count = 0
    const write = async ({ request }: (typeof processes)[number], of: number): Promise<void> => {
      for (let i = 0; i < REPLIES_OF_A_PROCESS;) {
        const body = { threadId: threads[(of + i) % 2]?.id, content: '一起写' }
        const { status } = await request.post('/api/posts').set(author.headers).send(body)
        // Refused after eight tries, which the page repeats.
        if (status === 503) continue
        expect(status).toBe(201)
        count++
        i++
      }
    }
    await Promise.all(processes.map(write))
    await Promise.all([forum, ...processes].map(({ api }) => api.settle()))
    const member = await forum.api.db.members.findById(author.id).lean()
    expect(member).toMatchObject({ postCount: count + 2, threadCount: 2 })
    const boards = await forum.api.db.boards.find({ _id: { $in: [3, 4] } }).lean()
    expect(boards.reduce((sum, board) => sum + board.postCount, 0)).toBe(count + 2)
    for (const board of boards) {
      const posts = await forum.api.db.posts.countDocuments({ threadId: board.lastThreadId })
      expect(board.postCount).toBe(posts)
      expect(Object.values(board.days)).toEqual([posts])
    }
    expect(await forum.api.db.threadEvents.countDocuments({ 'pending.0': { $exists: true } })).toBe(0)
    // A whole walk finds nothing to correct.
    for (let pass = 0; pass < 20; pass++) {
      expect(await forum.api.scrub()).toEqual({ boards: 0, members: 0, threads: 0 })
    }
  })
})
