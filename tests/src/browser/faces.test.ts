import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { patiently, postNumbered } from '../fixtures/browser'
import { PHONE } from '../fixtures/chromium'
import { type Community, type Person } from '../fixtures/community'
import { visitForum, type VisitedForum } from '../fixtures/visited'

/** A board that no other file writes to. */
const BOARD = 123

let forum: VisitedForum
let community: Community
let writer: Person
let threadId: number

beforeAll(async () => {
  forum = await visitForum()
  ;({ community } = forum)
  writer = await community.register('biaoqingxiaoli', '小李')
  threadId = await community.startThread(writer, '表情', '开头', BOARD)
})
afterAll(() => forum?.stop())

const facesOf = (page: Page) => page.getByRole('region', { name: '表情' })
const openFaces = (page: Page) => page.getByRole('button', { name: '表情', exact: true }).click()

it('inserts faces at the caret, finds them by their names, and keeps the recent ones', async () => {
  const { page, context, troubles } = await forum.open(writer)
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  await page.goto(`/threads/${threadId}`)
  const box = page.getByRole('textbox', { name: '快速回复' })
  await box.fill('前后')
  await box.evaluate((area: HTMLTextAreaElement) => {
    area.setSelectionRange(1, 1)
  })
  expect(scripts.some((url) => /FacePanel/.test(url))).toBe(false)
  await openFaces(page)
  await facesOf(page).getByRole('button', { name: '笑哭', exact: true }).click()
  await facesOf(page).getByRole('button', { name: '手势' }).click()
  await facesOf(page).getByRole('button', { name: '赞', exact: true }).click()
  expect(await box.inputValue()).toBe('前😂👍后')
  expect(scripts.some((url) => /FacePanel/.test(url))).toBe(true)

  await facesOf(page).getByRole('searchbox', { name: '搜表情' }).fill('西瓜')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  expect(await box.inputValue()).toBe('前😂👍🍉后')
  await facesOf(page).getByRole('searchbox', { name: '搜表情' }).fill('没有这个')
  await facesOf(page).getByText('没有找到').waitFor()
  // Esc closes the panel alone, and writing goes on.
  await page.keyboard.press('Escape')
  await facesOf(page).waitFor({ state: 'detached' })
  await page.keyboard.type('！')
  expect(await box.inputValue()).toBe('前😂👍🍉！后')
  await page.getByRole('button', { name: '发表回复' }).click()
  await postNumbered(page, 2).getByText('前😂👍🍉！后').waitFor()

  await page.reload()
  await openFaces(page)
  await expect
    .poll(() => facesOf(page).getByRole('group', { name: '最近用过' }).innerText(), patiently)
    .toMatch(/^\s*🍉\s*👍\s*😂\s*$/)
  expect(troubles).toEqual([])
  await context.close()
})

it.each([
  ['a new thread', `/new-thread/${BOARD}`],
  ['a message', '/my/messages/compose'],
])('has faces in %s', async (_, path) => {
  const { page, context } = await forum.open(writer, { screen: PHONE })
  await page.goto(path)
  const box = page.locator('textarea')
  // The form moves the focus to its first field once it is laid out, possibly while the text is entered.
  const written = async () => {
    await box.fill('好')
    return box.inputValue()
  }
  await expect.poll(written, patiently).toBe('好')
  await openFaces(page)
  await facesOf(page).getByRole('button', { name: '大笑', exact: true }).click()
  expect(await box.inputValue()).toBe('好😄')
  // The keyboard stays closed while faces are chosen.
  expect(await box.evaluate((area) => area === document.activeElement)).toBe(false)
  await page.goBack()
  await facesOf(page).waitFor({ state: 'detached' })
  expect(await box.inputValue()).toBe('好😄')
  await context.close()
})
