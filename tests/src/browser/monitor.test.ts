import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isLive, patiently } from '../fixtures/browser'
import type { Community, Person } from '../fixtures/community'
import { visitForum, type VisitedForum } from '../fixtures/visited'

let forum: VisitedForum
let community: Community
let spammer: Person
let wang: Person
let chen: Person

beforeAll(async () => {
  forum = await visitForum()
  ;({ community } = forum)
  const admin = await community.signIn('zongguan')
  spammer = await community.register('jiankongguanggao', '监控里的广告')
  const staff = await Promise.all([
    community.register('jiankongwang', '监控王五'),
    community.register('jiankongchen', '监控陈姐'),
  ])
  for (const { id } of staff) await community.call('PUT', `/users/${id}/role`, admin, { role: 'moderator' })
  // The sessions of before ended with the change of role.
  ;[wang, chen] = await Promise.all([community.signIn('jiankongwang'), community.signIn('jiankongchen')])
})
afterAll(() => forum?.stop())

const rowWith = (page: Page, text: string): Locator => page.locator('.feed-row', { hasText: text })
/** The monitor of the lines of the spammer alone, as other tests write at the same time. */
const watch = async (by: Person, lost?: string) => {
  const visitor = await forum.open(by)
  // Loses the events that contain a text on the way.
  if (lost !== undefined)
    await visitor.page.routeWebSocket(/\/socket\.io\//, (socket) => {
      const server = socket.connectToServer()
      server.onMessage((message) => {
        if (!message.includes(lost)) socket.send(message)
      })
    })
  await visitor.page.goto(`/moderation?actor=${spammer.id}`)
  await visitor.page.locator('.feed-head').waitFor()
  await isLive(visitor.page)
  return visitor
}
const posts = (threadId: number) =>
  community.call<{ posts: { number: number; isDeleted: boolean }[] }>('GET', `/threads/${threadId}`, chen)

it('moderates a wave of spam by keyboard while another moderator watches', async () => {
  const threadId = await community.startThread(spammer, '监控台看到的主题')
  const [one, other] = [await watch(wang), await watch(chen)]
  const replies = []
  for (const word of ['甲', '乙', '丙'])
    replies.push(await community.reply(spammer, threadId, `监控广告${word} https://spam.example/${word}`))

  // New lines appear without a reload, each with its flags.
  for (const { page } of [one, other]) {
    await rowWith(page, '监控广告丙').waitFor()
    expect(await rowWith(page, '监控广告丙').innerText()).toContain('含链接')
  }

  // The newest line is chosen and read: the other sees who looks at it.
  const { page } = one
  await page.keyboard.press('j')
  const chosen = page.locator('.feed-row-chosen')
  await expect.poll(() => chosen.innerText(), patiently).toContain('监控广告丙')
  await page.keyboard.press('Enter')
  await page.getByRole('complementary', { name: '上下文' }).getByText('监控广告乙').first().waitFor()
  await rowWith(other.page, '监控广告丙').getByText('监控王五 正在看').waitFor()

  // Both are about to delete it; the flags have suggested the reason.
  await rowWith(other.page, '监控广告丙').locator('.feed-what').click()
  const chosenThere = other.page.locator('.feed-row-chosen')
  await expect.poll(() => chosenThere.innerText(), patiently).toContain('监控广告丙')
  await other.page.keyboard.press('d')
  const asked = other.page.getByRole('dialog', { name: '删除 监控里的广告 的 4 楼' })
  await asked.waitFor()
  await page.keyboard.press('d')
  await page.getByRole('dialog').getByRole('button', { name: '垃圾广告', pressed: true }).waitFor()
  await page.keyboard.press('Enter')
  await rowWith(page, '监控广告丙').getByText('监控王五 已删除').waitFor()
  await rowWith(other.page, '监控广告丙').getByText('监控王五 已删除').waitFor()
  await other.page.keyboard.press('1')
  await other.page.getByText('监控王五 先处理了这一条：已删除').waitFor()
  await other.context.close()

  // The next two go by keys alone, the last of them is taken back.
  for (const word of ['乙', '甲']) {
    await page.keyboard.press('j')
    await expect.poll(() => chosen.innerText(), patiently).toContain(`监控广告${word}`)
    await page.keyboard.press('d')
    await page.getByRole('dialog').getByRole('button', { name: '垃圾广告', pressed: true }).waitFor()
    await page.keyboard.press('1')
    await rowWith(page, `监控广告${word}`).getByText('监控王五 已删除').waitFor()
  }
  await page.keyboard.press('u')
  await page.getByText('已撤销').waitFor()
  await expect
    .poll(async () => (await posts(threadId)).posts.map(({ isDeleted }) => isDeleted), patiently)
    .toEqual([false, true, true])
  expect(one.troubles).toEqual([])
  await one.context.close()
})

it('holds the list still while a line is chosen, and fetches a line whose event was lost', async () => {
  const threadId = await community.startThread(spammer, '监控台停住的主题')
  const { page, context } = await watch(wang, '漏掉的')
  const row = rowWith(page, '监控台停住的主题')
  const place = await row.boundingBox()
  await row.hover()
  await page.getByText('鼠标在列表上').waitFor()
  expect(await row.boundingBox()).toEqual(place)
  await page.keyboard.press('j')
  await page.getByText('已暂停，0 条新动态，其中 0 条有标记').waitFor()
  const top = page.locator('.feed-row').first()
  const before = await top.innerText()

  // The number of the second line shows that the first is missing.
  await community.reply(spammer, threadId, '漏掉的 https://spam.example/d')
  await community.reply(spammer, threadId, '跟着来的 https://spam.example/e')
  await page.getByText('已暂停，2 条新动态，其中 2 条有标记').waitFor()
  expect(await top.innerText()).toBe(before)

  await page.keyboard.press('g')
  await expect.poll(() => top.innerText(), patiently).toContain('跟着来的')
  await rowWith(page, '漏掉的').waitFor()
  await context.close()
})
