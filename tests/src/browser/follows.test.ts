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
