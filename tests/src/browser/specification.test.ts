import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keepFromSockets, patiently, postNumbered, signIn } from '../fixtures/browser'
import { PASSWORD, type Community, type Person } from '../fixtures/community'
import { visitForum, type VisitedForum } from '../fixtures/visited'

/** Boards that no other file writes to. */
const BOARD = 102
const LONG_BOARD = 103

let forum: VisitedForum
let community: Community
let member: Person
let other: Person

beforeAll(async () => {
  forum = await visitForum()
  community = forum.community
  member = await community.register('guigexiao', '规格小')
  other = await community.register('guigeda', '规格大')
})
afterAll(() => forum?.stop())

const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)
const login = (page: Page) => page.locator('form.login-form')

describe('the home page', () => {
  it('greets visitors with a login form, and members with their links', async () => {
    const { page, context } = await forum.open()
    const popular = page.waitForResponse(/\/api\/boards\/popular/)
    await page.goto('/')
    const boards = (await (await popular).json()) as { displayName: string; todayCount: number }[]
    await expect
      .poll(() => page.locator('.side-list a').allInnerTexts(), patiently)
      .toEqual(boards.toSorted((a, b) => b.todayCount - a.todayCount).map(({ displayName }) => displayName))
    const links = page.getByRole('navigation', { name: '主导航' }).getByRole('link')
    await links.last().waitFor()
    expect(await links.allInnerTexts()).toEqual(['首页', '版块', '热门话题', '个人中心', '站内信', '帮助'])
    await page.getByText('每周日凌晨 2:00–4:00').waitFor()
    await page.getByRole('link', { name: '意见反馈' }).first().waitFor()
    expect(await page.locator('a[href="/boards/3"]').count()).toBeGreaterThan(0)
    await page.getByText('热门版块').waitFor()
    await page.getByText('欢迎来到海外华人论坛').first().waitFor()
    await login(page).getByRole('link', { name: '立即注册' }).waitFor()

    await page.getByRole('textbox', { name: '用户名' }).fill(member.username)
    await page.getByRole('textbox', { name: '密码' }).fill('Wrong#pass1')
    await login(page).getByRole('button', { name: '登录' }).click()
    await page.getByText('登录失败：用户名或密码错误').waitFor()
    await signIn(page, member)
    await page.getByText('欢迎回来，规格小').waitFor()
    expect(await stored(page, 'token')).not.toBeNull()
    const panel = page.getByRole('complementary', { name: '侧栏' })
    for (const name of ['我的帖子', '站内信', '个人中心']) await panel.getByRole('link', { name }).waitFor()
    await page.locator('a[href^="/category/"]').first().click()
    await page.waitForURL('**/category/*')
    await context.close()
  })

  it('signs out at once, whatever the server responds', async () => {
    const { page, context } = await forum.open(member)
    await page.route('**/api/auth/logout', (route) =>
      route.fulfill({ status: 500, json: { code: 'INTERNAL', message: '服务器内部错误' } }),
    )
    await page.goto('/boards')
    await page.getByRole('complementary', { name: '侧栏' }).getByRole('button', { name: '退出' }).click()
    await page.waitForURL(`${community.url}/`)
    await login(page).waitFor()
    await context.close()
  })
})

