import { afterAll, beforeAll, expect, it } from 'vitest'
import { isLive, patiently } from '../fixtures/browser'
import { ADMIN, type Community, type Person } from '../fixtures/community'
import { visitForum, type VisitedForum } from '../fixtures/visited'

/** A board that no other file writes to. */
const BOARD = 131

let forum: VisitedForum
let community: Community
let writer: Person
let admin: Person

beforeAll(async () => {
  forum = await visitForum()
  ;({ community } = forum)
  writer = await community.register('jinghualaowang', '老王')
  admin = await community.signIn(ADMIN.ADMIN_USERNAME)
})
afterAll(() => forum?.stop())

it('marks a thread as featured for every reader, and lists it in the tab of its board', async () => {
  const threadId = await community.startThread(writer, '写得好的主题', '开头', BOARD)
  await community.startThread(writer, '普通的主题', '开头', BOARD)
  const [moderating, reading, listing] = await Promise.all([
    forum.open(admin),
    forum.open(writer),
    forum.open(null),
  ])
  await listing.page.goto(`/boards/${BOARD}`)
  const tabs = listing.page.getByRole('navigation', { name: '排序' })
  const tab = tabs.getByRole('link', { name: '精华', exact: true })
  await tab.click()
  await listing.page.getByText('本版还没有精华主题').waitFor()
  await tabs.getByRole('link', { name: '最新回复' }).click()
  const row = listing.page.locator('.thread', { hasText: '写得好的主题' })
  await row.waitFor()
  await isLive(listing.page)

  await Promise.all([moderating, reading].map(({ page }) => page.goto(`/threads/${threadId}`)))
  await isLive(reading.page)
  const manage = async (item: string) => {
    await moderating.page.getByRole('button', { name: '管理', exact: true }).click()
    await moderating.page.getByRole('menuitem', { name: item, exact: true }).click()
  }
  await manage('设为精华')
  await reading.page.getByRole('main').locator('.stamp', { hasText: '精华' }).waitFor()
  await row.locator('.tag', { hasText: '精华' }).waitFor()
  await tab.click()
  // The list before stays until the new one is there.
  await expect.poll(() => listing.page.locator('.thread').count(), patiently).toBe(1)
  await row.waitFor()

  await manage('取消精华')
  await reading.page.getByRole('main').locator('.stamp', { hasText: '精华' }).waitFor({ state: 'detached' })
  for (const { context } of [moderating, reading, listing]) await context.close()
})
