import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  patiently,
  postEditor,
  postNumbered,
  readAt,
  standsStill,
  stopTimers,
  topOf,
} from '../fixtures/browser'
import { PHONE } from '../fixtures/chromium'
import { longTexts, type Community, type Person } from '../fixtures/community'
import { visitForum, type VisitedForum } from '../fixtures/visited'

/** A board that no other file writes to. */
const BOARD = 121

let forum: VisitedForum
let community: Community
let reader: Person
let writer: Person

beforeAll(async () => {
  forum = await visitForum()
  ;({ community } = forum)
  reader = await community.register('tingkaoxiaoli', '小李')
  writer = await community.register('tingkaobeiji', '北极')
})
afterAll(() => forum?.stop())

const replyBox = (page: Page) => page.getByRole('textbox', { name: '快速回复' })
const send = (page: Page) => page.getByRole('button', { name: '发表回复' })
const quote = (page: Page, number: number) =>
  postNumbered(page, number).getByRole('button', { name: '引用' }).click()
const sentAs = (page: Page, number: number) =>
  page.locator('.reply-strip').getByText(`已发表在 ${number} 楼`).waitFor()
const isFocused = (page: Page) => replyBox(page).evaluate((box) => box === document.activeElement)
const isInWindow = (page: Page) =>
  replyBox(page).evaluate((box) => {
    const { top, bottom } = box.getBoundingClientRect()
    return top >= 0 && bottom <= innerHeight
  })

/** Expects a post where it was. Less than a pixel is no move: the browser rounds where it has scrolled to. */
const expectAt = async (page: Page, number: number, top: number) => {
  expect(Math.abs((await topOf(page, number)) - top), `from ${top}`).toBeLessThan(1)
}

const dockHeight = (page: Page) =>
  page.locator('.reply-docked').evaluate((dock) => dock.getBoundingClientRect().height)

/** Starts a thread with 60 long replies; returns it and the post with a number. */
async function longThread(title: string) {
  const threadId = await community.startThread(writer, title, '开头', BOARD)
  const replies = await community.replies(writer, threadId, longTexts(60, '第'))
  return { threadId, postOf: (number: number) => replies.find((reply) => reply.number === number)!.id }
}
async function openAt(threadId: number, number: number, screen?: typeof PHONE) {
  const there = await forum.open(reader, screen ? { screen } : {})
  await there.page.goto(`/threads/${threadId}`)
  await readAt(there.page, number)
  return there
}

it('quotes posts over the page without moving what is read, and names each by post number', async () => {
  const { threadId, postOf } = await longThread('停靠的书写框')
  const { page, context, troubles } = await openAt(threadId, 9)
  const before = await topOf(page, 9)
  await quote(page, 9)
  await expect.poll(() => isFocused(page), patiently).toBe(true)
  await expect.poll(() => isInWindow(page), patiently).toBe(true)
  await expectAt(page, 9, before)
  await page.keyboard.type('这一层说得对')
  await expectAt(page, 9, before)

  // The second quote goes to the caret, and the first one stays.
  await postNumbered(page, 10).evaluate((post) =>
    post.scrollIntoView({ block: 'start', behavior: 'instant' }),
  )
  await quote(page, 10)
  await page.keyboard.type('这一层也对')
  const written = await replyBox(page).inputValue()
  expect(written).toMatch(
    new RegExp(
      `^\\[quote="北极" post=${postOf(9)}\\].+\\[/quote\\]\\n这一层说得对\\n+\\[quote="北极" post=${postOf(10)}\\].+\\[/quote\\]\\n这一层也对$`,
      's',
    ),
  )
  await page.getByRole('region', { name: '回复' }).getByText('北极 9 楼').waitFor()

  // It goes along to the next page.
  await page.getByRole('navigation', { name: '分页导航' }).getByRole('link', { name: '第 2 页' }).click()
  await readAt(page, 25)
  expect(await isInWindow(page)).toBe(true)
  const there = await topOf(page, 25)

  // Sending leaves the reader in place, with a link to the new post.
  await send(page).click()
  await sentAs(page, 62)
  await expectAt(page, 25, there)
  expect(page.url()).toContain('/page/2')
  await page.getByRole('link', { name: '去看' }).click()
  const sentPost = postNumbered(page, 62)
  await sentPost.getByText('这一层也对').waitFor()
  const quoted = sentPost.locator('blockquote')
  await quoted.first().getByText('9 楼').waitFor()
  await quoted.nth(1).getByText('10 楼').waitFor()
  await quoted.nth(1).getByRole('link').click()
  await page.waitForURL(`**/threads/${threadId}#post-${postOf(10)}`)
  expect(troubles).toEqual([])
  await context.close()
})

