import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isLive, patiently, postEditor, postNumbered, stopTimers } from '../fixtures/browser'
import { PASSWORD, type Community, type Person } from '../fixtures/community'
import { visitForum, type VisitedForum } from '../fixtures/visited'

let forum: VisitedForum
let community: Community
let member: Person
let other: Person
let admin: Person
let threadId: number

/** Boards that no other file writes to: one with threads, and one that stays empty until the last test. */
const BOARD = 12
const EMPTY_BOARD = 13

beforeAll(async () => {
  forum = await visitForum()
  ;({ community } = forum)
  member = await community.register('jianpanxiaoli', '小李')
  other = await community.register('jianpanlaowang', '老王')
  threadId = await community.startThread(other, '只用键盘', '鼠标坏了', BOARD)
  await community.replies(
    other,
    threadId,
    Array.from({ length: 21 }, (_, i) => `第 ${i + 2} 楼`),
  )
  await community.startThread(other, '另一个主题', '也在这里', BOARD)
  admin = await community.signIn('zongguan')
})
afterAll(() => forum?.stop())

/** Presses Tab, or Shift and Tab where the target is earlier in the page, until it has the focus; fails if it never does. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  const isEarlier = () =>
    target.evaluate((element) => {
      const { activeElement, body } = document
      if (!activeElement || activeElement === body) return false
      return (activeElement.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING) !== 0
    })
  const isThere = () => target.evaluate((element) => element === document.activeElement)
  const key = (await isEarlier()) ? 'Shift+Tab' : 'Tab'
  for (let presses = 0; presses < 200; presses++) {
    if (await isThere()) return
    await page.keyboard.press(key)
  }
  throw new Error(`Tab never reaches ${String(target)}`)
}

async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

const hasFocus = (target: Locator) =>
  expect.poll(() => target.evaluate((element) => element === document.activeElement), patiently).toBe(true)

/** A menu takes keys slightly later than it appears. */
const menuHasFocus = (page: Page) => containsFocus(page.getByRole('menu'))

/** Chooses an item of the open menu, waiting for each step: a key pressed early would go past the item. */
async function choose(page: Page, name: string): Promise<void> {
  const items = page.locator('[role="menuitem"]:not([aria-disabled="true"])')
  const names = await items.allInnerTexts()
  const place = names.findIndex((text) => text.trim() === name)
  expect(place, names.join()).toBeGreaterThanOrEqual(0)
  await page.keyboard.press('Home')
  await hasFocus(items.first())
  for (let i = 1; i <= place; i += 1) {
    await page.keyboard.press('ArrowDown')
    await hasFocus(items.nth(i))
  }
  await page.keyboard.press('Enter')
}

const containsFocus = (target: Locator) =>
  expect
    .poll(() => target.evaluate((element) => element.contains(document.activeElement)), patiently)
    .toBe(true)

