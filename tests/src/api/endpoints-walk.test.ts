import {
  api,
  errorBody,
  errorsOf,
  type CurrentUser,
  type Endpoint,
  type EndpointName,
} from '@forum/shared/contract'
import { ERRORS, type ErrorCode } from '@forum/shared/errors'
import { RATE_LIMITS, type RateLimitName } from '@forum/shared/limits'
import { createLog } from '@forum/infra'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { PASSWORD, startTestForum } from '../fixtures/forum'
import { startOidcProvider } from '../fixtures/oidc'
import { startSmtp } from '../fixtures/smtp'
import { openRawCalls, type RawResponse, type RawCall } from '../fixtures/raw-calls'
import { BOUNCES_SECRET, ENDPOINT_ROWS, type Call, type World } from './endpoint-rows'

type Method = Endpoint['methods'][number]
type RawCalls = Awaited<ReturnType<typeof openRawCalls>>

/** Endpoints without their own rate limit, and why that is safe. */
const UNLIMITED: Partial<Record<EndpointName, string>> = {
  login: 'It counts attempts per name and address itself.',
  live: 'A probe; it reads nothing.',
  ready: 'A probe; many at a time cost one ping of the database.',
  identifyTokens: 'Gateways alone may call it.',
  findGates: 'Gateways alone may call it.',
  checkTyping: 'Gateways alone may call it.',
}

const endpoints = Object.entries<Endpoint>(api).map(([name, endpoint]) => ({
  name: name as EndpointName,
  endpoint,
}))
const calls = endpoints.flatMap(({ name, endpoint }) =>
  endpoint.methods.map((method) => ({ name, endpoint, method })),
)
const refusals = endpoints.flatMap(({ name, endpoint }) =>
  [...endpoint.errors].map((code) => ({ name, endpoint, code, made: ENDPOINT_ROWS[name].errors?.[code] })),
)

/** A word of texts that wait for approval. */
const PLANTED = '暗号甲乙丙'