describe('a session', () => {
  it('waits for the check of a stored token before it offers a sign-in or greets the member', async () => {
    const { page, context } = await forum.open(member)
    let confirm = () => {}
    const confirmed = new Promise<void>((resolve) => (confirm = resolve))
    await page.route('**/api/auth/me', async (route) => {
      await confirmed
      await route.continue()
    })
    await page.goto('/')
    await page.getByRole('complementary', { name: '侧栏' }).waitFor()
    expect(await login(page).count()).toBe(0)
    expect(await page.getByText('欢迎回来，规格小').count()).toBe(0)
    confirm()
    await page.getByText('欢迎回来，规格小').waitFor()
    await context.close()
  })

  it('stays signed out after a response to a sign-in without an account', async () => {
    const { page, context } = await forum.open()
    await page.route('**/api/auth/login', (route) => route.fulfill({ json: {} }))
    await page.goto('/boards')
    await signIn(page, member)
    await login(page).getByRole('alert').waitFor()
    expect(await stored(page, 'token')).toBeNull()
    await context.close()
  })

  it('ends the session of an unknown token quietly at the start', async () => {
    const { page, context } = await forum.open({ ...member, token: 'no such token' })
    await page.goto('/boards')
    await page.getByRole('banner').getByRole('link', { name: '登录' }).waitFor()
    await expect.poll(() => stored(page, 'token'), patiently).toBeNull()
    expect(page.url()).toBe(`${community.url}/boards`)
    await context.close()
  })

  it('leads home when the session ends during a call, and back after a sign-in', async () => {
    const person = await community.signIn(member.username)
    const { page, context } = await forum.open(person)
    const threadId = await community.startThread(member, '会话结束的地方', '开头', BOARD)
    await page.goto(`/threads/${threadId}`)
    await page.getByRole('heading', { level: 1, name: '会话结束的地方' }).waitFor()
    await page.route(`**/api/boards/${BOARD}*`, (route) =>
      route.fulfill({ status: 401, json: { code: 'UNAUTHENTICATED', message: '登录已失效，请重新登录' } }),
    )
    await page.getByRole('main').locator(`a[href="/boards/${BOARD}"]`).first().click()
    await page.waitForURL(`${community.url}/`)
    expect(await stored(page, 'token')).toBeNull()
    expect(await stored(page, 'redirectAfterLogin')).toBe(`/boards/${BOARD}`)
    await page.unroute(`**/api/boards/${BOARD}*`)
    await signIn(page, member)
    await page.waitForURL(`**/boards/${BOARD}`)
    expect(await stored(page, 'redirectAfterLogin')).toBeNull()
    await context.close()
  })

  it("asks for a sign-in on members' screens, and returns to them", async () => {
    const { page, context } = await forum.open()
    for (const path of ['/new-thread/3', '/profile', '/my/messages']) {
      await page.goto(path)
      await page.waitForURL('**/login')
      expect(await stored(page, 'redirectAfterLogin')).toBe(path)
    }
    await page.goto('/my/posts')
    await page.getByRole('main').getByRole('textbox', { name: '用户名' }).waitFor()
    await page.goto('/new-thread/3')
    await page.waitForURL('**/login')
    const form = page.getByRole('main')
    await form.getByRole('textbox', { name: '用户名' }).fill(member.username)
    await form.getByRole('textbox', { name: '密码' }).fill(PASSWORD)
    await form.getByRole('button', { name: '登录', exact: true }).click()
    await page.waitForURL('**/new-thread/3')
    await context.close()
  })

  it('shows the interface in Chinese, whatever language the browser has stored', async () => {
    const { page, context } = await forum.open()
    await page.addInitScript(() => {
      localStorage.setItem('i18nextLng', 'en')
    })
    await page.goto('/boards')
    await page.getByRole('heading', { name: '全部版块' }).waitFor()
    expect(await stored(page, 'i18nextLng')).toBe('zh')
    await context.close()
  })
})