describe('by keyboard alone', () => {
  it('skips past the masthead with the skip link', async () => {
    const { page, context } = await forum.open()
    await page.goto('/boards')
    await page.getByRole('link', { name: '意见反馈' }).first().waitFor()
    await press(page, page.getByRole('link', { name: '跳到正文' }))
    await hasFocus(page.getByRole('main'))
    await context.close()
  })

  it('lets a newcomer read both consents, register, sign out and sign in by keyboard', async () => {
    const { page, context } = await forum.open()
    await page.goto('/register')
    for (const name of ['服务条款', '隐私政策']) {
      const dialog = page.getByRole('dialog', { name })
      await hasFocus(dialog)
      const text = dialog.locator('.dialog-body')
      await tabTo(page, text)
      await page.keyboard.press('End')
      await expect.poll(() => text.evaluate((element) => element.scrollTop), patiently).toBeGreaterThan(0)
      // The dialog cannot be dismissed; the focus stays inside until it is answered.
      await page.keyboard.press('Escape')
      await tabTo(page, dialog.getByRole('button', { name: '同意并继续' }))
      await page.keyboard.press('Tab')
      expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
      await press(page, dialog.getByRole('button', { name: '同意并继续' }))
    }
    const username = page.getByRole('textbox', { name: '用户名' })
    await hasFocus(username)
    // With an empty form, the first invalid field gets the focus.
    await page.keyboard.press('Enter')
    await page.getByText('请输入邮箱').waitFor()
    await hasFocus(username)
    for (const [label, text] of [
      ['用户名', 'jianpan'],
      ['邮箱', 'jianpan@example.com'],
      ['昵称', '键盘侠'],
      ['密码', PASSWORD],
      ['确认密码', PASSWORD],
    ] as const) {
      await tabTo(page, page.getByRole('textbox', { name: label, exact: label === '密码' }))
      await page.keyboard.type(text)
    }
    await page.keyboard.press('Enter')
    await page.getByText('你好，键盘侠').waitFor()
    await page.waitForURL(`${community.url}/`)

    const account = page.getByRole('button', { name: '我的：键盘侠' })
    await press(page, account)
    await menuHasFocus(page)
    await page.keyboard.press('Escape')
    await hasFocus(account)
    await page.keyboard.press('Enter')
    await menuHasFocus(page)
    await page.keyboard.press('End')
    await hasFocus(page.getByRole('menuitem', { name: '退出' }))
    await page.keyboard.press('Enter')
    await page.getByText('欢迎来到海外华人论坛').waitFor()

    await press(page, page.getByRole('banner').getByRole('link', { name: '登录' }))
    await page.waitForURL('**/login')
    await page.getByRole('heading', { level: 1, name: '登录' }).waitFor()
    await tabTo(page, page.getByRole('textbox', { name: '用户名' }))
    await page.keyboard.type('jianpan')
    await tabTo(page, page.getByRole('textbox', { name: '密码' }))
    await page.keyboard.type('wrong')
    await page.keyboard.press('Enter')
    await page.getByText('登录失败：用户名或密码错误').waitFor()
    await hasFocus(page.getByRole('textbox', { name: '密码' }))
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByText('欢迎回来，键盘侠').waitFor()
    await context.close()
  })

  it('lets a member open a board and a thread, and turn the page by keyboard', async () => {
    // A member who has read a part of the thread is led to the first unread post.
    const { page, context } = await forum.open(await community.register('jianpanduzhe', '读者'))
    await page.goto('/')
    await press(page, page.getByRole('main').locator(`a[href="/boards/${BOARD}"]`).first())
    await page.waitForURL(`**/boards/${BOARD}`)
    const rows = page.locator('.threads .thread-link')
    await rows.first().waitFor()
    await page.keyboard.press('j')
    await hasFocus(rows.nth(0))
    await page.keyboard.press('j')
    await hasFocus(rows.nth(1))
    await page.keyboard.press('k')
    await hasFocus(rows.nth(0))
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    // With a fragment if the list already knows the first unread post.
    await page.waitForURL(({ pathname }) => pathname === `/threads/${threadId}`)
    await postNumbered(page, 21).waitFor()
    await page.keyboard.press('j')
    await hasFocus(postNumbered(page, 1))
    await page.keyboard.press('j')
    await hasFocus(postNumbered(page, 2))
    await press(
      page,
      page.getByRole('navigation', { name: '分页导航' }).getByRole('link', { name: '下一页' }),
    )
    await postNumbered(page, 22).waitFor()
    await hasFocus(page.getByRole('main'))
    await context.close()
  })

  it('lets a member reply, quote, preview, edit, like and delete by keyboard', async () => {
    const quotedThreadId = await community.startThread(other, '键盘上的一切', '开头')
    await community.reply(other, quotedThreadId, '请引用我')
    const { page, context } = await forum.open(member)
    await page.goto(`/threads/${quotedThreadId}`)
    await isLive(page)
    await postNumbered(page, 2).waitFor()
    const box = page.getByRole('textbox', { name: '快速回复' })

    await page.keyboard.press('r')
    await hasFocus(box)
    // Shortcut keys are ordinary letters here.
    await page.keyboard.type('jkr/? 都是字')
    expect(await box.inputValue()).toBe('jkr/? 都是字')
    await page.keyboard.press('ControlOrMeta+Enter')
    await postNumbered(page, 3).getByText('jkr/? 都是字').waitFor()
    await hasFocus(postNumbered(page, 3))

    await page.getByRole('main').focus()
    await press(page, postNumbered(page, 2).getByRole('button', { name: '引用' }))
    await hasFocus(box)
    await page.keyboard.type('同意')
    await press(page, page.getByRole('button', { name: '预览' }))
    await page.locator('.composer-preview').getByText('请引用我').waitFor()
    await page.keyboard.press('Enter')
    await box.waitFor()
    expect(await box.inputValue()).toMatch(/^\[quote="老王" post=\d+\]请引用我\[\/quote\]\s+同意$/)
    await press(page, page.getByRole('button', { name: '发表回复' }))
    await postNumbered(page, 4).getByText('同意').waitFor()

    await page.getByRole('main').focus()
    const edit = postNumbered(page, 3).getByRole('button', { name: '编辑' })
    await press(page, edit)
    const editor = postEditor(page).getByRole('textbox', { name: '内容' })
    await hasFocus(editor)
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('改好了')
    await page.keyboard.press('ControlOrMeta+Enter')
    await postNumbered(page, 3).getByText('改好了').waitFor()
    await postNumbered(page, 3).getByText('编辑过').waitFor()
    // Reading continues at the post, not at the beginning of the page.
    await expect
      .poll(() => postNumbered(page, 3).evaluate((post) => post.contains(document.activeElement)), patiently)
      .toBe(true)

    await page.getByRole('main').focus()
    const like = postNumbered(page, 2).getByRole('button', { name: /赞/ })
    await press(page, like)
    await expect.poll(() => like.getAttribute('aria-pressed'), patiently).toBe('true')

    const more = postNumbered(page, 3).getByRole('button', { name: '更多操作' })
    const remove = async () => {
      await press(page, more)
      await page.keyboard.press('End')
      await hasFocus(page.getByRole('menuitem', { name: '删除' }))
      await page.keyboard.press('Enter')
      await postNumbered(page, 3).getByText('该回复已被作者删除').waitFor()
    }
    await press(page, more)
    await menuHasFocus(page)
    await page.keyboard.press('Escape')
    await hasFocus(more)
    const restartTimers = await stopTimers(page)
    await remove()
    await hasFocus(postNumbered(page, 3))
    await press(page, postNumbered(page, 3).getByRole('button', { name: '撤销' }))
    await postNumbered(page, 3).getByText('改好了').waitFor()
    await hasFocus(postNumbered(page, 3))
    await restartTimers()
    await remove()
    await page.goto(`/threads/${quotedThreadId}`)
    await postNumbered(page, 3).getByText('该回复已被作者删除').waitFor()
    await context.close()
  })

  it('moves the focus into every dialog of a thread, keeps it there and returns it', async () => {
    const dialogThreadId = await community.startThread(other, '对话框', '开头')
    const { id } = await community.reply(other, dialogThreadId, '第一版')
    await community.call('PUT', `/posts/${id}`, other, { content: '第二版' })
    await community.call('POST', `/posts/${id}/like`, member, { liked: true })
    const { page, context } = await forum.open(admin)
    await page.goto(`/threads/${dialogThreadId}`)
    await isLive(page)
    await postNumbered(page, 2).waitFor()
    const more = postNumbered(page, 2).getByRole('button', { name: '更多操作' })
    const manage = page.getByRole('button', { name: '管理', exact: true })
    const jump = page.getByRole('button', { name: '跳到楼层…' })
    for (const [opener, item, title] of [
      [more, '看谁赞了', '1 人赞了这条'],
      [more, '编辑记录', '编辑记录'],
      [more, '删除', '删除这条回复？'],
      [manage, '锁定', '锁定这个主题？'],
      [manage, '修改标题', '修改标题'],
      [manage, '移动到…', '移动主题'],
      [manage, '删除', '删除这个主题？'],
      [jump, null, '跳到楼层'],
    ] as const) {
      await press(page, opener)
      if (item !== null) {
        await menuHasFocus(page)
        await choose(page, item)
      }
      const dialog = page.getByRole('dialog', { name: title, exact: true })
      await containsFocus(dialog)
      const buttons = await dialog.getByRole('button').all()
      for (const button of buttons) await tabTo(page, button)
      expect(buttons.length, title).toBeGreaterThan(0)
      await page.keyboard.press('Tab')
      await containsFocus(dialog)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await expect
        .poll(() => opener.evaluate((element) => element === document.activeElement), {
          ...patiently,
          message: `the focus after “${title}”`,
        })
        .toBe(true)
    }
    await context.close()
  })

  it('lets a member start a thread by keyboard', async () => {
    const { page, context } = await forum.open(member)
    await page.goto(`/boards/${EMPTY_BOARD}`)
    await page.getByText('本版还没有主题，来发第一帖吧').waitFor()
    await press(page, page.getByRole('link', { name: '发新帖' }))
    await page.waitForURL(`**/new-thread/${EMPTY_BOARD}`)
    const board = page.getByRole('combobox', { name: '版块' })
    await tabTo(page, board)
    await tabTo(page, page.getByRole('searchbox', { name: '按名字查找' }))
    await page.keyboard.type('租房')
    await page.getByRole('button', { name: /租房/ }).first().waitFor()
    await page.keyboard.press('Enter')
    await hasFocus(board)
    expect(await board.inputValue()).not.toBe(String(EMPTY_BOARD))
    await board.selectOption(String(EMPTY_BOARD))
    await tabTo(page, page.getByRole('textbox', { name: '标题' }))
    await page.keyboard.type('只用')
    await page.getByRole('link', { name: '只用键盘' }).waitFor()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('键盘报到')
    await tabTo(page, page.getByRole('textbox', { name: '内容' }))
    await page.keyboard.type('大家好')
    await press(page, page.getByRole('button', { name: '预览' }))
    await page.getByRole('region', { name: '预览' }).getByText('大家好').waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Shift+Tab')
    await press(page, page.getByRole('button', { name: '发表主题' }))
    await page.getByRole('heading', { level: 1, name: '键盘报到' }).waitFor()
    await context.close()
  })

  it('opens and closes dialogs by shortcut, and returns the focus', async () => {
    const { page, context } = await forum.open()
    await page.goto('/boards')
    const link = page.getByRole('banner').getByRole('link', { name: '登录', exact: true })
    await link.waitFor()
    await page.keyboard.press('/')
    const search = page.getByRole('combobox', { name: '搜索主题、帖子、用户' })
    await hasFocus(search)
    await page.keyboard.type('j?')
    expect(await search.inputValue()).toBe('j?')

    await tabTo(page, link)
    const keys = page.getByRole('dialog', { name: '键盘快捷键' })
    await page.keyboard.press('?')
    await hasFocus(keys)
    await page.keyboard.press('/')
    expect(await keys.evaluate((element) => element.contains(document.activeElement))).toBe(true)
    await page.keyboard.press('Escape')
    await keys.waitFor({ state: 'detached' })
    await hasFocus(link)

    const theme = page.getByRole('banner').getByRole('button', { name: /外观/ })
    await theme.waitFor()
    await page.keyboard.press('/')
    await press(page, theme)
    await menuHasFocus(page)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Escape')
    await hasFocus(theme)
    await page.keyboard.press('Enter')
    await menuHasFocus(page)
    await hasFocus(page.getByRole('menuitemradio', { name: '跟随系统' }))
    await page.keyboard.press('ArrowDown')
    await hasFocus(page.getByRole('menuitemradio', { name: '浅色' }))
    await page.keyboard.press('ArrowDown')
    await hasFocus(page.getByRole('menuitemradio', { name: '深色' }))
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator('html').getAttribute('data-theme'), patiently).toBe('dark')
    await hasFocus(theme)
    await context.close()
  })
})