it('becomes a bar that names the draft on Esc, and opens again where it was', async () => {
  const { threadId } = await longThread('收起成一条')
  const { page, context } = await openAt(threadId, 9)
  const before = await topOf(page, 9)
  await quote(page, 9)
  await page.keyboard.type('写到一半')
  await page.keyboard.press('Escape')
  const bar = page.getByRole('button', { name: '草稿 · 回复 北极 9 楼' })
  await bar.waitFor()
  expect(await isInWindow(page)).toBe(false)
  await expectAt(page, 9, before)
  // The focus is back at the post, so that the next key is about it.
  expect(await postNumbered(page, 9).evaluate((post) => post.contains(document.activeElement))).toBe(true)
  await page.keyboard.press('r')
  await expect.poll(() => isInWindow(page), patiently).toBe(true)
  expect(await isFocused(page)).toBe(true)
  expect(await replyBox(page).inputValue()).toContain('写到一半')
  await expectAt(page, 9, before)

  // A draft thrown away can be brought back.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '丢弃草稿' }).click()
  await bar.waitFor({ state: 'detached' })
  expect(await replyBox(page).inputValue()).toBe('')
  await page.getByRole('button', { name: '撤销' }).click()
  await bar.waitFor()
  expect(await replyBox(page).inputValue()).toContain('写到一半')
  await context.close()
})

it('is a sheet on a phone, which Back closes in place', async () => {
  const { threadId } = await longThread('手机上的书写框')
  const { page, context } = await openAt(threadId, 9, PHONE)
  const before = await topOf(page, 9)
  await page.evaluate(() => {
    const seen = Object.assign(globalThis, { shift: 0 })
    new PerformanceObserver((list) => {
      for (const one of list.getEntries() as (PerformanceEntry & { value: number })[]) seen.shift += one.value
    }).observe({ type: 'layout-shift' })
  })
  await page.getByRole('button', { name: '写回复…' }).click()
  await expect.poll(() => isInWindow(page), patiently).toBe(true)
  expect(await isFocused(page)).toBe(true)
  await page.keyboard.type('在手机上写')
  await page.getByText('草稿已保存').waitFor()
  await standsStill(page)
  await expectAt(page, 9, before)

  // Nor does the sheet grow when another member arrives and writes.
  const height = await dockHeight(page)
  const other = await forum.open(writer)
  await other.page.goto(`/threads/${threadId}/page/last`)
  await replyBox(other.page).pressSequentially('我也写')
  await page.getByText('北极 正在回复…').waitFor()
  expect(await dockHeight(page)).toBe(height)
  await expectAt(page, 9, before)
  expect(await page.evaluate(() => (globalThis as unknown as { shift: number }).shift)).toBeLessThan(0.05)
  await other.context.close()

  await page.goBack()
  await page.getByRole('button', { name: '草稿 · 手机上的书写框' }).waitFor()
  expect(page.url()).toContain(`/threads/${threadId}`)
  expect(await isInWindow(page)).toBe(false)
  await expectAt(page, 9, before)
  await page.getByRole('button', { name: '草稿 · 手机上的书写框' }).click()
  await expect.poll(() => isFocused(page), patiently).toBe(true)
  await send(page).click()
  await sentAs(page, 62)
  await standsStill(page)
  await expectAt(page, 9, before)
  await context.close()
})

it('quotes the words that are selected', async () => {
  const picture = '[img]https://a.example/a.png[/img]'
  const content = `第一句。第二句。[code]${picture}[/code]`
  const threadId = await community.startThread(writer, '选中一句', content, BOARD)
  const { page, context } = await openAt(threadId, 1)
  await postNumbered(page, 1)
    .locator('.markup')
    .evaluate((text) => {
      const node = text.querySelector('p')?.firstChild
      const code = text.querySelector('code')?.firstChild
      if (node && code) getSelection()?.setBaseAndExtent(node, 4, code, code.textContent?.length ?? 0)
    })
  await page.getByRole('button', { name: '引用这句' }).click()
  const quoted = await replyBox(page).inputValue()
  expect(quoted.replace(/post=\d+/, 'post=1')).toBe(
    `[quote="北极" post=1]第二句。[code]${picture}[/code][/quote]\n`,
  )
  await expect.poll(() => isFocused(page), patiently).toBe(true)
  await page.keyboard.type('对')
  await page.keyboard.press('Control+Enter')
  const sentPost = postNumbered(page, 2)
  await sentPost.locator('.quote-of-post').getByText('第二句。').waitFor()
  await sentPost.locator('.quote-of-post').getByText('1 楼').waitFor()
  expect(await sentPost.getByText('第一句').count()).toBe(0)
  expect(await sentPost.getByText(picture).count()).toBe(1)
  expect(await sentPost.locator('.markup img').count()).toBe(0)
  await context.close()
})

