import { afterAll, beforeAll, expect, it } from 'vitest'
import { faultsOf } from '../fixtures/axe'
import { browserOf } from '../fixtures/browser'
import { closePages, openBrowser, PHONE } from '../fixtures/chromium'
import { startRunningForum, type RunningForum } from '../fixtures/community'

let forum: RunningForum
let browser: Awaited<ReturnType<typeof openBrowser>>

beforeAll(async () => {
  ;[forum, browser] = await Promise.all([startRunningForum({ SEED: 'none' }), openBrowser()])
})
afterAll(async () => {
  if (browser) await closePages(browser)
  await forum?.stop()
})

const NAME = '岩点攀岩社'
/** Words of the demo, its seal among them where it stands alone. */
const DEMO = /华人|移民|军事|绿卡|3 号版|\/boards\/3\b|(?<=>)\s*华\s*(?=<)/

it('makes an empty forum the club of its founder, which then speaks of no other', async () => {
  const { url } = forum.process
  const founder = await forum.community.signIn('zongguan')
  const { page, context } = await browserOf(browser, url, founder)
  await page.goto('/admin/site')
  await page.getByLabel('站名').fill(NAME)
  await page.getByLabel('站印').fill('岩')
  await page.getByLabel('松').focus()
  await page.keyboard.press('Space')
  await page.getByLabel('欢迎语').fill('周三晚上岩馆见。')
  await page.getByLabel('页脚', { exact: true }).fill('京ICP备 00000000 号-1')
  await page.keyboard.press('Enter')
  await page.getByText('已保存，各页都换上了').first().waitFor()
  expect(await page.locator('.brand').innerText()).toContain(NAME)
  expect(await page.title()).toContain(NAME)

  await page.goto('/admin/boards')
  await page.getByRole('button', { name: '加一个分类' }).click()
  await page.getByLabel('分类名称').fill('岩馆')
  await page.getByLabel('分类地址').fill('gyms')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: '修改分类：岩馆' }).waitFor()
  await page.getByRole('button', { name: '新建版块' }).click()
  await page.getByLabel('中文名称').fill('周三夜攀')
  await page.getByLabel('版印').fill('🧗')
  await page.getByLabel('版规').fill('先检查[b]绳结[/b]。')
  await page.getByRole('combobox', { name: '分类' }).selectOption({ label: '岩馆' })
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
  await page.getByRole('link', { name: '周三夜攀' }).click()
  await page.locator('.board-rules strong').waitFor()

  await page.goto('/admin/pages?page=new')
  await page.getByLabel('地址').fill('gear')
  await page.getByLabel('标题').fill('装备借用')
  await page.getByLabel('正文').fill('[b]押金[/b]\n\n一百元。')
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByRole('contentinfo').getByRole('link', { name: '装备借用' }).click()
  await page.getByRole('heading', { name: '押金' }).waitFor()
  await page.goto('/')
  const hour = page.getByRole('region', { name: '第一个小时' })
  await hour.getByRole('link', { name: '去做：写几个开头的主题' }).waitFor()
  expect(
    await hour
      .getByRole('listitem')
      .filter({ has: page.getByLabel('已完成') })
      .allInnerTexts(),
  ).toEqual(['站名、站印、强调色', '分类和第一批版块', '条款、隐私或版规'])
  await context.close()

  for (const dark of [false, true]) {
    const visitor = await browserOf(browser, url, null, { screen: PHONE, dark })
    for (const path of [
      '/',
      '/boards',
      '/terms',
      '/privacy',
      '/help',
      '/pages/gear',
      '/login',
      '/register',
    ]) {
      await visitor.page.goto(path)
      await visitor.page.locator('main .skeleton').first().waitFor({ state: 'detached' })
      await visitor.page.getByText(NAME).first().waitFor()
      expect((await visitor.page.content()).match(DEMO), path).toBeNull()
      if (path === '/') expect(await faultsOf(visitor.page)).toBe('')
    }
    await visitor.context.close()
  }
  for (const path of [
    '/manifest.webmanifest',
    '/service-worker.js',
    '/api/feed.xml',
    '/robots.txt',
    '/sitemap.xml',
    '/nowhere',
  ])
    expect((await (await fetch(url + path)).text()).match(DEMO), path).toBeNull()
})
