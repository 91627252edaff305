import { createHmac } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Authenticator, enrol } from '../fixtures/authenticator'
import { TEST_CONFIG } from '../fixtures/config'
import { PASSWORD, startTestForum, type TestForum, type TestMember } from '../fixtures/forum'

const STEP_MS = 30_000
const MINUTE_MS = 60_000

describe('the second factor', () => {
  let forum: TestForum
  let admin: TestMember
  let members = 0

  beforeAll(async () => {
    forum = await startTestForum({ config: { rateLimits: true, trustProxy: 1 } })
    forum.clock.stop()
    admin = await forum.member('zongguan', 'admin')
    await forum.as().refused('UNAUTHENTICATED', 'getSecondFactor')
  })
  afterAll(() => forum.stop())

  const newModerator = () => forum.member(`banzhu${++members}`, 'moderator')
  let addresses = 0
  const newAddress = () => `203.0.113.${++addresses}`
  const login = (username: string, code?: string, address = '203.0.113.200') =>
    forum.request
      .post('/api/auth/login')
      .set('X-Forwarded-For', address)
      .send({ username, password: PASSWORD, ...(code === undefined ? {} : { code }) })
  const refused = async (username: string, code: string | undefined, error: string, status: number) => {
    const { body } = await login(username, code).expect(status)
    expect(body).toMatchObject({ code: error })
  }
  // From ever new addresses, because tries of the password count by them.
  const send = (method: 'post' | 'put' | 'delete', path: string, by: TestMember, body: object) =>
    forum.request[method](`/api${path}`).set(by.headers).set('X-Forwarded-For', newAddress()).send(body)
  const entriesOf = ({ id }: TestMember) =>
    forum.api.db.moderationLog
      .find({ userId: id, action: 'set_second_factor' }, { sort: { _id: 1 } })
      .toArray()

  it('is turned on with the password and the first code of the app, and asked for at sign-in', async () => {
    const member = await newModerator()
    await send('post', '/auth/second-factor', member, { password: 'wrong' }).expect(400)
    await send('put', '/auth/second-factor', member, { code: '000000' }).expect(409)
    await login(member.username).expect(200)
    const begun = await send('post', '/auth/second-factor', member, { password: PASSWORD }).expect(200)
    const { key, link } = begun.body as { key: string; link: string }
    expect(link).toBe(
      `otpauth://totp/${encodeURIComponent('测试论坛')}:${member.username}?secret=${key}&issuer=${encodeURIComponent('测试论坛')}`,
    )
    const app = new Authenticator(key)
    const stale = app.codeAt(new Date(forum.clock.now().getTime() - 10 * STEP_MS))
    const wrong = await send('put', '/auth/second-factor', member, { code: stale }).expect(400)
    expect(wrong.body).toMatchObject({ code: 'WRONG_CODE' })
    // Until it is confirmed, the password is enough.
    await login(member.username).expect(200)
    const code = app.codeAt(forum.clock.now())
    const on = await send('put', '/auth/second-factor', member, { code }).expect(200)
    expect(on.body).toMatchObject({ user: { secondFactor: 'on', role: 'moderator' } })
    expect(on.body.recoveryCodes).toHaveLength(10)
    expect(new Set(on.body.recoveryCodes).size).toBe(10)

    await refused(member.username, undefined, 'SECOND_FACTOR_REQUIRED', 403)
    await refused(member.username, '12345', 'WRONG_CODE', 400)
    forum.clock.advance(STEP_MS)
    const next = app.codeAt(forum.clock.now())
    const { body } = await login(member.username, ` ${next.slice(0, 3)} ${next.slice(3)} `).expect(200)
    expect(body.user).toMatchObject({ id: member.id, secondFactor: 'on' })
    // The session that was open goes on.
    await forum.as(member).call('me')
    await send('post', '/auth/second-factor', member, { password: PASSWORD }).expect(409)
    const stored = await forum.api.db.members.findOne({ _id: member.id })
    const texts = JSON.stringify(stored)
    for (const secret of [key, ...(on.body.recoveryCodes as string[])]) expect(texts).not.toContain(secret)
    const exported = await send('post', '/auth/export', member, {}).expect(200)
    expect(exported.headers['content-type']).toContain('zip')
  })

  it('accepts each code of the app once, and none of an earlier step after a later one', async () => {
    const member = await newModerator()
    const { app } = await enrol(forum, member)
    const enrolled = app.codeAt(forum.clock.now())
    await refused(member.username, enrolled, 'WRONG_CODE', 400)
    const next = app.codeAt(new Date(forum.clock.now().getTime() + STEP_MS))
    await login(member.username, next).expect(200)
    await refused(member.username, next, 'WRONG_CODE', 400)
    await refused(member.username, enrolled, 'WRONG_CODE', 400)
    forum.clock.advance(3 * STEP_MS)
    const current = app.codeAt(forum.clock.now())
    const both = await Promise.all([login(member.username, current), login(member.username, current)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
  })

  it('accepts each recovery code once', async () => {
    const member = await newModerator()
    const { recoveryCodes } = await enrol(forum, member)
    const [first = '', second = ''] = recoveryCodes
    await login(member.username, first).expect(200)
    await refused(member.username, first, 'WRONG_CODE', 400)
    await login(member.username, second.toUpperCase().replace('-', ' ')).expect(200)
    const body = await forum.as(member).call('getSecondFactor')
    expect(body.secondFactor).toEqual({ since: expect.any(String) as string, recoveryCodesLeft: 8 })
    const other = await newModerator()
    await enrol(forum, other)
    await refused(other.username, recoveryCodes[2], 'WRONG_CODE', 400)
  })

  it('accepts the shorter recovery codes of earlier versions until they are used', async () => {
    const member = await newModerator()
    const { recoveryCodes } = await enrol(forum, member)
    for (const code of recoveryCodes) expect(code).toMatch(/^([a-z2-7]{4}-){6}[a-z2-7]{4}$/)
    const hash = createHmac('sha256', TEST_CONFIG.tokenSecret)
      .update('recovery:abcde23456')
      .digest('base64url')
    await forum.api.db.members.updateOne({ _id: member.id }, { $set: { 'secondFactor.recovery': [hash] } })
    await login(member.username, 'abcde-23456').expect(200)
    await refused(member.username, 'abcde-23456', 'WRONG_CODE', 400)
  })

  it('keeps the code of a sign-in that is refused, and of one that comes second', async () => {
    const member = await newModerator()
    const { recoveryCodes } = await enrol(forum, member)
    const [code] = recoveryCodes
    const { members, sessions } = forum.api.db
    for (const [status, error] of [
      ['banned', 'ACCOUNT_BANNED'],
      ['inactive', 'ACCOUNT_INACTIVE'],
    ] as const) {
      await members.updateOne({ _id: member.id }, { $set: { status } })
      await refused(member.username, code, error, 403)
    }
    await members.updateOne({ _id: member.id }, { $set: { status: 'active' } })
    const before = await sessions.countDocuments({ userId: member.id })
    const both = await Promise.all([login(member.username, code), login(member.username, code)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
    expect(await sessions.countDocuments({ userId: member.id })).toBe(before + 1)
    const stored = await members.findOne({ _id: member.id })
    expect(stored?.secondFactor?.recovery).toHaveLength(recoveryCodes.length - 1)
  })

  it('limits wrong codes where they are typed, and counts them as failed sign-ins', async () => {
    const member = await newModerator()
    const { app } = await enrol(forum, member)
    const guesser = newAddress()
    for (let i = 0; i < 10; i++) await login(member.username, '000000', guesser).expect(400)
    forum.clock.advance(STEP_MS)
    await login(member.username, app.codeAt(forum.clock.now()), guesser).expect(429)
    await expect
      .poll(() => forum.api.db.activities.countDocuments({ actorId: member.id, kind: 'login_failed' }))
      .toBe(10)
    await login(member.username, undefined, guesser).expect(403)
    await login(member.username, app.codeAt(forum.clock.now()), newAddress()).expect(200)
  })

  it('limits guesses of codes for an account from many addresses, but not where it has signed in', async () => {
    const member = await newModerator()
    const { recoveryCodes } = await enrol(forum, member)
    const home = newAddress()
    await login(member.username, recoveryCodes[0], home).expect(200)
    const set = (limits: object) => forum.as(admin).call('setSettings', { settings: { limits } })
    await set({ loginAccount: { points: 5, seconds: 86_400 } })
    for (let i = 0; i < 5; i++) await login(member.username, '000000', newAddress()).expect(400)
    await login(member.username, recoveryCodes[1], newAddress()).expect(429)
    await login(member.username, recoveryCodes[1], home).expect(200)
    // A session has a limit of its own, which strangers cannot use up, but who has stolen it can.
    const confirm = (code?: string) =>
      send('post', '/auth/confirm', member, { password: PASSWORD, ...(code === undefined ? {} : { code }) })
    await confirm(recoveryCodes[2]).expect(204)
    for (let i = 0; i < 5; i++) await confirm('000000').expect(400)
    await confirm(recoveryCodes[3]).expect(429)
    await set({ loginAccount: null })
  })

  it('leaves the owner free to confirm and to change the password while a stolen session is used to guess', async () => {
    const member = await forum.member(`huiyuan${++members}`)
    const from = (address: string, path: string, body: object) =>
      forum.request[path === '/auth/password' ? 'put' : 'post'](`/api${path}`)
        .set(member.headers)
        .set('X-Forwarded-For', address)
        .send(body)
    const thief = newAddress()
    for (let i = 0; i < 10; i++) await from(thief, '/auth/confirm', { password: 'wrong' }).expect(400)
    await from(thief, '/auth/confirm', { password: PASSWORD }).expect(429)
    const owner = newAddress()
    await from(owner, '/auth/confirm', { password: PASSWORD }).expect(204)
    const changed = { currentPassword: PASSWORD, newPassword: 'Another#Horse7' }
    await from(owner, '/auth/password', changed).expect(200)
  })

  it('is asked for by the password, fresh confirmation and deletion, which keep the code when they are refused', async () => {
    const member = await newModerator()
    const { recoveryCodes } = await enrol(forum, member)
    const left = async () =>
      (await forum.api.db.members.findOne({ _id: member.id }))?.secondFactor?.recovery.length
    const acts = {
      password: (more: object) =>
        send('put', '/auth/password', member, { currentPassword: PASSWORD, newPassword: PASSWORD, ...more }),
      confirm: (more: object) => send('post', '/auth/confirm', member, { password: PASSWORD, ...more }),
      deletion: (more: object) => send('post', '/auth/delete', member, { password: PASSWORD, ...more }),
    }
    for (const act of Object.values(acts)) {
      expect((await act({}).expect(403)).body.code).toBe('SECOND_FACTOR_REQUIRED')
      expect((await act({ code: '000000' }).expect(400)).body.code).toBe('WRONG_CODE')
    }
    const wrong = { password: 'wrong', currentPassword: 'wrong', code: recoveryCodes[0] }
    for (const act of Object.values(acts))
      expect((await act(wrong).expect(400)).body.code).toBe('WRONG_PASSWORD')
    expect(await left()).toBe(10)
    await acts.confirm({ code: recoveryCodes[0] }).expect(204)
    expect((await acts.confirm({ code: recoveryCodes[0] }).expect(400)).body.code).toBe('WRONG_CODE')
    const { body } = await acts.password({ code: recoveryCodes[1] }).expect(200)
    member.headers.Authorization = `Bearer ${body.token as string}`
    expect(await left()).toBe(8)
    // The only admin may not leave, and keeps the code.
    const { members: collection } = forum.api.db
    const others = { role: 'admin' as const, _id: { $ne: member.id } }
    const admins = await collection.find(others).toArray()
    await collection.updateMany(others, { $set: { role: 'user' } })
    await collection.updateOne({ _id: member.id }, { $set: { role: 'admin' } })
    forum.clock.advance(2_000)
    await acts.deletion({ code: recoveryCodes[2] }).expect(403)
    expect(await left()).toBe(8)
    const ids = admins.map(({ _id }) => _id)
    await collection.updateMany({ _id: { $in: ids } }, { $set: { role: 'admin' } })
    await acts.deletion({ code: recoveryCodes[2] }).expect(204)
  })

  it('is turned off with the password and a code, or by the operator, and logged for admins', async () => {
    const member = await newModerator()
    const { app, recoveryCodes } = await enrol(forum, member)
    const off = (body: object) => send('delete', '/auth/second-factor', member, body)
    expect((await off({ password: 'wrong', code: recoveryCodes[0] }).expect(400)).body.code).toBe(
      'WRONG_PASSWORD',
    )
    expect((await off({ password: PASSWORD, code: '000000' }).expect(400)).body.code).toBe('WRONG_CODE')
    forum.clock.advance(STEP_MS)
    const { body } = await off({ password: PASSWORD, code: app.codeAt(forum.clock.now()) }).expect(200)
    expect(body.user.secondFactor).toBe('off')
    await login(member.username).expect(200)
    await off({ password: PASSWORD, code: recoveryCodes[0] }).expect(409)
    await enrol(forum, member)
    expect(await forum.api.services.accounts.turnOffSecondFactor(member.username)).toBe(true)
    expect(await forum.api.services.accounts.turnOffSecondFactor(member.username)).toBe(false)
    await login(member.username).expect(200)
    const entries = await entriesOf(member)
    expect(entries.map(({ changes, reason }) => [changes[0]?.after, reason])).toEqual([
      [true, null],
      [false, null],
      [true, null],
      [false, 'npm run admin'],
    ])
    const seen = async (by: TestMember) => {
      const log = forum.request.get('/api/moderation/log?action=set_second_factor').set(by.headers)
      return ((await log.expect(200)).body as { entries: unknown[] }).entries.length > 0
    }
    expect([await seen(admin), await seen(member)]).toEqual([true, false])
  })

  describe('as a duty of staff', () => {
    const set = (by: TestMember, settings: object) => send('put', '/admin/settings', by, { settings })
    afterEach(async () => {
      await set(admin, { staffSecondFactor: false })
    })

    it('leaves staff without it the rights of members until they turn it on', async () => {
      const moderator = await newModerator()
      const xiaoli = await forum.member('xiaoli')
      const thread = await forum.thread(xiaoli)
      const pin = () => send('post', `/threads/${thread.id}/pin`, moderator, { pinned: true })
      const me = async () =>
        (await forum.as(moderator).call('me')).user as {
          role: string
          secondFactor: string
        }
      expect((await set(admin, { staffSecondFactor: true }).expect(409)).body.message).toContain('两步验证')
      await enrol(forum, admin)
      await set(moderator, { staffSecondFactor: true }).expect(403)
      await set(admin, { staffSecondFactor: true }).expect(200)
      expect(await me()).toMatchObject({ role: 'user', secondFactor: 'due' })
      await pin().expect(403)
      const [holder] = await forum.api.identify([moderator.token])
      expect(holder?.user.role).toBe('user')
      await forum.as(moderator).refused('FORBIDDEN', 'listActivity')
      // Nor do notifications name what members do not see.
      const access = { see: 'staff', start: 'staff', reply: 'staff' } as const
      const { board } = await forum
        .as(admin)
        .call('createBoard', { name_zh: '值班室', parentId: 120, access })
      const mentioned = `@${moderator.username} 看看这里`
      await forum.as(admin).call('createThread', { title: '值班', content: mentioned, boardId: board.id })
      await forum.settle()
      expect((await forum.as(moderator).call('listNotifications')).notifications).toEqual([])
      expect(
        JSON.stringify(forum.bus.sent.filter(({ channel }) => channel === `forum:user:${moderator.id}`)),
      ).not.toContain('值班')
      // Others see the role as it is, and members are not concerned.
      const shown = await forum.as(xiaoli).call('getUser', { userId: moderator.id })
      expect(shown.user.role).toBe('moderator')
      await forum.as(xiaoli).call('me')

      const sent = forum.bus.sent.length
      const { user } = await enrol(forum, moderator)
      expect(user).toMatchObject({ role: 'moderator', secondFactor: 'on' })
      expect(forum.bus.sent.slice(sent).map(({ message }) => message)).toContainEqual(
        expect.objectContaining({ name: 'session:revoked', reason: 'role' }),
      )
      await pin().expect(200)
      expect(await me()).toMatchObject({ role: 'moderator', secondFactor: 'on' })
      await set(admin, { staffSecondFactor: false }).expect(200)
    })
  })

  describe('and a password that was typed recently', () => {
    it('are needed to change a role, to delete all of a member and to change settings', async () => {
      const boss = await forum.member('zongguan2', 'admin')
      const { id } = await forum.member(`huiyuan${++members}`)
      const acts = {
        role: () => send('put', `/users/${id}/role`, boss, { role: 'moderator' }),
        back: () => send('put', `/users/${id}/role`, boss, { role: 'user' }),
        purge: () => send('post', `/users/${id}/purge`, boss, { reason: '广告' }),
        settings: () => send('put', '/admin/settings', boss, { settings: { registration: 'open' } }),
      }
      // A sign-in counts.
      await acts.role().expect(200)
      const entry = await forum.api.db.moderationLog.findOne({ action: 'set_role', userId: id })
      await acts.back().expect(200)
      await acts.role().expect(200)
      const newest = await forum.api.db.moderationLog.findOne(
        { action: 'set_role', userId: id },
        { sort: { _id: -1 } },
      )
      expect(newest?._id).not.toBe(entry?._id)
      forum.clock.advance(16 * MINUTE_MS)
      for (const act of Object.values(acts)) {
        expect((await act().expect(403)).body).toMatchObject({
          code: 'PASSWORD_REQUIRED',
          message: '请再输入一次密码',
        })
      }
      const undo = () => send('post', `/moderation/acts/${newest?._id ?? 0}/undo`, boss, {})
      expect((await undo().expect(403)).body.code).toBe('PASSWORD_REQUIRED')
      // A preview deletes nothing, and those who may not act at all learn that first.
      await send('post', `/users/${id}/purge`, boss, { preview: true }).expect(200)
      expect((await send('put', `/users/${boss.id}/role`, boss, { role: 'user' })).body.code).toBe(
        'FORBIDDEN',
      )
      expect(await forum.api.db.purges.countDocuments({ userId: id })).toBe(0)

      await send('post', '/auth/confirm', boss, { password: 'wrong' }).expect(400)
      await acts.role().expect(403)
      await send('post', '/auth/confirm', boss, { password: PASSWORD }).expect(204)
      await undo().expect(200)
      await acts.purge().expect(200)
      await acts.settings().expect(200)
      await forum.settle()
      // It holds for one session only.
      const token = await forum.api.services.sessions.open(boss.id, 'elsewhere')
      forum.clock.advance(16 * MINUTE_MS)
      await send('post', '/auth/confirm', boss, { password: PASSWORD }).expect(204)
      const elsewhere = { ...boss, headers: { Authorization: `Bearer ${token}` } }
      await send('put', '/admin/settings', elsewhere, { settings: {} }).expect(403)
      await acts.settings().expect(200)
    })
  })
})
