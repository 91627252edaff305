import { DAY_MS, MINUTE_MS } from '@forum/shared/clock'
import { RATE_LIMITS } from '@forum/shared/limits'
import { SIGN_IN_ADDRESSES_KEPT, SESSIONS_PER_MEMBER } from '@forum/http-api/limits'
import { serverEvents } from '@forum/shared/events'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { GATEWAY_SECRET } from '../fixtures/config'
import { PASSWORD, startTestForum, type TestForum, type TestMember } from '../fixtures/forum'

describe('accounts and sessions', () => {
  let forum: TestForum
  let addresses = 0

  beforeAll(async () => {
    forum = await startTestForum({ config: { rateLimits: true, trustProxy: 1 } })
    const founder = await forum.member('chuangzhan', 'admin')
    await forum.as(founder).call('setSettings', { settings: { shield: { challenge: false } } })
  })
  afterAll(() => forum.stop())

  /** A new address, because limits count by address. */
  const newAddress = () => `203.0.113.${++addresses}`
  const register = (fields: object, address = newAddress()) =>
    forum.request
      .post('/api/auth/register')
      .set('X-Forwarded-For', address)
      .send({ username: 'nobody1', email: 'nobody1@example.com', password: PASSWORD, ...fields })
  const login = (username: string, password: string, address = newAddress()) =>
    forum.request.post('/api/auth/login').set('X-Forwarded-For', address).send({ username, password })
  const me = (token: string) => forum.request.get('/api/auth/me').set('Authorization', `Bearer ${token}`)
  const sessionsOf = async (token: string) => {
    const { body } = await forum.request
      .get('/api/auth/sessions')
      .set('Authorization', `Bearer ${token}`)
      .expect(200)
    return body.sessions as { id: number; current: boolean; userAgent: string }[]
  }
  const revocationsOf = (sessionId: number) =>
    forum.bus.sent.filter((sent) => sent.channel === `forum:session:${sessionId}`).map((sent) => sent.message)

  describe('registering', () => {
    it('creates an account, signs it in, and shows the username as its name', async () => {
      const { body } = await register({ username: 'Doubao9', email: 'Doubao@Example.com' }).expect(201)
      expect(body.user).toMatchObject({
        username: 'Doubao9',
        displayName: 'Doubao9',
        email: 'Doubao@Example.com',
        role: 'user',
        status: 'active',
        postCount: 0,
        moderatedBoardIds: [],
      })
      const mine = await me(body.token as string).expect(200)
      expect(mine.body.user).toEqual(body.user)
    })

    it.each([
      [{ username: undefined }, 'username', 'required'],
      [{ username: '  ' }, 'username', 'required'],
      [{ username: 123 }, 'username', 'invalid'],
      [{ username: 'ab' }, 'username', 'length'],
      [{ username: 'a'.repeat(21) }, 'username', 'length'],
      [{ username: '小李小李' }, 'username', 'characters'],
      [{ username: 'xiao_li' }, 'username', 'characters'],
      [{ username: 'Admin' }, 'username', 'reserved'],
      [{ email: undefined }, 'email', 'required'],
      [{ email: 'nowhere' }, 'email', 'invalid'],
      [{ email: `${'a'.repeat(250)}@example.com` }, 'email', 'too_long'],
      [{ password: undefined }, 'password', 'required'],
      [{ password: '' }, 'password', 'required'],
      [{ password: 'Aa1#b' }, 'password', 'too_short'],
      [{ password: `${PASSWORD}${'a'.repeat(128)}` }, 'password', 'too_long'],
      [{ password: 'Correct\nHorse#9' }, 'password', 'characters'],
      [{ password: 'Correct\u200bHorse9' }, 'password', 'characters'],
      [{ password: 'correct#horse9' }, 'password', 'classes'],
      [{ password: 'CORRECT#HORSE9' }, 'password', 'classes'],
      [{ password: 'Correct#Horse' }, 'password', 'classes'],
      [{ password: 'CorrectHorse9' }, 'password', 'classes'],
      [{ displayName: '李'.repeat(101) }, 'displayName', 'too_long'],
      [{ displayName: '管理员' }, 'displayName', 'reserved'],
    ])('refuses %j: %s %s', async (fields, field, code) => {
      const { body } = await register(fields).expect(400)
      expect(body.code).toBe('VALIDATION_FAILED')
      expect(body.errors).toEqual([expect.objectContaining({ field, code })])
    })

    it('names every wrong field at once', async () => {
      const { body } = await register({ username: '', email: 'x', password: 'x' }).expect(400)
      const errors = body.errors as { field: string }[]
      expect(errors.map(({ field }) => field)).toEqual(['username', 'email', 'password'])
    })

    it('refuses a name or an address that is taken in any case', async () => {
      await forum.member('nanfang')
      const name = await register({ username: 'NanFang' }).expect(409)
      expect(name.body.code).toBe('USERNAME_TAKEN')
      const email = await register({ email: 'NANFANG@example.COM' }).expect(409)
      expect(email.body.code).toBe('EMAIL_TAKEN')
    })

    it('gives a name to one of many who register it at once', async () => {
      const responses = await Promise.all(
        Array.from({ length: 5 }, (_, i) => register({ username: 'Racer', email: `racer${i}@example.com` })),
      )
      expect(responses.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 409, 409, 409, 409])
    })
  })

  describe('signing in', () => {
    it('accepts the username in any case, and the e-mail address', async () => {
      const laowang = await forum.member('laowang88')
      for (const name of ['laowang88', 'LaoWang88', ' laowang88 ', 'LAOWANG88@example.com']) {
        const { body } = await login(name, PASSWORD).expect(200)
        expect(body.user.id).toBe(laowang.id)
        await me(body.token as string).expect(200)
      }
    })

    it('takes an address before an old name that looks like one, and no password of a member without one', async () => {
      const [older, owner, without] = [
        await forum.member('jiuren'),
        await forum.member('zhuren'),
        await forum.member('wumima'),
      ]
      const { members } = forum.api.db
      const set = (member: TestMember, fields: object) =>
        members.updateOne({ _id: member.id }, { $set: fields })
      const signedIn = async (name: string) =>
        ((await login(name, PASSWORD).expect(200)).body.user as { id: number }).id
      await set(older, { oldNameLower: 'tom@sina' })
      expect(await signedIn('Tom@Sina')).toBe(older.id)
      await set(older, { oldNameLower: 'zhuren@example.com' })
      expect(await signedIn('zhuren@example.com')).toBe(owner.id)
      await set(older, { oldNameLower: 'renée' })
      expect(await signedIn(' Rene\u0301e ')).toBe(older.id)
      await set(without, { passwordHash: '', email: '', emailLower: '~imported9' })
      await login('wumima', PASSWORD).expect(401)
      await login('~imported9', PASSWORD).expect(401)
    })

    it('responds alike to a wrong password and an unknown name', async () => {
      await forum.member('haiou2020')
      const wrong = await login('haiou2020', 'Wrong#Horse9').expect(401)
      const unknown = await login('nobodyAtAll', 'Wrong#Horse9').expect(401)
      expect(wrong.body.code).toBe('INVALID_CREDENTIALS')
      expect({ ...unknown.body, requestId: '' }).toEqual({ ...wrong.body, requestId: '' })
    })

    it('refuses a closed account with the reason, and ends its sessions', async () => {
      const banned = await forum.member('bannedOne')
      const inactive = await forum.member('inactiveOne')
      const { members } = forum.api.db
      await members.updateOne({ _id: banned.id }, { $set: { status: 'banned', banReason: '发广告' } })
      await members.updateOne({ _id: inactive.id }, { $set: { status: 'inactive' } })
      const { body } = await login('bannedOne', PASSWORD).expect(403)
      expect(body).toMatchObject({
        code: 'ACCOUNT_BANNED',
        message: expect.stringContaining('发广告') as string,
      })
      expect((await login('inactiveOne', PASSWORD).expect(403)).body.code).toBe('ACCOUNT_INACTIVE')
      expect((await login('bannedOne', 'Wrong#Horse9').expect(401)).body.code).toBe('INVALID_CREDENTIALS')
      await me(banned.token).expect(401)
      await me(inactive.token).expect(401)
    })

    it('lets a member sign in once a ban has ended', async () => {
      const member = await forum.member('repentant')
      const bannedUntil = new Date(forum.clock.now().getTime() + MINUTE_MS)
      await forum.api.db.members.updateOne({ _id: member.id }, { $set: { status: 'banned', bannedUntil } })
      await login('repentant', PASSWORD).expect(403)
      await me(member.token).expect(401)
      forum.clock.advance(MINUTE_MS + 1)
      const { body } = await login('repentant', PASSWORD).expect(200)
      expect(body.user.status).toBe('active')
      expect((await me(member.token).expect(200)).body.user.status).toBe('active')
    })
  })

  it('lets a gateway show a member as typing only while the member may reply and is not hidden', async () => {
    const writer = await forum.member('datzi')
    const moderator = await forum.member('kanzhe', 'moderator')
    const thread = await forum.thread(moderator)
    const isShown = async () => {
      const { body } = await forum.request
        .post('/api/internal/typing')
        .set('X-Gateway-Secret', GATEWAY_SECRET)
        .send({ token: writer.token, threadId: thread.id })
        .expect(200)
      return (body as { isShown: boolean }).isShown
    }
    const put = (path: string, by: typeof writer, body: object) =>
      forum.request.put(`/api${path}`).set(by.headers).send(body).expect(200)
    expect(await isShown()).toBe(true)
    for (const showOnline of [false, true]) {
      forum.bus.sent.length = 0
      await put('/auth/profile', writer, { showOnline })
      expect(await isShown()).toBe(showOnline)
      expect(forum.bus.sent.map(({ channel, message }) => ({ channel, ...message }))).toContainEqual(
        expect.objectContaining({
          channel: `forum:user:${writer.id}`,
          name: 'member:visibility',
          showOnline,
        }),
      )
    }
    await forum.request
      .post(`/api/threads/${thread.id}/lock`)
      .set(moderator.headers)
      .send({ locked: true })
      .expect(200)
    expect(await isShown()).toBe(false)
    await forum.request
      .post(`/api/threads/${thread.id}/lock`)
      .set(moderator.headers)
      .send({ locked: false })
      .expect(200)
    await put(`/users/${writer.id}/mute`, moderator, { until: '2099-01-01T00:00:00.000Z' })
    expect(await isShown()).toBe(false)
    await put(`/users/${writer.id}/mute`, moderator, { until: null })
    expect(await isShown()).toBe(true)
    await forum.as(moderator).call('deleteThread', { threadId: thread.id })
    expect(await isShown()).toBe(false)
  })

  describe('identifying tokens for a gateway', () => {
    const identify = (tokens: string[], secret?: string) => {
      const request = forum.request.post('/api/internal/identify')
      return (secret === undefined ? request : request.set('X-Gateway-Secret', secret)).send({ tokens })
    }

    it.each([undefined, '', 'wrong', '密码', `${GATEWAY_SECRET}x`])(
      'refuses a gateway whose secret is %j',
      async (secret) => {
        const { token } = await forum.member(`held${++addresses}`)
        // Header values are bytes: a name outside Latin-1 arrives as UTF-8.
        const sent = secret === undefined ? undefined : Buffer.from(secret).toString('latin1')
        const { body } = await identify([token], sent).expect(403)
        expect(body.code).toBe('FORBIDDEN')
      },
    )

    it('answers concurrent lookups with one query', async () => {
      const { token, id } = await forum.member('crowd')
      const aggregate = vi.spyOn(forum.api.db.sessions, 'aggregate')
      try {
        const bearers = Array.from({ length: 50 }, (_, i) =>
          i % 2 === 0 ? token : `dead${i}`.padEnd(43, 'x'),
        )
        const found = await Promise.all(bearers.map((bearer) => forum.api.identify([bearer])))
        expect(found.map(([holder]) => holder?.user.id)).toEqual(
          bearers.map((_, i) => (i % 2 === 0 ? id : undefined)),
        )
        expect(aggregate).toHaveBeenCalledTimes(1)
      } finally {
        aggregate.mockRestore()
      }
    })

    it('identifies a whole batch with one query, in the order of the tokens', async () => {
      const members = [await forum.member('batch1'), await forum.member('batch2')]
      const { db } = forum.api
      const spies = [db.sessions, db.members].flatMap((collection) => [
        vi.spyOn(collection, 'find'),
        vi.spyOn(collection, 'findOne'),
        vi.spyOn(collection, 'aggregate'),
      ])
      try {
        const tokens = [members[1]!.token, 'nonsense', members[0]!.token, members[1]!.token, 'x'.repeat(43)]
        const { body } = await identify(tokens, GATEWAY_SECRET).expect(200)
        const holders = body.holders as ({ user: { id: number } } | null)[]
        expect(holders.map((holder) => holder?.user.id ?? null)).toEqual([
          members[1]!.id,
          null,
          members[0]!.id,
          members[1]!.id,
          null,
        ])
        expect(spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0)).toBe(1)
      } finally {
        for (const spy of spies) spy.mockRestore()
      }
    })
  })

  describe('sessions', () => {
    it('ends a session on sign-out, also at gateways', async () => {
      const { token } = await forum.member('leaver')
      const [session] = await sessionsOf(token)
      await forum.request.post('/api/auth/logout').set('Authorization', `Bearer ${token}`).expect(204)
      await me(token).expect(401)
      await forum.request.get('/api/boards').set('Authorization', `Bearer ${token}`).expect(401)
      await forum.request.post('/api/auth/logout').set('Authorization', `Bearer ${token}`).expect(204)
      const [revoked, ...more] = revocationsOf(session?.id ?? 0)
      expect(more).toEqual([])
      const { name, ...event } = revoked ?? { name: '' }
      expect(name).toBe('session:revoked')
      expect(serverEvents['session:revoked'].parse(event).reason).toBe('logout')
      const { body } = await forum.request
        .post('/api/internal/identify')
        .set('X-Gateway-Secret', GATEWAY_SECRET)
        .send({ tokens: [token] })
        .expect(200)
      expect(body.holders).toEqual([null])
    })

    it('publishes the end of sessions again once the bus is back, each once', async () => {
      const { sessions } = forum.api.services
      const leavers = [await forum.member('leaver1'), await forum.member('leaver2')]
      const ids = await Promise.all(leavers.map(async ({ token }) => (await sessionsOf(token))[0]?.id ?? 0))
      forum.bus.isUnavailable = true
      try {
        for (const { headers } of leavers)
          await forum.request.post('/api/auth/logout').set(headers).expect(204)
        await sessions.publishAgain()
        expect(ids.flatMap(revocationsOf)).toEqual([])
      } finally {
        forum.bus.isUnavailable = false
      }
      await sessions.publishAgain()
      await sessions.publishAgain()
      for (const id of ids) expect(revocationsOf(id)).toMatchObject([{ reason: 'logout' }])
    })

    it('ends the least recently used session beyond the bound, and publishes its end', async () => {
      const member = await forum.member('everywhere')
      const [oldest] = await sessionsOf(member.token)
      const { sessions } = forum.api.services
      for (let i = 0; i < SESSIONS_PER_MEMBER; i++) {
        forum.clock.advance(1_000)
        await sessions.open(member.id, 'test')
      }
      expect(await forum.api.db.sessions.countDocuments({ userId: member.id })).toBe(SESSIONS_PER_MEMBER)
      await me(member.token).expect(401)
      expect(revocationsOf(oldest?.id ?? 0)).toHaveLength(1)
    })

    it('acknowledges the end of a session only once a majority has it in the journal', async () => {
      const member = await forum.member('durable')
      const { body } = await login('durable', PASSWORD).expect(200)
      const listed = await sessionsOf(member.token)
      const other = listed.find(({ current }) => !current)?.id ?? 0
      const collection = forum.api.db.sessions
      const [one, found] = [vi.spyOn(collection, 'deleteOne'), vi.spyOn(collection, 'findOneAndDelete')]
      try {
        await forum.as(member).call('revokeSession', { sessionId: other })
        await forum.as(member).call('logout')
        for (const [, options] of [...one.mock.calls, ...found.mock.calls] as [unknown, unknown][]) {
          expect(options).toMatchObject({ writeConcern: { w: 'majority', j: true } })
        }
        expect(one.mock.calls.length + found.mock.calls.length).toBe(2)
      } finally {
        one.mockRestore()
        found.mockRestore()
      }
      await me(body.token as string).expect(401)
    })

    it("lists a member's sessions, which the member can end one by one", async () => {
      const owner = await forum.member('owner')
      const { body } = await login('owner', PASSWORD).expect(200)
      const other = body.token as string
      const listed = await sessionsOf(owner.token)
      expect(listed).toHaveLength(2)
      expect(listed.filter(({ current }) => current)).toHaveLength(1)
      const ended = listed.find(({ current }) => !current)?.id ?? 0
      const stranger = await forum.member('stranger')
      await forum.as(stranger).refused('NOT_FOUND', 'revokeSession', { sessionId: ended })
      await me(other).expect(200)
      await forum.as(owner).call('revokeSession', { sessionId: ended })
      await me(other).expect(401)
      await me(owner.token).expect(200)
      expect(revocationsOf(ended)).toHaveLength(1)
      expect(await sessionsOf(owner.token)).toHaveLength(1)
    })

    it('ends a session after 30 days without use, and continues one in use', async () => {
      const used = await forum.member('usedOne')
      const unused = await forum.member('unusedOne')
      forum.clock.advance(29 * DAY_MS)
      await me(used.token).expect(200)
      await forum.api.services.sessions.flush()
      forum.clock.advance(DAY_MS + MINUTE_MS)
      await me(unused.token).expect(401)
      await me(used.token).expect(200)
      await forum.api.services.sessions.flush()
      forum.clock.advance(30 * DAY_MS + MINUTE_MS)
      await me(used.token).expect(401)
    })
  })

  it('never shows addresses or passwords to others', async () => {
    const author = await forum.member('secretive')
    const reader = await forum.member('curious')
    const { id } = await forum.thread(author)
    await forum.as(author).reply(id, '二楼')
    await forum.settle()
    const paths = [
      '/threads',
      `/threads/${id}`,
      `/threads/${id}/changes?since=0`,
      `/posts?threadId=${id}`,
      '/boards',
    ]
    for (const path of [...paths, '/boards/3', '/categories/site']) {
      for (const headers of [{}, reader.headers]) {
        const { text } = await forum.request.get(`/api${path}`).set(headers).expect(200)
        expect(text).toContain('secretive')
        expect(text).not.toMatch(/@example\.com|argon2|password|emailLower/i)
      }
    }
    const sent = JSON.stringify(forum.bus.sent)
    expect(sent).toContain('secretive')
    expect(sent).not.toMatch(/@example\.com|argon2|password|emailLower/i)
    const { text } = await me(author.token).expect(200)
    // Members see whether they have a password.
    expect(text.replace('"hasPassword":true', '')).not.toMatch(/argon2|password/i)
  })

  describe('limits', () => {
    const retryAfter = (response: { get(name: string): string | undefined }) =>
      Number(response.get('Retry-After'))

    it('limits guessing the password of one name, for that address only', async () => {
      await forum.member('guessed')
      const address = newAddress()
      for (let i = 0; i < RATE_LIMITS.loginName.points; i++) {
        await login(i % 2 ? 'guessed' : 'GUESSED', 'Wrong#Horse9', address).expect(401)
      }
      const refused = await login('guessed', PASSWORD, address).expect(429)
      expect(refused.body.code).toBe('TOO_MANY_REQUESTS')
      expect(retryAfter(refused)).toBeGreaterThan(0)
      expect(retryAfter(refused)).toBeLessThanOrEqual(RATE_LIMITS.loginName.seconds)
      await login('somebodyElse', 'Wrong#Horse9', address).expect(401)
      await login('guessed', PASSWORD).expect(200)
    })

    it('lets ten of many passwords guessed at once be tried', async () => {
      await forum.member('hurried')
      const address = newAddress()
      const counts = new Map<number, number>()
      const count = (status: number) => counts.get(status) ?? 0
      let left = 120
      while (left > 0) {
        const busyBefore = count(503)
        const guess = () => login('hurried', 'Wrong#Horse9', address)
        for (const { status } of await Promise.all(Array.from({ length: left }, guess)))
          counts.set(status, count(status) + 1)
        // An attempt for which the server is too busy does not count, and is made again.
        left = count(503) - busyBefore
      }
      expect(count(401)).toBe(RATE_LIMITS.loginName.points)
      expect(count(429)).toBe(120 - RATE_LIMITS.loginName.points)
    })

    it('counts only failures, so that a successful sign-in restores all attempts', async () => {
      await forum.member('forgetful')
      const address = newAddress()
      for (let round = 0; round < 2; round++) {
        for (let i = 1; i < RATE_LIMITS.loginName.points; i++) {
          await login('forgetful', 'Wrong#Horse9', address).expect(401)
        }
        await login('forgetful', PASSWORD, address).expect(200)
      }
    })

    it('limits guessing the passwords of many names from one address', async () => {
      const address = newAddress()
      for (let i = 0; i < RATE_LIMITS.loginAddress.points; i++) {
        await login(`spray${i}`, 'Wrong#Horse9', address).expect(401)
      }
      await login('sprayAgain', 'Wrong#Horse9', address).expect(429)
    })

    /** Uses up the failures that an account has in a day, from ever new addresses. */
    const failEverywhere = async (name: string) => {
      for (let i = 0; i < RATE_LIMITS.loginAccount.points; i++) await login(name, 'Wrong#Horse9').expect(401)
    }

    it('limits guessing the password of an account from many addresses, by whichever of its names', async () => {
      await forum.member('hunted')
      await failEverywhere('hunted')
      const refused = await login('hunted@example.com', PASSWORD).expect(429)
      expect(retryAfter(refused)).toBeGreaterThan(RATE_LIMITS.loginName.seconds)
      await login('somebodyElse', 'Wrong#Horse9').expect(401)
    })

    it('treats the names of no account alike, so that the limit does not reveal who has one', async () => {
      await failEverywhere('noAccountHere')
      await login('noAccountHere', PASSWORD).expect(429)
    })

    it('lets a member in at an address of an earlier sign-in, however often others have guessed', async () => {
      await forum.member('athome')
      const home = newAddress()
      await login('athome', PASSWORD, home).expect(200)
      await failEverywhere('athome')
      await login('athome', PASSWORD).expect(429)
      await login('athome', 'Wrong#Horse9', home).expect(401)
      await login('athome', PASSWORD, home).expect(200)
    })

    it('counts no successful sign-in against the account, and remembers the latest ten addresses', async () => {
      const { id } = await forum.member('traveller')
      for (let i = 0; i <= RATE_LIMITS.loginAccount.points; i++)
        await login('traveller', PASSWORD).expect(200)
      const member = await forum.api.db.members.findOne({ _id: id })
      expect(member?.signIns).toHaveLength(SIGN_IN_ADDRESSES_KEPT)
      expect(JSON.stringify(member)).not.toContain('203.0.113')
    })

    it('forgets an address that was not used for ADDRESS_DAYS, and knows one that was', async () => {
      const { id } = await forum.member('moved')
      const [before, now] = [newAddress(), newAddress()]
      const kept = async () => (await forum.api.db.members.findOne({ _id: id }))?.signIns?.length
      const began = forum.clock.offsetMs
      await login('moved', PASSWORD, before).expect(200)
      forum.clock.advance(60 * DAY_MS)
      await login('moved', PASSWORD, now).expect(200)
      await forum.api.prune()
      expect(await kept()).toBe(2)
      forum.clock.advance(31 * DAY_MS)
      // Even before it is removed, it lets nobody in.
      await failEverywhere('moved')
      await login('moved', PASSWORD, before).expect(429)
      await forum.api.prune()
      expect(await kept()).toBe(1)
      await login('moved', PASSWORD, now).expect(200)
      forum.clock.offsetMs = began
    })

    it('limits repeated successful sign-ins', async () => {
      await forum.member('restless')
      const address = newAddress()
      for (let i = 0; i < RATE_LIMITS.signIn.points; i++) {
        await login('restless', PASSWORD, address).expect(200)
      }
      await login('restless', PASSWORD, address).expect(429)
    })

    it('refuses unknown tokens without a query once an address has sent too many', async () => {
      const { token } = await forum.member('unaffected')
      const address = newAddress()
      const call = (bearer: string, from = address) =>
        forum.request.get('/api/boards').set('X-Forwarded-For', from).set('Authorization', `Bearer ${bearer}`)
      const unknown = 'x'.repeat(43)
      for (let i = 0; i < RATE_LIMITS.badToken.points; i++) await call(unknown).expect(401)
      const collection = forum.api.db.sessions
      const [find, findOne] = [vi.spyOn(collection, 'find'), vi.spyOn(collection, 'findOne')]
      try {
        await call(unknown).expect(429)
        await call('malformed').expect(429)
        expect(find.mock.calls.length + findOne.mock.calls.length).toBe(0)
      } finally {
        find.mockRestore()
        findOne.mockRestore()
      }
      await call(token, newAddress()).expect(200)
    })

    it('refuses an anonymous flood before reading its bodies', async () => {
      const address = newAddress()
      const send = () => forum.request.post('/api/posts').set('X-Forwarded-For', address)
      const limit = RATE_LIMITS.address.points
      for (let sent = 0; sent < limit; sent += 100) {
        await Promise.all(Array.from({ length: 100 }, () => send().expect(401)))
      }
      await send().set('Content-Type', 'application/json').send('{"broken":').expect(429)
    })

    it('allows five registrations per hour from an address', async () => {
      const address = newAddress()
      const registration = (i: number) =>
        register({ username: `family${i}`, email: `family${i}@example.com` }, address)
      for (let i = 0; i < RATE_LIMITS.register.points; i++) await registration(i).expect(201)
      expect(retryAfter(await registration(9).expect(429))).toBeGreaterThan(0)
    })

    it('allows a member thirty edits and deletions a minute, and moderators as many as they need', async () => {
      const member = await forum.member('fiddler')
      const moderator = await forum.member('gardener', 'moderator')
      const { id } = await forum.thread(member)
      const edit = (by: TestMember, i: number) =>
        forum.request
          .put(`/api/threads/${id}`)
          .set(by.headers)
          .send({ title: `第 ${i} 版` })
      for (let i = 0; i < RATE_LIMITS.edit.points; i++) await edit(member, i).expect(200)
      await edit(member, 99).expect(429)
      await forum.request.delete('/api/posts/999999').set(member.headers).expect(429)
      for (let i = 0; i <= RATE_LIMITS.edit.points; i++) await edit(moderator, 100 + i).expect(200)
    })

    it('allows a member ten posts a minute, and moderators as many as they need', async () => {
      const member = await forum.member('chatty')
      const moderator = await forum.member('banzhu', 'moderator')
      const { id } = await forum.thread(member)
      const reply = (by: TestMember, i: number) =>
        forum.request
          .post('/api/posts')
          .set(by.headers)
          .send({ threadId: id, content: `第 ${i} 句` })
      for (let i = 0; i < RATE_LIMITS.post.points; i++) await reply(member, i).expect(201)
      const refused = await reply(member, 99).expect(429)
      expect(retryAfter(refused)).toBeLessThanOrEqual(RATE_LIMITS.post.seconds)
      for (let i = 0; i <= RATE_LIMITS.post.points; i++) await reply(moderator, i).expect(201)
    })
  })
})
