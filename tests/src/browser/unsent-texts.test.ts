import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isLive, postEditor, postNumbered } from '../fixtures/browser'
import { type Community, type Person } from '../fixtures/community'
import { visitForum, type VisitedForum } from '../fixtures/visited'

/** A board that no other file writes to. */
const BOARD = 124

let forum: VisitedForum
let community: Community
let writer: Person

beforeAll(async () => {
  forum = await visitForum()
  ;({ community } = forum)
  writer = await community.register('caogaoxiaoli', '小李')
})
afterAll(() => forum?.stop())

const replyBox = (page: Page) => page.getByRole('textbox', { name: '快速回复' })

it('says that the line is down only while it is, and keeps a reply that must not go', async () => {
  const threadId = await community.startThread(writer, '断网又连上', '开头', BOARD)
  const { page, context } = await forum.open(writer)
  await page.goto(`/threads/${threadId}`)
  await isLive(page)
  await replyBox(page).fill('断网时写的')
  await context.setOffline(true)
  await page.getByRole('button', { name: '发表回复' }).click()
  const offline = page.getByText('没有发出去：网络已断开')
  await offline.waitFor()
  await page.getByRole('button', { name: '恢复连接后会自动发送，点这里取消' }).click()
  const resend = page.getByRole('button', { name: '恢复连接后自动发送' })
  await resend.waitFor()
  await context.setOffline(false)
  await offline.waitFor({ state: 'detached' })
  expect(await resend.count()).toBe(0)
  // The reply is still unsent, and says so.
  await page.getByText('没有发出去，请重试').waitFor()
  expect(await replyBox(page).inputValue()).toBe('断网时写的')
  await page.getByRole('button', { name: '发表回复' }).click()
  await postNumbered(page, 2).getByText('断网时写的').waitFor()
  expect(await page.getByText('没有发出去').count()).toBe(0)
  await context.close()
})

it('sends a reply, an edit or a thread of its own accord once the line is back', async () => {
  const threadId = await community.startThread(writer, '断网也不丢', '开头', BOARD)
  const { page, context } = await forum.open(writer)
  const isWaiting = page.getByRole('button', { name: '恢复连接后会自动发送，点这里取消' })
  const sendOffline = async (name: string) => {
    // Disabled while the page still loads what the form needs.
    const button = page.getByRole('button', { name, exact: true, disabled: false })
    await button.waitFor()
    await context.setOffline(true)
    await button.click()
    await isWaiting.waitFor()
    await context.setOffline(false)
    await isWaiting.waitFor({ state: 'detached' })
  }
  await page.goto(`/threads/${threadId}`)
  await isLive(page)
  await replyBox(page).fill('断网时写的回复')
  await sendOffline('发表回复')
  await postNumbered(page, 2).getByText('断网时写的回复').waitFor()
  expect(await replyBox(page).inputValue()).toBe('')

  await postNumbered(page, 2).getByRole('button', { name: '编辑' }).click()
  const editor = postEditor(page)
  await editor.getByRole('textbox', { name: '内容' }).fill('断网时改的回复')
  await sendOffline('保存')
  await postNumbered(page, 2).getByText('断网时改的回复').waitFor()
  await editor.waitFor({ state: 'detached' })

  await page.goto(`/new-thread/${BOARD}`)
  await page.getByRole('textbox', { name: '标题' }).fill('断网时写的主题')
  await page.getByRole('textbox', { name: '内容' }).fill('断网时写的正文')
  await sendOffline('发表主题')
  await page.waitForURL(/\/threads\/\d+/)
  await postNumbered(page, 1).getByText('断网时写的正文').waitFor()
  await context.close()
})

it('says that a draft of an edit is saved once there is one', async () => {
  const threadId = await community.startThread(writer, '还没改', '开头', BOARD)
  await community.reply(writer, threadId, '原文')
  const { page, context } = await forum.open(writer)
  await page.goto(`/threads/${threadId}`)
  await postNumbered(page, 2).getByRole('button', { name: '编辑' }).click()
  const editor = postEditor(page)
  const box = editor.getByRole('textbox', { name: '内容' })
  await box.waitFor()
  // The draft is stored once the edit begins.
  await page.waitForFunction(() => Object.keys(localStorage).some((key) => key.includes(':edit:')))
  expect(await editor.getByText('草稿已保存').count()).toBe(0)
  await box.fill('改了一点')
  await editor.getByText('草稿已保存').waitFor()
  await context.close()
})

it('keeps the board of a half-written thread, and shows that it was restored in a bar', async () => {
  const { page, context } = await forum.open(writer)
  // Written while the boards are still on the way.
  await page.route('**/api/boards*', () => undefined)
  await page.goto(`/new-thread/${BOARD}`)
  const board = page.getByRole('combobox', { name: '版块' })
  await page.getByRole('textbox', { name: '标题' }).fill('写到一半的主题')
  await page.unroute('**/api/boards*')
  await page.goto('/new-thread')
  const bar = page.locator('.draft-bar')
  await bar.waitFor()
  expect(await page.getByRole('textbox', { name: '标题' }).inputValue()).toBe('写到一半的主题')
  await page.locator(`select option[value="${BOARD}"]`).waitFor({ state: 'attached' })
  expect(await board.inputValue()).toBe(String(BOARD))
  expect(
    await bar.evaluate((element) => {
      const { display, backgroundColor } = getComputedStyle(element)
      return [display, backgroundColor === 'rgba(0, 0, 0, 0)']
    }),
  ).toEqual(['flex', false])
  await context.close()
})
