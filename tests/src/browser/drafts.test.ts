import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  isLive,
  keepFromSockets,
  patiently,
  postEditor,
  postNumbered,
  signIn,
  standsStill,
} from '../fixtures/browser'
import { PHONE } from '../fixtures/chromium'
import type { Community, Person } from '../fixtures/community'
import { visitForum, type VisitedForum } from '../fixtures/visited'

let forum: VisitedForum
let community: Community
let admin: Person
let other: Person
let threadId: number
let writers = 0

beforeAll(async () => {
  forum = await visitForum()
  ;({ community } = forum)
  admin = await community.signIn('zongguan')
  other = await community.register('caogaolaowang', '老王')
  threadId = await community.startThread(other, '写到一半', '慢慢写')
  await community.reply(other, threadId, '不急')
})
afterAll(() => forum?.stop())

const HALF = '我想说的是，这件事一半在于政策，另一半'
const RESTORED = '已恢复上次没发出的内容'
const replyBox = (page: Page) => page.getByRole('textbox', { name: '快速回复' })
const writtenReply = (page: Page) => replyBox(page).inputValue()

/** Registers a member for one test, with a separate browser. */
async function writer() {
  const person = await community.register(`writer${++writers}`, `写手${writers}`)
  const there = await forum.open(person)
  return { ...there, person }
}

/** Does the same, with half a reply in the thread. */
async function halfWay() {
  const there = await writer()
  await there.page.goto(`/threads/${threadId}`)
  await isLive(there.page)
  await replyBox(there.page).fill(HALF)
  return there
}

/** Ends the session while the page's next call to an address is in transit, so that this call gets the 401. */
async function endSessionAt(page: Page, path: string, person: Person) {
  await page.route(
    `**/api${path}`,
    async (route) => {
      await community.call('POST', '/auth/logout', person)
      await route.continue()
    },
    { times: 1 },
  )
}

/**
 * Delays the page's authenticated calls, so that its socket reports the end of the session before a call is refused.
 * The returned function lets calls through again.
 */
async function keepFromAskingAsMember(page: Page): Promise<() => Promise<void>> {
  await page.route('**/api/**', (route) =>
    route.request().headers().authorization === undefined ? route.continue() : route.abort(),
  )
  return () => page.unroute('**/api/**')
}

/** Waits for the screen's login form: until it is rendered, the sidebar of the previous page still shows its own. */
async function loginScreen(page: Page): Promise<void> {
  await page.waitForURL('**/login')
  await page.getByRole('heading', { level: 1, name: '登录' }).waitFor()
}

