import { TITLE_MAX } from '@forum/shared/limits'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { NOWHERE } from '../fixtures/browser'
import { longTexts, type Community, type Person } from '../fixtures/community'

/** Boards that no other file writes to: one with threads, and one that is empty. */
export const BOARD = 21
const EMPTY_BOARD = 22
/** A board whose threads wait for approval. */
const HELD_BOARD = 83

/** A title of maximum length, with no place to break it. */
const LONG_TITLE = '长'.repeat(TITLE_MAX - 80) + 'W'.repeat(80)

/** The content that the screens show. */
export type Contents = Awaited<ReturnType<typeof createContents>>

/** A screen in one of its states. */
export interface Screen {
  name: string
  path: string | ((contents: Contents) => string)
  /** The element that shows that the screen has loaded. */
  shows: (page: Page) => ReturnType<Page['getByText']>
  /** Steps needed after opening the address. */
  open?: (page: Page, contents: Contents) => Promise<unknown>
  /** Who opens it, if not a visitor. */
  as?: 'member' | 'moderator'
  /** Responses that are expected to fail on this screen. */
  refused?: RegExp
}

/** Creates the members, threads and messages of the screens. */
export async function createContents(community: Community) {
  const admin = await community.signIn('zongguan')
  const member = await community.register('kanxiaoli', '名字很长'.repeat(5))
  const other = await community.register('kanlaowang', '老王')
  const send = async (from: Person, to: Person) => {
    const written = { recipientId: to.id, subject: '合租', content: '周六看房吗？' }
    const { message } = await community.call<{ message: { id: number } }>('POST', '/messages', from, written)
    return message.id
  }
  const receivedId = await send(other, member)
  const sentId = await send(member, other)
  const third = await community.register('kanhaiou', '海鸥')
  const opening = { userIds: [member.id, third.id], subject: '聚餐', content: '川菜还是粤菜？' }
  const { conversation } = await community.call<{ conversation: { id: number } }>(
    'POST',
    '/conversations',
    other,
    opening,
  )
  const groupId = conversation.id
  const threadId = await community.startThread(
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
  const shortId = await community.startThread(member, '短短的', '开头', BOARD)
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
  const { cases } = await community.call<{ cases: { id: number }[] }>(
    'GET',
    `/moderation/reports?postId=${id}`,
    admin,
  )
  await community.call('PUT', `/threads/${threadId}/bookmark`, member, { bookmarked: true })
  const note = '报税要用'
  await community.call('PUT', `/posts/${replies[4]!.id}/bookmark`, member, { bookmarked: true, note })
  const deletedId = await community.startThread(member, '删掉的', '开头', BOARD)
  const picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#b5442b' } })
    .png()
    .toBuffer()
  const file = await community.upload(other, '图.png', picture)
  const attached = { threadId: deletedId, content: '看图', attachmentIds: [file.id] }
  const gone = await community.call<{ post: { id: number } }>('POST', '/posts', other, attached)
  await community.call('DELETE', `/posts/${gone.post.id}`, other)
  await community.call('DELETE', `/threads/${deletedId}`, admin)
  // A board whose threads wait: nobody else uses it.
  await community.call('PUT', `/boards/${HELD_BOARD}`, admin, { approval: 'threads' })
  const waiting = { title: '先审一下', content: '这个版块先审', boardId: HELD_BOARD }
  await community.call('POST', '/threads', member, waiting)
  await community.startThread(other, LONG_TITLE, '标题很长', BOARD)
  const pinned = await community.startThread(admin, '置顶的', '先看这里', BOARD)
  await community.call('PUT', `/threads/${pinned}/pin`, admin, { pinned: true })
  await community.lock(admin, pinned, true)
  return {
    admin,
    member,
    otherId: other.id,
    /** A thread of two pages. */
    threadId,
    /** A thread with one reply, edited and liked. */
    shortId,
    /** The case of that reply, which was reported. */
    caseId: cases[0]!.id,
    /** A thread with a poll. */
    pollId: thread.id,
    /** A deleted thread with a deleted reply that has a picture. */
    deletedId,
    receivedId,
    groupId,
    sentId,
  }
}

const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name }).first()
const title = (page: Page) => page.locator('main h1').first()
const dialog = (name: string) => (page: Page) => page.getByRole('dialog', { name })
const agree = (page: Page) => page.getByRole('button', { name: '同意并继续' }).click()

