import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  browserOf,
  postNumbered,
  postNumbers,
  isLive,
  patiently,
  readAt,
  standsStill,
  topOf,
} from '../fixtures/browser'
import { closePages, openBrowser } from '../fixtures/chromium'
import { Community, longText, longTexts, startRunningForum, type Person } from '../fixtures/community'
import { startFront } from '../fixtures/front'
import { startProcess } from '../fixtures/process'
import { startRedis } from '../fixtures/redis'
import { borrowForum, returnForum } from '../fixtures/shared'

/** A board that no other file writes to. */
const BOARD = 31

/** A forum with the two addresses at which its readers open it, possibly of two gateways. */
interface Served {
  community: Community
  writersUrl: string
  readersUrl: string
  stop: () => Promise<void>
}

async function oneProcess(): Promise<Served> {
  const url = await borrowForum()
  const stop = async () => void (await returnForum(url))
  return { community: new Community(url), writersUrl: url, readersUrl: url, stop }
}

async function twoGatewaysOverRedis(): Promise<Served> {
  const redis = await startRedis()
  const api = await startRunningForum({ ROLE: 'api', REDIS_URL: redis.url })
  const apiUrl = api.process.url
  const gateway = { ROLE: 'gateway', REDIS_URL: redis.url, API_URL: apiUrl }
  const gateways = await Promise.all([startProcess(gateway), startProcess(gateway)])
  const fronts = await Promise.all(gateways.map(({ url }) => startFront({ api: apiUrl, gateway: url })))
  return {
    community: api.community,
    writersUrl: fronts[0]!.url,
    readersUrl: fronts[1]!.url,
    async stop() {
      await Promise.all(fronts.map((front) => front.stop()))
      await Promise.all(gateways.map((one) => one.killAll()))
      await api.stop()
      await redis.stop()
    },
  }
}

