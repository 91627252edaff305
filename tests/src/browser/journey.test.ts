import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { patiently, postEditor, postNumbered, stopTimers } from '../fixtures/browser'
import { DESK, PHONE } from '../fixtures/chromium'
import { PASSWORD, type Community, type Person } from '../fixtures/community'
import { visitForum, type VisitedForum } from '../fixtures/visited'

let forum: VisitedForum
let community: Community
let admin: Person
let other: Person

beforeAll(async () => {
  forum = await visitForum()
  ;({ community } = forum)
  admin = await community.signIn('zongguan')
  other = await community.register('laowang', '老王')
})
afterAll(() => forum?.stop())

const button = (within: Page | Locator, name: string | RegExp) => within.getByRole('button', { name })
const replyBox = (page: Page) => page.getByRole('textbox', { name: '快速回复' })

describe.each([
  { by: 'by mouse on a desk', screen: DESK, username: 'xinren1', boardId: 4, board: '新手报到' },
  { by: 'by touch on a phone', screen: PHONE, username: 'xinren2', boardId: 3, board: '意见反馈' },
])('a newcomer $by', ({ screen, username, boardId, board }) => {
  it('registers, starts a thread, replies, quotes, edits and deletes', async () => {
    const { page, context, troubles } = await forum.open(null, { screen })
    const isPhone = screen === PHONE
    /** Activates an element as a person would: with a finger on a phone. */
    const use = (what: Locator) => (isPhone ? what.tap() : what.click())

    await page.goto('/')
    const toRegister = isPhone
      ? page.getByRole('main').getByRole('link', { name: '立即注册' })
      : page.getByRole('banner').getByRole('link', { name: '注册' })
    await use(toRegister)
    await use(button(page.getByRole('dialog', { name: '服务条款' }), '同意并继续'))
    await use(button(page.getByRole('dialog', { name: '隐私政策' }), '同意并继续'))
    await page.getByRole('textbox', { name: '用户名' }).fill(username)
    await page.getByRole('textbox', { name: '邮箱' }).fill(`${username}@example.com`)
    await page.getByRole('textbox', { name: '密码', exact: true }).fill(PASSWORD)
    await page.getByRole('textbox', { name: '确认密码' }).fill(PASSWORD)
    await use(button(page.getByRole('main'), '注册'))
    await button(page, `我的：${username}`).waitFor()
    await page.waitForURL(`${community.url}/`)

    const places = page.getByRole('navigation', { name: isPhone ? '底部导航' : '主导航' })
    await use(places.getByRole('link', { name: '版块' }))
    // The lists of home, which stay until the boards are there, link to boards too.
    await page.getByRole('heading', { level: 1, name: '全部版块' }).waitFor()
    await use(page.getByRole('main').getByRole('link', { name: board, exact: true }))
    await use(page.getByRole('link', { name: '发新帖' }))
    const submit = button(page, '发表主题')
    await expect
      .poll(() => page.getByRole('combobox', { name: '版块' }).inputValue(), patiently)
      .toBe(`${boardId}`)
    expect(await submit.isDisabled()).toBe(true)
    await page.getByRole('textbox', { name: '标题' }).fill('刚来，问个好')
    await page.getByText('6/200').waitFor()
    await page.getByRole('textbox', { name: '内容' }).fill('第一次发帖，请多关照')
    await use(submit)
    await page.getByRole('heading', { level: 1, name: '刚来，问个好' }).waitFor()
    await postNumbered(page, 1).getByText('第一次发帖，请多关照').waitFor()
    expect(await postNumbered(page, 1).innerText()).toContain('楼主 #1')
    await page.getByText('还没有回复，来抢沙发吧').waitFor()

    await replyBox(page).fill('自己先坐')
    await use(button(page, '发表回复'))
    await postNumbered(page, 2).getByText('自己先坐').waitFor()
    expect(await postNumbered(page, 2).innerText()).toContain('2 楼')

    const threadId = Number(/threads\/(\d+)/.exec(page.url())![1])
    await community.reply(other, threadId, '欢迎欢迎')
    await postNumbered(page, 3).getByText('欢迎欢迎').waitFor()
    await use(button(postNumbered(page, 3), /^赞/))
    await button(postNumbered(page, 3), '已赞 1').waitFor()
    await use(button(postNumbered(page, 3), '引用'))
    expect(await replyBox(page).inputValue()).toMatch(/\[quote="老王" post=\d+\]欢迎欢迎\[\/quote\]/)
    await replyBox(page).press('ControlOrMeta+End')
    await replyBox(page).pressSequentially('谢谢老王')
    await use(button(page, '发表回复'))
    await postNumbered(page, 4).getByText('谢谢老王').waitFor()
    // The quote appears once, with its author and a link to it.
    await postNumbered(page, 4).getByText('老王（3 楼）').waitFor()
    expect(await postNumbered(page, 4).getByText('欢迎欢迎').count()).toBe(1)

    await use(button(postNumbered(page, 2), '编辑'))
    await postEditor(page).getByRole('textbox', { name: '内容' }).fill('自己先坐，改过')
    await use(button(postEditor(page), '保存'))
    await postNumbered(page, 2).getByText('自己先坐，改过').waitFor()
    await postNumbered(page, 2).getByText('编辑过').waitFor()

    const restartTimers = await stopTimers(page)
    await use(button(postNumbered(page, 2), '更多操作'))
    await page.getByRole('menu').waitFor()
    // A menu that stuck out would widen a phone's page for good.
    expect(await page.evaluate(() => innerWidth)).toBe(screen.width)
    await use(page.getByRole('menuitem', { name: '删除' }))
    await postNumbered(page, 2).getByText('该回复已被作者删除').waitFor()
    await use(button(postNumbered(page, 2), '撤销'))
    await postNumbered(page, 2).getByText('自己先坐，改过').waitFor()
    await restartTimers()
    await use(button(postNumbered(page, 2), '更多操作'))
    await use(page.getByRole('menuitem', { name: '删除' }))
    await postNumbered(page, 2).getByText('该回复已被作者删除').waitFor()
    // A reader who leaves the page does not wait for the end of the time to undo it.
    await page.reload()
    await page.locator('.thread-facts').getByText('2 回复').waitFor()

    // An anonymous visitor sees the same as the author.
    const stranger = await forum.open(null, { screen })
    await stranger.page.goto(`/boards/${boardId}`)
    await use(stranger.page.getByRole('link', { name: '刚来，问个好' }).first())
    await postNumbered(stranger.page, 4).getByText('谢谢老王').waitFor()
    await postNumbered(stranger.page, 2).getByText('该回复已被作者删除').waitFor()
    expect(await button(stranger.page, '编辑').count()).toBe(0)
    expect(troubles).toEqual([])
    expect(stranger.troubles).toEqual([])
    await stranger.context.close()
    await context.close()
  })
})

