import type { Locator } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { patiently, postEditor, postNumbered } from '../fixtures/browser'
import { type Community, type Person } from '../fixtures/community'
import { visitForum, type VisitedForum } from '../fixtures/visited'

/** A board that no other file writes to. */
const BOARD = 122

let forum: VisitedForum
let community: Community
let writer: Person
let other: Person

beforeAll(async () => {
  forum = await visitForum()
  ;({ community } = forum)
  writer = await community.register('tupianxiaoli', '小李')
  other = await community.register('tupianlaowang', '老王')
})
afterAll(() => forum?.stop())

const png = (colour: string) =>
  sharp({ create: { width: 400, height: 300, channels: 3, background: colour } })
    .png()
    .toBuffer()

/** A photo with detail, as a camera stores it. */
const photo = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#777',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .blur(3)
    .jpeg({ quality: 98 })
    .toBuffer()

/** Pastes a picture into a text. */
async function paste(box: Locator, name: string, colour: string): Promise<void> {
  const bytes = [...(await png(colour))]
  await box.evaluate(
    (element, given) => {
      const data = new DataTransfer()
      data.items.add(new File([new Uint8Array(given.bytes)], given.name, { type: 'image/png' }))
      element.dispatchEvent(
        new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: data }),
      )
    },
    { bytes, name },
  )
}
const isShown = (picture: Locator) =>
  expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth), patiently).toBe(400)

