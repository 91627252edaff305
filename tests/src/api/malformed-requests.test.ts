import { createHash } from 'node:crypto'
import { api, openApiDocument, type Endpoint, type EndpointName } from '@forum/shared/contract'
import { faultOf, faultOfTransport } from '../fixtures/contract-faults'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { patiently } from '../fixtures/browser'
import { Community } from '../fixtures/community'
import { GATEWAY_SECRET } from '../fixtures/config'
import { startTestForum, type TestForum, type TestMember } from '../fixtures/forum'
import { exchangeBytes, openRawCalls, type RawBytes, type RawCall } from '../fixtures/raw-calls'
import { borrowForum, returnForum } from '../fixtures/shared'

const SEED = 20_261_122
const HEAD = Buffer.from('HEAD')
const WANTED = 5_000
const AT_ONCE = 8

/** Returns a generator of numbers from 0 to below 1 that are the same in every run (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

const nested = (depth: number, open: string, close: string, inside: string) =>
  `${open.repeat(depth)}${inside}${close.repeat(depth)}`

/** JSON texts of values that no call accepts; some of them cannot be values of JavaScript. */
const VALUES: readonly string[] = [
  'null',
  'true',
  '-1',
  '0',
  '1.5',
  '1e308',
  '1e999',
  '-0',
  '9007199254740993',
  '99999999999999999999999',
  '""',
  '" "',
  '"\\u0000"',
  '"\\ud800"',
  '"a\\udc00b"',
  '"\\u202e\\u200b\\ufeff"',
  '"$where"',
  '"__proto__"',
  '"../../../etc/passwd"',
  '"%00%2e%2e%2f"',
  '"1; drop"',
  `"${'长'.repeat(30_000)}"`,
  `"${'👨‍👩‍👧‍👦'.repeat(500)}"`,
  '[]',
  '[null]',
  '[[1]]',
  `[${Array.from({ length: 1_000 }, (_, i) => i).join(',')}]`,
  '{}',
  '{"$gt":""}',
  '{"$ne":null}',
  '{"$where":"sleep(1000)"}',
  '{"$regex":"(a+)+$"}',
  '{"a.b":1}',
  '{"__proto__":{"role":"admin"}}',
  '{"constructor":{"prototype":{"role":"admin"}}}',
  '{"toString":1,"valueOf":1,"length":-1,"then":1}',
  nested(500, '[', ']', '1'),
  nested(500, '{"a":', '}', '1'),
]

const BODIES: readonly string[] = [
  '',
  '{',
  '[',
  'null',
  '"text"',
  '1',
  '[]',
  '{"a":1,}',
  '{"a":NaN}',
  "{'a':1}",
  '\ufeff{}',
  '{"$where":1}',
  '{"__proto__":{"isAdmin":true},"constructor":1,"prototype":1}',
  nested(20_000, '[', ']', ''),
  nested(20_000, '{"a":', '}', '1'),
  `{"a":"${'x'.repeat(300_000)}"}`,
]

/** Values sent in place of an id or a name in a path. */
const PATH_PARTS: readonly string[] = [
  '0',
  '-1',
  '01',
  '1.0',
  '1e3',
  '0x1',
  'NaN',
  '9007199254740993',
  '999999999999',
  '%00',
  '%',
  '%zz',
  '%E4%BD',
  '%ED%A0%80',
  '%2e%2e',
  '..%2f..%2fetc%2fpasswd',
  '%2f',
  '..%5c..%5cwindows',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  '$where',
  '%F0%9F%92%A9',
  'x'.repeat(3_000),
]

const QUERY_VALUES: readonly string[] = [
  '',
  '-1',
  '0',
  '1e9',
  '99999999999999999999',
  'NaN',
  'Infinity',
  '%00',
  '%ED%A0%80',
  '%',
  '%25',
  '$ne',
  'true',
  'asc;',
  '(a%2B)%2B%24',
  '%E6%90%9C'.repeat(500),
]

