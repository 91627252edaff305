import type { Locator, Page } from 'playwright-core'
import { deflateSync, crc32 } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isLive, postNumbered, postNumbers, patiently, standsStill, topOf } from '../fixtures/browser'
import { PHONE } from '../fixtures/chromium'
import { longTexts, PASSWORD, type Community, type Person } from '../fixtures/community'
import { visitForum, type VisitedForum } from '../fixtures/visited'

let forum: VisitedForum
let community: Community
let member: Person
let other: Person

beforeAll(async () => {
  forum = await visitForum()
  ;({ community } = forum)
  member = await community.register('dutuxiaoli', '小李')
  other = await community.register('dutulaowang', '老王')
})
afterAll(() => forum?.stop())

const PICTURES = 'https://pictures.example'

/** Returns a grey PNG of a size. */
function png(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.writeUInt8(8, 8)
  const rows = Buffer.alloc((width + 1) * height, 0x90)
  for (let row = 0; row < height; row++) rows[row * (width + 1)] = 0
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([signature, ...parts])
}

/** A drawing with proportions, but without a size of its own. */
const DRAWING =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 320"><path d="M0 0h640v320H0z"/></svg>'

/** Serves `https://pictures.example/<width>x<height>.png`; a drawing under its name, and no other picture. */
const servePictures = (page: Page) =>
  page.route(`${PICTURES}/**`, (route) => {
    if (route.request().url().endsWith('drawing.png'))
      return route.fulfill({ contentType: 'image/svg+xml', body: DRAWING })
    const size = /(\d+)x(\d+)\.png$/.exec(route.request().url())
    if (!size) return route.fulfill({ status: 404 })
    return route.fulfill({ contentType: 'image/png', body: png(Number(size[1]), Number(size[2])) })
  })

const image = (name: string) => `[gif]${PICTURES}/${name}.png[/gif]`

it('shows pictures whole and undistorted, and opens them enlarged over the page', async () => {
  const names = ['800x600', '500x500', '60x40', '600x2400', 'missing', 'drawing']
  const threadId = await community.startThread(member, '看图', names.map(image).join('\n\n'))
  // The same kinds as files of a reply; the last cannot be loaded.
  const sizes = [
    [800, 600],
    [500, 500],
    [60, 40],
    [600, 2400],
    [700, 500],
  ] as const
  const files = await Promise.all(
    sizes.map(([width, height]) => community.upload(member, `${width}x${height}.png`, png(width, height))),
  )
  const attachmentIds = files.map(({ id }) => id)
  await community.call('POST', '/posts', member, { threadId, content: '附件', attachmentIds })
  const { page, context } = await forum.open(member)
  await servePictures(page)
  await page.route(`**${files.at(-1)!.url}*`, (route) => route.fulfill({ status: 404 }))
  await page.goto(`/threads/${threadId}`)
  const boxOf = async (img: Locator) => {
    await img.scrollIntoViewIfNeeded()
    const isShown = (one: HTMLImageElement) => one.complete && !one.closest('.picture-loading')
    await expect.poll(() => img.evaluate(isShown), patiently).toBe(true)
    const { width, height } = (await img.boundingBox())!
    return { width, height, ratio: width / height }
  }
  const expectWhole = async (imageOf: (name: string) => Locator) => {
    expect(await boxOf(imageOf('60x40'))).toMatchObject({ width: 60, height: 40 })
    for (const [name, ratio] of [
      ['800x600', 4 / 3],
      ['500x500', 1],
      ['600x2400', 1 / 4],
    ] as const) {
      const shown = await boxOf(imageOf(name))
      expect(shown.ratio, name).toBeCloseTo(ratio, 1)
      expect(shown.width, name).toBeLessThanOrEqual(560)
      expect(shown.height, name).toBeLessThanOrEqual(421)
      // No smaller than the frame asks for.
      expect(Math.max(shown.width / 560, shown.height / 420), name).toBeGreaterThan(0.88)
    }
  }
  await postNumbered(page, 1).getByText('图片无法显示').waitFor()
  await expectWhole((name) => page.locator(`.markup img[src$="${name}.png"]`))
  const drawing = await boxOf(page.locator('.markup img[src$="drawing.png"]'))
  expect(drawing.ratio).toBeCloseTo(2, 1)
  expect(drawing.width).toBeGreaterThan(100)
  await expectWhole((name) => page.locator(`.attachments img[alt="${name}.png"]`))
  await postNumbered(page, 2).getByText('图片无法显示').waitFor()
  await expect.poll(() => page.locator('.picture-loading').count(), patiently).toBe(0)
  for (const broken of await page.locator('.picture-broken').all())
    expect((await broken.boundingBox())!.height).toBeLessThan(40)
  const long = postNumbered(page, 1).getByRole('button', { name: '放大图片（长图）' })
  await long.getByText('长图', { exact: true }).waitFor()

  await long.click()
  const viewer = page.getByRole('dialog', { name: /查看图片/ })
  // All pictures of the page that are large enough, those of the reply too.
  await viewer.getByText('3 / 7').waitFor()
  const hasFocus = () => viewer.evaluate((dialog) => dialog.contains(document.activeElement))
  await expect.poll(hasFocus, patiently).toBe(true)
  await page.keyboard.press('ArrowLeft')
  await viewer.getByText('2 / 7').waitFor()
  for (let presses = 0; presses < 6; presses++) await page.keyboard.press('Tab')
  expect(await hasFocus()).toBe(true)
  await page.goBack()
  await viewer.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe(`/threads/${threadId}`)
  expect(context.pages()).toHaveLength(1)
  await context.close()
})