/** Uploads a picture and attaches it to a new reply, outside its text. */
async function replyWithPicture(threadId: number, content: string): Promise<number> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(await png('#2b6cb5'))], { type: 'image/png' }), '旧的.png')
  const uploaded = await fetch(`${community.url}/api/attachments`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${writer.token}` },
    body: form,
  })
  const { attachment } = (await uploaded.json()) as { attachment: { id: number } }
  const { post } = await community.call<{ post: { number: number } }>('POST', '/posts', writer, {
    threadId,
    content,
    attachmentIds: [attachment.id],
  })
  return post.number
}

it('places a pasted picture at the caret, previews the finished post, and lists other files', async () => {
  const threadId = await community.startThread(other, '图文混排', '开头', BOARD)
  const { page, context, troubles } = await forum.open(writer)
  await page.goto(`/threads/${threadId}`)
  const box = page.getByRole('textbox', { name: '快速回复' })
  await box.fill(`前面 @${other.username}`)
  await paste(box, '阳台.png', '#b5442b')
  // Writing goes on during the upload.
  await page.keyboard.type('\n后面')
  await page.getByRole('button', { name: '移除 阳台.png' }).waitFor()
  await expect
    .poll(() => box.inputValue(), patiently)
    .toMatch(new RegExp(`^前面 @${other.username}\\n\\[图片 阳台\\.png\\]\\n+后面$`))
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: '说明.txt', mimeType: 'text/plain', buffer: Buffer.alloc(3 * 1_024, 'x') })
  await page.getByRole('button', { name: '移除 说明.txt' }).waitFor()

  await page.getByRole('button', { name: '预览' }).click()
  const preview = page.getByRole('region', { name: '预览' })
  await isShown(preview.locator('.markup img'))
  await preview.getByRole('link', { name: `@${other.username}` }).waitFor()
  await preview.getByText('说明.txt').waitFor()
  expect(await preview.getByText('阳台.png').count()).toBe(0)

  await page.getByRole('button', { name: '发表回复' }).click()
  const post = postNumbered(page, 2)
  await isShown(post.locator('.markup img'))
  expect((await post.locator('.markup').innerText()).replace(/\s+/g, ' ').trim()).toBe(
    `前面 @${other.username} 后面`,
  )
  expect(await post.locator('.attachments li').allInnerTexts()).toEqual([
    expect.stringMatching(/说明\.txt\s+3 KB/),
  ])
  expect(troubles).toEqual([])
  await context.close()
})

it('adds, moves and removes the pictures of a post in an edit', async () => {
  const threadId = await community.startThread(writer, '编辑里的图', '开头', BOARD)
  const number = await replyWithPicture(threadId, '第一行\n第二行')
  const { page, context, troubles } = await forum.open(writer)
  await page.goto(`/threads/${threadId}`)
  const post = postNumbered(page, number)
  await post.locator('.attachments').getByText('旧的.png').waitFor()
  await post.getByRole('button', { name: '编辑' }).click()
  const editor = postEditor(page)
  const isUploaded = editor.getByRole('button', { name: '移到光标处 新的.png' })
  const box = editor.getByRole('textbox', { name: '内容' })
  await editor.getByRole('button', { name: '移除 旧的.png' }).waitFor()
  await box.evaluate((area: HTMLTextAreaElement) => {
    area.setSelectionRange(3, 3)
  })
  await paste(box, '新的.png', '#b5442b')
  await expect.poll(() => box.inputValue(), patiently).toBe('第一行\n[图片 新的.png]\n第二行')
  // Moved to the end, and the old one removed.
  await isUploaded.waitFor()
  await box.press('ControlOrMeta+End')
  await isUploaded.click()
  expect(await box.inputValue()).toBe('第一行\n第二行\n[图片 新的.png]\n')
  await editor.getByRole('button', { name: '移除 旧的.png' }).click()
  await editor.getByRole('button', { name: '保存' }).click()
  await isShown(post.locator('.markup img'))
  expect(await post.locator('.attachments').count()).toBe(0)
  await page.reload()
  await isShown(post.locator('.markup img'))

  // Removing a picture from the list removes it from the text.
  await post.getByRole('button', { name: '编辑' }).click()
  await editor.getByRole('button', { name: '移除 新的.png' }).click()
  expect(await box.inputValue()).toMatch(/^第一行\n第二行\n?$/)
  await editor.getByRole('button', { name: '保存' }).click()
  await expect.poll(() => post.locator('img').count(), patiently).toBe(0)
  expect(troubles).toEqual([])
  await context.close()
})

it('keeps several pictures in the order in which they were chosen, whichever is uploaded first', async () => {
  const threadId = await community.startThread(writer, '几张图', '开头', BOARD)
  const { page, context, troubles } = await forum.open(writer)
  await page.goto(`/threads/${threadId}`)
  let letHeld: () => void = () => undefined
  const others = new Promise<void>((resolve) => (letHeld = resolve))
  await page.route(
    '**/api/attachments',
    async (route) => {
      await others
      await route.continue()
    },
    { times: 1 },
  )
  const box = page.getByRole('textbox', { name: '快速回复' })
  await box.fill('三张')
  const colours = { '一.png': '#b5442b', '二.png': '#2b6cb5', '三.png': '#2bb56c' }
  await page.locator('input[type=file]').setInputFiles(
    await Promise.all(
      Object.entries(colours).map(async ([name, colour]) => ({
        name,
        mimeType: 'image/png',
        buffer: await png(colour),
      })),
    ),
  )
  const named = '三张\n[图片 一.png]\n[图片 二.png]\n[图片 三.png]\n'
  expect(await box.inputValue()).toBe(named)
  // Whichever the browser sent first arrives last.
  const uploaded = () => page.getByRole('button', { name: /^移到光标处/ }).count()
  await expect.poll(uploaded, patiently).toBe(2)
  letHeld()
  await expect.poll(uploaded, patiently).toBe(3)
  expect(await box.inputValue()).toBe(named)
  expect(await page.locator('.composer-file-name').allInnerTexts()).toEqual(Object.keys(colours))

  await page.getByRole('button', { name: '发表回复' }).click()
  const pictures = postNumbered(page, 2).locator('.markup img')
  await pictures.nth(2).waitFor()
  const { posts } = await community.call<{
    posts: { content: string; attachments: { url: string; originalName: string }[] }[]
  }>('GET', `/threads/${threadId}`, writer)
  const { content, attachments } = posts.at(-1)!
  expect(attachments.map(({ originalName }) => originalName)).toEqual(Object.keys(colours))
  expect(content).toBe(
    ['三张', ...attachments.map(({ url }) => `[img]${community.url}${url}[/img]`)].join('\n'),
  )
  expect(troubles).toEqual([])
  await context.close()
})

it('reduces a large photo before it is uploaded, and uploads the original on request', async () => {
  const threadId = await community.startThread(other, '大照片', '开头', BOARD)
  const { page, context, troubles } = await forum.open(writer)
  await page.goto(`/threads/${threadId}`)
  const buffer = await photo(3_200, 2_400)
  await page.locator('input[type=file]').setInputFiles({ name: '山.jpg', mimeType: 'image/jpeg', buffer })
  const original = page.getByRole('button', { name: '传原图 山.jpg' })
  await original.waitFor()
  const widthOf = async () => {
    const url = await page.locator('.composer-file-picture').getAttribute('src')
    const response = await page.request.get(url!.replace(/\?.*/, ''))
    return (await sharp(await response.body()).metadata()).width
  }
  expect(await widthOf()).toBe(2_560)
  await original.click()
  await original.waitFor({ state: 'detached' })
  expect(await widthOf()).toBe(3_200)
  const box = page.getByRole('textbox', { name: '快速回复' })
  await expect.poll(() => box.inputValue(), patiently).toContain('[图片 山.jpg (2)]')

  // A line about the picture is asked for, and is what says what it shows.
  await page.getByText('给图片写一句说明').waitFor()
  await page.getByRole('button', { name: '写说明 山.jpg (2)' }).click()
  await page.keyboard.type('日出时的山')
  await page.getByText('给图片写一句说明').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '发表回复' }).click()
  await postNumbered(page, 2).getByRole('img', { name: '日出时的山' }).waitFor()
  await postNumbered(page, 2).locator('figcaption').getByText('日出时的山').waitFor()
  expect(troubles).toEqual([])
  await context.close()
})

it('shows three and more pictures side by side, and steps through those of the whole thread', async () => {
  const threadId = await community.startThread(other, '好多图', '开头', BOARD)
  const images = async (colours: readonly string[]) => {
    const files: { id: number; url: string }[] = []
    for (const colour of colours)
      files.push(await community.upload(other, `${colour}.png`, await png(colour)))
    return {
      content: files.map(({ url }) => `[img]${community.url}${url}[/img]`).join('\n'),
      attachmentIds: files.map(({ id }) => id),
    }
  }
  const first = await images(['#b5442b', '#2b6cb5', '#2bb56c'])
  await community.call('POST', '/posts', other, { threadId, ...first })
  await community.call('POST', '/posts', other, { threadId, ...(await images(['#6c2bb5'])) })
  const { page, context, troubles } = await forum.open(writer)
  await page.goto(`/threads/${threadId}`)
  const gallery = postNumbered(page, 2).locator('.gallery')
  await gallery.waitFor()
  const tops = await gallery
    .locator('.picture')
    .evaluateAll((pictures) => pictures.map((picture) => Math.round(picture.getBoundingClientRect().top)))
  expect([tops.length, new Set(tops).size]).toEqual([3, 1])
  await gallery.locator('.picture').nth(2).click()
  const viewer = page.getByRole('dialog', { name: '查看图片' })
  await viewer.getByText('3 / 4').waitFor()
  await page.keyboard.press('ArrowRight')
  await viewer.getByText('4 / 4').waitFor()
  await page.keyboard.press('Escape')
  await viewer.waitFor({ state: 'detached' })
  expect(troubles).toEqual([])
  await context.close()
})

it('shows the pictures of a board for some to a member who comes by the address of a thread', async () => {
  const threadId = await community.startThread(other, '内部照片', '开头', BOARD)
  await replyWithPicture(threadId, '只给自己人看')
  const boss = community.as(await community.signIn('zongguan'))
  await boss.call('updateBoard', { boardId: BOARD, access: { see: 'members' } })
  onTestFinished(async () => {
    await boss.call('updateBoard', { boardId: BOARD, access: { see: 'everyone' } })
  })
  const { page, context } = await forum.open(other)
  await page.goto(`/threads/${threadId}`)
  await isShown(postNumbered(page, 2).locator('.attachments img'))
  await context.close()
})
