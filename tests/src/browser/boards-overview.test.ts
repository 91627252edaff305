import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { isLive, patiently } from '../fixtures/browser'
import { PHONE } from '../fixtures/chromium'
import type { Community, Person } from '../fixtures/community'
import { visitForum, type VisitedForum } from '../fixtures/visited'

/** A board that no other file writes to, below `PARENT`. */
const [PARENT, BOARD] = [80, 82]

let forum: VisitedForum
let community: Community
let reader: Person
let writer: Person

beforeAll(async () => {
  forum = await visitForum()
  ;({ community } = forum)
  reader = await community.register('zonglanxiaoli', '小李')
  writer = await community.register('zonglanlaowang', '老王')
})
afterAll(() => forum?.stop())

it('shows what is new in every board, with site affairs at the end', async () => {
  const { page, context } = await forum.open(reader)
  await page.goto('/boards')
  const rows = page.getByRole('row')
  const boardRow = page.locator(`tr:has(a[href="/boards/${BOARD}"])`)
  await boardRow.waitFor()
  const order = await rows.evaluateAll((all) =>
    all.flatMap((row) => row.querySelector('a[href^="/boards/"]')?.getAttribute('href') ?? []),
  )
  // Board 1 with those below it: 站务管理.
  expect(order.slice(-4)).toEqual(['/boards/1', '/boards/2', '/boards/3', '/boards/4'])
  await isLive(page)
  const threadId = await community.startThread(writer, '总览里的主题', '开头', BOARD)
  await boardRow.getByRole('link', { name: '总览里的主题' }).waitFor()
  await boardRow.getByText(/^老王 · (刚刚|\d 分钟前)$/).waitFor()
  await expect.poll(() => boardRow.getByText('有新动静').count(), patiently).toBe(1)
  await expect
    .poll(
      () => page.locator(`tr:has(> th a[href="/boards/${PARENT}"])`).getByText('有新动静').count(),
      patiently,
    )
    .toBe(1)
  await page.goto(`/boards/${PARENT}`)
  await page.locator('.sub-board', { hasText: '总览里的主题' }).getByText('有新动静').waitFor()
  await page.goto('/boards')
  await boardRow.getByText(/^今日/).waitFor()
  await community.call('POST', `/threads/${threadId}/read`, reader, { number: 1 })
  await page.reload()
  await boardRow.getByRole('link', { name: '总览里的主题' }).waitFor()
  await expect.poll(() => boardRow.getByText('有新动静').count(), patiently).toBe(0)
  await context.close()
})

it('starts a thread from the home page, on a desk and on a phone', async () => {
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    const { page, context } = await forum.open(reader)
    await page.setViewportSize(viewport)
    await page.goto('/')
    const write = page.getByRole('main').getByRole('link', { name: '发新帖' })
    await write.waitFor()
    const box = await write.boundingBox()
    expect(box && box.y + box.height).toBeLessThanOrEqual(viewport.height)
    await write.click()
    await page.getByRole('heading', { level: 1, name: '发表新主题' }).waitFor()
    await context.close()
  }
})

it('keeps dense lists with the account, on a desk and a phone', async () => {
  const threadId = await community.startThread(writer, '一行显示的主题', '开头', BOARD)
  await community.reply(writer, threadId, '一行的回复')
  const [first, second] = await Promise.all([forum.open(reader), forum.open(reader, { screen: PHONE })])
  const heightOf = (page: Page) =>
    page
      .locator('.latest .thread', { hasText: '一行显示的主题' })
      .evaluate((row) => row.getBoundingClientRect().height)
  await first.page.goto('/')
  const dense = (page: Page) => page.getByRole('button', { name: '紧凑' })
  await dense(first.page).waitFor()
  const normal = await heightOf(first.page)
  const saved = first.page.waitForResponse('**/api/auth/profile')
  await dense(first.page).click()
  await expect.poll(() => heightOf(first.page), patiently).toBeLessThan(normal * 0.75)
  await saved
  await first.page.goto(`/threads/${threadId}`)
  const reply = first.page.locator('[data-number="2"]')
  await reply.waitFor()
  await expect
    .poll(() => reply.evaluate((post) => post.getBoundingClientRect().height), patiently)
    .toBeLessThanOrEqual(100)
  await second.page.goto('/')
  await second.page.getByRole('link', { name: '一行显示的主题' }).first().waitFor()
  // Not lower than a target of the thumb.
  await expect.poll(() => heightOf(second.page), patiently).toBe(44)
  await second.page.getByRole('button', { name: '我的', exact: true }).click()
  await second.page.getByRole('radio', { name: '宽松' }).click()
  await expect.poll(() => heightOf(second.page), patiently).toBeGreaterThan(44)
  for (const { context } of [first, second]) await context.close()
})

