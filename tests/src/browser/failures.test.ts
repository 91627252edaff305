import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { postEditor, postNumbered } from '../fixtures/browser'
import { PASSWORD, type Community, type Person } from '../fixtures/community'
import { visitForum, type VisitedForum } from '../fixtures/visited'

/** A board that no other file writes to. */
const BOARD = 43

let forum: VisitedForum
let community: Community
let member: Person
let other: Person
let threadId: number
let messageId: number

beforeAll(async () => {
  forum = await visitForum()
  ;({ community } = forum)
  member = await community.register('shibaixiaoli', '小李')
  other = await community.register('shibailaowang', '老王')
  threadId = await community.startThread(member, '会出错的主题', '开头', BOARD)
  await community.reply(member, threadId, '会出错的回复')
  const letter = { recipientId: member.id, subject: '会出错的信', content: '在吗' }
  const sent = await community.call<{ message: { id: number } }>('POST', '/messages', other, letter)
  messageId = sent.message.id
})
afterAll(() => forum?.stop())

const SERVER = '数据库歇了，请稍后再试'

/** Makes a call to the API fail while `act` runs: the server refuses it, or never responds. */
async function failing(
  page: Page,
  [method, path]: readonly [string, RegExp],
  how: 'server' | 'network',
  act: () => Promise<void>,
): Promise<void> {
  const pattern = new RegExp(`/api${path.source}`)
  await page.route(pattern, (route) => {
    if (route.request().method() !== method) return route.fallback()
    if (how === 'network') return route.abort()
    return route.fulfill({ status: 500, json: { code: 'INTERNAL', message: SERVER, requestId: 'x' } })
  })
  await act()
  await page.unroute(pattern)
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

it('says beside its text that an edit failed, and keeps the text', async () => {
  const { page, context } = await forum.open(member)
  await page.goto(`/threads/${threadId}`)
  for (const [number, path, text] of [
    [1, /\/threads\/\d+$/, '更新主题失败'],
    [2, /\/posts\/\d+$/, '更新帖子失败'],
  ] as const) {
    const post = postNumbered(page, number)
    await post.getByRole('button', { name: '编辑', exact: true }).click()
    const editor = postEditor(page)
    const content = editor.getByRole('textbox', { name: '内容' })
    await content.fill('')
    await editor.getByRole('button', { name: '保存' }).click()
    await editor.getByText('帖子内容不能为空').waitFor()
    await content.fill(`改过的 ${number}`)
    await failing(page, ['PUT', path], 'server', async () => {
      await editor.getByRole('button', { name: '保存' }).click()
      await editor.getByRole('alert').filter({ hasText: text }).waitFor()
    })
    expect(await content.inputValue()).toBe(`改过的 ${number}`)
    await editor.getByRole('button', { name: '保存' }).click()
    await post.getByText(`改过的 ${number}`).waitFor()
  }
  await context.close()
})

it('shows why a form of the account failed', async () => {
  const { page, context } = await forum.open(member)
  const main = page.getByRole('main')
  await page.goto('/profile')
  await button(page, '编辑资料').click()
  await page.getByLabel('签名档').fill('新的签名')
  for (const [how, text] of [
    ['server', SERVER],
    ['network', '资料更新失败，请重试'],
  ] as const)
    await failing(page, ['PUT', /\/auth\/profile$/], how, async () => {
      await button(page, '保存修改').click()
      await main.getByText(text).waitFor()
    })
  expect(await page.getByLabel('签名档').inputValue()).toBe('新的签名')

  const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 200, height: 200 } })
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: picture })
  const crop = page.getByRole('dialog', { name: '裁剪头像' })
  await failing(page, ['POST', /\/auth\/avatar$/], 'network', async () => {
    await crop.getByRole('button', { name: '使用这张' }).click()
    await crop.getByText('头像上传失败，请重试').waitFor()
  })

  await page.goto('/profile?tab=account')
  for (const [label, text] of [
    ['当前密码', PASSWORD],
    ['新密码', 'Changed#Horse8'],
    ['确认新密码', 'Changed#Horse8'],
  ] as const)
    await main.getByLabel(label, { exact: true }).fill(text)
  for (const [how, text] of [
    ['server', SERVER],
    ['network', '密码修改失败，请重试'],
  ] as const)
    await failing(page, ['PUT', /\/auth\/password$/], how, async () => {
      await button(page, '修改密码').click()
      await main.getByText(text).waitFor()
    })
  await context.close()
})

it('shows why a registration failed, and keeps the form', async () => {
  const { page, context } = await forum.open()
  await page.goto('/register')
  for (const name of ['服务条款', '隐私政策'])
    await page.getByRole('dialog', { name }).getByRole('button', { name: '同意并继续' }).click()
  const form = page.getByRole('main').locator('form')
  const field = (name: string) => form.getByRole('textbox', { name, exact: name === '密码' })
  await field('用户名').fill('cuowuxin')
  await field('邮箱').fill('cuowuxin@example.com')
  await field('密码').fill(PASSWORD)
  await field('确认密码').fill(PASSWORD)
  for (const [how, text] of [
    ['server', SERVER],
    ['network', '注册失败，请重试'],
  ] as const)
    await failing(page, ['POST', /\/auth\/register$/], how, async () => {
      await form.getByRole('button', { name: '注册' }).click()
      await form.getByText(text).waitFor()
    })
  expect(await field('用户名').inputValue()).toBe('cuowuxin')
  await form.getByRole('button', { name: '注册' }).click()
  await page.waitForURL(`${community.url}/`)
  await context.close()
})

