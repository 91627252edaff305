import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { faultsOf } from '../fixtures/axe'
import { patiently, postNumbered } from '../fixtures/browser'
import { PHONE } from '../fixtures/chromium'
import { ADMIN, type Community, type Person } from '../fixtures/community'
import { visitForum, type VisitedForum } from '../fixtures/visited'

/** A board that no other file writes to. */
const BOARD = 104
const NARROW = { width: 360, height: 780 }
const LONG_TITLE = '一个写得很长的标题，在手机上也要看得出它在说什么，而不是只剩下前面几个字'

let forum: VisitedForum
let community: Community
let writer: Person
let reader: Person
let threadId: number

beforeAll(async () => {
  forum = await visitForum()
  ;({ community } = forum)
  writer = await community.register('banmianxiaoli', '小李')
  reader = await community.register('banmianlaowang', '老王')
  const long = await sharp({ create: { width: 600, height: 3_000, channels: 3, background: '#2b6cb5' } })
    .png()
    .toBuffer()
  const picture = await community.upload(writer, '长图.png', long)
  const content = [
    '开头',
    `[img]${community.url}${picture.url}[/img]`,
    `[code]${'const answer = 42 // '.repeat(8)}\nsecond()[/code]`,
    '一段一段写清楚。\n\n'.repeat(80),
  ].join('\n\n')
  const { thread } = await community.call<{ thread: { id: number } }>('POST', '/threads', writer, {
    title: LONG_TITLE,
    content,
    boardId: BOARD,
    attachmentIds: [picture.id],
    poll: { question: '几次？', options: ['一次', '两次'], maxChoices: 1 },
  })
  threadId = thread.id
  await community.call('PUT', `/threads/${threadId}/poll/vote`, writer, { options: [0] })
})
afterAll(() => forum?.stop())

const boxOf = async (part: Locator) => (await part.boundingBox())!
/** The distance from the end of the first line of code to the button that copies it, scrolled to the end. */
const roomAtTheEnd = (code: Locator) =>
  code.evaluate((block) => {
    const range = document.createRange()
    const text = block.querySelector('code')!.firstChild as Text
    range.setStart(text, 0)
    range.setEnd(text, text.data.indexOf('\n'))
    block.querySelector('pre')!.scrollLeft = 10_000
    return block.querySelector('button')!.getBoundingClientRect().left - range.getBoundingClientRect().right
  })
const styleOf = (part: Locator, name: 'backgroundColor' | 'boxShadow' | 'fontWeight' | 'color') =>
  part.evaluate((element, property) => getComputedStyle(element)[property], name)
const rowOf = (page: Page) => page.locator('.latest .row', { hasText: '一个写得很长的标题' }).first()

it('begins the rows of the home page where their list begins, without a mark that visitors never get', async () => {
  const { page, context } = await forum.open()
  await page.goto('/latest')
  // The face of whoever wrote last, which every reader sees.
  const face = rowOf(page).locator('.avatar')
  expect((await boxOf(face)).x).toBe((await boxOf(page.locator('.latest-top'))).x)
  await context.close()
})

it('marks what is unread by one green word, in lists, boards and notifications', async () => {
  await community.reply(writer, threadId, `@${reader.username} 看看`)
  const { page, context } = await forum.open(reader)
  await page.goto('/latest')
  const unread = rowOf(page)
  const green = await styleOf(unread.locator('.thread-news'), 'color')
  expect(await styleOf(unread.locator('.thread-link'), 'fontWeight')).toBe('400')
  const badge = page.locator('.notification-bell .unread-badge')
  await badge.waitFor()
  expect([await styleOf(badge, 'color'), await styleOf(badge, 'backgroundColor')]).toEqual([
    green,
    'rgba(0, 0, 0, 0)',
  ])
  await page.goto('/notifications')
  const row = page.locator('.notification').first()
  const looks = async () => [
    await styleOf(row, 'backgroundColor'),
    await styleOf(row, 'boxShadow'),
    await styleOf(row.locator('.notification-text'), 'fontWeight'),
  ]
  const mark = row.locator('.notification-new')
  expect(await styleOf(mark, 'color')).toBe(green)
  const asUnread = await looks()
  await row.getByRole('button', { name: '标为已读' }).click()
  await mark.waitFor({ state: 'detached' })
  expect(await looks()).toEqual(asUnread)
  await page.goto('/boards')
  expect(await styleOf(page.locator(`tr:has(a[href="/boards/${BOARD}"]) .board-news`), 'color')).toBe(green)
  await context.close()
})