it('shows a board on open pages to whoever is in a group of it, by request or by code, until they leave', async () => {
  const admin = await community.signIn('zongguan')
  const boss = community.as(admin)
  const [requested, coded] = await Promise.all(
    (['request', 'code'] as const).map(async (joining) => {
      const { group } = await boss.call('createGroup', { name: `进来的方式${joining}`, joining })
      return group
    }),
  )
  const groupIds = [requested, coded].flatMap((group) => group?.id ?? [])
  await boss.call('updateBoard', { boardId: BOARD, access: { see: 'groups' }, groupIds })
  onTestFinished(async () => {
    await boss.call('updateBoard', { boardId: BOARD, access: { see: 'everyone' }, groupIds: [] })
    for (const groupId of groupIds) await boss.call('deleteGroup', { groupId })
  })
  /** Opens the groups in one tab and the boards in another. */
  const arrive = async (username: string, displayName: string) => {
    const { context, page } = await forum.open(await community.register(username, displayName))
    const list = await context.newPage()
    await list.goto('/boards')
    await list.locator(`a[href="/boards/${PARENT}"]`).first().waitFor()
    await isLive(list)
    const board = list.locator(`main a[href="/boards/${BOARD}"]`)
    expect(await board.count()).toBe(0)
    await page.goto('/groups')
    return { context, page, board: board.first() }
  }

  const applicant = await arrive('shenqingren', '申请的人')
  await applicant.page.getByRole('button', { name: `申请加入：${requested?.name}` }).click()
  await applicant.page.getByText('已申请，等管理员同意').waitFor()
  const desk = await forum.open(admin)
  await desk.page.goto('/admin/groups')
  await desk.page.getByRole('button', { name: `成员：${requested?.name}` }).click()
  await desk.page.getByRole('button', { name: '同意：申请的人' }).click()
  await applicant.board.waitFor()
  await applicant.page.reload()
  await applicant.page.getByRole('button', { name: `退出：${requested?.name}` }).click()
  await applicant.board.waitFor({ state: 'detached' })

  const invited = await arrive('yaoqingren', '收到邀请码的人')
  await invited.page.getByRole('button', { name: `凭邀请码加入：${coded?.name}` }).click()
  const dialog = invited.page.getByRole('dialog')
  await dialog.getByLabel('邀请码').fill(coded?.code?.toLowerCase() ?? '')
  await dialog.getByRole('button', { name: '加入', exact: true }).click()
  await invited.board.waitFor()
  for (const { context } of [applicant, invited, desk]) await context.close()
})

it('keeps a name of the thread for whoever writes anonymously on a phone, until a moderator says why', async () => {
  const admin = await community.signIn('zongguan')
  const boss = community.as(admin)
  const moderator = await community.register('chanimingren', '查匿名的人')
  await boss.call('setUserRole', { userId: moderator.id, role: 'moderator', reason: '帮忙' })
  await boss.call('updateBoard', { boardId: BOARD, allowsAnonymous: true })
  onTestFinished(async () => {
    await boss.call('updateBoard', { boardId: BOARD, allowsAnonymous: false })
  })
  const member = await community.register('nimingxieshou', '真名在此')
  const { context, page } = await forum.open(member, { screen: PHONE })
  await page.goto(`/boards/${BOARD}`)
  await page.getByRole('link', { name: '发新帖' }).first().tap()
  await page.getByRole('textbox', { name: '标题' }).fill('不便署名的问题')
  await page.getByRole('textbox', { name: '内容' }).fill('想听听大家的看法')
  await page.getByRole('checkbox', { name: '匿名发表' }).check()
  await page.getByRole('button', { name: '发表主题' }).tap()
  const opening = page.locator('article[data-number="1"]')
  await opening.getByText('想听听大家的看法').waitFor()
  const [alias = ''] = /匿名·[^\s，]+/.exec(await opening.innerText()) ?? []
  expect(alias).not.toBe('')

  // The member does not choose again.
  expect(await page.getByRole('checkbox', { name: '匿名发表' }).isChecked()).toBe(true)
  await page.getByRole('textbox', { name: '快速回复' }).fill('自己再补充一句')
  await page.getByRole('button', { name: '发表回复' }).tap()
  const reply = page.locator('article[data-number="2"]')
  await reply.getByText('自己再补充一句').waitFor()
  expect(await reply.innerText()).toContain(alias)
  const address = page.url()
  await context.close()

  const desk = await forum.open(await community.signIn(moderator.username))
  await desk.page.goto(address)
  const seen = desk.page.locator('article[data-number="2"]')
  await seen.getByText(alias).first().waitFor()
  expect(await desk.page.locator('main').innerText()).not.toContain('真名在此')
  await seen.getByRole('button', { name: '更多操作' }).click()
  await desk.page.getByRole('menuitem', { name: '查看匿名作者…' }).click()
  const dialog = desk.page.getByRole('dialog', { name: '查看匿名作者' })
  await dialog.getByRole('button', { name: '查看', exact: true }).click()
  await dialog.getByText('请写明理由').waitFor()
  await dialog.getByLabel('理由').fill('有人举报')
  await dialog.getByRole('button', { name: '查看', exact: true }).click()
  await desk.page.getByRole('dialog', { name: '匿名作者' }).getByText('真名在此').waitFor()
  await desk.context.close()
})
