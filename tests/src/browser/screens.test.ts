import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsOf } from '../fixtures/axe'
import { goInPage, NOWHERE, type BrowserOf } from '../fixtures/browser'
import { DESK, PHONE } from '../fixtures/chromium'
import { longTexts, type Community, type Person } from '../fixtures/community'
import { visitForum, type VisitedForum } from '../fixtures/visited'

/** Boards that no other file writes to: one with threads, and one that is empty. */
const BOARD = 21
const EMPTY_BOARD = 22

/** A title of maximum length, with no place to break it. */
const LONG_TITLE = '长'.repeat(120) + 'W'.repeat(80)

let forum: VisitedForum
let community: Community
let member: Person
let admin: Person
let otherId: number
let threadId: number
/** A deleted thread with a deleted reply that has a picture. */
let deletedId: number
/** A thread with one reply, edited and liked. */
let shortId: number
/** A thread with a poll. */
let pollId: number
/** The case of that reply, which was reported. */
let caseId: number

interface Screen {
  name: string
  path: () => string
  /** The element that shows that the screen has loaded. */
  shows: (page: Page) => ReturnType<Page['getByText']>
  /** Steps needed after opening the address. */
  open?: (page: Page) => Promise<unknown>
  asMember?: boolean
  asModerator?: boolean
  /** Responses that are expected to fail on this screen. */
  refused?: RegExp
}

const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name }).first()
const dialog = (name: string) => (page: Page) => page.getByRole('dialog', { name })
const agree = (page: Page) => page.getByRole('button', { name: '同意并继续' }).click()

