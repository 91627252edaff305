import { DAY_MS, HOUR_MS } from '@forum/shared/clock'
import { FIRST_DAY_HOURS, UNDO_EMAIL_DAYS, VERIFY_EMAIL_HOURS } from '@forum/shared/limits'
import { FRESH_PASSWORD_MS } from '@forum/http-api/limits'
import { prepareDatabase } from '@forum/http-api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD, startTestForum, type TestForum, type TestMember } from '../fixtures/forum'
import { startSmtp } from '../fixtures/smtp'

const OTHER_PASSWORD = 'Changed#Horse8'

describe('addresses of members', () => {
  let smtp: Awaited<ReturnType<typeof startSmtp>>
  let forum: TestForum

  beforeAll(async () => {
    smtp = await startSmtp()
    forum = await startTestForum({ config: { mail: { url: smtp.url, from: 'luntan@example.com' } } })
  })
  afterAll(async () => {
    await forum.stop()
    await smtp.stop()
  })

  const register = async (username: string, email = `${username}@example.com`) => {
    const { user, token } = await forum.as().call('register', { username, email, password: PASSWORD })
    return { ...user, token, headers: { Authorization: `Bearer ${token}` } }
  }
  const accountOf = async (member: Pick<TestMember, 'headers'>) =>
    (await forum.request.get('/api/auth/me').set(member.headers).expect(200)).body.user as {
      email: string
      emailVerified: boolean
      pendingEmail: string | null
    }
  const change = (member: Pick<TestMember, 'headers'>, email: string) =>
    forum.request.post('/api/auth/email').set(member.headers).send({ email })
  const verify = (token: string, as?: Pick<TestMember, 'headers'>) =>
    forum.request
      .post('/api/auth/email/verify')
      .set(as?.headers ?? {})
      .send({ token })
  const undo = (token: string) => forum.request.post('/api/auth/email/undo').send({ token })
  const linkIn = (text: string) => /\/(?:verify|undo|reset)-(?:email|password)#(\S+)/.exec(text)?.[1] ?? ''
  const linkTo = async (address: string, from = 0) => linkIn((await smtp.mailTo(address, from)).text)
  const forgot = (username: string) => forum.request.post('/api/auth/forgot').send({ username }).expect(204)
  /** Resolves once everything is mailed that calls have caused. */
  const mailed = async () => {
    await forum.settle()
    return smtp.received.length
  }

  it('verifies the address of a newcomer by the mailed link, which works once', async () => {
    const member = await register('xinren')
    expect(await accountOf(member)).toMatchObject({ emailVerified: false, pendingEmail: null })
    const token = await linkTo('xinren@example.com')
    expect((await verify(token).expect(200)).body).toEqual({})
    expect(await accountOf(member)).toMatchObject({ emailVerified: true })
    await verify(token).expect(400)
  })

  it('mails in the script in which a member reads, from the first mail on', async () => {
    const account = { username: 'fanti', email: 'fanti@example.com', password: PASSWORD }
    const { token } = await forum.as().call('register', { ...account, script: 'traditional' })
    const headers = { Authorization: `Bearer ${token}` }
    const { text: welcome, html, headers: said } = await smtp.mailTo('fanti@example.com')
    expect(said.get('subject')).toContain('確認郵箱')
    expect(welcome).toContain('fanti，歡迎加入')
    expect(html).toMatch(/<html lang="zh-Hant">[^]*<h1[^>]*>fanti，歡迎加入/)
    await verify(linkIn(welcome)).expect(200)
    const from = await mailed()
    await forgot('fanti')
    expect((await smtp.mailTo('fanti@example.com', from)).text).toContain('請求重設你在')
    await change({ headers }, 'xinjianti@example.com').expect(202)
    expect((await smtp.mailTo('xinjianti@example.com')).text).toContain('要換用這個郵箱')
    await mailed()
    const replaced = smtp.received.find(({ text }) => text.includes('撤回更換'))
    expect(replaced?.to).toEqual(['fanti@example.com'])
    await forum.as({ headers }).call('updateProfile', { script: 'original' })
    const now = await mailed()
    await forgot('fanti')
    expect((await smtp.mailTo('fanti@example.com', now)).text).toContain('请求重设你在')
  })

  it('mails a link about an account as plain text, and as a page with one button', async () => {
    await register('yigeanniu')
    const { text, html } = await smtp.mailTo('yigeanniu@example.com')
    const link = /https:\S+/.exec(text)?.[0] ?? ''
    expect(link).toContain('/verify-email#')
    expect(html.match(/class="button"/g)).toHaveLength(1)
    expect(html).toMatch(new RegExp(`<a class="button" href="${link}"[^>]*>确认邮箱</a>`))
    // For clients that show no buttons.
    expect(html).toContain(`>${link}</p>`)
    expect(html).toContain('没有确认的邮箱，注册')
  })

  it('returns the account to a caller who is signed in to it, and refuses the link of another', async () => {
    const [member, other] = [await register('laiwang'), await register('beiren')]
    const token = await linkTo('laiwang@example.com')
    const refused = await verify(token, other).expect(400)
    expect(refused.body.errors).toMatchObject([{ field: 'token', code: 'other_account' }])
    expect(await accountOf(member)).toMatchObject({ emailVerified: false })
    expect((await verify(token, member).expect(200)).body.user).toMatchObject({
      id: member.id,
      emailVerified: true,
    })
  })

  it('refuses a link that has expired, was made up or was replaced by a newer one', async () => {
    const member = await register('guoqi')
    const first = await linkTo('guoqi@example.com')
    const from = await mailed()
    await forum.as(member).call('resendEmail')
    const second = await linkTo('guoqi@example.com', from)
    for (const token of [first, 'x'.repeat(43), 'nonsense', member.token]) await verify(token).expect(400)
    forum.clock.advance(VERIFY_EMAIL_HOURS * HOUR_MS + 1)
    await verify(second).expect(400)
  })

  it('replaces an address only once the new one is confirmed, and tells the old one', async () => {
    const member = await forum.member('huanxiang')
    const { body } = await change(member, 'xinjia@example.com').expect(202)
    expect(body.user).toMatchObject({ email: 'huanxiang@example.com', pendingEmail: 'xinjia@example.com' })
    expect((await smtp.mailTo('huanxiang@example.com')).text).toContain('xinjia@example.com')
    await verify(await linkTo('xinjia@example.com')).expect(200)
    expect(await accountOf(member)).toMatchObject({
      email: 'xinjia@example.com',
      emailVerified: true,
      pendingEmail: null,
    })
    await forum.as().call('login', { username: 'xinjia@example.com', password: PASSWORD })
  })

  it('needs a password that was typed recently, so that a stolen session changes no address', async () => {
    const member = await forum.member('beidao')
    forum.clock.advance(FRESH_PASSWORD_MS + 1)
    const refused = await change(member, 'zei@example.com').expect(403)
    expect(refused.body.code).toBe('PASSWORD_REQUIRED')
    await forum.request.post('/api/auth/confirm').set(member.headers).send({ password: PASSWORD }).expect(204)
    await change(member, 'zhenren@example.com').expect(202)
  })

  it('lets the old address take the change back for seven days, and ends all sessions', async () => {
    const member = await forum.member('duohui')
    await change(member, 'zei2@example.com').expect(202)
    const back = await linkTo('duohui@example.com')
    await verify(await linkTo('zei2@example.com')).expect(200)
    // A thief who changes it again cannot take the owner's link away.
    const from = await mailed()
    await change(member, 'zei3@example.com').expect(202)
    const ofThief = await linkTo('zei2@example.com', from)
    await verify(await linkTo('zei3@example.com', from)).expect(200)
    forum.clock.advance(UNDO_EMAIL_DAYS * DAY_MS - HOUR_MS)
    await undo(back).expect(204)
    const stored = await forum.api.db.members.findOne({ _id: member.id })
    expect(stored).toMatchObject({ email: 'duohui@example.com', emailLower: 'duohui@example.com' })
    await forum.request.get('/api/auth/me').set(member.headers).expect(401)
    for (const token of [back, ofThief]) await undo(token).expect(400)
  })

  it('refuses to take a change back after seven days', async () => {
    const member = await forum.member('taiwan')
    await change(member, 'taiwan2@example.com').expect(202)
    const back = await linkTo('taiwan@example.com')
    forum.clock.advance(UNDO_EMAIL_DAYS * DAY_MS + 1)
    await undo(back).expect(400)
  })

  it('keeps an address that can be taken back from everybody else', async () => {
    const member = await forum.member('baoliu')
    await change(member, 'baoliu2@example.com').expect(202)
    const back = await linkTo('baoliu@example.com')
    await verify(await linkTo('baoliu2@example.com')).expect(200)
    const body = { username: 'qiangzhan', email: 'Baoliu@example.com', password: PASSWORD }
    expect((await forum.request.post('/api/auth/register').send(body).expect(409)).body.code).toBe(
      'EMAIL_TAKEN',
    )
    await undo(back).expect(204)
  })

  it('gives the owner of an address that was never verified no say in its replacement', async () => {
    const member = await register('dacuo', 'moshengren@example.com')
    const stranger = await linkTo('moshengren@example.com')
    const from = await mailed()
    await change(member, 'dadui@example.com').expect(202)
    await verify(await linkTo('dadui@example.com', from)).expect(200)
    await mailed()
    expect(smtp.received.slice(from).flatMap(({ to }) => to)).toEqual(['dadui@example.com'])
    await verify(stranger).expect(400)
    expect(await accountOf(member)).toMatchObject({ email: 'dadui@example.com', emailVerified: true })
  })

  it('drops the address that is asked for with a new password, and when the present one is asked for', async () => {
    const member = await forum.member('gaimi')
    await change(member, 'gaimi2@example.com').expect(202)
    const token = await linkTo('gaimi2@example.com')
    const passwords = { currentPassword: PASSWORD, newPassword: OTHER_PASSWORD }
    const changed = await forum.as(member).call('changePassword', passwords)
    expect(changed.user.pendingEmail).toBeNull()
    await verify(token).expect(400)
    const again = { headers: { Authorization: `Bearer ${changed.token}` } }
    expect((await change(again, 'gaimi3@example.com').expect(202)).body.user.pendingEmail).not.toBeNull()
    expect((await change(again, 'GAIMI@example.com').expect(202)).body.user.pendingEmail).toBeNull()
    await change(again, 'gaimi4@example.com').expect(202)
    const cancelled = await forum.request.delete('/api/auth/email').set(again.headers).expect(200)
    expect(cancelled.body.user).toMatchObject({ email: 'gaimi@example.com', pendingEmail: null })
  })

  it('responds alike whether or not another account has the address, which alone is told', async () => {
    const [member] = [await forum.member('tanting'), await forum.member('youzhu')]
    const from = await mailed()
    const registered = await change(member, 'youzhu@example.com').expect(202)
    const unknown = await change(member, 'meiyouren@example.com').expect(202)
    const without = (body: { user: object }) => ({ ...body.user, pendingEmail: null })
    expect(without(registered.body as { user: object })).toEqual(without(unknown.body as { user: object }))
    const { text } = await smtp.mailTo('youzhu@example.com', from)
    expect(linkIn(text)).toBe('')
    expect(text).toContain('已属于另一个账号')
  })

  it('mails a new password to an address that is not verified only on its first day', async () => {
    const member = await register('diyitian')
    let from = await mailed()
    await forgot('diyitian')
    expect(await linkTo('diyitian@example.com', from)).not.toBe('')
    forum.clock.advance(FIRST_DAY_HOURS * HOUR_MS)
    from = await mailed()
    await forgot('diyitian')
    await forgot('diyitian@example.com')
    expect(await mailed()).toBe(from)
    await forum.as(member).call('resendEmail')
    await verify(await linkTo('diyitian@example.com', from)).expect(200)
    from = await mailed()
    await forgot('diyitian')
    const token = await linkTo('diyitian@example.com', from)
    await forum.request.post('/api/auth/reset').send({ token, password: OTHER_PASSWORD }).expect(200)
  })

  it('verifies the address to which the link for a new password was mailed', async () => {
    await register('wangle')
    const from = await mailed()
    await forgot('wangle')
    const token = await linkTo('wangle@example.com', from)
    const { body } = await forum.request
      .post('/api/auth/reset')
      .send({ token, password: OTHER_PASSWORD })
      .expect(200)
    expect(body.user).toMatchObject({ emailVerified: true })
  })

  it('ends links for a new password that were mailed to the replaced address', async () => {
    const member = await forum.member('jiuxin')
    await forgot('jiuxin')
    const reset = await linkTo('jiuxin@example.com')
    await change(member, 'jiuxin2@example.com').expect(202)
    await verify(await linkTo('jiuxin2@example.com')).expect(200)
    await forum.request.post('/api/auth/reset').send({ token: reset, password: OTHER_PASSWORD }).expect(400)
  })

  it('tells the old address even if its server is out of reach at first', async () => {
    const member = await forum.member('duanwang')
    smtp.refuse('duanwang@example.com', 451)
    await change(member, 'duanwang2@example.com').expect(202)
    await mailed()
    const stored = () => forum.api.db.members.findOne({ _id: member.id })
    expect((await stored())?.unfinished).toMatchObject([{ kind: 'address_notice' }])
    smtp.accept('duanwang@example.com')
    await forum.api.db.members.updateOne(
      { _id: member.id },
      { $set: { 'unfinished.0.since': new Date(forum.clock.now().getTime() - 60_000) } },
    )
    await forum.api.sweep()
    await undo(await linkTo('duanwang@example.com')).expect(204)
    expect((await stored())?.unfinished).toEqual([])
  })

  it('keeps members without a verified address from writing where the site asks for one', async () => {
    const admin = await forum.member('zongguan', 'admin')
    const member = await register('weiyan')
    const setting = (requireVerifiedEmail: boolean) =>
      forum.as(admin).call('setSettings', { settings: { requireVerifiedEmail } })
    expect((await setting(true)).settings).toMatchObject({ requireVerifiedEmail: true, sendsMail: true })
    const refused = await forum.startThread(member as never).expect(403)
    expect(refused.body.code).toBe('EMAIL_NOT_VERIFIED')
    await forum.startThread(admin).expect(201)
    await verify(await linkTo('weiyan@example.com')).expect(200)
    await forum.startThread(member as never).expect(201)
    await setting(false)
  })

  it('counts addresses of earlier versions as verified', async () => {
    const { id } = await forum.member('laohuiyuan')
    await forum.api.db.members.updateOne({ _id: id }, { $unset: { emailVerifiedAt: 1 } })
    await forum.api.db.migrations.deleteOne({ _id: 62 })
    await prepareDatabase(forum.uri, forum.clock, () => undefined)
    expect(await forum.api.db.members.findOne({ _id: id })).toMatchObject({
      emailVerifiedAt: expect.any(Date),
    })
  })
})

describe('addresses without a server for mail', () => {
  it('works as before, and says what is missing', async () => {
    const forum = await startTestForum()
    try {
      const body = { username: 'wuyou', email: 'wuyou@example.com', password: PASSWORD }
      const { body: made } = await forum.request.post('/api/auth/register').send(body).expect(201)
      const headers = { Authorization: `Bearer ${String(made.token)}` }
      await forum.startThread({ headers } as TestMember).expect(201)
      const refused = await forum.request
        .post('/api/auth/email')
        .set(headers)
        .send({ email: 'b@example.com' })
        .expect(503)
      expect(refused.body.message).toContain('SMTP_URL')
      await forum.request.post('/api/auth/email/resend').set(headers).expect(503)
      const admin = await forum.member('zongguan', 'admin')
      const settings = { requireVerifiedEmail: true }
      const put = () => forum.request.put('/api/admin/settings').set(admin.headers).send({ settings })
      expect((await put().expect(503)).body.message).toContain('SMTP_URL')
      const { body: shown } = await forum.request.get('/api/admin/settings').set(admin.headers).expect(200)
      expect(shown.settings).toMatchObject({ sendsMail: false, requireVerifiedEmail: false })
    } finally {
      await forum.stop()
    }
  })
})
