import { UNREAD_POLL_MS } from '@forum/web/limits'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { faultsOf } from '../fixtures/axe'
import { isLive, patiently, setHidden } from '../fixtures/browser'
import { DESK, PHONE } from '../fixtures/chromium'
import { ADMIN, PASSWORD, type Community, type Person } from '../fixtures/community'
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
const newestOf = async (who: Person) =>
  (await community.call<{ messages: { id: number }[] }>('GET', '/messages', who)).messages[0]?.id
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
  const thirdTab = await reading.context.newPage()
  await Promise.all([
    page.goto('/'),
    secondTab.goto('/boards'),
    thirdTab.goto('/my/messages'),
    writing.page.goto('/my/messages/compose'),
  ])
  await Promise.all([isLive(page), isLive(secondTab), isLive(thirdTab), isLive(writing.page)])
  // Chromium gives every tab the focus here, but only one of them is visible.
  await Promise.all([setHidden(secondTab, true), setHidden(thirdTab, true)])

  // With the keyboard only: part of a name, the suggestion, the fields, sending.
  const form = writing.page
  await form.getByRole('heading', { level: 1, name: '写信' }).waitFor()
  for (const sounds of ['shouxinlaowang', 'sxlw']) {
    await form.getByRole('combobox', { name: '收件人' }).fill(sounds)
    await form.getByRole('option', { name: '收信老王' }).waitFor()
    await form.getByRole('combobox', { name: '收件人' }).fill('')
  }
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
  const toasts = (at: Page) => at.getByText('寄信小李 给你发来站内信：合租')
  const sent = form.getByText('发送成功').waitFor()
  await form.getByRole('textbox', { name: '正文' }).press('Control+Enter')
  // It stays under the pointer.
  await Promise.all([sent, toasts(page).hover()])
  await form.waitForURL('**/my/messages?type=sent')
  await row(form, '合租').waitFor()
  expect(await row(form, '合租').locator('.mail-new').count()).toBe(0)

  await badgeIs(page, '1')
  for (const tab of [secondTab, thirdTab]) {
    await badgeIs(tab, '1')
    await expect.poll(() => tab.title(), patiently).toMatch(/^\(1\)/)
  }
  await row(thirdTab, '合租').locator('.mail-new').waitFor()
  await expect.poll(() => page.title(), patiently).toMatch(/^\(1\)/)
  expect(await toasts(secondTab).count()).toBe(0)

  await page.getByRole('button', { name: '查看' }).click()
  await opened(page, '合租').waitFor()
  await page.getByText('周六看房吗？').last().waitFor()
  await noBadge(page)
  for (const tab of [secondTab, thirdTab]) {
    await noBadge(tab)
    await expect.poll(() => tab.title(), patiently).not.toMatch(/^\(/)
  }
  await row(thirdTab, '合租').locator('.mail-new').waitFor({ state: 'detached' })
  await row(form, '对方已读').waitFor()

  // A new message enters the open inbox, and the selection stays.
  await send(writer, reader, '还有一件事', '带上身份证')
  await row(page, '还有一件事').locator('.mail-new').waitFor()
  await opened(page, '合租').waitFor()
  expect(await page.locator('.mail-row').first().innerText()).toContain('还有一件事')

  // A reply: the recipient is fixed, and the prefix and the original are filled in.
  await page.getByRole('link', { name: '回复', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: '回复' }).waitFor()
  const recipient = page.getByRole('textbox', { name: '收件人' })
  expect(await recipient.inputValue()).toBe('寄信小李')
  expect(await recipient.getAttribute('readonly')).not.toBeNull()
  expect(await page.getByRole('textbox', { name: '标题' }).inputValue()).toBe('Re: 合租')
  const text = page.getByRole('textbox', { name: '正文' })
  expect(await text.inputValue()).toContain('-------- 原文 --------\n周六看房吗？')
  // Writing starts above the original.
  await expect.poll(() => text.evaluate((field) => field === document.activeElement), patiently).toBe(true)
  await page.keyboard.type('好，三点')
  await page.getByRole('button', { name: '发送' }).click()
  await page.waitForURL('**/my/messages?type=sent')
  await badgeIs(form, '1')
  await form.goto(`/my/messages/compose?replyTo=${await newestOf(writer)}`)
  expect(await form.getByRole('textbox', { name: '标题' }).inputValue()).toBe('Re: 合租')
  await form.goto(`/my/messages/with/${reader.id}`)
  await expect.poll(() => form.locator('.mail-talk-item').count(), patiently).toBe(3)
  expect(await form.locator('.mail-talk-item').last().innerText()).toContain('好，三点')
  expect(await form.locator('.mail-talk-item').last().innerText()).not.toContain('周六看房吗？')
  await noBadge(form)

  // The conversation continues where it is read.
  const talk = form.getByRole('form', { name: '回复' })
  await talk.getByRole('textbox', { name: '正文' }).fill('三点见')
  await talk.getByRole('button', { name: '发送' }).click()
  await expect.poll(() => form.locator('.mail-talk-item').count(), patiently).toBe(4)
  // Its subject is shown where it changes: not for a reply.
  await form.locator('.mail-talk-item').last().getByText('三点见').waitFor()
  expect(await form.locator('.mail-talk-subject').allInnerTexts()).toEqual(['合租', '还有一件事', '合租'])
  const next = talk.getByRole('textbox', { name: '正文' })
  // The event can arrive before the response, which empties the box.
  await expect.poll(() => next.inputValue(), patiently).toBe('')
  await expect.poll(() => next.evaluate((field) => field === document.activeElement), patiently).toBe(true)

  // The sender corrects a message, and the reader sees it.
  await page.goto('/my/messages')
  await row(page, '还有一件事').locator('a').click()
  await form.goto('/my/messages?type=sent')
  await row(form, '还有一件事').locator('a').click()
  await form.getByRole('link', { name: '编辑' }).waitFor()
  expect(await form.getByRole('link', { name: '回复', exact: true }).count()).toBe(0)
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
  await expect.poll(() => page.locator('body').innerText(), patiently).not.toContain('护照')
  await expect.poll(() => page.title(), patiently).not.toMatch(/^\(/)
  expect([...writing.troubles, ...reading.troubles]).toEqual([])
  await writing.context.close()
  await reading.context.close()
})