describe('a half-written reply', () => {
  it('restores a half-written reply after a reload, until it is sent or discarded', async () => {
    const { page, context } = await halfWay()
    await page.reload()
    await page.getByText(RESTORED).waitFor()
    expect(await writtenReply(page)).toBe(HALF)
    // The key moves the caret to the end of the draft.
    await page.keyboard.press('r')
    await expect
      .poll(() => replyBox(page).evaluate((box) => box === document.activeElement), patiently)
      .toBe(true)
    await page.keyboard.type('在于自己。')
    await page.getByRole('button', { name: '发表回复' }).click()
    await page.getByRole('article').getByText(`${HALF}在于自己。`).waitFor()
    await expect.poll(() => writtenReply(page), patiently).toBe('')
    await page.reload()
    await replyBox(page).waitFor()
    expect(await writtenReply(page)).toBe('')
    expect(await page.getByText(RESTORED).count()).toBe(0)

    await replyBox(page).fill('算了')
    await page.reload()
    await page.getByRole('button', { name: '清空草稿' }).click()
    expect(await writtenReply(page)).toBe('')
    await page.reload()
    await replyBox(page).waitFor()
    expect(await writtenReply(page)).toBe('')
    await context.close()
  })

  it('restores a half-written reply after navigating away, back and forward', async () => {
    const { page, context } = await writer()
    await page.goto('/boards/3')
    await page.getByRole('link', { name: '写到一半' }).first().click()
    await replyBox(page).fill(HALF)
    await page.goBack()
    await page.waitForURL('**/boards/3')
    await page.goForward()
    await replyBox(page).waitFor()
    expect(await writtenReply(page)).toBe(HALF)
    await page.getByRole('link', { name: '热门话题' }).click()
    await page.waitForURL('**/hot')
    await page.goBack()
    await replyBox(page).waitFor()
    expect(await writtenReply(page)).toBe(HALF)
    await context.close()
  })

  it('restores a half-written reply after a 401 and signing in again', async () => {
    const { page, context, person } = await writer()
    // Without sockets, the page learns of it only from the call.
    await keepFromSockets(page)
    await page.goto(`/threads/${threadId}`)
    await replyBox(page).fill(HALF)
    await endSessionAt(page, '/posts', person)
    await page.getByRole('button', { name: '发表回复' }).click()
    await page.waitForURL(`${community.url}/`)
    await signIn(page, person)
    await page.waitForURL(`**/threads/${threadId}`)
    await replyBox(page).waitFor()
    expect(await writtenReply(page)).toBe(HALF)
    await page.getByRole('button', { name: '发表回复' }).click()
    await page.getByRole('article').filter({ hasText: person.displayName }).getByText(HALF).waitFor()
    await context.close()
  })

  it('restores a half-written reply after the session was ended from elsewhere', async () => {
    const { page, context, person } = await halfWay()
    const letAsk = await keepFromAskingAsMember(page)
    await community.call('POST', '/auth/logout', person)
    await page.getByText('你已在其他窗口退出登录').waitFor()
    await letAsk()
    await page.getByText('登录后才能回复').waitFor()
    await page.locator('.live-notice').getByRole('link', { name: '去登录' }).click()
    await loginScreen(page)
    await signIn(page, person)
    await page.waitForURL(`**/threads/${threadId}`)
    await replyBox(page).waitFor()
    expect(await writtenReply(page)).toBe(HALF)
    await context.close()
  })

  it('keeps a half-written reply readable while the thread is locked, and editable once it is unlocked', async () => {
    const ownThread = await community.startThread(other, '要锁的楼', '吵起来了')
    const { page, context, loads } = await writer()
    await page.goto(`/threads/${ownThread}`)
    await isLive(page)
    await replyBox(page).fill(HALF)
    await community.lock(admin, ownThread, true)
    await page.getByText('主题已被锁定，暂时无法回复。你写的内容已保存，可复制留用。').waitFor()
    expect(await writtenReply(page)).toBe(HALF)
    expect(await replyBox(page).isEditable()).toBe(false)
    expect(await page.getByRole('button', { name: '发表回复' }).count()).toBe(0)
    await page.getByRole('button', { name: '复制文字' }).click()
    await page.getByText('文字已复制').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(HALF)

    await community.lock(admin, ownThread, false)
    await page.getByRole('button', { name: '发表回复' }).waitFor()
    expect(await writtenReply(page)).toBe(HALF)
    await page.getByRole('button', { name: '发表回复' }).click()
    await postNumbered(page, 2).getByText(HALF).waitFor()
    expect(loads()).toBe(1)
    await context.close()
  })

  it('restores a half-written reply in a new tab after its own was closed', async () => {
    const { page, context } = await halfWay()
    await page.getByText('草稿已保存').waitFor()
    await page.close()
    const next = await context.newPage()
    await next.goto(`/threads/${threadId}`)
    await next.getByText(RESTORED).waitFor()
    expect(await writtenReply(next)).toBe(HALF)
    await context.close()
  })

  it('keeps a half-written reply to its writer and its thread', async () => {
    const { page, context, person } = await halfWay()
    const elsewhere = await community.startThread(other, '隔壁', '隔壁的楼')
    await page.goto(`/threads/${elsewhere}`)
    await replyBox(page).waitFor()
    expect(await writtenReply(page)).toBe('')
    await page.getByRole('complementary').getByRole('button', { name: '退出' }).click()
    await page.waitForURL(`${community.url}/`)
    await signIn(page, other)
    await page.getByText('欢迎回来，老王').waitFor()
    await page.goto(`/threads/${threadId}`)
    await replyBox(page).waitFor()
    expect(await writtenReply(page)).toBe('')
    await page.getByRole('complementary').getByRole('button', { name: '退出' }).click()
    await page.waitForURL(`${community.url}/`)
    await signIn(page, person)
    await page.getByText(`欢迎回来，${person.displayName}`).waitFor()
    await page.goto(`/threads/${threadId}`)
    await replyBox(page).waitFor()
    expect(await writtenReply(page)).toBe(HALF)
    await context.close()
  })

  it('keeps a half-written reply as typed, whatever others write, edit and delete meanwhile', async () => {
    const { page, context } = await halfWay()
    const box = replyBox(page)
    const topOfBox = () => box.evaluate((element) => element.getBoundingClientRect().top)
    await box.focus()
    await page.getByText('草稿已保存').waitFor()
    await standsStill(page)
    const top = await topOfBox()
    const [edited, deleted] = await community.replies(other, threadId, ['插一句', '再插一句'])
    await community.call('PUT', `/posts/${edited!.id}`, other, { content: '插一句，改过' })
    await community.call('DELETE', `/posts/${deleted!.id}`, other)
    await postNumbered(page, edited!.number).getByText('插一句，改过').waitFor()
    await postNumbered(page, deleted!.number).getByText('该回复已被作者删除').waitFor()
    await box.pressSequentially('还没想好')
    expect(await writtenReply(page)).toBe(`${HALF}还没想好`)
    // The box keeps its place on the screen, whatever was inserted above it.
    expect(Math.abs((await topOfBox()) - top)).toBeLessThan(2)
    await context.close()
  })
})

