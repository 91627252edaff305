import { DAY_MS } from '@forum/shared/clock'
import { RENAME_DAYS } from '@forum/shared/limits'
import { FORMER_NAME_DAYS, FRESH_PASSWORD_MS } from '@forum/http-api/limits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD, startTestForum, type TestForum, type TestMember } from '../fixtures/forum'

describe('usernames', () => {
  let forum: TestForum

  beforeAll(async () => {
    forum = await startTestForum()
  })
  afterAll(() => forum.stop())

  const confirm = (member: TestMember) => forum.as(member).call('confirmPassword', { password: PASSWORD })
  const rename = (member: TestMember, username: string) =>
    forum.request.post('/api/auth/username').set(member.headers).send({ username })
  const renameBy = (by: TestMember, { id }: TestMember, username: string) =>
    forum.request.put(`/api/admin/members/${id}/username`).set(by.headers).send({ username })
  const register = (username: string) =>
    forum.request
      .post('/api/auth/register')
      .send({ username, email: `${username}-new@example.com`, password: PASSWORD })
  const postOf = async (id: number) => {
    const { body } = await forum.request.get(`/api/posts/${id}`).expect(200)
    return body.post as { content: string; mentions: { id: number; username: string }[] }
  }

  it('changes a username once in ninety days', async () => {
    const member = await forum.member('jiuming1')
    const { body } = await rename(member, 'xinming1').expect(200)
    expect(body.user).toMatchObject({ id: member.id, username: 'xinming1', displayName: 'xinming1' })
    const refused = await rename(member, 'xinming2').expect(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan((RENAME_DAYS - 1) * 24 * 60 * 60)
    // The case of the letters is no other name.
    await rename(member, 'XinMing1').expect(200)
    forum.clock.advance(RENAME_DAYS * DAY_MS)
    const again = await forum.as().call('login', { username: 'xinming1', password: PASSWORD })
    const signedIn = { ...member, headers: { Authorization: `Bearer ${again.token}` } }
    expect(Date.parse(again.user.renamableAt)).toBeLessThanOrEqual(forum.clock.now().getTime())
    await rename(signedIn, 'xinming2').expect(200)
  })

  it('needs a password that was typed recently', async () => {
    const member = await forum.member('xuyaomima')
    forum.clock.advance(FRESH_PASSWORD_MS + 1)
    expect((await rename(member, 'bierenming').expect(403)).body.code).toBe('PASSWORD_REQUIRED')
    await confirm(member)
    await rename(member, 'ziji2').expect(200)
  })

  it('refuses a name that another member has, had within a year or had before deleting the account', async () => {
    const [member, other] = [await forum.member('yaoming'), await forum.member('youming')]
    const leaving = await forum.member('likai')
    await rename(other, 'youming2').expect(200)
    await rename(leaving, 'likai2').expect(200)
    await forum.as(leaving).call('deleteAccount', { password: PASSWORD })
    for (const name of ['youming2', 'YOUMING', 'likai', 'likai2']) {
      expect((await rename(member, name).expect(409)).body.code).toBe('USERNAME_TAKEN')
      expect((await register(name).expect(409)).body.code).toBe('USERNAME_TAKEN')
    }
    // The member may return to it.
    forum.clock.advance(RENAME_DAYS * DAY_MS)
    const { token } = await forum.as().call('login', { username: 'youming2', password: PASSWORD })
    await rename({ ...other, headers: { Authorization: `Bearer ${token}` } }, 'youming').expect(200)
    await register('youming').expect(409)
  })

  it('lets others have a former name after a year', async () => {
    const member = await forum.member('yinian')
    await rename(member, 'yinian2').expect(200)
    forum.clock.advance(FORMER_NAME_DAYS * DAY_MS)
    const { body } = await register('yinian').expect(201)
    const found = await forum.request.get('/api/search/posts?q=没有这句话&author=yinian').expect(200)
    expect(found.body.pagination.total).toBe(0)
    expect(body.user.id).not.toBe(member.id)
  })

  it('leads from the old name to the member, wherever members are looked up by name', async () => {
    const [member, other] = [await forum.member('laoming'), await forum.member('duifang')]
    const { id } = await forum.thread(member, 3, '改名以前写的主题')
    await rename(member, 'xinxinming').expect(200)
    await forum.settle()
    await forum.as().call('login', { username: 'LAOMING', password: PASSWORD })
    const sent = await forum
      .as(other)
      .call('sendMessage', { recipientUsername: 'laoming', subject: '你好', content: '信' })
    expect(sent.message.recipient?.id).toBe(member.id)
    const found = await forum.request
      .get(`/api/search/threads?q=${encodeURIComponent('改名以前')}&author=laoming`)
      .expect(200)
    expect((found.body.threads as { id: number }[]).map((thread) => thread.id)).toEqual([id])
  })

  it('shows the present name in mentions, whether written before or after', async () => {
    const [member, other] = [await forum.member('beitidao'), await forum.member('tidaode')]
    const thread = await forum.thread(other, 3, '提到')
    const before = await forum.as(other).reply(thread.id, '问问 @BeiTiDao 吧')
    await rename(member, 'huanleming').expect(200)
    const after = await forum.as(other).reply(thread.id, '再问 @beitidao')
    for (const { id } of [before, after]) {
      const { content, mentions } = await postOf(id)
      expect(content).toMatch(/问 ?问? @huanleming/)
      expect(mentions).toEqual([{ id: member.id, username: 'huanleming' }])
    }
  })

  it('lets admins rename members of a lower role at any time, and logs it', async () => {
    const admin = await forum.member('zongguan', 'admin')
    const member = await forum.member('buhaoting')
    await rename(member, 'haiburu').expect(200)
    const { body } = await renameBy(admin, member, 'haoting').expect(200)
    expect(body.user).toMatchObject({ id: member.id, username: 'haoting' })
    await renameBy(member, admin, 'xiaoguanli').expect(403)
    const other = await forum.member('zongguan2', 'admin')
    await renameBy(admin, other, 'xiaoguan').expect(403)
    const entries = await forum.api.db.moderationLog.find({ action: 'rename_user' }).toArray()
    expect(entries).toMatchObject([
      {
        actorId: admin.id,
        userId: member.id,
        changes: [{ field: 'username', before: 'haiburu', after: 'haoting' }],
      },
    ])
  })
})