it('keeps the count and the unread folder in agreement when the sender deletes a message and is banned', async () => {
  const writer = await community.register('fengjinxiaoli', '小李')
  const friend = await community.register('fengjinhaiou', '海鸥')
  const reader = await community.register('fengjinlaowang', '老王')
  const admin = await community.signIn(ADMIN.ADMIN_USERNAME)
  const { message } = await send(writer, reader, '发完就删', '看到了吗')
  await send(writer, reader, '发完被封', '看到了吗')
  const { page, context } = await forum.open(reader)
  await page.goto('/my/messages?type=unread')
  await isLive(page)
  await badgeIs(page, '2')
  await community.call('DELETE', `/messages/${message.id}`, writer)
  await community.call('PUT', `/users/${writer.id}/ban`, admin, { banned: true, reason: '骚扰' })
  // A message that arrives after both acts shows that the page has seen them.
  await send(friend, reader, '后来的信', '在吗')
  const agreeOn = async (count: number) => {
    await badgeIs(page, String(count))
    await expect.poll(() => page.locator('.mail-row').count(), patiently).toBe(count)
  }
  await agreeOn(3)
  await page.reload()
  await agreeOn(3)
  await row(page, '发完就删').locator('a').click()
  await opened(page, '发完就删').waitFor()
  await badgeIs(page, '2')
  await page.goto('/my/messages?type=unread')
  await agreeOn(2)
  await context.close()
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
    await send(writer, reader, '长'.repeat(100) + 'W'.repeat(100), '正文很长'.repeat(30))
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
    expect(await page.locator('.mail-row-text').first().textContent()).toBe('正文很长'.repeat(25))
    expect(await faultsOf(page)).toBe('')
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)

    const search = page.getByRole('searchbox', { name: '搜索标题、内容或联系人' })
    // As it is typed, without a key to send it; what arrives meanwhile is counted above what was found.
    await search.pressSequentially('下午三点')
    await expect.poll(() => page.locator('.mail-row').count(), patiently).toBe(1)
    expect(await search.evaluate((input) => input === document.activeElement)).toBe(true)
    if (isPhone) await search.fill('')
    else {
      await isLive(page)
      await send(writer, reader, '新来的', '与看房无关')
      await page.getByRole('link', { name: '收到 1 封新站内信' }).click()
      await row(page, '新来的').waitFor()
      await expect.poll(() => search.inputValue(), patiently).toBe('')
      await community.call('DELETE', `/messages/${await newestOf(reader)}`, reader)
    }
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

it('shows a conversation as a chat that scrolls in its pane, and never moves what is read', async () => {
  const writer = await community.register('liaotianxiaoli', '小李')
  const reader = await community.register('liaotianlaowang', '老王')
  for (let i = 1; i <= 18; i += 1)
    await send(
      i % 3 === 0 ? reader : writer,
      i % 3 === 0 ? writer : reader,
      '合租',
      `第 ${i} 句，${'说'.repeat(40)}`,
    )
  const { page, context, troubles } = await forum.open(reader)
  await page.goto(`/my/messages/with/${writer.id}`)
  await isLive(page)
  const pane = page.getByRole('region', { name: '与小李的对话' })
  const item = (text: string) => page.locator('.mail-talk-item', { hasText: text })
  const isInPane = (text: string) =>
    item(text).evaluate((element) => {
      const [box, around] = [element, element.closest('.mail-talk-pane')!].map((one) =>
        one.getBoundingClientRect(),
      )
      return box!.top >= around!.top && box!.bottom <= around!.bottom + 1
    })
  await item('第 18 句').waitFor()
  await expect.poll(() => isInPane('第 18 句'), patiently).toBe(true)
  expect(await page.locator('.mail-talk-subject').allInnerTexts()).toEqual(['合租'])
  // Sent within five minutes: one time for what one of them says in a row.
  expect(await item('第 16 句').locator('time.num').count()).toBe(0)
  expect(await item('第 17 句').locator('time.num').count()).toBe(1)

  await pane.focus()
  await page.keyboard.press('Home')
  await expect.poll(() => isInPane('第 1 句，'), patiently).toBe(true)
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await send(writer, reader, '合租', '翻旧信的时候来的')
  const arrived = page.getByRole('button', { name: '收到 1 封新站内信' })
  await arrived.waitFor()
  expect(await isInPane('第 1 句，')).toBe(true)
  await arrived.click()
  await expect.poll(() => isInPane('翻旧信的时候来的'), patiently).toBe(true)
  await arrived.waitFor({ state: 'detached' })

  // The line grows with its text, and the end stays in view.
  const line = page.getByRole('textbox', { name: '正文' })
  const height = () => line.evaluate((box) => box.clientHeight)
  const oneLine = await height()
  expect(oneLine).toBeLessThan(60)
  await line.pressSequentially('一')
  await line.press('Enter')
  await line.press('Enter')
  await expect.poll(height, patiently).toBeGreaterThan(oneLine)
  await expect.poll(() => isInPane('翻旧信的时候来的'), patiently).toBe(true)
  await line.press('ControlOrMeta+Enter')
  await expect.poll(() => line.inputValue(), patiently).toBe('')
  expect(await height()).toBe(oneLine)
  expect(await faultsOf(page)).toBe('')

  await page.setViewportSize(PHONE)
  await expect.poll(() => isInPane('翻旧信的时候来的'), patiently).toBe(true)
  expect(await page.evaluate(() => document.scrollingElement!.scrollHeight - innerHeight)).toBe(0)
  await page.getByRole('button', { name: '关闭' }).click()
  await page.locator('.mail-row', { hasText: '小李' }).waitFor()
  expect(troubles).toEqual([])
  await context.close()
})

it('checks one field after the other in the alternative form, and leads on from each of its modes', async () => {
  const writer = await community.register('cuowuxiaoli', '小李')
  const reader = await community.register('cuowulaowang', '老王')
  await send(writer, reader, '收到的信', '正文')
  const { message: own } = await send(reader, writer, '自己的信', '写错了')
  const { page, context } = await forum.open(reader)
  const says = (text: string) => page.locator('.toast', { hasText: text }).first().waitFor()
  const field = (name: string) => page.getByRole('textbox', { name })

  await page.goto('/my/messages/compose?form=list')
  const list = page.getByRole('combobox', { name: '收件人' })
  await list.locator('option', { hasText: writer.username }).waitFor({ state: 'attached' })
  const submit = page.getByRole('button', { name: '发送' })
  await list.selectOption({ label: `小李（${writer.username}）` })
  await submit.click()
  await says('请输入标题')
  await field('标题').fill('从名单里选')
  await submit.click()
  await says('请输入正文')
  await field('正文').fill('选到你了')
  await page.getByRole('button', { name: '保存草稿' }).click()
  await says('草稿已保存')
  await submit.click()
  await page.waitForURL('**/my/messages?type=sent')

  // Saving an edit leads to the message, and sending a reply leads to its parent.
  await page.goto(`/my/messages/${own.id}/edit`)
  await field('正文').fill(' ')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await says('请输入正文')
  await field('正文').fill('改好了')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await page.waitForURL(`**/my/messages/${own.id}?type=sent`)
  await page.locator('.mail-body', { hasText: '改好了' }).waitFor()
  const parent = await newestOf(reader)
  await page.goto(`/my/messages/${parent}`)
  await opened(page, '收到的信').waitFor()
  await page.getByRole('link', { name: '回复', exact: true }).click()
  await page.getByRole('button', { name: '取消' }).click()
  await opened(page, '收到的信').waitFor()
  await page.goto(`/my/messages/compose?replyTo=${parent}&form=list`)
  await submit.click()
  await page.waitForURL(`**/my/messages/${parent}`)
  await opened(page, '收到的信').waitFor()

  // The account of the other party is closed: its name is gone.
  await community.call('POST', '/auth/delete', writer, { password: PASSWORD })
  await page.goto('/my/messages')
  await row(page, '收到的信').getByText('已注销用户').waitFor()
  await context.close()
})

it('shows a lost party as unknown, and offers a reply to received messages only', async () => {
  const writer = await community.register('yulanxiaoli', '小李')
  const reader = await community.register('yulanlaowang', '老王')
  const { message: long } = await send(writer, reader, '很长的信', '长'.repeat(250))
  await send(writer, reader, '失联的信', '你还认得我吗')
  await send(reader, writer, '自己的信', '还没有读')
  const { page, context, troubles } = await forum.open(reader)
  // The server always names both parties; an older one might not.
  await context.route(/\/api\/messages(\?|\/\d+$|\/thread)/, async (route) => {
    const response = await route.fetch()
    const text = await response.text()
    const lost = (key: string, value: unknown) =>
      typeof value === 'object' && value !== null && 'subject' in value && value.subject === '失联的信'
        ? { ...value, sender: null }
        : value
    await route.fulfill({ response, json: JSON.parse(text, lost) as object })
  })

  // The address selects a message.
  await page.goto(`/my/messages/${long.id}`)
  await opened(page, '很长的信').waitFor()
  expect(await row(page, '很长的信').getAttribute('data-open')).toBe('true')
  expect(await row(page, '失联的信').locator('.mail-row-name').textContent()).toBe('未知')
  await page.getByRole('link', { name: '回复', exact: true }).click()
  expect(await page.locator('.compose-parent span').textContent()).toMatch(/^长{200}…$/)
  await page.getByRole('button', { name: '取消' }).click()
  await opened(page, '很长的信').waitFor()
  await row(page, '失联的信').locator('a').click()
  await page.locator('.mail-parties', { hasText: '未知' }).waitFor()

  // Another folder: the count is read again, and own messages are not answered.
  await noBadge(page)
  const counted = page.waitForResponse(/\/api\/messages\/unread\/count$/)
  await page.locator('.mail-folder', { hasText: '发件箱' }).click()
  await counted
  await page.getByText('选择一封信查看内容').waitFor()
  await row(page, '自己的信').locator('a').click()
  await opened(page, '自己的信').waitFor()
  await page.getByRole('link', { name: '编辑' }).waitFor()
  expect(await page.getByRole('link', { name: '回复', exact: true }).count()).toBe(0)
  expect(troubles).toEqual([])
  await context.close()
})

it('leaves nothing of the messages in storage, in caches or in the page once the session has ended', async () => {
  const writer = await community.register('henjixiaoli', '小李')
  const reader = await community.register('henjilaowang', '老王')
  const { message } = await send(writer, reader, '机密的标题', '机密的原文')
  const { page, context } = await forum.open(reader, { serviceWorker: true })
  const stored = () =>
    page.evaluate(async () => {
      const caches = await Promise.all(
        (await globalThis.caches.keys()).map(async (name) => {
          const cache = await globalThis.caches.open(name)
          return Promise.all((await cache.matchAll()).map((response) => response.text()))
        }),
      )
      return JSON.stringify([
        Object.entries(localStorage),
        Object.entries(sessionStorage),
        caches,
        await indexedDB.databases(),
      ])
    })
  await page.goto('/my/messages')
  await row(page, '机密的标题').locator('a').click()
  await page.locator('.mail-body', { hasText: '机密的原文' }).waitFor()
  // A reply is begun: its draft keeps what was typed, and not the words of the other.
  await page.getByRole('link', { name: '回复', exact: true }).click()
  const text = page.getByRole('textbox', { name: '正文' })
  await text.focus()
  await page.keyboard.press('Control+Home')
  await page.keyboard.type('我的机密答复')
  await expect.poll(stored, patiently).toContain('我的机密答复')
  expect(await stored()).not.toContain('机密的原文')
  await page.reload()
  expect(await text.inputValue()).toMatch(/^我的机密答复\n\n-+ 原文 -+\n机密的原文$/)

  await page.getByRole('button', { name: /^我的：/ }).click()
  await page.getByRole('menuitem', { name: '退出' }).click()
  await page.getByRole('link', { name: '登录' }).first().waitFor()
  expect(await stored()).not.toContain('机密')
  const kept = await page.evaluate(
    async ({ paths, token }) =>
      Promise.all(
        paths.map((path) =>
          fetch(path, {
            cache: 'only-if-cached',
            mode: 'same-origin',
            headers: {
              Accept: 'application/json',
              'Accept-Language': 'zh',
              Authorization: `Bearer ${token}`,
            },
          }).then(
            ({ ok }) => ok,
            () => false,
          ),
        ),
      ),
    { paths: [`/api/messages/${message.id}`, '/api/messages?type=inbox&page=1'], token: reader.token },
  )
  expect(kept).toEqual([false, false])
  await page.goBack()
  await expect.poll(() => page.locator('body').innerText(), patiently).toContain('登录')
  expect(await page.locator('body').innerText()).not.toContain('机密')
  await context.close()
})

it('sends a picture in a conversation, which arrives at once and opens for nobody else', async () => {
  const writer = await community.register('zhaopian1', '发照片的')
  const reader = await community.register('zhaopian2', '看照片的')
  await send(writer, reader, '房子', '我把照片发给你')
  const [writing, reading] = await Promise.all([
    forum.open(writer, { screen: PHONE }),
    forum.open(reader, { screen: DESK }),
  ])
  await Promise.all([
    writing.page.goto(`/my/messages/with/${reader.id}`),
    reading.page.goto(`/my/messages/with/${writer.id}`),
  ])
  await isLive(reading.page)
  const form = writing.page.getByRole('form', { name: '回复' })
  const text = form.getByRole('textbox', { name: '正文' })
  await text.fill('这是客厅')
  const picture = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#2b6cb5' } })
    .png()
    .toBuffer()
  const chooser = writing.page.waitForEvent('filechooser')
  await form.getByRole('button', { name: '图片和附件' }).click()
  await (await chooser).setFiles({ name: '客厅.png', mimeType: 'image/png', buffer: picture })
  await form.getByText('已插入').waitFor()
  expect(await text.inputValue()).toBe('这是客厅\n[图片 客厅.png]\n')
  await form.getByRole('button', { name: '发送' }).click()
  for (const { page } of [writing, reading]) {
    const shown = page.locator('.mail-talk-words img').last()
    await shown.waitFor()
    await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth), patiently).toBe(600)
    const [pane, box] = await Promise.all([page.locator('.mail-talk').boundingBox(), shown.boundingBox()])
    expect(box!.x + box!.width).toBeLessThanOrEqual(pane!.x + pane!.width)
    expect(box!.width / box!.height).toBeCloseTo(1.5, 1)
  }
  const { messages } = await community.call<{ messages: { attachments: { url: string }[] }[] }>(
    'GET',
    '/messages',
    reader,
  )
  for (const [i, { page }] of [writing, reading].entries())
    await page.screenshot({ path: '/tmp/shots/msg' + i + '.png' })
  const [file] = messages[0]?.attachments ?? []
  expect((await reading.page.request.get(file?.url ?? '')).status()).toBe(404)
})