describe('boards', () => {
  it('lists the boards in a table with their moderators, threads and posts', async () => {
    const { page, context } = await forum.open()
    await page.goto('/boards')
    const head = page.getByRole('columnheader')
    await head.first().waitFor()
    expect(await head.allInnerTexts()).toEqual(['版块', '版主', '主题', '帖子'])
    await context.close()
  })

  it('shows the sub-boards of a board with their counts, and a category by slug, number and Chinese name', async () => {
    await community.startThread(other, '分类里的主题', '开头', 3)
    const { page, context } = await forum.open()
    await page.goto('/boards/1')
    const feedback = page.locator('.sub-board').filter({ hasText: '意见反馈' })
    expect(await feedback.locator('.sub-board-counts').innerText()).toMatch(/主题\s*\d+[^]*帖子\s*\d+/)
    for (const name of ['site', '6', '站务管理']) {
      await page.goto(`/category/${encodeURIComponent(name)}`)
      await page.getByRole('heading', { level: 1, name: '站务管理' }).waitFor()
      await page.locator('.sub-board').filter({ hasText: '意见反馈' }).waitFor()
      await page.getByRole('link', { name: '分类里的主题' }).first().waitFor()
    }
    await context.close()
  })

  it('lists threads with replies and views, with at most five page numbers', async () => {
    const start = (index: number) =>
      community.startThread(index % 2 === 0 ? member : other, `第 ${index} 个`, '开头', LONG_BOARD)
    await Promise.all(Array.from({ length: 79 }, (_, index) => start(index + 1)))
    // Those on the first page and the first on the second: one after the other, so that they are in this order.
    for (let index = 80; index <= 101; index += 1) await start(index)
    // The board counts its threads after they were started.
    const pages = async () => {
      type Listed = { pagination: { totalPages: number } }
      return (await community.call<Listed>('GET', `/boards/${LONG_BOARD}`, null)).pagination.totalPages
    }
    await expect.poll(pages, patiently).toBe(6)
    const { page, context } = await forum.open()
    await page.goto(`/boards/${LONG_BOARD}`)
    const row = page.getByRole('listitem').filter({ hasText: '第 101 个' })
    await row.getByText('刚刚').first().waitFor()
    expect(await row.locator('.thread-replies').innerText()).toMatch(/^0(\s|$)/)
    expect(await row.locator('.thread-views').innerText()).toMatch(/^\d/)
    expect(await page.locator('.thread-link').count()).toBe(20)
    await page.getByRole('navigation', { name: '当前位置' }).waitFor()
    const pager = page.getByRole('navigation', { name: '分页导航' }).first()
    await pager.locator('.pager-end').waitFor()
    const numbers = (await pager.innerText()).split(/\s+/).filter((text) => /^\d+$/.test(text))
    expect(numbers).toEqual(['1', '2', '3', '4', '5'])
    await pager.getByRole('link', { name: '下一页' }).click()
    await page.getByRole('link', { name: '第 81 个', exact: true }).first().waitFor()
    await pager.getByRole('link', { name: '上一页' }).click()
    await page.getByRole('link', { name: '第 101 个', exact: true }).first().waitFor()
    await context.close()
  })

  it('selects the board that an address names for a new thread, and requires a title', async () => {
    const { page, context } = await forum.open(member)
    for (const path of [`/new-thread/${BOARD}`, `/new-thread?boardId=${BOARD}`]) {
      await page.goto(path)
      const select = page.getByRole('combobox', { name: '版块' })
      await expect.poll(() => select.inputValue(), patiently).toBe(String(BOARD))
      expect(await page.getByRole('button', { name: '发表主题' }).isDisabled()).toBe(true)
    }
    await page.getByText('发帖须知').waitFor()
    await page.getByRole('textbox', { name: '标题' }).fill('四个字标')
    await page.getByText('4/200').waitFor()
    const parents = page.getByRole('combobox', { name: '版块' }).locator('optgroup[label="站务管理"]')
    expect(await parents.locator('option').allInnerTexts()).toContain('意见反馈')
    await page.getByRole('button', { name: '取消' }).click()
    await page.waitForURL(`**/boards/${BOARD}`)
    await context.close()
  })

  it.each([
    [401, 'UNAUTHENTICATED', '登录已失效，请重新登录'],
    [403, 'FORBIDDEN', '权限不足，无法访问'],
    [404, 'NOT_FOUND', '请求的内容不存在'],
    [500, 'INTERNAL', '服务器内部错误，请稍后再试'],
    [418, 'TEAPOT', '错误：我是茶壶'],
    [0, 'NETWORK', '无法连接服务器，请检查网络'],
    [-1, 'TIMEOUT', '网络异常，请稍后再试'],
  ])('explains why boards fail to load with %s %s', async (status, code, text) => {
    const { page, context } = await forum.open()
    if (status < 0) await page.clock.install()
    await page.route(/\/api\/boards(\?|$)/, (route) => {
      if (status > 0) return route.fulfill({ status, json: { code, message: '我是茶壶' } })
      // A response that never comes times out after ten seconds.
      return status === 0 ? route.abort() : undefined
    })
    const requested = page.waitForRequest(/\/api\/boards(\?|$)/)
    await page.goto('/boards')
    if (status < 0) {
      await page.clock.runFor(200)
      await requested
      await page.clock.runFor(10_000)
    }
    const main = page.getByRole('main')
    await main.getByRole('alert').filter({ hasText: '加载看板时出错' }).getByText(text).waitFor()
    await main.getByText('调试信息').waitFor()
    await main.getByRole('button', { name: '重试' }).waitFor()
    await context.close()
  })
})

it('updates the age of a post in minutes, hours and days while it is read', async () => {
  const threadId = await community.startThread(member, '时间过得快', '开头', BOARD)
  const { page, context } = await forum.open()
  // A connection would reveal the server's time to the page.
  await keepFromSockets(page)
  await page.clock.install()
  await page.goto(`/threads/${threadId}`)
  const posted = page.locator('.thread-facts')
  await posted.getByText('刚刚').waitFor()
  for (const [wait, text] of [
    ['05:00', '5 分钟前'],
    ['03:00:00', '3 小时前'],
    ['47:00:00', '2 天前'],
  ] as const) {
    await page.clock.fastForward(wait)
    await posted.getByText(text).waitFor()
  }
  await context.close()
})

