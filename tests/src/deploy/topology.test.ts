import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import http2 from 'node:http2'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import type { SiteHealthReport } from '@forum/shared/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { browserOf, isLive, patiently, postNumbered, signIn } from '../fixtures/browser'
import { closePages, openBrowser } from '../fixtures/chromium'
import { Community, type Person } from '../fixtures/community'
import { SteadyLoad } from '../fixtures/steady-load'
import { Topology, type TopologyPart } from '../fixtures/topology'

/** The forum as `infra/deploy` runs it, behind Debian's nginx with TLS. Node and browsers reach it through nginx alone. */
let topology: Topology
let browser: Browser
let community: Community
let members: [Person, Person]
let threadId: number

beforeAll(async () => {
  ;[topology, browser] = await Promise.all([Topology.start(), openBrowser()])
  community = new Community(topology.apis[0].url)
  members = await Promise.all([
    community.register('shuangji1', '双机一'),
    community.register('shuangji2', '双机二'),
  ])
  threadId = await community.startThread(members[0], '两台机器的楼')
})
afterAll(async () => {
  await closePages(browser)
  await topology?.stop()
})

const assetsOf = (page: Buffer) =>
  [...page.toString().matchAll(/"(\/assets\/[^"]+)"/g)].map(([, name]) => name!)

/** Returns the number of sockets that a gateway serves; asked directly, as an operator would. */
async function socketsOf(which: 0 | 1): Promise<number> {
  const response = await fetch(`${topology.gateways[which].url}/api/metrics`)
  return Number(/^forum_gateway_sockets (\d+)$/m.exec(await response.text())?.[1])
}

it('brings a reply with a picture live from one browser to another over TLS', async () => {
  const { url } = topology.nginx
  const [writer, reader] = await Promise.all([browserOf(browser, url), browserOf(browser, url, members[1])])
  await writer.page.goto('/login')
  await signIn(writer.page, members[0])
  await writer.page.getByRole('button', { name: '登录', exact: true }).waitFor({ state: 'detached' })
  await writer.page.goto(`/threads/${threadId}`)
  await isLive(writer.page)
  // The socket of the page before is closed.
  await expect.poll(async () => (await socketsOf(0)) + (await socketsOf(1)), patiently).toBe(1)
  await reader.page.goto(`/threads/${threadId}`)
  await isLive(reader.page)
  // WebSockets are spread over the gateways, so that the reply crosses Redis.
  await expect.poll(() => Promise.all([socketsOf(0), socketsOf(1)]), patiently).toEqual([1, 1])

  const picture = sharp({ create: { width: 400, height: 300, channels: 3, background: '#2b6cb5' } }).png()
  const { page } = writer
  await page.getByRole('textbox', { name: '快速回复' }).fill('隔着两台机器看得见吗')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: '阳台.png', mimeType: 'image/png', buffer: await picture.toBuffer() })
  await page.getByRole('button', { name: '移除 阳台.png' }).waitFor()
  await page.getByRole('button', { name: '发表回复' }).click()
  const seen = postNumbered(reader.page, 2)
  await seen.getByText('隔着两台机器看得见吗').waitFor()
  await expect
    .poll(
      () => seen.locator('img[src*="/api/uploads/"]').evaluate((img: HTMLImageElement) => img.naturalWidth),
      patiently,
    )
    .toBe(400)
  for (const one of [writer, reader]) {
    expect(one.troubles).toEqual([])
    await one.context.close()
  }
})

/** Signs an admin in; returns what reads the health of the site. */
async function siteHealth(): Promise<() => Promise<SiteHealthReport>> {
  const admin = await community.signIn('zongguan')
  return async () =>
    (await community.call<{ health: SiteHealthReport }>('GET', '/admin/health', admin)).health
}

