import { afterAll, beforeAll, expect, it } from 'vitest'
import { patiently } from '../fixtures/browser'
import { Community, PASSWORD, type Person } from '../fixtures/community'
import { OldChromium } from '../fixtures/old-chromium'
import { borrowForum, returnForum } from '../fixtures/shared'

/** A board that no other file writes to. */
const BOARD = 45

let community: Community
let page: OldChromium
let member: Person
let threadId: number
let address: string

beforeAll(async () => {
  community = new Community(await borrowForum())
  page = await OldChromium.start()
  member = await community.register('jiuliulan', '旧浏览器')
  const content = '看 https://example.com/a\n[img]https://example.com/b.png[/img]\n```\n代码\n```'
  threadId = await community.startThread(member, '旧的也能看', content, BOARD)
  address = `${community.url}/threads/${threadId}`
})
afterAll(async () => {
  await page?.close()
  if (community) await returnForum(community.url)
})

const isReadable = `!!document.querySelector('.readable') && getComputedStyle(document.querySelector('#root')).visibility !== 'visible'`

it('lets a member read, search and reply in Chromium 103 on a phone', async () => {
  await page.open(`${community.url}/`)
  await page.open(`${community.url}/boards`)
  await page.shows('全部版块')
  // Ranges of widths apply: there is one column, and dialogs are in the middle of the window.
  expect(await page.evaluate(`document.querySelector('main').clientWidth > innerWidth / 2`)).toBe(true)
  await page.click(`main a[href="/boards/${BOARD}"]`)
  await page.click('main a', '旧的也能看')
  await page.until(`document.querySelector('.markup a')?.href === 'https://example.com/a'`)
  await page.shows('代码')

  await page.click('header a', '登录')
  await page.type('main [name="username"]', member.username)
  await page.type('main [name="password"]', PASSWORD)
  await page.click('main form.login-form button[type="submit"]')
  await page.until(`location.pathname === '/threads/${threadId}'`)
  await page.click('.reply-text')
  await page.type('.composer-text', '旧的也能回')
  await page.click('button', '发表回复')
  await page.until(
    `document.querySelector('article[data-number="2"]')?.innerText.includes('旧的也能回') === true`,
  )
  await community.reply(member, threadId, '马上看到')
  await page.shows('马上看到')

  await page.open(`${community.url}/search?q=${encodeURIComponent('旧的也能看')}`)
  await page.click('main a', '旧的也能看')
  await page.shows('马上看到')
  expect(page.exceptions).toEqual([])
})

it('keeps the readable document when the first screen fails to render', async () => {
  const planted = `URL.canParse = () => { throw new Error('planted') }`
  await page.withScript(planted, async () => {
    await page.load(address)
    await page.until(`!!document.querySelector('[data-crashed]')`)
    await page.until(isReadable)
    expect(await page.evaluate(`document.title.includes('旧的也能看')`)).toBe(true)
  })
})

it('keeps the readable document when a part of the page cannot be loaded', async () => {
  await page.send('Network.setCacheDisabled', { cacheDisabled: true })
  await page.send('Network.setBlockedURLs', { urls: ['*/assets/store*'] })
  await page.load(address)
  await expect.poll(() => page.failedLoads, patiently).toBeGreaterThan(0)
  await page.until(`document.readyState === 'complete' && !!document.querySelector('.readable')`)
  await page.send('Network.setBlockedURLs', { urls: [] })
  expect(await page.evaluate(`document.querySelector('.readable').innerText.includes('代码')`)).toBe(true)
})

it('keeps the readable document in an engine that is not supported', async () => {
  await page.withScript('delete AbortSignal.timeout', async () => {
    await page.load(address)
    await page.until(`document.readyState === 'complete' && location.href === '${address}'`)
    expect(await page.evaluate(`document.querySelector('#root').childElementCount`)).toBe(0)
    expect(await page.evaluate(`document.querySelector('.readable').innerText.includes('代码')`)).toBe(true)
  })
})