/** Encodes a multipart body of fields and a file. */
function multipart(endpoint: Endpoint, { body = {}, file }: Call): { type: string; bytes: Buffer } {
  const boundary = 'forum-boundary'
  const fields = Object.entries(body).map(
    ([field, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${String(value)}\r\n`,
  )
  const head = file
    ? `--${boundary}\r\nContent-Disposition: form-data; name="${endpoint.upload?.field ?? ''}"; filename="${file.name}"\r\nContent-Type: ${file.type}\r\n\r\n`
    : ''
  const bytes = Buffer.concat([
    Buffer.from(fields.join('') + head),
    file?.bytes ?? Buffer.alloc(0),
    Buffer.from(`${file ? '\r\n' : ''}--${boundary}--\r\n`),
  ])
  return { type: `multipart/form-data; boundary=${boundary}`, bytes }
}

function rawCallOf(endpoint: Endpoint, method: Method, call: Call): RawCall {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => String(call.params?.[name] ?? 'none'))
  const query = new URLSearchParams(
    Object.entries(call.query ?? {}).map(([name, value]) => [name, String(value)]),
  )
  const form = endpoint.upload ? multipart(endpoint, call) : null
  const json = form === null && call.body !== undefined ? Buffer.from(JSON.stringify(call.body)) : null
  const body = form?.bytes ?? json
  return {
    method,
    path: `/api${path}${query.size > 0 ? `?${query.toString()}` : ''}`,
    headers: {
      ...call.as?.headers,
      ...call.headers,
      ...(form ? { 'Content-Type': form.type } : {}),
      ...(json ? { 'Content-Type': 'application/json' } : {}),
      ...(body ? { 'Content-Length': String(body.length) } : {}),
    },
    ...(body ? { body } : {}),
  }
}

const paged = endpoints.filter(
  ({ endpoint }) => 'page' in ((endpoint.query.def as { shape?: object }).shape ?? {}),
)

function expectRefusal(response: RawResponse, code: ErrorCode): void {
  expect(response.text, `wanted ${code}`).toContain(code)
  expect(errorBody.parse(JSON.parse(response.text)).code).toBe(code)
  expect(response.status).toBe(ERRORS[code].status)
}

describe('every endpoint of the contract', () => {
  let world: World
  let raw: RawCalls
  let smtp: Awaited<ReturnType<typeof startSmtp>>
  let oidc: Awaited<ReturnType<typeof startOidcProvider>>
  /** Every line of the log, at its most talkative. */
  const lines: string[] = []
  /** Every response, and the tokens in them. */
  const responses: { name: string; caller: string | undefined; text: string; policy: string | undefined }[] =
    []
  const tokens = new Set<string>()

  async function send(name: EndpointName, method: Method, call: Call): Promise<RawResponse> {
    const response = await raw.send(rawCallOf(api[name], method, call))
    const policy = response.headers['content-security-policy']?.toString()
    responses.push({ name, caller: call.as?.username, text: response.text, policy })
    if (call.as) tokens.add(call.as.token)
    return response
  }

  beforeAll(async () => {
    smtp = await startSmtp()
    const log = createLog({ level: 'trace', role: 'api' }, { write: (line) => void lines.push(line) })
    const mail = {
      url: smtp.url,
      from: 'forum@example.com',
      bounces: { address: 'bounces@example.org', secret: BOUNCES_SECRET },
    }
    oidc = await startOidcProvider()
    const forum = await startTestForum({ config: { mail, oidcProviders: [oidc.config] }, log })
    raw = await openRawCalls(forum.api)
    const [admin, moderator, xiaoli, laowang, muted] = [
      await forum.member('zongguan', 'admin'),
      await forum.member('banzhu1', 'moderator'),
      await forum.member('xiaoli'),
      await forum.member('laowang88'),
      await forum.member('muted1'),
    ]
    const replyTo = async (threadId: number, by = laowang) => {
      const content = '二楼'
      return (await forum.as(by).reply(threadId, content)).id
    }
    const mutedThread = await forum.thread(muted)
    const mutedReplyId = await replyTo(mutedThread.id, muted)
    const soon = new Date(forum.clock.now().getTime() + 24 * 60 * 60 * 1_000)
    await forum.api.db.members.updateOne({ _id: muted.id }, { $set: { mutedUntil: soon } })
    const thread = await forum.thread(xiaoli)
    const locked = await forum.thread(xiaoli)
    const [replyId, lockedPostId] = [await replyTo(thread.id), await replyTo(locked.id)]
    await forum.as(moderator).call('lockThread', { threadId: locked.id, locked: true })
    const hold = async (path: string, body: object) =>
      forum.request.post(`/api${path}`).set(laowang.headers).send(body).expect(202)
    const content = `${PLANTED} https://fc-visa.example`
    await hold('/threads', { title: PLANTED, content, boardId: 3 })
    await hold('/posts', { threadId: thread.id, content })
    await hold('/messages', { recipientId: xiaoli.id, subject: PLANTED, content })
    await forum.request.put(`/api/posts/${replyId}`).set(laowang.headers).send({ content }).expect(202)
    await forum.settle()
    world = {
      forum,
      admin,
      moderator,
      xiaoli,
      laowang,
      muted,
      mutedThreadId: mutedThread.id,
      mutedReplyId,
      threadId: thread.id,
      openingPostId: thread.openingPostId,
      replyId,
      lockedThreadId: locked.id,
      lockedPostId,
      reply: () => replyTo(thread.id),
      confirmTokenOf: async (member) => {
        const email = `new-${member.username}@example.com`
        await forum.as(member).call('changeEmail', { email })
        return /\/verify-email#(\S+)/.exec((await smtp.mailTo(email)).text)?.[1] ?? ''
      },
      undoTokenOf: async (member) => {
        await forum.as(member).call('changeEmail', { email: `new-${member.username}@example.com` })
        const { text } = await smtp.mailTo(`${member.username}@example.com`)
        return /\/undo-email#(\S+)/.exec(text)?.[1] ?? ''
      },
      resetTokenOf: async ({ username }) => {
        await forum.as().call('forgotPassword', { username })
        const { text } = await smtp.mailTo(`${username}@example.com`)
        return /\/reset-password#(\S+)/.exec(text)?.[1] ?? ''
      },
    }
  })
  afterAll(async () => {
    await raw.close()
    await world.forum.stop()
    await smtp.stop()
    await oidc.stop()
  })

  it.each(calls)('$name responds to $method as its contract row says', async ({ name, endpoint, method }) => {
    const response = await send(name, method, await ENDPOINT_ROWS[name].ok(world))
    expect(response.status, response.text).toBeLessThan(endpoint.status === 302 ? 303 : 300)
    if (endpoint.produces) {
      expect(endpoint.produces).toContain(response.headers['content-type']?.split(';')[0])
      expect(response.text).not.toBe('')
      return
    }
    expect(response.status).toBe(endpoint.status)
    // Schemas are strict: a field that the contract does not name fails.
    if (endpoint.status === 204) expect(response.text).toBe('')
    else endpoint.response.parse(JSON.parse(response.text))
  })

  it.each(paged)('$name returns an empty page past the end', async ({ name, endpoint }) => {
    for (const page of [9_999, Number.MAX_SAFE_INTEGER]) {
      const call = await ENDPOINT_ROWS[name].ok(world)
      const response = await send(name, endpoint.methods[0], { ...call, query: { ...call.query, page } })
      expect(response.status, response.text).toBe(200)
      const body = JSON.parse(response.text) as { pagination: Record<string, unknown> }
      expect(body.pagination['page'] ?? body.pagination['currentPage']).toBe(page)
      expect(body.pagination).toMatchObject({ hasPrev: true, hasNext: false })
      expect(Object.values(body)).toContainEqual([])
    }
  })

  it.each(refusals)('$name refuses with $code, or documents what leads to it', async (row) => {
    const { name, endpoint, code, made } = row
    expect(
      made,
      `add a call, or a sentence, for ${code} to the row ${name} of endpoint-rows.ts`,
    ).toBeDefined()
    if (made === undefined || typeof made === 'string') return
    expectRefusal(await send(name, endpoint.methods[0], await made(world)), code)
  })

  it.each(endpoints)('$name lists no refusal that its contract row lacks', ({ name, endpoint }) => {
    const made = Object.keys(ENDPOINT_ROWS[name].errors ?? {})
    expect(made.filter((code) => !endpoint.errors.includes(code as ErrorCode))).toEqual([])
  })

  it.each(calls)(
    '$name refuses anonymous callers of $method unless it is public',
    async ({ name, endpoint, method }) => {
      const response = await send(name, method, {})
      if (endpoint.access === 'member') expectRefusal(response, 'UNAUTHENTICATED')
      else if (endpoint.access === 'gateway') expectRefusal(response, 'FORBIDDEN')
      else expect([401, 403]).not.toContain(response.status)
    },
  )

  it('documents every endpoint in OpenAPI with its responses and errors', async () => {
    const { text } = await raw.send({ method: 'GET', path: '/api/openapi.json' })
    const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, { responses: object }>> }
    for (const { name, endpoint, method } of calls) {
      const operation = paths[endpoint.path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
      const codes = errorsOf(endpoint)
      const statuses = [endpoint.status, ...codes.map((code) => ERRORS[code].status)].map(String)
      expect(Object.keys(operation?.responses ?? {}), name).toEqual(expect.arrayContaining(statuses))
    }
  })

  it('keeps what waits for approval out of every response but those of its author and its moderators', () => {
    const showing = responses.filter(({ text }) => text.includes(PLANTED)).map(({ name }) => name)
    expect([...new Set(showing)].toSorted()).toEqual(['listHeld', 'listOwnHeld'])
    expect(JSON.stringify(world.forum.bus.sent)).not.toContain(PLANTED)
    expect(lines.join('\n')).not.toContain(PLANTED)
  })

  it('allows no inline scripts or styles in any response', () => {
    for (const { name, policy } of responses)
      expect([name, policy]).toEqual([name, expect.stringMatching(/default-src '(none|self)'/)])
    expect(responses.filter(({ policy }) => policy?.includes('unsafe'))).toEqual([])
    expect(responses.some(({ name }) => name === 'getUpload')).toBe(true)
  })

  /** Responses that give a member their own address or a new token. */
  const ABOUT_ONESELF: readonly EndpointName[] = [
    'turnOnSecondFactor',
    'addPasskey',
    'finishOidc',
    'renamePasskey',
    'signInWithPasskey',
    'turnOffSecondFactor',
    'register',
    'login',
    'me',
    'updateProfile',
    'uploadAvatar',
    'changePassword',
    'resetPassword',
    'changeEmail',
    'changeUsername',
    'cancelEmailChange',
  ]

  /** Returns the response without the caller's own address and the token that it is given. */
  function withoutOwn({ name, caller, text }: (typeof responses)[number]): string {
    if (!ABOUT_ONESELF.includes(name as EndpointName)) return text
    const { user, token } = JSON.parse(text) as { user?: CurrentUser; token?: string }
    if (user === undefined) return text
    if (caller !== undefined && name !== 'changeUsername') expect(user.username).toBe(caller)
    if (token !== undefined) tokens.add(token)
    return text
      .replace(`"${user.email}"`, '""')
      .replace(`"${user.pendingEmail}"`, '""')
      .replace(`"${token}"`, '""')
  }

  it('keeps passwords, hashes, tokens and addresses of others out of every response and the log', async () => {
    const { forum, xiaoli } = world
    const from = lines.length
    const post = (path: string, body: string) =>
      raw.send({ method: 'POST', path: `/api${path}`, headers: { 'Content-Type': 'application/json' }, body })
    // Failures bring what they failed with: a cut-off body, a refused mail, a document of the database, a bulk write.
    await post('/auth/login', `{"username":"xiaoli","password":"${PASSWORD}`)
    await post('/auth/login', JSON.stringify({ username: xiaoli.username, password: `${PASSWORD}x` }))
    const { members } = forum.api.db
    const documents = await members.find({}, { limit: 2 }).toArray()
    const failing = vi.spyOn(members, 'findOne').mockImplementation(() => members.insertOne(documents[0]!))
    const failed = await raw.send({ method: 'GET', path: '/api/auth/me', headers: xiaoli.headers })
    await post('/auth/login', JSON.stringify({ username: xiaoli.username, password: PASSWORD }))
    failing.mockImplementation(() => members.insertMany(documents))
    await post('/auth/login', JSON.stringify({ username: xiaoli.username, password: PASSWORD }))
    failing.mockRestore()
    smtp.refuse('xiaoli@example.com')
    await post('/auth/forgot', JSON.stringify({ username: xiaoli.username }))
    await vi.waitFor(() => expect(lines.slice(from).join('')).toContain('"what":"mail"'), { timeout: 30_000 })
    expect(lines.slice(from).join('')).toContain('E11000')
    expect(failed.text).not.toContain('E11000')

    expect(responses.length).toBeGreaterThan(250)
    const shown = responses.map((response) => ({ ...response, text: withoutOwn(response) }))
    const stored = await forum.api.db.sessions.find().toArray()
    const secrets = [
      ...documents.map(({ passwordHash }) => String(passwordHash)),
      ...stored.map(({ tokenHash }) => String(tokenHash)),
      ...tokens,
      PASSWORD,
    ].filter((secret) => secret.length > 8)
    expect(secrets.length).toBeGreaterThan(20)
    const leaks = [...shown, ...lines.map((text) => ({ name: 'log', text }))].flatMap(({ name, text }) => [
      ...secrets.filter((secret) => text.includes(secret)).map((secret) => `${name}: ${secret}`),
      ...(/argon2|passwordHash|[\w.]+@example\.com/i.exec(text) ?? []).map((found) => `${name}: ${found}`),
    ])
    expect(leaks).toEqual([])
  })
})

