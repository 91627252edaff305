import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { setImmediate } from 'node:timers/promises'
import type { Post, Thread } from '@forum/shared/contract'
import type supertest from 'supertest'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestForum, type TestForum, type TestMember } from '../fixtures/forum'

/**
 * Number of database commands that a warm call sends before its response and after it, or their total where both run
 * side by side. Compared exactly: more is a regression, and an improvement must update the number here.
 * docs/performance.md states the time of each.
 */
const COMMANDS: Record<Call, { before: number; after: number } | { total: number }> = {
  'all boards, stranger': { before: 1, after: 0 },
  // One is for the levels of boards that the member has chosen.
  'all boards, member': { before: 2, after: 0 },
  'board page, stranger': { before: 1, after: 0 },
  'board page, member': { before: 3, after: 0 },
  'thread page, stranger': { before: 1, after: 0 },
  'thread page, member': { before: 2, after: 0 },
  'last thread page, stranger': { before: 1, after: 0 },
  // Its posts are kept until the next change.
  'changes of a thread': { before: 1, after: 0 },
  // The read of the members whom the member has blocked.
  'the member who is signed in': { before: 1, after: 0 },
  reply: { total: 14 },
  'reply with a key': { total: 16 },
  'reply with a quote': { total: 17 },
  // Among them the read of the author's followers.
  // One finds the followers of the board.
  'thread created': { total: 10 },
  'like of another post': { total: 18 },
  // Before its author has read the notification.
  'like removed': { total: 14 },
  'thread read up to a number': { before: 4, after: 0 },
}

type Call =
  | 'all boards, stranger'
  | 'all boards, member'
  | 'board page, stranger'
  | 'board page, member'
  | 'thread page, stranger'
  | 'thread page, member'
  | 'last thread page, stranger'
  | 'changes of a thread'
  | 'the member who is signed in'
  | 'reply'
  | 'reply with a key'
  | 'reply with a quote'
  | 'thread created'
  | 'like of another post'
  | 'like removed'
  | 'thread read up to a number'

const BOARD = 3
const REPLIES = 45
/** Calls that fill the caches, and calls that are counted. */
const WARM_UP_CALLS = 2
const COUNTED_CALLS = 3
/** Turns of the event loop within which continuing work requests its next database connection. */
const TURNS = 20

/** Consumers of the log that start together share their read of the thread; how many do is random. */
const withThreadOnce = (commands: readonly string[]) =>
  commands.filter((command, i) => command !== 'find threads' || commands.indexOf(command) === i)

interface Counted {
  before: string[]
  after: string[]
}

