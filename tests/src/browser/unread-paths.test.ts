import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isLive, patiently, postNumbered } from '../fixtures/browser'
import type { Community, Person } from '../fixtures/community'
import { visitForum, type VisitedForum } from '../fixtures/visited'

/** A board that no other file writes to. */
const BOARD = 142
const REPLIES = 24

let forum: VisitedForum
let community: Community
let reader: Person
let writer: Person

beforeAll(async () => {
  forum = await visitForum()
  ;({ community } = forum)
  reader = await community.register('weiduxiaoli', '小李')
  writer = await community.register('weidulaowang', '老王')
})
afterAll(() => forum?.stop())

/** The entry of the board on the home page, with its dot if it has one. */
const dot = async (page: Page, name: string) =>
  page
    .locator('.home-boards')
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .getByText('有新动静')
    .count()

it('titles continue where the reader stopped, on home, the latest threads and boards alike', async () => {
  const threadId = await community.startThread(writer, '读到一半的主题', '开头', BOARD)
  await community.replies(
    writer,
    threadId,
    Array.from({ length: REPLIES }, (_, i) => `第 ${i + 2} 楼的话`),
  )
  await community.call('POST', `/threads/${threadId}/read`, reader, { number: 22 })
  const { page, context } = await forum.open(reader)
  for (const path of ['/', '/latest', '/latest?list=unread', `/boards/${BOARD}`]) {
    await page.goto(path)
    const title = page.getByRole('main').getByRole('link', { name: '读到一半的主题', exact: true }).first()
    await title.waitFor()
    await expect
      .poll(async () => [path, await title.getAttribute('href')], patiently)
      .toEqual([path, `/threads/${threadId}/page/unread`])
  }

  // Opened at its first page, the thread offers to go on.
  await page.goto(`/threads/${threadId}`)
  await page.getByRole('button', { name: '继续看 23 楼' }).click()
  await postNumbered(page, 23).waitFor()
  expect(new URL(page.url()).pathname).toBe(`/threads/${threadId}/page/2`)
  await expect
    .poll(
      () => postNumbered(page, 23).evaluate((post) => post.getBoundingClientRect().top < innerHeight),
      patiently,
    )
    .toBe(true)
  await context.close()
})

it('shows the same dots of boards in every browser of an account', async () => {
  const { board } = await community.call<{ board: { displayName: string } }>('GET', `/boards/${BOARD}`, null)
  const name = board.displayName
  const newcomer = await community.register('weiduxinren', '新人')
  const [first, second] = await Promise.all([forum.open(newcomer), forum.open(newcomer)])
  const visit = async (page: Page) => {
    await page.goto('/')
    await page.locator('.home-boards').getByText(name).first().waitFor()
    await isLive(page)
  }
  await visit(first.page)
  expect(await dot(first.page, name)).toBe(0)
  const threadId = await community.startThread(writer, '给新人看的主题', '开头', BOARD)
  await expect.poll(() => dot(first.page, name), patiently).toBe(1)
  await visit(second.page)
  await expect.poll(() => dot(second.page, name), patiently).toBe(1)

  await community.call('POST', `/threads/${threadId}/read`, newcomer, { number: 1 })
  for (const { page } of [first, second]) {
    await visit(page)
    await expect.poll(() => dot(page, name), patiently).toBe(0)
  }
  for (const { context } of [first, second]) await context.close()
})
