import { randomUUID } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { browserOf, postNumbers, isLive, patiently, type BrowserOf } from '../fixtures/browser'
import { closePages, openBrowser } from '../fixtures/chromium'
import {
  Community,
  sendReply,
  startRunningForum,
  type Person,
  type RunningForum,
} from '../fixtures/community'
import { startFront, type Front } from '../fixtures/front'
import { startProcess, type ForumProcess } from '../fixtures/process'
import { startRedis, type TestRedis } from '../fixtures/redis'

/**
 * Two API processes and two gateways share one Redis and one database. Members write and retry while parts are killed
 * and restarted; readers keep open the pages that they opened before.
 */
let redis: TestRedis
let forum: RunningForum
let apis: ForumProcess[] = []
let gateways: ForumProcess[] = []
let fronts: Front[] = []
let browser: Browser
let writers: Person[]

const portOf = (one: ForumProcess) => new URL(one.url).port

type ClusterPart = 'api 0' | 'api 1' | 'gateway 0' | 'gateway 1' | 'redis'

/** The parts killed together in each round: first parts that depend on each other, finally all. */
const ROUNDS: ClusterPart[][] = [
  ['api 0'],
  ['api 1', 'gateway 0', 'redis'],
  ['api 0', 'api 1', 'gateway 0', 'gateway 1', 'redis'],
]
const WRITERS = 8
/** Long enough for starting processes three times; it only ends a hanging test. */
const WITHIN_MS = 900_000

async function kill(part: ClusterPart): Promise<void> {
  if (part === 'redis') await redis.kill()
  else await (part.startsWith('api') ? apis : gateways)[Number(part.at(-1))]!.killAll()
}

/** Restarts a part on its port, as a supervisor would. */
async function restart(part: ClusterPart): Promise<void> {
  const which = Number(part.at(-1))
  if (part === 'redis') await redis.restart()
  else if (part.startsWith('api')) {
    apis[which] = await startProcess({ ...forum.env, SEED: 'none', PORT: portOf(apis[which]!) })
  } else gateways[which] = await startGateway(which, portOf(gateways[which]!))
}

const startGateway = (which: number, port = '0') =>
  startProcess({ ROLE: 'gateway', REDIS_URL: redis.url, API_URL: apis[which]!.url, PORT: port })

interface Answered {
  content: string
  id: number
  number: number
}