it('starts a conversation of several members, which all see at once, and which one of them leaves', async () => {
  const starter = await community.register('qunzhu', '聚餐发起')
  const guest = await community.register('qunyou', '聚餐客人')
  const late = await community.register('wandao', '聚餐晚到')
  await community.register('disange', '聚餐三号')
  const [starting, visiting, waiting] = await Promise.all([
    forum.open(starter),
    forum.open(guest, { screen: PHONE }),
    forum.open(late),
  ])
  const [{ page }, { page: phone }, { page: other }] = [starting, visiting, waiting]
  await Promise.all([
    page.goto('/my/messages/compose'),
    phone.goto('/my/messages/people'),
    other.goto('/my/messages/people'),
  ])
  await Promise.all([isLive(page), isLive(other), phone.getByText('还没有和谁通过信').waitFor()])

  // With the keyboard only: a name, its suggestion, a comma for another one.
  const to = page.getByRole('combobox', { name: '收件人' })
  const choose = async (name: string) => {
    await to.fill(name)
    await page.getByRole('option', { name }).waitFor()
    await page.keyboard.press('Enter')
  }
  await choose('聚餐客人')
  await page.keyboard.press(',')
  await choose('聚餐三号')
  await page.getByLabel('标题').fill('周末聚餐')
  await page.getByLabel('正文').fill('川菜还是粤菜？')
  expect(await faultsOf(page)).toBe('')
  await page.getByRole('button', { name: '发送', exact: true }).click()
  await page.waitForURL(/\/my\/messages\/group\/\d+$/)

  await phone.locator('.mail-row', { hasText: '周末聚餐' }).click()
  const words = (where: Page, text: string) => where.locator('.mail-talk-words', { hasText: text })
  await words(phone, '川菜还是粤菜？').waitFor()
  await noBadge(phone)
  await phone.getByRole('button', { name: '赞', exact: true }).click()
  await page.getByText('聚餐客人觉得赞').waitFor({ state: 'attached' })
  expect(await faultsOf(phone)).toBe('')

  // Who is added gets the conversation at once, with what comes from now on.
  await page.getByRole('button', { name: '3 位成员' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: '添加成员' }).fill('聚餐晚到')
  await dialog.getByRole('option', { name: '聚餐晚到' }).click()
  await dialog.getByRole('button', { name: '添加', exact: true }).click()
  await dialog.getByRole('heading', { name: /4\/10/ }).waitFor()
  expect(await faultsOf(page)).toBe('')
  await page.keyboard.press('Escape')
  await other.locator('.mail-row', { hasText: '周末聚餐' }).click()
  await other.getByText('聚餐发起把你加入了会话').last().waitFor()
  expect(await words(other, '川菜还是粤菜？').count()).toBe(0)
  await page.getByRole('textbox', { name: '正文' }).fill('四个人了')
  await page.getByRole('button', { name: '发送', exact: true }).click()
  for (const where of [phone, other]) await words(where, '四个人了').waitFor()

  // One leaves: the page of the others says so, and nothing more arrives.
  await phone.getByRole('button', { name: '4 位成员' }).click()
  await phone.getByRole('dialog').getByRole('button', { name: '离开会话' }).click()
  await phone.getByRole('alertdialog').getByRole('button', { name: '离开会话' }).click()
  await phone.waitForURL(/\/my\/messages\/people$/)
  await expect.poll(() => row(phone, '周末聚餐').count(), patiently).toBe(0)
  await page.getByText('聚餐客人离开了会话').last().waitFor()
  await page.getByRole('textbox', { name: '正文' }).fill('只剩三个人')
  await page.getByRole('button', { name: '发送', exact: true }).click()
  await words(other, '只剩三个人').waitFor()
  expect(await row(phone, '周末聚餐').count()).toBe(0)
  await phone.goto(new URL(page.url()).pathname)
  await phone.getByText('你不在这个会话里').waitFor()
})