it('shows the rendered document until the posts arrive, and keeps the post that is read in its place', async () => {
  const threadId = await community.startThread(member, '慢线路')
  await community.replies(other, threadId, longTexts(12, '慢线路'))
  const { page, context, troubles } = await forum.open(null, { screen: PHONE })
  let release: () => void = () => undefined
  const isReleased = new Promise<void>((resolve) => (release = resolve))
  await page.route(`**/api/threads/${threadId}?*`, async (route) => {
    await isReleased
    await route.continue()
  })
  const asked = page.waitForRequest((request) => request.url().includes(`/api/threads/${threadId}?`))
  const opened = page.goto(`/threads/${threadId}`)
  await asked
  await page.locator('#root .thread-screen .skeleton').waitFor({ state: 'attached' })
  expect(await page.locator('#root .skeleton').first().isVisible()).toBe(false)
  const rendered = page.locator('.readable article')
  await rendered.nth(7).evaluate((post) => {
    post.scrollIntoView({ block: 'start', behavior: 'instant' })
  })
  await standsStill(page)
  const id = await rendered.nth(7).getAttribute('id')
  const place = () => page.locator(`#${id}:visible`).evaluate((post) => post.getBoundingClientRect().top)
  const before = await place()

  release()
  await opened
  await page.locator('.thread-posts[aria-busy="false"]').waitFor()
  await standsStill(page)
  expect(Math.abs((await place()) - before)).toBeLessThan(2)
  expect(troubles).toEqual([])
  await context.close()
})

it('leads from an unread mark to the first unread post, and keeps the place after a reload', async () => {
  const threadId = await community.startThread(other, '接着看', '开头')
  await community.replies(other, threadId, longTexts(26, '旧的'))
  await community.call('POST', `/threads/${threadId}/read`, member, { number: 24 })
  const { page, context } = await forum.open(member)
  await page.goto('/boards/3')
  await page.getByRole('link', { name: /^新 3/ }).click()
  await page.getByText('上次看到这里 · 下面 3 条是新的').waitFor()
  await expect.poll(() => topOf(page, 25), patiently).toBeLessThan(200)
  expect(await topOf(page, 25)).toBeGreaterThanOrEqual(0)
  expect(new URL(page.url()).pathname).toBe(`/threads/${threadId}/page/2`)

  await postNumbered(page, 24).evaluate((post) => {
    post.scrollIntoView({ block: 'start', behavior: 'instant' })
  })
  await standsStill(page)
  const before = await topOf(page, 24)
  await page.reload()
  await postNumbered(page, 24).waitFor()
  await expect.poll(async () => Math.abs((await topOf(page, 24)) - before), patiently).toBeLessThan(20)
  await context.close()
})

