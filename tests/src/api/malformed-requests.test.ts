import { createHash } from 'node:crypto'
import { api, openApiDocument, type Endpoint, type EndpointName } from '@forum/shared/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GATEWAY_SECRET } from '../fixtures/config'
import { startTestForum, type TestForum, type TestMember } from '../fixtures/forum'
import { openRawCalls, type RawCall } from '../fixtures/raw-calls'

const SEED = 20_261_122
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

/** The OpenAPI document's description of a call. */
interface Operation {
  parameters?: { name: string; in: string }[]
  requestBody?: { content: Record<string, { schema: { properties?: object } }> }
}

describe('malformed requests', () => {
  let forum: TestForum
  let raw: Awaited<ReturnType<typeof openRawCalls>>
  let callers: (TestMember | null)[]
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
    threadId = (await forum.thread(xiaoli)).id
    await forum.settle()
  })
  afterAll(async () => {
    await raw.close()
    await forum.stop()
  })

  /**
   * Returns a hash of each collection with everything that members can see or lose. Excluded are times of last use and
   * views, which any request may change, ids reserved before a refusal, and the keys of Web Push, which are generated
   * when first requested.
   */
  async function everything(): Promise<Record<string, string>> {
    const hashes: Record<string, string> = {}
    for (const [name, model] of Object.entries(forum.api.db)) {
      if (['sessions', 'counters', 'leases', 'idempotency', 'pushKeys'].includes(name)) continue
      const projection = name === 'threads' ? { viewCount: 0 } : {}
      const documents = await model.collection.find({}, { projection, sort: { _id: 1 } }).toArray()
      hashes[name] = createHash('sha256').update(JSON.stringify(documents)).digest('hex')
    }
    return hashes
  }

  /** Creates requests that are each invalid in some way. */
  function maker() {
    const random = randomFrom(SEED)
    const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
    const { paths } = openApiDocument(Object.values<Endpoint>(api), 'forum') as {
      paths: Record<string, Record<string, Operation>>
    }
    const fields = new Map(
      Object.values<Endpoint>(api).map((endpoint) => {
        const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
        const { parameters, requestBody } = paths[path]?.[endpoint.methods[0].toLowerCase()] ?? {}
        const [content] = Object.values(requestBody?.content ?? {})
        return [
          endpoint.name,
          {
            body: Object.keys(content?.schema.properties ?? {}),
            query: (parameters ?? []).flatMap(({ name, in: where }) => (where === 'query' ? [name] : [])),
          },
        ]
      }),
    )
    const pathOf = (endpoint: Endpoint) =>
      endpoint.path.replace(/:\w+/g, () => (random() < 0.5 ? String(threadId) : pick(PATH_PARTS)))
    const queryOf = ({ name }: Endpoint) => {
      const known = [
        ...(fields.get(name)?.query ?? []),
        '__proto__',
        'constructor',
        'page[$gt]',
        'a.b',
        '%00',
      ]
      const given = Array.from(
        { length: Math.floor(random() * 4) },
        () => `${pick(known)}=${pick(QUERY_VALUES)}`,
      )
      return given.length === 0 ? '' : `?${given.join('&')}`
    }
    const jsonOf = ({ name }: Endpoint) => {
      if (random() < 0.25) return pick(BODIES)
      const known = fields.get(name)?.body ?? []
      // Most values are invalid for most fields, and an object is invalid for all of them: nothing succeeds by
      // accident.
      const wrong = pick(known)
      const given = known.map((field) => `"${field}":${field === wrong ? '{"$ne":null}' : pick(VALUES)}`)
      return `{${[...given, `"__proto__":${pick(VALUES)}`, `"$set":${pick(VALUES)}`].join(',')}}`
    }

    return (endpoint: Endpoint): RawCall => {
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

  /**
   * Calls that succeed with any body or none. They get malformed paths, queries and headers, from callers without
   * permission.
   */
  const ACTS: Partial<Record<EndpointName, string>> = {
    logout: 'It signs out.',
    exportAccount: 'It reads.',
    likePost: 'It toggles without a body.',
    deletePost: 'It deletes.',
    restorePost: 'It restores.',
    deleteThread: 'It deletes.',
    restoreThread: 'It restores.',
    deleteBoard: 'It deletes.',
    revokeSession: 'It signs out.',
    markThreadsRead: 'It marks everything without a body.',
  }
  const targets = Object.entries<Endpoint>(api).map(([name, endpoint]) => ({ name, endpoint }))

  it('refuses malformed requests without a server error or a change', async () => {
    const make = maker()
    const before = await everything()
    const failures: string[] = []
    const statuses = new Map<number, number>()
    const each = Math.ceil(WANTED / targets.length)
    const calls = targets.flatMap(({ name, endpoint }) =>
      Array.from({ length: each }, () => {
        const call = make(endpoint)
        // The call would be valid for permitted members, so only members without permission send it.
        return name in ACTS ? { ...call, headers: { ...call.headers, Authorization: '' } } : call
      }),
    )
    expect(calls.length).toBeGreaterThanOrEqual(WANTED)
    const next = calls.values()
    const lane = async () => {
      for (const call of next) {
        try {
          const { status, text } = await raw.send(call)
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
          if (status >= 500 && status !== 503) failures.push(`${status} ${describeCall(call)} → ${text}`)
          else if (status === 503 && !text.includes('UNAVAILABLE')) failures.push(describeCall(call))
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

const describeCall = ({ method, path, headers, body = '' }: RawCall) =>
  `${method} ${path.slice(0, 200)} ${JSON.stringify(headers).slice(0, 300)} ${body.toString().slice(0, 300)}`