const inMenu = (within: string, menu: string, item: string) => async (page: Page) => {
  await page.locator(within).getByRole('button', { name: menu, exact: true }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

const screens: Screen[] = [
  { name: 'home', path: () => '/', shows: heading('站务管理') },
  { name: 'home of a member', path: () => '/', shows: heading('站务管理'), asMember: true },
  {
    name: 'watched threads',
    path: () => '/?list=watched',
    shows: (page) => page.getByRole('button', { name: '全部已读' }),
    asMember: true,
  },
  { name: 'help', path: () => '/help', shows: heading('发帖和回复') },
  { name: 'test navigation', path: () => '/test', shows: heading('测试导航') },
  {
    name: 'all boards',
    path: () => '/boards',
    shows: (page) => page.getByRole('link', { name: '意见反馈' }).first(),
  },
  { name: 'a board with sub-boards', path: () => '/boards/1', shows: heading('子版块') },
  {
    name: 'a board with threads',
    path: () => `/boards/${BOARD}`,
    shows: (page) => page.locator('.thread-link').first(),
  },
  {
    name: 'an empty board',
    path: () => `/boards/${EMPTY_BOARD}`,
    shows: (page) => page.getByText('本版还没有主题，来发第一帖吧'),
  },
  { name: 'a category', path: () => '/category/6', shows: heading('最近更新') },
  {
    name: 'a thread',
    path: () => `/threads/${threadId}`,
    shows: (page) => page.locator('[data-number="21"]'),
  },
  {
    name: 'a thread as a member reads it, with its reply form',
    path: () => `/threads/${threadId}`,
    shows: (page) => page.getByRole('textbox', { name: '快速回复' }),
    asMember: true,
  },
  {
    name: 'its second page',
    path: () => `/threads/${threadId}/page/2`,
    shows: (page) => page.locator('[data-number="26"]'),
  },
  {
    name: 'a poll',
    path: () => `/threads/${pollId}`,
    shows: (page) => page.getByRole('radio', { name: /^川菜馆/ }),
    asMember: true,
  },
  {
    name: 'drafts',
    path: () => '/my/posts?view=drafts',
    open: (page) =>
      page.evaluate((place) => {
        localStorage.setItem(place, JSON.stringify({ content: '写到一半', files: [{}], savedAt: new Date() }))
        dispatchEvent(new Event('storage'))
      }, `draft:${member.id}:reply:${shortId}`),
    shows: (page) => page.getByRole('link', { name: '回复于《短短的》' }),
    asMember: true,
  },
  {
    name: 'the posts of one author',
    path: () => `/threads/${shortId}?author=${otherId}`,
    shows: (page) => page.getByText('只看 老王 的 1 条回复'),
  },
  {
    name: 'who likes a post',
    path: () => `/threads/${shortId}`,
    open: inMenu('article[data-number="2"]', '更多操作', '看谁赞了'),
    shows: (page) => page.getByText('@kanxiaoli'),
    asModerator: true,
  },
  {
    name: 'the history of a post',
    path: () => `/threads/${shortId}`,
    open: inMenu('article[data-number="2"]', '更多操作', '编辑记录'),
    shows: (page) => page.locator('.text-diff ins').first(),
    asModerator: true,
  },
  {
    name: 'moving a thread',
    path: () => `/threads/${shortId}`,
    open: inMenu('main', '管理', '移动到…'),
    shows: (page) => page.getByRole('radio').first(),
    asModerator: true,
  },
  {
    name: 'locking a thread',
    path: () => `/threads/${shortId}`,
    open: inMenu('main', '管理', '锁定'),
    shows: dialog('锁定这个主题？'),
    asModerator: true,
  },
  {
    name: 'a deleted thread, with a deleted file, before its moderators',
    path: () => `/threads/${deletedId}`,
    shows: (page) => page.locator('.tombstone .attachments img'),
    asModerator: true,
    // The document itself is requested without a token.
    refused: /404 \S+\/threads\/\d+$|status of 404/,
  },
  {
    name: 'bookmarks',
    path: () => '/my/bookmarks',
    shows: (page) => page.locator('.thread-link'),
    asMember: true,
  },
  {
    name: 'notifications, read and unread',
    path: () => '/notifications',
    shows: (page) => page.locator('.notifications li').nth(1),
    asMember: true,
  },
  {
    name: 'a conversation',
    path: () => `/my/messages/with/${otherId}`,
    shows: (page) => page.locator('.mail-talk-item'),
    asMember: true,
  },
  {
    name: 'the notifications under the bell',
    path: () => '/boards',
    open: (page) => page.getByRole('link', { name: /^通知/ }).click(),
    shows: (page) => page.locator('.notifications li').nth(1),
    asMember: true,
  },
  {
    name: 'the settings of notifications',
    path: () => '/notifications?view=settings',
    shows: (page) => page.getByRole('main').getByRole('combobox').first(),
    asMember: true,
  },
  { name: 'a new thread', path: () => '/new-thread/3', shows: heading('发帖须知'), asMember: true },
  {
    name: 'a new thread with boards found by name and similar titles',
    path: () => '/new-thread',
    open: async (page) => {
      await page.getByRole('searchbox', { name: '按名字查找' }).fill('签')
      await page.getByRole('textbox', { name: '标题' }).fill('到处')
      await page.getByRole('button', { name: /H1B/ }).first().waitFor()
    },
    shows: (page) => page.getByRole('link', { name: '到处看一看' }),
    asMember: true,
  },
  { name: 'login', path: () => '/login', shows: heading('登录') },
  { name: 'a forgotten password', path: () => '/forgot-password', shows: heading('找回密码') },
  { name: 'a new password', path: () => '/reset-password#token', shows: heading('重设密码') },
  { name: 'the own profile', path: () => '/profile', shows: heading('统计'), asMember: true },
  {
    name: 'the own profile, edited',
    path: () => '/profile',
    open: (page) => page.getByRole('button', { name: '编辑资料' }).click(),
    shows: (page) => page.getByLabel('签名档'),
    asMember: true,
  },
  {
    name: 'the settings of the account',
    path: () => '/profile?tab=account',
    shows: (page) => page.getByText('本机'),
    asMember: true,
  },
  {
    name: 'the deletion of the account',
    path: () => '/profile?tab=account',
    open: async (page) => {
      // The sessions above it are as many as there are, so that the button may move until they have loaded.
      await page.getByText('本机').waitFor()
      await page.locator('.settings .skeleton').first().waitFor({ state: 'detached' })
      await page.getByRole('button', { name: '注销账号' }).click()
    },
    shows: dialog('确定要注销吗？'),
    asMember: true,
  },
  { name: 'the public page of a member', path: () => `/users/${member.id}`, shows: heading('最近的回复') },
  { name: 'consent to the terms', path: () => '/register', shows: dialog('服务条款') },
  { name: 'consent to the privacy policy', path: () => '/register', open: agree, shows: dialog('隐私政策') },
  {
    name: 'registration with everything wrong',
    path: () => '/register',
    open: async (page) => {
      await agree(page)
      await dialog('隐私政策')(page).waitFor()
      await agree(page)
      await page.getByRole('button', { name: '注册' }).last().click()
    },
    shows: (page) => page.getByText('请输入邮箱'),
  },
  { name: 'terms', path: () => '/terms', shows: heading('服务条款') },
  { name: 'an unknown address', path: () => NOWHERE, shows: heading('页面不存在'), refused: /404/ },
  {
    name: 'an unknown board',
    path: () => '/boards/999',
    shows: (page) => page.getByText('版块不存在，或已被删除'),
    refused: /404.*\/boards\/999|status of 404/,
  },
  {
    name: 'an unknown thread',
    path: () => '/threads/999',
    shows: (page) => page.getByText('主题不存在，或已被删除'),
    refused: /404.*\/threads\/999|status of 404/,
  },
  { name: 'a search for nothing yet', path: () => '/search', shows: heading('想找什么？') },
  { name: 'hot topics', path: () => '/hot', shows: (page) => page.locator('.hot-link').first() },
  {
    name: "a member's own content",
    path: () => '/my/posts',
    shows: (page) => page.locator('.my-link').first(),
    asMember: true,
  },
  {
    name: 'own content of a visitor',
    path: () => '/my/posts',
    shows: (page) => page.getByText('登录后可以查看你发表的主题和回复。'),
  },
  {
    name: 'boards in the hands of an admin',
    path: () => '/admin/boards',
    shows: heading('版块管理'),
    asModerator: true,
  },
  {
    name: 'the live activity, with a line and its context',
    path: () => `/moderation?actor=${otherId}`,
    open: async (page) => {
      await page.locator('.feed-what').first().click()
      await page.locator('.context-this, .context-alone').first().waitFor()
    },
    shows: (page) => page.locator('.pane-facts'),
    asModerator: true,
  },
  {
    name: 'a reason being chosen on the live activity',
    path: () => `/moderation?actor=${otherId}&kind=thread`,
    open: async (page) => {
      await page.locator('.feed-what').first().click()
      await page.locator('.pane-foot .monitor-act').first().click()
    },
    shows: (page) => page.getByRole('dialog').getByRole('button', { name: '垃圾广告' }),
    asModerator: true,
  },
  {
    name: 'everything of a member before it is deleted',
    path: () => `/users/${otherId}`,
    open: inMenu('main', '管理', '删除此人全部内容…'),
    shows: (page) => page.getByRole('list', { name: '清单' }),
    asModerator: true,
  },
  {
    name: 'a role being changed',
    path: () => '/admin/members?q=kan',
    open: (page) => page.getByRole('button', { name: '改身份：老王' }).click(),
    shows: (page) => page.getByRole('dialog').getByRole('combobox', { name: '身份' }),
    asModerator: true,
  },
  {
    name: 'a board being created',
    path: () => '/admin/boards',
    open: (page) => page.getByRole('button', { name: '新建版块' }).click(),
    shows: dialog('新建版块'),
    asModerator: true,
  },
  {
    name: 'a board whose threads are being chosen',
    path: () => `/boards/${BOARD}`,
    open: async (page) => {
      await page.getByRole('button', { name: '多选' }).click()
      await page.getByRole('button', { name: '全选' }).click()
    },
    shows: (page) => page.getByRole('button', { name: '移动到…' }),
    asModerator: true,
  },
  {
    name: 'a reported post among its neighbours',
    path: () => `/moderation/reports?case=${caseId}`,
    shows: (page) => page.locator('.case-post-this'),
    asModerator: true,
  },
  {
    name: 'the log of moderation',
    path: () => '/moderation/log',
    shows: (page) => page.locator('.log-table tbody tr').first(),
    asModerator: true,
  },
  {
    name: 'the words of the filter',
    path: () => '/moderation/words',
    shows: (page) => page.getByRole('textbox', { name: '要试的文字' }),
    asModerator: true,
  },
  {
    name: 'what moderators know about a member',
    path: () => `/users/${otherId}`,
    open: inMenu('main', '管理', '处罚与记录'),
    shows: (page) => page.getByRole('form', { name: '怎么处罚' }),
    asModerator: true,
  },
  {
    name: 'members in the hands of an admin',
    path: () => '/admin/members?q=kan',
    shows: (page) => page.getByText('@kanxiaoli'),
    asModerator: true,
  },
  {
    name: 'settings of the site',
    path: () => '/admin/settings',
    shows: (page) => page.getByLabel('站名'),
    asModerator: true,
  },
  {
    name: 'the health of the site',
    path: () => '/admin/health',
    shows: (page) => page.getByText('上次备份'),
    asModerator: true,
  },
  {
    name: 'the announcement being written',
    path: () => '/admin/announcement',
    shows: (page) => page.getByLabel('公告内容'),
    asModerator: true,
  },
]

/**
 * A phone loads every screen by its address; a desk goes from one to the next in the page, which costs a third, unless
 * there are steps to take on the screen. A phone is dark, with the largest text, which leaves the least room; on a desk,
 * contrast is checked in both themes.
 */
const LOOKS = [
  {
    of: 'on a desk',
    screen: DESK,
    dark: false,
    contrast: 'in both themes',
    isLoaded: (of: Screen) => !!of.open,
    textSize: 'normal',
  },
  {
    of: 'on a dark phone with the largest text',
    screen: PHONE,
    dark: true,
    contrast: 'as shown',
    isLoaded: () => true,
    textSize: 'larger',
  },
] as const

beforeAll(async () => {
  forum = await visitForum()
  ;({ community } = forum)
  admin = await community.signIn('zongguan')
  member = await community.register('kanxiaoli', '名字很长'.repeat(5))
  const other = await community.register('kanlaowang', '老王')
  otherId = other.id
  await community.call('POST', '/messages', other, {
    recipientId: member.id,
    subject: '合租',
    content: '周六看房吗？',
  })
  threadId = await community.startThread(
    member,
    '到处看一看',
    '开头[quote="老王"]里面[quote="小李"]更里面[/quote][/quote]',
    BOARD,
  )
  const replies = await community.replies(other, threadId, longTexts(25, '跟帖'))
  await community.call('POST', '/posts', member, {
    threadId,
    content: '引用一条',
    quotedPostId: replies[3]!.id,
  })
  await community.call('DELETE', `/posts/${replies[1]!.id}`, other)
  await community.call('PUT', `/posts/${replies[2]!.id}`, other, {
    content: '改过：https://www.bilibili.com/video/BV1xx411c7mD\n[spoiler]结局[/spoiler][code]x = 1[/code]',
  })
  await community.call('POST', `/posts/${replies[4]!.id}/like`, member, { liked: true })
  shortId = await community.startThread(member, '短短的', '开头', BOARD)
  const { id } = await community.reply(other, shortId, '第一版')
  await community.call('PUT', `/posts/${id}`, other, { content: '第二版' })
  await community.call('POST', `/posts/${id}/like`, member, { liked: true })
  await community.call('POST', `/posts/${id}/report`, member, { reason: '人身攻击：说话太难听' })
  const { thread } = await community.call<{ thread: { id: number } }>('POST', '/threads', other, {
    title: '去哪儿聚餐',
    content: '周六晚上，请投票',
    boardId: BOARD,
    poll: { question: '哪家？', options: ['川菜馆', '粤菜馆'], maxChoices: 1 },
  })
  pollId = thread.id
  const { cases } = await community.call<{ cases: { id: number }[] }>(
    'GET',
    `/moderation/reports?postId=${id}`,
    admin,
  )
  caseId = cases[0]!.id
  await community.call('PUT', `/threads/${threadId}/bookmark`, member, { bookmarked: true })
  deletedId = await community.startThread(member, '删掉的', '开头', BOARD)
  const picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#b5442b' } })
    .png()
    .toBuffer()
  const file = await community.upload(other, '图.png', picture)
  const attached = { threadId: deletedId, content: '看图', attachmentIds: [file.id] }
  const gone = await community.call<{ post: { id: number } }>('POST', '/posts', other, attached)
  await community.call('DELETE', `/posts/${gone.post.id}`, other)
  await community.call('DELETE', `/threads/${deletedId}`, admin)
  await community.startThread(other, LONG_TITLE, '标题很长', BOARD)
  const pinned = await community.startThread(admin, '置顶的', '先看这里', BOARD)
  await community.call('PUT', `/threads/${pinned}/pin`, admin, { pinned: true })
  await community.lock(admin, pinned, true)
})
afterAll(() => forum?.stop())

/** Returns the elements that stick out of the page, if it can be scrolled sideways. */
const overflowOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    return [...document.body.querySelectorAll('*')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth)
      .map((element) => element.outerHTML.slice(0, 120))
      .concat(`${scrollWidth} > ${clientWidth}`)
  })

