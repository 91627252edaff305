import { RATE_LIMITS } from '@forum/shared/limits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enrol } from '../fixtures/authenticator'
import { PASSWORD, startTestForum, type TestForum, type TestMember } from '../fixtures/forum'
import { startSmtp } from '../fixtures/smtp'

const NEW_PASSWORD = 'Changed#Horse8'

describe('a forgotten password', () => {
  let smtp: Awaited<ReturnType<typeof startSmtp>>
  let forum: TestForum
  let addresses = 0

  beforeAll(async () => {
    smtp = await startSmtp()
    const mail = { url: smtp.url, from: 'luntan@example.com' }
    forum = await startTestForum({ config: { mail, rateLimits: true, trustProxy: 1 } })
  })
  afterAll(async () => {
    await forum.stop()
    await smtp.stop()
  })

  const newAddress = () => `203.0.113.${++addresses}`
  const forgot = (username: string, address = newAddress(), language = 'zh-CN') =>
    forum.request
      .post('/api/auth/forgot')
      .set('X-Forwarded-For', address)
      .set('Accept-Language', language)
      .send({ username })
  const reset = (token: string, password = NEW_PASSWORD, more: object = {}) =>
    forum.request
      .post('/api/auth/reset')
      .set('X-Forwarded-For', newAddress())
      .send({ token, password, ...more })
  const login = (username: string, password: string, address = newAddress()) =>
    forum.request.post('/api/auth/login').set('X-Forwarded-For', address).send({ username, password })
  const me = (token: string) => forum.request.get('/api/auth/me').set('Authorization', `Bearer ${token}`)
  const tokenIn = (text: string) => /\/reset-password#(\S+)/.exec(text)?.[1] ?? ''
  const mailedToken = async (member: TestMember) => {
    const from = smtp.received.length
    await forgot(member.username).expect(204)
    return tokenIn((await smtp.mailTo(`${member.username}@example.com`, from)).text)
  }

  it('gives an admin a link for a member to pass on, logged without its token', async () => {
    const admin = await forum.member('zongguan', 'admin')
    const member = await forum.member('wuyouxiang')
    const make = (id: number, by = admin) =>
      forum.request.post(`/api/admin/members/${id}/reset-link`).set(by.headers)
    await make(member.id, member).expect(403)
    const first = (await make(member.id).expect(201)).body as { link: string }
    const { link } = (await make(member.id).expect(201)).body as { link: string }
    expect(link).toMatch(/^https:\/\/forum\.example\/reset-password#/)
    // A new link replaces the one before.
    await reset(tokenIn(first.link)).expect(400)
    await reset(tokenIn(link)).expect(200)
    await login('wuyouxiang', NEW_PASSWORD).expect(200)
    const entries = await forum.api.db.moderationLog.find({ action: 'make_reset_link' }).toArray()
    expect(entries).toMatchObject([{ userId: member.id }, { userId: member.id }])
    expect(JSON.stringify(entries)).not.toContain(tokenIn(link))
  })

  it('names nobody to ask where links can be mailed', async () => {
    const body = await forum.as().call('getPasswordHelp')
    expect(body).toEqual({ mail: true, contact: null, admins: [] })
  })

  it('sets a new password once through the mailed link, and ends all sessions', async () => {
    const member = await forum.member('wangji')
    await forgot('WANGJI@example.com').expect(204)
    const { text, to } = await smtp.mailTo('wangji@example.com')
    expect(to).toEqual(['wangji@example.com'])
    expect(text).toContain('1 小时内')
    const token = tokenIn(text)
    const weak = await reset(token, 'weak').expect(400)
    expect(weak.body.errors).toEqual([expect.objectContaining({ field: 'password', code: 'too_short' })])
    const { body } = await reset(token).expect(200)
    expect(body.user).toMatchObject({ id: member.id, email: 'wangji@example.com' })
    await me(body.token as string).expect(200)
    await me(member.token).expect(401)
    await login('wangji', PASSWORD).expect(401)
    await login('wangji', NEW_PASSWORD).expect(200)
    const again = await reset(token, 'Another#Horse7').expect(400)
    expect(again.body).toMatchObject({ code: 'VALIDATION_FAILED', message: '链接已失效或已用过，请重新申请' })
  })

  it('refuses a reset link that is an hour old, replaced by a newer one, or made up', async () => {
    const member = await forum.member('guoqi')
    const first = await mailedToken(member)
    const second = await mailedToken(member)
    await reset(first).expect(400)
    forum.clock.advance(60 * 60_000 + 1)
    await reset(second).expect(400)
    for (const token of ['nonsense', 'x'.repeat(43), member.token]) await reset(token).expect(400)
    await login('guoqi', PASSWORD).expect(200)
  })

  it('asks for the second factor before a mailed link is used up', async () => {
    const member = await forum.member('liangbu')
    const { recoveryCodes } = await enrol(forum, member)
    const token = await mailedToken(member)
    expect((await reset(token).expect(403)).body).toMatchObject({ code: 'SECOND_FACTOR_REQUIRED' })
    const wrong = await reset(token, NEW_PASSWORD, { code: '123456' }).expect(400)
    expect(wrong.body).toMatchObject({ code: 'WRONG_CODE' })
    await reset(token, NEW_PASSWORD, { code: recoveryCodes[0] }).expect(200)
  })

  it('uses up neither the link nor a recovery code in a reset that is refused', async () => {
    const member = await forum.member('jujue')
    const { recoveryCodes } = await enrol(forum, member)
    const token = await mailedToken(member)
    const { members, passwordResets } = forum.api.db
    for (const [status, error] of [
      ['banned', 'ACCOUNT_BANNED'],
      ['inactive', 'ACCOUNT_INACTIVE'],
    ] as const) {
      await members.updateOne({ _id: member.id }, { $set: { status } })
      const refused = await reset(token, NEW_PASSWORD, { code: recoveryCodes[0] }).expect(403)
      expect(refused.body.code).toBe(error)
    }
    await members.updateOne({ _id: member.id }, { $set: { status: 'active' } })
    expect(await passwordResets.countDocuments({ userId: member.id })).toBe(1)
    // Of two concurrent resets with the same link, the later one keeps its code.
    const both = await Promise.all(
      [recoveryCodes[0], recoveryCodes[1]].map((code) => reset(token, NEW_PASSWORD, { code })),
    )
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
    const stored = await members.findOne({ _id: member.id })
    expect(stored?.secondFactor?.recovery).toHaveLength(recoveryCodes.length - 1)
  })

  it('lifts the limits that guesses caused, at every address and by every name', async () => {
    const member = await forum.member('beicai')
    const admin = await forum.member('zongguan9', 'admin')
    const few = { loginAccount: { points: 12, seconds: 86_400 } }
    const setLimits = (limits: object) => forum.as(admin).call('setSettings', { settings: { limits } })
    await setLimits(few)
    const [home, away] = [newAddress(), newAddress()]
    for (let i = 0; i < RATE_LIMITS.loginName.points; i++)
      await login('beicai', 'Wrong#Horse9', home).expect(401)
    // Also the limit of all sign-ins, which counts those that others refuse.
    for (let i = 0; i < RATE_LIMITS.signIn.points; i++) await login('beicai', PASSWORD, home).expect(429)
    for (let i = 0; i < 2; i++) await login('beicai@example.com', 'Wrong#Horse9', away).expect(401)
    await login('beicai', PASSWORD).expect(429)
    await reset(await mailedToken(member)).expect(200)
    await login('beicai', NEW_PASSWORD, home).expect(200)
    await login('beicai@example.com', NEW_PASSWORD, away).expect(200)
    await login('beicai', NEW_PASSWORD).expect(200)
    await setLimits({ loginAccount: null })
  })

  it('mails in the language of the page, and to old names that look like an address', async () => {
    const member = await forum.member('jiuming')
    await forum.api.db.members.updateOne({ _id: member.id }, { $set: { oldNameLower: 'tom@sina' } })
    const from = smtp.received.length
    await forgot('Tom@sina', newAddress(), 'en-US,en').expect(204)
    const { text } = await smtp.mailTo('jiuming@example.com', from)
    expect(text).toMatch(/^Hello jiuming,[^]*within 1 hour[^]*\/reset-password#[^]*can be used once/)
    // A member without an address gets none, and uses up no mail.
    const without = await forum.member('meiyou')
    await forum.api.db.members.updateOne(
      { _id: without.id },
      { $set: { email: '', emailLower: '~imported1' } },
    )
    await forgot('meiyou').expect(204)
    await forgot('~imported1').expect(204)
    await mailedToken(await forum.member('zuihou'))
    expect(smtp.received.slice(from).map(({ to }) => to)).toEqual([
      ['jiuming@example.com'],
      ['zuihou@example.com'],
    ])
  })

  it('responds alike for members and unknown names', async () => {
    await forum.member('cunzai')
    const registered = await forgot('cunzai').expect(204)
    const unknown = await forgot('bucunzai').expect(204)
    const headersOf = ({ headers }: { headers: Record<string, string> }) =>
      Object.keys(headers).filter((name) => name !== 'x-request-id')
    expect(headersOf(unknown)).toEqual(headersOf(registered))
    expect(unknown.text).toBe(registered.text)
  })

  it('refuses a reset link that was mailed before the password was changed', async () => {
    const member = await forum.member('gaiguo')
    const token = await mailedToken(member)
    await forum.as(member).call('changePassword', { currentPassword: PASSWORD, newPassword: NEW_PASSWORD })
    await reset(token, 'Another#Horse7').expect(400)
    await login('gaiguo', NEW_PASSWORD).expect(200)
    await reset(await mailedToken(member), 'Another#Horse7').expect(200)
    const older = await mailedToken(member)
    const given = await forum.api.services.accounts.resetPassword('gaiguo')
    await reset(older).expect(400)
    await login('gaiguo', given).expect(200)
  })

  it('sends one member few reset mails, and accepts few requests from one address', async () => {
    const member = await forum.member('hongzha')
    const from = smtp.received.length
    for (let i = 0; i < RATE_LIMITS.resetMail.points + 2; i++) await forgot(member.username).expect(204)
    const after = await forum.member('zhihou')
    await mailedToken(after)
    const sent = smtp.received.slice(from).filter(({ to }) => to.includes('hongzha@example.com'))
    expect(sent.length).toBeLessThanOrEqual(RATE_LIMITS.resetMail.points)
    const address = newAddress()
    for (let i = 0; i < RATE_LIMITS.forgot.points; i++) await forgot('bucunzai', address).expect(204)
    await forgot('bucunzai', address).expect(429)
  })

  it('keeps a banned member out after a password reset', async () => {
    const member = await forum.member('beijin')
    const token = await mailedToken(member)
    await forum.api.db.members.updateOne({ _id: member.id }, { $set: { status: 'banned' } })
    expect((await reset(token).expect(403)).body.code).toBe('ACCOUNT_BANNED')
  })
})