it('takes a quote out of the reply when its post is quoted again', async () => {
  const threadId = await community.startThread(writer, '引错了', '开头', BOARD)
  await community.replies(writer, threadId, ['第一条', '第二条'])
  const { page, context } = await openAt(threadId, 1)
  await quote(page, 2)
  await page.keyboard.type('写了一句')
  await quote(page, 3)
  await postNumbered(page, 2).getByRole('button', { name: '已引用', pressed: true }).click()
  await expect
    .poll(() => replyBox(page).inputValue(), patiently)
    .toMatch(/^写了一句\n\[quote="北极" post=\d+\]第二条\[\/quote\]\n$/)
  await postNumbered(page, 2).getByRole('button', { name: '引用', exact: true }).waitFor()
  await context.close()
})

it('edits a post over the page without moving it, beside the draft of a reply', async () => {
  const threadId = await community.startThread(writer, '停靠的修改', '开头', BOARD)
  await community.replies(writer, threadId, longTexts(10, '前'))
  const ownReply = await community.reply(reader, threadId, '自己的一层')
  await community.replies(writer, threadId, longTexts(8, '后'))
  const { page, context, troubles } = await openAt(threadId, ownReply.number)
  const before = await topOf(page, ownReply.number)
  const edit = () => postNumbered(page, ownReply.number).getByRole('button', { name: '编辑' }).click()
  const box = postEditor(page).getByRole('textbox', { name: '内容' })
  await edit()
  expect(await box.evaluate((area) => area === document.activeElement)).toBe(true)
  await expectAt(page, ownReply.number, before)
  await box.fill('自己的一层，改了一半')
  await page.keyboard.press('Escape')
  const bar = page.getByRole('button', { name: `草稿 · 修改 ${ownReply.number} 楼` })
  await bar.waitFor()
  expect(await postNumbered(page, ownReply.number).evaluate((post) => post === document.activeElement)).toBe(
    true,
  )

  // One form at a time is over the page; the other one stays a bar.
  await page.keyboard.press('r')
  await expect.poll(() => isFocused(page), patiently).toBe(true)
  await page.keyboard.type('另有一句')
  await bar.click()
  expect(await box.inputValue()).toBe('自己的一层，改了一半')
  expect(await replyBox(page).isVisible()).toBe(false)
  await page.keyboard.press('ControlOrMeta+Enter')
  await postNumbered(page, ownReply.number).getByText('改了一半').waitFor()
  await postEditor(page).waitFor({ state: 'detached' })
  await expectAt(page, ownReply.number, before)

  // An edit without a change leaves no draft.
  await edit()
  await page.keyboard.press('Escape')
  await postEditor(page).waitFor({ state: 'detached' })
  expect(await bar.count()).toBe(0)

  // Another thread leads back to the reply.
  await page.goto(`/threads/${await community.startThread(writer, '另一个帖子', '开头', BOARD)}`)
  await page.getByRole('button', { name: '草稿 · 停靠的修改 回去写' }).click()
  await expect.poll(() => isFocused(page), patiently).toBe(true)
  expect(await replyBox(page).inputValue()).toBe('另有一句')

  // A reply can be withdrawn right after it was sent.
  await readAt(page, ownReply.number)
  const place = await topOf(page, ownReply.number)
  const restartTimers = await stopTimers(page)
  await send(page).click()
  await sentAs(page, 21)
  await page.getByRole('button', { name: '撤回' }).click()
  await page.getByText('回复已撤回').waitFor()
  await expectAt(page, ownReply.number, place)
  await postNumbered(page, 21).getByText('该回复已被作者删除').waitFor()
  await restartTimers()
  expect(troubles).toEqual([])
  await context.close()
})
