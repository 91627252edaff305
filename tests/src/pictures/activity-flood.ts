/**
 * Measures the monitor of moderators in a flood of activity, on a forum of its own with two gateways and Redis:
 *
 *   tsx tests/src/pictures/activity-flood.ts [--seconds 60] [--rate 200]
 *
 * Needs a build (`.build`) and redis-server. One page follows the flood through one gateway, another holds its list
 * still and gets the flood through the other. Prints the longest task and the memory of the first, how many of its lines
 * have a gap before them, how many lines the history has, and whether a row of the second has moved.
 *
 * A task takes longer while other programs have the processor; `the processor had` says how much the page itself took at most.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startEmbeddedMongodb } from '@forum/infra/embedded-mongodb'
import type { Activity } from '@forum/shared/contract'
import { Redis } from 'ioredis'
import mongoose from 'mongoose'
import type { Browser, Page } from 'playwright-core'
import { DESK, startOptimizingBrowser } from '../fixtures/chromium'
import { Community, FORUM_ENV, type Person } from '../fixtures/community'
import { startFront } from '../fixtures/front'
import { startProcess } from '../fixtures/process'
import { startRedis } from '../fixtures/redis'

const MEMBERS = 20
const THREADS = 40
const TICK_MS = 50
const STEP_PX = 600
const SETTLE_MS = 5_000
/** Tasks with less processor time, in microseconds, are not of interest. */
const TRACED_US = 1_000

const { values } = parseArgs({ options: { seconds: { type: 'string' }, rate: { type: 'string' } } })
const seconds = Number(values.seconds ?? 60)
const rate = Number(values.rate ?? 200)

const folder = await mkdtemp(path.join(os.tmpdir(), 'activity-flood-'))
const ends: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
async function measure(): Promise<void> {
  const cacheDir = path.join(os.homedir(), '.cache/overseas-forum')
  const database = await startEmbeddedMongodb({ dataDir: path.join(folder, 'mongodb'), cacheDir })
  ends.push(() => database.stop())
  const redis = await startRedis()
  ends.push(() => redis.stop())
  const { uri } = database
  const env = { ...FORUM_ENV, REDIS_URL: redis.url }
  const api = await startProcess({
    ...env,
    ROLE: 'api',
    MONGODB_URI: uri,
    DATA_DIR: path.join(folder, 'api'),
  })
  ends.push(() => api.stop())
  const fronts = []
  for (const name of ['one', 'two']) {
    const gateway = await startProcess({
      ...env,
      ROLE: 'gateway',
      API_URL: api.url,
      DATA_DIR: path.join(folder, name),
    })
    ends.push(() => gateway.stop())
    const front = await startFront({ api: api.url, gateway: gateway.url })
    ends.push(() => front.stop())
    fronts.push(front.url)
  }
  const community = new Community(api.url)
  const admin = await community.signIn('zongguan')
  const members: Person[] = []
  for (let i = 0; i < MEMBERS; i += 1) members.push(await community.register(`flood${i}`, `会员 ${i}`))
  const connection = await mongoose.createConnection(uri).asPromise()
  ends.push(() => connection.close())
  const browser = await startOptimizingBrowser()
  ends.push(() => browser.close())
  const [following, holding] = await Promise.all(fronts.map((url) => openMonitor(browser, url, admin)))
  if (!following || !holding) throw new Error('no page')
  // Bursts would hide single lines.
  await following.getByRole('checkbox', { name: '合并连发' }).click()
  const heapBefore = await heapOf(following)
  await holding.locator('.feed-row').first().waitFor()
  await holding.keyboard.press('j')
  const held = await rowsOf(holding)
  const endTrace = await traceTasks(following)

  const lines = connection.collection<{ _id: number }>('activities')
  const first = ((await lines.findOne({}, { sort: { _id: -1 } }))?._id ?? 0) + 1
  const bus = new Redis(redis.url)
  ends.push(async () => bus.disconnect())
  const startedAt = Date.now()
  let sent = 0
  let moved = 0
  while (sent < rate * seconds) {
    const due = Math.min(rate * seconds, Math.floor(((Date.now() - startedAt) * rate) / 1_000))
    if (due > sent) {
      const batch = Array.from({ length: due - sent }, (_, i) => lineOf(first + sent + i, members))
      await lines.insertMany(batch.map(({ stored }) => stored))
      for (const { activity } of batch) {
        const { id, createdAt: at } = activity
        const event = { name: 'moderation:activity', id: `activity:${id}`, at, activity }
        await bus.publish('forum:moderation', JSON.stringify(event))
      }
      sent = due
    }
    if ((await rowsOf(holding)) !== held) moved += 1
    await wait(TICK_MS)
  }
  const took = (Date.now() - startedAt) / 1_000
  await wait(SETTLE_MS)
  const longest = await endTrace()
  const waits = await holding.locator('.feed-strip').innerText()
  const heapAfter = await heapOf(following)
  const tasks = await following.evaluate(() => (window as unknown as { tasks: number[] }).tasks)
  const shown = await shownLines(following)
  const gaps = shown.filter((id, i) => i > 0 && (shown[i - 1] ?? 0) - id !== 1).length
  const history = await countHistory(community, admin, first - 1)
  const report = {
    events: `${sent} in ${took.toFixed(1)} s`,
    'longest task': tasks.length === 0 ? 'under 50 ms' : `${Math.max(...tasks).toFixed(0)} ms`,
    'the processor had of any task at most': `${longest.toFixed(0)} ms`,
    'tasks over 50 ms': tasks.length,
    'lines in the history': history,
    'lines reached by scrolling': shown.length,
    'newest of them': `${(shown[0] ?? 0) - first + 1} of ${sent}`,
    'gaps between them': gaps,
    'heap before and after, MB': `${heapBefore.toFixed(1)}, ${heapAfter.toFixed(1)}`,
    'checks in which the held list had moved': moved,
    'the held list says': waits.replaceAll('\n', ' '),
  }
  for (const [name, value] of Object.entries(report)) process.stdout.write(`${name}: ${value}\n`)
}

