import { UNREAD_POLL_MS } from '@forum/shared/limits'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { faultsOf } from '../fixtures/axe'
import { isLive, patiently, setHidden } from '../fixtures/browser'
import { DESK, PHONE } from '../fixtures/chromium'
import type { Community, Person } from '../fixtures/community'
import { visitForum, type VisitedForum } from '../fixtures/visited'

let forum: VisitedForum
let community: Community

beforeAll(async () => {
  forum = await visitForum()
  ;({ community } = forum)
})
afterAll(() => forum?.stop())

const send = (by: Person, to: Person, subject: string, content: string) =>
  community.call<{ message: { id: number } }>('POST', '/messages', by, {
    recipientId: to.id,
    subject,
    content,
  })
const badge = (page: Page) => page.locator('.main-navigation .unread-badge, .bottom-bar .unread-badge')
const row = (page: Page, subject: string) => page.locator('.mail-row', { hasText: subject })
const opened = (page: Page, subject: string) => page.getByRole('heading', { name: subject, level: 2 })
const badgeIs = (page: Page, count: string) =>
  expect.poll(() => badge(page).first().locator('[aria-hidden]').textContent(), patiently).toBe(count)
const noBadge = (page: Page) => expect.poll(() => badge(page).count(), patiently).toBe(0)