describe('a half-written thread', () => {
  const title = (page: Page) => page.getByRole('textbox', { name: '标题' })
  const content = (page: Page) => page.getByRole('textbox', { name: '内容' })
  const fill = async (page: Page) => {
    await title(page).fill('求问搬家公司')
    await content(page).fill(HALF)
  }
  const expectIt = async (page: Page) => {
    await title(page).waitFor()
    expect(await title(page).inputValue()).toBe('求问搬家公司')
    expect(await content(page).inputValue()).toBe(HALF)
    await expect.poll(() => page.getByRole('combobox', { name: '版块' }).inputValue(), patiently).toBe('3')
  }

  it('restores a half-written thread after a reload, navigation and a closed tab, until it is posted', async () => {
    const { page, context } = await writer()
    await page.goto('/new-thread/3')
    await fill(page)
    await page.reload()
    await expectIt(page)
    await page.getByRole('link', { name: '热门话题' }).click()
    await page.waitForURL('**/hot')
    await page.goBack()
    await expectIt(page)
    await page.close()

    const next = await context.newPage()
    await next.goto('/new-thread/3')
    await expectIt(next)
    await next.getByRole('button', { name: '发表主题' }).click()
    await next.getByRole('heading', { level: 1, name: '求问搬家公司' }).waitFor()
    await next.goto('/new-thread/3')
    await title(next).waitFor()
    expect(await title(next).inputValue()).toBe('')
    expect(await content(next).inputValue()).toBe('')
    await context.close()
  })

  it('restores a half-written thread after a 401 and signing in again', async () => {
    const { page, context, person } = await writer()
    await keepFromSockets(page)
    await page.goto('/new-thread/3')
    await fill(page)
    await endSessionAt(page, '/threads', person)
    await page.getByRole('button', { name: '发表主题' }).click()
    await page.waitForURL(`${community.url}/`)
    await signIn(page, person)
    await page.waitForURL('**/new-thread/3')
    await expectIt(page)
    await context.close()
  })

  it('restores a half-written thread after the session was ended from elsewhere', async () => {
    const { page, context, person } = await writer()
    await page.goto('/new-thread/3')
    await isLive(page)
    await fill(page)
    const letAsk = await keepFromAskingAsMember(page)
    await community.call('POST', '/auth/logout', person)
    await loginScreen(page)
    await letAsk()
    await signIn(page, person)
    await page.waitForURL('**/new-thread/3')
    await expectIt(page)
    await context.close()
  })
})

it('offers an unfinished edit in a bar after a reload, until it is cancelled', async () => {
  const { page, context, person } = await writer()
  const ownReply = await community.reply(person, threadId, '第一版')
  await page.goto(`/threads/${threadId}`)
  await postNumbered(page, ownReply.number).getByRole('button', { name: '编辑' }).click()
  const box = postEditor(page).getByRole('textbox', { name: '内容' })
  await box.fill('第二版，还没')
  await page.reload()
  await page.getByRole('button', { name: `草稿 · 修改 ${ownReply.number} 楼` }).click()
  expect(await box.inputValue()).toBe('第二版，还没')
  await postEditor(page).getByRole('button', { name: '取消' }).click()
  await postNumbered(page, ownReply.number).getByText('第一版').waitFor()
  await page.reload()
  await postNumbered(page, ownReply.number).getByText('第一版').waitFor()
  expect(await page.getByRole('button', { name: /草稿 · 修改/ }).count()).toBe(0)
  await context.close()
})

