import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isLive, patiently, postEditor, postNumbered, postNumbers, readAt, topOf } from '../fixtures/browser'
import { ADMIN, longTexts, PASSWORD, type Community, type Person } from '../fixtures/community'
import { visitForum, type VisitedForum } from '../fixtures/visited'

/** Boards that no other file writes to. */
const [BOARD, TARGET] = [121, 122]

let forum: VisitedForum
let community: Community
let reader: Person
let writer: Person
let admin: Person
let targetName: string

beforeAll(async () => {
  forum = await visitForum()
  ;({ community } = forum)
  reader = await community.register('dongzuoxiaoli', '小李')
  writer = await community.register('dongzuolaowang', '老王')
  admin = await community.signIn(ADMIN.ADMIN_USERNAME)
  const { board } = await community.call<{ board: { displayName: string } }>('GET', `/boards/${TARGET}`, null)
  targetName = board.displayName
})
afterAll(() => forum?.stop())

const button = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, exact: true })
const menuItem = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true })
const replyBox = (page: Page) => page.getByRole('textbox', { name: '快速回复' })
/** The notice of changes to the thread itself. */
const news = (page: Page, text: string) => page.locator('.thread-notice').getByText(text)
const openMenu = async (page: Page, number: number, item: string) => {
  await button(postNumbered(page, number), '更多操作').click()
  await menuItem(page, item).click()
}

it('shows what moderators do to an open thread in place, and keeps a half-written reply', async () => {
  const threadId = await community.startThread(writer, '要管的主题', '开头', BOARD)
  await community.replies(writer, threadId, ['第一条广告', '第二条'])
  const [moderating, reading] = await Promise.all([forum.open(admin), forum.open(reader)])
  await Promise.all([moderating, reading].map(({ page }) => page.goto(`/threads/${threadId}`)))
  const [moderator, page] = [moderating.page, reading.page]
  await Promise.all([moderator, page].map(isLive))
  await replyBox(page).fill('写到一半的话')
  const manage = async (item: string) => {
    await button(moderator, '管理').click()
    await menuItem(moderator, item).click()
  }
  const dialog = moderator.getByRole('dialog')

  await manage('修改标题')
  await dialog.getByRole('textbox', { name: '新标题' }).fill('  改好的标题 ')
  await button(dialog, '与版块主题不符').click()
  await button(dialog, '修改标题').click()
  await news(page, '标题刚刚改为《改好的标题》').waitFor()
  await page.getByRole('heading', { level: 1, name: '改好的标题' }).waitFor()

  await manage('移动到…')
  await button(dialog, '移动主题').click()
  await dialog.getByText('请选择版块').waitFor()
  await dialog.getByRole('searchbox', { name: '搜索版块' }).fill(targetName)
  await dialog.getByRole('radio', { name: targetName }).first().check()
  const listing = await forum.open(null)
  await listing.page.goto(`/boards/${BOARD}`)
  const row = listing.page.locator('.thread', { hasText: '改好的标题' })
  await row.waitFor()
  await isLive(listing.page)
  await button(dialog, '移动主题').click()
  await news(page, `主题刚刚移到「${targetName}」`).waitFor()
  // Rows stay where they are until the list is read again, and say where the thread went.
  await row.getByRole('link', { name: '已移到其他版块' }).waitFor()
  await listing.page.reload()
  await listing.page.getByText('本版还没有主题').waitFor()
  await listing.context.close()
  await page.locator('.crumbs').getByText(targetName).waitFor()

  await openMenu(moderator, 2, '删除')
  await dialog.getByRole('textbox', { name: '补充一句' }).fill('广告')
  await button(dialog, '删除').click()
  // The message with the button stays for as long as the pointer is on it.
  await button(moderator, '撤销').hover()
  await postNumbered(page, 2).getByText('该回复已被管理人员删除').waitFor()
  expect(await postNumbered(page, 2).getByText('第一条广告').count()).toBe(0)
  await postNumbered(moderator, 2).getByText('第一条广告').waitFor()
  await button(moderator, '撤销').click()
  await postNumbered(page, 2).getByText('第一条广告').waitFor()

  await manage('锁定')
  await button(dialog, '锁定').click()
  await news(page, '主题刚刚被锁定，暂时不能回复').waitFor()
  expect(await replyBox(page).inputValue()).toBe('写到一半的话')
  await manage('解锁')
  await news(page, '主题已解锁，可以回复了').waitFor()
  expect(await replyBox(page).inputValue()).toBe('写到一半的话')

  await manage('删除')
  await button(dialog, '垃圾广告').click()
  await button(dialog, '删除').click()
  await page.getByText('该主题已被删除').first().waitFor()
  expect(await replyBox(page).inputValue()).toBe('写到一半的话')
  await postNumbered(page, 3).getByText('第二条').waitFor()
  const stranger = await forum.open(null)
  await stranger.page.goto(`/threads/${threadId}`)
  await stranger.page.getByText('主题不存在，或已被删除').waitFor()
  await button(moderator.getByRole('alert'), '恢复').click()
  await news(page, '主题已恢复').waitFor()
  await replyBox(page).press('Control+Enter')
  await postNumbered(page, 4).getByText('写到一半的话').waitFor()
  const { thread } = await community.call<{ thread: object }>('GET', `/threads/${threadId}`, null)
  expect(thread).toMatchObject({ title: '改好的标题', boardId: TARGET, postCount: 4, isLocked: false })
  for (const { context } of [moderating, reading, stranger]) await context.close()
})

