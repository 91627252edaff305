import { type Page } from 'playwright-core'
import { EVERYTHING, NEWCOMER, type Exhibits } from './exhibits'

/** A picture: the account, the page, and the steps before it is taken. */
export interface Shot {
  name: string
  at: string | ((exhibits: Exhibits) => Promise<string>)
  /** A demo account; anonymous if omitted. */
  as?: string
  only?: 'desk' | 'phone'
  /** The picture shows a page that is still loading. */
  settles?: false
  before?: (page: Page, exhibits: Exhibits) => Promise<unknown>
  act?: (page: Page, exhibits: Exhibits) => Promise<unknown>
}

type Step = (page: Page, exhibits: Exhibits) => Promise<unknown>

const H1B = 'H1B 抽签没中怎么办'
const MENU = '今晚吃什么'
const LOCKED = '例行维护时间说明'

const threadAt =
  (title: string, page = '') =>
  async (exhibits: Exhibits) =>
    `/threads/${await exhibits.thread(title)}${page}`

const press =
  (role: 'button' | 'menuitem' | 'link', ...names: string[]): Step =>
  async (page) => {
    for (const name of names)
      await page.getByRole(role, { name, exact: true }).filter({ visible: true }).first().click()
  }
/** Opens a row of the mailbox. */
const openRow =
  (index: number): Step =>
  async (page) => {
    await page.locator('.mail-row-link').nth(index).click()
  }
/** Selects the first rows of the mailbox. */
const chooseRows =
  (count: number): Step =>
  async (page) => {
    for (let index = 0; index < count; index++)
      await page.locator('.mail-row').nth(index).getByRole('checkbox').check()
  }
const steps =
  (...all: Step[]): Step =>
  async (page, exhibits) => {
    for (const step of all) await step(page, exhibits)
  }
const fill =
  (fields: Record<string, string>): Step =>
  async (page) => {
    for (const [label, value] of Object.entries(fields))
      await page.getByRole('textbox', { name: label }).first().fill(value)
  }
/** Scrolls a text to the top of the window. */
const bringUp =
  (selector: string): Step =>
  (page) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => {
        element.scrollIntoView({ block: 'start' })
      })
const toEnd: Step = (page) =>
  page.evaluate(() => {
    scrollTo(0, document.body.scrollHeight)
  })
const shows =
  (text: string): Step =>
  (page) =>
    page.getByText(text).first().waitFor()

/** Makes matching responses of the API fail or never arrive. */
const neverComes =
  (calls: RegExp): Step =>
  (page) =>
    page.route(calls, () => new Promise<void>(() => undefined))
const fails =
  (calls: RegExp): Step =>
  (page) =>
    page.route(calls, (route) =>
      route.fulfill({
        status: 500,
        json: { error: { code: 'INTERNAL', message: '服务器内部错误，请稍后再试' } },
      }),
    )
const bonesShow: Step = (page) => page.locator('main .skeleton').first().waitFor()
const bonesGo: Step = (page) => page.waitForFunction(() => !document.querySelector('.skeleton'))

const replyAs =
  (username: string, title: string, ...contents: string[]): Step =>
  async (_page, exhibits) => {
    const threadId = await exhibits.thread(title)
    for (const content of contents)
      await exhibits.call('POST', '/posts', await exhibits.member(username), { threadId, content })
  }
const renameAs =
  (username: string, from: string, title: string): Step =>
  async (_page, exhibits) => {
    await exhibits.call('PUT', `/threads/${await exhibits.thread(from)}`, await exhibits.member(username), {
      title,
    })
  }
