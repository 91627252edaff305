import { type Browser, type Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserOf, postNumbered, patiently, standsStill, type BrowserOf } from '../fixtures/browser'
import { closePages, DESK, openBrowser, PHONE } from '../fixtures/chromium'
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
          // The Finder of macOS copies the name of a file as text.
          if (given.kind === 'paste') data.setData('text/plain', 'paste.png')
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

  /** Types a guide as Markdown, with a pasted part, into the text that has the focus. */
  const typeGuide = async (page: Page) => {
    const { keyboard } = page
    await keyboard.type('## 材料\n')
    await keyboard.type('- 护照\n照片\n\n')
    await keyboard.type('## 费用\n| 项目 | 费用 |\n|---|---|\n| 律师 | 5,000 |\n\n')
    await keyboard.type('```ts\nconst fee = 5_000\n```\n')
    await page.evaluate(() => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/html', '<h2>时间线</h2><p>三月<b>开始</b></p>')
      clipboardData.setData('text/plain', '时间线 三月开始')
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }),
      )
    })
  }

  it('turns Markdown and a copied page into a guide, and back with one key', async () => {
    const { page, context, troubles } = await open()
    const box = page.getByRole('textbox', { name: '快速回复' })
    await box.click()
    await page.keyboard.type('## 材料\n')
    expect(await box.inputValue()).toBe('[h2]材料[/h2]\n')
    await page.keyboard.press('Control+z')
    expect(await box.inputValue()).toBe('## 材料\n')
    await box.fill('')
    await page.keyboard.type('**重要**')
    expect(await box.inputValue()).toBe('[b]重要[/b]')
    await page.keyboard.press('Backspace')
    expect(await box.inputValue()).toBe('**重要**')
    await box.fill('')
    // An input method composes the same characters.
    const composing = await context.newCDPSession(page)
    await composing.send('Input.imeSetComposition', { text: '**ni**', selectionStart: 6, selectionEnd: 6 })
    expect(await box.inputValue()).toBe('**ni**')
    await composing.send('Input.insertText', { text: '你' })
    expect(await box.inputValue()).toBe('你')
    await box.fill('')
    await typeGuide(page)
    expect(await box.inputValue()).toBe(
      '[h2]材料[/h2]\n[list]\n[*] 护照\n[*] 照片\n[/list]\n[h2]费用[/h2]\n[table]\n[tr][th]项目[/th][th]费用[/th][/tr]\n[tr][td]律师[/td][td]5,000[/td][/tr]\n[/table]\n[code=ts]\nconst fee = 5_000\n[/code]\n[h2]时间线[/h2]\n\n三月[b]开始[/b]',
    )
    await box.fill('')
    expect(troubles).toEqual([])
    await context.close()
  })

  it.each([
    ['beside its opening post on a desk', DESK, '台式'],
    ['folded above it on a phone', PHONE, '手机'],
  ])('writes a guide, whose contents are %s, and finds it with other words', async (_, screen, onScreen) => {
    const { page, context, troubles } = await browserOf(browser, url, writer, { screen })
    await page.goto('/new-thread/3')
    await page.getByLabel('标题').fill(`${onScreen}菠萝居没抽中`)
    await page.getByRole('textbox', { name: '内容' }).click()
    await typeGuide(page)
    await page.keyboard.type('\n\n表格见 https://www.uscis.gov/i-129 ，谢谢\n')
    const pictures = ['一', '二', '三', '四', '五', '六'].map((name) => `${name}.png`)
    await page
      .locator('input[type=file]')
      .setInputFiles(await Promise.all(pictures.map((name) => picture(name))))
    for (const name of pictures) await page.getByRole('button', { name: `移除 ${name}` }).waitFor()
    await page.getByRole('button', { name: '发表主题' }).click()
    const post = postNumbered(page, 1)
    await post.getByRole('columnheader', { name: '费用' }).waitFor()
    expect(await post.locator('.markup img').count()).toBe(pictures.length)
    expect(await post.locator('.markup').getByRole('link', { name: /uscis/ }).count()).toBe(1)
    expect(await post.locator('pre[data-language=ts]').textContent()).toBe('const fee = 5_000')
    const contents = page.getByRole('navigation', { name: '目录' })
    if (screen === PHONE) await contents.locator('summary').click()
    await contents.getByRole('link', { name: '时间线' }).click()
    const heading = post.getByRole('heading', { name: '时间线' })
    expect(new URL(page.url()).hash).toBe(`#${await heading.getAttribute('id')}`)
    await expect
      .poll(() => heading.evaluate((one) => one.getBoundingClientRect().top < innerHeight))
      .toBe(true)
    // The page itself never scrolls sideways.
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await page.goto(`/search?${new URLSearchParams({ q: `${onScreen}菠萝居落签怎么办` }).toString()}`)
    const near = page.getByRole('region', { name: /^没有完全一致的，这些接近/ })
    await near.getByRole('link', { name: `${onScreen}菠萝居没抽中`, exact: true }).waitFor()
    expect(troubles).toEqual([])
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
