import type { Browser, Page, Request } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { browserOf, postNumbered, postNumbers, isLive, patiently, setHidden } from '../fixtures/browser'
import { closePages, openBrowser } from '../fixtures/chromium'
import { startRunningForum, type Community, type Person, type RunningForum } from '../fixtures/community'
import { startFront, type Front } from '../fixtures/front'
import { startProcess, type ForumProcess } from '../fixtures/process'
import { startRedis, type TestRedis } from '../fixtures/redis'

/** One API process and one gateway, which is killed and restarted on the same port. */
let browser: Browser
let redis: TestRedis
let forum: RunningForum
let gateway: ForumProcess
let front: Front
let community: Community
let writer: Person
let reader: Person

const startGateway = (port: string) =>
  startProcess({ ROLE: 'gateway', REDIS_URL: redis.url, API_URL: forum.process.url, PORT: port })
const restartGateway = async () => {
  gateway = await startGateway(new URL(gateway.url).port)
}

beforeAll(async () => {
  redis = await startRedis()
  ;[browser, forum] = await Promise.all([
    openBrowser(),
    startRunningForum({ ROLE: 'api', REDIS_URL: redis.url }),
  ])
  gateway = await startGateway('0')
  front = await startFront({ api: forum.process.url, gateway: gateway.url })
  ;({ community } = forum)
  writer = await community.register('xiaoli', '小李')
  reader = await community.register('laowang', '老王')
})
afterAll(async () => {
  await closePages(browser)
  await front?.stop()
  await gateway?.killAll()
  await forum?.stop()
  await redis?.stop()
})

// Restores the gateway for the next tests even after a failed one.
afterEach(async () => {
  if (gateway.hasEnded()) await restartGateway()
})

/**
 * A page's time can only be stopped at a future moment. This is less than the rest of the wait for a ping (45 s, and
 * one arrives every 25 s), so that the page does not consider its connection lost.
 */
const PAUSE_AHEAD_MS = 15_000

/** A thread of three posts, opened in a page whose clock the test can move. */
async function openThread(as: Person | null) {
  const threadId = await community.startThread(writer, '断线也不怕')
  await community.replies(writer, threadId, ['一', '二'])
  const there = await browserOf(browser, front.url, as)
  const { page } = there
  await page.clock.install()
  const unfinished = new Set<Request>()
  page.on('request', (request) => unfinished.add(request))
  page.on('requestfinished', (request) => unfinished.delete(request))
  page.on('requestfailed', (request) => unfinished.delete(request))
  let isCounted = false
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => (isCounted ||= String(payload).includes('presence:thread')))
  })
  await page.goto(`/threads/${threadId}`)
  await isLive(page)
  await postNumbered(page, 3).waitFor()
  return {
    ...there,
    threadId,
    /** Hands control of the page's clock to the test, so that none of its timers fire on their own. */
    async stopTime() {
      // Counted as a reader, so it has joined the room.
      await expect.poll(() => isCounted, patiently).toBe(true)
      await page.clock.pauseAt((await page.evaluate(() => Date.now())) + PAUSE_AHEAD_MS)
      // Shortly after joining, the page asks once more for what it may have missed.
      await expect.poll(() => unfinished.size, patiently).toBe(0)
    },
  }
}

/** Waits until the page has noticed that its connection is lost. */
const isCutOff = (page: Page) => page.locator('.live-mark[data-live="false"]').waitFor({ state: 'attached' })