/** Gives an opening post three versions. */
const editTwice: Step = async (page, exhibits) => {
  const [path, author] = [`/threads/${await exhibits.thread(EVERYTHING)}`, await exhibits.member('haiou2020')]
  const { content } = (await exhibits.call('GET', path, author)).thread
  const edits = ['五年搬了六次家，', '五年搬了六次家（又搬了），']
  for (const edit of edits) {
    const edited = content.replace(/^[^，]+，/, edit)
    await exhibits.call('PUT', path, author, { content: edited })
  }
  await page.locator('.post-edited').first().waitFor()
}
const bookmarkSome: Step = async (_page, exhibits) => {
  for (const title of [H1B, MENU, LOCKED, EVERYTHING])
    await exhibits.call(
      'PUT',
      `/threads/${await exhibits.thread(title)}/bookmark`,
      await exhibits.member('laowang88'),
      { bookmarked: true },
    )
}
/** Takes back a reply of the account's own. */
const deleteOwn: Step = async (page, exhibits) => {
  await replyAs('nanfang', MENU, '发错地方了。')(page, exhibits)
  const post = page.locator('article', { hasText: '发错地方了。' }).last()
  await post.getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: '删除' }).click()
  await page.getByRole('button', { name: '撤销' }).first().waitFor()
}
/** Starts a thread that is moved away while its list is read. */
const moveFromList: Step = async (page, exhibits) => {
  const author = await exhibits.member('doubao9')
  const body = { title: '找一位周末帮忙搬家的朋友', content: '周六上午，管午饭。', boardId: 150 }
  const { thread } = await exhibits.call('POST', '/threads', author, body)
  await page.reload()
  await page.getByRole('link', { name: body.title }).first().waitFor()
  await page.locator('.live-mark[data-live="true"]').waitFor({ state: 'attached' })
  await exhibits.call('POST', `/threads/${thread.id}/move`, await exhibits.member('banzhu1'), { boardId: 42 })
  await page.locator('.thread-moved').waitFor()
}
/** Edits an opening post that somebody else changes at the same time. */
const editAtOnce: Step = async (page, exhibits) => {
  const path = `/threads/${await exhibits.thread(EVERYTHING)}`
  const { content } = (await exhibits.call('GET', path, null)).thread
  await page.getByRole('button', { name: '编辑', exact: true }).first().click()
  await page.getByRole('textbox', { name: '内容' }).fill(content.replace('扔一批东西', '扔两批东西'))
  const theirs = content.includes('小院子')
    ? content.replace('小院子', '院子')
    : content.replace('院子', '小院子')
  await exhibits.call('PUT', path, await exhibits.member('banzhu1'), { content: theirs })
  await page.getByRole('button', { name: '查看对方的修改' }).click()
  await page.locator('.text-diff ins').first().waitFor()
}
/** Fires the events of a tab that is hidden and shown again. */
const hide =
  (state: 'hidden' | 'visible'): Step =>
  (page) =>
    page.evaluate((visibility) => {
      Object.defineProperty(document, 'visibilityState', { value: visibility, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)

const DRAFT = `[quote="老王"]占个沙发，慢慢看。[/quote]
搬到第三次的时候我也这么想。给几个[b]不花钱[/b]的办法：

[list]
[*]纸箱去超市后门要
[*]被子垫碗
[/list]`

/** Chooses a picture to become the avatar. */
const chooseAvatar: Step = async (page) => {
  const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 600, height: 400 } })
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture })
  await page.getByRole('dialog').waitFor()
}
const memberAt = (username: string) => async (exhibits: Exhibits) =>
  `/users/${(await exhibits.member(username)).id}`

const REGISTER_AGREED = steps(press('button', '同意并继续'), press('button', '同意并继续'))
const CONSENTED = shows('确认密码')

const MESSAGES = /\/api\/messages\?/
const NO_NOTIFICATIONS = {
  notifications: [],
  pagination: { page: 1, limit: 20, total: 0, totalPages: 1, hasPrev: false, hasNext: false },
}
const NOTIFICATIONS = /\/api\/notifications\?/

