import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownDatabase } from '../fixtures/database'
import { startProcess, type ForumProcess } from '../fixtures/process'

const PUBLIC_URL = 'https://forum.example'

/** A whole process, with the API, the page, its files, documents and Socket.IO. */
let forum: ForumProcess
/** The same without `PUBLIC_URL`. */
let plain: ForumProcess

beforeAll(async () => {
  const env = { MONGODB_URI: ownDatabase(), SEED: 'boards' }
  forum = await startProcess({ ...env, PUBLIC_URL })
  plain = await startProcess(env)
})
afterAll(async () => {
  await Promise.all([forum?.killAll(), plain?.killAll()])
})

/**
 * Sends raw bytes and returns everything received until the server closes the connection. `next` returns what to send
 * after a part of the response, null for nothing.
 */
const exchange = (text: string, next: (received: string) => string | null = () => null) =>
  new Promise<string>((resolve, reject) => {
    const { hostname, port } = new URL(forum.url)
    const client = connect(Number(port), hostname, () => client.write(text))
    let received = ''
    client.on('data', (chunk: Buffer) => {
      received += chunk.toString()
      const more = next(received)
      if (more !== null) client.write(more)
    })
    client.on('error', reject)
    client.on('close', () => resolve(received))
  })

const EVERYWHERE = [
  '/',
  '/login',
  '/boards/3',
  '/service-worker.js',
  '/assets/none.js',
  '/api/boards',
  '/api/none',
  '/api/docs',
  '/robots.txt',
  '/.well-known/security.txt',
  '/sitemap.xml',
  '/socket.io/?EIO=4&transport=polling',
  '/socket.io/?EIO=4&transport=none',
]

describe('a request target in absolute form', () => {
  const get = (target: string) =>
    exchange(`GET ${target} HTTP/1.1\r\nHost: forum.example\r\nConnection: close\r\n\r\n`)

  it.each(['/api/boards', '/api/none', '/robots.txt', '/boards/3', '/login', '/favicon.svg'])(
    'is served as %s is',
    async (path) => {
      const [absolute, plainly] = await Promise.all([get(`http://forum.example${path}`), get(path)])
      const [head, type] = [/^HTTP\/1.1 \d+/, /content-type: .*/i]
      expect([head.exec(absolute)?.[0], type.exec(absolute)?.[0]]).toEqual([
        head.exec(plainly)?.[0],
        type.exec(plainly)?.[0],
      ])
    },
  )

  it('may have a query without a path', async () => {
    expect(await get('http://forum.example?list=created')).toMatch(/^HTTP\/1.1 200/)
  })
})

describe('Strict-Transport-Security', () => {
  it.each(EVERYWHERE)('is sent with %s where the public address is https', async (path) => {
    const { headers } = await fetch(forum.url + path)
    expect(headers.get('Strict-Transport-Security')).toBe('max-age=31536000')
  })

  it.each(EVERYWHERE)('is not sent with %s without such an address', async (path) => {
    const { headers } = await fetch(plain.url + path)
    expect(headers.get('Strict-Transport-Security')).toBeNull()
  })
})

describe('Content-Security-Policy', () => {
  const connectSrcOf = async (url: string) => {
    const { headers } = await fetch(url)
    return /connect-src ([^;]*)/.exec(headers.get('Content-Security-Policy') ?? '')?.[1]
  }

  it.each(['/', '/login'])('lets %s open WebSockets to its own address alone', async (path) => {
    expect(await connectSrcOf(forum.url + path)).toBe("'self' wss://forum.example")
    expect(await connectSrcOf(plain.url + path)).toBe("'self'")
  })
})

describe('a request that announces 999 GB', () => {
  const HEADERS = 'Host: forum\r\nContent-Length: 999000000000\r\n'

  it.each([
    ['POST /api/auth/login', 'Content-Type: application/json\r\n'],
    ['POST /api/attachments', 'Content-Type: multipart/form-data; boundary=x\r\n'],
    ['POST /api/auth/avatar', 'Content-Type: multipart/form-data; boundary=x\r\n'],
    ['POST /api/none', ''],
    ['GET /api/boards', ''],
    ['POST /socket.io/?EIO=4&transport=polling', ''],
    ['POST /api/auth/login', 'Content-Type: application/json\r\nExpect: 100-continue\r\n'],
  ])('is refused at once: %s %j', async (target, more) => {
    const text = await exchange(`${target} HTTP/1.1\r\n${HEADERS}${more}\r\n`)
    // Node sends "100 Continue" to a client that waits for it.
    expect(text).toMatch(/^(HTTP\/1\.1 100 Continue\r\n\r\n)?HTTP\/1\.1 413 Payload Too Large\r\n/)
  })

  it.each(['POST /login', 'GET /login'])('does not keep the connection of the page: %s', async (target) => {
    expect(await exchange(`${target} HTTP/1.1\r\n${HEADERS}\r\n`)).toMatch(/^Connection: close\r$/m)
  })

  it('is refused in JSON by the API', async () => {
    const text = await exchange(`POST /api/auth/login HTTP/1.1\r\n${HEADERS}\r\n`)
    expect(JSON.parse(text.slice(text.indexOf('\r\n\r\n')))).toMatchObject({
      code: 'PAYLOAD_TOO_LARGE',
      message: expect.any(String),
      requestId: expect.any(String),
    })
  })
})

it('frees a kept connection whose next request asks for an unknown protocol', async () => {
  const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: forum\r\n${more}\r\n`
  const text = await exchange(get('/api/health/live'), (received) =>
    received.endsWith('{"status":"ok"}') ? get('/api/stats', 'Connection: Upgrade\r\nUpgrade: x\r\n') : null,
  )
  expect(text.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2)
})
