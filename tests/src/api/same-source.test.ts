import { DAY_MS } from '@forum/shared/clock'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD, startStaffedForum, type TestForum, type TestMember } from '../fixtures/forum'

describe('the same source', () => {
  let forum: TestForum
  let admin: TestMember
  let moderator: TestMember
  let boardModerator: TestMember

  beforeAll(async () => {
    ;({ forum, admin, moderator, boardModerator } = await startStaffedForum({ config: { trustProxy: 1 } }))
  })
  afterAll(() => forum.stop())

  const signIn = async ({ id }: TestMember, address: string, browser: string) => {
    const member = await forum.api.db.members.findOne({ _id: id })
    await forum.request
      .post('/api/auth/login')
      .set({ 'X-Forwarded-For': address, 'User-Agent': browser })
      .send({ username: member?.username, password: PASSWORD })
      .expect(200)
  }
  const register = (username: string, address: string, fields: object = {}) =>
    forum.request
      .post('/api/auth/register')
      .set('X-Forwarded-For', address)
      .send({ username, email: `${username}@example.com`, password: PASSWORD, ...fields })
  const sameAs = async (member: TestMember, by = moderator) =>
    (await forum.as(by).call('getSameSource', { userId: member.id })).members.map(
      ({ user, strength, isBanned }) => ({ id: user.id, strength, isBanned }),
    )

  it('tells moderators of every board who signed in from the same place, by strength and never by address', async () => {
    const names = ['one', 'two', 'three', 'four', 'five'].map((name) => forum.member(`tongyuan${name}`))
    const [one, both, address, browser, apart] = (await Promise.all(names)) as [
      TestMember,
      TestMember,
      TestMember,
      TestMember,
      TestMember,
    ]
    await signIn(one, '203.0.113.5', 'Firefox/140 (Haiku)')
    await signIn(both, '203.0.113.5', 'Firefox/140 (Haiku)')
    await signIn(address, '203.0.113.5', 'Safari/19')
    await signIn(browser, '198.51.100.8', 'Firefox/140 (Haiku)')
    await signIn(apart, '198.51.100.9', 'Edge/150')
    await forum.as(moderator).call('banUser', { userId: both.id, banned: true, reason: '广告' })
    expect(await sameAs(one)).toEqual([
      { id: both.id, strength: 'both', isBanned: true },
      { id: browser.id, strength: 'browser', isBanned: false },
      { id: address.id, strength: 'address', isBanned: false },
    ])
    const { body } = await forum.request
      .get(`/api/users/${one.id}/same-source`)
      .set(moderator.headers)
      .expect(200)
    const stored = await forum.api.db.members.findOne({ _id: one.id })
    for (const place of stored?.signIns ?? [])
      for (const secret of ['203.0.113', place.address, place.browser ?? 'none'])
        expect(JSON.stringify(body)).not.toContain(secret)
  })

  it('logs each look, which board moderators and members may not take', async () => {
    const member = await forum.member('bukan')
    await forum.as(boardModerator).refused('FORBIDDEN', 'getSameSource', { userId: member.id })
    await forum.as(member).refused('FORBIDDEN', 'getSameSource', { userId: boardModerator.id })
    await forum.as(moderator).refused('FORBIDDEN', 'getSameSource', { userId: admin.id })
    await forum.as(moderator).refused('FORBIDDEN', 'getSameSource', { userId: moderator.id })
    await sameAs(member)
    await sameAs(member)
    const { entries } = await forum
      .as(admin)
      .call('listModerationLog', { action: 'read_same_source', userId: member.id })
    expect(entries).toHaveLength(2)
    expect(entries[0]?.actor?.id).toBe(moderator.id)
  })

  it('shows no moderator who else is staff', async () => {
    const member = await forum.member('tongzhu')
    await signIn(member, '203.0.113.30', 'Lynx/2')
    await signIn(admin, '203.0.113.30', 'Lynx/2')
    expect(await sameAs(member)).toEqual([])
    expect((await sameAs(member, admin)).map(({ id }) => id)).toEqual([])
  })

  it('forgets what is older than addresses are kept, and what belonged to a deleted account', async () => {
    const [one, other] = [await forum.member('guoqi'), await forum.member('zhuxiao')]
    await signIn(one, '203.0.113.40', 'Lynx/3')
    await signIn(other, '203.0.113.40', 'Lynx/3')
    expect(await sameAs(one)).toHaveLength(1)
    await forum.as(other).call('deleteAccount', { password: PASSWORD })
    expect(await sameAs(one)).toEqual([])
    expect((await forum.api.db.members.findOne({ _id: other.id }))?.signIns ?? []).toEqual([])
  })

  it('closes the addresses of a member to new accounts for a time, except with an invitation, until an undo', async () => {
    const member = await forum.member('laoguanggao')
    await signIn(member, '203.0.113.50', 'Lynx/4')
    const until = new Date(forum.clock.now().getTime() + 7 * DAY_MS).toISOString()
    await forum.as(boardModerator).refused('FORBIDDEN', 'blockSource', { userId: member.id, until })
    await forum.as(moderator).refused('FORBIDDEN', 'blockSource', { userId: admin.id, until })
    const { undo } = await forum.as(moderator).call('blockSource', { userId: member.id, until })
    const refused = await register('xinlai1', '203.0.113.50').expect(403)
    expect((refused.body as { message: string }).message).toContain('邀请码')
    await register('xinlai2', '203.0.113.51').expect(201)
    // A made-up code is no invitation.
    await register('xinlai6', '203.0.113.50', { invitation: 'AAAAAAAAAA' }).expect(403)
    await signIn(member, '203.0.113.50', 'Lynx/4')
    const { invitation } = await forum.as(admin).call('createInvitation', { uses: 1, days: 1 })
    await register('xinlai3', '203.0.113.50', { invitation: invitation.code }).expect(201)
    await forum.as(moderator).call('undoAct', { actId: undo?.id ?? 0 })
    await register('xinlai4', '203.0.113.50').expect(201)

    await forum.as(moderator).call('blockSource', { userId: member.id, until })
    forum.clock.advance(8 * DAY_MS)
    await register('xinlai5', '203.0.113.50').expect(201)
    expect((await forum.as(moderator).call('getSameSource', { userId: member.id })).blockedUntil).toBeNull()
  })
})
