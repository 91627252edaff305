import { afterAll, beforeAll, expect, it } from 'vitest'
import { isLive, postNumbered } from '../fixtures/browser'
import { PHONE } from '../fixtures/chromium'
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

it('splits replies off and merges a thread while somebody reads it, and old addresses lead there', async () => {
  const threadId = await community.startThread(author, '换雇主之后的手续', '开头', BOARD)
  const [, third, fourth] = await community.replies(reporter, threadId, [
    '先看合同',
    '报税要带哪几样',
    '报税表和工资单',
    '谢谢',
  ])
  const goal = await community.startThread(author, '报税材料汇总', '都放在这里', BOARD)
  const [moderating, reading] = await Promise.all([
    forum.open(first, { screen: PHONE }),
    forum.open(reporter),
  ])
  const [page, reader] = [moderating.page, reading.page]
  await Promise.all([page.goto(`/threads/${threadId}`), reader.goto(`/threads/${threadId}`)])
  await isLive(reader)

  // On a phone: the chosen replies become a thread of their own in the same board.
  await page.locator('article[data-number="3"]').getByRole('button', { name: '更多操作' }).tap()
  await page.getByRole('menuitem', { name: '选择几条…' }).tap()
  await page.getByRole('checkbox', { name: '选择 4 楼' }).check()
  await page.getByRole('region', { name: '对选中的回复' }).getByRole('button', { name: '移动…' }).tap()
  const split = page.getByRole('dialog', { name: '移动 2 条回复' })
  await split.getByLabel('新主题的标题').fill('报税要带什么')
  await split.getByRole('button', { name: '移动', exact: true }).tap()
  await page.getByText('已移动 2 条回复到“报税要带什么”').waitFor()

  await reader.getByText('2 条回复已移到别的主题').waitFor()
  await reader.getByText('报税表和工资单').waitFor({ state: 'detached' })
  await reader.goto(`/posts/${fourth!.id}`)
  await reader.getByRole('heading', { name: '报税要带什么' }).waitFor()
  await postNumbered(reader, 2).getByText('报税表和工资单').waitFor()

  // One act takes all of it back, and the old place has its posts again.
  await reader.goto(`/threads/${threadId}`)
  await isLive(reader)
  await page.getByRole('button', { name: '撤销' }).tap()
  await page.getByText('已移回原处').waitFor()
  await postNumbered(reader, 3).getByText('报税要带哪几样').waitFor()

  await page.getByRole('button', { name: '管理', exact: true }).tap()
  await page.getByRole('menuitem', { name: '合并到…' }).tap()
  const merge = page.getByRole('dialog', { name: '把这个主题合并到另一个' })
  await merge.getByRole('searchbox', { name: /目标主题/ }).fill('报税材料汇总')
  await merge.getByRole('radio', { name: /报税材料汇总/ }).check()
  await merge.getByRole('button', { name: '合并', exact: true }).tap()
  await page.waitForURL(`**/threads/${goal}`)
  await page.getByText('已合并到“报税材料汇总”').waitFor()
  await page.getByText('报税要带哪几样').waitFor()

  await reader.getByText('这个主题已合并到另一个主题').waitFor()
  await reader.getByRole('link', { name: '前往' }).click()
  await reader.waitForURL(`**/threads/${goal}#*`)
  await reader.goto(`/threads/${threadId}?post=${third!.id}`)
  await reader.getByRole('heading', { name: '报税材料汇总' }).waitFor()
  await Promise.all([moderating.context.close(), reading.context.close()])
})
