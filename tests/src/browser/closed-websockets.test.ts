import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, it } from 'vitest'
import { browserOf, isLive, postNumbered } from '../fixtures/browser'
import { closePages, openBrowser } from '../fixtures/chromium'
import { Community } from '../fixtures/community'
import { startFront, type Front } from '../fixtures/front'
import { borrowForum, returnForum } from '../fixtures/shared'

/** A page behind a proxy that accepts WebSockets and closes them at once. */
let browser: Browser
let forum: string
let front: Front

beforeAll(async () => {
  ;[browser, forum] = await Promise.all([openBrowser(), borrowForum()])
  front = await startFront({ api: forum, gateway: forum, closesWebSockets: true })
})
afterAll(async () => {
  await closePages(browser)
  await front?.stop()
  if (forum) await returnForum(forum)
})

it('shows live updates over long-polling where WebSockets are accepted and then closed', async () => {
  const community = new Community(forum)
  const writer = await community.register('polling1', '小李')
  const threadId = await community.startThread(writer, '公司的代理')
  const { page } = await browserOf(browser, front.url)
  await page.goto(`/threads/${threadId}`)
  await isLive(page)
  await community.replies(writer, threadId, ['长轮询也能收到'])
  await postNumbered(page, 2).getByText('长轮询也能收到').waitFor()
})