describe.each([
  { how: 'one process', serve: oneProcess, isOneProcess: true },
  { how: 'two gateways over Redis', serve: twoGatewaysOverRedis, isOneProcess: false },
])('live updates from others, with $how', ({ serve, isOneProcess }) => {
  let browser: Browser
  let served: Served
  let writer: Person
  let reader: Person

  beforeAll(async () => {
    ;[browser, served] = await Promise.all([openBrowser(), serve()])
    writer = await served.community.register('zhiboxiaoli', '小李')
    reader = await served.community.register('zhibolaowang', '老王')
  })
  afterAll(async () => {
    await closePages(browser)
    await served?.stop()
  })

  const open = async (of: Person | null, path: string) => {
    const url = of?.id === writer.id ? served.writersUrl : served.readersUrl
    const there = await browserOf(browser, url, of)
    await there.page.goto(path)
    await isLive(there.page)
    return there
  }

  it('shows a reply to members and anonymous readers where it belongs, without moving what they read', async () => {
    const { community } = served
    const threadId = await community.startThread(reader, '湾区买房记', longText('开头'))
    await community.replies(reader, threadId, longTexts(10, '跟帖'))
    const path = `/threads/${threadId}`
    const [writing, reading, stranger] = await Promise.all([
      open(writer, path),
      open(reader, path),
      open(null, path),
    ])
    for (const { page } of [reading, stranger]) await readAt(page, 6)
    const before = await Promise.all([reading, stranger].map(({ page }) => topOf(page, 6)))

    await writing.page.getByRole('textbox', { name: '快速回复' }).fill('我来晚了，先占个座')
    await writing.page.getByRole('button', { name: '发表回复' }).click()

    for (const { page } of [writing, reading, stranger]) {
      await postNumbered(page, 12).getByText('我来晚了，先占个座').waitFor()
      expect(await postNumbers(page)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
      expect(await postNumbered(page, 12).innerText()).toContain('12 楼')
    }
    expect(await Promise.all([reading, stranger].map(({ page }) => topOf(page, 6)))).toEqual(before)
    await writing.page.getByText('发帖 1 · 获赞 0').waitFor()
    // The page offers a link to the new reply, except to its author.
    const pill = stranger.page.getByRole('button', { name: '有 1 条新回复' })
    await pill.click()
    await expect
      .poll(
        () => postNumbered(stranger.page, 12).evaluate((post) => post === document.activeElement),
        patiently,
      )
      .toBe(true)
    await pill.waitFor({ state: 'hidden' })
    expect(await writing.page.getByRole('button', { name: /条新回复/ }).count()).toBe(0)

    // In the other direction: the notified reader replies on a page that was never reloaded.
    await reading.page.getByRole('textbox', { name: '快速回复' }).fill('不晚，坐')
    await reading.page.getByRole('button', { name: '发表回复' }).click()
    for (const { page } of [writing, stranger]) await postNumbered(page, 13).getByText('不晚，坐').waitFor()
    for (const one of [writing, reading, stranger]) {
      expect(one.loads()).toBe(1)
      expect(one.troubles).toEqual([])
      await one.context.close()
    }
  })

  it('shows an edit, a like and a deletion in place', async () => {
    const { community } = served
    const threadId = await community.startThread(writer, '改来改去')
    const [second, third] = await community.replies(writer, threadId, ['写错了', '也不要了'])
    const stranger = await open(null, `/threads/${threadId}`)
    await postNumbered(stranger.page, 3).waitFor()
    await community.call('PUT', `/posts/${second!.id}`, writer, { content: '写对了' })
    await community.call('POST', `/posts/${second!.id}/like`, reader, { liked: true })
    await community.call('DELETE', `/posts/${third!.id}`, writer)
    await postNumbered(stranger.page, 2).getByText('写对了').waitFor()
    await postNumbered(stranger.page, 2).getByText('编辑过').waitFor()
    await postNumbered(stranger.page, 2).getByRole('button', { name: '赞 1' }).waitFor()
    await postNumbered(stranger.page, 3).getByText('该回复已被作者删除').waitFor()
    expect(await postNumbers(stranger.page)).toEqual([1, 2, 3])
    expect(stranger.loads()).toBe(1)
    await stranger.context.close()
  })

  // The events are those of the first test, and their effects on the page do not depend on their transport.
  if (isOneProcess) {
    it('changes only the pill and the number of pages on an earlier page', async () => {
      const { community } = served
      const threadId = await community.startThread(writer, '长楼', longText('开头'))
      await community.replies(writer, threadId, longTexts(25, '旧帖'))
      const stranger = await open(null, `/threads/${threadId}`)
      const { page } = stranger
      await readAt(page, 11)
      const posts = page.locator('.thread-posts article')
      const shown = () =>
        posts.evaluateAll((all) => all.map((post) => post.querySelector('.markup')?.textContent))
      const [before, top] = [await shown(), await topOf(page, 11)]
      expect(before).toHaveLength(21)
      const pager = page.getByRole('navigation', { name: '分页导航' })
      expect(await pager.getByRole('link', { name: '第 3 页' }).count()).toBe(0)

      await community.replies(
        writer,
        threadId,
        Array.from({ length: 16 }, (_, i) => `新帖 ${i + 1}`),
      )
      await page.getByRole('button', { name: '有 16 条新回复，查看第 2 页' }).waitFor()
      await pager.getByRole('link', { name: '第 3 页' }).waitFor()
      expect(await shown()).toEqual(before)
      expect(await topOf(page, 11)).toBe(top)

      await page.getByRole('button', { name: '有 16 条新回复，查看第 2 页' }).click()
      await page.waitForURL(`**/threads/${threadId}/page/2**`)
      await postNumbered(page, 27).getByText('新帖 1', { exact: true }).waitFor()
      expect((await postNumbers(page)).filter((number) => number > 1)).toEqual(
        Array.from({ length: 20 }, (_, i) => i + 22),
      )
      expect(stranger.loads()).toBe(1)
      await stranger.context.close()
    })
  }

  it('announces a new thread in a board by a pill, and moves no row before it is pressed', async () => {
    const { community } = served
    const boardId = BOARD
    for (const title of ['新人报到', '我也是新人', '请多关照'])
      await community.startThread(writer, title, '你好', boardId)
    const stranger = await open(null, `/boards/${boardId}`)
    const { page } = stranger
    const rows = page.getByRole('region', { name: '主题' }).locator('.thread-link')
    await expect.poll(() => rows.allInnerTexts(), patiently).toEqual(['请多关照', '我也是新人', '新人报到'])
    await standsStill(page)
    const top = (await rows.first().boundingBox())!.y

    await community.startThread(reader, '刚落地多伦多', '大家好', boardId)
    const pill = page.getByRole('button', { name: '有 1 个主题更新，点击刷新' })
    await pill.waitFor()
    expect(await rows.allInnerTexts()).toEqual(['请多关照', '我也是新人', '新人报到'])
    expect((await rows.first().boundingBox())!.y).toBe(top)

    await pill.click()
    await expect
      .poll(() => rows.allInnerTexts(), patiently)
      .toEqual(['刚落地多伦多', '请多关照', '我也是新人', '新人报到'])
    expect(stranger.loads()).toBe(1)
    await stranger.context.close()
  })
})