it('shows the full terms and privacy policy, the help and the list of all screens', async () => {
  const { page, context, troubles } = await forum.open()
  for (const [path, headings] of [
    ['/terms', ['接受条款', '内容限制', '用户行为', '违规处理', '免责声明', '联系我们']],
    [
      '/privacy',
      ['引言', '我们收集的信息', '使用', 'Cookie', '第三方', '安全', '权利', '儿童', '变更', '联系我们'],
    ],
  ] as const) {
    await page.goto(path)
    await page.getByText('最后更新：2025 年 8 月 9 日').waitFor()
    const shown = (await page.getByRole('heading', { level: 2 }).allInnerTexts()).join('\n')
    for (const heading of headings) expect(shown).toContain(heading)
  }
  await page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '帮助' }).click()
  await page.getByRole('heading', { name: '发帖和回复' }).waitFor()
  await page.goto('/test')
  const links = page.locator('.test-links a')
  await links.first().waitFor()
  const paths = await links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).pathname))
  expect(paths).toEqual(
    expect.arrayContaining(['/', '/boards', '/hot', '/profile', '/my/messages', '/privacy']),
  )
  expect(troubles).toEqual([])
  await context.close()
})

it('lists hot topics of four days by replies, twenty at a time', async () => {
  for (let index = 1; index <= 21; index += 1)
    await community.startThread(other, `热门 ${index}`, '开头', BOARD)
  const admin = await community.signIn('zongguan')
  const marked = await community.startThread(other, '热门：有标记', '开头', BOARD)
  await community.replies(other, marked, ['一', '二', '三'])
  await community.call('PUT', `/threads/${marked}/pin`, admin, { pinned: true })
  await community.lock(admin, marked, true)
  const { page, context } = await forum.open()
  // The first page is also read again once events arrive.
  const listed = (number: number) =>
    page.waitForResponse(
      (response) =>
        response.url().includes('/api/threads?') &&
        (new URL(response.url()).searchParams.get('page') ?? '1') === String(number),
    )
  const titlesOf = async (response: Awaited<ReturnType<typeof listed>>) =>
    ((await response.json()) as { threads: { title: string }[] }).threads.map(({ title }) => title)
  const shown = () => page.locator('.hot .thread-link').allInnerTexts()
  const first = listed(1)
  await page.goto('/hot')
  const query = new URL((await first).url()).searchParams
  expect(Object.fromEntries(query)).toMatchObject({
    limit: '20',
    daysAgo: '4',
    sortBy: 'replyCount',
    sortOrder: 'DESC',
  })
  const titles = await titlesOf(await first)
  expect(titles).toHaveLength(20)
  await expect.poll(shown, patiently).toEqual(titles)
  expect(await page.locator('.hot .thread').first().innerText()).toMatch(/\d+ 回复\s+\d+ 浏览/)
  const second = listed(2)
  await page.getByRole('button', { name: '加载更多' }).click()
  const more = await titlesOf(await second)
  await expect.poll(async () => (await shown()).slice(0, 21), patiently).toEqual([...titles, more[0]])

  const row = page.locator('.hot .thread').filter({ hasText: '热门：有标记' })
  while ((await row.count()) === 0) {
    const before = (await shown()).length
    await page.getByRole('button', { name: '加载更多' }).click()
    await expect.poll(async () => (await shown()).length, patiently).toBeGreaterThan(before)
  }
  for (const text of ['置顶', '锁定', '规格大', '刚刚']) await row.getByText(text).first().waitFor()
  expect(await row.innerText()).toMatch(/3 回复\s+\d+ 浏览/)

  await page.route(/\/api\/threads\?/, (route) =>
    route.fulfill({
      json: {
        threads: [],
        pagination: { page: 1, limit: 20, total: 0, totalPages: 1, hasPrev: false, hasNext: false },
      },
    }),
  )
  await page.reload()
  await page.getByText('最近 4 天没有热门话题').waitFor()
  await context.close()
})