/** Opens a screen by its address. */
async function load({ page, troubles }: BrowserOf, path: string): Promise<void> {
  // Leaves the previous screen, whose connection may still be in progress.
  await page.goto('about:blank')
  troubles.length = 0
  await page.goto(path)
}

describe.each(LOOKS)('every screen $of', ({ screen, dark, contrast, isLoaded, textSize }) => {
  // One browser each for an anonymous reader, a member and a moderator, for all screens of a group.
  let stranger: BrowserOf | undefined
  let signedIn: BrowserOf | undefined
  let moderating: BrowserOf | undefined
  const browserFor = async ({ asMember = false, asModerator = false }: Screen) => {
    if (asModerator) return (moderating ??= await forum.open(admin, { screen, dark }))
    if (asMember) return (signedIn ??= await forum.open(member, { screen, dark }))
    if (stranger) return stranger
    stranger = await forum.open(null, { screen, dark })
    await stranger.context.addInitScript((size) => {
      localStorage.setItem('text-size', size)
    }, textSize)
    return stranger
  }
  const setTextSize = async (size: string) => {
    for (const person of [member, admin])
      await community.call('PUT', '/auth/profile', person, { textSize: size })
  }
  beforeAll(() => setTextSize(textSize))
  afterAll(() => setTextSize('normal'))
  afterAll(async () => {
    await stranger?.context.close()
    await signedIn?.context.close()
    await moderating?.context.close()
  })

  it.each(screens)('$name has no axe violations, no overflow and no errors', async (of) => {
    const opened = await browserFor(of)
    const { page, troubles } = opened
    await (isLoaded(of) ? load(opened, of.path()) : goInPage(page, of.path(), () => (troubles.length = 0)))
    await of.open?.(page)
    await of.shows(page).waitFor()
    // Until none is left: a screen may load several parts at once.
    await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
    expect((await overflowOf(page)).join('\n')).toBe('')
    expect(await faultsOf(page, contrast)).toBe('')
    expect(troubles.filter((trouble) => !of.refused?.test(trouble)).join('\n')).toBe('')
  })

  it('shows an accessible error screen when rendering fails', async () => {
    const { page } = await browserFor(screens[0]!)
    // A response of an unexpected shape is the closest that a test can come to a rendering error.
    await page.route(`**/api/boards/${BOARD}?*`, async (route) => {
      const response = await route.fetch()
      const body = (await response.json()) as { board: object }
      await route.fulfill({ json: { ...body, board: { ...body.board, moderators: null } } })
    })
    await page.goto(`/boards/${BOARD}`)
    await page.getByText('页面出错了').waitFor()
    await page.getByText('抱歉，页面遇到了问题，刷新后再试试。').waitFor()
    expect((await overflowOf(page)).join('\n')).toBe('')
    expect(await faultsOf(page, contrast)).toBe('')
    await page.unroute(`**/api/boards/${BOARD}?*`)
    await page.getByRole('button', { name: '刷新页面' }).click()
    await page.locator('.thread-link').first().waitFor()
  })
})