const HEADERS: readonly Record<string, string>[] = [
  {},
  {},
  {},
  { 'Accept-Language': 'en, ;q=x, \u00ff' },
  { 'Accept-Encoding': 'br;q=a, gzip;;, *;q=-1' },
  { 'Accept-Encoding': 'identity;q=0' },
  { 'Accept-Encoding': '*;q=0' },
  { Accept: 'application/x-nothing;q=0, */*;q=0', 'Accept-Charset': 'utf-7' },
  { 'If-None-Match': 'W/"', 'If-Modified-Since': 'yesterday' },
  { 'Idempotency-Key': '../../x' },
  { 'Idempotency-Key': 'x'.repeat(5_000) },
  { 'X-Request-Id': '\u00ff'.repeat(200) },
  { 'X-Forwarded-For': 'unknown, ::ffff:1.2.3.4.5, <x>' },
  { Range: 'bytes=-,5-2,99999999999999999999-' },
  { Origin: 'null' },
  { Authorization: 'Bearer ' },
  { Authorization: `Bearer ${'A'.repeat(8_000)}` },
  { Authorization: 'Bearer \u00ff\u0001'.replace('\u0001', '') },
  { 'Content-Type': 'application/json; charset=utf-7' },
  { 'Content-Type': 'text/plain' },
  { 'Content-Type': 'multipart/form-data' },
  { 'Content-Encoding': 'gzip' },
]

const FILE_NAMES: readonly string[] = [
  '../../../etc/passwd',
  '..\\..\\boot.ini',
  '/etc/shadow',
  'a\u0000.png',
  '.htaccess',
  'CON',
  '<script>.html',
  'x'.repeat(5_000),
  "'; rm -rf ~",
  '%2e%2e%2fa',
  '\ud800.png',
]

const MULTIPART: readonly ((field: string, name: string) => string)[] = [
  (field, name) =>
    `--x\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: image/png\r\n\r\n\u0000\u0001 no picture\r\n--x--\r\n`,
  (field, name) =>
    `--x\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\n\r\n\u0000never ends`,
  () => '--x--\r\n',
  () => 'no boundary at all',
  (field) => `--x\r\nContent-Disposition: form-data; name="${field}"\r\n\r\na text\r\n--x--\r\n`,
  (_, name) =>
    `--x\r\nContent-Disposition: form-data; name="__proto__"; filename="${name}"\r\n\r\n{}\r\n--x--\r\n`,
  (field) => `--x\r\nContent-Disposition: form-data; name="${field}"; filename\r\n\r\n\u0000\r\n`.repeat(100),
  (field, name) =>
    `--x\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: ${'a/'.repeat(2_000)}\r\n\r\n\u0000<svg onload=1>\r\n--x--\r\n`,
]

/** Requests whose bytes are malformed, rather than what they say. */
const BYTES_WANTED = 2_000

/** The number of these that a whole server gets. */
const WHOLE_WANTED = 1_000

const SCREEN_TARGETS: readonly string[] = [
  '/',
  '/?page=%00',
  '/boards/%ED%A0%80',
  '/threads/1?page=__proto__',
  '/threads/1/page/1e9',
  '/assets/../../package.json',
  '/assets/%2e%2e%2fserver.mjs',
  '/sitemap-99999999999999999999.xml',
]

/** None of them completes a connection, which would rightly stay open. */
const SOCKET_TARGETS: readonly string[] = [
  '/socket.io',
  '/socket.io/',
  '/socket.io/socket.io.js',
  '/socket.io/../api/boards',
  '//socket.io/?EIO=4&transport=polling',
  '/socket.io/?EIO=4&transport=websocket',
  '/socket.io/?EIO=4&transport=websocket&sid=x',
  '/socket.io/?EIO=4&transport=polling',
  '/socket.io/?EIO=4&transport=polling&sid=__proto__',
  '/socket.io/?EIO=4&transport[]=polling&EIO=5',
  '/socket.io/?EIO=999&transport=constructor',
  '/socket.io/%00?%ED%A0%80',
]

const UPGRADES: readonly string[] = [
  'Upgrade: websocket\r\nConnection: upgrade',
  'Upgrade: websocket\r\nConnection: upgrade\r\nSec-WebSocket-Key: short\r\nSec-WebSocket-Version: 13',
  'Upgrade: websocket\r\nConnection: upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 99',
  'Upgrade: websocket, x\r\nConnection: keep-alive, upgrade\r\nSec-WebSocket-Key: \u00ff',
  'Upgrade: h2c\r\nConnection: upgrade, HTTP2-Settings\r\nHTTP2-Settings: ',
]