it('shows five replies that came during 40 s without a gateway, once and in order, without further events', async () => {
  const there = await openThread(reader)
  const { page, threadId } = there
  // Exactly 40 s pass without a gateway, however long the rest takes, and none of the minute of quiet after which the
  // page would poll had passed before.
  await there.stopTime()
  await community.reply(writer, threadId, '三')
  const numbersSoon = async () => {
    await page.clock.runFor(1)
    return postNumbers(page)
  }
  await expect.poll(numbersSoon, patiently).toEqual([1, 2, 3, 4])
  await gateway.killAll()
  await isCutOff(page)
  await community.replies(
    writer,
    threadId,
    [1, 2, 3, 4, 5].map((n) => `断线时的第 ${n} 条`),
  )
  for (const subject of ['断线时的信', '又一封'])
    await community.call('POST', '/messages', writer, { recipientId: reader.id, subject, content: '在吗' })
  expect(await page.getByText('连接已断开，正在重连…').count()).toBe(0)
  await page.clock.runFor(6_000)
  await page.locator('.live-notice').getByText('连接已断开，正在重连…').waitFor()
  await page.clock.runFor(34_000)
  expect(await page.locator('.live-notice').innerText()).toBe('连接已断开，正在重连…')
  expect(await postNumbers(page)).toEqual([1, 2, 3, 4])

  await restartGateway()
  // The next connection attempt is up to half a minute away.
  const numbersLater = async () => {
    await page.clock.runFor(1_000)
    return postNumbers(page)
  }
  await expect.poll(numbersLater, patiently).toContain(9)
  await page.clock.resume()
  expect(await postNumbers(page)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  for (const n of [1, 2, 3, 4, 5]) {
    const said = page.getByText(`断线时的第 ${n} 条`, { exact: true })
    expect(await said.count()).toBe(1)
    await postNumbered(page, n + 4)
      .getByText(`断线时的第 ${n} 条`, { exact: true })
      .waitFor()
  }
  await isLive(page)
  await page.locator('.live-notice').waitFor({ state: 'detached' })
  const badge = page.locator('.main-navigation .unread-badge [aria-hidden]')
  await expect.poll(() => badge.textContent(), patiently).toBe('2')
  expect(there.loads()).toBe(1)
  await there.context.close()
})

it('takes replies while Redis is away, which readers get without it, and at once when it is back', async () => {
  const there = await openThread(reader)
  const { page, threadId } = there
  await there.stopTime()
  await redis.kill()
  try {
    await community.reply(writer, threadId, '没有 Redis 也能发')
    expect(await postNumbers(page)).toEqual([1, 2, 3])
    // The page polls when a thread has been quiet for a minute.
    await page.clock.runFor(75_000)
    await page.clock.resume()
    await postNumbered(page, 4).getByText('没有 Redis 也能发').waitFor()
    await page.getByRole('textbox', { name: '快速回复' }).fill('我也能')
    await page.getByRole('button', { name: '发表回复' }).click()
    await postNumbered(page, 5).getByText('我也能').waitFor()
  } finally {
    await redis.restart()
  }
  await community.reply(writer, threadId, '回来了')
  await postNumbered(page, 6).getByText('回来了').waitFor()
  expect(await postNumbers(page)).toEqual([1, 2, 3, 4, 5, 6])
  expect(there.loads()).toBe(1)
  await there.context.close()
})

it('says after a minute without a connection that it checks every 30 s, and does so', async () => {
  const there = await openThread(null)
  const { page, threadId } = there
  await gateway.killAll()
  await isCutOff(page)
  await page.clock.runFor(61_000)
  await page.locator('.live-notice').getByText('实时更新已暂停，页面每 30 秒自动检查一次').waitFor()
  await community.reply(writer, threadId, '没有实时也看得到')
  await page.clock.runFor(41_000)
  await postNumbered(page, 4).getByText('没有实时也看得到').waitFor()
  await there.context.close()
})

it('accepts a reply while disconnected, and shows it once after reconnecting', async () => {
  const there = await openThread(reader)
  const { page, threadId } = there
  await gateway.killAll()
  await isCutOff(page)
  await community.reply(writer, threadId, '你不知道的一条')
  await page.getByRole('textbox', { name: '快速回复' }).fill('断线了也能回')
  await page.getByRole('button', { name: '发表回复' }).click()
  await postNumbered(page, 5).getByText('断线了也能回').waitFor()
  await expect.poll(() => postNumbers(page), patiently).toEqual([1, 2, 3, 4, 5])
  expect(await page.getByRole('textbox', { name: '快速回复' }).inputValue()).toBe('')

  await restartGateway()
  await isLive(page)
  await community.reply(writer, threadId, '又连上了')
  await postNumbered(page, 6).getByText('又连上了').waitFor()
  expect(await postNumbers(page)).toEqual([1, 2, 3, 4, 5, 6])
  expect(await page.getByText('断线了也能回', { exact: true }).count()).toBe(1)
  expect(there.loads()).toBe(1)
  await there.context.close()
})

it('catches up a hidden page that lost its connection when it is shown again', async () => {
  const there = await openThread(reader)
  const { page, threadId } = there
  await setHidden(page, true)
  await gateway.killAll()
  await isCutOff(page)
  await community.replies(writer, threadId, ['背后的一条', '背后的两条'])
  await restartGateway()
  await setHidden(page, false)
  await postNumbered(page, 5).getByText('背后的两条').waitFor()
  expect(await postNumbers(page)).toEqual([1, 2, 3, 4, 5])
  await isLive(page)
  await community.reply(writer, threadId, '当面的一条')
  await postNumbered(page, 6).getByText('当面的一条').waitFor()
  expect(there.loads()).toBe(1)
  await there.context.close()
})

it('catches up a page whose connection died silently during sleep', async () => {
  const there = await openThread(null)
  const { page, threadId } = there
  await there.stopTime()
  front.hold()
  await community.reply(writer, threadId, '夜里的一条')
  expect(await postNumbers(page)).toEqual([1, 2, 3])
  await page.clock.fastForward('01:30:00')
  await page.clock.resume()
  await postNumbered(page, 4).getByText('夜里的一条').waitFor()
  await isLive(page)
  await community.reply(writer, threadId, '早上的一条')
  await postNumbered(page, 5).getByText('早上的一条').waitFor()
  expect(await postNumbers(page)).toEqual([1, 2, 3, 4, 5])
  expect(there.loads()).toBe(1)
  await there.context.close()
})

it('counts and announces what a disconnected board missed, and moves no row', async () => {
  const boardId = 11
  const older = await community.startThread(writer, '先开的', '开头', boardId)
  await community.startThread(writer, '后开的', '开头', boardId)
  const there = await browserOf(browser, front.url)
  const { page } = there
  await page.goto(`/boards/${boardId}`)
  await isLive(page)
  const titles = () => page.locator('.thread-link').allInnerTexts()
  await expect.poll(titles, patiently).toEqual(['后开的', '先开的'])
  await gateway.killAll()
  await isCutOff(page)
  await community.replies(writer, older, ['一', '二'])
  await restartGateway()
  const pill = page.getByRole('button', { name: '有 1 个主题更新，点击刷新' })
  await pill.waitFor()
  await expect.poll(() => page.locator('.thread-replies .num').allInnerTexts(), patiently).toEqual(['0', '2'])
  expect(await titles()).toEqual(['后开的', '先开的'])
  await page.getByText('帖子 4').waitFor()
  await pill.click()
  await expect.poll(titles, patiently).toEqual(['先开的', '后开的'])
  await pill.waitFor({ state: 'detached' })
  expect(there.loads()).toBe(1)
  await there.context.close()
})