it('marks a thread that a moderator pins and locks, and closes it to members', async () => {
  const threadId = await community.startThread(other, '要管的主题', '开头', 11)
  await community.startThread(other, '后来的主题', '开头', 11)
  const [moderating, reading] = await Promise.all([forum.open(admin), forum.open(other)])
  await Promise.all([moderating, reading].map(({ page }) => page.goto(`/threads/${threadId}`)))
  expect(await button(reading.page, '管理').count()).toBe(0)
  const manage = button(moderating.page, '管理')
  for (const [act, mark] of [
    ['置顶', '置顶'],
    ['锁定', '锁定'],
  ] as const) {
    await manage.click()
    await moderating.page.getByRole('menuitem', { name: act }).click()
    // Acts against a member first ask for a reason.
    if (act === '锁定') await button(moderating.page.getByRole('dialog'), '锁定').click()
    for (const { page } of [moderating, reading])
      await page.getByRole('heading', { level: 1 }).getByText(mark).waitFor()
  }
  await reading.page.getByText('本主题已锁定，不能回复').waitFor()
  expect(await replyBox(reading.page).count()).toBe(0)
  await reading.page.goto('/boards/11')
  await expect
    .poll(() => reading.page.locator('.thread-link').allInnerTexts(), patiently)
    .toEqual(['要管的主题', '后来的主题'])
  await reading.page.getByRole('listitem').filter({ hasText: '要管的主题' }).getByText('锁定').waitFor()

  await manage.click()
  await moderating.page.getByRole('menuitem', { name: '解锁' }).click()
  await reading.page.getByRole('link', { name: '要管的主题' }).first().click()
  await replyBox(reading.page).waitFor()
  await moderating.context.close()
  await reading.context.close()
})