it('keeps a short reply compact on a phone, with author, time and number in one row, and shares natively', async () => {
  const longName = await community.register('changming', '名'.repeat(100))
  const threadId = await community.startThread(other, '短回复', '开头')
  await community.reply(member, threadId, '同意楼上')
  await community.reply(longName, threadId, '我的名字长')
  await community.reply(member, threadId, `[code]${'x'.repeat(200)}[/code]`)
  const { page, context } = await forum.open(member, { screen: PHONE })
  await page.addInitScript(() => {
    Object.assign(navigator, {
      share: async (data: ShareData) => Object.assign(globalThis, { shared: data }),
    })
  })
  await page.goto(`/threads/${threadId}`)
  await postNumbered(page, 3).waitFor()
  for (const number of [2, 3])
    expect((await postNumbered(page, number).boundingBox())!.height, `post ${number}`).toBeLessThanOrEqual(
      140,
    )
  // A line of code that is wider than the phone leaves the author's row as it is.
  for (const number of [2, 4]) {
    const row = async (selector: string) => {
      const { y, height } = (await postNumbered(page, number).locator(selector).first().boundingBox())!
      return y + height / 2
    }
    const middle = await row('.avatar')
    for (const selector of ['.post-author-name', 'time', '.post-number'])
      expect(Math.abs((await row(selector)) - middle), `${selector} of post ${number}`).toBeLessThan(8)
    const name = (await postNumbered(page, number).locator('.post-author-name').boundingBox())!
    expect(name.height, `the name of post ${number}`).toBeLessThan(30)
  }

  // One line below the title, with room for the number of readers.
  expect((await page.locator('.thread-head').boundingBox())!.height).toBeLessThanOrEqual(100)
  expect((await page.locator('.thread-facts .thread-viewers').boundingBox())!.width).toBeGreaterThan(80)

  // The share sheet of the phone.
  const bar = page.getByRole('group', { name: '阅读工具' })
  await bar.getByRole('button', { name: '更多' }).tap()
  await page.getByRole('menuitem', { name: '分享' }).tap()
  await expect
    .poll(() => page.evaluate(() => (globalThis as unknown as { shared?: ShareData }).shared), patiently)
    .toEqual({ title: '短回复', url: `${community.url}/threads/${threadId}` })

  await bar.getByRole('button', { name: '写回复…' }).click()
  await expect
    .poll(
      () => page.getByRole('textbox', { name: '快速回复' }).evaluate((box) => box === document.activeElement),
      patiently,
    )
    .toBe(true)
  await context.close()
})

it('leads anywhere in a long thread by number, by the rail and by keys, and shows the newest first', async () => {
  const threadId = await community.startThread(other, '跳到哪里', '开头')
  await community.replies(other, threadId, longTexts(44, '第几'))
  await community.call('POST', `/threads/${threadId}/read`, member, { number: 30 })
  const { page, context } = await forum.open(member)
  await page.goto(`/threads/${threadId}`)
  const expectFocusOn = (number: number) =>
    expect
      .poll(
        () =>
          postNumbered(page, number).evaluateAll((posts) =>
            posts.some((one) => one === document.activeElement),
          ),
        patiently,
      )
      .toBe(true)
  await page.getByRole('button', { name: '跳到楼层…' }).waitFor()
  await page.keyboard.press('g')
  const field = page.getByRole('textbox', { name: '楼层（1–45）' })
  await expect.poll(() => field.evaluate((input) => input === document.activeElement), patiently).toBe(true)
  await page.keyboard.type('24')
  await page.keyboard.press('Enter')
  await expectFocusOn(24)

  // The line with the title covers nothing that a jump leads to.
  const bar = page.locator('.thread-bar')
  await bar.getByText('跳到哪里').waitFor()
  await standsStill(page)
  expect(await topOf(page, 24)).toBeGreaterThanOrEqual((await bar.boundingBox())!.height)
  // Nor is it in the way of Tab, which reaches the same controls in the page.
  expect(await bar.locator('a, button').count()).toBeGreaterThan(0)
  expect(await bar.locator('a, button').and(page.locator('*:not([tabindex="-1"])')).count()).toBe(0)

  await page.keyboard.press('u')
  await expectFocusOn(31)
  const rail = page.getByRole('slider', { name: '位置，按回车前往' })
  const at = () => rail.getAttribute('aria-valuenow')
  await expect.poll(at, patiently).toBe('31')
  await rail.focus()
  await page.keyboard.press('Home')
  await expect.poll(at, patiently).toBe('1')
  await page.keyboard.press('Escape')
  await expect.poll(at, patiently).toBe('31')
  await page.keyboard.press('PageUp')
  await expect.poll(at, patiently).toBe('11')
  await page.keyboard.press('Enter')
  await expectFocusOn(11)
  const { x, y, width, height } = (await rail.boundingBox())!
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.mouse.down()
  await page.locator('.rail-glimpse').getByText('23 楼').waitFor()
  await page.mouse.move(x + width / 2, y + height)
  await page.mouse.up()
  await expectFocusOn(45)

  await page.getByRole('switch', { name: '倒序' }).click()
  await expect.poll(() => postNumbers(page), patiently).toEqual([45, 44, 43, 42])
  await isLive(page)
  const reply = await community.reply(other, threadId, '刚来的')
  await page.getByRole('button', { name: '有 1 条新回复 ↑' }).waitFor()
  expect(await postNumbers(page)).toEqual([45, 44, 43, 42])
  await page.getByRole('button', { name: '有 1 条新回复 ↑' }).click()
  await expect.poll(() => postNumbers(page), patiently).toEqual([reply.number, 45, 44, 43, 42])
  await context.close()
})

