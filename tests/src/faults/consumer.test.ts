import { fork, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { connect, type ThreadHistory } from '@forum/http-api'
import type { Post } from '@forum/shared/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { patiently } from '../fixtures/browser'
import { startTestForum, type TestForum, type TestMember } from '../fixtures/forum'
import { pastThread } from '../fixtures/histories'
import type { Report } from './word-table/api-process'
import { wordsOf, wordTable } from './word-table/word-table'

/** After how many writes of which consumer each process is killed. */
const KILLS = [
  { after: 1, of: 'words' },
  { after: 4, of: 'notify' },
  { after: 9, of: 'words' },
  { after: 7, of: 'notify' },
  { after: 20, of: 'words' },
] as const
/** After how many writes of events a process that deletes or restores all of a spammer's posts is killed. */
const PURGE_KILL = 30
const SPAM_THREADS = 60
const SPAM_POSTS = 500
const THREADS = 3
const REPLIES_PER_LIFE = 9
const OWN_POSTS = 2
/** After this time, the work of a dead process is overdue and its lease has expired. */
const CLOCK_STEP_MS = 20_000
const WORDS = '房子 车子 学校 绿卡 工作 签证 朋友 回国 天气 股票 吃饭 孩子'.split(' ')

const root = fileURLToPath(new URL('../../..', import.meta.url))

interface Reply {
  threadId: number
  content: string
  quotedPostId?: number
  key: string
}

/** One event of which a member has been notified. */
interface Notified {
  kind: string
  postId: number | null
}
const inOrder = (notifiedOf: readonly Notified[]) =>
  notifiedOf.map(({ kind, postId }) => `${kind} ${postId}`).sort()

describe('work that outlives killed processes', () => {
  let forum: TestForum
  let author: TestMember
  /** Watches every thread and has a post in each. */
  let watcher: TestMember
  let folder: string
  let program: string
  const children = new Set<ChildProcess>()

  beforeAll(async () => {
    forum = await startTestForum()
    author = await forum.member('xiaoli')
    watcher = await forum.member('haiou2020')
    // Within the repository, where the packages are found.
    folder = await mkdtemp(path.join(root, 'node_modules/.word-table-'))
    program = path.join(folder, 'api-process.mjs')
    await build({
      entryPoints: [fileURLToPath(new URL('word-table/api-process.ts', import.meta.url))],
      outfile: program,
      bundle: true,
      format: 'esm',
      platform: 'node',
      plugins: [
        {
          name: 'registry-packages-stay-outside',
          setup: (plugin) =>
            plugin.onResolve({ filter: /^[^./]/ }, ({ kind, path: name }) =>
              kind === 'entry-point' || name.startsWith('@forum/') ? null : { path: name, external: true },
            ),
        },
      ],
    })
  })
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL')
    await forum.stop()
    await rm(folder, { recursive: true, force: true })
  })

  /** Starts an API that is killed with SIGKILL after this many writes of one of its consumers. */
  async function startApi(life: number, kill: { after: number; of: NonNullable<Report['write']> } | null) {
    const lastWriteOfWords = kill?.of === 'words' ? [String(kill.after)] : []
    const child = fork(program, [forum.uri, String(life * CLOCK_STEP_MS), ...lastWriteOfWords], {
      execArgv: [],
    })
    children.add(child)
    // Reports that it sent before its end arrive until it is disconnected.
    const gone = Promise.all([once(child, 'exit'), once(child, 'disconnect')])
    const writes = { words: 0, notify: 0, purge: 0 }
    const url = await new Promise<string>((resolve) => {
      child.on('message', ({ port, write }: Report) => {
        if (port !== undefined) resolve(`http://127.0.0.1:${port}`)
        if (write && ++writes[write] === kill?.after && write === kill.of) child.kill('SIGKILL')
      })
      void gone.then(() => resolve('http://127.0.0.1:1'))
    })
    return { url, gone, writes }
  }

  it('counts and notifies of each event exactly once through kills', async () => {
    const threads: number[] = []
    const ownPosts: number[] = []
    for (let i = 0; i < THREADS; i++) {
      const { id: threadId } = await forum.thread(author)
      threads.push(threadId)
      for (let n = 0; n < OWN_POSTS; n++) {
        const { body } = await forum.request
          .post('/api/posts')
          .set(watcher.headers)
          .send({ threadId, content: '先占个位' })
          .expect(201)
        ownPosts.push(body.post.id as number)
      }
    }
    await forum.settle()
    // The events so far belong to a forum that did not have the consumer.
    const open: Reply[] = []
    const answered: string[] = []
    const notifiedOf: Notified[] = []
    const send = async (url: string, reply: Reply): Promise<boolean> => {
      const { key, ...body } = reply
      const post = await fetch(`${url}/api/posts`, {
        method: 'POST',
        headers: { ...author.headers, 'Content-Type': 'application/json', 'Idempotency-Key': key },
        body: JSON.stringify(body),
      })
        .then(async (response) =>
          response.status === 201 ? ((await response.json()) as { post: Post }).post : null,
        )
        .catch(() => null)
      if (!post) return false
      answered.push(reply.content)
      const isMention = reply.content.includes('@')
      const kind = reply.quotedPostId === undefined ? (isMention ? 'mention' : 'reply') : 'quote'
      notifiedOf.push({ kind, postId: post.id })
      return true
    }
    const like = async (url: string, postId: number): Promise<boolean> => {
      const response = await fetch(`${url}/api/posts/${postId}/like`, {
        method: 'POST',
        headers: { ...author.headers, 'Content-Type': 'application/json' },
        body: JSON.stringify({ liked: true }),
      }).catch(() => null)
      return response?.status === 200
    }
    let made = 0
    const nextReply = (): Reply => {
      const words = [0, 1, 2].map((n) => WORDS[(made * 5 + n * n) % WORDS.length])
      if (made % 4 === 1) words.push('@haiou2020')
      const quoted = made % 5 === 2 ? { quotedPostId: ownPosts[(made % THREADS) * OWN_POSTS]! } : {}
      const threadId = threads[made % THREADS]!
      made += 1
      return { threadId, content: words.join(' '), key: randomUUID(), ...quoted }
    }
    const waiting = () => forum.api.db.threadEvents.countDocuments({ pending: { $in: ['words', 'notify'] } })
    let writesOfAll = 0
    for (const [life, kill] of KILLS.entries()) {
      const api = await startApi(life, kill)
      const liked = like(api.url, ownPosts[life]!)
      let isAlive = true
      void api.gone.then(() => (isAlive = false))
      // A process that refuses while the database is busy has not yet written what it is killed after, nor may one have
      // that wrote about several replies at once: that one gets more of them.
      for (let wanted = made + REPLIES_PER_LIFE; isAlive; wanted += THREADS) {
        while (made < wanted) open.push(nextReply())
        do {
          const results = await Promise.all(open.map((reply) => send(api.url, reply)))
          for (const [i, isAnswered] of [...results.entries()].reverse()) if (isAnswered) open.splice(i, 1)
        } while (isAlive && open.length > 0)
        await expect.poll(async () => !isAlive || (await waiting()) === 0, patiently).toBe(true)
      }
      await liked
      await api.gone
      writesOfAll += api.writes.words
      // Repeated events do not notify again about posts that have been read.
      if (life === 2) {
        const read = forum.request.post('/api/notifications/read').set(watcher.headers)
        await read.send({ all: true }).expect(200)
      }
    }
    const last = await startApi(KILLS.length, null)
    for (const postId of ownPosts) {
      await expect.poll(() => like(last.url, postId), patiently).toBe(true)
      notifiedOf.push({ kind: 'like', postId })
    }
    for (const reply of open) await expect.poll(() => send(last.url, reply), patiently).toBe(true)

    // Another process takes over the work of a killed one once its lease ends.
    await expect.poll(waiting, { timeout: 120_000 }).toBe(0)
    const expected: Record<string, number> = {}
    expect(answered).toHaveLength(made)
    for (const content of answered) {
      for (const word of wordsOf(content)) expected[word] = (expected[word] ?? 0) + 1
    }
    const connection = await connect(forum.uri)
    const rows = await wordTable(connection).find().toArray()
    await connection.close()
    expect(Object.fromEntries(rows.map(({ _id, posts }) => [_id, posts]))).toEqual(expected)
    const kept = await forum.api.db.notifications.find({ userId: watcher.id }).toArray()
    expect(inOrder(kept.flatMap(({ kind, parts }) => parts.map(({ postId }) => ({ kind, postId }))))).toEqual(
      inOrder(notifiedOf),
    )
    const { body: unread } = await forum.request
      .get('/api/notifications/unread/count')
      .set(watcher.headers)
      .expect(200)
    expect(unread.count).toBe(kept.filter(({ isRead }) => !isRead).length)
    // A process killed between a write and recording it leaves events that arrive once more.
    const counted = Object.values(expected).reduce((sum, posts) => sum + posts, 0)
    expect(writesOfAll + last.writes.words).toBeGreaterThan(counted)
  })

  it('deletes and restores 500 posts in 60 threads through kills, with all counters as in a recount', async () => {
    const { api, request } = forum
    const moderator = await forum.member('banzhu1', 'moderator')
    const spammer = await forum.member('facai888')
    const histories: ThreadHistory[] = []
    for (let i = 0; i < SPAM_THREADS; i++) {
      // A third of the threads are the spammer's; somebody else has replied in each.
      const authorId = i % 3 === 0 ? spammer.id : author.id
      const replies = Math.ceil(SPAM_POSTS / SPAM_THREADS)
      const repliedBy = [watcher.id, ...Array<number>(replies - 1).fill(spammer.id)]
      const startedAt = new Date(Date.now() - 60_000)
      histories.push(await pastThread(forum, { boardId: 3, authorId, startedAt, replies, repliedBy }))
    }
    await api.load.save(histories)
    const total = await api.db.posts.countDocuments({ authorId: spammer.id })
    expect(total).toBeGreaterThanOrEqual(SPAM_POSTS)
    await api.scrub()
    const counters = async () => ({
      boards: await api.db.boards
        .find({}, { projection: { threadCount: 1, postCount: 1, days: 1 } })
        .toArray(),
      members: await api.db.members
        .find({}, { projection: { threadCount: 1, postCount: 1, likesReceived: 1 } })
        .toArray(),
    })
    const before = await counters()

    /** Runs what has begun through a process that is killed on the way, then to its end. */
    const finish = async (id: number, life: number) => {
      const killed = await startApi(life, { after: PURGE_KILL, of: 'purge' })
      await killed.gone
      await startApi(life + 1, null)
      const isActive = () => api.db.purges.countDocuments({ _id: id, isActive: true })
      await expect.poll(isActive, { timeout: 120_000 }).toBe(0)
      const waiting = () => api.db.threadEvents.countDocuments({ 'pending.0': { $exists: true } })
      await expect.poll(waiting, { timeout: 120_000 }).toBe(0)
    }
    /** Expects that a recount changes nothing. */
    const expectCounted = async () => {
      const counted = await counters()
      await api.scrub()
      expect(await counters()).toEqual(counted)
      return counted
    }

    // The first process begins, and is killed at once.
    const begun = await startApi(10, { after: 1, of: 'purge' })
    const response = await fetch(`${begun.url}/api/users/${spammer.id}/purge`, {
      method: 'POST',
      headers: { ...moderator.headers, 'Content-Type': 'application/json' },
      body: JSON.stringify({ reason: '垃圾广告' }),
    })
    const { purge } = (await response.json()) as { purge: { id: number; threads: number; posts: number } }
    await begun.gone
    expect(purge.threads + purge.posts).toBe(total)
    await finish(purge.id, 11)
    const standing = { authorId: spammer.id, isDeleted: false }
    expect(await api.db.posts.countDocuments({ ...standing, number: { $gt: 1 } })).toBe(0)
    expect(await api.db.threads.countDocuments(standing)).toBe(0)
    const removed = await expectCounted()
    expect(removed.members.find(({ _id }) => _id === spammer.id)).toMatchObject({
      threadCount: 0,
      postCount: 0,
    })

    const undo = request.post(`/api/moderation/purges/${purge.id}/undo`).set(moderator.headers)
    // This process leaves the work to the others.
    await api.db.leases.insertOne({ _id: `purge ${purge.id}`, holder: 'nobody', until: new Date(8.64e15) })
    await undo.expect(200)
    await api.db.leases.deleteOne({ _id: `purge ${purge.id}` })
    await finish(purge.id, 20)
    expect(await expectCounted()).toEqual(before)
    expect(await api.db.purges.findOne({ _id: purge.id })).toMatchObject({ status: 'undone' })
  })
})