/** Sends one reply with one key, to one process after the other until it is acknowledged. */
async function replyUntilAcknowledged(as: Person, threadId: number, content: string): Promise<Answered> {
  const key = randomUUID()
  for (let attempt = as.id; ; attempt += 1) {
    const url = apis[attempt % apis.length]!.url
    const response = await sendReply(url, as, { key, threadId, content }).catch(() => null)
    const { post } = response?.ok ? ((await response.json().catch(() => ({}))) as { post?: Answered }) : {}
    if (post) return { content, id: post.id, number: post.number }
    if (response && response.status < 500) throw new Error(`${response.status} ${await response.text()}`)
    // The process is down: retries with the next one after a moment, as a page does.
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

beforeAll(async () => {
  ;[redis, browser] = await Promise.all([startRedis(), openBrowser()])
  forum = await startRunningForum({ ROLE: 'api', REDIS_URL: redis.url })
  apis = [forum.process, await startProcess({ ...forum.env, SEED: 'none' })]
  gateways = await Promise.all([startGateway(0), startGateway(1)])
  fronts = await Promise.all(
    gateways.map((gateway, i) => startFront({ api: apis[i]!.url, gateway: gateway.url })),
  )
  writers = await Promise.all(
    Array.from({ length: WRITERS }, (_, i) => forum.community.register(`xiezuo${i}`, `写手${i}`)),
  )
})
afterAll(async () => {
  await closePages(browser)
  await Promise.all(fronts.map((front) => front.stop()))
  await Promise.all([...gateways, ...apis].map((one) => one.killAll()))
  await forum?.stop()
  await redis?.stop()
})

it(
  'loses, repeats and reorders nothing while the API, gateways and Redis are killed and restarted',
  async () => {
    const [author] = writers
    const boardId = 3
    const threadId = await forum.community.startThread(author!, '打不垮的楼', '看看谁能顶到最后', boardId)
    const open = async (front: number, path: string, as: Person | null) => {
      const there = await browserOf(browser, fronts[front]!.url, as)
      await there.page.goto(path)
      await isLive(there.page)
      return there
    }
    const member = await open(0, `/threads/${threadId}`, author!)
    const stranger = await open(1, `/threads/${threadId}`, null)
    const atBoard = await open(1, `/boards/${boardId}`, null)

    interface ThreadResponse {
      posts: Answered[]
      thread: { postCount: number; lastNumber: number; seq: number }
    }
    /** Expects a process to show this many replies, numbered without a gap, and to count them. */
    const expectReplies = async (process: ForumProcess, count: number): Promise<Answered[]> => {
      const there = new Community(process.url)
      const read = () => there.call<ThreadResponse>('GET', `/threads/${threadId}?limit=100`, null)
      const board = () => there.call<{ board: object }>('GET', `/boards/${boardId}`, null)
      const all = count + 1
      await expect
        .poll(async () => (await read()).thread, patiently)
        .toMatchObject({ postCount: all, lastNumber: all, seq: all })
      await expect
        .poll(async () => (await board()).board, patiently)
        .toMatchObject({ threadCount: 1, postCount: all })
      const { posts } = await read()
      expect(posts.map((post) => post.number)).toEqual(Array.from({ length: count }, (_, i) => i + 2))
      return posts
    }

    const answered: Answered[] = []
    for (const [round, parts] of ROUNDS.entries()) {
      const writing = writers.map((writer, i) =>
        replyUntilAcknowledged(writer, threadId, `第 ${round} 轮，第 ${i} 人`).then((post) =>
          answered.push(post),
        ),
      )
      await Promise.all(parts.map(kill))
      if (round === 0) {
        // The other process alone completes what the killed one has begun.
        await Promise.all(writing)
        await expectReplies(apis[1]!, WRITERS)
      }
      await Promise.all(parts.map(restart))
      await Promise.all(writing)
    }

    // Every acknowledged reply exists once with its number, and there are no others.
    const count = ROUNDS.length * WRITERS
    const posts = await expectReplies(apis[0]!, count)
    const facts = ({ id, number, content }: Answered) => ({ id, number, content })
    expect(posts.map(facts)).toEqual(answered.map(facts).sort((a, b) => a.number - b.number))

    // The pages that stayed open show the same, without any further event.
    const firstPage = Array.from({ length: 21 }, (_, i) => i + 1)
    const texts = posts.filter(({ number }) => number <= 21).map(({ content }) => content)
    for (const { page } of [member, stranger]) {
      await isLive(page)
      await expect.poll(() => postNumbers(page), patiently).toEqual(firstPage)
      await expect
        .poll(() => page.locator('article[data-number] .markup').allInnerTexts(), patiently)
        .toEqual(['看看谁能顶到最后', ...texts])
      await page
        .getByRole('navigation', { name: '分页导航' })
        .getByRole('link', { name: '第 2 页' })
        .waitFor()
    }
    await isLive(atBoard.page)
    await expect
      .poll(() => atBoard.page.locator('.thread-replies .num').first().innerText(), patiently)
      .toBe(String(count))
    for (const one of [member, stranger, atBoard]) await sameAfterAll(one)
  },
  WITHIN_MS,
)

/** The page was never reloaded and threw no exception; failed requests are expected. */
async function sameAfterAll({ context, loads, troubles }: BrowserOf): Promise<void> {
  expect(loads()).toBe(1)
  expect(troubles.filter((trouble) => trouble.startsWith('exception'))).toEqual([])
  await context.close()
}
