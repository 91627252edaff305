import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isLive, postNumbered } from '../fixtures/browser'
import { ADMIN, type Community, type Person } from '../fixtures/community'
import { visitForum, type VisitedForum } from '../fixtures/visited'

/** A board that no other file writes to. */
const BOARD = 133
/** In everything that the blocked member writes. */
const WORDS = '聒噪不休'

let forum: VisitedForum
let community: Community
let reader: Person
let noisy: Person
let friend: Person

beforeAll(async () => {
  forum = await visitForum()
  ;({ community } = forum)
  reader = await community.register('pingbixiaoli', '小李')
  noisy = await community.register('pingbizao', '吵闹的人')
  friend = await community.register('pingbiyou', '朋友')
})
afterAll(() => forum?.stop())

const wordsIn = (page: Page) => page.getByText(WORDS).count()

it("a blocked member's words are nowhere, until the reader asks for a post", async () => {
  const theirs = await community.startThread(noisy, `${WORDS}的主题`, `${WORDS}的开头`, BOARD)
  const threadId = await community.startThread(friend, '朋友的主题', '开头', BOARD)
  const said = await community.reply(noisy, threadId, `${WORDS}的回复`)
  const content = `[quote="吵闹的人"]${WORDS}的回复[/quote]\n别理他`
  await community.call('POST', '/posts', friend, { threadId, content, quotedPostId: said.id })
  // The board's newest thread is the blocked member's.
  await community.reply(friend, theirs, '顶一下')

  const { page, context } = await forum.open(reader)
  await page.goto(`/users/${noisy.id}`)
  await page.getByText(WORDS).first().waitFor()
  await page.getByRole('button', { name: '屏蔽', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '屏蔽', exact: true }).click()
  await page.getByText('这里不显示').waitFor()
  expect(await wordsIn(page)).toBe(0)

  await page.goto(`/boards/${BOARD}`)
  await page.getByRole('link', { name: '朋友的主题' }).first().waitFor()
  expect(await wordsIn(page)).toBe(0)
  for (const path of ['/', '/latest', '/hot', '/boards', '/boards/130', '/my/bookmarks']) {
    await page.goto(path)
    await page.getByRole('main').waitFor()
    await page.waitForLoadState('networkidle')
    expect([path, await wordsIn(page)]).toEqual([path, 0])
  }
  await page.goto(`/search?q=${encodeURIComponent(WORDS)}`)
  await page
    .getByText(/没有找到与|没有完全一致的/)
    .first()
    .waitFor()
  expect(await page.locator('.hit', { hasText: WORDS }).count()).toBe(0)

  await page.goto(`/threads/${theirs}`)
  await postNumbered(page, 1).getByText('已屏蔽 吵闹的人 的帖子').waitFor()
  expect([await wordsIn(page), (await page.title()).includes(WORDS)]).toEqual([0, false])
  await postNumbered(page, 2).getByText('顶一下').waitFor()

  await page.goto(`/threads/${threadId}`)
  await postNumbered(page, 3).getByText('别理他').waitFor()
  expect(await wordsIn(page)).toBe(0)
  await isLive(page)
  await community.reply(noisy, threadId, `${WORDS}，又来了`)
  await postNumbered(page, 4).getByText('已屏蔽 吵闹的人 的帖子').waitFor()
  expect(await wordsIn(page)).toBe(0)
  await postNumbered(page, 2).getByRole('button', { name: '显示' }).click()
  await postNumbered(page, 2).getByText(`${WORDS}的回复`).waitFor()
  expect(await postNumbered(page, 4).getByText(WORDS).count()).toBe(0)
  expect(await page.evaluate(() => document.activeElement?.getAttribute('data-number'))).toBe('2')
  await context.close()
})

it('never folds what moderators write in the boards that they moderate', async () => {
  const admin = await community.signIn(ADMIN.ADMIN_USERNAME)
  const local = await community.register('pingbibanzhu', '热心人')
  await community.call('PUT', `/boards/${BOARD}`, admin, { moderatorIds: [local.id] })
  const threadId = await community.startThread(friend, '请版主看看', '开头', BOARD)
  await community.reply(local, threadId, '版主的话')
  const elsewhere = await community.startThread(friend, '别的版块', '开头', 122)
  await community.reply(local, elsewhere, '闲聊的话')
  await community.call('PUT', `/users/${local.id}/block`, reader, { blocked: true })
  const { page, context } = await forum.open(reader)
  await page.goto(`/threads/${threadId}`)
  await postNumbered(page, 2).getByText('版主的话').waitFor()
  await page.goto(`/threads/${elsewhere}`)
  await postNumbered(page, 2).getByText('已屏蔽 热心人 的帖子').waitFor()
  expect(await page.getByText('闲聊的话').count()).toBe(0)
  await context.close()
})