it('authors undo the deletion of their thread, and moderators see the files of what is deleted', async () => {
  const hasty = await community.register('dongzuonanfang', '南方')
  const hastyThreadId = await community.startThread(hasty, '发错版了', '开头', BOARD)
  const threadId = await community.startThread(reader, '带图的主题', '开头', BOARD)
  const picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#b5442b' } })
    .png()
    .toBuffer()
  const { id } = await community.upload(writer, '图.png', picture)
  const post = { threadId, content: '看图', attachmentIds: [id] }
  const { post: reply } = await community.call<{ post: { id: number } }>('POST', '/posts', writer, post)
  await community.call('DELETE', `/posts/${reply.id}`, writer)

  const author = await forum.open(hasty)
  const row = author.page.locator('.thread', { hasText: '发错版了' })
  await author.page.goto(`/threads/${hastyThreadId}`)
  await button(author.page, '删除').click()
  await button(author.page, '撤销').click()
  await author.page.getByRole('heading', { level: 1, name: '发错版了' }).waitFor()
  await button(author.page, '删除').click()
  await row.getByText('已删除').waitFor()
  // Signing out does not wait for the end of the time to undo it.
  await author.page.getByRole('complementary').getByRole('button', { name: '退出' }).click()
  await author.page.getByText('欢迎来到海外华人论坛').waitFor()
  await expect(community.call('GET', `/threads/${hastyThreadId}`, null)).rejects.toThrow('404')
  await author.context.close()

  const { page, context } = await forum.open(admin)
  for (const deleted of ['post', 'thread']) {
    await page.goto(`/threads/${threadId}`)
    const image = postNumbered(page, 2).locator('.attachments img')
    await image.waitFor()
    await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth), patiently).toBe(300)
    const saved = page.waitForEvent('download')
    await button(postNumbered(page, 2), /图\.png/).click()
    expect((await saved).suggestedFilename()).toBe('图.png')
    if (deleted === 'thread') break
    await community.call('POST', `/posts/${reply.id}/restore`, admin)
    await community.call('DELETE', `/threads/${threadId}`, admin)
  }
  await context.close()
})

