import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isLive, patiently } from '../fixtures/browser'
import { PHONE } from '../fixtures/chromium'
import type { Community, Person } from '../fixtures/community'
import { visitForum, type VisitedForum } from '../fixtures/visited'

/** A board that no other file writes to, below `PARENT`. */
const [PARENT, BOARD] = [80, 82]

let forum: VisitedForum
let community: Community
let reader: Person
let writer: Person

beforeAll(async () => {
  forum = await visitForum()
  ;({ community } = forum)
  reader = await community.register('zonglanxiaoli', '小李')
  writer = await community.register('zonglanlaowang', '老王')
})
afterAll(() => forum?.stop())

it('shows what is new in every board, with site affairs at the end', async () => {
  const { page, context } = await forum.open(reader)
  await page.goto('/boards')
  const rows = page.getByRole('row')
  const own = page.locator(`tr:has(a[href="/boards/${BOARD}"])`)
  await own.waitFor()
  const order = await rows.evaluateAll((all) =>
    all.flatMap((row) => row.querySelector('a[href^="/boards/"]')?.getAttribute('href') ?? []),
  )
  // Board 1 with those below it: 站务管理.
  expect(order.slice(-4)).toEqual(['/boards/1', '/boards/2', '/boards/3', '/boards/4'])
  await isLive(page)
  const threadId = await community.startThread(writer, '总览里的主题', '开头', BOARD)
  await own.getByRole('link', { name: '总览里的主题' }).waitFor()
  await own.getByText(/^老王 · (刚刚|\d 分钟前)$/).waitFor()
  await expect.poll(() => own.getByText('有新动静').count(), patiently).toBe(1)
  await expect
    .poll(
      () => page.locator(`tr:has(> th a[href="/boards/${PARENT}"])`).getByText('有新动静').count(),
      patiently,
    )
    .toBe(1)
  await page.goto(`/boards/${PARENT}`)
  await page.locator('.sub-board', { hasText: '总览里的主题' }).getByText('有新动静').waitFor()
  await page.goto('/boards')
  await own.getByText(/^今日/).waitFor()
  await community.call('POST', `/threads/${threadId}/read`, reader, { number: 1 })
  await page.reload()
  await own.getByRole('link', { name: '总览里的主题' }).waitFor()
  await expect.poll(() => own.getByText('有新动静').count(), patiently).toBe(0)
  await context.close()
})

it('starts a thread from the home page, on a desk and on a phone', async () => {
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    const { page, context } = await forum.open(reader)
    await page.setViewportSize(viewport)
    await page.goto('/')
    const write = page.getByRole('main').getByRole('link', { name: '发新帖' })
    await write.waitFor()
    const box = await write.boundingBox()
    expect(box && box.y + box.height).toBeLessThanOrEqual(viewport.height)
    await write.click()
    await page.getByRole('heading', { level: 1, name: '发表新主题' }).waitFor()
    await context.close()
  }
})

it('keeps dense lists with the account, on a desk and a phone', async () => {
  const threadId = await community.startThread(writer, '一行显示的主题', '开头', BOARD)
  await community.reply(writer, threadId, '一行的回复')
  const [first, second] = await Promise.all([forum.open(reader), forum.open(reader, { screen: PHONE })])
  const heightOf = (page: Page) =>
    page
      .locator('.latest .thread', { hasText: '一行显示的主题' })
      .evaluate((row) => row.getBoundingClientRect().height)
  await first.page.goto('/')
  const dense = (page: Page) => page.getByRole('button', { name: '紧凑' })
  await dense(first.page).waitFor()
  const normal = await heightOf(first.page)
  const saved = first.page.waitForResponse('**/api/auth/profile')
  await dense(first.page).click()
  await expect.poll(() => heightOf(first.page), patiently).toBeLessThan(normal * 0.75)
  await saved
  await first.page.goto(`/threads/${threadId}`)
  const reply = first.page.locator('[data-number="2"]')
  await reply.waitFor()
  await expect
    .poll(() => reply.evaluate((post) => post.getBoundingClientRect().height), patiently)
    .toBeLessThanOrEqual(100)
  await second.page.goto('/')
  await second.page.getByRole('link', { name: '一行显示的主题' }).first().waitFor()
  // Not lower than a target of the thumb.
  await expect.poll(() => heightOf(second.page), patiently).toBe(44)
  await second.page.getByRole('button', { name: '我的', exact: true }).click()
  await second.page.getByRole('radio', { name: '宽松' }).click()
  await expect.poll(() => heightOf(second.page), patiently).toBeGreaterThan(44)
  for (const { context } of [first, second]) await context.close()
})