it('lists all four processes on the health page of an admin', async () => {
  const health = await siteHealth()
  const roles = async () =>
    (await health()).processes.map(({ role }) => role).sort((a, b) => a.localeCompare(b))
  await expect.poll(roles, patiently).toEqual(['api', 'api', 'gateway', 'gateway'])
  const { processes, redis, freeBytes, version } = await health()
  expect(processes.filter(({ gaps }) => gaps !== null).map(({ role }) => role)).toEqual([
    'gateway',
    'gateway',
  ])
  expect(new Set(processes.map((one) => one.version))).toEqual(new Set([version]))
  expect(redis).toBe('up')
  expect(freeBytes).toBeGreaterThan(0)
})

const PROTECTIVE = [
  'content-security-policy',
  'referrer-policy',
  'strict-transport-security',
  'x-content-type-options',
  'x-frame-options',
]

it('sends each protective header once with pages, assets, reads and errors of any origin', async () => {
  const { nginx } = topology
  const page = await nginx.request('GET', '/')
  const [asset] = assetsOf(page.body)
  const tooLarge = { headers: { 'Content-Type': 'application/json' }, body: Buffer.alloc(12 * 1024 * 1024) }
  const responses = {
    page,
    asset: await nginx.request('GET', asset!),
    read: await nginx.request('GET', `/api/threads/${threadId}`),
    'missing asset': await nginx.request('GET', '/assets/none.js'),
    'missing endpoint': await nginx.request('GET', '/api/none'),
    'wrong handshake': await nginx.request('GET', '/socket.io/?EIO=4&transport=none'),
    'body of 12 MB': await nginx.request('POST', '/api/posts', tooLarge),
  }
  const statuses = Object.values(responses).map(({ status }) => status)
  expect(statuses).toEqual([200, 200, 200, 404, 404, 400, 413])
  for (const [what, { rawHeaders }] of Object.entries(responses)) {
    const names = rawHeaders.filter((_, i) => i % 2 === 0).map((name) => name.toLowerCase())
    const found = names.filter((name) => PROTECTIVE.includes(name)).sort()
    expect(found, what).toEqual(PROTECTIVE)
  }
})

it('refuses a file above 10 MB in the words of the forum, wherever it is refused', async () => {
  const form = (megabytes: number) => {
    const [head, tail] = [
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n',
      '\r\n--x--\r\n',
    ]
    return Buffer.concat([
      Buffer.from(head),
      Buffer.alloc(Math.floor(megabytes * 1024 * 1024), 'x'),
      Buffer.from(tail),
    ])
  }
  const upload = async (megabytes: number) => {
    const { status, headers, body } = await topology.nginx.request('POST', '/api/attachments', {
      headers: {
        Authorization: `Bearer ${members[0].token}`,
        'Accept-Language': 'zh-CN',
        'Content-Type': 'multipart/form-data; boundary=x',
      },
      body: form(megabytes),
    })
    const { code, message, requestId } = JSON.parse(body.toString()) as Record<string, string>
    return { status, type: headers['content-type'], code, message, hasId: requestId !== undefined }
  }
  const refusal = {
    status: 413,
    type: 'application/json; charset=utf-8',
    code: 'PAYLOAD_TOO_LARGE',
    message: '提交的内容过大',
    hasId: true,
  }
  // The first is refused by the API, the second by nginx.
  expect([await upload(10.1), await upload(12)]).toEqual([refusal, refusal])
})