describe('the rate limits of every endpoint', () => {
  const limited = endpoints.filter(({ name }) => !(name in UNLIMITED))
  const byLimit = new Map<RateLimitName, typeof limited>()
  for (const one of limited) {
    const { limit, ignoresToken } = one.endpoint
    // Calls that ignore tokens are counted by address, and all calls of this test come from one.
    if (limit && !(ignoresToken && RATE_LIMITS[limit].points > 100))
      byLimit.set(limit, [...(byLimit.get(limit) ?? []), one])
  }

  it('has a rate limit for every endpoint, or a reason for none', () => {
    expect(limited.filter(({ endpoint }) => endpoint.limit === null).map(({ name }) => name)).toEqual([])
  })

  it('refuses each endpoint once its limit is used up', async () => {
    const forum = await startTestForum({ config: { rateLimits: true } })
    const raw = await openRawCalls(forum.api)
    try {
      const { headers } = await forum.member('often1')
      for (const [limit, rows] of byLimit) {
        // A call counts against its limit before any of it is read, so invalid calls use up the limit as well.
        const [cheapest] = rows.toSorted(
          (a, b) => Number(b.endpoint.path.includes(':')) - Number(a.endpoint.path.includes(':')),
        )
        const nowhere = ({ endpoint }: (typeof rows)[number]) =>
          rawCallOf(endpoint, endpoint.methods[0], { headers })
        if (!cheapest) continue
        const { points } = RATE_LIMITS[limit]
        for (let taken = 0; taken < points; taken += 8) {
          const batch = Array.from({ length: Math.min(8, points - taken) }, () => raw.send(nowhere(cheapest)))
          for (const { status } of await Promise.all(batch)) expect(status).not.toBe(429)
        }
        for (const row of rows) {
          const response = await raw.send(nowhere(row))
          expect(response.status, `${row.name} is not counted by ${limit}`).toBe(429)
          expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
        }
      }
    } finally {
      await raw.close()
      await forum.stop()
    }
  })
})
