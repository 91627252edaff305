import { afterAll, beforeAll, expect, it } from 'vitest'
import { postNumbered } from '../fixtures/browser'
import { PHONE } from '../fixtures/chromium'
import { PASSWORD, type Person } from '../fixtures/community'
import { visitForum, type VisitedForum } from '../fixtures/visited'

/** A board that no other file writes to. */
const BOARD = 41

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
  await form.getByRole('button', { name: '登录', exact: true }).tap()
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
  await sheet.getByRole('link', { name: '通知' }).tap()
  await page.waitForURL('**/notifications')
  await page.goBack()
  await page.waitForURL(home)
  await sheet.waitFor({ state: 'detached' })
  await page.goBack()
  await page.waitForURL('**/boards')
  await context.close()
})

it('closes the search over a phone page by Back before it leaves the page', async () => {
  const { page, context } = await forum.open(null, { screen: PHONE })
  const boards = `${forum.community.url}/boards`
  await page.goto('/')
  await page.getByRole('navigation', { name: '底部导航' }).getByRole('link', { name: '版块' }).tap()
  await page.waitForURL(boards)
  const box = page.getByRole('combobox', { name: '搜索主题、帖子、用户' })
  const cancel = page.getByRole('search').getByRole('button', { name: '取消' })
  await box.tap()
  await cancel.waitFor()
  await box.fill('签证')
  await page.goBack()
  await cancel.waitFor({ state: 'hidden' })
  expect(page.url()).toBe(boards)
  await page.goBack()
  await page.waitForURL(`${forum.community.url}/`)
  await context.close()
})

it('closes menus and dialogs by Back before it leaves the page', async () => {
  const { page, context } = await forum.open(member)
  const { community } = forum
  const threadId = await community.startThread(member, '后退到哪里', '开头', BOARD)
  await community.replies(
    member,
    threadId,
    Array.from({ length: 21 }, (_, i) => `第 ${i + 2} 楼`),
  )
  await page.goto('/boards')
  await page.getByRole('main').locator(`a[href="/boards/${BOARD}"]`).first().click()
  await page.getByRole('link', { name: '后退到哪里' }).first().click()
  const thread = `${community.url}/threads/${threadId}`
  await page.waitForURL(thread)
  await postNumbered(page, 2).waitFor()

  const more = postNumbered(page, 2).getByRole('button', { name: '更多操作' })
  await more.click()
  await page.getByRole('menu').waitFor()
  await page.goBack()
  await page.getByRole('menu').waitFor({ state: 'detached' })
  expect(page.url()).toBe(thread)

  // A dialog that navigates to another page without a link.
  const jump = page.getByRole('dialog', { name: '跳到楼层' })
  const openJump = page.getByRole('button', { name: '跳到楼层…' })
  await openJump.click()
  await jump.waitFor()
  await page.goBack()
  await jump.waitFor({ state: 'detached' })
  await openJump.click()
  await jump.getByRole('textbox').first().fill('22')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/page\/2/)
  await postNumbered(page, 22).waitFor()
  await page.goBack()
  await page.waitForURL(thread)
  await postNumbered(page, 2).waitFor()
  await page.goForward()
  await postNumbered(page, 22).waitFor()
  await page.goBack()
  await postNumbered(page, 2).waitFor()

  // Closed in another way it takes no press of Back of its own, and Forward still leads on.
  await openJump.click()
  await jump.waitFor()
  await page.keyboard.press('Escape')
  await jump.waitFor({ state: 'detached' })
  await page.goBack()
  await page.waitForURL(`**/boards/${BOARD}`)
  await page.goForward()
  await page.waitForURL(thread)
  await postNumbered(page, 2).waitFor()

  // A confirmation is cancelled.
  const other = await community.register('houtuier')
  const profile = `${community.url}/users/${other.id}`
  await page.goto(profile)
  await page.getByRole('button', { name: '屏蔽', exact: true }).click()
  await page.getByRole('alertdialog').waitFor()
  await page.goBack()
  await page.getByRole('alertdialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '屏蔽', exact: true }).waitFor()
  expect(page.url()).toBe(profile)
  await context.close()
})

it('keeps the new address of a page when Back closes a menu over it', async () => {
  const { page, context } = await forum.open(member)
  await page.goto('/boards')
  await page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '首页' }).click()
  await page.waitForURL(`${forum.community.url}/`)
  const theme = page.getByRole('banner').getByRole('button', { name: /外观/ })
  await theme.click()
  await page.getByRole('menu').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: '关注', exact: true }).click()
  await page.waitForURL(/list=watched/)
  const watched = page.url()
  await theme.click()
  await page.getByRole('menu').waitFor()
  await page.goBack()
  await page.getByRole('menu').waitFor({ state: 'detached' })
  expect(page.url()).toBe(watched)
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
