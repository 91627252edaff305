import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isLive, patiently, postNumbered, postNumbers, setHidden, standsStill } from '../fixtures/browser'
import { ADMIN, longTexts, type Community, type Person } from '../fixtures/community'
import { visitForum, type VisitedForum } from '../fixtures/visited'

/** A board that no other file writes to. */
const BOARD = 112

let forum: VisitedForum
let community: Community
let reader: Person
let writer: Person
let admin: Person

beforeAll(async () => {
  forum = await visitForum()
  ;({ community } = forum)
  reader = await community.register('shishixiaoli', '小李')
  writer = await community.register('shishilaowang', '老王')
  admin = await community.signIn(ADMIN.ADMIN_USERNAME)
})
afterAll(() => forum?.stop())

const replyBox = (page: Page) => page.getByRole('textbox', { name: '快速回复' })
const send = (page: Page) => page.getByRole('button', { name: '发表回复' })
const pillOf = (page: Page) => page.locator('.thread-pill button')
const scrollTop = (page: Page) => page.evaluate(() => scrollY)
/** Opens a thread; whatever happens in it from now on is news. */
async function open(person: Person | null, threadId: number) {
  const there = await forum.open(person)
  await there.page.goto(`/threads/${threadId}`)
  await there.page.locator('.thread-posts[aria-busy="false"]').waitFor()
  await isLive(there.page)
  return there
}

it('a reader at the end of a page sees it fill in place, and what does not fit is on the next page', async () => {
  const threadId = await community.startThread(writer, '快满的一页', '开头', BOARD)
  await community.replies(writer, threadId, longTexts(19, '旧的'))
  const { page, context } = await open(reader, threadId)
  await page.evaluate(() => {
    scrollTo(0, document.documentElement.scrollHeight)
  })
  await standsStill(page)
  const before = await scrollTop(page)
  await community.reply(writer, threadId, '第二十条')
  await postNumbered(page, 21).getByText('第二十条').waitFor()
  expect(await scrollTop(page)).toBe(before)
  expect(await pillOf(page).count()).toBe(0)
  // Readers who prefer reduced motion get none.
  expect(await postNumbered(page, 21).evaluate((post) => getComputedStyle(post).animationName)).toBe('none')
  await page.locator('.thread-head').getByText('20 回复').waitFor()

  await community.reply(writer, threadId, '第二十一条')
  await page.getByRole('button', { name: '有 1 条新回复，查看第 2 页' }).waitFor()
  expect((await postNumbers(page)).at(-1)).toBe(21)
  expect(await scrollTop(page)).toBe(before)
  await page.getByRole('navigation', { name: '分页导航' }).getByRole('link', { name: '第 2 页' }).click()
  await postNumbered(page, 22).getByText('第二十一条').waitFor()
  expect(await postNumbered(page, 22).innerText()).toContain('22 楼')
  await page.goto(`/threads/${threadId}/page/999`)
  await page.waitForURL(`**/threads/${threadId}/page/2`)

  // The writer of a reply that does not fit on the page stays, with a link to it.
  await page.goto(`/threads/${threadId}`)
  await replyBox(page).fill('我在下一页')
  await send(page).click()
  await page.locator('.reply-strip').getByText('已发表在 23 楼').waitFor()
  expect(page.url()).toMatch(new RegExp(`/threads/${threadId}$`))
  await page.getByRole('link', { name: '去看' }).click()
  await page.waitForURL(`**/threads/${threadId}/page/2**`)
  await postNumbered(page, 23).getByText('我在下一页').waitFor()
  expect(await pillOf(page).count()).toBe(0)
  await context.close()
})

it('what comes to a hidden tab is counted in its title and divided from what was read', async () => {
  const threadId = await community.startThread(writer, '切走一会儿', '开头', BOARD)
  await community.replies(writer, threadId, ['一', '二'])
  const { page, context } = await open(reader, threadId)
  await setHidden(page, true)
  await community.replies(writer, threadId, ['三', '四', '五'])
  await expect.poll(() => page.title(), patiently).toContain('[+3] 切走一会儿')
  await setHidden(page, false)
  const divider = page.getByText('以下为新回复')
  await divider.waitFor()
  expect(await divider.count()).toBe(1)
  expect(await divider.evaluate((line) => line.nextElementSibling?.getAttribute('data-number'))).toBe('4')
  await expect.poll(() => page.title(), patiently).not.toContain('[+')

  // A notice beside the button tells members who are writing, and their text is kept.
  await replyBox(page).fill('正在写')
  await community.replies(writer, threadId, ['六', '七'])
  await page.getByRole('button', { name: '你写的时候又来了 2 条回复' }).click()
  await expect
    .poll(() => postNumbered(page, 7).evaluate((post) => post === document.activeElement), patiently)
    .toBe(true)
  expect(await replyBox(page).inputValue()).toBe('正在写')
  await context.close()
})

