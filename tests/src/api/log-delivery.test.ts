import { DAY_MS, HOUR_MS } from '@forum/shared/clock'
import { type ThreadHistory } from '@forum/http-api'
import { connectRedis } from '@forum/infra'
import { pino } from 'pino'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { RecordingBus, startAnotherApi, startTestForum, type TestForum } from '../fixtures/forum'
import { pastThread } from '../fixtures/histories'
import { startRedis } from '../fixtures/redis'

/** More threads than a lane handles at once, more events than one read of a thread or one search for overdue threads. */
const THREADS = 10
/** Several batches of the sweep, which reads a thousand. */
const WAITING = 2_500
const PROCESSES = 16
const REPLIES_OF_A_PROCESS = 4

describe('delivery of the log', () => {
  const ends: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end()
  })

  async function start(options: Parameters<typeof startTestForum>[0] = {}): Promise<TestForum> {
    const forum = await startTestForum(options)
    ends.push(() => forum.stop())
    return forum
  }

  /** A forum whose bus is a real Redis, on a commands connection like that of the server. */
  async function startOverRedis() {
    const redis = await startRedis()
    ends.push(() => redis.stop())
    const commands = await connectRedis(redis.url, 'commands', pino({ level: 'silent' }))
    ends.push(() => Promise.resolve(commands.disconnect()))
    const forum = await start({ redis: commands, config: { rateLimits: true }, recurringWork: true })
    // Moderators write without a limit.
    const author = await forum.member('author', 'moderator')
    const member = await forum.member('member')
    return {
      redis,
      commands,
      forum,
      replyTo: async (threadId: number) => {
        await forum.as(author).reply(threadId, '还在说')
      },
      author,
      member,
      /** The seqs of a thread in the order in which Redis first received them. */
      firstSeqs: (threadId: number) => {
        const seqs = forum.bus.sent.flatMap(({ channel, message }) =>
          channel === `forum:thread:${threadId}` && message.name === 'post:created' ? [message.seq] : [],
        )
        return [...new Set(seqs)]
      },
    }
  }
  const seqsFrom2 = (count: number) => Array.from({ length: count }, (_, i) => i + 2)

  it('publishes thousands of waiting events in order once Redis is back, while replies continue', async () => {
    const { redis, forum, author, replyTo, firstSeqs } = await startOverRedis()
    await redis.kill()
    const past: ThreadHistory[] = []
    while (past.length < THREADS) {
      past.push(
        await pastThread(forum, {
          boardId: 3,
          authorId: author.id,
          startedAt: new Date(forum.clock.now().getTime() - DAY_MS),
          replies: WAITING / THREADS - 1,
        }),
      )
    }
    await forum.api.load.save(past)
    // Once everything is stored: the sweep of the running forum would project waiting events, posts included.
    const ofThePast = { threadId: { $in: past.map(({ threadId }) => threadId) } }
    await forum.api.db.threadEvents.updateMany(ofThePast, { $set: { pending: ['publish'] } })
    for (const { threadId } of past) await replyTo(threadId)
    expect(forum.bus.sent).toEqual([])

    // The sweep and the lanes of a running forum publish the backlog; the test does not call them.
    await redis.restart()
    await expect.poll(() => forum.bus.sent.length).toBeGreaterThan(0)
    for (const { threadId } of past) await replyTo(threadId)
    for (const { threadId, events } of past) {
      await expect.poll(() => firstSeqs(threadId)).toEqual(seqsFrom2(events.length + 1))
    }
  })

  it('accepts replies while Redis hangs, and publishes them in order once it recovers', async () => {
    const { redis, commands, forum, author, member, replyTo, firstSeqs } = await startOverRedis()
    const threads = [await forum.thread(author), await forum.thread(author)]
    for (const { id } of threads) await replyTo(id)
    await forum.settle()
    redis.freeze()
    for (let i = 0; i < 3; i++) await Promise.all(threads.map(({ id }) => replyTo(id)))
    // A limited call that Redis does not count in time is counted in the process, and so is every later one.
    const sent = vi.spyOn(commands, 'sendCommand')
    for (let i = 0; i < 4; i++) {
      await forum.as(member).reply(threads[1]!.id, '也在说')
    }
    const counted = sent.mock.calls.filter(([{ name }]) => name.startsWith('eval'))
    expect(counted).toHaveLength(1)
    // Commands to a hanging Redis end with a time-out.
    await expect.poll(() => forum.bus.failed.length).toBeGreaterThanOrEqual(threads.length)
    for (const { id } of threads) await replyTo(id)
    for (const { id } of threads) expect(firstSeqs(id)).toEqual([2])
    redis.thaw()
    // Overdue for the next sweep.
    forum.clock.advance(10_000)
    for (const { id } of threads) {
      const replies = id === threads[1]?.id ? 9 : 5
      await expect.poll(() => firstSeqs(id)).toEqual(seqsFrom2(replies))
    }
  })

  it('shows at once, after a start, what a crash of the database left in the log alone', async () => {
    const forum = await start()
    const author = await forum.member('author')
    const { id: threadId } = await forum.thread(author)
    const body = { threadId, content: '刚发出去就断电了' }
    const reply = await forum.as(author).call('createPost', body)
    await forum.settle()
    // The journal kept the events, and nothing that followed the first of them.
    const { posts, threadEvents, threads } = forum.api.db
    await Promise.all([
      threads.deleteOne({ _id: threadId }),
      posts.deleteMany({ threadId }),
      threadEvents.updateMany({ threadId }, { $set: { pending: ['publish', 'count'] } }),
    ])
    const another = await startAnotherApi(forum.uri)
    ends.push(() => another.stop())
    await another.api.start()
    const shown = await another.as().call('getThread', { threadId })
    expect(shown.thread).toMatchObject({ postCount: 2, lastNumber: 2, seq: 2 })
    expect(shown.posts).toMatchObject([{ id: reply.post.id, number: 2 }])
    await another.as().call('getPost', { postId: reply.post.id })
  })

  it('finishes what a process left behind whose clock was an hour ahead', async () => {
    const forum = await start()
    const banzhu = await forum.member('banzhu1', 'moderator')
    const member = await forum.member('member')
    const { id: threadId } = await forum.thread(member)
    const away = new RecordingBus()
    away.isUnavailable = true
    const ahead = { now: () => new Date(Date.now() + HOUR_MS) }
    const another = await startAnotherApi(forum.uri, { clock: ahead, bus: away })
    const send = (path: string, body: object) => another.request.post(path).set(banzhu.headers).send(body)
    const { body: reply } = await send('/api/posts', { threadId, content: '快了一小时' }).expect(201)
    const message = { recipientId: member.id, subject: '时间', content: '也快了一小时' }
    const { body: sent } = await send('/api/messages', message).expect(201)
    const until = new Date(Date.now() + DAY_MS).toISOString()
    await another.as(banzhu).call('muteUser', { userId: member.id, until, reason: '刷屏' })
    await another.stop()

    forum.clock.advance(10_000)
    await forum.api.sweep()
    await forum.settle()
    const published = forum.bus.sent.map(({ message: event }) => event)
    expect(published).toContainEqual(
      expect.objectContaining({
        name: 'post:created',
        post: expect.objectContaining({ id: reply.post.id }) as unknown,
      }),
    )
    expect(published).toContainEqual(
      expect.objectContaining({
        name: 'message:created',
        message: expect.objectContaining({ id: sent.message.id }) as unknown,
      }),
    )
    expect(published).toContainEqual(
      expect.objectContaining({
        name: 'notification:created',
        notification: expect.objectContaining({ kind: 'system' }) as unknown,
      }),
    )
    const { discipline, messages, threadEvents } = forum.api.db
    expect(await threadEvents.countDocuments({ 'pending.0': { $exists: true } })).toBe(0)
    expect(await messages.countDocuments({ 'unfinished.0': { $exists: true } })).toBe(0)
    expect(await discipline.countDocuments({ 'unfinished.0': { $exists: true } })).toBe(0)
  })

  it('lets sixteen processes write at once and counts every post once, without a correction', async () => {
    const forum = await start()
    const author = await forum.member('author')
    const threads = [await forum.thread(author, 3), await forum.thread(author, 4)]
    const processes = await Promise.all(
      Array.from({ length: PROCESSES }, () => startAnotherApi(forum.uri, { connection: { maxPoolSize: 4 } })),
    )
    ends.push(async () => {
      await Promise.all(processes.map((another) => another.stop()))
    })
    let count = 0
    const write = async ({ request }: (typeof processes)[number], of: number): Promise<void> => {
      for (let i = 0; i < REPLIES_OF_A_PROCESS;) {
        const body = { threadId: threads[(of + i) % 2]?.id, content: '一起写' }
        const { status } = await request.post('/api/posts').set(author.headers).send(body)
        // Refused after eight attempts; the page would retry.
        if (status === 503) continue
        expect(status).toBe(201)
        count++
        i++
      }
    }
    await Promise.all(processes.map(write))
    await Promise.all([forum, ...processes].map(({ api }) => api.settle()))
    // On a busy machine, a consumer may run out of time and leave its events to a sweep.
    forum.clock.advance(10_000)
    await forum.api.sweep()
    await forum.settle()
    const member = await forum.api.db.members.findOne({ _id: author.id })
    expect(member).toMatchObject({ postCount: count + 2, threadCount: 2 })
    const boards = await forum.api.db.boards.find({ _id: { $in: [3, 4] } }).toArray()
    expect(boards.reduce((sum, board) => sum + board.postCount, 0)).toBe(count + 2)
    for (const board of boards) {
      const posts = await forum.api.db.posts.countDocuments({ threadId: board.lastThreadId! })
      expect(board.postCount).toBe(posts)
      expect(Object.values(board.days)).toEqual([posts])
    }
    expect(await forum.api.db.threadEvents.countDocuments({ 'pending.0': { $exists: true } })).toBe(0)
    // A complete walk finds nothing to correct.
    for (let pass = 0; pass < 20; pass++) {
      expect(await forum.api.scrub()).toEqual({ boards: 0, members: 0, threads: 0 })
    }
  })

  it('takes a last thread that is about to follow a reply for no drift', async () => {
    const forum = await start()
    const author = await forum.member('author')
    const first = await forum.thread(author)
    await forum.thread(author)
    await forum.settle()
    const { boards } = forum.api.db
    const bulkWrite = boards.bulkWrite.bind(boards)
    let handle = () => {}
    const held = new Promise<void>((resolve) => (handle = resolve))
    let reach = () => {}
    const reached = new Promise<void>((resolve) => (reach = resolve))
    vi.spyOn(boards, 'bulkWrite').mockImplementationOnce(async (...args) => {
      reach()
      await held
      return bulkWrite(...args)
    })
    await forum.as(author).reply(first.id, '顶')
    await reached
    expect(await forum.api.recount()).toEqual({ boards: 0, members: 0, threads: 0 })
    handle()
    await forum.settle()
    vi.restoreAllMocks()
    expect(await boards.findOne({ _id: first.boardId })).toMatchObject({ lastThreadId: first.id })
    // A difference without such an event is drift.
    await boards.updateOne({ _id: first.boardId }, { $set: { lastThreadId: 0 } })
    expect(await forum.api.recount()).toMatchObject({ boards: 1 })
  })

  it('logs once that the bus is away and once that it is back, however often publishing fails', async () => {
    const lines: { level: number; msg: string }[] = []
    const log = pino(
      { level: 'info' },
      { write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[0]) },
    )
    const forum = await start({ log })
    const author = await forum.member('author')
    const thread = await forum.thread(author)
    const reply = () =>
      forum.request.post('/api/posts').set(author.headers).send({ threadId: thread.id, content: '还在说' })
    await forum.settle()
    forum.bus.isUnavailable = true
    for (let i = 0; i < 3; i++) {
      await reply().expect(201)
      await forum.settle()
    }
    expect(forum.bus.failed.length).toBeGreaterThan(2)
    forum.bus.isUnavailable = false
    await reply().expect(201)
    await forum.settle()
    const logged = lines.filter(({ msg }) => msg !== 'request').map(({ level, msg }) => `${level} ${msg}`)
    expect(logged).toEqual([
      '40 the bus accepts no events; committed changes are published later',
      '30 the bus accepts events again',
    ])
  })
})