it("delivers a message to the recipient's tabs, and reports back that it was read", async () => {
  const writer = await community.register('xinxiaoli', '寄信小李')
  const reader = await community.register('xinlaowang', '收信老王')
  const [writing, reading] = await Promise.all([forum.open(writer), forum.open(reader)])
  const { page } = reading
  const secondTab = await reading.context.newPage()
  await Promise.all([page.goto('/'), secondTab.goto('/boards'), writing.page.goto('/my/messages/compose')])
  await Promise.all([isLive(page), isLive(secondTab), isLive(writing.page)])
  // Chromium gives every tab the focus here, but only one of them is visible.
  await setHidden(secondTab, true)

  // With the keyboard only: part of a name, the suggestion, the fields, sending.
  const form = writing.page
  await form.getByRole('combobox', { name: '收件人' }).focus()
  await form.keyboard.type('收信')
  await form.getByRole('option', { name: '收信老王' }).waitFor()
  await form.keyboard.press('ArrowDown')
  await form.keyboard.press('Enter')
  expect(await form.getByRole('combobox', { name: '收件人' }).inputValue()).toBe('收信老王')
  expect(await form.getByRole('listbox').isHidden()).toBe(true)
  await form.getByRole('button', { name: '发送' }).click()
  await form.getByText('收件人、标题和正文均为必填').waitFor()
  await form.getByRole('textbox', { name: '标题' }).fill('合租')
  await form.getByRole('textbox', { name: '正文' }).fill('周六看房吗？')
  await form.reload()
  await form.getByText('已恢复上次没发出的内容').waitFor()
  await form.getByRole('textbox', { name: '正文' }).press('Control+Enter')
  await form.getByText('发送成功').waitFor()
  await form.waitForURL('**/my/messages?type=sent')
  await row(form, '合租').waitFor()

  await badgeIs(page, '1')
  await badgeIs(secondTab, '1')
  await expect.poll(() => page.title(), patiently).toMatch(/^\(1\)/)
  const toasts = (at: Page) => at.getByText('寄信小李 给你发来站内信：合租')
  await toasts(page).waitFor()
  expect(await toasts(secondTab).count()).toBe(0)

  await page.getByRole('button', { name: '查看' }).click()
  await opened(page, '合租').waitFor()
  await page.getByText('周六看房吗？').last().waitFor()
  await noBadge(page)
  await noBadge(secondTab)
  await row(form, '对方已读').waitFor()

  // A new message enters the open inbox, and the selection stays.
  await send(writer, reader, '还有一件事', '带上身份证')
  await row(page, '还有一件事').locator('.mail-new').waitFor()
  await opened(page, '合租').waitFor()
  expect(await page.locator('.mail-row').first().innerText()).toContain('还有一件事')

  // A reply: the recipient is fixed, and the prefix and the original are filled in.
  await page.getByRole('link', { name: '回复', exact: true }).click()
  const recipient = page.getByRole('textbox', { name: '收件人' })
  expect(await recipient.inputValue()).toBe('寄信小李')
  expect(await recipient.getAttribute('readonly')).not.toBeNull()
  expect(await page.getByRole('textbox', { name: '标题' }).inputValue()).toBe('Re: 合租')
  const text = page.getByRole('textbox', { name: '正文' })
  expect(await text.inputValue()).toContain('-------- 原文 --------\n周六看房吗？')
  await text.focus()
  await page.keyboard.press('Control+Home')
  await page.keyboard.type('好，三点')
  await page.getByRole('button', { name: '发送' }).click()
  await page.waitForURL('**/my/messages?type=sent')
  await badgeIs(form, '1')
  await form.goto(`/my/messages/with/${reader.id}`)
  await expect.poll(() => form.locator('.mail-talk-item').count(), patiently).toBe(3)
  expect(await form.locator('.mail-talk-item').last().innerText()).toContain('好，三点')
  await noBadge(form)

  // The conversation continues where it is read.
  const talk = form.getByRole('form', { name: '回复' })
  await talk.getByRole('textbox', { name: '正文' }).fill('三点见')
  await talk.getByRole('button', { name: '发送' }).click()
  await expect.poll(() => form.locator('.mail-talk-item').count(), patiently).toBe(4)
  expect(await form.locator('.mail-talk-item').last().innerText()).toContain('Re: 合租')
  expect(await talk.getByRole('textbox', { name: '正文' }).inputValue()).toBe('')

  // The sender corrects a message, and the reader sees it.
  await page.goto('/my/messages')
  await row(page, '还有一件事').locator('a').click()
  await form.goto('/my/messages?type=sent')
  await row(form, '还有一件事').locator('a').click()
  await form.getByRole('link', { name: '编辑' }).click()
  await form.getByRole('textbox', { name: '正文' }).fill('带上护照')
  await form.getByRole('button', { name: '保存', exact: true }).click()
  await page.locator('.mail-body', { hasText: '带上护照' }).waitFor()

  // Nothing of it remains once the session has ended.
  await page.getByRole('button', { name: /^我的：/ }).click()
  await page.getByRole('menuitem', { name: '退出' }).click()
  await page.getByRole('link', { name: '登录' }).first().waitFor()
  const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))
  expect(stored).not.toContain('合租')
  expect(await page.locator('body').innerText()).not.toContain('护照')
  await expect.poll(() => page.title(), patiently).not.toMatch(/^\(/)
  expect([...writing.troubles, ...reading.troubles]).toEqual([])
  await writing.context.close()
  await reading.context.close()
})

it('polls the unread count while the gateway is down, and counts nothing twice once it is back', async () => {
  const writer = await community.register('lunxunxiaoli', '小李')
  const reader = await community.register('lunxunlaowang', '老王')
  const { page, context } = await forum.open(reader)
  await page.clock.install()
  let isGatewayDown = true
  await context.routeWebSocket('**/socket.io/**', (socket) => {
    if (isGatewayDown) void socket.close()
    else socket.connectToServer()
  })
  await context.route('**/socket.io/**', (route) => (isGatewayDown ? route.abort() : route.continue()))
  await page.goto('/my/messages')
  await page.getByText('收件箱空空如也').waitFor()
  await send(writer, reader, '断网的时候', '看到了吗')
  expect(await badge(page).count()).toBe(0)
  await page.clock.fastForward(UNREAD_POLL_MS)
  await badgeIs(page, '1')

  isGatewayDown = false
  await page.clock.fastForward(UNREAD_POLL_MS)
  await isLive(page)
  await row(page, '断网的时候').waitFor()
  await send(writer, reader, '网又好了', '看到了')
  await badgeIs(page, '2')
  await row(page, '网又好了').waitFor()
  await page.clock.fastForward(UNREAD_POLL_MS)
  await badgeIs(page, '2')
  expect(await page.locator('.mail-row').count()).toBe(2)
  await context.close()
})