it('shows an opening post whole, and fills the rows of a poll by their share', async () => {
  const { page, context } = await forum.open(writer)
  await page.goto(`/threads/${threadId}`)
  const opening = postNumbered(page, 1)
  await opening.getByText('一段一段写清楚。').last().waitFor()
  expect(await opening.getByRole('button', { name: /展开全文/ }).count()).toBe(0)
  expect((await boxOf(opening.locator('.markup'))).height).toBeGreaterThan(2_000)
  const option = opening.locator('.poll-option', { hasText: '一次' })
  const [row, bar] = [await boxOf(option), await boxOf(option.locator('.poll-bar'))]
  expect(bar.height).toBeGreaterThan(row.height - 4)
  expect(bar.width).toBeGreaterThan(row.width - 4)
  expect(await roomAtTheEnd(opening.locator('.code-block'))).toBeGreaterThanOrEqual(0)
  await context.close()
})

it('shows the top of a long picture at full width on a phone, and code without an empty band', async () => {
  const { page, context } = await forum.open(writer, { screen: PHONE })
  await page.goto(`/threads/${threadId}`)
  const opening = postNumbered(page, 1)
  const picture = opening.locator('.markup img')
  await picture.waitFor()
  const text = await boxOf(opening.locator('.markup'))
  await expect.poll(async () => (await boxOf(picture)).width, patiently).toBeGreaterThan(text.width - 2)
  const code = opening.locator('.code-block')
  const [block, line] = [await boxOf(code), await boxOf(code.locator('code'))]
  expect(line.y - block.y).toBeLessThan(20)
  // The button can still be pressed by a thumb.
  const button = await boxOf(code.getByRole('button'))
  expect(Math.min(button.width, button.height)).toBeGreaterThanOrEqual(44)
  expect(await roomAtTheEnd(code)).toBeGreaterThanOrEqual(0)
  await context.close()
})

it('gives a title two lines in the dense lists of a phone, under its tags too', async () => {
  const admin = await community.signIn(ADMIN.ADMIN_USERNAME)
  for (const [act, body] of [
    ['pin', { pinned: true }],
    ['feature', { featured: true }],
    ['lock', { locked: true }],
  ] as const)
    await community.call('PUT', `/threads/${threadId}/${act}`, admin, body)
  const { page, context } = await forum.open(reader, { screen: PHONE })
  await community.call('PUT', '/auth/profile', reader, { density: 'dense' })
  for (const path of ['/latest', `/boards/${BOARD}`]) {
    await page.goto(path)
    const link = page.locator('.dense .thread-link', { hasText: '一个写得很长的标题' }).first()
    await link.waitFor()
    const [lines, width] = await link.evaluate((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
      return [tops.size, element.closest('.row')!.clientWidth]
    })
    expect(lines, path).toBeGreaterThanOrEqual(2)
    expect((await boxOf(link)).width, path).toBeGreaterThan(width * 0.5)
  }
  await context.close()
})

it('has the orders of a board and the button of a new thread within a narrow phone', async () => {
  const { page, context } = await forum.open(writer, { screen: NARROW })
  await page.goto(`/boards/${BOARD}`)
  const sorts = page.locator('.board-sorts')
  await sorts.waitFor()
  expect(await sorts.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await page.goto(`/new-thread/${BOARD}`)
  const submit = page.getByRole('button', { name: '发表主题' })
  await submit.waitFor()
  const { y, height } = await boxOf(submit)
  expect(y + height).toBeLessThan(NARROW.height / 2)
  await page.goto('/search')
  await page.getByRole('heading', { name: '热门版块' }).waitFor()
  await context.close()
})

it('has no target that is too small where the bottom bar of a phone covers most of a row', async () => {
  const { page, context } = await forum.open(null, { screen: PHONE })
  await page.goto('/')
  const board = await boxOf(rowOf(page).locator('.thread-board'))
  const bar = page.getByRole('navigation', { name: '底部导航' }).getByRole('link').first()
  const { height } = await boxOf(bar)
  await page.setViewportSize({ width: PHONE.width, height: Math.round(board.y + 6 + height) })
  await expect.poll(async () => (await boxOf(bar)).y, patiently).toBeLessThan(board.y + board.height)
  expect(await faultsOf(page)).toBe('')
  await context.close()
})
