import type { SitePage } from '@forum/shared/contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { PASSWORD, startAnotherApi, startTestForum, type TestForum, type TestMember } from '../fixtures/forum'

describe('the pages of the site', () => {
  let forum: TestForum
  let admin: TestMember
  let xiaoli: TestMember

  beforeAll(async () => {
    forum = await startTestForum()
    admin = await forum.member('zongguan', 'admin')
    xiaoli = await forum.member('xiaoli')
    await forum.api.services.settings.refresh()
  })
  afterAll(() => forum.stop())

  const page = async (slug: string, language = 'zh') => {
    const read = forum.request.get(`/api/pages/${slug}`).set('Accept-Language', language)
    return ((await read.expect(200)).body as { page: SitePage }).page
  }
  const put = (slug: string, body: object) =>
    forum.request.put(`/api/admin/pages/${slug}`).set(admin.headers).send(body)
  const site = (body: object) =>
    forum.request.put('/api/admin/site').set(admin.headers).send(body).expect(200)
  const start = (by: TestMember) => forum.startThread(by)
  const agree = (by: TestMember, slug: string, version: number) =>
    forum.request.post('/api/auth/agree').set(by.headers).send({ slug, version })
  const agreements = async (by: TestMember) =>
    (await forum.request.get('/api/auth/agreements').set(by.headers).expect(200)).body as {
      agreements: { slug: string; version: number }[]
      due: object[]
    }

  it('speaks by default of this site, its contact and its board for feedback, in both languages', async () => {
    expect((await page('terms')).content).toContain('到[url=/boards/3]【意见反馈】[/url]版发帖')
    await site({ name: '岩点攀岩社', contact: '前台微信 yandian', feedbackBoardId: 42 })
    for (const slug of ['terms', 'privacy']) {
      const { content, version } = await page(slug)
      expect(version).toBe(1)
      expect(content).toContain('岩点攀岩社')
      expect(content).toContain('到[url=/boards/42]【H1B与工作签证】[/url]版发帖，或联系 前台微信 yandian')
    }
    await site({ feedbackBoardId: null, contact: '' })
    for (const slug of ['terms', 'privacy', 'help']) {
      for (const language of ['zh', 'en'])
        expect((await page(slug, language)).content).not.toMatch(
          /移民|签证|意见反馈|3 号版|华人|immigra|Feedback|Overseas/,
        )
    }
    expect(await page('help', 'en')).toMatchObject({ title: 'Help' })
  })

  it('keeps every text of a page, and counts its versions', async () => {
    await put('rules', { title: '版规', content: '[b]文明[/b]讨论' }).expect(200)
    await put('rules', { title: '版规', content: '文明讨论，禁止广告' }).expect(200)
    const same = await put('rules', { title: '版规', content: '文明讨论，禁止广告' }).expect(200)
    expect((same.body as { page: SitePage }).page).toMatchObject({ version: 2, mustAgree: false })
    const read = await forum.request.get('/api/admin/pages/rules/versions').set(admin.headers).expect(200)
    expect(read.body.versions).toMatchObject([
      { version: 2, content: '文明讨论，禁止广告', updatedBy: { username: 'zongguan' } },
      { version: 1, content: '[b]文明[/b]讨论' },
    ])
    const listed = (await forum.request.get('/api/site').expect(200)).body.site.pages as { slug: string }[]
    expect(listed.map(({ slug }) => slug)).toEqual(['terms', 'privacy', 'help', 'rules'])
    const entry = await forum.api.db.moderationLog.findOne({ action: 'set_page' }, { sort: { _id: -1 } })
    expect(entry?.changes).toContainEqual({ field: 'version', before: 1, after: 2 })

    await forum.request.delete('/api/admin/pages/rules').set(admin.headers).expect(204)
    await forum.request.get('/api/pages/rules').expect(404)
    for (const slug of ['terms', 'privacy', 'help'])
      await forum.request.delete(`/api/admin/pages/${slug}`).set(admin.headers).expect(409)
  })

  it('keeps the default text in the history of a page that an admin rewrites', async () => {
    await put('help', { title: '帮助', content: '问前台' }).expect(200)
    const read = await forum.request.get('/api/admin/pages/help/versions').set(admin.headers).expect(200)
    expect(read.body.versions).toMatchObject([{ version: 2 }, { version: 1, updatedBy: null }])
  })

  it('lets members write only once they have agreed to a new version, in every process', async () => {
    const other = await startAnotherApi(forum.uri)
    const thread = await forum.thread(xiaoli)
    const asked = await put('terms', { title: '服务条款', content: '新的条款', mustAgree: true }).expect(200)
    const { version } = (asked.body as { page: SitePage }).page
    await other.api.start()
    for (const process of [forum.request, other.request]) {
      const refused = await process
        .post('/api/posts')
        .set(xiaoli.headers)
        .send({ threadId: thread.id, content: '还没同意' })
        .expect(403)
      expect(refused.body).toMatchObject({ code: 'AGREEMENT_REQUIRED' })
    }
    await start(xiaoli).expect(403)
    const message = { recipientId: admin.id, subject: '你好', content: '在吗' }
    await forum.request.post('/api/messages').set(xiaoli.headers).send(message).expect(403)
    await forum.request.get(`/api/threads/${thread.id}`).set(xiaoli.headers).expect(200)
    expect((await agreements(xiaoli)).due).toEqual([{ slug: 'terms', version }])

    await agree(xiaoli, 'terms', version - 1).expect(409)
    await start(xiaoli).expect(403)
    await agree(xiaoli, 'terms', version).expect(204)
    await start(xiaoli).expect(201)
    expect(await agreements(xiaoli)).toMatchObject({ due: [], agreements: [{ slug: 'terms', version }] })

    // A correction that asks for nothing leaves the agreement in force, and others still owe it.
    await put('terms', { title: '服务条款', content: '新的条款，改了错字' }).expect(200)
    await start(xiaoli).expect(201)
    await start(admin).expect(403)
    const released = { title: '服务条款', content: '新的条款，改了错字', mustAgree: false }
    await put('terms', released).expect(200)
    await start(admin).expect(201)
    await other.stop()
  })

  it('takes no agreement to a page that was removed for one to a later page at its address', async () => {
    const write = async (content: string) => {
      const { body } = await put('oath', { title: '公约', content, mustAgree: true }).expect(200)
      return (body as { page: SitePage }).page.version
    }
    const version = await write('旧公约')
    await agree(xiaoli, 'oath', version).expect(204)
    await forum.request.delete('/api/admin/pages/oath').set(admin.headers).expect(204)
    const later = await write('新公约')
    expect((await agreements(xiaoli)).due).toEqual([{ slug: 'oath', version: later }])
    const { body } = await forum.request.get('/api/admin/pages/oath/versions').set(admin.headers).expect(200)
    expect(body.versions).toMatchObject([{ content: '新公约' }, { content: '旧公约' }])
    await forum.request.delete('/api/admin/pages/oath').set(admin.headers).expect(204)
  })

  it('keeps what a newcomer agreed to, also if the process fails once the account exists', async () => {
    const { db } = forum.api
    const failing = vi.spyOn(db.agreements, 'updateOne').mockRejectedValue(new Error('killed'))
    const newcomer = { username: 'chisheng', email: 'chisheng@example.com', password: PASSWORD }
    const registered = await forum.request.post('/api/auth/register').send(newcomer).expect(201)
    failing.mockRestore()
    const { user } = registered.body as { user: { id: number } }
    const kept = () => db.agreements.find({ userId: user.id }).toArray()
    expect(await kept()).toEqual([])
    forum.clock.advance(10_000)
    await forum.api.sweep()
    expect((await kept()).map(({ slug }) => slug).toSorted()).toEqual(['privacy', 'terms'])
    expect((await db.members.findOne({ _id: user.id }))?.unfinished).toEqual([])
  })

  it('keeps what a newcomer agreed to, in the export too, until the account is deleted', async () => {
    const { version } = await page('terms')
    const newcomer = { username: 'xinren', email: 'xinren@example.com', password: PASSWORD }
    const { body } = await forum.request.post('/api/auth/register').send(newcomer).expect(201)
    const { token, user } = body as { token: string; user: { id: number } }
    const member = { ...xiaoli, id: user.id, headers: { Authorization: `Bearer ${token}` } }
    expect(await agreements(member)).toMatchObject({
      due: [],
      agreements: [
        { slug: 'privacy', version: 1 },
        { slug: 'terms', version },
      ],
    })
    await start(member).expect(201)
    const archive = await forum.request.post('/api/auth/export').set(member.headers).responseType('blob')
    expect(String(archive.body)).toContain('agreements.json')
    const deleted = forum.request.post('/api/auth/delete').set(member.headers)
    await deleted.send({ password: PASSWORD }).expect(204)
    await forum.settle()
    expect(await forum.api.db.agreements.countDocuments({ userId: user.id })).toBe(0)
  })
})