it('folds a long reply, lists who answers a post, and shows a card of its author', async () => {
  const threadId = await community.startThread(member, '谁回应了谁', '开头')
  const short = await community.reply(other, threadId, '先说一句')
  const long = await community.reply(other, threadId, '第几段都要说清楚。\n\n'.repeat(240))
  const answer = (content: string) =>
    community.call('POST', '/posts', member, { threadId, content, quotedPostId: short.id })
  await answer('说得对')
  const { page, context } = await forum.open(member)
  await page.goto(`/threads/${threadId}`)
  const folded = postNumbered(page, long.number)
  const height = async () => (await folded.boundingBox())!.height
  await folded.getByRole('button', { name: /^展开全文/ }).waitFor()
  expect(await height()).toBeLessThan(600)
  await page.emulateMedia({ media: 'print' })
  expect(await height()).toBeGreaterThan(2_000)
  await page.emulateMedia({ media: 'screen' })
  await folded.getByRole('button', { name: /^展开全文/ }).click()
  await expect.poll(height, patiently).toBeGreaterThan(2_000)
  await folded.getByRole('button', { name: '收起' }).click()
  await expect.poll(height, patiently).toBeLessThan(600)
  await expect.poll(() => folded.evaluate((post) => post === document.activeElement), patiently).toBe(true)

  const asked = postNumbered(page, short.number)
  await asked.getByRole('button', { name: '1 条回应' }).click()
  await asked.getByRole('listitem').getByText('说得对').waitFor()
  await isLive(page)
  await answer('我也觉得')
  await asked.getByRole('button', { name: '2 条回应' }).waitFor()
  await asked.getByRole('link', { name: '4 楼 ↓' }).click()
  await expect
    .poll(() => postNumbered(page, 4).evaluate((post) => post === document.activeElement), patiently)
    .toBe(true)

  await asked.locator('.post-author-picture').hover()
  const card = asked.getByRole('group', { name: '老王' })
  await card.getByRole('button', { name: '关注' }).waitFor()
  await card.getByRole('button', { name: '屏蔽' }).waitFor()
  expect(await card.getByRole('link', { name: '只看 TA' }).getAttribute('href')).toContain(
    `author=${other.id}`,
  )
  await page.keyboard.press('Escape')
  await card.waitFor({ state: 'detached' })

  await page.goto(`/posts/${long.id}`)
  await folded.getByRole('button', { name: '收起' }).waitFor()
  await context.close()
})

it('tells a visitor why to sign in for a like, and likes the post afterwards', async () => {
  const threadId = await community.startThread(member, '访客也想赞', '开头')
  const posts = await community.replies(member, threadId, longTexts(24, '赞'))
  const { page, context } = await forum.open()
  await page.goto(`/threads/${threadId}/page/2`)
  const liked = postNumbered(page, 24)
  await liked.getByRole('button', { name: '赞', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '登录后就替你点上这个赞' })
  await dialog.getByText('登录后回到 24 楼').waitFor()
  await dialog.getByRole('textbox', { name: '用户名或邮箱' }).fill(other.username)
  await dialog.getByRole('textbox', { name: '密码' }).fill(PASSWORD)
  await dialog.getByRole('button', { name: '登录' }).click()
  await liked.getByRole('button', { name: '已赞 1' }).waitFor()
  await page.getByText('欢迎回来，老王。赞已点上。').waitFor()
  expect(new URL(page.url()).pathname).toBe(`/threads/${threadId}/page/2`)
  await expect.poll(() => topOf(page, 24), patiently).toBeLessThan(400)
  const { post } = await community.call<{ post: object }>('GET', `/posts/${posts[22]!.id}`, member)
  expect(post).toMatchObject({ number: 24, likeCount: 1 })
  await context.close()
})