const METHODS: readonly string[] = [
  'HEAD',
  'OPTIONS',
  'PATCH',
  'TRACE',
  'PROPFIND',
  'M-SEARCH',
  'CONNECT',
  'get',
  'FOO',
  'G ET',
  '',
  '\0GET',
  'GET'.repeat(5_000),
]

const TARGETS: readonly string[] = [
  '/api//threads',
  '//api/threads',
  '/api/../api/threads',
  '/api/./threads',
  '/api/threads/..%2f..%2fauth/me',
  '/API/THREADS/',
  '/api/threads;x=1',
  '/api/threads#x',
  '/api/threads?#?',
  'http://evil.example/api/threads',
  'https://user:secret@evil.example:99999/api/threads',
  'http://[::1/api/threads',
  '*',
  '?',
  '',
  'api/threads',
  '/api/threads/\\..\\',
  '/api/threads/1%',
  '/api/threads/\u00ff\u00fe',
  '/api/threads\t',
  '/api/threads HTTP/1.1 x',
  '/api/threads/1?page=1\0',
  `/api/threads?${'x=1&'.repeat(3_000)}`,
  `/${'a'.repeat(20_000)}`,
  '/robots.txt%00',
  '/sitemap-%2e%2e.xml',
  '/sitemap-9999999999.xml',
  '/api/uploads/..%2f..%2fsecret',
  '/api/uploads/%2e%2e',
  '/api/feed.xml',
  '/api/openapi.json',
  '/api/docs',
  '/socket.io/?EIO=4&transport=polling',
]

const VERSIONS: readonly string[] = [
  'HTTP/1.0',
  'HTTP/0.9',
  'HTTP/2.0',
  'HTTP/9.9',
  'http/1.1',
  'HTTP/1.1 ',
  '',
]

/** Headers that leave it clear where the request ends. */
const ODD_HEADERS: readonly string[] = [
  'Host: b.example',
  'Host: \u00ff<>',
  'Authorization: Bearer a\r\nAuthorization: Bearer b',
  'Content-Type: application/json\r\nContent-Type: text/plain',
  'Content-Type: application/json; charset="',
  'Content-Type: multipart/form-data; boundary=',
  'Accept-Encoding: identity;q=0',
  'Accept-Encoding: *;q=0, br;q=0.0001',
  'Accept-Encoding: br;q=1e9,,;',
  'Accept-Encoding: ',
  'Accept: ;;;q=x',
  'Accept-Charset: utf-7;q=1',
  `Accept-Language: ${'en;q=0.1,'.repeat(500)}`,
  `Cookie: ${'a=b; '.repeat(1_000)}`,
  `X-Long: ${'a'.repeat(20_000)}`,
  'A: b\r\n'.repeat(3_000).trimEnd(),
  'No colon',
  ': no name',
  'Bad Name: x',
  'Spaced : x',
  'X-Folded: a\r\n b',
  'X-Null: \0',
  'X-Delete: \u007f',
  'X-Feed: a\nb',
  'Expect: 100-continue',
  'Expect: nonsense',
  'Upgrade: x\r\nConnection: upgrade',
  'Range: bytes=0-0,5-6',
  'If-Match: "x"',
  'If-None-Match: *',
  'If-Modified-Since: nonsense',
  'TE: trailers',
  'Origin: null\r\nAccess-Control-Request-Method: FOO',
  'X-Forwarded-For: 1.2.3.4\r\nX-Forwarded-For: ]]>',
  'X-Request-Id: a\r\nX-Request-Id: b',
  'Idempotency-Key: a\r\nIdempotency-Key: b',
]

const JSON_HEAD = 'Content-Type: application/json\r\n'
const compressed = (name: string, body: Buffer): [string, Buffer, boolean] => [
  `${JSON_HEAD}Content-Encoding: ${name}\r\nContent-Length: ${body.length}`,
  body,
  false,
]