it('lets a member watch, bookmark, share and navigate a thread', async () => {
  const threadId = await community.startThread(writer, '留着慢慢看', '开头', BOARD)
  await community.replies(reader, threadId, ['小李说的', '小李又说'])
  const starterReplies = await community.replies(writer, threadId, ['楼主第一版', '楼主后来说的'])
  await community.call('PUT', `/posts/${starterReplies[0]!.id}`, writer, { content: '楼主第二版' })
  await community.call('POST', `/posts/${starterReplies[0]!.id}/like`, reader, { liked: true })
  const visitor = await community.register('dongzuohaiou', '海鸥')
  const { page, context, troubles } = await forum.open(visitor)
  await page.goto(`/threads/${threadId}`)

  await button(page, '关注').click()
  await button(page, '收藏').click()
  await button(page, '已关注').waitFor()
  await expect.poll(() => button(page, '已收藏').getAttribute('aria-pressed'), patiently).toBe('true')
  await button(page, '分享').click()
  await page.getByText('链接已复制').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${new URL(page.url()).origin}/threads/${threadId}`,
  )

  await button(page, '只看楼主').click()
  await page.getByText('只看 老王 的 2 条回复').waitFor()
  await expect.poll(() => postNumbers(page), patiently).toEqual([1, 4, 5])
  await community.reply(reader, threadId, '不该出现')
  await community.reply(writer, threadId, '楼主刚说的')
  await postNumbered(page, 7).waitFor()
  expect(await postNumbers(page)).toEqual([1, 4, 5, 7])
  await page.getByRole('link', { name: '查看全部' }).click()
  await postNumbered(page, 2).waitFor()

  await openMenu(page, 4, '看谁赞了')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('1 人赞了这条').waitFor()
  await dialog.getByText('@dongzuoxiaoli').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  await button(page, '跳到楼层…').click()
  const today = await dialog.getByLabel('或者日期').getAttribute('max')
  await dialog.getByLabel('或者日期').fill(today ?? '')
  await page.keyboard.press('Enter')
  await expect
    .poll(() => postNumbered(page, 1).evaluate((post) => post === document.activeElement), patiently)
    .toBe(true)

  await page.getByRole('button', { name: '我的：海鸥' }).click()
  await menuItem(page, '我的收藏').click()
  await page.getByRole('heading', { level: 1, name: '我的收藏' }).waitFor()
  await page.getByRole('link', { name: '留着慢慢看' }).click()
  const removed = page.waitForResponse(`**/api/threads/${threadId}/bookmark`)
  await button(page, '已收藏').click()
  await button(page, '收藏').waitFor()
  await removed
  await page.goto('/my/bookmarks')
  await page.getByText('还没有收藏').waitFor()
  expect(troubles).toEqual([])
  await context.close()

  // Only its author and moderators see the earlier versions of a post.
  const author = await forum.open(writer)
  await author.page.goto(`/posts/${starterReplies[0]!.id}`)
  await openMenu(author.page, 4, '编辑记录')
  const history = author.page.getByRole('dialog', { name: '编辑记录' })
  await history.locator('ins').getByText('二').waitFor()
  await history.locator('del').getByText('一').waitFor()
  await history.getByText('第 1 版 · 原文').waitFor()
  await author.context.close()
})

it('keeps the place and post numbers of a reader of an early page, whatever arrives', async () => {
  const threadId = await community.startThread(writer, '三页的主题', '开头', BOARD)
  const posts = await community.replies(writer, threadId, longTexts(45, '旧的'))
  const { page, context } = await forum.open(reader)
  await page.goto(`/threads/${threadId}`)
  await isLive(page)
  await readAt(page, 10)
  const before = await topOf(page, 10)
  await community.replies(writer, threadId, longTexts(25, '新的'))
  await page.getByText('有 25 条新回复，查看第 3 页').waitFor()
  expect(await topOf(page, 10)).toBe(before)
  expect(await postNumbers(page)).toHaveLength(21)
  await page.getByRole('navigation', { name: '上方分页' }).getByText('4', { exact: true }).waitFor()

  await community.call('DELETE', `/posts/${posts[15]!.id}`, admin)
  await postNumbered(page, 17).getByText('该回复已被管理人员删除').waitFor()
  expect(await postNumbers(page)).toEqual(Array.from({ length: 21 }, (_, i) => i + 1))
  await page.goto(`/posts/${posts[28]!.id}`)
  await postNumbered(page, 30).waitFor()
  expect(new URL(page.url()).pathname).toBe(`/threads/${threadId}/page/2`)
  await expect.poll(() => postNumbers(page), patiently).toEqual(Array.from({ length: 20 }, (_, i) => i + 22))
  await context.close()
})

it('keeps the words of an overtaken edit and shows how the two differ', async () => {
  const threadId = await community.startThread(writer, '一起改', '开头', BOARD)
  const { id } = await community.reply(reader, threadId, '明天下午三点见面')
  const { page, context } = await forum.open(reader)
  await page.goto(`/threads/${threadId}`)
  await isLive(page)
  await button(postNumbered(page, 2), '编辑').click()
  const editor = postEditor(page)
  const box = editor.getByRole('textbox', { name: '内容' })
  await box.fill('明天晚上三点见面，带伞')
  await community.call('PUT', `/posts/${id}`, admin, { content: '明天上午三点见面' })
  await editor.getByText('修改，请核对后再保存').waitFor()
  expect(await box.inputValue()).toBe('明天晚上三点见面，带伞')
  await button(editor, '查看对方的修改').click()
  await editor.locator('del').getByText('晚上').waitFor()
  await editor.locator('ins').getByText('上午').waitFor()

  await button(editor, '保存').click()
  await expect.poll(() => editor.getByRole('alert').count(), patiently).toBeGreaterThan(1)
  expect(await box.inputValue()).toBe('明天晚上三点见面，带伞')
  // The choice saves.
  await button(editor, '仍用我的版本').click()
  await box.waitFor({ state: 'detached' })
  await postNumbered(page, 2).getByText('明天晚上三点见面，带伞').waitFor()
  await context.close()
})

it('opens the reply form for a visitor who signs in from the thread to reply', async () => {
  const threadId = await community.startThread(reader, '访客想回复', '开头', BOARD)
  await community.replies(writer, threadId, ['第一条', '第二条'])
  const { page, context } = await forum.open(null)
  await page.goto(`/threads/${threadId}`)
  await isLive(page)
  await page.locator('.reply-notice').getByRole('link', { name: '去登录' }).click()
  const signIn = page.getByRole('dialog', { name: '登录后接着回复' })
  await signIn.getByRole('textbox', { name: '用户名或邮箱' }).fill(reader.username)
  await signIn.getByRole('textbox', { name: '密码' }).fill(PASSWORD)
  await button(signIn, '登录').click()
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')), patiently)
    .toBe('快速回复')
  await context.close()
})

it('lets a member report a post once, and a visitor after signing in', async () => {
  const threadId = await community.startThread(reader, '有人说话难听', '开头', BOARD)
  const [reply] = await community.replies(writer, threadId, ['说话难听的回复'])
  const { page, context, troubles } = await forum.open(reader)
  await page.goto(`/threads/${threadId}`)
  const dialog = page.getByRole('dialog', { name: '举报 2 楼' })

  await button(postNumbered(page, 1), '更多操作').click()
  await menuItem(page, '复制链接').waitFor()
  expect(await menuItem(page, '举报').count()).toBe(0)
  await page.keyboard.press('Escape')

  await openMenu(page, 2, '举报')
  await button(dialog, '提交举报').click()
  await dialog.getByText('请选择举报理由，或写明具体情况').waitFor()
  await dialog.getByRole('radio', { name: '人身攻击' }).check()
  await dialog.getByRole('textbox', { name: '具体情况' }).fill('说话太难听')
  await button(dialog, '提交举报').click()
  await page.getByText('举报已提交，感谢反馈').waitFor()
  await dialog.waitFor({ state: 'detached' })
  const more = button(postNumbered(page, 2), '更多操作')
  await expect.poll(() => more.evaluate((it) => it === document.activeElement), patiently).toBe(true)

  await openMenu(page, 2, '举报')
  await dialog.getByRole('textbox', { name: '具体情况' }).fill('还是难听')
  await button(dialog, '提交举报').click()
  await dialog.getByText('你已举报过这条内容，请等待版主处理').waitFor()
  expect(await dialog.getByRole('textbox', { name: '具体情况' }).inputValue()).toBe('还是难听')
  expect(troubles.filter((trouble) => !trouble.includes('409'))).toEqual([])
  await context.close()

  const visitor = await forum.open(null)
  await visitor.page.goto(`/threads/${threadId}`)
  await openMenu(visitor.page, 2, '举报')
  const signIn = visitor.page.getByRole('dialog', { name: '登录后接着举报' })
  await signIn.getByRole('textbox', { name: '用户名或邮箱' }).fill(reader.username)
  await signIn.getByRole('textbox', { name: '密码' }).fill(PASSWORD)
  await button(signIn, '登录').click()
  await button(visitor.page.getByRole('dialog', { name: '举报' }), '提交举报').waitFor()
  expect(new URL(visitor.page.url()).hash).toBe(`#post-${reply?.id}`)
  await visitor.context.close()
})