it('lists own threads and replies newest first, five of each at a time', async () => {
  const author = await community.register('guigeziji', '规格自己')
  const { page, context } = await forum.open(author)
  await page.goto('/my/posts')
  await page.getByText('你还没有发过帖子').waitFor()
  const target = await community.startThread(other, '被回复的主题', '开头', BOARD)
  const written: string[] = []
  for (let index = 1; index <= 6; index += 1) {
    await community.startThread(author, `自己的主题 ${index}`, '开头', BOARD)
    await community.reply(author, target, `自己的回复 ${index} ${'长'.repeat(220)}`)
    written.unshift('回复于《被回复的主题》', `自己的主题 ${index}`)
  }
  const admin = await community.signIn('zongguan')
  const { threads } = await community.call<{ threads: { id: number }[] }>(
    'GET',
    `/users/${author.id}/threads`,
    null,
  )
  const newest = threads[0]?.id ?? 0
  await community.call('PUT', `/threads/${newest}/pin`, admin, { pinned: true })
  await community.lock(admin, newest, true)
  const sizes: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (/\/users\/\d+\/(threads|posts)$/.test(pathname)) sizes.push(searchParams.get('limit') ?? '')
  })
  await page.reload()
  const shown = () => page.locator('.my-entries .row-link').allInnerTexts()
  await expect.poll(async () => (await shown()).length, patiently).toBeGreaterThanOrEqual(5)
  const before = await shown()
  expect(written.slice(0, before.length)).toEqual(before)
  expect(await page.locator('.my-text').first().innerText()).toBe(`自己的回复 6 ${'长'.repeat(192)}…`)
  for (let left = written.length - before.length; left > 0; left = written.length - (await shown()).length) {
    await page.getByRole('button', { name: '加载更多' }).click()
    await expect.poll(async () => written.length - (await shown()).length, patiently).toBeLessThan(left)
  }
  expect(await shown()).toEqual(written)
  expect(new Set(sizes)).toEqual(new Set(['5']))
  const card = page.locator('.my-entries .row').filter({ hasText: '自己的主题 6' })
  for (const text of ['置顶', '锁定', '刚刚']) await card.getByText(text).first().waitFor()
  expect(await card.innerText()).toMatch(/0 回复 · \d+ 浏览/)
  await page.locator('.my-entries .row-link').first().click()
  await page.getByRole('heading', { level: 1, name: '被回复的主题' }).waitFor()

  await page.goto(`/users/${author.id}`)
  const linksOf = (kind: string) =>
    page.locator(`[aria-labelledby=member-${kind}] .activity .row-link`).allInnerTexts()
  await expect
    .poll(() => linksOf('threads'), patiently)
    .toEqual(written.filter((title) => title.startsWith('自己')))
  await expect.poll(async () => (await linksOf('replies')).length, patiently).toBe(6)
  await context.close()
})

it('shows authors, attachments, quotes, players and pictures in a thread', async () => {
  const admin = await community.signIn('zongguan')
  const content = [
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://vimeo.com/76979871',
    'https://www.bilibili.com/video/BV1xx411c7mD',
    '[gif]https://pictures.example/a.gif[/gif]',
    '[quote="甲"]外层[quote="乙"]里层[/quote][/quote]',
  ].join('\n')
  const threadId = await community.startThread(admin, '一帖看全', content, BOARD)
  const files = []
  for (const name of ['第二份.txt', '说明.txt'])
    files.push(await community.upload(member, name, Buffer.from('字'.repeat(1_000))))
  const long = await community.call<{ post: { id: number } }>('POST', '/posts', member, {
    threadId,
    content: '引'.repeat(300),
    attachmentIds: files.toReversed().map(({ id }) => id),
  })
  await community.call('POST', '/posts', other, { threadId, content: '引用', quotedPostId: long.post.id })

  const { page, context } = await forum.open()
  const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
  await page.route(/^https:/, (route) =>
    route.request().url().startsWith('https://pictures.example/')
      ? route.fulfill({ contentType: 'image/gif', body: pixel })
      : route.abort(),
  )
  await page.goto(`/threads/${threadId}`)
  const opening = postNumbered(page, 1)
  await opening.getByText('管理员').first().waitFor()
  await opening.getByText(/^发帖 \d+$/).waitFor()
  await opening.getByText(/^\d{4}-\d\d-\d\d 注册$/).waitFor()
  const where = page.getByRole('navigation', { name: '当前位置' })
  await where.locator(`a[href="/boards/${BOARD}"]`).waitFor()
  for (const [provider, host] of [
    ['YouTube', 'https://www.youtube-nocookie.com/'],
    ['Vimeo', 'https://player.vimeo.com/'],
    ['哔哩哔哩', 'https://player.bilibili.com/'],
  ] as const) {
    await opening.getByRole('button', { name: `播放视频（${provider}）` }).click()
    await opening.locator(`iframe[title="${provider} 播放器"][src^="${host}"]`).waitFor()
  }
  await opening.locator('img[src="https://pictures.example/a.gif"]').waitFor()
  const outer = opening.locator('blockquote').first()
  await outer.locator('blockquote').getByText('里层').waitFor()
  await postNumbered(page, 2).getByText('说明.txt').waitFor()
  await postNumbered(page, 2).getByText('3 KB').first().waitFor()
  expect(await postNumbered(page, 2).innerText()).toMatch(/说明\.txt[^]*第二份\.txt/)
  await opening.locator('.avatar').first().waitFor()
  await postNumbered(page, 3)
    .getByText(`${'引'.repeat(200)}…`)
    .waitFor()
  await context.close()
})