/** Headers of a body, what is sent of it, and whether the server waits for more of it. */
const FRAMES: readonly [headers: string, body: Buffer | string, isCut: boolean][] = [
  [`${JSON_HEAD}Content-Length: 50`, '{"a":', true],
  [`${JSON_HEAD}Content-Length: 999999999999`, '{"a":', true],
  [`${JSON_HEAD}Content-Length: 99999999999999999999999`, '{}', true],
  [`${JSON_HEAD}Content-Length: -1`, '{}', true],
  [`${JSON_HEAD}Content-Length: 1e3`, '{}', true],
  [`${JSON_HEAD}Content-Length: 2\r\nContent-Length: 3`, '{}', true],
  [`${JSON_HEAD}Content-Length: 2\r\nTransfer-Encoding: chunked`, '2\r\n{}\r\n0\r\n\r\n', true],
  [`${JSON_HEAD}Content-Length: 2`, '{}GET /api/auth/me HTTP/1.1\r\n\r\n', false],
  [`${JSON_HEAD}Content-Length: 2`, '{}\0\0\0\0', false],
  [`${JSON_HEAD}Transfer-Encoding: gzip, chunked`, '2\r\n{}\r\n0\r\n\r\n', true],
  [`${JSON_HEAD}Transfer-Encoding: chunked, gzip`, '2\r\n{}\r\n0\r\n\r\n', true],
  [`${JSON_HEAD}Transfer-Encoding: xchunked`, '2\r\n{}\r\n0\r\n\r\n', true],
  [`${JSON_HEAD}Transfer-Encoding : chunked`, '2\r\n{}\r\n0\r\n\r\n', true],
  [`${JSON_HEAD}Transfer-Encoding: chunked`, '2\r\n{}\r\n0\r\n\r\n', false],
  [`${JSON_HEAD}Transfer-Encoding: chunked`, 'zz\r\n{}\r\n0\r\n\r\n', true],
  [`${JSON_HEAD}Transfer-Encoding: chunked`, '-2\r\n{}\r\n0\r\n\r\n', true],
  [`${JSON_HEAD}Transfer-Encoding: chunked`, 'ffffffffffffffffff\r\n{}', true],
  [`${JSON_HEAD}Transfer-Encoding: chunked`, '5\r\n{}\r\n0\r\n\r\n', true],
  [`${JSON_HEAD}Transfer-Encoding: chunked`, '2\r\n{}', true],
  [`${JSON_HEAD}Transfer-Encoding: chunked`, `2;${'x=y;'.repeat(6_000)}\r\n{}\r\n0\r\n\r\n`, true],
  [`${JSON_HEAD}Transfer-Encoding: chunked`, '2\r\n{}\r\n0\r\nX-Late: 1\r\nContent-Length: 9\r\n\r\n', false],
  compressed('gzip', Buffer.from('no gzip at all')),
  compressed('gzip', gzipSync('{"a":1}').subarray(0, 15)),
  compressed('gzip', gzipSync(Buffer.alloc(20 * 1024 * 1024, 32))),
  compressed('br', brotliCompressSync(Buffer.alloc(20 * 1024 * 1024, 32))),
  compressed('deflate', Buffer.from([0, 1, 2, 3])),
  compressed('gzip, gzip', gzipSync(gzipSync('{}'))),
  compressed('nonsense', Buffer.from('{}')),
  compressed('identity', Buffer.from('{}')),
  [
    'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 900',
    '--x\r\nContent-Disposition: form-',
    true,
  ],
  ['Content-Type: multipart/form-data; boundary=x\r\nTransfer-Encoding: chunked', '3\r\n--x\r\n', true],
]