it('serves readers on the connections of a stranger whose bodies were refused', async () => {
  const { nginx } = topology
  const json = { 'Content-Type': 'application/json' }
  const long = gzipSync(Buffer.alloc(4 * 1024 * 1024, 32))
  const refused: [string, Record<string, string>, Buffer | string][] = [
    ['/api/auth/login', { ...json, 'Content-Encoding': 'gzip' }, long],
    ['/api/auth/login', { ...json, 'Content-Encoding': 'gzip' }, 'no gzip'],
    ['/api/auth/login', { ...json, 'Content-Encoding': 'br' }, 'no brotli'],
    ['/api/auth/login', { ...json, 'Transfer-Encoding': 'chunked' }, Buffer.alloc(1024 * 1024, 32)],
    ['/api/auth/login', { 'Content-Type': 'text/plain' }, Buffer.alloc(1024 * 1024, 32)],
    ['/api/posts', json, Buffer.alloc(1024 * 1024, 32)],
    ['/api/none', json, Buffer.alloc(1024 * 1024, 32)],
    [
      '/api/attachments',
      { 'Content-Type': 'multipart/form-data; boundary=x' },
      Buffer.alloc(1024 * 1024, 32),
    ],
  ]
  const times = Array.from({ length: 8 }, () => refused).flat()
  const statuses = await Promise.all(
    times.map(async ([at, headers, body]) => (await nginx.request('POST', at, { headers, body })).status),
  )
  expect(Math.min(...statuses)).toBeGreaterThanOrEqual(400)
  expect(Math.max(...statuses)).toBeLessThan(500)
  // A browser of an earlier test may have left such a request on leaving a page.
  const before = (await nginx.accessLog()).length
  const reads = await Promise.all(Array.from({ length: 60 }, () => nginx.request('GET', '/api/boards')))
  expect(new Set(reads.map(({ status }) => status))).toEqual(new Set([200]))
  // A request that was held back would have been repeated on the other process.
  const logged = (await nginx.accessLog()).slice(before)
  const lines = logged.filter(({ path: at }) => at === '/api/boards')
  expect(new Set(lines.map(({ upstreamStatus }) => upstreamStatus))).toEqual(new Set(['200']))
})

it('keeps each session of long-polling on one gateway, and spreads readers over both', async () => {
  const { nginx } = topology
  const readers = Array.from({ length: 12 }, (_, i) => `127.0.1.${i + 1}`)
  const polls = async (from: string) => {
    const opened = await nginx.request('GET', '/socket.io/?EIO=4&transport=polling', { from })
    const { sid } = JSON.parse(opened.body.toString().slice(1)) as { sid: string }
    const session = `/socket.io/?EIO=4&transport=polling&sid=${sid}`
    const written = await nginx.request('POST', session, { from, body: '40' })
    const read = await nginx.request('GET', session, { from })
    return [opened.status, written.status, read.status]
  }
  expect(await Promise.all(readers.map(polls))).toEqual(readers.map(() => [200, 200, 200]))
  const lines = (await nginx.accessLog()).filter(({ path: at }) => at === '/socket.io/')
  const gatewaysOf = readers.map((reader) => [
    ...new Set(lines.filter(({ address }) => address === reader).map(({ upstream }) => upstream)),
  ])
  expect(gatewaysOf.map((gateways) => gateways.length)).toEqual(readers.map(() => 1))
  expect(new Set(gatewaysOf.flat()).size).toBe(2)
})

it('passes Upgrade on for sockets alone, and speaks HTTP/2', async () => {
  const { nginx } = topology
  const upgrade = {
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': 'MDEyMzQ1Njc4OWFiY2RlZg==',
  }
  const elsewhere = await nginx.request('GET', '/api/health/live', { headers: upgrade })
  expect([elsewhere.status, elsewhere.headers.upgrade]).toEqual([200, undefined])

  const session = http2.connect(nginx.url, { ca: nginx.certificate })
  onTestFinished(() => session.close())
  const status = await new Promise((resolve, reject) => {
    session.once('error', reject)
    session
      .request({ ':path': '/api/health/ready' })
      .once('response', (headers) => resolve(headers[':status']))
  })
  expect(status).toBe(200)
})

it('gives the forum the address of the reader, whatever the reader claims', async () => {
  const headers = { 'X-Forwarded-For': '203.0.113.7', Origin: 'https://elsewhere.example' }
  // A gateway logs the address whose handshake it refuses.
  await topology.nginx.request('GET', '/socket.io/?EIO=4&transport=polling', { from: '127.0.2.9', headers })
  const logged = () => topology.gateways.map((gateway) => gateway.output()).join('')
  await expect.poll(logged).toContain('handshake refused')
  expect(/"address":"([^"]+)"/.exec(logged())?.[1]).toBe('127.0.2.9')
})

