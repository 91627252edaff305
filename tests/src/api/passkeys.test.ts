import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD, startTestForum, type TestForum, type TestMember } from '../fixtures/forum'
import { SoftPasskey } from '../fixtures/passkey'
import { startSmtp } from '../fixtures/smtp'

const MINUTE = 60_000

describe('passkeys', () => {
  let forum: TestForum
  let members = 0

  let smtp: Awaited<ReturnType<typeof startSmtp>>

  beforeAll(async () => {
    smtp = await startSmtp()
    forum = await startTestForum({ config: { mail: { url: smtp.url, from: 'luntan@forum.example' } } })
  })
  afterAll(async () => {
    await forum.stop()
    await smtp.stop()
  })

  const newMember = (role?: 'moderator') => forum.member(`yaoshi${++members}`, role)
  const optionsFor = (member: TestMember) =>
    forum.as(member).call('beginPasskey') as Promise<{ challenge: string }>
  const optionsOfSignIn = () => forum.as().call('beginPasskeySignIn')
  const add = async (member: TestMember, passkey = new SoftPasskey(), name = '我的手机') => {
    const created = passkey.create(await optionsFor(member))
    const added = await forum.as(member).call('addPasskey', { ...created, name })
    return { passkey, added }
  }
  const signIn = async (passkey: SoftPasskey) =>
    forum.as().call('signInWithPasskey', passkey.assert(await optionsOfSignIn()))
  const refused = async (passkey: SoftPasskey) =>
    forum.as().refused('INVALID_CREDENTIALS', 'signInWithPasskey', passkey.assert(await optionsOfSignIn()))

  it('are added, named, used to sign in without a password, and removed', async () => {
    const member = await newMember()
    const { passkey, added } = await add(member)
    expect(added).toMatchObject({
      passkey: { id: passkey.id, name: '我的手机', lastUsedAt: null },
      user: { passkeys: [{ id: passkey.id }] },
    })
    const { user, token } = await signIn(passkey)
    expect(user.id).toBe(member.id)
    const me = await forum.as({ headers: { Authorization: `Bearer ${token}` } }).call('me')
    expect(me.user.passkeys[0]?.lastUsedAt).not.toBeNull()
    const renamed = await forum.as(member).call('renamePasskey', { id: passkey.id, name: '旧手机' })
    expect(renamed.user.passkeys).toMatchObject([{ name: '旧手机' }])
    await forum.as(member).call('removePasskey', { id: passkey.id })
    expect((await forum.as(member).call('me')).user.passkeys).toEqual([])
    await refused(passkey)
  })

  it('need a fresh password to be added and removed', async () => {
    const member = await newMember()
    const { passkey } = await add(member)
    const late = new SoftPasskey()
    const created = late.create(await optionsFor(member))
    forum.clock.advance(16 * MINUTE)
    await forum.as(member).refused('PASSWORD_REQUIRED', 'beginPasskey')
    await forum.as(member).refused('PASSWORD_REQUIRED', 'addPasskey', created)
    await forum.as(member).refused('PASSWORD_REQUIRED', 'removePasskey', { id: passkey.id })
    await forum.as(member).call('confirmPassword', { password: PASSWORD })
    await forum.as(member).refused('VALIDATION_FAILED', 'addPasskey', created)
    await forum.as(member).call('removePasskey', { id: passkey.id })
  })

  it('confirm in place of the password, once and for their own member only', async () => {
    const [member, other] = [await newMember(), await newMember()]
    const [{ passkey }, { passkey: others }] = [await add(member), await add(other)]
    forum.clock.advance(16 * MINUTE)
    const assertedBy = async (by: SoftPasskey) => ({ passkey: by.assert(await optionsOfSignIn()) })
    await forum.as(member).refused('WRONG_PASSWORD', 'confirmPassword', await assertedBy(others))
    await forum.as(member).refused('WRONG_PASSWORD', 'confirmPassword', await assertedBy(new SoftPasskey()))
    await forum.as(member).refused('VALIDATION_FAILED', 'confirmPassword', {})
    await forum.as(member).refused('PASSWORD_REQUIRED', 'beginPasskey')
    const asserted = await assertedBy(passkey)
    await forum.as(member).call('confirmPassword', asserted)
    await optionsFor(member)
    await forum.as(member).refused('WRONG_PASSWORD', 'confirmPassword', asserted)
  })

  it('tell their member that one was added or removed, by a notification and by mail', async () => {
    const member = await newMember()
    const { passkey } = await add(member, new SoftPasskey(), '陌生的手机')
    const address = `${member.username}@example.com`
    expect((await smtp.mailTo(address)).text).toContain('你的账号加了一个通行密钥：陌生的手机')
    const from = smtp.received.length
    await forum.as(member).call('removePasskey', { id: passkey.id })
    expect((await smtp.mailTo(address, from)).text).toContain('你的账号移除了一个通行密钥：陌生的手机')
    await forum.settle()
    const { notifications } = await forum.as(member).call('listNotifications', {})
    expect(notifications.map(({ text }) => text)).toEqual([
      '你的账号移除了一个通行密钥：陌生的手机',
      '你的账号加了一个通行密钥：陌生的手机',
    ])
    expect((await forum.api.db.members.findOne({ _id: member.id }))?.unfinished ?? []).toEqual([])
  })

  it('are refused with options of another member, of another site, used twice or without a check of the person', async () => {
    const member = await newMember()
    const other = await newMember()
    const refusedCreation = (created: ReturnType<SoftPasskey['create']>) =>
      forum.as(member).refused('VALIDATION_FAILED', 'addPasskey', created)
    await refusedCreation(new SoftPasskey().create(await optionsFor(other)))
    await refusedCreation(new SoftPasskey().create(await optionsOfSignIn()))
    await refusedCreation(new SoftPasskey('https://forum.example.evil').create(await optionsFor(member)))
    await refusedCreation(new SoftPasskey(undefined, false).create(await optionsFor(member)))
    const options = await optionsFor(member)
    await forum.as(member).call('addPasskey', new SoftPasskey().create(options))
    await refusedCreation(new SoftPasskey().create(options))
  })

  it('sign in once with a signature, and not with one for another site or by another key', async () => {
    const member = await newMember()
    const { passkey } = await add(member)
    const asserted = passkey.assert(await optionsOfSignIn())
    await forum.as().call('signInWithPasskey', asserted)
    await forum.as().refused('INVALID_CREDENTIALS', 'signInWithPasskey', asserted)
    const forged = { ...new SoftPasskey().assert(await optionsOfSignIn()), id: passkey.id, rawId: passkey.id }
    await forum.as().refused('INVALID_CREDENTIALS', 'signInWithPasskey', forged)
    await refused(new SoftPasskey())
    const old = passkey.assert(await optionsOfSignIn())
    forum.clock.advance(11 * MINUTE)
    await forum.as().refused('INVALID_CREDENTIALS', 'signInWithPasskey', old)
    await forum.as(member).call('confirmPassword', { password: PASSWORD })
    const again = passkey.create(await optionsFor(member))
    await forum.as(member).refused('CONFLICT', 'addPasskey', again)
  })

  it('do not sign in to an account that is banned', async () => {
    const member = await newMember()
    const { passkey } = await add(member)
    await forum.api.db.members.updateOne({ _id: member.id }, { $set: { status: 'banned' } })
    await forum.as().refused('ACCOUNT_BANNED', 'signInWithPasskey', passkey.assert(await optionsOfSignIn()))
  })

  it('stay while they are the last way to sign in', async () => {
    const member = await newMember()
    const { passkey } = await add(member)
    await forum.api.db.members.updateOne({ _id: member.id }, { $set: { passwordHash: '' } })
    await forum.as(member).refused('CONFLICT', 'removePasskey', { id: passkey.id })
  })

  it('count as the second factor that a site requires of staff, in place of a code after the password', async () => {
    const admin = await forum.member('zongguan', 'admin')
    await add(admin)
    await forum.as(admin).call('setSettings', { settings: { staffSecondFactor: true } })
    const moderator = await newMember('moderator')
    expect((await forum.as(moderator).call('me')).user).toMatchObject({ secondFactor: 'due', role: 'user' })
    const { passkey, added } = await add(moderator)
    expect(added.user).toMatchObject({ secondFactor: 'on', role: 'moderator' })
    expect((await forum.as(moderator).call('me')).user).toMatchObject({ role: 'moderator' })
    const error = await forum
      .as()
      .refused('INVALID_CREDENTIALS', 'login', { username: moderator.username, password: PASSWORD })
    expect(error.message).toContain('通行密钥')
    expect((await signIn(passkey)).user).toMatchObject({ role: 'moderator' })
    await forum.as(admin).call('setSettings', { settings: { staffSecondFactor: false } })
    await forum.as().call('login', { username: moderator.username, password: PASSWORD })
  })

  it('are in the export of their member, and gone with the account', async () => {
    const member = await newMember()
    const { passkey } = await add(member)
    await forum.as(member).call('deleteAccount', { password: PASSWORD })
    await refused(passkey)
  })
})
