import { afterAll, beforeAll, expect, it } from 'vitest'
import { PHONE } from '../fixtures/chromium'
import { PASSWORD, type Person } from '../fixtures/community'
import { visitForum, type VisitedForum } from '../fixtures/visited'

let forum: VisitedForum
let member: Person

beforeAll(async () => {
  forum = await visitForum()
  member = await forum.community.register('houtui', '后退')
})
afterAll(() => forum?.stop())

it('goes back from a sheet and a sign-in form to the page before it', async () => {
  const { page, context } = await forum.open(null, { screen: PHONE })
  const home = `${forum.community.url}/`
  await page.goto('/boards')
  await page.getByRole('banner').getByRole('link', { name: '登录' }).tap()
  const form = page.getByRole('main')
  await form.getByRole('textbox', { name: '用户名或邮箱' }).fill(member.username)
  await form.getByRole('textbox', { name: '密码' }).fill(PASSWORD)
  await form.getByRole('button', { name: '登录' }).tap()
  const account = page.getByRole('button', { name: '我的：后退' })
  await account.waitFor()
  await page.waitForURL('**/boards')
  await page.getByRole('navigation', { name: '底部导航' }).getByRole('link', { name: '首页' }).tap()
  await page.waitForURL(home)

  const sheet = page.getByRole('dialog', { name: '我的' })
  const openSheet = page.getByRole('button', { name: '我的', exact: true })
  await openSheet.tap()
  await sheet.waitFor()
  await page.goBack()
  await sheet.waitFor({ state: 'detached' })
  expect(page.url()).toBe(home)

  await openSheet.tap()
  await sheet.getByRole('link', { name: '站内信' }).tap()
  await page.waitForURL('**/my/messages')
  await page.goBack()
  // The sheet's history entry has the same address, and is skipped.
  await page.waitForURL(home)
  await page.waitForFunction(() => !(history.state as { overlay?: boolean } | null)?.overlay)
  await page.goBack()
  await page.waitForURL('**/boards')
  await context.close()
})

it('keeps the last known member while the server cannot confirm the session, and says so', async () => {
  const { page, context } = await forum.open(member)
  const account = page.getByRole('button', { name: '我的：后退' })
  await page.goto('/')
  await account.waitFor()
  await page.route('**/api/auth/me', (route) =>
    route.fulfill({ status: 500, json: { code: 'INTERNAL', message: '服务器内部错误' } }),
  )
  await page.reload()
  const notice = page.getByText('暂时无法确认登录状态，正在重试…')
  await notice.waitFor()
  expect(await account.count()).toBe(1)
  expect(await page.getByRole('link', { name: '登录' }).count()).toBe(0)
  await page.unroute('**/api/auth/me')
  await notice.waitFor({ state: 'detached' })
  expect(await account.count()).toBe(1)
  await context.close()
})