describe('a draft in two tabs', () => {
  const send = (page: Page) => page.getByRole('button', { name: '发表回复' }).click()
  const another = async (there: Awaited<ReturnType<typeof writer>>, path: string) => {
    const page = await there.context.newPage()
    await page.goto(path)
    return page
  }

  it('sends a draft once, whichever tabs send it, and empties it in both', async () => {
    const ownThread = await community.startThread(other, '两个标签页', '开头')
    const there = await writer()
    const { page, context } = there
    await page.goto(`/threads/${ownThread}`)
    const second = await another(there, `/threads/${ownThread}`)
    await isLive(second)
    await replyBox(page).fill(HALF)
    await expect.poll(() => writtenReply(second), patiently).toBe(HALF)
    await Promise.all([send(page), send(second)])
    await expect.poll(() => Promise.all([page, second].map(writtenReply)), patiently).toEqual(['', ''])
    await postNumbered(second, 2).getByText(HALF).waitFor()
    // A second post would have arrived before this one.
    await community.reply(other, ownThread, '看到了')
    await postNumbered(second, 3).getByText('看到了').waitFor()
    await context.close()
  })

  it('keeps both versions of a draft that two tabs write until the writer chooses one', async () => {
    const there = await halfWay()
    const { page, context } = there
    await page.getByText('草稿已保存').waitFor()
    const second = await another(there, `/threads/${threadId}`)
    await expect.poll(() => writtenReply(second), patiently).toBe(HALF)
    await replyBox(second).fill('换个说法')
    for (const [tab, text] of [
      [page, '换个说法'],
      [second, HALF],
    ] as const) {
      await tab.getByText(`另一个标签页或设备上写了不同的：${text}`).waitFor()
    }
    expect(await writtenReply(page)).toBe(HALF)
    await page.getByRole('button', { name: '换成那份' }).click()
    expect(await writtenReply(page)).toBe('换个说法')
    await page.getByRole('button', { name: '不要那份' }).click()
    await second.getByRole('button', { name: '不要那份' }).waitFor({ state: 'detached' })
    expect(await writtenReply(second)).toBe('换个说法')
    await context.close()
  })

  it('goes on with a reply on another device, keeps both of two texts, and empties it everywhere once sent', async () => {
    const { page: desk, context, person } = await halfWay()
    const ON_ACCOUNT = '草稿已保存，其他设备上也能接着写'
    /** The reader turns to a device. */
    const turnTo = (page: Page) => page.evaluate(() => dispatchEvent(new Event('focus')))
    await desk.getByText(ON_ACCOUNT).waitFor()
    const phone = await forum.open(person, { screen: PHONE })
    await phone.page.goto(`/threads/${threadId}`)
    await expect.poll(() => writtenReply(phone.page), patiently).toBe(HALF)
    await replyBox(phone.page).fill(`${HALF}在于自己。`)
    await phone.page.getByText(ON_ACCOUNT).waitFor()
    const turned = async () => {
      await turnTo(desk)
      return writtenReply(desk)
    }
    await expect.poll(turned, patiently).toBe(`${HALF}在于自己。`)

    // Both go on writing while one of them has no line.
    await phone.context.setOffline(true)
    await replyBox(phone.page).fill('手机上换了个说法')
    // Stored before the other device is back.
    const isStored = desk.waitForResponse(
      (response) => response.request().method() === 'PUT' && response.ok(),
    )
    await replyBox(desk).fill('电脑上也换了')
    await isStored
    await phone.context.setOffline(false)
    await phone.page.getByText('另一个标签页或设备上写了不同的：电脑上也换了').waitFor()
    expect(await writtenReply(phone.page)).toBe('手机上换了个说法')
    await phone.page.getByRole('button', { name: '不要那份' }).click()
    await expect.poll(turned, patiently).toBe('手机上换了个说法')
    await desk.getByRole('button', { name: '发表回复' }).click()
    await expect.poll(() => writtenReply(desk), patiently).toBe('')
    const afterReturn = async () => {
      await turnTo(phone.page)
      return writtenReply(phone.page)
    }
    await expect.poll(afterReturn, patiently).toBe('')
    await Promise.all([context.close(), phone.context.close()])
  })

  it('empties the draft of a thread in every tab once it is started', async () => {
    const there = await writer()
    const { page, context } = there
    await page.goto('/new-thread/3')
    await page.getByRole('textbox', { name: '标题' }).fill('两边都写着的主题')
    await page.getByRole('textbox', { name: '内容' }).fill(HALF)
    const second = await another(there, '/new-thread/3')
    const title = second.getByRole('textbox', { name: '标题' })
    await expect.poll(() => title.inputValue(), patiently).toBe('两边都写着的主题')
    await page.getByRole('button', { name: '发表主题' }).click()
    await page.waitForURL(/\/threads\/\d+/)
    await expect.poll(() => title.inputValue(), patiently).toBe('')
    await context.close()
  })
})
