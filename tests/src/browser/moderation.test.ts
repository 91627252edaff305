import { afterAll, beforeAll, expect, it } from 'vitest'
import { isLive } from '../fixtures/browser'
import type { Community, Person } from '../fixtures/community'
import { visitForum, type VisitedForum } from '../fixtures/visited'

/** A board that no other file writes to. */
const BOARD = 23

let forum: VisitedForum
let community: Community
let author: Person
let reporter: Person
let first: Person
let second: Person

beforeAll(async () => {
  forum = await visitForum()
  ;({ community } = forum)
  first = await community.signIn('zongguan')
  author = await community.register('jubaozuozhe', '被举报的人')
  reporter = await community.register('jubaoren', '举报的人')
  second = await community.register('jubaobanzhu', '王五')
  await community.call('PUT', `/users/${second.id}/role`, first, { role: 'moderator', reason: '帮忙' })
  second = await community.signIn('jubaobanzhu')
})
afterAll(() => forum?.stop())

it('shows two moderators what the other does with a report, and refuses the second settlement by name', async () => {
  const threadId = await community.startThread(reporter, '今天这根大阴线怎么看', '闭着眼看', BOARD)
  const post = await community.reply(author, threadId, '你全家都是韭菜命')
  const [left, right] = await Promise.all([forum.open(first), forum.open(second)])
  await Promise.all([left.page.goto('/moderation/reports'), right.page.goto('/moderation/reports')])
  await Promise.all([isLive(left.page), isLive(right.page)])

  // The report arrives in both, without a reload.
  const arrived = (page: typeof left.page) => page.getByRole('button', { name: /条新举报，点击显示/ })
  await Promise.all(
    [left, right].map(async ({ page }) => {
      await page.locator('.cases-lines .skeleton').waitFor({ state: 'detached' })
      await page.locator('.cases-lines :is(ol, .state)').waitFor()
    }),
  )
  await community.call('POST', `/posts/${post.id}/report`, reporter, { reason: '人身攻击：骂人' })
  for (const { page } of [left, right]) {
    await arrived(page).click()
    await page.getByRole('link', { name: '你全家都是韭菜命' }).waitFor()
    await page.locator('.moderation-link .unread-badge').waitFor()
  }

  // The claim of one is seen by the other, who cannot act meanwhile.
  await left.page.getByRole('link', { name: '你全家都是韭菜命' }).click()
  await left.page.getByText('你正在处理，别的版主看得到，不能同时处理').waitFor()
  await right.page.getByRole('link', { name: '你全家都是韭菜命' }).click()
  await right.page.getByText(/正在处理。你可以看，暂时不能处理。/).waitFor()
  expect(await right.page.getByRole('form', { name: '怎么处理' }).count()).toBe(0)

  // Once it is let go, the other has it after a moment; let go by both, the slower one learns who was first.
  await left.page.locator('.case-claim').getByRole('button', { name: '放开' }).click()
  await right.page.getByRole('radio', { name: /^举报不成立/ }).check()
  await right.page.locator('.case-claim').getByRole('button', { name: '放开' }).click()
  await left.page.getByRole('radio', { name: /^删除此帖/ }).check()
  await right.page.route('**/moderation/reports/*/resolve', async (route) => {
    // The other moderator settles the case while this request is on its way.
    const settled = left.page.waitForResponse((response) => response.url().endsWith('/resolve'))
    await left.page.keyboard.press('Control+Enter')
    expect((await settled).status()).toBe(200)
    await route.continue()
  })
  const refused = right.page.waitForResponse((response) => response.url().endsWith('/resolve'))
  await right.page.keyboard.press('Control+Enter')
  expect((await refused).status()).toBe(409)
  await right.page.getByText(/刚刚已处理：删除，理由 人身攻击。你的操作没有执行。/).waitFor()

  // The settlement is in the log, where either of them takes it back together with its act.
  await right.page.goto('/moderation/log?action=resolve_report')
  const entry = right.page.getByRole('row').filter({ hasText: '今天这根大阴线怎么看' })
  await entry.getByRole('button', { name: '撤销' }).click()
  await right.page.getByRole('alertdialog').getByRole('button', { name: '撤销' }).click()
  await entry.getByText('王五 已撤销').waitFor()
  const restored = await community.call<{ post: { isDeleted: boolean } }>(
    'GET',
    `/posts/${post.id}`,
    reporter,
  )
  expect(restored.post.isDeleted).toBe(false)
  await Promise.all([left.context.close(), right.context.close()])
})