const chunked = (body: string) => `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
const LONG = 'x'.repeat(1_000_000)

/** Whole bodies that some calls refuse before they have read them. */
const REFUSED_BODIES: readonly (readonly [headers: string, body: Buffer | string])[] = [
  ...FRAMES.filter(([, , isCut]) => !isCut).map(([headers, body]) => [headers, body] as const),
  [`${JSON_HEAD}Content-Length: ${LONG.length}`, LONG],
  [`${JSON_HEAD}Transfer-Encoding: chunked`, chunked(LONG)],
  [`Content-Type: text/plain\r\nTransfer-Encoding: chunked`, chunked(LONG)],
  ['Content-Type: multipart/form-data; boundary=x\r\nTransfer-Encoding: chunked', chunked(`--y\r\n${LONG}`)],
  [
    'Content-Type: multipart/form-data; boundary=x\r\nTransfer-Encoding: chunked',
    chunked(`--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n${LONG}`),
  ],
]

const HEALTH = 'GET /api/health/live HTTP/1.1\r\nHost: forum.example\r\nConnection: close\r\n\r\n'

/** Creates requests whose bodies are refused, each followed by another request on its connection. */
const requestsBeforeAnother = (starts: readonly string[], authorization: string): RawBytes[] =>
  starts.flatMap((start) =>
    REFUSED_BODIES.flatMap(([headers, body]) =>
      ['', `Authorization: ${authorization}\r\n`].map((caller) => ({
        bytes: Buffer.concat([
          Buffer.from(`${start} HTTP/1.1\r\nHost: forum.example\r\n${caller}${headers}\r\n\r\n`),
          Buffer.from(body),
          Buffer.from(HEALTH),
        ]),
        isCut: false,
      })),
    ),
  )

/** Returns the requests after which another one was neither answered nor refused by closing the connection. */
async function heldBack(port: number, requests: readonly RawBytes[]): Promise<string[]> {
  const held: string[] = []
  const next = requests.values()
  const lane = async () => {
    for (const request of next) {
      const responses = await exchangeBytes(port, request)
      const isClosed = responses.at(-1)?.headers.connection === 'close'
      if (!isClosed) held.push(`${responses.map(({ status }) => status).join()} ${describeExchange(request)}`)
    }
  }
  await Promise.all(Array.from({ length: 4 * AT_ONCE }, lane))
  return held
}

const UNCOMPARED = [
  'sessions',
  'counters',
  'leases',
  'idempotency',
  'pushKeys',
  'dailyStats',
  'emptySearches',
  'visits',
]

/** Calls that succeed for members with any body or none: only strangers send them. */
const ACTS: Partial<Record<EndpointName, string>> = {
  logout: 'It signs out.',
  likePost: 'It toggles without a body.',
  resendEmail: 'It mails a link.',
}
/** Calls that succeed with any body or none for members who may: only strangers and a member who may not send them. */
const PRIVILEGED_ACTS: Partial<Record<EndpointName, string>> = {
  exportAccount: 'It reads.',
  createResetLink: 'It makes a link.',
  getSameSource: 'Reading it is logged.',
  deletePost: 'It deletes.',
  restorePost: 'It restores.',
  deleteThread: 'It deletes.',
  restoreThread: 'It restores.',
  deleteBoard: 'It deletes.',
  updateCategory: 'It accepts a change of nothing.',
  deleteCategory: 'It deletes.',
  deleteAnnouncement: 'It deletes.',
  deletePage: 'It deletes.',
  approveHeld: 'It approves without a body.',
  withdrawHeld: 'It withdraws.',
  revokeSession: 'It signs out.',
  endMemberSessions: 'It signs out.',
  stopPurge: 'It stops.',
  markThreadsRead: 'It marks everything without a body.',
}
const targets = Object.entries<Endpoint>(api).map(([name, endpoint]) => ({ name, endpoint }))

/**
 * Creates requests of which the start line, the headers or the body are malformed, as strangers and as the holders of
 * these tokens.
 */
function bytesMaker({
  authorizations,
  threadId,
  paths = TARGETS,
  oddHeaders = ODD_HEADERS,
}: {
  authorizations: readonly string[]
  threadId: number
  paths?: readonly string[]
  oddHeaders?: readonly string[]
}) {
  const random = randomFrom(SEED + 1)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  return (): RawBytes => {
    const { name, endpoint } = pick(targets)
    const isAct = name in ACTS || name in PRIVILEGED_ACTS
    const authorization = isAct ? null : pick([null, ...authorizations])
    const plainPath = `/api${endpoint.path.replace(/:\w+/g, String(threadId))}`
    const [method, target, version] = [
      random() < 0.2 ? pick(METHODS) : pick(endpoint.methods),
      random() < 0.3 ? pick(paths) : plainPath,
      random() < 0.1 ? pick(VERSIONS) : 'HTTP/1.1',
    ]
    const odd = Array.from({ length: Math.floor(random() * 3) }, () => pick(oddHeaders))
    const [frame, body, isCut] = random() < 0.5 ? pick(FRAMES) : (['X-Frame: none', '', false] as const)
    const head = [
      `${method} ${target} ${version}`,
      ...(random() < 0.95 ? ['Host: forum.example'] : []),
      ...(authorization === null ? [] : [`Authorization: ${authorization}`]),
      'Connection: close',
      ...odd,
      frame,
    ]
    // The ends of some lines are malformed too, and some requests are cut off anywhere.
    const isBroken = random() < 0.03
    const text = head.join(isBroken ? '\n' : '\r\n')
    const bytes = Buffer.concat([Buffer.from(`${text}\r\n\r\n`, 'latin1'), Buffer.from(body)])
    return random() < 0.05
      ? { bytes: bytes.subarray(0, Math.floor(random() * bytes.length)), isCut: true }
      : { bytes, isCut: isCut || isBroken }
  }
}

/** The OpenAPI document's description of a call. */
interface Operation {
  parameters?: { name: string; in: string }[]
  requestBody?: { content: Record<string, { schema: { properties?: object } }> }
}

describe('malformed requests', () => {
  let forum: TestForum
  let raw: Awaited<ReturnType<typeof openRawCalls>>
  let callers: (TestMember | null)[]
  /** A member who wrote nothing and may do nothing to what others wrote. */
  let outsider: TestMember
  let threadId: number

  beforeAll(async () => {
    forum = await startTestForum()
    raw = await openRawCalls(forum.api)
    const xiaoli = await forum.member('xiaoli')
    callers = [
      null,
      xiaoli,
      await forum.member('banzhu1', 'moderator'),
      await forum.member('zongguan', 'admin'),
    ]
    outsider = await forum.member('luguo')
    threadId = (await forum.thread(xiaoli)).id
    await forum.settle()
  })
  afterAll(async () => {
    await raw.close()
    await forum.stop()
  })

  /**
   * Returns a hash of each collection with everything that members can see or lose. Excluded are times of last use,
   * views and visits, which any request may change, ids reserved before a refusal, the keys of Web Push, which are
   * generated when first requested, and what is counted for the numbers of the site.
   */
  async function everything(): Promise<Record<string, string>> {
    const hashes: Record<string, string> = {}
    for (const [name, model] of Object.entries(forum.api.db)) {
      if (UNCOMPARED.includes(name)) continue
      const projection = name === 'threads' ? { viewCount: 0 } : {}
      // The outsider's requests may change the outsider's own read states.
      const others = name === 'readStates' ? { userId: { $ne: outsider.id } } : {}
      const documents = await model.find(others, { projection, sort: { _id: 1 } }).toArray()
      hashes[name] = createHash('sha256').update(JSON.stringify(documents)).digest('hex')
    }
    return hashes
  }

  /** Creates requests that are each invalid in some way. */
  function maker() {
    const random = randomFrom(SEED)
    const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
    const { paths } = openApiDocument(api, 'forum') as {
      paths: Record<string, Record<string, Operation>>
    }
    const fields = new Map(
      Object.values<Endpoint>(api).map((endpoint) => {
        const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
        const { parameters, requestBody } = paths[path]?.[endpoint.methods[0].toLowerCase()] ?? {}
        const [content] = Object.values(requestBody?.content ?? {})
        return [
          endpoint,
          {
            body: Object.keys(content?.schema.properties ?? {}),
            query: (parameters ?? []).flatMap(({ name, in: where }) => (where === 'query' ? [name] : [])),
          },
        ]
      }),
    )
    const pathOf = (endpoint: Endpoint) =>
      endpoint.path.replace(/:\w+/g, () => (random() < 0.5 ? String(threadId) : pick(PATH_PARTS)))
    const queryOf = (endpoint: Endpoint) => {
      const names = [
        ...(fields.get(endpoint)?.query ?? []),
        '__proto__',
        'constructor',
        'page[$gt]',
        'a.b',
        '%00',
      ]
      const given = Array.from(
        { length: Math.floor(random() * 4) },
        () => `${pick(names)}=${pick(QUERY_VALUES)}`,
      )
      return given.length === 0 ? '' : `?${given.join('&')}`
    }
    const jsonOf = (endpoint: Endpoint) => {
      if (random() < 0.25) return pick(BODIES)
      const bodyFields = fields.get(endpoint)?.body ?? []
      // Most values are invalid for most fields, and an object is invalid for all of them: nothing succeeds by
      // accident.
      const wrong = pick(bodyFields)
      const given = bodyFields.map((field) => `"${field}":${field === wrong ? '{"$ne":null}' : pick(VALUES)}`)
      return `{${[...given, `"__proto__":${pick(VALUES)}`, `"$set":${pick(VALUES)}`].join(',')}}`
    }

    return (endpoint: Endpoint): RawCall & { headers: Record<string, string> } => {
      const caller = pick(callers)
      const method = pick(endpoint.methods)
      const headers: Record<string, string> = {
        ...caller?.headers,
        ...(endpoint.access === 'gateway' ? { 'X-Gateway-Secret': GATEWAY_SECRET } : {}),
        ...pick(HEADERS),
      }
      const path = `/api${pathOf(endpoint)}${queryOf(endpoint)}`
      if (method === 'GET') return { method, path, headers }
      if (endpoint.upload && random() < 0.8) {
        const body = Buffer.from(pick(MULTIPART)(endpoint.upload.field, pick(FILE_NAMES)))
        return {
          method,
          path,
          headers: { 'Content-Type': 'multipart/form-data; boundary=x', ...headers },
          body,
        }
      }
      const body = Buffer.from(jsonOf(endpoint))
      return { method, path, headers: { 'Content-Type': 'application/json', ...headers }, body }
    }
  }

  it('refuses malformed bytes without a server error, an open connection or a change', async () => {
    const authorizations = callers.flatMap((caller) => (caller ? [caller.headers.Authorization] : []))
    const make = bytesMaker({ authorizations, threadId })
    const before = await everything()
    const failures: string[] = []
    const statuses = new Map<number, number>()
    const next = Array.from({ length: BYTES_WANTED }, make).values()
    const lane = async () => {
      for (const exchange of next) {
        try {
          for (const response of await raw.exchange(exchange)) {
            const { status, text } = response
            statuses.set(status, (statuses.get(status) ?? 0) + 1)
            const fault = exchange.bytes.subarray(0, 4).equals(HEAD) ? null : faultOfTransport(response)
            if (fault !== null || (status >= 500 && status !== 503)) {
              failures.push(`${fault} ${status} ${describeExchange(exchange)} → ${text.slice(0, 300)}`)
            }
          }
        } catch (error) {
          failures.push(`${String(error)} ${describeExchange(exchange)}`)
        }
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, lane))
    await forum.settle()
    expect(failures.slice(0, 10)).toEqual([])
    // Node's parser refused some, the API others, and some were odd but right.
    for (const status of [200, 400, 401, 404, 405, 413, 415, 417, 431]) {
      expect([status, statuses.get(status) ?? 0]).toEqual([status, expect.toSatisfy((n: number) => n > 0)])
    }
    expect(await everything()).toEqual(before)
    await expect.poll(() => raw.connections()).toBe(0)
  })

  it('never holds back the request after one whose body it refused', async () => {
    const starts = ['POST /api/posts', 'POST /api/attachments', 'PATCH /api/threads', 'PUT /api/none']
    const requests = requestsBeforeAnother(starts, outsider.headers.Authorization)
    expect(await heldBack(raw.port, requests)).toEqual([])
  })

  it('refuses a compressed body with UNSUPPORTED_MEDIA_TYPE', async () => {
    const [json, form] = [
      { 'Content-Type': 'application/json' },
      { 'Content-Type': 'multipart/form-data; boundary=x' },
    ]
    for (const encoding of ['gzip', 'br', 'deflate', 'GZIP', 'identity, gzip'])
      for (const [path, type] of [
        ['/api/auth/login', json],
        ['/api/attachments', form],
      ] as const) {
        const headers = { ...outsider.headers, ...type, 'Content-Encoding': encoding }
        const { status, text } = await raw.send({ method: 'POST', path, headers, body: gzipSync('{}') })
        expect([status, text]).toEqual([415, expect.stringContaining('UNSUPPORTED_MEDIA_TYPE')])
      }
  })

  it('refuses malformed requests without a server error or a change', async () => {
    const make = maker()
    const before = await everything()
    const failures: string[] = []
    const statuses = new Map<number, number>()
    const each = Math.ceil(WANTED / targets.length)
    const calls = targets.flatMap(({ name, endpoint }) =>
      Array.from({ length: each }, () => {
        const call = make(endpoint)
        if (name in ACTS) return { endpoint, call: withToken(call, '') }
        if (name in PRIVILEGED_ACTS && call.headers.Authorization !== undefined) {
          return { endpoint, call: withToken(call, outsider.headers.Authorization) }
        }
        return { endpoint, call }
      }),
    )
    expect(calls.length).toBeGreaterThanOrEqual(WANTED)
    const next = calls.values()
    const lane = async () => {
      for (const { endpoint, call } of next) {
        try {
          const response = await raw.send(call)
          const { status, text } = response
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
          const fault = faultOf(response, endpoint)
          if (fault !== null)
            failures.push(`${fault} ${status} ${describeCall(call)} → ${text.slice(0, 300)}`)
        } catch (error) {
          failures.push(`${String(error)} ${describeCall(call)}`)
        }
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, lane))
    await forum.settle()
    expect(failures.slice(0, 10)).toEqual([])
    // Most were refused because of their content, not because of the caller.
    expect(statuses.get(400) ?? 0).toBeGreaterThan(WANTED / 10)
    expect(statuses.get(404) ?? 0).toBeGreaterThan(WANTED / 20)
    expect(await everything()).toEqual(before)
    expect(({} as Record<string, unknown>).role).toBeUndefined()
  })
})

describe('malformed bytes to a whole server', () => {
  let url: URL
  afterAll(() => returnForum(url.origin))

  const connections = async () => {
    const metrics = await (await fetch(new URL('/api/metrics', url))).text()
    return Number(/^forum_connections (\d+)$/m.exec(metrics)?.[1])
  }

  it('are refused by its page, its sockets and its API without a server error or an open connection', async () => {
    url = new URL(await borrowForum())
    const community = new Community(url.origin)
    const member = await community.register('luanma')
    const before = await connections()
    const make = bytesMaker({
      authorizations: [`Bearer ${member.token}`],
      threadId: 1,
      paths: [...TARGETS, ...SCREEN_TARGETS, ...SOCKET_TARGETS, ...SOCKET_TARGETS],
      oddHeaders: [...ODD_HEADERS, ...UPGRADES, ...UPGRADES],
    })
    const failures: string[] = []
    const statuses = new Set<number>()
    const next = Array.from({ length: WHOLE_WANTED }, make).values()
    const lane = async () => {
      for (const exchange of next) {
        try {
          for (const { status, text } of await exchangeBytes(Number(url.port), exchange)) {
            statuses.add(status)
            if (status < 500 || status === 503) continue
            failures.push(`${status} ${describeExchange(exchange)} → ${text.slice(0, 300)}`)
          }
        } catch (error) {
          failures.push(`${String(error)} ${describeExchange(exchange)}`)
        }
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, lane))
    expect(failures.slice(0, 10)).toEqual([])
    expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 401, 404, 405, 431]))
    await expect.poll(connections, patiently).toBeLessThanOrEqual(before)
    expect((await fetch(new URL('/api/health/ready', url))).status).toBe(200)
    const starts = [
      'POST /',
      'GET /login',
      'GET /api/boards',
      'POST /socket.io/?EIO=4&transport=polling&sid=x',
    ]
    const requests = requestsBeforeAnother(starts, `Bearer ${member.token}`)
    expect(await heldBack(Number(url.port), requests)).toEqual([])
  })
})

const withToken = (call: RawCall, token: string): RawCall => ({
  ...call,
  headers: { ...call.headers, Authorization: token },
})

const describeExchange = ({ bytes }: { bytes: Buffer }) =>
  JSON.stringify(bytes.toString('latin1').slice(0, 400))

const describeCall = ({ method, path, headers, body = '' }: RawCall) =>
  `${method} ${path.slice(0, 200)} ${JSON.stringify(headers).slice(0, 300)} ${body.toString().slice(0, 300)}`
