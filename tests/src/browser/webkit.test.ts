import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { patiently } from '../fixtures/browser'
import { Community, longTexts, PASSWORD, type Person } from '../fixtures/community'
import { borrowForum, returnForum } from '../fixtures/shared'
import { WebKit } from '../fixtures/webkit'

/** The key, as WebDriver writes it. */
const ENTER = '\uE007'

/** A board that no other file writes to. */
const BOARD = 44

let community: Community
let page: WebKit
let member: Person
let other: Person
let threadId: number
/** The id of the third post. */
let third: number | undefined
let elsewhere: Server

beforeAll(async () => {
  community = new Community(await borrowForum())
  member = await community.register('yuanshi', '园石')
  other = await community.register('yuanding', '园丁')
  threadId = await community.startThread(member, 'H1B与长主题', '开头', BOARD)
  const replies = await community.replies(other, threadId, longTexts(15, '园子'))
  third = replies.find(({ number }) => number === 3)?.id
  elsewhere = createServer((_, response) =>
    response.setHeader('Content-Type', 'text/html').end('<h1>别处</h1>'),
  )
  await once(elsewhere.listen(0, '127.0.0.1'), 'listening')
  page = await WebKit.start({ width: 500, height: 900 })
})
afterAll(async () => {
  await page?.close()
  elsewhere?.close()
  if (community) await returnForum(community.url)
})

const thread = () => `${community.url}/threads/${threadId}`
const topOf = (number: number) =>
  page.evaluate<number>(
    `document.querySelector('[data-number="${number}"]')?.getBoundingClientRect().top ?? NaN`,
  )
const distance = async (number: number, top: number) => Math.abs((await topOf(number)) - top)

/** Scrolls a post to the top of the window. */
async function readAt(number: number): Promise<number> {
  await page.until(`!!document.querySelector('[data-number="${number}"]')`)
  await page.evaluate(`document.querySelector('[data-number="${number}"]').scrollIntoView()`)
  await page.evaluate(`new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))`)
  return topOf(number)
}

it('keeps the place in WebKit when the reader goes back to a thread, also to an address that names a post', async () => {
  await page.open(`${community.url}/boards/${BOARD}`)
  await page.click('main a', 'H1B与长主题')
  await page.hasScreen()
  await page.evaluate(
    `(history.pushState(null, '', '#post-${third}'), dispatchEvent(new PopStateEvent('popstate')))`,
  )
  await expect.poll(() => distance(3, 0), patiently).toBeLessThan(120)
  const top = await readAt(12)
  // Without scrolling to the link, which is above the window.
  await page.evaluate(`document.querySelector('header a[href="/"]').click()`)
  await page.until(`location.pathname === '/'`)
  await page.evaluate('history.back()')
  await page.until(`location.pathname === '/threads/${threadId}'`)
  await expect.poll(() => distance(12, top), patiently).toBeLessThan(3)
})

it('returns in WebKit from another site to the place in a thread', async () => {
  await page.open(thread())
  const top = await readAt(12)
  await page.load(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`)
  await page.back()
  await page.hasScreen()
  await expect.poll(() => distance(12, top), patiently).toBeLessThan(3)
})

it('finds a thread on a phone in WebKit, whose filters fit on the screen and whose names stay on one line', async () => {
  await page.open(`${community.url}/`)
  await page.type('[role="search"] [role="combobox"]', `H1B与长主题${ENTER}`)
  await page.until(`location.pathname === '/search'`)
  await page.shows('H1B与长主题')
  await page.until(`document.querySelectorAll('.filter-chip').length > 3`)
  const right = await page.evaluate<number>(
    `Math.max(...[...document.querySelectorAll('.filter-chip')].map((chip) => chip.getBoundingClientRect().right)) - innerWidth`,
  )
  expect(right).toBeLessThanOrEqual(0)
  await page.click('main a', 'H1B与长主题')
  await page.until(`location.pathname === '/threads/${threadId}'`)

  await page.open(`${community.url}/boards`)
  const heights = await page.evaluate<number[]>(
    `[...document.querySelectorAll('.boards-name')].map((name) => name.getBoundingClientRect().height)`,
  )
  expect(heights.length).toBeGreaterThan(10)
  expect(Math.max(...heights)).toBeLessThan(2 * Math.min(...heights) - 1)
})

it('registers a newcomer in WebKit', async () => {
  await page.open(`${community.url}/register`)
  await page.click('[role="dialog"] button', '同意并继续')
  await page.shows('隐私政策')
  await page.click('[role="dialog"] button', '同意并继续')
  await page.type('main [name="username"]', 'yuanxin')
  await page.type('main [name="email"]', 'yuanxin@example.com')
  await page.type('main [name="password"]', PASSWORD)
  await page.type('main [name="confirmation"]', PASSWORD)
  await page.click('main button[type="submit"]', '注册')
  await page.until(`localStorage.getItem('token') !== null`)
  await page.until(`location.pathname === '/'`)
})

it('shows a reply live in WebKit, and lets a member write one in a box that grows', async () => {
  await page.open(thread())
  await page.click('.reply-text')
  const heightOf = () => page.evaluate<number>(`document.querySelector('.composer-text').clientHeight`)
  await page.until(`!!document.querySelector('.composer-text')`)
  const before = await heightOf()
  await page.type('.composer-text', Array.from({ length: 12 }, (_, i) => `第 ${i} 行`).join(ENTER))
  await expect.poll(heightOf, patiently).toBeGreaterThan(before)
  await page.click('button', '发表回复')
  await page.until(`document.querySelector('[data-number="17"]')?.innerText.includes('第 11 行') === true`)
  await community.reply(other, threadId, '园丁马上回复')
  await page.shows('园丁马上回复')
})

it('sends a message in WebKit', async () => {
  await page.open(`${community.url}/my/messages/compose?to=${other.username}`)
  await page.type('main [name="subject"], main input[aria-label="标题"]', '来自 WebKit')
  await page.type('main .composer-text', '你好')
  await page.click('main button[type="submit"]', '发送')
  const inbox = () =>
    community.call<{ messages: { subject: string }[] }>('GET', '/messages?type=inbox', other)
  await expect.poll(async () => JSON.stringify(await inbox()), patiently).toContain('来自 WebKit')
})
