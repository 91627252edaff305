import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsOf } from '../fixtures/axe'
import { patiently, postNumbered } from '../fixtures/browser'
import { DESK, PHONE } from '../fixtures/chromium'
import type { Person } from '../fixtures/community'
import { visitForum, type VisitedForum } from '../fixtures/visited'

/** A board that no other file writes to. */
const BOARD = 32

let forum: VisitedForum
let seeker: Person
let threadId: number

beforeAll(async () => {
  forum = await visitForum()
  const { community } = forum
  seeker = await community.register('zhaodongxi', '找东西的')
  const writer = await community.register('xiemihoutao', '写猕猴桃的')
  threadId = await community.startThread(writer, '猕猴桃绿卡怎么办', '[b]猕猴桃[/b]说要<绿卡>', BOARD)
  await community.replies(writer, threadId, ['先看排期', '我的獼猴桃綠卡也快了', '猕猴桃熟了，绿卡还没有'])
  for (let i = 1; i <= 9; i += 1) await community.register(`yemang${i}`, `野芒果${i}号`)
})
afterAll(() => forum?.stop())

const box = (page: Page) => page.getByRole('combobox', { name: '搜索主题、帖子、用户' })
/** Returns the marked words in the exact results. */
const marks = (page: Page) =>
  page.locator('main section:not([aria-labelledby="found-nearby"]) mark').allTextContents()
const searches = (page: Page) => {
  const made: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname === '/api/search') made.push(url.searchParams.get('q') ?? '')
  })
  return made
}

it('finds simplified and traditional text alike, marks it as it is written, and leads to the post', async () => {
  const { page, context, troubles } = await forum.open(seeker)
  await page.goto('/')
  await box(page).fill('獼猴桃绿卡')
  await page.keyboard.press('Enter')
  await page.getByText('共 2 条结果').waitFor()
  expect(await page.getByRole('searchbox', { name: '搜索内容' }).inputValue()).toBe('獼猴桃绿卡')
  expect(await marks(page)).toEqual(['猕猴桃绿卡', '獼猴桃綠卡'])
  await page.getByRole('combobox', { name: '搜索范围' }).selectOption('posts')
  await page.waitForURL(/type=posts/)
  await expect.poll(() => marks(page), patiently).toEqual(['獼猴桃綠卡'])
  await page.goBack()
  await expect.poll(() => marks(page), patiently).toHaveLength(2)
  await page.getByRole('link', { name: /3 楼/ }).click()
  await postNumbered(page, 3).getByText('我的獼猴桃綠卡也快了').waitFor()
  expect(page.url()).toContain(`/threads/${threadId}`)
  expect(troubles).toEqual([])
  await context.close()
})

it('keeps filters in the address, and offers the search without them when nothing is found', async () => {
  const { page, context } = await forum.open(seeker)
  await page.goto(`/search?${new URLSearchParams({ q: '猕猴桃 绿卡' }).toString()}`)
  await page.getByRole('link', { name: /“猕猴桃绿卡”（2 条）/ }).waitFor()
  await page.getByRole('button', { name: '作者' }).click()
  await page.getByLabel('作者的用户名或名字').fill('找东西的')
  await page.keyboard.press('Enter')
  await page.waitForURL(/author=zhaodongxi/)
  await page.getByText('筛选着：zhaodongxi。去掉筛选后有 3 条。').waitFor()
  await page.reload()
  await page.getByRole('link', { name: '清除筛选再搜' }).click()
  await expect.poll(() => marks(page), patiently).not.toHaveLength(0)
  expect(page.url()).not.toContain('author')
  await context.close()
})

it('links to all members from nine on', async () => {
  const { page, context } = await forum.open(seeker)
  await page.goto('/search?q=ymg')
  const link = page.getByRole('link', { name: /查看全部用户/ })
  expect(await link.getAttribute('href')).toBe('/search?q=ymg&type=users')
  await link.click()
  await page.getByRole('link', { name: '野芒果9号' }).waitFor()
  await context.close()
})

