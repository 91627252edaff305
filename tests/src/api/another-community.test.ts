import { readdirSync, readFileSync } from 'node:fs'
import { NAMED_FILES } from '@forum/http-api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startAnotherApi, startTestForum, type TestForum, type TestMember } from '../fixtures/forum'
import { PushReceiver } from '../fixtures/push-receiver'
import { startSmtp } from '../fixtures/smtp'

/** Matches the subjects of the demo and the configured name. */
const DEMO = /华人|海外|移民|签证|意见反馈|军事|3 号版|板块 3|overseas|immigra|visa|测试论坛|#a82a1e/i
/** The same where texts are written: the seal stands for itself, but 精华 is a word of every forum. */
const DEMO_TEXT = new RegExp(
  `${DEMO.source}|(?<!精)华|H-?1B|绿卡|/boards/\\d|(?<!example)\\.(?:com|org|net|cn)\\b`,
  'i',
)
const root = new URL('../../../', import.meta.url)
/** The tables of texts: of the page, and of errors, mails and push messages. */
const tables = [
  ...readdirSync(new URL('web/src/', root), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.texts.ts'))
    .map((name) => `web/src/${name}`),
  ...readdirSync(new URL('shared/src/bilingual/', root), { encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => `shared/src/bilingual/${name}`),
]
const built = (name: string) => readFileSync(new URL(`../../../web/${name}`, import.meta.url), 'utf8')

let forum: TestForum
let page: Awaited<ReturnType<typeof startAnotherApi>>
let smtp: Awaited<ReturnType<typeof startSmtp>>
let receiver: PushReceiver
let admin: TestMember
let xiaoli: TestMember

beforeAll(async () => {
  smtp = await startSmtp()
  receiver = await new PushReceiver().start()
  forum = await startTestForum({
    boards: false,
    config: { mail: { url: smtp.url, from: 'forum@example.com' } },
    pushNetwork: receiver.network,
  })
  admin = await forum.member('zongguan', 'admin')
  xiaoli = await forum.member('xiaoli')
  const footer = { text: '周二休馆', links: [{ label: '沪ICP备0号', url: 'https://beian.miit.gov.cn/' }] }
  const identity = { name: '岩点攀岩社', accent: '#1f6f43', description: '一起爬墙', contact: '前台', footer }
  await forum.request.put('/api/admin/site').set(admin.headers).send(identity).expect(200)
  const board = { name: 'Gyms', name_zh: '岩馆', description: 'Where to climb', description_zh: '去哪里爬' }
  await forum.request.post('/api/boards').set(admin.headers).send(board).expect(201)
  await forum.thread(xiaoli, 1, '周末去哪')
  await forum.settle()
  page = await startAnotherApi(forum.uri, {
    page: { shell: built('index.html'), headers: {}, icons: {} },
    files: forum.files,
  })
  await page.api.start()
})
afterAll(async () => {
  await page.stop()
  await forum.stop()
  await smtp.stop()
  await receiver.stop()
})

it('speaks of another community in every page, feed, preview and error', async () => {
  const paths = [
    ...['/', '/boards', '/boards/1', '/hot', '/search?q=x', '/category/general', '/threads/1'],
    ...['/latest', '/latest?list=open', '/terms', '/privacy', '/help', '/users/99', '/boards/99'],
    ...['/.well-known/security.txt', '/api/boards/popular', '/api/stats', '/api/threads', '/api/users/2'],
    ...['/users/2', '/threads/99', '/sitemap.xml', '/robots.txt', '/site.css', '/favicon.svg'],
    ...['/favicon-unread.svg', '/api/docs', '/api/openapi.json', '/api/feed.xml', '/api/boards/1/feed.xml'],
    ...['/api/site', '/api/pages/terms', '/api/pages/privacy', '/api/pages/help', '/api/announcement'],
    ...['/api/announcements', '/api/categories', '/api/boards', '/api/auth/forgot', '/api/threads/99'],
    ...['/api/auth/me', '/api/none', '/api/search?q=', '/complaint', '/api/mail/unsubscribe?token=x'],
  ]
  for (const language of ['zh', 'en']) {
    for (const path of paths) {
      const { text, body } = await page.request.get(path).set('Accept-Language', language)
      const content = text ?? String(body)
      expect(content, path).not.toBe('')
      expect(content.match(DEMO)?.[0], `${path} in ${language}`).toBeUndefined()
    }
  }
  const home = (await page.request.get('/')).text
  for (const says of ['岩点攀岩社', '一起爬墙', '>岩</span>', '/site.css']) expect(home).toContain(says)
})

it('has no name of a forum in the files that operators deploy', () => {
  const files = readdirSync(new URL('infra/deploy/', root), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`)
  expect(files.length).toBeGreaterThan(3)
  // The name of the image is that of the program.
  const textOf = (name: string) => readFileSync(name, 'utf8').replaceAll('overseas-forum', '')
  expect(files.flatMap((name) => textOf(name).match(DEMO)?.[0] ?? [])).toEqual([])
})

it('has no text in either language that names one forum, its boards or its address', () => {
  expect(tables.length).toBeGreaterThan(100)
  const named = tables.flatMap((name) =>
    readFileSync(new URL(name, root), 'utf8')
      .split('\n')
      .filter((line) => DEMO_TEXT.test(line.replaceAll('意见反馈版', '')))
      .map((line) => `${name}: ${line.trim()}`),
  )
  expect(named).toEqual([])
})

it('speaks of it in the installed app', () => {
  for (const [path, file] of [
    ['/index.html', 'index.html'],
    ['/manifest.webmanifest', 'public/manifest.webmanifest'],
  ] as const) {
    const written = NAMED_FILES[path]?.(built(file), page.api.site()) ?? ''
    expect(written, path).toContain('岩点攀岩社')
    expect(written.match(DEMO)?.[0], path).toBeUndefined()
  }
})

it('speaks of it in mails and push messages', async () => {
  await forum.request.post('/api/auth/forgot').send({ username: 'xiaoli' }).expect(204)
  const mail = await smtp.mailTo('xiaoli@example.com')
  expect(mail.text).toContain('岩点攀岩社')
  const whole = [mail.text, mail.html, ...mail.headers.values()].join('\n')
  expect(whole.match(DEMO)?.[0]).toBeUndefined()
  const subscribe = forum.request.post('/api/push/subscriptions').set(xiaoli.headers)
  await subscribe.send(receiver.subscription('/phone')).expect(201)
  const reply = { threadId: 1, content: '去岩点' }
  await forum.request.post('/api/posts').set(admin.headers).send(reply).expect(201)
  await forum.settle()
  await expect.poll(() => receiver.received.length).toBeGreaterThan(0)
  expect(JSON.stringify(receiver.received).match(DEMO)?.[0]).toBeUndefined()
})