it('quotes follow what becomes of the quoted post, and an open edit is left alone', async () => {
  const threadId = await community.startThread(writer, '引用会变', '开头', BOARD)
  const quoted = await community.reply(writer, threadId, '原来这么说')
  await community.call('POST', '/posts', writer, { threadId, content: '同意', quotedPostId: quoted.id })
  await community.reply(reader, threadId, `[quote="旧名" post=${quoted.id}]这么说[/quote]同感`)
  const { page, context } = await open(reader, threadId)
  const quote = postNumbered(page, 3).locator('.quoted-post')
  await quote.getByText('原来这么说').waitFor()
  await community.call('PUT', `/posts/${quoted.id}`, writer, { content: '后来这么说' })
  await quote.getByText('后来这么说').waitFor()
  const inText = postNumbered(page, 4).locator('.quote-of-post')
  await inText.getByText('老王').waitFor()
  expect(await inText.innerText()).toMatch(/^老王（2 楼）：\s+这么说$/)
  await community.call('DELETE', `/posts/${quoted.id}`, admin)
  await quote.getByText('原帖已删除').waitFor()
  await inText.getByText('原帖已删除').waitFor()
  expect(await inText.getByText('这么说').count()).toBe(0)
  // Read while the post is deleted, the page gets no words of it.
  await page.reload()
  await inText.getByText('原帖已删除').waitFor()
  await isLive(page)
  await postNumbered(page, 2).getByText('该回复已被管理人员删除').waitFor()
  await community.call('POST', `/posts/${quoted.id}/restore`, admin)
  await quote.getByText('后来这么说').waitFor()
  await inText.getByText('后来这么说').waitFor()
  await quote.getByRole('link').click()
  await expect
    .poll(() => postNumbered(page, 2).evaluate((post) => post === document.activeElement), patiently)
    .toBe(true)
  await context.close()
})

it('readers see who writes and how many read, but not who hides', async () => {
  const threadId = await community.startThread(writer, '有人在写', '开头', BOARD)
  const hiding = await community.register('shishihaiou', '海鸥')
  await community.call('PUT', '/auth/profile', hiding, { showOnline: false })
  const mine = await open(reader, threadId)
  const theirs = await open(writer, threadId)
  const viewers = mine.page.locator('.thread-viewers')
  await viewers.getByText('2 人正在浏览').waitFor()
  const hidden = await open(hiding, threadId)
  await viewers.getByText('3 人正在浏览').waitFor()
  const people = await viewers.getAttribute('title')
  expect(people).toContain('老王')
  expect(people).not.toContain('海鸥')

  await mine.page.clock.install()
  await hidden.context.close()
  await viewers.getByText('2 人正在浏览').waitFor()
  await replyBox(theirs.page).pressSequentially('想')
  const typing = mine.page.getByText('老王 正在回复…')
  await typing.waitFor()
  expect(await theirs.page.getByText('正在回复…').count()).toBe(0)
  await mine.page.clock.runFor(7_000)
  await typing.waitFor({ state: 'detached' })
  await mine.context.close()
  await theirs.context.close()
})

it('a reply shows at once without a number, and once, though its answer was lost', async () => {
  const threadId = await community.startThread(writer, '信号不好', '开头', BOARD)
  const { page, context } = await open(reader, threadId)
  const keys: (string | undefined)[] = []
  let letGo: () => void = () => undefined
  const held = new Promise<void>((resolve) => (letGo = resolve))
  const loseFirstResponse = async (route: Route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) return route.continue()
    await held
    await route.fetch()
    return route.abort()
  }
  await page.route('**/api/posts', loseFirstResponse)
  await replyBox(page).fill('只发一次')
  await send(page).click()
  const pending = page.locator('.post-pending')
  await pending.getByText('只发一次').waitFor()
  expect(await pending.innerText()).toContain('发送中…')
  expect(await pending.locator('.post-number').innerText()).toBe('…')
  letGo()
  await postNumbered(page, 2).getByText('只发一次').waitFor()
  await pending.waitFor({ state: 'detached' })
  // The event of the post may come before the page notices that the response is lost.
  await expect.poll(() => keys.length, patiently).toBe(2)
  expect(keys[1]).toBe(keys[0])
  expect(await page.getByText('只发一次', { exact: true }).count()).toBe(1)
  expect(await replyBox(page).inputValue()).toBe('')
  await page.unroute('**/api/posts')

  // The same key twice at once makes one post.
  const ids = await page.evaluate(
    async (body) => {
      const headers = {
        'Content-Type': 'application/json',
        Authorization: `Bearer ${localStorage.getItem('token')}`,
        'Idempotency-Key': crypto.randomUUID(),
      }
      const post = async () => {
        const answer = await fetch('/api/posts', { method: 'POST', headers, body: JSON.stringify(body) })
        return ((await answer.json()) as { post: { id: number } }).post.id
      }
      return Promise.all([post(), post()])
    },
    { threadId, content: '两次一样' },
  )
  expect(ids[0]).toBe(ids[1])
  await postNumbered(page, 3).getByText('两次一样').waitFor()
  await community.reply(writer, threadId, '之后的')
  await postNumbered(page, 4).getByText('之后的').waitFor()
  await context.close()
})

it('a banned writer is cut off at once, and can still copy the half-written reply', async () => {
  const threadId = await community.startThread(writer, '吵起来了', '开头', BOARD)
  const loud = await community.register('shishinanfang', '南方')
  const { page, context } = await open(loud, threadId)
  await replyBox(page).fill('我还没说完')
  await community.call('PUT', `/users/${loud.id}/ban`, admin, { banned: true, reason: '吵架' })
  await page.getByText('登录后才能回复').waitFor()
  expect(await replyBox(page).inputValue()).toBe('我还没说完')
  expect(await replyBox(page).isEditable()).toBe(false)
  await page.getByRole('button', { name: '复制文字' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText()), patiently).toBe('我还没说完')
  await expect(community.reply(loud, threadId, '再说一句')).rejects.toThrow(/401|403/)
  await context.close()
})