it('renders a page of long posts in steps, without moving what is read, up to what a link or a key asks for', async () => {
  const paragraph =
    '第一处带后院，[b]第二处[/b]刚翻新，第三处的邻居养了两条狗，细节见 https://example.com/houses 。\n\n'
  const threadId = await community.startThread(
    member,
    '很长的一页',
    `${image('1600x900')}\n\n${paragraph.repeat(100)}`,
  )
  const posts = await community.replies(
    other,
    threadId,
    Array.from({ length: 5 }, (_, i) => `第 ${i + 1} 条\n\n${paragraph.repeat(40)}`),
  )
  const { page, context, troubles } = await forum.open(member)
  let sendPicture: () => void = () => undefined
  const isPictureSent = new Promise<void>((resolve) => (sendPicture = resolve))
  await servePictures(page)
  await page.route(`${PICTURES}/1600x900.png`, async (route) => {
    await isPictureSent
    await route.fallback()
  })
  // The threads below the last post, which come late, would make the page longer: they never come.
  await page.route('**/threads/*/related', () => undefined)
  await page.addInitScript(() => {
    const keys: Record<string, string> = { '#end': 'End', '#reply': 'r' }
    const seen = { counts: [] as number[], shift: 0 }
    Object.assign(globalThis, { seen })
    new MutationObserver(() => {
      const count = document.querySelectorAll('.thread-posts .markup > p').length
      if (count === 0 || count === seen.counts.at(-1)) return
      seen.counts.push(count)
      // Pressed while the page is being rendered.
      const key = keys[location.hash]
      if (key !== undefined && seen.counts.length === 2)
        document.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    }).observe(document, { childList: true, subtree: true })
    new PerformanceObserver((list) => {
      for (const one of list.getEntries() as (PerformanceEntry & { value: number })[]) seen.shift += one.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  // Different queries, since only the fragment of an address is no load.
  let visits = 0
  const visit = async (hash: string) => {
    await page.goto(`/threads/${threadId}?visit=${++visits}${hash}`, { waitUntil: 'commit' })
    await page.locator('.thread-posts[aria-busy="false"]').waitFor()
  }
  await visit('')
  // The size of a picture is unknown until it is there, in sight.
  sendPicture()
  const picture = page.locator('.markup img')
  await expect.poll(() => page.locator('.picture-loading').count(), patiently).toBe(0)
  expect((await picture.boundingBox())!.height).toBeCloseTo(315, 0)
  await standsStill(page)
  expect(await page.locator('article[data-number]').count()).toBe(6)
  const { counts, shift } = await page.evaluate(
    () => (globalThis as unknown as { seen: { counts: number[]; shift: number } }).seen,
  )
  expect(counts.length).toBeGreaterThan(2)
  expect(counts.at(-1)).toBe(101 + 5 * 41)
  expect(shift).toBeLessThan(0.01)

  await visit('#end')
  const belowWindow = () => page.evaluate(() => document.documentElement.scrollHeight - innerHeight - scrollY)
  await expect.poll(belowWindow, patiently).toBeLessThan(2)

  await visit('#reply')
  const replyBox = page.getByRole('textbox', { name: '快速回复' })
  await expect.poll(() => replyBox.evaluate((box) => box === document.activeElement), patiently).toBe(true)

  await visit(`#post-${posts.at(-1)!.id}`)
  await expect.poll(() => topOf(page, 6), patiently).toBeLessThan(120)
  expect(await topOf(page, 6)).toBeGreaterThan(-1)
  // A dialog keeps the page behind it from scrolling, and lets go of nothing that sticks to the window.
  await standsStill(page)
  const places = () =>
    page.evaluate(() => [scrollY, document.querySelector('.rail')?.getBoundingClientRect().top])
  const before = await places()
  // Where the page is: a click of the pointer would scroll to the button.
  await page
    .getByRole('button', { name: '跳到楼层…' })
    .first()
    .evaluate((button: HTMLButtonElement) => {
      button.click()
    })
  await page.getByRole('dialog').waitFor()
  await page.mouse.move(20, 20)
  await page.mouse.wheel(0, -300)
  await standsStill(page)
  expect(await places()).toEqual(before)
  // Nothing that the page's policy forbids was attempted: the dialog has a style of its own.
  expect(await page.evaluate(() => getComputedStyle(document.body).overscrollBehaviorY)).toBe('contain')
  expect(troubles).toEqual([])
  await context.close()
})
