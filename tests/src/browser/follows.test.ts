import { afterAll, beforeAll, expect, it } from 'vitest'
import { isLive } from '../fixtures/browser'
import type { Community, Person } from '../fixtures/community'
import { visitForum, type VisitedForum } from '../fixtures/visited'

/** A board that no other file writes to. */
const BOARD = 141

let forum: VisitedForum
let community: Community
let follower: Person
let author: Person

beforeAll(async () => {
  forum = await visitForum()
  ;({ community } = forum)
  follower = await community.register('guanzhuxiaoli', '小李')
  author = await community.register('guanzhulaowang', '老王')
})
afterAll(() => forum?.stop())

it('follows a member from their page, hears of their new thread, and stops in the settings', async () => {
  const { page, context } = await forum.open(follower)
  await page.goto(`/users/${author.id}`)
  const follow = page.getByRole('button', { name: '关注', exact: true })
  await follow.click()
  const following = page.getByRole('button', { name: '已关注', exact: true })
  await following.waitFor()
  expect(await following.getAttribute('aria-pressed')).toBe('true')
  await isLive(page)
  await community.startThread(author, '老王的新主题', '开头', BOARD)
  await page.getByText('你关注的 老王 发表了新主题《老王的新主题》').first().waitFor()
  await page.goto('/notifications')
  await page.getByRole('main').getByText('老王的新主题').first().waitFor()

  await page.goto('/profile?tab=account')
  const list = page.getByRole('list', { name: '关注的人' })
  await list.getByRole('button', { name: '取消关注 老王' }).click()
  await page.getByText('还没有关注任何人').waitFor()
  await context.close()
})

it('follows a board, hears of its new thread under 我的版块, hides it in all tabs, and takes that back', async () => {
  const { page, context } = await forum.open(follower)
  await page.goto(`/boards/${BOARD}`)
  const level = page.getByRole('button', { name: /^本版：/ })
  // By keyboard: the menu opens at the choice, and says what each means.
  await level.focus()
  await page.keyboard.press('Enter')
  const follow = page.getByRole('menuitemradio', { name: /进“我的版块”/ })
  await follow.focus()
  await page.keyboard.press('Enter')
  await page.getByText(/^已关注「/).waitFor()
  await isLive(page)
  await community.startThread(author, '版块里的新主题', '开头', BOARD)
  await page
    .getByText(/老王 在你关注的【.*】发表了新主题《版块里的新主题》/)
    .first()
    .waitFor()

  const other = await context.newPage()
  await other.goto('/?list=followed')
  const rows = other.locator('main section.latest').getByRole('link', { name: '版块里的新主题' })
  await rows.waitFor()
  await other.goto('/')
  await rows.waitFor()
  await isLive(other)
  await level.click()
  await page.getByRole('menuitemradio', { name: /首页、热门、未读里都不出现/ }).click()
  await rows.waitFor({ state: 'detached' })
  await page.goto(`/search?q=${encodeURIComponent('版块里的新主题')}`)
  await page.getByText('你隐藏的版块').first().waitFor()
  await page.goto(`/boards/${BOARD}`)
  await level.click()
  await page.getByRole('menuitemradio', { name: /首页照常出现/ }).click()
  await page.getByRole('button', { name: '撤销' }).waitFor()
  await rows.waitFor()
  await context.close()
})