describe('the box by keyboard alone', () => {
  it('suggests once an input method has composed, and opens what is chosen', async () => {
    const { page, context } = await forum.open(seeker)
    await page.goto('/boards')
    await box(page).waitFor()
    const made = searches(page)
    await page.keyboard.press('/')
    const session = await context.newCDPSession(page)
    for (const text of ['m', 'mi', 'mi hou tao'])
      await session.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      })
    expect(await box(page).inputValue()).toBe('mi hou tao')
    await session.send('Input.insertText', { text: '猕猴桃' })
    const thread = page.getByRole('option', { name: /猕猴桃绿卡怎么办/ })
    await thread.waitFor()
    expect(made).toEqual(['猕猴桃'])
    await page.getByRole('option', { name: /写猕猴桃的/ }).waitFor()
    while ((await thread.getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(new RegExp(`/threads/${threadId}`))
    await context.close()
  })

  it('offers what was searched for before, until it is cleared', async () => {
    const { page, context } = await forum.open(seeker)
    await page.goto('/boards')
    await box(page).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('猕猴桃')
    await page.keyboard.press('Enter')
    await page.waitForURL(/search/)
    await page.keyboard.press('/')
    await box(page).fill('')
    await page.getByRole('option', { name: '猕猴桃' }).waitFor()
    await page.keyboard.press('Escape')
    expect(await box(page).getAttribute('aria-expanded')).toBe('false')
    await page.getByRole('button', { name: '删除“猕猴桃”' }).click()
    await box(page).click()
    expect(await page.getByRole('banner').getByRole('option').count()).toBe(0)
    await context.close()
  })
})

it('keeps the focus in a box that is used again before the screen is shown', async () => {
  const { page, context } = await forum.open(seeker)
  await page.goto('/boards')
  await box(page).fill('猕猴桃')
  await box(page).evaluate((field: HTMLInputElement) => {
    field.form?.requestSubmit()
    field.focus()
  })
  await page.getByText(/共 \d+ 条结果/).waitFor()
  expect(await box(page).evaluate((field) => field === document.activeElement)).toBe(true)
  await context.close()
})

it('asks for a search term', async () => {
  const { page, context } = await forum.open(seeker)
  await page.goto('/search')
  await page.getByRole('searchbox', { name: '搜索内容' }).fill('　 ')
  await page.keyboard.press('Enter')
  await page.getByText('请输入搜索内容').waitFor()
  expect(new URL(page.url()).search).toBe('')
  await context.close()
})

it('says that a search failed, and repeats it', async () => {
  const { page, context } = await forum.open(seeker)
  await page.route(/\/api\/search/, (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/search?q=ymg')
  await page.getByText('搜索失败，请重试').waitFor()
  await page.unroute(/\/api\/search/)
  await page.getByRole('button', { name: '重试' }).click()
  await page.getByRole('link', { name: '野芒果1号' }).waitFor()
  await context.close()
})

it.each([
  ['a desk', DESK],
  ['a phone', PHONE],
])('has no axe violations and does not overflow on %s', async (_of, screen) => {
  const { page, context } = await forum.open(seeker, { screen })
  const isFaultless = async () => {
    expect(await faultsOf(page, 'in both themes')).toBe('')
    const overflow = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return scrollWidth - clientWidth
    })
    expect(overflow).toBeLessThanOrEqual(0)
  }
  await page.goto(`/search?${new URLSearchParams({ q: '猕猴桃', boardId: String(BOARD) }).toString()}`)
  await page.locator('main mark').first().waitFor()
  await isFaultless()
  await page.goto('/search?q=ymg')
  await page.getByRole('link', { name: '野芒果1号' }).waitFor()
  await box(page).fill('yemang')
  await page
    .getByRole('option', { name: /野芒果/ })
    .first()
    .waitFor()
  await isFaultless()
  await page.goto('/search?q=meiyouzhege')
  await page.getByText('没有找到与“meiyouzhege”相关的内容').waitFor()
  await isFaultless()
  await context.close()
})

it('shows what is near where nothing is exact, and leads on from the end of a thread to related ones', async () => {
  const { community } = forum
  await community.startThread(seeker, '山竹绿卡怎么等', '问问山竹绿卡', BOARD)
  const relatedId = await community.startThread(seeker, '山竹绿卡排到哪年', '也问山竹绿卡', BOARD)
  const { page, context, troubles } = await forum.open(seeker)
  await page.goto(`/search?${new URLSearchParams({ q: '山竹永居拖延' }).toString()}`)
  const near = page.getByRole('region', { name: /^没有完全一致的，这些接近/ })
  await near.getByRole('link', { name: '山竹绿卡怎么等', exact: true }).click()
  await page.getByRole('region', { name: '相关主题' }).getByRole('link', { name: '山竹绿卡排到哪年' }).click()
  await page.waitForURL(`**/threads/${relatedId}`)
  expect(troubles).toEqual([])
  await context.close()
})
