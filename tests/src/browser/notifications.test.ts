import { UNREAD_POLL_MS } from '@forum/web/limits'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { postNumbered, isLive, keepFromSockets, patiently, type BrowserOf } from '../fixtures/browser'
import type { Person } from '../fixtures/community'
import { visitForum, type VisitedForum } from '../fixtures/visited'

/** A board that no other file writes to. */
const BOARD = 33

const bell = (page: Page) => page.getByRole('link', { name: '通知', exact: false }).first()
const badge = (page: Page) => page.locator('.notification-bell .unread-badge [aria-hidden]')
/** Every toast that a page has shown. */
const toastsOf = (page: Page) => page.evaluate(() => (globalThis as unknown as { toasts: string[] }).toasts)
const recordToasts = () => {
  const seen = new WeakSet<Element>()
  const texts: string[] = []
  Object.assign(globalThis, { toasts: texts })
  const record = () => {
    for (const toast of document.querySelectorAll('.toast-text')) {
      if (seen.has(toast)) continue
      seen.add(toast)
      texts.push(toast.textContent ?? '')
    }
  }
  new MutationObserver(record).observe(document, { childList: true, subtree: true })
}
const icon = (page: Page) => page.locator('link[rel="icon"]').getAttribute('href')

describe('notifications', () => {
  let forum: VisitedForum
  let reader: Person
  let writer: Person

  beforeAll(async () => {
    forum = await visitForum()
    reader = await forum.community.register('tongzhilaowang', '老王')
    writer = await forum.community.register('tongzhixiaoli', '小李')
  })
  afterAll(() => forum?.stop())
  beforeEach(() => forum.community.call('POST', '/notifications/read', reader, { all: true }))

  /** A second tab of the same browser. */
  const tabOf = async ({ context }: BrowserOf, path: string): Promise<Page> => {
    const page = await context.newPage()
    await page.goto(path)
    await isLive(page)
    return page
  }
  const write = (threadId: number, content: string, more: object = {}) =>
    forum.community.call<{ post: { id: number; number: number } }>('POST', '/posts', writer, {
      threadId,
      content,
      ...more,
    })

  it('delivers a quote, a mention, a like and a reply live and once, and lowers the count in every tab', async () => {
    const { community } = forum
    const threads = await Promise.all(
      ['回复', '引用', '提到', '点赞'].map((title) => community.startThread(reader, title, '第一帖', BOARD)),
    )
    const [replied, quoted, mentioned, liked] = threads as [number, number, number, number]
    const openingPost = async (threadId: number) =>
      (await community.call<{ thread: { openingPostId: number } }>('GET', `/threads/${threadId}`, null))
        .thread.openingPostId
    const mine = await forum.open(reader)
    await mine.context.addInitScript(recordToasts)
    await mine.page.goto('/boards')
    await isLive(mine.page)
    const other = await tabOf(mine, '/')
    const third = await tabOf(mine, '/latest')
    const tabs = [mine.page, other, third]
    await mine.page.bringToFront()

    await write(replied, '我来回复')
    await write(quoted, '我来引用', { quotedPostId: await openingPost(quoted) })
    await write(mentioned, '@tongzhilaowang 看看')
    await community.call('POST', `/posts/${await openingPost(liked)}/like`, writer)

    for (const tab of tabs) {
      await expect.poll(() => badge(tab).textContent(), patiently).toBe('4')
      await expect.poll(() => tab.title(), patiently).toMatch(/^\(4\) /)
      expect(await icon(tab)).toBe('/favicon-unread.svg')
    }
    const shown = async () => (await Promise.all(tabs.map(toastsOf))).flat().toSorted()
    const texts = [
      '小李 回复了你关注的主题《回复》',
      '小李 在《引用》中引用了你',
      '小李 在《提到》中提到了你',
      '小李 赞了你在《点赞》中的帖子',
    ]
    await expect.poll(shown, patiently).toEqual(texts.toSorted())

    // The bell shows them over the page, with their words; a mention is answered there by keys.
    await bell(mine.page).click()
    const panel = mine.page.getByRole('dialog', { name: '通知' })
    const rows = mine.page.locator('.notification')
    await expect.poll(() => rows.count(), patiently).toBe(4)
    expect(mine.page.url()).toMatch(/\/boards$/)
    await rows.filter({ hasText: '引用了你' }).getByText('我来引用').waitFor()
    expect(await panel.getByRole('tab').allInnerTexts()).toEqual(['全部', '回复 2', '@我 1', '赞 1', '版务'])
    await panel.getByRole('tab', { name: /@我/ }).click()
    // The frame of a keyboard's focus would be drawn around it.
    expect(
      await panel.getByRole('tab', { name: /@我/ }).evaluate((tab) => tab.matches(':focus-visible')),
    ).toBe(false)
    await expect.poll(() => rows.count(), patiently).toBe(1)
    const hasFocus = (of: Locator) =>
      expect.poll(() => of.evaluate((element) => element === document.activeElement), patiently).toBe(true)
    await mine.page.keyboard.press('j')
    await hasFocus(rows.getByRole('link').first())
    await mine.page.keyboard.press('r')
    await hasFocus(panel.getByRole('textbox', { name: '回复' }))
    await mine.page.keyboard.type('在这里回你')
    await mine.page.keyboard.press('ControlOrMeta+Enter')
    await panel.getByRole('link', { name: '已回复 · 3 楼' }).waitFor()
    for (const tab of tabs) await expect.poll(() => badge(tab).textContent(), patiently).toBe('3')
    await mine.page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    await hasFocus(bell(mine.page))
    await mine.page.keyboard.press('b')
    await panel.getByRole('link', { name: '看全部通知' }).click()
    await mine.page.getByRole('heading', { name: '通知', level: 1 }).waitFor()
    await panel.waitFor({ state: 'detached' })
    await expect.poll(() => rows.count(), patiently).toBe(4)
    const unread = texts.map((text) => (text.includes('提到') ? text : `未读：${text}`)).toReversed()
    expect(await rows.locator('.notification-text').allTextContents()).toEqual(unread)

    await rows.filter({ hasText: '引用了你' }).getByRole('link').click()
    await mine.page.waitForURL(new RegExp(`/threads/${quoted}#post-\\d+$`))
    await postNumbered(mine.page, 2).getByText('我来引用').waitFor()
    for (const tab of tabs) await expect.poll(() => badge(tab).textContent(), patiently).toBe('2')

    await mine.page.goBack()
    await rows.filter({ hasText: '赞了你' }).getByRole('button', { name: '标为已读' }).click()
    await expect.poll(() => badge(other).textContent(), patiently).toBe('1')
    await mine.page.getByRole('button', { name: '全部标为已读' }).click()
    // Until the offer to undo it is gone, only this tab shows it.
    const undoable = mine.page.locator('.toast').filter({ hasText: '已全部标为已读' })
    await expect.poll(() => badge(mine.page).count(), patiently).toBe(0)
    await undoable.getByRole('button', { name: '撤销' }).click()
    await expect.poll(() => badge(mine.page).textContent(), patiently).toBe('1')
    await mine.page.getByRole('button', { name: '全部标为已读' }).click()
    await undoable.getByRole('button', { name: '关闭' }).click()
    for (const tab of tabs) {
      await expect.poll(() => badge(tab).count(), patiently).toBe(0)
      await expect.poll(() => tab.title(), patiently).not.toMatch(/^\(/)
      expect(await icon(tab)).toBe('/favicon.svg')
    }
    await expect.poll(() => mine.page.locator('.notification-unread').count(), patiently).toBe(0)
    expect(mine.troubles).toEqual([])
    await mine.context.close()
  })

  it('shows no toast over the thread it concerns, and removes the notification when it is read', async () => {
    const threadId = await forum.community.startThread(reader, '正在看的主题', '第一帖', BOARD)
    const { page, context, troubles } = await forum.open(reader)
    await context.addInitScript(recordToasts)
    let markRead = () => {}
    const hasArrived = new Promise<void>((resolve) => (markRead = resolve))
    // Members are not notified of what they have already read.
    await page.route(`**/api/threads/${threadId}/read`, async (route) => {
      await hasArrived
      await route.continue()
    })
    await page.goto(`/threads/${threadId}`)
    await isLive(page)
    await write(threadId, '你看得见')
    await postNumbered(page, 2).getByText('你看得见').waitFor()
    await expect.poll(() => badge(page).textContent(), patiently).toBe('1')
    markRead()
    await expect.poll(() => badge(page).count(), patiently).toBe(0)
    expect(await unreadOf(reader)).toBe(0)
    expect(await toastsOf(page)).toEqual([])
    expect(troubles).toEqual([])
    await context.close()
  })

  const unreadOf = async (person: Person) =>
    (await forum.community.call<{ count: number }>('GET', '/notifications/unread/count', person)).count

  it('polls the count of notifications while no events arrive, and counts once when they do', async () => {
    const threadId = await forum.community.startThread(reader, '断线的主题', '第一帖', BOARD)
    const { page, context } = await forum.open(reader)
    await keepFromSockets(page)
    await page.clock.install()
    await page.goto('/boards')
    await bell(page).waitFor()
    // The page polls only when the test lets time pass, which is when the notification exists.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
    await write(threadId, '没有事件')
    await expect.poll(() => unreadOf(reader), patiently).toBe(1)
    expect(await badge(page).count()).toBe(0)
    await page.clock.runFor(UNREAD_POLL_MS)
    await expect.poll(() => badge(page).textContent(), patiently).toBe('1')
    await page.clock.resume()
    const reloaded = await tabOf({ context } as BrowserOf, '/boards')
    await expect.poll(() => badge(reloaded).textContent(), patiently).toBe('1')
    await forum.community.call('POST', '/notifications/read', reader, { all: true })
    for (const tab of [page, reloaded]) await expect.poll(() => badge(tab).count(), patiently).toBe(0)
    await context.close()
  })

  it('leaves no notifications behind when the session ends', async () => {
    const threadId = await forum.community.startThread(reader, '退出前', '第一帖', BOARD)
    const { page, context } = await forum.open(reader)
    await page.goto('/notifications')
    await isLive(page)
    await write(threadId, '退出前的回复')
    await expect.poll(() => badge(page).textContent(), patiently).toBe('1')
    const second = await tabOf({ context } as BrowserOf, '/boards')
    await expect.poll(() => badge(second).textContent(), patiently).toBe('1')
    await forum.community.call('POST', '/auth/logout', await tokenOf(page))
    for (const tab of [page, second]) {
      await expect.poll(() => tab.locator('.notification-bell').count(), patiently).toBe(0)
      await expect.poll(() => tab.title(), patiently).not.toMatch(/^\(/)
      expect(await icon(tab)).toBe('/favicon.svg')
    }
    // The page that is now shown may list the thread itself, which is public.
    expect(await page.locator('main').innerText()).not.toContain('回复了你')
    expect(await page.evaluate(() => Object.values(localStorage).join('\n'))).not.toContain('退出前')
    await context.close()
  })

  const tokenOf = async (page: Page): Promise<Person> => ({
    ...reader,
    token: (await page.evaluate(() => localStorage.getItem('token'))) ?? '',
  })
})
