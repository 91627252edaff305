import { type Browser } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserOf, postNumbered, patiently, standsStill, type BrowserOf } from '../fixtures/browser'
import { closePages, openBrowser, PHONE } from '../fixtures/chromium'
import { Community, type Person } from '../fixtures/community'
import { borrowForum, returnForum } from '../fixtures/shared'

/** Names that only this file uses in the shared forum. */
const RUN = Math.random().toString(36).slice(2, 8)

describe('the composer', () => {
  let browser: Browser
  let url: string
  let community: Community
  let writer: Person
  let other: Person
  let threadId: number

  beforeAll(async () => {
    ;[browser, url] = await Promise.all([openBrowser(), borrowForum()])
    community = new Community(url)
    writer = await community.register(`xie${RUN}`, '写手')
    other = await community.register(`lao${RUN}`, '隔壁老王')
    threadId = await community.startThread(other, '写点什么')
  })
  afterAll(async () => {
    await closePages(browser)
    await returnForum(url)
  })

  const open = async (visit: Parameters<typeof browserOf>[3] = {}): Promise<BrowserOf> => {
    const visitor = await browserOf(browser, url, writer, visit)
    await visitor.page.goto(`/threads/${threadId}`)
    await visitor.page.getByRole('textbox', { name: '快速回复' }).waitFor()
    return visitor
  }
  const picture = async (name: string, width = 900, height = 600) => ({
    name,
    mimeType: 'image/png',
    buffer: await sharp({ create: { width, height, channels: 3, background: '#b5442b' } })
      .png()
      .toBuffer(),
  })

  it('formats text, completes a name by its pronunciation, attaches chosen, pasted and dropped files, and sends all of it', async () => {
    const { page, context, troubles } = await open()
    const box = page.getByRole('textbox', { name: '快速回复' })
    await box.fill('很好')
    await box.selectText()
    await page.keyboard.press('Control+b')
    await page.keyboard.press('End')
    expect(await box.inputValue()).toBe('[b]很好[/b]')
    await page.keyboard.press('Control+z')
    expect(await box.inputValue()).toBe('很好')
    await page.keyboard.press('Control+y')
    await page.keyboard.press('End')
    await page.keyboard.type(' @gebi')
    await page.getByRole('option', { name: /隔壁老王/ }).waitFor()
    await page.keyboard.press('Enter')
    expect(await box.inputValue()).toBe(`[b]很好[/b] @lao${RUN} `)

    await page
      .locator('input[type=file]')
      .setInputFiles([
        await picture('选的.png'),
        { name: '坏的.png', mimeType: 'image/png', buffer: Buffer.from('<svg onload=1>') },
      ])
    await page.getByRole('button', { name: '移除 选的.png' }).waitFor()
    await page.getByRole('alert').getByText('不支持的内容类型').waitFor()
    await box.press('Control+Enter')
    await page.getByText('有文件没有上传成功').waitFor()
    await page.getByRole('button', { name: '移除 坏的.png' }).click()
    const bytes = [...(await picture('x')).buffer]
    for (const kind of ['paste', 'drop']) {
      await box.evaluate(
        (element, given) => {
          const data = new DataTransfer()
          data.items.add(new File([new Uint8Array(given.bytes)], `${given.kind}.png`, { type: 'image/png' }))
          const init = { bubbles: true, cancelable: true }
          element.dispatchEvent(
            given.kind === 'paste'
              ? new ClipboardEvent('paste', { ...init, clipboardData: data })
              : new DragEvent('drop', { ...init, dataTransfer: data }),
          )
        },
        { bytes, kind },
      )
      await page.getByRole('button', { name: `移除 ${kind}.png` }).waitFor()
    }
    await page.getByRole('button', { name: '移除 paste.png' }).click()
    // The files belong to the draft.
    await page.reload()
    await page.getByRole('button', { name: '移除 drop.png' }).waitFor()
    await page.getByRole('button', { name: '预览' }).click()
    await page.locator('.composer-preview strong').getByText('很好').waitFor()
    await page.getByRole('button', { name: '继续编辑' }).click()
    // The next key belongs to the text.
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA')
    await page.keyboard.press('Control+Enter')
    const post = postNumbered(page, 2)
    await post.waitFor()
    expect(await post.locator('.markup img').count()).toBe(2)
    expect(await post.getByRole('link', { name: `@lao${RUN}` }).getAttribute('href')).toBe(
      `/users/${other.id}`,
    )
    await expect
      .poll(
        () =>
          post
            .locator('.markup img')
            .first()
            .evaluate((img: HTMLImageElement) => img.naturalWidth),
        patiently,
      )
      .toBeGreaterThan(0)
    expect(troubles.filter((trouble) => !trouble.includes('415'))).toEqual([])
    await context.close()
  })

  it('shows how far an upload is, takes it back, and says so when it stalls', async () => {
    const { page, context } = await open()
    const choose = (name: string, kilobytes: number) =>
      page
        .locator('input[type=file]')
        .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.alloc(kilobytes * 1_024, 'x') })
    const devtools = await context.newCDPSession(page)
    const limitTo = (uploadThroughput: number) =>
      devtools.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput,
      })
    await devtools.send('Network.enable')
    await limitTo(200 * 1_024)
    await choose('大的.txt', 4_000)
    await page.getByText(/^上传中 [1-9]\d?%$/).waitFor()
    await page.getByRole('button', { name: '取消上传 大的.txt' }).click()
    await page.getByText('大的.txt').waitFor({ state: 'detached' })
    await limitTo(-1)

    await page.clock.install()
    await page.route('**/api/attachments', () => undefined)
    await choose('小的.txt', 1)
    await page.getByRole('button', { name: '取消上传 小的.txt' }).waitFor()
    await page.clock.runFor(11_000)
    await page.getByRole('alert').getByText('网络异常，请稍后再试').waitFor()
    await page.unroute('**/api/attachments')
    await page.getByRole('button', { name: '重试', exact: true }).click()
    await page.getByRole('button', { name: '移除 小的.txt' }).click()
    await context.close()
  })

  it('ignores keys while an input method is composing', async () => {
    const { page, context } = await open()
    const box = page.getByRole('textbox', { name: '快速回复' })
    await box.click()
    const devtools = await context.newCDPSession(page)
    await page.keyboard.type('@')
    await page.getByRole('listbox').waitFor()
    await devtools.send('Input.imeSetComposition', { text: 'ni', selectionStart: 2, selectionEnd: 2 })
    await page.getByRole('listbox').waitFor({ state: 'detached' })
    // Keys of an input method arrive as 229.
    for (const key of ['Enter', 'ArrowDown'])
      await devtools.send('Input.dispatchKeyEvent', {
        type: 'rawKeyDown',
        key,
        windowsVirtualKeyCode: 229,
        modifiers: 2,
      })
    await devtools.send('Input.imeSetComposition', { text: '你好', selectionStart: 2, selectionEnd: 2 })
    await devtools.send('Input.insertText', { text: '你好' })
    expect(await box.inputValue()).toBe('@你好')
    expect(await page.locator('article[data-number="3"]').count()).toBe(0)
    await context.close()
  })

  it("puts the toolbar above a phone's keyboard without moving the text", async () => {
    const { page, context } = await open({ screen: PHONE })
    const box = page.getByRole('textbox', { name: '快速回复' })
    await box.tap()
    const bar = page.getByRole('toolbar')
    await bar.waitFor()
    await standsStill(page)
    const before = (await box.boundingBox())?.y
    await page.evaluate(() => {
      const view = visualViewport
      if (!view) return
      Object.defineProperty(view, 'height', { configurable: true, get: () => innerHeight - 320 })
      view.dispatchEvent(new Event('resize'))
    })
    const keyboardTop = PHONE.height - 320
    await expect
      .poll(async () => {
        const at = await bar.boundingBox()
        return at && Math.round(at.y + at.height)
      }, patiently)
      .toBe(keyboardTop)
    expect((await box.boundingBox())?.y).toBe(before)
    await context.close()
  })

  it('quotes the selection, and several posts one after the other', async () => {
    const [first, second] = await community.replies(other, threadId, ['第一句。第二句。', '另一楼'])
    const { page, context } = await open()
    const posts = [postNumbered(page, first?.number ?? 0), postNumbered(page, second?.number ?? 0)] as const
    await posts[0].locator('.markup').evaluate((text) => {
      const range = document.createRange()
      const node = text.querySelector('p')?.firstChild
      if (!node) return
      range.setStart(node, 4)
      range.setEnd(node, 8)
      getSelection()?.removeAllRanges()
      getSelection()?.addRange(range)
    })
    await posts[0].getByRole('button', { name: '引用' }).click()
    await posts[1].getByRole('button', { name: '引用' }).click()
    const written = await page.getByRole('textbox', { name: '快速回复' }).inputValue()
    expect(written).toMatch(/\[quote="隔壁老王" post=\d+\]第二句。\[\/quote\]/)
    expect(written).toContain('另一楼')
    expect(written).not.toContain('第一句')
    await context.close()
  })
})
