import { afterAll, beforeAll, expect, it } from 'vitest'
import { isLive, patiently, standsStill } from '../fixtures/browser'
import { longTexts, type Person } from '../fixtures/community'
import { visitForum, type VisitedForum } from '../fixtures/visited'

/** A board that no other file writes to. */
const BOARD = 92

let forum: VisitedForum
let writer: Person
let reader: Person

beforeAll(async () => {
  forum = await visitForum()
  writer = await forum.community.register('shouyexie', '首页写')
  reader = await forum.community.register('shouyedu', '首页读')
})
afterAll(() => forum?.stop())

it.each(['a guest', 'a member'])('reads each list once when %s opens the home page', async (who) => {
  const { page, context } = await forum.open(who === 'a member' ? reader : null)
  // Its timers run only when the test says so: a slow machine does not use up the wait for the first connection.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1_000)
  // A part of the page that comes later does not read again what is shown.
  const boardsRead = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/boards')
  await page.route('**/assets/Newcomer-*.js', async (route) => {
    await (await boardsRead).finished()
    await route.continue()
  })
  const read: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (/^\/api\/(boards|threads|announcement)/.test(pathname)) read.push(`${pathname}${search}`)
  })
  let isJoined = false
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => (isJoined ||= String(payload).startsWith('430[')))
  })
  let isOpen = false
  const opened = page.goto('/').then(() => (isOpen = true))
  await expect
    .poll(async () => {
      await page.clock.runFor(isJoined ? 10 : 1)
      return isOpen
    }, patiently)
    .toBe(true)
  await opened
  const lists = [
    '/api/announcement',
    '/api/announcements',
    '/api/boards',
    '/api/boards/popular',
    '/api/threads?page=1&sortBy=lastPostAt&perAuthor=2',
    '/api/threads?featured=true&daysAgo=7&limit=3',
    '/api/threads?solved=false&limit=5',
    ...(who === 'a member'
      ? ['/api/boards/unread', '/api/threads?sortBy=lastPostAt&watched=true&unread=true&limit=1']
      : []),
  ].toSorted()
  await expect
    .poll(async () => {
      await page.clock.runFor(100)
      return [...new Set(read)].toSorted()
    }, patiently)
    .toEqual(lists)
  // Longer than the longest delay of a read after missed events.
  await page.clock.runFor(4_000)
  await page.waitForLoadState('networkidle')
  expect(read.toSorted()).toEqual(lists)
  await context.close()
})

it('lists watched and unread threads of a member, and marks all of them as read', async () => {
  const { community } = forum
  const watched = await community.startThread(reader, '首页：我关注的', '开头', BOARD)
  const other = await community.startThread(writer, '首页：别人发的', '开头', BOARD)
  await community.reply(writer, watched, '有新回复')
  const { page, context, troubles } = await forum.open(reader)
  await page.goto('/')
  const latest = page.locator('main section.latest')
  const titles = () => latest.locator('.thread-link').allInnerTexts()
  await latest.getByRole('link', { name: '1 个关注的主题有新回复' }).click()
  await expect.poll(titles, patiently).toEqual(['首页：我关注的'])
  await latest.getByRole('link', { name: '新 1' }).waitFor()
  expect(page.url()).toBe(`${community.url}/?list=watched`)

  await latest.getByRole('link', { name: '未读' }).click()
  await expect.poll(titles, patiently).toEqual(expect.arrayContaining(['首页：我关注的', '首页：别人发的']))
  await latest.getByRole('button', { name: '全部已读' }).click()
  await page.getByText('已全部标为已读').waitFor()
  await latest.getByText('最近的主题都看过了').waitFor()
  await latest.getByText('个关注的主题有新回复').waitFor({ state: 'detached' })
  const { threads } = await community.call<{ threads: object[] }>('GET', '/threads?unread=true', reader)
  expect(threads).toEqual([])

  await isLive(page)
  await community.reply(writer, other, '又来一条')
  await latest.getByRole('button', { name: '有 1 个主题更新，点击刷新' }).click()
  await expect.poll(titles, patiently).toEqual(['首页：别人发的'])
  expect(troubles).toEqual([])
  await context.close()
})

it('reads what a link leads to while the pointer rests on it, but not when it passes over', async () => {
  const { community } = forum
  const passed = await community.startThread(writer, '首页：路过的', '路过', BOARD)
  const rested = await community.startThread(writer, '首页：停留的', '提前读好的正文', BOARD)
  const { page, context } = await forum.open(reader)
  const read: string[] = []
  page.on('request', (request) => read.push(new URL(request.url()).pathname))
  await page.goto('/latest?list=created')
  await page.getByRole('link', { name: '首页：路过的' }).evaluate((link) => {
    link.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
    document.body.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
  })
  const ahead = page.waitForResponse(new RegExp(`/api/threads/${rested}\\?`))
  await page.getByRole('link', { name: '首页：停留的' }).hover()
  expect(await (await ahead).request().headerValue('purpose')).toBe('prefetch')
  expect(read).not.toContain(`/api/threads/${passed}`)

  // Shown before the server responds again.
  await page.route(`**/api/threads/${rested}?*`, () => undefined)
  await page.getByRole('link', { name: '首页：停留的' }).click()
  await page.getByRole('heading', { level: 1, name: '首页：停留的' }).waitFor()
  await page.getByText('提前读好的正文').waitFor()
  await context.close()
})

it('returns to the same place in the same list, from a thread and after a reload', async () => {
  const { community } = forum
  for (let index = 0; index < 12; index += 1)
    await community.startThread(writer, `首页：第 ${index} 个`, '开头', BOARD)
  const long = await community.startThread(writer, '首页：长主题', '开头', BOARD)
  await community.replies(writer, long, longTexts(8, '长'))
  const { page, context } = await forum.open(reader)
  await page.goto('/latest?list=created')
  const link = page.getByRole('link', { name: '首页：第 2 个' })
  await link.scrollIntoViewIfNeeded()
  await page.evaluate(() => {
    scrollBy({ top: 120, behavior: 'instant' })
  })
  await standsStill(page)
  const before = await page.evaluate(() => scrollY)
  expect(before).toBeGreaterThan(100)

  await page.getByRole('link', { name: '首页：第 3 个' }).click()
  await page.getByRole('heading', { level: 1, name: '首页：第 3 个' }).waitFor()
  await expect.poll(() => page.evaluate(() => scrollY), patiently).toBe(0)
  await page.goBack()
  await link.waitFor()
  await expect.poll(() => page.evaluate(() => scrollY), patiently).toBe(before)
  expect(page.url()).toBe(`${community.url}/latest?list=created`)

  await page.reload()
  await link.waitFor()
  await expect.poll(() => page.evaluate(() => scrollY), patiently).toBe(before)
  await page.goto('/latest')
  await link.waitFor()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await context.close()
})
