import { afterAll, beforeAll, expect, it } from 'vitest'
import { isLive, patiently } from '../fixtures/browser'
import type { Community, Person } from '../fixtures/community'
import { visitForum, type VisitedForum } from '../fixtures/visited'

/** A board that no other file writes to. */
const BOARD = 132

let forum: VisitedForum
let community: Community
let writer: Person
let voter: Person

beforeAll(async () => {
  forum = await visitForum()
  ;({ community } = forum)
  writer = await community.register('toupiaolaowang', '老王')
  voter = await community.register('toupiaoxiaoli', '小李')
})
afterAll(() => forum?.stop())

it('writes a poll with the keyboard, keeps it in the draft, and shows votes to every reader', async () => {
  const writing = await forum.open(writer)
  const { page } = writing
  await page.goto(`/new-thread/${BOARD}`)
  await page.getByRole('textbox', { name: '标题' }).fill('去哪儿聚餐')
  await page.getByRole('textbox', { name: '内容' }).fill('周六晚上，请投票')
  await page.getByRole('button', { name: '添加投票' }).click()
  const editor = page.getByRole('group', { name: '投票' })
  await page.getByRole('button', { name: '发表主题' }).click()
  await editor.getByText('请写下投票的问题').waitFor()
  await editor.getByRole('textbox', { name: '投票的问题' }).fill('哪家？')
  await editor.getByRole('textbox', { name: '选项 1' }).fill('川菜馆')
  const nextOption = async (name: string) => {
    await page.keyboard.press('Enter')
    await editor.getByRole('textbox', { name }).and(page.locator(':focus')).waitFor()
  }
  await nextOption('选项 2')
  await page.keyboard.type('粤菜馆')
  await nextOption('选项 3')
  await page.keyboard.type('火锅')
  await editor.getByRole('combobox', { name: '可选几项' }).selectOption('最多选 2 项')
  await expect
    .poll(() =>
      page.evaluate(() => Object.values(localStorage).some((kept) => String(kept).includes('火锅'))),
    )
    .toBe(true)
  await page.reload()
  await editor.getByRole('textbox', { name: '选项 3' }).waitFor()
  expect(await editor.getByRole('textbox', { name: '选项 3' }).inputValue()).toBe('火锅')
  await page.getByRole('button', { name: '发表主题' }).click()
  await page.getByRole('heading', { level: 1, name: '去哪儿聚餐' }).waitFor()
  await isLive(page)

  const voting = await forum.open(voter)
  await voting.page.goto(new URL(page.url()).pathname)
  const poll = voting.page.getByRole('group', { name: '投票 哪家？' })
  const option = (name: string) => poll.getByRole('checkbox', { name: new RegExp(`^${name}`) })
  const cast = voting.page.getByRole('button', { name: '投票', exact: true })
  expect(await cast.isDisabled()).toBe(true)
  await option('川菜馆').focus()
  await voting.page.keyboard.press('Space')
  await option('火锅').check()
  expect(await option('粤菜馆').isDisabled()).toBe(true)
  await cast.click()
  await poll.getByText('已选').first().waitFor()
  const seen = page.getByRole('group', { name: '投票 哪家？' })
  const counts = () => seen.locator('.poll-count').allInnerTexts()
  await expect.poll(counts, patiently).toEqual(['1 票 · 100%', '0 票 · 0%', '1 票 · 100%'])

  await option('火锅').uncheck()
  await option('粤菜馆').check()
  await voting.page.getByRole('button', { name: '改投' }).click()
  await expect.poll(counts, patiently).toEqual(['1 票 · 100%', '1 票 · 100%', '0 票 · 0%'])
  await voting.page.reload()
  await option('粤菜馆').waitFor()
  expect(await option('粤菜馆').isChecked()).toBe(true)
  await voting.page.getByRole('button', { name: '撤回投票' }).click()
  await page.getByText('0 人参与').waitFor()

  const stranger = await forum.open(null)
  await stranger.page.goto(new URL(page.url()).pathname)
  await stranger.page.getByRole('button', { name: '登录后投票' }).waitFor()
  expect(await stranger.page.getByRole('checkbox').count()).toBe(0)
  for (const { context } of [writing, voting, stranger]) await context.close()
})
