import { DAY_MS } from '@forum/shared/clock'
import type { Invitation, SiteSettings } from '@forum/shared/contract'
import { RATE_LIMITS } from '@forum/shared/limits'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { PASSWORD, startTestForum, type TestForum, type TestMember } from '../fixtures/forum'
import { patiently } from '../fixtures/browser'

describe('the settings of the site', () => {
  let forum: TestForum
  let other: TestForum
  let admin: TestMember
  let xiaoli: TestMember

  beforeAll(async () => {
    forum = await startTestForum({ config: { rateLimits: true } })
    // Another process on the same database, which notices changes automatically.
    other = await startTestForum({
      uri: forum.uri,
      boards: false,
      recurringWork: true,
      config: { rateLimits: true },
    })
    admin = await forum.member('zongguan', 'admin')
    xiaoli = await forum.member('xiaoli')
    await set({ shield: { challenge: false } })
  })
  afterAll(async () => {
    await other.stop()
    await forum.stop()
  })

  const put = (settings: object, by = admin) =>
    forum.request.put('/api/admin/settings').set(by.headers).send({ settings })
  const set = async (settings: object) => (await put(settings).expect(200)).body.settings as SiteSettings
  const get = async (of: TestForum) => (await of.as(admin).call('getSettings')).settings
  const register = (of: TestForum, username: string) =>
    of.request
      .post('/api/auth/register')
      .send({ username, email: `${username}@example.com`, password: PASSWORD })
  const registrationIn = async (of: TestForum) =>
    (await of.as().call('getRegistration')).registration as string

  it('has the configured name, open registration and the default limits at first, for admins only', async () => {
    const settings = await get(forum)
    expect(settings).toMatchObject({ siteName: '测试论坛', registration: 'open' })
    const { points, seconds } = RATE_LIMITS.post
    expect(settings.limits.post).toEqual({ points, seconds })
    expect(settings.limits).not.toHaveProperty('address')
    await forum.as(xiaoli).refused('FORBIDDEN', 'getSettings')
    await put({ registration: 'closed' }, xiaoli).expect(403)
  })

  it('takes only the kinds and sizes of files that admins allow, and names of origins alone', async () => {
    const upload = (bytes: Buffer, name: string) =>
      forum.request.post('/api/attachments').set(xiaoli.headers).attach('file', bytes, name)
    const { uploads } = await set({ uploads: { megabytes: 1, kinds: ['text'] } })
    expect(uploads).toEqual({ megabytes: 1, kinds: ['text'] })
    await upload(Buffer.from('一行字'), '笔记.txt').expect(201)
    const large = await upload(Buffer.alloc(1024 * 1024 + 1, 'a'), '大.txt').expect(413)
    expect(large.body).toMatchObject({ message: '这个文件超过了本站允许的大小' })
    const other = await upload(Buffer.from('%PDF-1.7\n%%EOF\n'), '手册.pdf').expect(415)
    expect(other.body).toMatchObject({ message: '本站不收这种文件' })
    await put({ uploads: { megabytes: 11, kinds: ['text'] } }).expect(400)
    await put({ uploads: { megabytes: 1, kinds: [] } }).expect(400)
    expect((await set({ uploads: null })).uploads.megabytes).toBe(10)
    const { externalSources } = await set({ externalSources: ['https://Stats.Example.org/'] })
    expect(externalSources).toEqual(['https://stats.example.org'])
    await put({ externalSources: ["https://a.com; script-src 'unsafe-inline'"] }).expect(400)
    expect((await set({ externalSources: [] })).externalSources).toEqual([])
  })

  it('closes registration in every process, with a clear text, and opens it again', async () => {
    await set({ registration: 'closed' })
    expect(await registrationIn(forum)).toBe('closed')
    const refused = await register(forum, 'xinren1').expect(403)
    expect(refused.body).toMatchObject({ code: 'FORBIDDEN', message: '本站暂不开放注册，请过些时候再来' })
    other.clock.advance(1_000)
    expect(await registrationIn(other)).toBe('closed')
    await register(other, 'xinren1').expect(403)
    await set({ registration: 'open' })
    await register(forum, 'xinren1').expect(201)
  })

  it('takes new members by invitation, as many as it is for, until it ends or is withdrawn', async () => {
    const invite = async (uses: number, days: number) => {
      const path = '/api/admin/invitations'
      const made = await forum.request.post(path).set(admin.headers).send({ uses, days }).expect(201)
      return made.body.invitation as Invitation
    }
    const listed = async () => {
      const body = await forum.as(admin).call('listInvitations')
      return body.invitations.map(({ code, used }) => [code, used])
    }
    const registerWith = (invitation: string | undefined, username: string) =>
      forum.request.post('/api/auth/register').send({
        username,
        email: `${username}@example.com`,
        password: PASSWORD,
        ...(invitation === undefined ? {} : { invitation }),
      })
    await set({ registration: 'invited', limits: { register: { points: 100, seconds: 60 } } })
    expect(await registrationIn(forum)).toBe('invited')
    const { code } = await invite(2, 30)
    const refused = await registerWith(undefined, 'yaoqing0').expect(403)
    expect(refused.body).toMatchObject({ code: 'INVITATION_REQUIRED' })
    await registerWith('AAAAAAAAAA', 'yaoqing0').expect(403)
    // A refused registration does not use the invitation up.
    await registerWith(code, 'xiaoli').expect(409)
    const several = await Promise.all(
      [1, 2, 3, 4].map((i) => registerWith(code.toLowerCase(), `yaoqing${i}`)),
    )
    expect(several.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 403, 403])
    expect(await listed()).toEqual([[code, 2]])
    const moderator = await forum.member('banzhu1', 'moderator')
    const log = await forum.request.get('/api/moderation/log').set(moderator.headers).expect(200)
    expect(log.text).toContain(`"after":"…${code.slice(-3)}"`)
    expect(log.text).not.toContain(code)

    const withdrawn = await invite(5, 30)
    await forum.as(admin).call('withdrawInvitation', { code: withdrawn.code })
    await registerWith(withdrawn.code, 'yaoqing5').expect(403)
    const short = await invite(5, 1)
    forum.clock.advance(24 * 60 * 60_000)
    await registerWith(short.code, 'yaoqing5').expect(403)
    const inAnyOrder = (codes: unknown[]) => codes.map(String).toSorted()
    const codes = async () => inAnyOrder((await listed()).map(([listedCode]) => listedCode))
    const all = [code, withdrawn.code, short.code]
    expect(await codes()).toEqual(inAnyOrder(all))
    const next = await invite(5, 90)
    const body = await forum.as(admin).call('listInvitations')
    const [usable, ...over] = body.invitations
    expect(usable).toMatchObject({ code: next.code, endedAt: null })
    for (const { endedAt } of over)
      expect(Date.parse(endedAt ?? '')).toBeLessThanOrEqual(forum.clock.now().getTime())
    // A day later, two have been over for 30 days, and the third for 29.
    forum.clock.advance(29 * DAY_MS)
    await forum.api.prune()
    const kept = async () =>
      inAnyOrder((await forum.api.db.invitations.find({}).toArray()).map(({ _id }) => _id))
    expect(await kept()).toEqual(inAnyOrder([short.code, next.code]))
    forum.clock.advance(31 * DAY_MS)
    await forum.api.prune()
    expect(await kept()).toEqual([next.code])
    forum.clock.advance(-60 * DAY_MS)
    const password = { password: PASSWORD }
    await forum.as(admin).call('confirmPassword', password)
    await set({ registration: 'open' })
    await registerWith(undefined, 'yaoqing6').expect(201)
    await set({ limits: { register: null } })
  })

  it('rejects the removal of what is over if a feature fails', async () => {
    const failure = new Error('the disk is full')
    vi.spyOn(forum.api.db.invitations, 'deleteMany').mockRejectedValueOnce(failure)
    await expect(forum.api.prune()).rejects.toBe(failure)
  })

  it('changes limits and the name in a process that keeps running, until they return to their defaults', async () => {
    const name = async (of: TestForum) => (await of.request.get('/api/feed.xml').expect(200)).text
    forum.bus.sent.length = 0
    await set({ siteName: '新论坛', limits: { search: { points: 2, seconds: 60 } } })
    expect(forum.bus.sent.filter(({ channel }) => channel === 'forum:all')).toMatchObject([
      { message: { name: 'site:changed', site: { name: '新论坛' } } },
    ])
    expect(await forum.as().call('getSite')).toMatchObject({ site: { name: '新论坛' } })
    for (const process of [forum, other]) {
      const titleOf = () => name(process)
      process.clock.advance(1_000)
      await expect.poll(titleOf, patiently).toContain('<title>新论坛</title>')
      const search = (by: TestMember) => process.request.get('/api/search?q=hello').set(by.headers)
      const reader = await forum.member(process === forum ? 'duzhe1' : 'duzhe2')
      for (let i = 0; i < 2; i++) await search(reader).expect(200)
      await search(reader).expect(429)
    }
    const back = await set({ siteName: null, limits: { search: null } })
    const { points, seconds } = RATE_LIMITS.search
    expect(back).toMatchObject({ siteName: '测试论坛', limits: { search: { points, seconds } } })
    expect(await name(forum)).toContain('<title>测试论坛</title>')
  })

  it('keeps what a change does not name, also when two admins change settings at the same time', async () => {
    const changes = [{ siteName: '甲' }, { limits: { like: { points: 7, seconds: 60 } } }]
    await Promise.all(changes.map((change) => set(change)))
    expect(await get(other)).toMatchObject({ siteName: '甲', limits: { like: { points: 7, seconds: 60 } } })
    await set({ siteName: null, limits: { like: null } })
  })

  it('logs what a change does, and nothing if it changes nothing', async () => {
    await set({ siteName: '记下来', limits: { post: { points: 3, seconds: 60 } } })
    await set({ siteName: '记下来' })
    const entries = await forum.api.db.moderationLog
      .find({ action: 'set_settings' }, { sort: { _id: -1 }, limit: 1 })
      .toArray()
    expect(entries[0]).toMatchObject({
      actorId: admin.id,
      changes: [
        { field: 'siteName', before: '测试论坛', after: '记下来' },
        { field: 'limits.post', before: '10 / 60 s', after: '3 / 60 s' },
      ],
    })
    await set({ siteName: null, limits: { post: null } })
  })

  it('logs what the operator does at the command line as an act of the system', async () => {
    await forum.api.services.settings.setReadOnly(true)
    await forum.api.services.settings.setReadOnly(true)
    await forum.api.services.settings.setReadOnly(false)
    const body = await forum.as(admin).call('listModerationLog', { action: 'set_settings' })
    const readOnly = body.entries
    expect(readOnly.filter(({ actor }) => actor === null)).toMatchObject([
      { actor: null, canUndo: false, changes: [{ field: 'readOnly', before: 'true', after: 'false' }] },
      { actor: null, canUndo: false, changes: [{ field: 'readOnly', before: 'false', after: 'true' }] },
    ])
  })

  it('lets every process only be read while an admin says so, with a notice and a clear refusal', async () => {
    const thread = await forum.thread(xiaoli, 41, '只读之前')
    await set({ readOnly: true })
    other.clock.advance(1_000)
    const write = (of: TestForum) =>
      of.request.post('/api/posts').set(xiaoli.headers).send({ threadId: thread.id, content: '写不进去' })
    const statusIn = async (of: TestForum) => (await write(of)).status
    for (const process of [forum, other]) {
      const statusHere = () => statusIn(process)
      await expect.poll(statusHere, patiently).toBe(503)
      const { body, headers } = await write(process).expect(503)
      expect(body).toMatchObject({ code: 'UNAVAILABLE', message: '本站正在维护，暂时只能浏览，请稍后再试' })
      expect(headers['retry-after']).toBe('60')
      await process.as(xiaoli).call('getThread', { threadId: thread.id })
      const read = await process.as().call('getAnnouncement')
      expect((read as { announcement: { text: string } }).announcement.text).toContain('只能浏览')
    }
    const marked = forum.request.post(`/api/threads/${thread.id}/read`).set(xiaoli.headers)
    await marked.send({ number: 1 }).expect(200)
    await set({ readOnly: false })
    await write(forum).expect(201)
  })

  it('refuses a change without settings with the field', async () => {
    const { body } = await forum.request
      .put('/api/admin/settings')
      .set(admin.headers)
      .send({ siteName: '没有包好' })
      .expect(400)
    expect(body.errors).toEqual([expect.objectContaining({ field: 'settings', code: 'invalid' })])
  })

  it.each([
    [{ siteName: ' ' }, 'settings.siteName'],
    [{ siteName: 'x'.repeat(51) }, 'settings.siteName'],
    [{ registration: 'maybe' }, 'settings.registration'],
    [{ limits: { post: { points: 0, seconds: 60 } } }, 'settings.limits.post.points'],
    [{ limits: { post: { points: 1.5, seconds: 60 } } }, 'settings.limits.post.points'],
    [{ limits: { post: { points: 5, seconds: 86_401 } } }, 'settings.limits.post.seconds'],
    [{ limits: { post: 5 } }, 'settings.limits.post'],
    [{ limits: [] }, 'settings.limits'],
  ])('refuses %j with the field', async (settings, field) => {
    const { body } = await put(settings).expect(400)
    expect((body.errors as { field: string }[]).map((error) => error.field)).toEqual([field])
  })
})