it.each([
  { of: 'a desk in the dark', screen: DESK, dark: true, isPhone: false },
  { of: 'a phone', screen: PHONE, dark: false, isPhone: true },
])(
  'searches, reads and clears a mailbox on $of, accessibly throughout',
  async ({ screen, dark, isPhone }) => {
    const name = isPhone ? 'shouji' : 'zhuomian'
    const writer = await community.register(`${name}xiaoli`, '小李')
    const reader = await community.register(`${name}laowang`, '老王')
    const picture = 'https://pictures.example/secret.png'
    await send(writer, reader, '看房', '周六下午三点')
    await send(writer, reader, '面经', `二面题目\n[img]${picture}[/img]`)
    await send(writer, reader, '长'.repeat(100) + 'W'.repeat(100), '标题很长')
    const { page, context, troubles } = await forum.open(reader, { screen, dark })
    const referers: (string | undefined)[] = []
    await context.route(picture, (route) => {
      referers.push(route.request().headers().referer)
      return route.fulfill({
        contentType: 'image/svg+xml',
        body: '<svg xmlns="http://www.w3.org/2000/svg"/>',
      })
    })
    await page.goto('/my/messages')
    await expect.poll(() => page.locator('.mail-row').count(), patiently).toBe(3)
    expect(await faultsOf(page)).toBe('')
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)

    const search = page.getByRole('searchbox', { name: '搜索标题、内容或联系人' })
    await search.fill('下午三点')
    await search.press('Enter')
    await expect.poll(() => page.locator('.mail-row').count(), patiently).toBe(1)
    await search.fill('')
    await expect.poll(() => page.locator('.mail-row').count(), patiently).toBe(3)

    await row(page, '面经').locator('a').click()
    await opened(page, '面经').waitFor()
    await badgeIs(page, '2')
    expect(await page.locator('.mail-list').isVisible()).toBe(!isPhone)
    expect(await faultsOf(page)).toBe('')
    expect(referers).toEqual([])
    await page.getByRole('button', { name: '显示图片（pictures.example）' }).click()
    await expect.poll(() => referers, patiently).toEqual([undefined])
    await page.getByRole('button', { name: '关闭' }).first().click()
    await page.waitForURL('**/my/messages')
    await row(page, '看房').waitFor()

    await page.goto('/my/messages?type=unread')
    await expect.poll(() => page.locator('.mail-row').count(), patiently).toBe(2)
    await page.getByRole('checkbox', { name: '全选' }).check()
    await page.getByText('已选 2 封').waitFor()
    await page.getByRole('button', { name: '标为已读' }).click()
    await noBadge(page)
    await page.locator('.mail-folder', { hasText: '收件箱' }).click()
    await page.waitForURL('**/my/messages')
    await page.getByText('全选').waitFor()
    await row(page, '看房').getByRole('checkbox').check()
    await page.getByRole('button', { name: '删除', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).click()
    await page.getByText('已删除').waitFor()
    await expect.poll(() => page.locator('.mail-row').count(), patiently).toBe(2)

    await page.goto('/my/messages/new?to=' + writer.username)
    expect(await page.getByRole('combobox', { name: '收件人' }).inputValue()).toBe(writer.username)
    expect(await faultsOf(page)).toBe('')
    await page.goto('/my/messages/people')
    await page.locator('.mail-row', { hasText: '小李' }).locator('a').click()
    await expect.poll(() => page.locator('.mail-talk-item').count(), patiently).toBe(2)
    expect(await faultsOf(page)).toBe('')
    expect(troubles).toEqual([])
    await context.close()
  },
)