it('serves assets from the cache of nginx in the encoding that the reader accepts', async () => {
  const { nginx } = topology
  const [asset] = assetsOf((await nginx.request('GET', '/')).body)
  const read = async (accepted: string) => {
    const { headers } = await nginx.request('GET', asset!, { headers: { 'Accept-Encoding': accepted } })
    return [headers['content-encoding'], headers['cache-control']]
  }
  const kept = 'public, max-age=31536000, immutable'
  expect([await read('gzip, br'), await read('br;q=1.0, gzip'), await read('gzip')]).toEqual([
    ['br', kept],
    ['br', kept],
    ['gzip', kept],
  ])
  const lines = (await nginx.accessLog()).filter(({ path: at }) => at === asset)
  expect(lines.slice(-3).map(({ cache }) => cache)[1]).toBe('HIT')
})

/** The version of `nextBuild`. */
const NEXT = '99.0.0'

/** A build of the next release: another version, another page, and a script that the running release does not have. */
async function nextBuild(version: string): Promise<string> {
  const root = fileURLToPath(new URL('../../..', import.meta.url))
  const folder = await mkdtemp(path.join(os.tmpdir(), 'next-build-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await cp(path.join(root, '.build'), folder, { recursive: true })
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  const server = path.join(folder, 'server.mjs')
  const program = await readFile(server, 'utf8')
  const parts = program.split(`version: "${version}"`)
  // The version of the manifest of `infra` alone.
  expect(parts).toHaveLength(2)
  await writeFile(server, parts.join(`version: "${NEXT}"`))
  const page = path.join(folder, 'web/index.html')
  await writeFile(
    page,
    (await readFile(page, 'utf8')).replace('</head>', '<meta name="release" content="next" /></head>'),
  )
  await writeFile(path.join(folder, 'web/assets/next-release.js'), 'export {}\n')
  return folder
}

const repliesOf = async (): Promise<number> => {
  const { thread } = await community.call<{ thread: { postCount: number } }>(
    'GET',
    `/threads/${threadId}`,
    null,
  )
  // Without the opening post.
  return thread.postCount - 1
}

/** Expects every acknowledged reply to be in the thread once, with the number that was acknowledged. */
async function expectWritten(written: SteadyLoad['written'], others: number): Promise<void> {
  const there = new Community(topology.apis[0].url)
  const posts: { id: number; number: number; content: string }[] = []
  for (let after = 0; ;) {
    const path = `/posts?threadId=${threadId}&afterNumber=${after}&limit=100`
    const read = await there.call<{ posts: typeof posts }>('GET', path, null)
    posts.push(...read.posts)
    if (read.posts.length === 0) break
    after = read.posts.at(-1)!.number
  }
  expect(posts.length).toBe(written.size + others)
  for (const { content, id, number } of posts.slice(others))
    expect(written.get(content)).toEqual({ id, number })
}

/** Writes that both releases serve together while they run side by side. */
const WRITES_SIDE_BY_SIDE = 24

it('restarts one machine after the other with the next release, without an error for anyone', async () => {
  const { nginx } = topology
  const health = await siteHealth()
  const { version } = await health()
  const build = await nextBuild(version)
  const [asset] = assetsOf((await nginx.request('GET', '/')).body)
  const before = await repliesOf()
  const load = new SteadyLoad(nginx, members, threadId, ['/', `/api/threads/${threadId}`, asset!])
  for (const machine of [0, 1] as const) {
    const [reads, writes] = [load.reads, load.written.size]
    const parts = [`api ${machine}`, `gateway ${machine}`] as const
    expect(await Promise.all(parts.map((part) => topology.stopPart(part)))).toEqual([0, 0])
    // A gateway is ready as soon as its API is.
    await Promise.all(parts.map((part) => topology.restart(part, { FORUM_BUILD_DIR: build })))
    await expect.poll(() => load.reads > reads && load.written.size > writes, patiently).toBe(true)
    if (machine === 0) await expectSideBySide(load, health, [version, NEXT])
    // Now or soon both releases run: every file of either is found, whichever process is asked.
    const statuses = await Promise.all(
      Array.from({ length: 8 }, async () => (await nginx.request('GET', '/assets/next-release.js')).status),
    )
    expect(new Set(statuses)).toEqual(new Set([200]))
  }
  await load.stop()
  expect(load.errors).toEqual([])
  await expectWritten(load.written, before)
})

/** Expects an API and a gateway of either release to run, and both APIs to read and write. */
async function expectSideBySide(
  load: SteadyLoad,
  health: () => Promise<SiteHealthReport>,
  versions: [string, string],
): Promise<void> {
  const running = async () => (await health()).processes.map((one) => `${one.role} ${one.version}`).sort()
  const expected = ['api', 'gateway'].flatMap((role) => versions.map((version) => `${role} ${version}`))
  await expect.poll(running, patiently).toEqual(expected.sort())
  const since = (await topology.nginx.accessLog()).length
  const enough = load.written.size + WRITES_SIDE_BY_SIDE
  await expect.poll(() => load.written.size, patiently).toBeGreaterThan(enough)
  const lines = (await topology.nginx.accessLog()).slice(since)
  for (const [method, at] of [
    ['GET', `/api/threads/${threadId}`],
    ['POST', '/api/posts'],
  ]) {
    const served = lines.filter((line) => line.method === method && line.path === at)
    const hosts = new Set(served.map(({ upstream }) => upstream))
    expect(hosts).toEqual(new Set(topology.apis.map(({ url }) => new URL(url).host)))
  }
}

/** Successes in a row after which a failure is over: each process has served some. */
const CALM = 20
const PARTS: TopologyPart[] = ['api 0', 'api 1', 'gateway 0', 'gateway 1', 'redis', 'database', 'nginx']
/** The errors of a failure have ended this long after its process is ready again. */
const ERRORS_END_WITHIN_MS = 10_000

/** Writes of which nginx sends some to each API. */
const WRITES_AT_ONCE = 8

/** Kills an API that was sent writes and has read none of them; expects each to be made once, by the other API. */
async function killWithWrites(part: 'api 0'): Promise<void> {
  const { nginx } = topology
  const place = await community.startThread(members[0], '半路上的楼')
  const since = (await nginx.accessLog()).length
  topology.freeze(part)
  const writes = Array.from({ length: WRITES_AT_ONCE }, async (_, i) => {
    const headers = { Authorization: `Bearer ${members[0].token}`, 'Content-Type': 'application/json' }
    const body = JSON.stringify({ threadId: place, content: `第 ${i} 条` })
    return (await nginx.request('POST', '/api/posts', { headers, body })).status
  })
  // By then nginx has sent the others, too.
  await Promise.any(writes)
  await topology.kill(part)
  expect(await Promise.all(writes)).toEqual(writes.map(() => 201))
  const there = new Community(topology.apis[1].url)
  const { thread } = await there.call<{ thread: { postCount: number } }>('GET', `/threads/${place}`, null)
  expect(thread.postCount).toBe(1 + WRITES_AT_ONCE)
  const lines = (await nginx.accessLog()).slice(since)
  const repeated = lines.filter(({ method, upstream }) => method === 'POST' && upstream.includes(','))
  expect(repeated).not.toEqual([])
}

it('loses no acknowledged write when any one process is killed under load', async () => {
  const before = await repliesOf()
  const load = new SteadyLoad(topology.nginx, members, threadId, [`/api/threads/${threadId}`])
  const lasted: string[] = []
  for (const part of PARTS) {
    const killedAt = Date.now()
    await (part === 'api 0' ? killWithWrites(part) : topology.kill(part))
    await topology.restart(part)
    const readyAt = Date.now()
    // The errors end: how long somebody waited is in docs/operating.md#what-a-failure-costs.
    await expect.poll(() => load.inARow, { ...patiently, message: part }).toBeGreaterThan(CALM)
    const errors = load.errors.filter(({ at }) => at >= killedAt)
    expect((errors.at(-1)?.at ?? readyAt) - readyAt, part).toBeLessThan(ERRORS_END_WITHIN_MS)
    lasted.push(`${part}: ${errors.length} errors, ${load.longestPauseSince(killedAt)} ms without a success`)
  }
  process.stdout.write(`after a kill: ${lasted.join('; ')}\n`)
  await load.stop()
  await expectWritten(load.written, before)
})