describe('bad input is reported in the agreed words, and nothing typed is lost', () => {
  it('reports errors when signing in, and keeps what was typed', async () => {
    const { page, context } = await forum.open()
    await page.goto('/login')
    const form = page.getByRole('main').locator('form')
    await button(form, '登录').click()
    await form.getByText('请输入用户名').waitFor()
    await form.getByText('请输入密码').waitFor()
    await form.getByRole('textbox', { name: '用户名' }).fill('laowang')
    await form.getByRole('textbox', { name: '密码' }).fill('not it')
    await button(form, '登录').click()
    await form.getByText('登录失败：用户名或密码错误').waitFor()
    expect(await form.getByRole('textbox', { name: '用户名' }).inputValue()).toBe('laowang')
    expect(await form.getByRole('textbox', { name: '密码' }).inputValue()).toBe('not it')
    await context.close()
  })

  it('reports errors when registering, and keeps what was typed', async () => {
    const { page, context } = await forum.open()
    await page.goto('/register')
    await button(page.getByRole('dialog', { name: '服务条款' }), '同意并继续').click()
    await button(page.getByRole('dialog', { name: '隐私政策' }), '同意并继续').click()
    const form = page.getByRole('main').locator('form')
    const field = (name: string) => form.getByRole('textbox', { name, exact: name === '密码' })
    const tries: [string, string, string][] = [
      ['用户名', '用户', '用户名只能包含字母和数字'],
      ['用户名', 'ab', '用户名长度须为 3–20 个字符'],
      ['邮箱', 'not an address', '邮箱格式不正确'],
      ['密码', 'aB1!', '密码至少 6 位'],
      ['密码', 'abcdef1!', '密码须同时包含大写字母、小写字母、数字和特殊符号'],
      ['密码', 'Abcdef1*\u200b', '密码不能包含看不见的字符，如换行'],
      ['确认密码', 'something else', '两次输入的密码不一致'],
    ]
    for (const [name, typed, text] of tries) {
      await field(name).fill(typed)
      await field(name).blur()
      await form.locator('.field-error').getByText(text).waitFor()
    }
    await field('用户名').fill('LAOWANG')
    await field('邮箱').fill('new@example.com')
    await field('密码').fill(PASSWORD)
    await field('确认密码').fill(PASSWORD)
    await button(form, '注册').click()
    await form.getByText('该用户名已被注册').waitFor()
    for (const [name, kept] of [
      ['用户名', 'LAOWANG'],
      ['邮箱', 'new@example.com'],
      ['密码', PASSWORD],
      ['确认密码', PASSWORD],
    ] as const)
      expect(await field(name).inputValue()).toBe(kept)
    await context.close()
  })

  it('leads a newcomer who disagrees with the terms or the privacy policy home', async () => {
    const { page, context } = await forum.open()
    await page.goto('/register')
    await button(page.getByRole('dialog', { name: '服务条款' }), '不同意').click()
    await page.waitForURL(`${community.url}/`)
    await page.goto('/register')
    await button(page.getByRole('dialog', { name: '服务条款' }), '同意并继续').click()
    await button(page.getByRole('dialog', { name: '隐私政策' }), '不同意').click()
    await page.waitForURL(`${community.url}/`)
    await context.close()
  })

  it('reports errors when replying and starting a thread, even if the server fails, and keeps what was typed', async () => {
    const threadId = await community.startThread(other, '出错的时候', '开头')
    const { page, context } = await forum.open(other)
    await page.goto(`/threads/${threadId}`)
    await button(page, '发表回复').click()
    await page.getByText('请输入回复内容').waitFor()
    await button(page, '预览').click()
    await page.getByText('请先输入内容再预览').waitFor()
    const broken = {
      status: 500,
      json: { code: 'INTERNAL', message: '服务器内部错误，请稍后再试', requestId: 'x' },
    }
    await page.route('**/api/posts', (route) => route.fulfill(broken))
    await replyBox(page).fill('发得出去吗')
    await button(page, '发表回复').click()
    await page.getByText('回复失败，请重试').waitFor()
    expect(await replyBox(page).inputValue()).toBe('发得出去吗')
    await page.unroute('**/api/posts')
    await button(page, '发表回复').click()
    await postNumbered(page, 2).getByText('发得出去吗').waitFor()
    await expect.poll(() => replyBox(page).inputValue(), patiently).toBe('')

    await page.goto('/new-thread/3')
    await page.getByRole('textbox', { name: '标题' }).fill('长'.repeat(201))
    await page.getByRole('textbox', { name: '内容' }).fill('内容')
    await button(page, '发表主题').click()
    await page.getByText('标题不能超过 200 字').waitFor()
    await page.getByRole('textbox', { name: '标题' }).fill('不长')
    await page.route('**/api/threads', (route) => route.fulfill(broken))
    await button(page, '发表主题').click()
    await page.getByText('创建主题失败，请重试').waitFor()
    expect(await page.getByRole('textbox', { name: '标题' }).inputValue()).toBe('不长')
    expect(await page.getByRole('textbox', { name: '内容' }).inputValue()).toBe('内容')
    await page.unroute('**/api/threads')
    await button(page, '发表主题').click()
    await page.getByRole('heading', { level: 1, name: '不长' }).waitFor()
    await context.close()
  })
})