describe('database commands of hot calls', () => {
  let forum: TestForum
  let reader: TestMember
  let author: TestMember
  let thread: Thread
  let replies: Post[]
  let liked = 0
  let unliked = 0
  const commands: string[] = []
  /** The sequences of which a block of ids was reserved. */
  const reserved: string[] = []
  const inTimer = new AsyncLocalStorage<true>()
  /** Database connections in use or waited for. */
  let connectionsInUse = 0
  /** The number of commands sent when the last response was written. */
  let sentBeforeResponse = 0
  const onResponse = () => (sentBeforeResponse = commands.length)

  /** The counts of a board follow its posts on a timer, which may fire during any later call. */
  function sendFromTimersUnseen(): void {
    const start = setTimeout
    const marked = (handle: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) =>
      start(() => inTimer.run(true, handle, ...args), ms)
    vi.stubGlobal('setTimeout', Object.assign(marked, start))
  }

  beforeAll(async () => {
    forum = await startTestForum({ monitor: () => undefined })
    reader = await forum.member('reader')
    author = await forum.member('author')
    thread = await forum.thread(author, BOARD)
    for (let i = 0; i < REPLIES; i++) await reply({}).expect(201)
    const body = await forum.as().call('getThread', { threadId: thread.id })
    replies = body.posts
    // The recurring work sends its own commands.
    await forum.api.stop()
    // Nothing in the caches expires between two calls.
    forum.clock.stop()
    sendFromTimersUnseen()
    const client = forum.api.db.boards.db.client
    client.on('commandStarted', ({ commandName, command }) => {
      const sent = `${commandName} ${String(command[commandName])}`
      if (sent === 'findAndModify counters') reserved.push(String((command.query as { _id: string })._id))
      // Clears names from handled events; how many at a time is random.
      else if (sent !== 'update threadEvents' && !inTimer.getStore()) commands.push(sent)
    })
    subscribe('http.server.response.finish', onResponse)
    client.on('connectionCheckOutStarted', () => (connectionsInUse += 1))
    client.on('connectionCheckOutFailed', () => (connectionsInUse -= 1))
    client.on('connectionCheckedIn', () => (connectionsInUse -= 1))
  })
  afterAll(async () => {
    unsubscribe('http.server.response.finish', onResponse)
    vi.unstubAllGlobals()
    await forum.stop()
  })

  const get = (path: string, as: TestMember | null) => {
    const request = forum.request.get(`/api${path}`)
    return as ? request.set(as.headers) : request
  }
  const send = (path: string, as: TestMember, body: object) =>
    forum.request.post(`/api${path}`).set(as.headers).send(body)
  const reply = (more: object) =>
    send('/posts', reader, { threadId: thread.id, content: '一条回复，不长也不短。', ...more })

  const CALLS: Record<Call, () => supertest.Test> = {
    'all boards, stranger': () => get('/boards', null),
    'all boards, member': () => get('/boards', reader),
    'board page, stranger': () => get(`/boards/${BOARD}`, null),
    'board page, member': () => get(`/boards/${BOARD}`, reader),
    'thread page, stranger': () => get(`/threads/${thread.id}`, null),
    'thread page, member': () => get(`/threads/${thread.id}`, reader),
    'last thread page, stranger': () => get(`/threads/${thread.id}?page=last`, null),
    'changes of a thread': () => get(`/threads/${thread.id}/changes?since=40`, null),
    'the member who is signed in': () => get('/auth/me', reader),
    reply: () => reply({}),
    'reply with a key': () => reply({}).set('Idempotency-Key', randomUUID()),
    'reply with a quote': () => reply({ quotedPostId: replies[0]?.id }),
    'thread created': () => forum.startThread(author, BOARD),
    'like of another post': () => send(`/posts/${replies[liked++]?.id}/like`, author, { liked: true }),
    'like removed': () => send(`/posts/${replies[unliked++]?.id}/like`, author, { liked: false }),
    'thread read up to a number': () => send(`/threads/${thread.id}/read`, reader, { number: REPLIES }),
  }

  /**
   * Waits for the work that a call continues after its response. All of it runs in this process: unless it waits for
   * the database, its next step is only turns of the event loop away.
   */
  async function quiet(): Promise<void> {
    // Consumers that gather a burst would wait for more.
    await forum.settle()
    for (let turns = 0; turns < TURNS; turns++) {
      await setImmediate()
      if (connectionsInUse > 0) turns = 0
    }
  }

  async function count(call: () => supertest.Test): Promise<Counted> {
    commands.length = 0
    const { status, text } = await call()
    expect(status, text).toBeLessThan(300)
    await quiet()
    return { before: commands.slice(0, sentBeforeResponse), after: commands.slice(sentBeforeResponse) }
  }

  it.each(Object.keys(CALLS) as Call[])('%s sends the number of commands in the table', async (name) => {
    for (let i = 0; i < WARM_UP_CALLS; i++) await count(CALLS[name])
    reserved.length = 0
    const expected = COMMANDS[name]
    for (let i = 0; i < COUNTED_CALLS; i++) {
      const { before, after } = await count(CALLS[name])
      const found =
        'total' in expected
          ? { total: withThreadOnce([...before, ...after]).length }
          : { before: before.length, after: after.length }
      expect(found, `before: ${before.join(', ')}\nafter: ${after.join(', ')}`).toEqual(expected)
    }
    // Ids are reserved in blocks that are larger than these calls need.
    expect(reserved).toEqual([...new Set(reserved)])
  })
})