export const shots: readonly Shot[] = [
  { name: 'home', at: '/', as: 'laowang88' },
  { name: 'home-guest', at: '/' },
  { name: 'home-end', at: '/', act: toEnd },
  {
    name: 'home-loading',
    at: '/',
    settles: false,
    before: neverComes(/\/api\/(boards|threads)/),
    act: bonesShow,
  },
  { name: 'home-failed', at: '/', before: fails(/\/api\/(boards|threads)/) },
  { name: 'boards', at: '/boards' },
  { name: 'boards-later', at: '/boards', act: bringUp('text=移民签证') },
  {
    name: 'boards-loading',
    at: '/boards',
    settles: false,
    before: neverComes(/\/api\/boards/),
    act: bonesShow,
  },
  { name: 'boards-failed', at: '/boards', before: fails(/\/api\/boards/) },
  { name: 'board', at: '/boards/42', as: 'laowang88' },
  { name: 'board-parent', at: '/boards/40' },
  { name: 'board-long', at: '/boards/150', as: 'xiaoli' },
  { name: 'board-long-end', at: '/boards/150', act: toEnd },
  { name: 'board-later', at: '/boards/150?page=2' },
  { name: 'board-empty', at: '/boards/72', as: 'xiaoli' },
  { name: 'board-staff', at: '/boards/2', as: 'xiaoli' },
  // A phone shows no mark of the connection to wait for.
  { name: 'board-moved', at: '/boards/150', as: 'laowang88', only: 'desk', act: moveFromList },
  {
    name: 'board-news',
    at: '/boards/150',
    as: 'laowang88',
    act: steps(replyAs('xiaoli', '周末闲聊第 3 期', '路过。'), shows('个主题更新')),
  },
  {
    name: 'board-loading',
    at: '/boards/42',
    settles: false,
    before: neverComes(/\/api\/boards\/42/),
    act: bonesShow,
  },
  { name: 'board-failed', at: '/boards/42', before: fails(/\/api\/boards\/42/) },
  { name: 'category', at: '/category/immigration' },
  { name: 'category-unknown', at: '/category/nosuchthing' },
  { name: 'thread', at: threadAt(H1B), as: 'laowang88' },
  { name: 'thread-guest', at: threadAt(H1B) },
  { name: 'thread-staff', at: threadAt(H1B), as: 'banzhu1' },
  { name: 'thread-guest-end', at: threadAt(H1B), act: toEnd },
  {
    name: 'thread-from-board',
    at: '/boards/42',
    act: steps(press('link', 'H1B 抽签没中怎么办？今年第三次了，想听听大家的办法'), shows('连续三年没中')),
  },
  { name: 'thread-later', at: threadAt(H1B, '/page/2'), as: 'laowang88' },
  { name: 'thread-last', at: threadAt(H1B, '/page/3'), as: 'laowang88' },
  { name: 'thread-last-end', at: threadAt(H1B, '/page/3'), as: 'laowang88', act: toEnd },
  {
    name: 'thread-opening',
    at: threadAt(MENU, '/page/2'),
    act: (page) => page.locator('.opening-fold').click(),
  },
  { name: 'post', at: threadAt(EVERYTHING), as: 'haiou2020' },
  { name: 'post-list', at: threadAt(EVERYTHING), act: bringUp('.markup ul') },
  { name: 'post-code', at: threadAt(EVERYTHING), act: bringUp('[data-number="3"]') },
  { name: 'post-picture', at: threadAt(EVERYTHING), act: bringUp('[data-number="6"]') },
  { name: 'post-video', at: threadAt(EVERYTHING), act: bringUp('[data-number="7"]') },
  { name: 'post-deleted', at: threadAt(EVERYTHING), as: 'banzhu1', act: bringUp('[data-number="4"]') },
  {
    name: 'post-lightbox',
    at: threadAt(EVERYTHING),
    act: steps(bringUp('[data-number="6"]'), async (page) => {
      await page.locator('[data-number="6"] [data-picture]').first().click()
      await page.getByRole('dialog').locator('img').waitFor()
    }),
  },
  { name: 'post-undo', at: threadAt(MENU, '/page/last'), as: 'nanfang', act: deleteOwn },
  { name: 'post-conflict', at: threadAt(EVERYTHING), as: 'haiou2020', act: editAtOnce },
  { name: 'post-nested', at: threadAt(EVERYTHING), act: bringUp('[data-number="8"]') },
  {
    name: 'post-menu',
    at: threadAt(EVERYTHING),
    as: 'banzhu1',
    act: steps(bringUp('[data-number="2"]'), (page) =>
      page.locator('[data-number="2"]').getByRole('button', { name: '更多操作' }).click(),
    ),
  },
  {
    name: 'post-confirm',
    at: threadAt(EVERYTHING),
    as: 'banzhu1',
    act: steps(bringUp('[data-number="3"]'), async (page) => {
      await page.locator('[data-number="3"]').getByRole('button', { name: '更多操作' }).click()
      await page.getByRole('menuitem', { name: '删除' }).click()
    }),
  },
  {
    name: 'post-toast',
    at: threadAt(EVERYTHING),
    as: 'laowang88',
    act: steps(press('button', '更多操作'), press('menuitem', '复制链接'), shows('链接已复制')),
  },
  { name: 'post-editing', at: threadAt(EVERYTHING), as: 'haiou2020', act: press('button', '编辑') },
  { name: 'thread-locked', at: threadAt(LOCKED), as: 'laowang88' },
  { name: 'thread-locked-staff', at: threadAt(LOCKED), as: 'banzhu1' },
  { name: 'thread-author', at: threadAt(H1B), as: 'laowang88', act: press('button', '只看楼主') },
  {
    name: 'thread-jump',
    at: threadAt(H1B),
    as: 'laowang88',
    only: 'desk',
    act: press('button', '跳到楼层…'),
  },
  {
    name: 'thread-lock',
    at: threadAt(H1B),
    as: 'banzhu1',
    act: steps(press('button', '管理'), press('menuitem', '锁定')),
  },
  {
    name: 'thread-move',
    at: threadAt(H1B),
    as: 'banzhu1',
    act: steps(press('button', '管理'), press('menuitem', '移动到…'), (page) =>
      page.getByRole('radio').first().waitFor(),
    ),
  },
  {
    name: 'thread-delete',
    at: threadAt(H1B),
    as: 'banzhu1',
    act: steps(press('button', '管理'), press('menuitem', '删除')),
  },
  {
    name: 'thread-news',
    at: threadAt(EVERYTHING),
    as: 'laowang88',
    // Renamed back while the page is open: each picture starts from the same title.
    before: renameAs('banzhu1', EVERYTHING, `${EVERYTHING}（改过标题）`),
    act: steps(renameAs('banzhu1', EVERYTHING, EVERYTHING), shows('标题刚刚改为')),
  },
  {
    name: 'post-likes',
    at: threadAt(H1B),
    as: 'banzhu1',
    act: steps(press('button', '更多操作'), press('menuitem', '看谁赞了'), shows('人赞了这条')),
  },
  {
    name: 'post-history',
    at: threadAt(EVERYTHING),
    as: 'banzhu1',
    act: steps(editTwice, press('button', '更多操作'), press('menuitem', '编辑记录'), (page) =>
      page.locator('ins').first().waitFor(),
    ),
  },
  {
    name: 'post-report',
    at: threadAt(H1B),
    as: 'laowang88',
    act: steps(press('button', '更多操作'), press('menuitem', '举报'), async (page) => {
      await page.getByRole('radio', { name: '人身攻击' }).check()
      await page.getByRole('textbox', { name: '具体情况' }).fill('说话太难听，还带上了家人。')
    }),
  },
  { name: 'bookmarks', at: '/my/bookmarks', as: 'laowang88', before: bookmarkSome },
  { name: 'bookmarks-empty', at: '/my/bookmarks', as: 'nanfang' },
  { name: 'thread-managed', at: threadAt(H1B), as: 'banzhu1', act: press('button', '管理') },
  {
    name: 'thread-pill',
    at: threadAt(EVERYTHING, '/page/2'),
    as: 'laowang88',
    before: async (page) => {
      await page.setViewportSize({ ...(page.viewportSize() ?? { width: 390 }), height: 500 })
    },
    act: steps(
      replyAs('xiaoli', EVERYTHING, '我也来说一句，搬家前一天一定要睡觉。', '还有，锅别放最底下。'),
      shows('条新回复'),
    ),
  },
  {
    name: 'thread-divider',
    at: threadAt(EVERYTHING, '/page/2'),
    as: 'laowang88',
    act: steps(
      hide('hidden'),
      replyAs('doubao9', EVERYTHING, '回来一看又多了一楼。'),
      (page) => page.waitForFunction(() => document.title.includes('[+1]')),
      hide('visible'),
      shows('以下为新回复'),
      toEnd,
    ),
  },
  {
    name: 'thread-typing',
    at: threadAt(MENU, '/page/last'),
    as: 'laowang88',
    act: steps(fill({ 快速回复: DRAFT }), shows('草稿已保存'), toEnd),
  },
  {
    name: 'thread-quote',
    at: threadAt(H1B),
    as: 'laowang88',
    act: async (page) => {
      await page.locator('[data-number="3"]').getByRole('button', { name: '引用' }).click()
      await page.getByRole('textbox', { name: '快速回复' }).pressSequentially('我也是这么想的。')
    },
  },
  {
    name: 'thread-unsent',
    at: threadAt(MENU, '/page/last'),
    as: 'laowang88',
    before: fails(/\/api\/posts$/),
    act: steps(fill({ 快速回复: '酸菜鱼，不接受反驳。' }), press('button', '发表回复'), shows('重试')),
  },
  {
    name: 'thread-preview',
    at: threadAt(MENU, '/page/last'),
    as: 'laowang88',
    act: steps(fill({ 快速回复: DRAFT }), press('button', '预览'), toEnd),
  },
  {
    name: 'thread-empty-reply',
    at: threadAt(MENU, '/page/last'),
    as: 'laowang88',
    act: steps(press('button', '发表回复'), toEnd),
  },
  {
    name: 'thread-loading',
    at: threadAt(H1B),
    settles: false,
    before: neverComes(/\/api\/threads\//),
    act: bonesShow,
  },
  { name: 'thread-failed', at: threadAt(H1B), before: fails(/\/api\/threads\//) },
  { name: 'thread-missing', at: '/threads/999999' },
  {
    name: 'new-thread',
    at: '/new-thread/42',
    as: 'xiaoli',
    act: fill({
      标题: '外派温哥华满半年，说说和想的不一样的地方',
      内容: '先说结论：钱少了三成，觉多了两个小时。\n\n一、租房比湾区便宜，但是[b]要提前两个月找[/b]。\n二、L-1 的一年从入职加拿大公司那天算起。',
    }),
  },
  { name: 'new-thread-empty', at: '/new-thread', as: 'xiaoli' },
  {
    name: 'new-thread-find',
    at: '/new-thread',
    as: 'xiaoli',
    act: async (page) => {
      await page.getByRole('searchbox', { name: '按名字查找' }).fill('签')
      await page.getByRole('button', { name: /签证/ }).first().waitFor()
    },
  },
  {
    name: 'new-thread-similar',
    at: '/new-thread/42',
    as: 'xiaoli',
    act: async (page) => {
      await page.getByRole('textbox', { name: '标题' }).fill('H1B')
      await page.locator('.similar-threads .thread-links-title').first().waitFor()
    },
  },
  {
    name: 'new-thread-preview',
    at: '/new-thread/42',
    as: 'xiaoli',
    act: steps(fill({ 标题: '外派温哥华满半年', 内容: DRAFT }), press('button', '预览')),
  },
  {
    name: 'new-thread-wrong',
    at: '/new-thread/42',
    as: 'xiaoli',
    before: fails(/\/api\/threads$/),
    act: steps(
      fill({ 标题: '外派温哥华满半年', 内容: DRAFT }),
      press('button', '发表主题'),
      shows('创建主题失败'),
    ),
  },
  { name: 'inbox', at: '/my/messages', as: 'laowang88' },
  { name: 'inbox-sent', at: '/my/messages?type=sent', as: 'laowang88' },
  { name: 'inbox-unread', at: '/my/messages?type=unread', as: 'laowang88' },
  { name: 'inbox-empty', at: '/my/messages', as: 'banzhu2' },
  { name: 'inbox-none-found', at: '/my/messages?q=没有的词', as: 'laowang88' },
  {
    name: 'inbox-loading',
    at: '/my/messages',
    as: 'laowang88',
    settles: false,
    before: neverComes(MESSAGES),
    act: (page) => page.locator('.skeleton .mail-row').first().waitFor(),
  },
  { name: 'inbox-failed', at: '/my/messages', as: 'laowang88', before: fails(MESSAGES) },
  { name: 'inbox-chosen', at: '/my/messages', as: 'laowang88', act: chooseRows(3) },
  {
    name: 'inbox-deleting',
    at: '/my/messages',
    as: 'laowang88',
    act: steps(chooseRows(3), press('button', '删除'), shows('确定删除选中的')),
  },
  { name: 'message', at: '/my/messages', as: 'laowang88', act: steps(openRow(0), shows('的往来')) },
  {
    name: 'message-sent',
    at: '/my/messages?type=sent',
    as: 'laowang88',
    act: steps(openRow(0), shows('的往来')),
  },
  { name: 'message-missing', at: '/my/messages/999999', as: 'laowang88' },
  { name: 'conversations', at: '/my/messages/people', as: 'laowang88' },
  { name: 'conversations-empty', at: '/my/messages/people', as: 'banzhu2' },
  {
    name: 'conversation',
    at: '/my/messages/people',
    as: 'laowang88',
    act: steps(openRow(1), (page) => page.locator('.mail-talk-item').first().waitFor()),
  },
  { name: 'compose', at: '/my/messages/compose?to=xiaoli', as: 'laowang88' },
  {
    name: 'compose-people',
    at: '/my/messages/compose',
    as: 'laowang88',
    act: async (page) => {
      await page.getByRole('combobox', { name: '收件人' }).pressSequentially('b')
      await page.getByRole('option').first().waitFor()
    },
  },
  {
    name: 'compose-incomplete',
    at: '/my/messages/compose',
    as: 'laowang88',
    act: steps(fill({ 正文: '周六下午三点方便看房吗？' }), press('button', '发送'), shows('均为必填')),
  },
  {
    name: 'compose-unknown',
    at: '/my/messages/compose?to=nobodyhere',
    as: 'laowang88',
    act: steps(
      fill({ 标题: '看房', 正文: '周六下午三点方便吗？' }),
      press('button', '发送'),
      shows('找不到这个用户'),
    ),
  },
  { name: 'compose-list', at: '/my/messages/compose?form=list', as: 'laowang88' },
  {
    name: 'compose-list-incomplete',
    at: '/my/messages/compose?form=list',
    as: 'laowang88',
    act: steps(press('button', '发送'), (page) => page.locator('.toast').first().waitFor()),
  },
  {
    name: 'message-reply',
    at: '/my/messages',
    as: 'laowang88',
    act: steps(openRow(0), press('link', '回复'), shows('原文')),
  },
  {
    name: 'message-edit',
    at: '/my/messages?type=sent',
    as: 'laowang88',
    act: steps(openRow(0), press('link', '编辑'), shows('编辑站内信')),
  },
  { name: 'notifications', at: '/notifications', as: 'laowang88' },
  {
    name: 'notifications-empty',
    at: '/notifications',
    as: 'laowang88',
    before: (page) => page.route(NOTIFICATIONS, (route) => route.fulfill({ json: NO_NOTIFICATIONS })),
  },
  {
    name: 'notifications-loading',
    at: '/notifications',
    as: 'laowang88',
    settles: false,
    before: neverComes(NOTIFICATIONS),
    act: (page) => page.locator('.skeleton .notifications').waitFor(),
  },
  { name: 'notifications-failed', at: '/notifications', as: 'laowang88', before: fails(NOTIFICATIONS) },
  { name: 'notifications-settings', at: '/notifications?view=settings', as: 'laowang88' },
  { name: 'login', at: '/login' },
  {
    name: 'login-wrong',
    at: '/login',
    act: async (page) => {
      const form = page.locator('main')
      await form.getByLabel('用户名').fill('laowang88')
      await form.locator('input[type=password]').fill('Wrong#2025')
      await form.getByRole('button', { name: '登录', exact: true }).click()
      await page.getByText('用户名或密码').first().waitFor()
    },
  },
  { name: 'register-terms', at: '/register' },
  { name: 'register-privacy', at: '/register', act: steps(press('button', '同意并继续'), shows('第 2 步')) },
  { name: 'register', at: '/register', act: steps(REGISTER_AGREED, CONSENTED) },
  {
    name: 'register-wrong',
    at: '/register',
    act: steps(REGISTER_AGREED, CONSENTED, async (page) => {
      const form = page.locator('.auth-form')
      await form.locator('[name=username]').fill('王 小 明')
      await form.locator('[name=password]').fill('abc')
      await form.getByRole('button', { name: '注册', exact: true }).click()
    }),
  },
  { name: 'forgot-no-mail', at: '/forgot-password', act: shows('密码要由站长重设') },
  { name: 'reset', at: '/reset-password#a-token' },
  { name: 'reset-bad', at: '/reset-password' },
  { name: 'verify-email', at: '/verify-email#a-token' },
  { name: 'undo-email', at: '/undo-email#a-token' },
  { name: 'profile', at: '/profile', as: 'laowang88' },
  { name: 'profile-edit', at: '/profile', as: 'laowang88', act: press('button', '编辑资料') },
  { name: 'profile-crop', at: '/profile', as: 'laowang88', act: chooseAvatar },
  { name: 'profile-account', at: '/profile?tab=account', as: 'laowang88' },
  { name: 'profile-account-end', at: '/profile?tab=account', as: 'laowang88', act: toEnd },
  {
    name: 'profile-password-wrong',
    at: '/profile?tab=account',
    as: 'laowang88',
    act: (page) => page.locator('main form').getByRole('button', { name: '修改密码' }).click(),
  },
  {
    name: 'profile-delete',
    at: '/profile?tab=account',
    as: 'laowang88',
    act: press('button', '注销账号'),
  },
  { name: 'profile-activity', at: '/profile?tab=activity', as: 'laowang88' },
  { name: 'member', at: memberAt('xiaoli'), as: 'laowang88' },
  { name: 'member-staff', at: memberAt('xiaoli'), as: 'admin', act: press('button', '管理') },
  {
    name: 'member-ban',
    at: memberAt('xiaoli'),
    as: 'banzhu1',
    act: steps(press('button', '管理'), press('menuitem', '封禁')),
  },
  {
    name: 'member-loading',
    at: memberAt('xiaoli'),
    settles: false,
    before: neverComes(/\/api\/users\/\d+$/),
    act: bonesShow,
  },
  { name: 'member-missing', at: '/users/999999' },
  { name: 'terms', at: '/terms' },
  { name: 'privacy', at: '/privacy' },
  { name: 'help', at: '/help' },
  { name: 'test', at: '/test' },
  { name: 'latest', at: '/latest?list=created' },
  { name: 'home-watched', at: '/?list=watched', as: 'laowang88' },
  { name: 'home-unread', at: '/?list=unread', as: 'laowang88' },
  { name: 'admin-boards', at: '/admin/boards', as: 'admin' },
  { name: 'admin-board-new', at: '/admin/boards', as: 'admin', act: press('button', '新建版块') },
  { name: 'moderation', at: '/moderation', as: 'admin' },
  {
    name: 'moderation-context',
    at: '/moderation',
    as: 'admin',
    act: (page) => page.locator('.feed-what').first().click(),
  },
  { name: 'not-found', at: '/no/such/place' },
  { name: 'search-blank', at: '/search' },
  { name: 'search', at: '/search?q=H1B' },
  { name: 'search-phrase', at: '/search?q=绿卡+排期' },
  { name: 'search-posts', at: '/search?q=H1B&type=posts' },
  { name: 'search-users', at: '/search?q=lw&type=users' },
  { name: 'search-filtered', at: '/search?q=H1B&boardId=42&sortBy=newest' },
  { name: 'search-nothing', at: '/search?q=绿卡拍期&boardId=42', act: shows('没有找到') },
  { name: 'search-failed', at: '/search?q=H1B', before: fails(/\/api\/search/), act: shows('搜索失败') },
  {
    name: 'search-limited',
    at: '/search?q=H1B',
    before: (page) =>
      page.route(/\/api\/search/, (route) =>
        route.fulfill({
          status: 429,
          headers: { 'Retry-After': '12' },
          json: { code: 'TOO_MANY_REQUESTS', message: '操作太频繁' },
        }),
      ),
    act: shows('搜索太频繁'),
  },
  {
    name: 'search-loading',
    at: '/search?q=H1B',
    settles: false,
    before: neverComes(/\/api\/search/),
    act: bonesShow,
  },
  {
    name: 'search-box',
    at: '/boards',
    act: async (page) => {
      await page.getByRole('combobox', { name: '搜索主题、帖子、用户' }).fill('lw')
      await page.getByRole('option', { name: /laowang88/ }).waitFor()
    },
  },
  { name: 'hot', at: '/hot' },
  { name: 'hot-failed', at: '/hot', before: fails(/\/api\/threads\?/) },
  { name: 'hot-loading', at: '/hot', settles: false, before: neverComes(/\/api\/threads\?/), act: bonesShow },
  { name: 'own-content', at: '/my/posts', as: 'laowang88' },
  { name: 'own-content-failed', at: '/my/posts', as: 'laowang88', before: fails(/\/api\/users\/\d+\//) },
  { name: 'own-content-empty', at: '/my/posts', as: NEWCOMER },
  { name: 'own-content-anonymous', at: '/my/posts' },
  {
    name: 'crash',
    at: '/boards/42',
    before: (page) =>
      page.route(/\/api\/boards\/42/, async (route) => {
        const response = await route.fetch()
        const { board, ...rest } = (await response.json()) as { board: object }
        await route.fulfill({ response, json: { ...rest, board: { ...board, moderators: null } } })
      }),
    act: (page) => page.getByRole('alert').first().waitFor(),
  },
  {
    name: 'menu-account',
    at: '/',
    as: 'laowang88',
    act: (page) => page.getByRole('button', { name: /^我的：/ }).click(),
  },
  { name: 'menu-theme', at: '/', only: 'desk', act: press('button', '外观') },
  {
    name: 'sheet-mine',
    at: '/',
    as: 'laowang88',
    only: 'phone',
    act: steps(press('button', '我的'), bonesGo),
  },
  { name: 'sheet-guest', at: '/', only: 'phone', act: steps(press('button', '我的'), bonesGo) },
  { name: 'keys', at: '/', only: 'desk', act: (page) => page.keyboard.press('?') },
  {
    name: 'focus',
    at: '/boards/42',
    only: 'desk',
    act: async (page) => {
      await page.keyboard.press('j')
      await page.keyboard.press('j')
    },
  },
  {
    name: 'offline',
    at: threadAt(H1B),
    act: async (page) => {
      await page.context().setOffline(true)
      await page.locator('.live-notice').waitFor()
    },
  },
]