const inMenu = (within: string, menu: string, item: string) => async (page: Page) => {
  await page.locator(within).getByRole('button', { name: menu, exact: true }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

/** Every screen of the page, some in several states. */
export const screens: Screen[] = [
  { name: 'home', path: '/', shows: heading('站务管理') },
  { name: 'home of a member', path: '/', shows: heading('站务管理'), as: 'member' },
  {
    name: 'watched threads',
    path: '/?list=watched',
    shows: (page) => page.getByRole('button', { name: '全部已读' }),
    as: 'member',
  },
  { name: 'help', path: '/help', shows: heading('发帖和回复') },
  { name: 'test navigation', path: '/test', shows: heading('测试导航') },
  {
    name: 'all boards',
    path: '/boards',
    shows: (page) => page.getByRole('link', { name: '意见反馈' }).first(),
    as: 'member',
  },
  { name: 'a board with sub-boards', path: '/boards/1', shows: heading('子版块'), as: 'member' },
  {
    name: 'a board with threads',
    path: `/boards/${BOARD}`,
    shows: (page) => page.locator('.thread-link').first(),
    as: 'member',
  },
  {
    name: 'an empty board',
    path: `/boards/${EMPTY_BOARD}`,
    shows: (page) => page.getByText('本版还没有主题，来发第一帖吧'),
  },
  { name: 'a category', path: '/category/6', shows: heading('最近更新'), as: 'member' },
  {
    name: 'the latest threads',
    path: '/latest',
    shows: (page) => page.locator('.latest .thread-link').first(),
    as: 'member',
  },
  {
    name: 'a thread',
    path: ({ threadId }) => `/threads/${threadId}`,
    shows: (page) => page.locator('[data-number="21"]'),
  },
  {
    name: 'a thread as a member reads it, with its reply form',
    path: ({ threadId }) => `/threads/${threadId}`,
    shows: (page) => page.getByRole('textbox', { name: '快速回复' }),
    as: 'member',
  },
  {
    name: 'its second page',
    path: ({ threadId }) => `/threads/${threadId}/page/2`,
    shows: (page) => page.locator('[data-number="26"]'),
  },
  {
    name: 'a poll',
    path: ({ pollId }) => `/threads/${pollId}`,
    shows: (page) => page.getByRole('radio', { name: /^川菜馆/ }),
    as: 'member',
  },
  {
    name: 'drafts',
    path: '/my/posts?view=drafts',
    open: (page, { member, shortId }) =>
      page.evaluate((place) => {
        localStorage.setItem(place, JSON.stringify({ content: '写到一半', files: [{}], savedAt: new Date() }))
        dispatchEvent(new Event('storage'))
      }, `draft:${member.id}:reply:${shortId}`),
    shows: (page) => page.getByRole('link', { name: '回复于《短短的》' }),
    as: 'member',
  },
  {
    name: 'the posts of one author',
    path: ({ shortId, otherId }) => `/threads/${shortId}?author=${otherId}`,
    shows: (page) => page.getByText('只看 老王 的 1 条回复'),
  },
  {
    name: 'who likes a post',
    path: ({ shortId }) => `/threads/${shortId}`,
    open: inMenu('article[data-number="2"]', '更多操作', '看谁赞了'),
    shows: (page) => page.getByText('@kanxiaoli'),
    as: 'moderator',
  },
  {
    name: 'the history of a post',
    path: ({ shortId }) => `/threads/${shortId}`,
    open: inMenu('article[data-number="2"]', '更多操作', '编辑记录'),
    shows: (page) => page.locator('.text-diff ins').first(),
    as: 'moderator',
  },
  {
    name: 'moving a thread',
    path: ({ shortId }) => `/threads/${shortId}`,
    open: inMenu('main', '管理', '移动到…'),
    shows: (page) => page.getByRole('radio').first(),
    as: 'moderator',
  },
  {
    name: 'locking a thread',
    path: ({ shortId }) => `/threads/${shortId}`,
    open: inMenu('main', '管理', '锁定'),
    shows: dialog('锁定这个主题？'),
    as: 'moderator',
  },
  {
    name: 'a deleted thread, with a deleted file, before its moderators',
    path: ({ deletedId }) => `/threads/${deletedId}`,
    shows: (page) => page.locator('.tombstone .attachments img'),
    as: 'moderator',
    // The document itself is requested without a token.
    refused: /404 \S+\/threads\/\d+$|status of 404/,
  },
  {
    name: 'bookmarks',
    path: '/my/bookmarks',
    shows: (page) => page.locator('.thread-link'),
    as: 'member',
  },
  {
    name: 'bookmarks of single posts',
    path: '/my/bookmarks?kind=posts',
    shows: (page) => page.locator('.kept-post'),
    as: 'member',
  },
  {
    name: 'the note and the reminder of a bookmark',
    path: '/my/bookmarks?kind=posts',
    shows: dialog('已收藏 6 楼'),
    open: (page) => page.getByRole('button', { name: /^改备注和提醒/ }).click(),
    as: 'member',
  },
  {
    name: 'the history',
    path: '/my/history',
    shows: heading('浏览历史'),
    as: 'member',
  },
  {
    name: 'notifications, read and unread',
    path: '/notifications',
    shows: (page) => page.locator('.notifications li').nth(1),
    as: 'member',
  },
  {
    name: 'the mailbox',
    path: '/my/messages',
    shows: (page) => page.locator('.mail-row').first(),
    as: 'member',
  },
  {
    name: 'a message',
    path: ({ receivedId }) => `/my/messages/${receivedId}`,
    shows: (page) => page.getByRole('link', { name: /与老王的往来/ }),
    as: 'member',
  },
  { name: 'a message being written', path: '/my/messages/compose', shows: title, as: 'member' },
  {
    name: 'a message to a chosen member',
    path: '/my/messages/compose?form=list',
    shows: title,
    as: 'member',
  },
  {
    name: 'a message being edited',
    path: ({ sentId }) => `/my/messages/${sentId}/edit`,
    shows: (page) => page.getByLabel('正文'),
    as: 'member',
  },
  {
    name: 'conversations',
    path: '/my/messages/people',
    shows: (page) => page.locator('.mail-row').first(),
    as: 'member',
  },
  {
    name: 'a group conversation',
    path: ({ groupId }) => `/my/messages/group/${groupId}`,
    shows: (page) => page.locator('.mail-talk-item').first(),
    as: 'member',
  },
  {
    name: 'a conversation',
    path: ({ otherId }) => `/my/messages/with/${otherId}`,
    shows: (page) => page.locator('.mail-talk-item').first(),
    as: 'member',
  },
  {
    name: 'the notifications under the bell',
    path: '/boards',
    open: (page) => page.getByRole('link', { name: /^通知/ }).click(),
    shows: (page) => page.locator('.notifications li').nth(1),
    as: 'member',
  },
  {
    name: 'the settings of notifications',
    path: '/notifications?view=settings',
    shows: (page) => page.getByRole('main').getByRole('radiogroup').first(),
    as: 'member',
  },
  { name: 'a new thread', path: '/new-thread/3', shows: heading('发帖须知'), as: 'member' },
  {
    name: 'a new thread with boards found by name and similar titles',
    path: '/new-thread',
    open: async (page) => {
      await page.getByRole('searchbox', { name: '按名字查找' }).fill('签')
      await page.getByRole('textbox', { name: '标题' }).fill('到处看一看')
      await page.getByRole('button', { name: /H1B/ }).first().waitFor()
    },
    shows: (page) => page.getByRole('link', { name: '到处看一看' }),
    as: 'member',
  },
  { name: 'login', path: '/login', shows: heading('登录') },
  { name: 'a forgotten password', path: '/forgot-password', shows: heading('找回密码') },
  { name: 'a new password', path: '/reset-password#token', shows: heading('重设密码') },
  { name: 'an address to confirm', path: '/verify-email#token', shows: heading('确认邮箱') },
  { name: 'a change to take back', path: '/undo-email#token', shows: heading('撤回换邮箱') },
  { name: 'the own groups', path: '/groups', shows: heading('用户组'), as: 'member' },
  { name: 'the own profile', path: '/profile', shows: heading('统计'), as: 'member' },
  {
    name: 'the own profile, edited',
    path: '/profile',
    open: (page) => page.getByRole('button', { name: '编辑资料' }).click(),
    shows: (page) => page.getByLabel('签名档'),
    as: 'member',
  },
  {
    name: 'the settings of the account',
    path: '/profile?tab=account',
    shows: (page) => page.getByText('本机'),
    as: 'member',
  },
  {
    name: 'the deletion of the account',
    path: '/profile?tab=account',
    open: async (page) => {
      // The sessions above it are as many as there are, so that the button may move until they have loaded.
      await page.getByText('本机').waitFor()
      await page.locator('.settings .skeleton').first().waitFor({ state: 'detached' })
      await page.getByRole('button', { name: '注销账号' }).click()
    },
    shows: dialog('确定要注销吗？'),
    as: 'member',
  },
  {
    name: 'the public page of a member',
    path: ({ otherId }) => `/users/${otherId}`,
    shows: (page) => page.locator('[aria-labelledby=member-replies] .activity .row-link').first(),
    as: 'member',
  },
  { name: 'consent to the terms', path: '/register', shows: dialog('服务条款') },
  { name: 'consent to the privacy policy', path: '/register', open: agree, shows: dialog('隐私政策') },
  {
    name: 'registration with everything wrong',
    path: '/register',
    open: async (page) => {
      await agree(page)
      await dialog('隐私政策')(page).waitFor()
      await agree(page)
      await page.getByRole('button', { name: '注册' }).last().click()
    },
    shows: (page) => page.getByText('请输入邮箱'),
  },
  {
    name: 'a complaint with everything wrong',
    path: '/complaint',
    open: (page) => page.getByRole('button', { name: '提交投诉' }).click(),
    shows: (page) => page.getByText('请写下哪里不对'),
  },
  { name: 'terms', path: '/terms', shows: heading('服务条款') },
  { name: 'a page of the site', path: '/pages/help', shows: heading('发帖和回复') },
  { name: 'the privacy policy', path: '/privacy', shows: heading('隐私政策') },
  { name: 'an unknown address', path: NOWHERE, shows: heading('页面不存在'), refused: /404/ },
  {
    name: 'an unknown board',
    path: '/boards/999',
    shows: (page) => page.getByText('版块不存在，或已被删除'),
    refused: /404.*\/boards\/999|status of 404/,
  },
  {
    name: 'an unknown thread',
    path: '/threads/999',
    shows: (page) => page.getByText('主题不存在，或已被删除'),
    refused: /404.*\/threads\/999|status of 404/,
  },
  { name: 'a search for nothing yet', path: '/search', shows: heading('想找什么？') },
  { name: 'hot topics', path: '/hot', shows: (page) => page.locator('.hot .thread-link').first() },
  {
    name: "a member's own content",
    path: '/my/posts',
    shows: (page) => page.locator('.my-entries .row-link').first(),
    as: 'member',
  },
  {
    name: 'own content of a visitor',
    path: '/my/posts',
    shows: (page) => page.getByText('登录后可以查看你发表的主题和回复。'),
  },
  {
    name: 'boards in the hands of an admin',
    path: '/admin/boards',
    shows: heading('版块管理'),
    as: 'moderator',
  },
  {
    name: 'the live activity, with a line and its context',
    path: ({ otherId }) => `/moderation?actor=${otherId}`,
    open: async (page) => {
      await page.locator('.feed-what').first().click()
      await page.locator('.context-this, .context-alone').first().waitFor()
    },
    shows: (page) => page.locator('.pane-body .fact-boxes'),
    as: 'moderator',
  },
  {
    name: 'a reason being chosen on the live activity',
    path: ({ otherId }) => `/moderation?actor=${otherId}&kind=thread`,
    open: async (page) => {
      await page.locator('.feed-what').first().click()
      await page.locator('.pane-foot .monitor-act').first().click()
    },
    shows: (page) => page.getByRole('dialog').getByRole('button', { name: '垃圾广告' }),
    as: 'moderator',
  },
  {
    name: 'everything of a member before it is deleted',
    path: ({ otherId }) => `/users/${otherId}`,
    open: inMenu('main', '管理', '删除此人全部内容…'),
    shows: (page) => page.getByRole('list', { name: '清单' }),
    as: 'moderator',
  },
  {
    name: 'a role being changed',
    path: '/admin/members?q=kan',
    open: (page) => page.getByRole('button', { name: '设置身份：老王' }).click(),
    shows: (page) => page.getByRole('dialog').getByRole('combobox', { name: '身份' }),
    as: 'moderator',
  },
  {
    name: 'a board being created',
    path: '/admin/boards',
    open: (page) => page.getByRole('button', { name: '新建版块' }).click(),
    shows: dialog('新建版块'),
    as: 'moderator',
  },
  {
    name: 'a board whose threads are being chosen',
    path: `/boards/${BOARD}`,
    open: async (page) => {
      await page.getByRole('button', { name: '多选' }).click()
      await page.getByRole('button', { name: '全选' }).click()
    },
    shows: (page) => page.getByRole('button', { name: '移动到…' }),
    as: 'moderator',
  },
  {
    name: 'a reported post among its neighbours',
    path: ({ caseId }) => `/moderation/reports?case=${caseId}`,
    // A case that is looked at is claimed after two seconds, which changes its button.
    shows: (page) => page.getByRole('button', { name: '放开' }),
    as: 'moderator',
  },
  {
    name: 'what waits for approval',
    path: '/moderation/held',
    shows: (page) => page.getByText('这个版块先审'),
    as: 'moderator',
  },
  {
    name: 'own content that waits for approval',
    path: '/my/posts?view=held',
    shows: (page) => page.getByText('这个版块先审'),
    as: 'member',
  },
  {
    name: 'the log of moderation',
    path: '/moderation/log',
    shows: (page) => page.locator('.log-table tbody tr').first(),
    as: 'moderator',
  },
  {
    name: 'the words of the filter',
    path: '/moderation/words',
    shows: (page) => page.getByRole('textbox', { name: '要试的文字' }),
    as: 'moderator',
  },
  {
    name: 'what is erased for ever',
    path: '/moderation/erasures',
    shows: (page) => page.getByRole('heading', { name: '彻底清除' }),
    as: 'moderator',
  },
  {
    name: 'what moderators know about a member',
    path: ({ otherId }) => `/users/${otherId}`,
    open: inMenu('main', '管理', '处罚与记录'),
    shows: (page) => page.getByRole('form', { name: '怎么处罚' }),
    as: 'moderator',
  },
  {
    name: 'members in the hands of an admin',
    path: '/admin/members?q=kan',
    shows: (page) => page.getByText('@kanxiaoli'),
    as: 'moderator',
  },
  {
    name: 'settings of the site',
    path: '/admin/settings',
    shows: (page) => page.getByLabel('谁能注册'),
    as: 'moderator',
  },
  {
    name: 'a sign-in with another site that failed',
    path: '/login/with#error',
    shows: (page) => page.getByText('没有登录成功'),
  },
  {
    name: 'the webhooks of the site',
    path: '/admin/webhooks',
    shows: (page) => page.getByLabel('地址'),
    as: 'moderator',
  },
  {
    name: 'the shield of registrations',
    path: '/admin/shield',
    shows: (page) => page.getByLabel('站长的问题'),
    as: 'moderator',
  },
  {
    name: 'a page of the site being written',
    path: '/admin/pages?page=terms',
    shows: (page) => page.getByLabel('正文'),
    as: 'moderator',
  },
  {
    name: 'the groups of members',
    path: '/admin/groups',
    shows: heading('用户组'),
    as: 'moderator',
  },
  {
    name: 'a group being made',
    path: '/admin/groups',
    open: (page) => page.getByRole('button', { name: '新建用户组' }).click(),
    shows: dialog('新建用户组'),
    as: 'moderator',
  },
  {
    name: 'the synonyms of searches',
    path: '/admin/synonyms',
    shows: (page) => page.getByLabel('同义词表'),
    as: 'moderator',
  },
  {
    name: 'the site as it presents itself',
    path: '/admin/site',
    shows: (page) => page.getByLabel('站名'),
    as: 'moderator',
  },
  {
    name: 'the numbers of the site',
    path: '/admin/stats',
    open: (page) => page.getByText('以表格查看').click(),
    shows: (page) => page.getByRole('region', { name: '每期的数字' }),
    as: 'moderator',
  },
  {
    name: 'the health of the site',
    path: '/admin/health',
    shows: (page) => page.getByText('上次备份'),
    as: 'moderator',
  },
  {
    name: 'the announcements',
    path: '/admin/announcement',
    shows: (page) => page.getByRole('button', { name: '加一条公告' }),
    as: 'moderator',
  },
]
