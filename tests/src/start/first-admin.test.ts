import { createFirstAdmin, FirstAdminError } from '@forum/infra'
import type { FirstHour } from '@forum/shared/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ADMIN } from '../fixtures/community'
import { startTestForum, type TestForum } from '../fixtures/forum'

const admin = {
  username: ADMIN.ADMIN_USERNAME,
  password: ADMIN.ADMIN_PASSWORD,
  email: ADMIN.ADMIN_EMAIL,
}

describe('the first admin', () => {
  let forum: TestForum
  beforeEach(async () => {
    forum = await startTestForum({ boards: false })
  })
  afterEach(() => forum.stop())

  const admins = () => forum.api.db.members.countDocuments({ role: 'admin' })

  it('creates the first admin once when processes start at the same time', async () => {
    const second = await startTestForum({ uri: forum.uri, boards: false })
    const created = await Promise.all(
      [forum, second, forum, second].map(({ api }) => createFirstAdmin(api, admin)),
    )
    expect(created.filter(Boolean)).toHaveLength(1)
    expect(await admins()).toBe(1)
    await second.stop()
  })

  it('creates no first admin if there is another admin', async () => {
    await forum.member('guanliren', 'admin')
    expect(await createFirstAdmin(forum.api, admin)).toBe(false)
    expect(await admins()).toBe(1)
  })

  it('makes whoever registers with the printed code the first admin, once', async () => {
    const { invitations } = forum.api.services
    const code = await invitations.forFirstAdmin()
    expect(await invitations.forFirstAdmin()).toBe(code)
    const registerAs = (username: string) =>
      forum.request.post('/api/auth/register').send({
        username,
        email: `${username}@example.com`,
        password: 'Forum#2025',
        invitation: code,
      })
    expect((await registerAs('chuangban').expect(201)).body).toMatchObject({ user: { role: 'admin' } })
    expect((await registerAs('houlai').expect(201)).body).toMatchObject({ user: { role: 'user' } })
    expect(await invitations.forFirstAdmin()).toBeNull()
    const { headers } = await forum.member('guanliren', 'admin')
    const { body } = await forum.request.get('/api/admin/invitations').set(headers).expect(200)
    expect(body).toEqual({ invitations: [] })
  })

  it('ticks what is done of the first hour, and nothing else', async () => {
    const { headers } = await forum.member('guanliren', 'admin')
    const hour = async () =>
      (await forum.request.get('/api/admin/first-hour').set(headers).expect(200)).body as FirstHour
    const nothing = { name: false, boards: false, rules: false, thread: false, invite: false }
    expect(await hour()).toMatchObject({ isYoung: true, steps: { ...nothing, backup: false } })
    const put = (path: string, body: object) => forum.request.put(`/api${path}`).set(headers).send(body)
    await put('/admin/site', { name: '岩点攀岩社' }).expect(200)
    await put('/admin/pages/rules', { title: '社规', content: '先检查绳结。' }).expect(200)
    await forum.request.post('/api/admin/invitations').set(headers).send({ uses: 1, days: 7 }).expect(201)
    expect((await hour()).steps).toMatchObject({ ...nothing, name: true, rules: true, invite: true })
  })

  it('refuses a first admin with the name of a member', async () => {
    await forum.member(admin.username)
    await expect(createFirstAdmin(forum.api, admin)).rejects.toThrow(FirstAdminError)
    expect(await admins()).toBe(0)
  })
})
