import { afterAll, beforeAll, expect, it } from 'vitest'
import { isLive, patiently, postNumbered } from '../fixtures/browser'
import type { Person } from '../fixtures/community'
import { visitForum, type VisitedForum } from '../fixtures/visited'

/** A board that no other file writes to. */
const BOARD = 91

let forum: VisitedForum
let writer: Person
let reader: Person

beforeAll(async () => {
  forum = await visitForum()
  writer = await forum.community.register('jianti', '写帖人')
  reader = await forum.community.register('fanti', '讀帖人')
})
afterAll(() => forum?.stop())

it('shows interface, content, titles and live replies in traditional characters, and leaves typed text alone', async () => {
  const { community } = forum
  const threadId = await community.startThread(writer, '论坛里的头发与发帖', '后来发现头发还在。', BOARD)
  const { page, context, troubles } = await forum.open(reader)
  await page.goto(`/threads/${threadId}`)
  await page.getByRole('heading', { name: '论坛里的头发与发帖' }).waitFor()

  await page.getByRole('button', { name: '简体和繁體' }).click()
  await page.getByRole('menuitemradio', { name: '繁體' }).click()
  await page.getByRole('heading', { name: '論壇裡的頭髮與發帖' }).waitFor()
  await page.getByText('後來發現頭髮還在。').waitFor()
  await page.getByRole('link', { name: '首頁' }).first().waitFor()
  await expect.poll(() => page.title(), patiently).toBe('論壇裡的頭髮與發帖 - 海外華人論壇')
  expect(await page.getAttribute('html', 'lang')).toBe('zh-Hant')

  const box = page.getByRole('textbox', { name: '快速回復' })
  await box.fill('我写的简体字')
  await isLive(page)
  await community.reply(writer, threadId, '这是实时回复')
  await postNumbered(page, 2).getByText('這是實時回覆').waitFor()
  expect(await box.inputValue()).toBe('我写的简体字')
  await page.getByRole('button', { name: '發表回覆' }).click()
  await postNumbered(page, 3).getByText('我寫的簡體字').waitFor()
  const { posts } = await community.call<{ posts: { content: string }[] }>(
    'GET',
    `/threads/${threadId}`,
    null,
  )
  expect(posts.map(({ content }) => content)).toEqual(['这是实时回复', '我写的简体字'])

  await page.reload()
  await page.getByRole('heading', { name: '論壇裡的頭髮與發帖' }).waitFor()
  await page.getByRole('button', { name: '簡體和繁體' }).click()
  await page.getByRole('menuitemradio', { name: '按原文' }).click()
  await page.getByRole('heading', { name: '论坛里的头发与发帖' }).waitFor()
  await postNumbered(page, 2).getByText('这是实时回复').waitFor()
  expect(await page.getByText('論壇').count()).toBe(0)
  expect(troubles).toEqual([])
  await context.close()
})

it('shows traditional texts in simplified characters', async () => {
  const threadId = await forum.community.startThread(writer, '搬家與運費', '請問運費怎麼算？', BOARD)
  const { page, context } = await forum.open(null)
  await page.addInitScript(() => {
    localStorage.setItem('script', 'simplified')
  })
  await page.goto(`/threads/${threadId}`)
  await page.getByRole('heading', { name: '搬家与运费' }).waitFor()
  await page.getByText('请问运费怎么算？').waitFor()
  await context.close()
})
