import { afterAll, beforeAll, expect, it } from 'vitest'
import { isLive, patiently } from '../fixtures/browser'
import { PHONE } from '../fixtures/chromium'
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

it('asks a question of a type by keyboard, finds it under both, and marks its answer for every reader', async () => {
  const types = [{ key: 'help', name: '求助', color: '#2a5db0' }]
  await community.as(admin).call('updateBoard', { boardId: BOARD, types, typeRequired: true })
  const [asking, reading] = await Promise.all([
    forum.open(writer, { screen: PHONE }),
    forum.open(await community.register('jinghuahuida', '陈姐')),
  ])
  const { page } = asking
  await page.goto(`/new-thread/${BOARD}`)
  await page.getByLabel('标题').fill('怎么换雇主')
  await page.getByRole('textbox', { name: '内容' }).fill('急，在线等')
  await page.getByRole('button', { name: '发表主题' }).click()
  await page.getByText('本版发帖要选分类').waitFor()
  await page.getByLabel('主题分类').selectOption('求助')
  await page.getByLabel('这是一个提问').focus()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: '发表主题' }).click()
  await page.getByRole('heading', { name: /［求助］怎么换雇主/ }).waitFor()
  await page.getByText('待解答').first().waitFor()
  const threadId = Number(/threads\/(\d+)/.exec(page.url())?.[1])

  const reader = reading.page
  await reader.goto(`/boards/${BOARD}`)
  const filter = reader.getByRole('navigation', { name: '筛选' })
  await filter.getByRole('link', { name: '求助' }).click()
  await reader.waitForURL(/type=help/)
  await expect.poll(() => reader.locator('.thread').count(), patiently).toBe(1)
  await filter.getByRole('link', { name: '已解决' }).click()
  await reader.getByText('这样筛选没有主题').waitFor()
  await reader.goBack()
  await reader.goto(`/threads/${threadId}`)
  // From a cold start, too.
  await page.reload()
  await page.getByRole('heading', { name: /［求助］怎么换雇主/ }).waitFor()
  await isLive(reader)
  await community.as(admin).reply(threadId, '报税表加工资单可以代替')
  await page.getByText('报税表加工资单可以代替').waitFor()
  await page
    .locator('.post', { hasText: '报税表加工资单可以代替' })
    .getByRole('button', { name: '更多操作' })
    .click()
  await page.getByRole('menuitem', { name: '采纳为答案' }).click()
  for (const shown of [page, reader]) {
    const answer = shown.getByRole('region', { name: '已采纳的回答' })
    await answer.getByText('报税表加工资单可以代替').waitFor()
    await answer.getByRole('link', { name: /2 楼/ }).waitFor()
    await shown.getByText('已解决', { exact: true }).first().waitFor()
  }
  await community.as(admin).call('updateBoard', { boardId: BOARD, types: [], typeRequired: false })
  for (const { context } of [asking, reading]) await context.close()
})