it('says that an address, a board or a thread does not exist, and offers a way on', async () => {
  const { page, context } = await forum.open()
  const document = await page.goto('/no/such/place')
  expect(document?.status()).toBe(404)
  await page.getByRole('heading', { name: '页面不存在' }).waitFor()
  await page.getByRole('main').getByRole('link', { name: '返回首页' }).click()
  await page.waitForURL(`${community.url}/`)
  for (const [path, text] of [
    ['/boards/987654', '版块不存在，或已被删除'],
    ['/boards/abc', '页面不存在'],
    ['/threads/987654', '主题不存在，或已被删除'],
    ['/threads/abc', '主题不存在，或已被删除'],
    ['/category/nowhere', '分类不存在'],
  ] as const) {
    await page.goto(path)
    await page.getByText(text).first().waitFor()
    expect(await page.getByRole('main').getByRole('link').count()).toBeGreaterThan(0)
  }
  await context.close()
})

it('shows why an API call failed, with a retry that works once the API recovers', async () => {
  const threadId = await community.startThread(other, '失而复得', '还在')
  const { page, context } = await forum.open(other)
  const body = { code: 'INTERNAL', message: '服务器内部错误，请稍后再试', requestId: 'x' }
  for (const [path, call, title, shows] of [
    ['/', /\/api\/boards(\?|$)/, '加载看板时出错', '意见反馈'],
    ['/boards', /\/api\/boards(\?|$)/, '加载看板时出错', '意见反馈'],
    ['/boards/3', /\/api\/boards\/3(\?|$)/, '版块加载失败', '失而复得'],
    [`/threads/${threadId}`, new RegExp(`/api/threads/${threadId}(\\?|$)`), '加载主题失败', '还在'],
    // Other threads of the forum may have more replies.
    ['/hot', /\/api\/threads\?/, '无法加载热门话题', /^\d+ 浏览$/],
    ['/my/posts', /\/api\/users\/\d+\/threads/, '内容加载失败', '失而复得'],
    ['/my/messages', /\/api\/messages\?/, '站内信加载失败', '收件箱空空如也'],
  ] as const) {
    // Requests stay unanswered until the retry is pressed, because the page also retries automatically.
    let isSeen = false
    let becomeWell = () => {}
    const well = new Promise<void>((resolve) => (becomeWell = resolve))
    await page.route(call, async (route) => {
      if (!isSeen) return route.fulfill({ status: 500, json: body })
      await well
      return route.continue()
    })
    await page.goto(path)
    const alert = page.getByRole('main').getByRole('alert').filter({ hasText: title })
    await alert.getByText(/服务器内部错误/).waitFor()
    isSeen = true
    await button(alert, '重试').click()
    becomeWell()
    await page.getByRole('main').getByText(shows).first().waitFor()
    await alert.waitFor({ state: 'detached' })
    await page.unroute(call)
  }
  await context.close()
})