it('names the call of the mailbox that failed', async () => {
  const { page, context } = await forum.open(member)
  const row = page.locator('.mail-row', { hasText: '会出错的信' })
  await page.goto('/my/messages')
  await failing(page, ['POST', /\/messages\/\d+\/read$/], 'server', async () => {
    await row.locator('a').click()
    await page.getByText('标记已读失败').waitFor()
  })
  await failing(page, ['DELETE', /\/messages\/\d+$/], 'server', async () => {
    await button(page, '删除').first().click()
    await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).click()
    await page.getByText('删除失败，请重试').waitFor()
  })
  await row.waitFor()

  // A failed search for members shows no error, since the name can be typed in full.
  await page.goto('/my/messages/compose')
  const recipient = page.getByRole('combobox', { name: '收件人' })
  await failing(page, ['GET', /\/users\/search/], 'server', async () => {
    const responded = page.waitForResponse(/\/api\/users\/search/)
    await recipient.pressSequentially('nobodythere')
    await responded
  })
  expect(await page.getByText(SERVER).count()).toBe(0)
  await page.getByRole('textbox', { name: '标题' }).fill('你好')
  await page.getByRole('textbox', { name: '正文' }).fill('在吗')
  await button(page, '发送').click()
  await page.getByText('找不到这个用户').waitFor()
  await failing(page, ['POST', /\/messages$/], 'server', async () => {
    await button(page, '发送').click()
    await page.getByText(SERVER).waitFor()
  })
  expect(await page.getByRole('textbox', { name: '正文' }).inputValue()).toBe('在吗')

  await context.close()
})

it('names what is missing in the form with a list of members, one by one', async () => {
  const { page, context } = await forum.open(other)
  const recipient = page.getByRole('combobox', { name: '收件人' })
  // A name typed in the ordinary form is no choice from the list.
  await page.goto('/my/messages/compose')
  await recipient.fill('shibaixiaoli')
  await failing(page, ['GET', /\/users\?/], 'server', async () => {
    await page.goto('/my/messages/compose?form=list')
    await page.getByText('用户列表加载失败').waitFor()
  })
  await page.reload()
  const isRefused = async (text: string) => {
    await button(page, '发送').click()
    await page.locator('.toast', { hasText: text }).waitFor()
  }
  await isRefused('请选择收件人')
  await recipient.selectOption(String(member.id))
  await isRefused('请输入标题')
  await page.getByRole('textbox', { name: '标题' }).fill('你好')
  await isRefused('请输入正文')
  // A recipient that is not in the list stays chosen, in sight.
  await failing(page, ['GET', /\/users\?/], 'server', async () => {
    await page.reload()
    await page.getByText('用户列表加载失败').waitFor()
  })
  expect(await recipient.inputValue()).toBe(String(member.id))
  await context.close()
})

it('leads back to the inbox from a message that cannot be answered or edited', async () => {
  const { page, context } = await forum.open(member)
  for (const path of [
    '/my/messages/compose?replyTo=999999',
    // Only the sender edits a message.
    `/my/messages/${messageId}/edit`,
  ]) {
    // The message disappears soon, perhaps before the page counts as loaded.
    const told = page.getByText('无法打开这封站内信').waitFor()
    await page.goto(path)
    await told
    await page.waitForURL('**/my/messages')
  }
  await context.close()
})

it('suggests recipients 300 ms after typing, and closes the list 200 ms after the field is left', async () => {
  const { page, context } = await forum.open(member)
  const queries: string[] = []
  const limits: (string | null)[] = []
  page.on('request', (request) => {
    if (!request.url().includes('/users/search')) return
    const { searchParams } = new URL(request.url())
    queries.push(searchParams.get('q') ?? '')
    limits.push(searchParams.get('limit'))
  })
  await page.clock.install()
  await page.goto('/my/messages/compose')
  const recipient = page.getByRole('combobox', { name: '收件人' })
  const option = page.getByRole('option', { name: '老王' })
  await recipient.focus()
  await page.clock.pauseAt(Date.now() + 60_000)
  await recipient.pressSequentially('shibailao')
  await page.clock.runFor(299)
  // A search that was sent too early is reported before this request.
  await page.evaluate(() => fetch('/api/health/live').then(({ ok }) => ok))
  expect(queries).toEqual([])
  await page.clock.runFor(1)
  await option.waitFor()
  expect(queries).toEqual(['shibailao'])
  expect(limits).toEqual(['10'])
  await page.getByRole('textbox', { name: '标题' }).focus()
  await page.clock.runFor(199)
  expect(await option.isVisible()).toBe(true)
  await page.clock.runFor(1)
  await option.waitFor({ state: 'hidden' })
  await context.close()
})