async function openMonitor(browser: Browser, url: string, by: Person): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, viewport: DESK })
  await context.addInitScript(
    ([token]) => {
      localStorage.setItem('token', token ?? '')
      const tasks: number[] = []
      Object.assign(window, { tasks })
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) tasks.push(duration)
      }).observe({ entryTypes: ['longtask'] })
    },
    [by.token],
  )
  const page = await context.newPage()
  await page.goto('/moderation')
  await page.locator('.live-mark[data-live="true"]').waitFor()
  await page.locator('.feed-row').first().waitFor()
  // Loading the page is not what is measured.
  await page.evaluate(() => void (window as unknown as { tasks: number[] }).tasks.splice(0))
  return page
}

/** Begins to record the tasks of a page; the returned function ends that and returns the most processor time of one, in ms. */
async function traceTasks(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page)
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value as unknown as TraceEvent[])
      if (event.name === 'thread_name' || event.tdur >= TRACED_US) events.push(event)
  })
  const includedCategories = ['toplevel', '__metadata']
  await session.send('Tracing.start', {
    traceConfig: { recordMode: 'recordContinuously', includedCategories },
  })
  return async () => {
    const complete = new Promise<void>((resolve) => {
      session.once('Tracing.tracingComplete', () => {
        resolve()
      })
    })
    await session.send('Tracing.end')
    await complete
    const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
    const mains = new Set(
      events.filter(({ args }) => args.name === 'CrRendererMain').map((event) => threadOf(event)),
    )
    const tasks = events.filter((event) => event.tdur >= TRACED_US && mains.has(threadOf(event)))
    return Math.max(0, ...tasks.map(({ tdur }) => tdur / 1_000))
  }
}

/** An event of a trace; `tdur` is the time that its thread was on the processor, in microseconds. */
interface TraceEvent {
  name: string
  pid: number
  tid: number
  tdur: number
  args: { name?: string }
}

/** The rows that are drawn, with their places. */
const rowsOf = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.feed-row')]
      .map((row) => `${row.dataset.row} ${row.style.transform}`)
      .join(),
  )

/** Returns the memory of a page in MB, without what is no longer used. */
async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize / 1e6
}

/** Scrolls down to the end of the list; returns the numbers of its lines, the newest first. */
async function shownLines(page: Page): Promise<number[]> {
  const found = new Set<number>()
  await page.keyboard.press('g')
  for (;;) {
    const { ids, isEnd } = await page.evaluate(async (step) => {
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)))
      const box = document.querySelector('.feed-scroll')
      const drawn = [...document.querySelectorAll<HTMLElement>('.feed-row')]
      const before = box?.scrollTop ?? 0
      if (box) box.scrollTop += step
      return { ids: drawn.map(({ dataset }) => Number(dataset.row)), isEnd: box?.scrollTop === before }
    }, STEP_PX)
    for (const id of ids) found.add(id)
    const isMore = await page.getByText('加载中…').isVisible()
    if (isEnd && !isMore) return [...found].sort((a, b) => b - a)
  }
}

/** Counts the lines after a number, as a page catches up. */
async function countHistory(community: Community, by: Person, after: number): Promise<number> {
  let [since, count] = [after, 0]
  for (;;) {
    const page: { activity: Activity[]; nextSince: number } = await community.call(
      'GET',
      `/moderation/activity?since=${since}&limit=100`,
      by,
    )
    count += page.activity.length
    if (page.activity.length < 100) return count
    since = page.nextSince
  }
}

function lineOf(id: number, members: readonly Person[]) {
  const at = new Date()
  const { id: actorId, username, displayName } = members[id % members.length] ?? members[0]!
  const threadId = 1 + (id % THREADS)
  const [title, excerpt] = [`主题 ${threadId}`, `第 ${id} 条：房子、车子和孩子的学校，一样一样慢慢来。`]
  const flags = id % 25 === 0 ? (['link'] as const) : []
  const shared = {
    kind: 'post' as const,
    postId: 1e6 + id,
    postNumber: id,
    excerpt,
    detail: {},
    flags: [...flags],
  }
  const stored = {
    ...shared,
    _id: id,
    key: `flood:${id}`,
    at,
    actorId,
    userId: null,
    boardIds: [3],
    threadId,
    title,
  }
  const activity: Activity = {
    ...shared,
    id,
    actor: {
      id: actorId,
      username,
      displayName,
      avatar: null,
      role: 'user',
      createdAt: at.toISOString(),
      postCount: 0,
    },
    board: { id: 3, name: 'Feedback', name_zh: '意见反馈', displayName: '意见反馈' },
    thread: { id: threadId, title },
    handledBy: null,
    createdAt: at.toISOString(),
  }
  return { stored, activity }
}

try {
  await measure()
} finally {
  for (const end of ends.toReversed()) await end()
}
