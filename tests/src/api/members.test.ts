import { prepareDatabase } from '@forum/http-api'
import { avatarAtDoubleSize } from '@forum/shared/avatars'
import { MINUTE_MS, systemClock } from '@forum/shared/clock'
import type { Author, Pagination, User, UserSummary } from '@forum/shared/contract'
import { AVATAR_MAX_BYTES, RATE_LIMITS } from '@forum/shared/limits'
import { AVATARS_KEPT, ONLINE_WITHIN_MS } from '@forum/http-api/limits'
import { mongo } from 'mongoose'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { PASSWORD, startTestForum, type TestForum, type TestMember } from '../fixtures/forum'

const NEW_PASSWORD = 'Changed#Horse8'

describe('members', () => {
  let forum: TestForum
  let banzhu: TestMember
  let admin: TestMember
  let luren: TestMember

  beforeAll(async () => {
    forum = await startTestForum()
    banzhu = await forum.member('banzhu1', 'moderator')
    admin = await forum.member('zongguan', 'admin')
    luren = await forum.member('luren')
  })
  afterAll(() => forum.stop())

  const put = (path: string, by: TestMember, body: object) =>
    forum.request.put(`/api${path}`).set(by.headers).send(body)
  const get = (path: string, by?: TestMember) => forum.request.get(`/api${path}`).set(by ? by.headers : {})
  const login = (username: string, password = PASSWORD) =>
    forum.request.post('/api/auth/login').send({ username, password })
  const me = (token: string) => forum.request.get('/api/auth/me').set('Authorization', `Bearer ${token}`)
  const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })
  const userOf = async (id: number, by?: TestMember) =>
    (await get(`/users/${id}`, by).expect(200)).body.user as User
  const revocations = () =>
    forum.bus.sent.flatMap(({ message }) => (message.name === 'session:revoked' ? [message.reason] : []))

  describe('profiles', () => {
    it('changes a profile field by field, and shows it at once everywhere', async () => {
      const member = await forum.member('gaiming')
      const { body } = await put('/auth/profile', member, { displayName: ' 改名的人 ' }).expect(200)
      expect(body.user).toMatchObject({
        displayName: '改名的人',
        signature: '',
        email: 'gaiming@example.com',
      })
      expect((await me(member.token).expect(200)).body.user).toEqual(body.user)
      await put('/auth/profile', member, { signature: '潜水多年\n不常上来' }).expect(200)
      expect(await userOf(member.id)).toMatchObject({
        displayName: '改名的人',
        signature: '潜水多年\n不常上来',
      })
      await put('/auth/profile', member, { displayName: '' }).expect(200)
      const thread = await forum.thread(member)
      expect(thread.author.displayName).toBe('gaiming')
    })

    it.each([
      [{ displayName: '李'.repeat(101) }, 'displayName', 'too_long'],
      [{ displayName: '管理员小李' }, 'displayName', 'reserved'],
      [{ displayName: 5 }, 'displayName', 'invalid'],
      [{ signature: '签'.repeat(501) }, 'signature', 'too_long'],
      [{ avatar: 'https://tracker.example/pixel.png' }, 'avatar', 'invalid'],
      [{ avatar: '/api/uploads/somebody-elses.png' }, 'avatar', 'invalid'],
      [{ showOnline: 'yes' }, 'showOnline', 'invalid'],
      [{ density: 'huge' }, 'density', 'invalid'],
      [{ textSize: 'tiny' }, 'textSize', 'invalid'],
      [{ script: 'latin' }, 'script', 'invalid'],
    ])('refuses the profile %j', async (fields, field, code) => {
      const { body } = await put('/auth/profile', luren, fields).expect(400)
      expect(body.errors).toEqual([expect.objectContaining({ field, code })])
    })

    it('keeps how dense lists are, how large text is and in which script Chinese is, with the account', async () => {
      const member = await forum.member('jincou')
      const account = async () => (await me(member.token).expect(200)).body.user as unknown
      expect(await account()).toMatchObject({ density: 'normal', textSize: 'normal', script: null })
      const { body } = await put('/auth/profile', member, { density: 'dense' }).expect(200)
      expect(body.user).toMatchObject({ density: 'dense', textSize: 'normal' })
      await put('/auth/profile', member, { textSize: 'large', script: 'traditional' }).expect(200)
      expect(await account()).toMatchObject({ density: 'dense', textSize: 'large', script: 'traditional' })
    })

    it('lets staff have a name that reads like staff', async () => {
      const { body } = await put('/auth/profile', banzhu, { displayName: '版主小王' }).expect(200)
      expect(body.user.displayName).toBe('版主小王')
    })

    it('refuses names by which a member would pass for another', async () => {
      const [writer, silent] = [await forum.member('shufa'), await forum.member('wuyan')]
      const mimic = await forum.member('xuewo')
      await put('/auth/profile', writer, { displayName: '望海听风' }).expect(200)
      await put('/auth/profile', silent, { displayName: '云中鹤' }).expect(200)
      await forum.thread(writer)
      await forum.settle()
      const refusal = async (displayName: string) =>
        (await put('/auth/profile', mimic, { displayName }).expect(400)).body.errors as unknown
      const like = ['望海听风', '望 海 聽風', 'shufa', 'ＳＨＵＦＡ', 'shufа', 'Banzhul', 'wuyan']
      for (const name of [...like, 'banzhu1\u3164', '望海\uffa0听风', '望|海|听|风', '望海丨听风'])
        expect(await refusal(name)).toEqual([
          expect.objectContaining({ field: 'displayName', code: 'taken' }),
        ])
      for (const name of ['admiո', '竝长'])
        expect(await refusal(name)).toEqual([
          expect.objectContaining({ field: 'displayName', code: 'reserved' }),
        ])
      await put('/auth/profile', mimic, { displayName: 'xuewo' }).expect(200)
      // A member without posts has no name to protect.
      await put('/auth/profile', mimic, { displayName: '云中鹤' }).expect(200)
      await put('/auth/profile', writer, { displayName: '望海听风', signature: '新' }).expect(200)
      const register = (body: object) =>
        forum.request
          .post('/api/auth/register')
          .send({ username: 'zhucede', email: 'zhucede@example.com', password: PASSWORD, ...body })
      const { body: alike } = await register({ username: 'banzhul' }).expect(400)
      expect(alike.errors).toEqual([expect.objectContaining({ field: 'username', code: 'reserved' })])
      const { body: named } = await register({ displayName: '望海听风' }).expect(400)
      expect(named.errors).toEqual([expect.objectContaining({ field: 'displayName', code: 'taken' })])
      await register({ username: 'banzhu1' }).expect(409)
    })

    it('refuses a new username that looks like the username of a member with posts', async () => {
      const [writer, silent] = [await forum.member('vlsxxajkl'), await forum.member('wlsxxajkl')]
      await forum.thread(writer)
      await forum.settle()
      const register = (username: string) =>
        forum.request
          .post('/api/auth/register')
          .send({ username, email: `${username}@example.com`, password: PASSWORD })
      const { body } = await register('vIsxxajkI').expect(400)
      expect(body.errors).toEqual([expect.objectContaining({ field: 'username', code: 'reserved' })])
      await register('vlsxxajkl').expect(409)
      // A member without posts has no name to protect.
      expect(silent.username).toBe('wlsxxajkl')
      await register('wIsxxajkI').expect(201)
    })

    it('never gives one name to two members with posts who take it at the same time', async () => {
      const two = [await forum.member('qiangming1'), await forum.member('qiangming2')]
      for (const member of two) await forum.thread(member)
      await forum.settle()
      await Promise.all(
        two.map(async (member) => put('/auth/profile', member, { displayName: '同一个名字' })),
      )
      expect(await forum.api.db.members.countDocuments({ displayName: '同一个名字' })).toBeLessThan(2)
    })

    it('flags members whose names look like that of one who has become staff', async () => {
      const [before, promoted] = [await forum.member('xianlai'), await forum.member('houlai')]
      for (const member of [promoted, before]) await put('/auth/profile', member, { displayName: '听雨楼' })
      const confirm = { password: PASSWORD }
      await forum.as(admin).call('confirmPassword', confirm)
      await put(`/users/${promoted.id}/role`, admin, { role: 'moderator' }).expect(200)
      await forum.thread(before)
      await forum.settle()
      const { body } = await get('/moderation/activity?limit=1', admin).expect(200)
      expect(body.activity[0]).toMatchObject({
        actor: { id: before.id },
        flags: expect.arrayContaining(['name']) as object,
      })
      await put('/auth/profile', before, { displayName: '听雨' }).expect(200)
      expect((await forum.api.db.members.findOne({ _id: before.id }))?.hasAlikeName).toBe(false)
    })

    it('compares the names of members of an older version too', async () => {
      const { members, migrations } = forum.api.db
      const older = await forum.member('jiubanben')
      await put('/auth/profile', older, { displayName: '旧版的人' }).expect(200)
      await forum.thread(older)
      await forum.settle()
      const released = (await members.find({ nameKeys: [] }).toArray()).map(({ _id }) => _id)
      // As an earlier version stored it.
      await members.updateOne({ _id: older.id }, { $set: { nameKeys: ['name 旧版的人\u3164'] } })
      await put('/auth/profile', luren, { displayName: '旧版的人' }).expect(200)
      await put('/auth/profile', luren, { displayName: '' }).expect(200)
      await migrations.deleteOne({ _id: 46 })
      const ran: string[] = []
      await prepareDatabase(forum.uri, systemClock, (name) => ran.push(name))
      expect(ran).toEqual(['find names that look alike'])
      await members.updateMany({ _id: { $in: released } }, { $set: { nameKeys: [] } })
      await put('/auth/profile', luren, { displayName: '旧版的人' }).expect(400)
    })

    it('counts by board what members of an older version have written, also what waits to be counted', async () => {
      const { members, migrations } = forum.api.db
      const older = await forum.member('jiubanshu')
      const { id } = await forum.thread(older)
      const post = await forum.as(older).reply(id, '旧版的回复')
      await forum.as(banzhu).call('likePost', { postId: post.id, liked: true })
      await forum.settle()
      await members.updateOne({ _id: older.id }, { $unset: { postsIn: 1, threadsIn: 1, likesIn: 1 } })
      const numbers = async () => {
        const { threadCount, postCount, likesReceived } = await userOf(older.id)
        return { threadCount, postCount, likesReceived }
      }
      expect(await numbers()).toEqual({ threadCount: 0, postCount: 0, likesReceived: 0 })
      await forum.thread(older)
      await migrations.deleteOne({ _id: 80 })
      const ran: string[] = []
      await prepareDatabase(forum.uri, systemClock, (name) => ran.push(name))
      expect(ran).toEqual(['count what members have written by board'])
      await forum.settle()
      expect(await numbers()).toEqual({ threadCount: 2, postCount: 3, likesReceived: 1 })
      expect(await forum.api.recount()).toMatchObject({ members: 0 })
    })

    it('counts members in halves where those together have written too much for one command', async () => {
      const { posts, members } = forum.api.db
      const [one, other] = [await forum.member('xieleduo'), await forum.member('yexieleduo')]
      const thread = await forum.thread(one)
      await forum.as(other).reply(thread.id, '也在')
      await forum.settle()
      await members.updateMany({ _id: { $in: [one.id, other.id] } }, { $set: { postCount: 7 } })
      const sizes: number[] = []
      const aggregate = posts.aggregate.bind(posts)
      const limited = vi.spyOn(posts, 'aggregate').mockImplementation((pipeline, options) => {
        const [{ $match: match = {} } = {}] = pipeline ?? []
        const together = (match['authorId'] as { $in?: number[] } | undefined)?.$in?.length ?? 0
        sizes.push(together)
        if (together > 1) throw new mongo.MongoServerError({ message: 'out of time', code: 50 })
        return aggregate(pipeline, options)
      })
      try {
        expect(await forum.api.recount()).toMatchObject({ members: 2 })
      } finally {
        limited.mockRestore()
      }
      expect(sizes).toContain(1)
      expect((await userOf(one.id)).postCount).toBe(1)
      expect((await userOf(other.id)).postCount).toBe(1)
    })

    it('shows public fields to everyone, and private ones only to those concerned', async () => {
      const member = await forum.member('gongkai')
      await login('gongkai').expect(200)
      await forum.thread(member)
      await forum.settle()
      const toStrangers = await userOf(member.id)
      expect(toStrangers).toMatchObject({
        username: 'gongkai',
        status: 'active',
        threadCount: 1,
        postCount: 1,
        lastLoginAt: null,
        isOnline: null,
      })
      expect(JSON.stringify(toStrangers)).not.toContain('@')
      expect((await userOf(member.id, banzhu)).lastLoginAt).toBeNull()
      expect((await userOf(member.id, member)).lastLoginAt).toEqual(expect.any(String))
      expect((await userOf(member.id, admin)).lastLoginAt).toEqual(expect.any(String))
    })

    it('shows who was online recently, of members who allow it', async () => {
      const member = await forum.member('zaixian')
      expect((await userOf(member.id, banzhu)).isOnline).toBe(true)
      await put('/auth/profile', member, { showOnline: false }).expect(200)
      expect((await userOf(member.id, banzhu)).isOnline).toBeNull()
      await put('/auth/profile', member, { showOnline: true }).expect(200)
      await forum.as(member).call('logout')
      expect((await userOf(member.id, banzhu)).isOnline).toBe(false)
      const away = await forum.member('zoukai')
      forum.clock.advance(ONLINE_WITHIN_MS + 1)
      expect((await userOf(away.id, banzhu)).isOnline).toBe(false)
    })

    it('responds 404 for an unknown member id', async () => {
      for (const [method, path, body] of [
        ['get', '/users/999999', undefined],
        ['put', '/users/999999/block', { blocked: true }],
        ['put', '/users/999999/ban', { banned: true }],
        ['put', '/users/999999/mute', { until: null }],
        ['put', '/users/999999/role', { role: 'user' }],
      ] as const) {
        const response = await forum.request[method](`/api${path}`).set(admin.headers).send(body)
        expect([path, response.status, response.body.code]).toEqual([path, 404, 'NOT_FOUND'])
      }
    })
  })

  describe('pictures', () => {
    const upload = (by: TestMember, bytes: Buffer, type = 'image/png') =>
      forum.request
        .post('/api/auth/avatar')
        .set(by.headers)
        .attach('avatar', bytes, { filename: 'me.png', contentType: type })
    const picture = (colour: string, format: 'png' | 'jpeg' | 'gif' | 'webp' = 'png') =>
      sharp({ create: { width: 500, height: 300, channels: 3, background: colour } })
        .toFormat(format)
        .toBuffer()
    const sideOf = async (url: string) => {
      const { body } = await forum.request.get(url).expect(200)
      const { width, height, format } = await sharp(body as Buffer).metadata()
      return [format, width, height]
    }

    it.each(['png', 'jpeg', 'gif'] as const)(
      'makes a square picture in two sizes from a %s',
      async (format) => {
        const member = await forum.member(`tu${format}`)
        const { body } = await upload(member, await picture('#b5442b', format)).expect(200)
        const url = body.avatarUrl as string
        expect(body.user.avatar).toBe(url)
        expect((await userOf(member.id)).avatar).toBe(url)
        expect(await sideOf(url)).toEqual(['webp', 200, 200])
        expect(await sideOf(avatarAtDoubleSize(url))).toEqual(['webp', 400, 400])
      },
    )

    it('removes a picture, which only its own member can choose again', async () => {
      const member = await forum.member('huantou')
      const { body } = await upload(member, await picture('#123456')).expect(200)
      const avatar = body.avatarUrl as string
      expect((await put('/auth/profile', member, { avatar: null }).expect(200)).body.user.avatar).toBeNull()
      await put('/auth/profile', luren, { avatar }).expect(400)
      expect((await put('/auth/profile', member, { avatar }).expect(200)).body.user.avatar).toBe(avatar)
    })

    it('deletes old pictures, and all pictures of a deleted account', async () => {
      const member = await forum.member('changhuan')
      const urls: string[] = []
      for (let i = 0; i <= AVATARS_KEPT; i += 1) {
        const { body } = await upload(member, await picture(`#0000${i}0`)).expect(200)
        urls.push(body.avatarUrl as string)
      }
      await forum.request.get(urls[0]!).expect(404)
      await forum.request.get(avatarAtDoubleSize(urls[0]!)).expect(404)
      await forum.request.get(urls[1]!).expect(200)
      await put('/auth/profile', member, { avatar: urls[0] }).expect(400)
      await forum.as(member).call('deleteAccount', { password: PASSWORD })
      for (const url of urls) await forum.request.get(url).expect(404)
    })

    it('deletes a picture that arrives while the account is being deleted', async () => {
      const { members } = forum.api.db
      const member = await forum.member('chigai')
      const urls: string[] = []
      const updateOne = members.updateOne.bind(members)
      const bytes = await picture('#123456')
      vi.spyOn(members, 'updateOne').mockImplementation(async (...args: Parameters<typeof updateOne>) => {
        if (JSON.stringify(args[1]).includes('"status":"deleted"')) {
          const { body } = await upload(member, bytes).expect(200)
          urls.push(body.avatarUrl as string)
        }
        return updateOne(...args)
      })
      const deletion = forum.request.post('/api/auth/delete').set(member.headers)
      await deletion.send({ password: PASSWORD }).expect(204)
      vi.restoreAllMocks()
      expect(urls).toHaveLength(1)
      await forum.request.get(urls[0]!).expect(404)
      expect((await members.findOne({ _id: member.id }))?.avatars).toBeUndefined()
    })

    it('refuses pictures other than JPEG, PNG or GIF of at most 2 MB, whatever their names', async () => {
      const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')
      for (const bytes of [svg, await picture('#fff', 'webp'), Buffer.from('%PDF-1.4')]) {
        const { body } = await upload(luren, bytes).expect(415)
        expect(body).toMatchObject({ code: 'UNSUPPORTED_MEDIA_TYPE', message: '只支持 JPG、PNG 或 GIF 图片' })
      }
      const broken = await upload(luren, (await picture('#fff')).subarray(0, 60)).expect(400)
      expect(broken.body.errors).toEqual([expect.objectContaining({ field: 'avatar', code: 'image' })])
      expect((await upload(luren, Buffer.alloc(AVATAR_MAX_BYTES + 1)).expect(413)).body.code).toBe(
        'PAYLOAD_TOO_LARGE',
      )
      const missing = await forum.request.post('/api/auth/avatar').set(luren.headers).field('x', 'y')
      expect([missing.status, missing.body.errors[0].code]).toEqual([400, 'required'])
      expect((await userOf(luren.id)).avatar).toBeNull()
    })
  })

  describe('a changed password', () => {
    const change = (by: TestMember, currentPassword: string, newPassword = NEW_PASSWORD) =>
      put('/auth/password', by, { currentPassword, newPassword })

    it('ends all other sessions, and continues this one with a new token', async () => {
      const member = await forum.member('huanmima')
      const elsewhere = (await login('huanmima').expect(200)).body.token as string
      const { body } = await get('/auth/sessions', member).expect(200)
      const sessions = body.sessions as { id: number; current: boolean }[]
      const other = sessions.find(({ current }) => !current)
      forum.bus.sent.length = 0
      const changed = await change(member, PASSWORD).expect(200)
      const token = changed.body.token as string
      await me(elsewhere).expect(401)
      await me(member.token).expect(401)
      await me(token).expect(200)
      const revoked = forum.bus.sent.filter(({ message }) => message.name === 'session:revoked')
      expect(revoked.map(({ channel }) => channel)).toEqual([`forum:session:${other?.id}`])
      expect(revocations()).toEqual(['password'])
      await login('huanmima').expect(401)
      await login('huanmima', NEW_PASSWORD).expect(200)
      const after = await forum.request.get('/api/auth/sessions').set(bearer(token)).expect(200)
      expect(after.body.sessions).toContainEqual(
        expect.objectContaining({ id: sessions.find(({ current }) => current)?.id, current: true }),
      )
    })

    it('requires the current password, and follows the password rule', async () => {
      const member = await forum.member('xiangbuqi')
      const wrong = await change(member, 'Wrong#Horse9').expect(400)
      expect(wrong.body).toMatchObject({ code: 'WRONG_PASSWORD', message: '当前密码不正确' })
      for (const [newPassword, message] of [
        ['Aa1#b', '密码至少 6 位'],
        ['correct#horse9', '密码须同时包含大写字母、小写字母、数字和特殊符号'],
        ['Correct\u200bHorse9#', '密码不能包含看不见的字符，如换行'],
      ] as const) {
        const { body } = await change(member, PASSWORD, newPassword).expect(400)
        expect(body.errors).toEqual([expect.objectContaining({ field: 'newPassword', message })])
      }
      await me(member.token).expect(200)
    })

    it('accepts one of two concurrent changes of the password', async () => {
      const member = await forum.member('tongshi')
      const second = { ...member, headers: bearer((await login('tongshi').expect(200)).body.token as string) }
      const responses = await Promise.all([
        change(member, PASSWORD),
        change(second, PASSWORD, 'Another#Horse7'),
      ])
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    })

    it('leaves no session to a concurrent sign-in with the old password', async () => {
      const member = await forum.member('jingsai')
      const [changed, ...signedIn] = await Promise.all([
        change(member, PASSWORD),
        ...Array.from({ length: 5 }, () => login('jingsai')),
      ])
      expect(changed?.status).toBe(200)
      for (const { body } of signedIn) if (body.token) await me(body.token as string).expect(401)
    })
  })

  describe('lists and searches', () => {
    let people: TestMember[]

    beforeAll(async () => {
      people = [
        await forum.member('sousuo1'),
        await forum.member('sousuo2'),
        await forum.member('SouSuo3'),
        await forum.member('other77'),
        await forum.member('sousuo4'),
      ]
      await put('/auth/profile', people[3]!, { displayName: '北美SouSuo达人' }).expect(200)
      await put('/auth/profile', people[1]!, { displayName: '会搜索的老王' }).expect(200)
      await put(`/users/${people[4]!.id}/ban`, banzhu, { banned: true }).expect(200)
    })

    const search = async (q: string, query = '') => {
      const { body } = await get(`/users/search?q=${encodeURIComponent(q)}${query}`, banzhu).expect(200)
      return (body.users as UserSummary[]).map(({ username }) => username)
    }

    it('finds usernames by their beginning, then names by a part, but no banned members', async () => {
      expect(await search('SOUSUO')).toEqual(['sousuo1', 'sousuo2', 'SouSuo3', 'other77'])
      expect(await search('搜索')).toEqual(['sousuo2'])
      expect(await search('达人')).toEqual(['other77'])
      expect(await search('ousuo')).toEqual(['other77'])
      expect(await search('没有这样的人')).toEqual([])
      expect(await search('sousuo', '&limit=2')).toEqual(['sousuo1', 'sousuo2'])
      expect(await search('$where')).toEqual([])
      expect(await search('.*')).toEqual([])
    })

    it('finds members by the pinyin of their display names', async () => {
      expect(await search('laowang')).toEqual(['sousuo2'])
      expect(await search('LW')).toEqual(['sousuo2'])
      expect(await search('hssd')).toEqual(['sousuo2'])
      expect(await search('owang')).toEqual([])
    })

    it('finds members of an older forum by pinyin, also if its upgrade was interrupted', async () => {
      const { members, migrations } = forum.api.db
      const [reached, other] = [await forum.member('shengji1'), await forum.member('shengji2')]
      await put('/auth/profile', reached, { displayName: '远方的云' }).expect(200)
      // As an older version stored names: the interrupted upgrade had not reached this member.
      const older = { displayName: '海上的船', nameParts: ['海上的船', '上的船', '的船', '船'] }
      await members.updateOne({ _id: other.id }, { $set: older })
      await migrations.deleteOne({ _id: 43 })
      expect(await search('haishang')).toEqual([])
      const ran: string[] = []
      await prepareDatabase(forum.uri, systemClock, (name) => ran.push(name))
      expect(ran).toEqual(['make display names searchable in every script'])
      expect(await search('haishang')).toEqual(['shengji2'])
      expect(await search('yuanfang')).toEqual(['shengji1'])
      expect(await search('遠方的雲')).toEqual(['shengji1'])
    })

    it('requires a query for a search', async () => {
      for (const query of ['', '?q=', '?q=%20%E3%80%80', '?q=a&limit=0', '?q=a&limit=101']) {
        await get(`/users/search${query}`, banzhu).expect(400)
      }
      await get('/users/search?q=a').expect(401)
      await get('/users').expect(401)
    })

    it('lists members page by page, the newest first, without closed accounts', async () => {
      const newest = await forum.member('zuixin')
      const { body } = await get('/users?limit=100', banzhu).expect(200)
      const users = body.users as User[]
      const pagination = body.pagination as Pagination
      expect(users[0]?.username).toBe('zuixin')
      expect(users.map(({ username }) => username)).not.toContain('sousuo4')
      expect(users).toHaveLength(pagination.total)
      const second = await get('/users?limit=1&page=2', newest).expect(200)
      expect(second.body.users).toEqual([expect.objectContaining({ id: users[1]?.id })])
    })
  })

  describe('blocks', () => {
    it('lists the blocked members to their blocker, latest first, until they are unblocked', async () => {
      const [by, first, second] = [
        await forum.member('pingbi0'),
        await forum.member('pingbi1'),
        await forum.member('pingbi2'),
      ]
      const block = (id: number, blocked: boolean) => put(`/users/${id}/block`, by, { blocked })
      const listed = async () =>
        ((await get('/auth/blocks', by).expect(200)).body.users as UserSummary[]).map(({ id }) => id)
      expect((await block(first.id, true).expect(200)).body).toEqual({ blocked: true })
      forum.clock.advance(1)
      await block(second.id, true).expect(200)
      await block(first.id, true).expect(200)
      expect(await listed()).toEqual([second.id, first.id])
      expect((await get('/auth/blocks', first).expect(200)).body.users).toEqual([])
      expect((await block(second.id, false).expect(200)).body).toEqual({ blocked: false })
      await block(second.id, false).expect(200)
      expect(await listed()).toEqual([first.id])
      expect((await block(by.id, true).expect(403)).body.code).toBe('FORBIDDEN')
    })
  })

  describe('discipline', () => {
    const inFuture = (ms = 60 * MINUTE_MS) => new Date(forum.clock.now().getTime() + ms).toISOString()
    const ban = (by: TestMember, id: number, body: object) => put(`/users/${id}/ban`, by, body)

    it('bans at once, showing the reason and the end at sign-in, until the ban is lifted', async () => {
      const member = await forum.member('beifeng')
      forum.bus.sent.length = 0
      const { body } = await ban(banzhu, member.id, {
        banned: true,
        until: inFuture(30 * 24 * 60 * MINUTE_MS),
        reason: '发广告',
      }).expect(200)
      expect(body.user.status).toBe('banned')
      expect(revocations()).toEqual(['banned'])
      await me(member.token).expect(401)
      const refused = await login('beifeng').expect(403)
      expect(refused.body.code).toBe('ACCOUNT_BANNED')
      expect(refused.body.message).toMatch(/封禁至 \d{4}-\d\d-\d\d：发广告/)
      expect((await ban(banzhu, member.id, { banned: false }).expect(200)).body.user.status).toBe('active')
      // The sessions that the ban ended stay ended.
      await me(member.token).expect(401)
      await login('beifeng').expect(200)
    })

    it('hides what a banned member wrote about themselves from all but staff, and marks the posts, until the ban ends', async () => {
      const member = await forum.member('guanggao')
      const avatar = '/api/uploads/a.webp'
      await forum.api.db.members.updateOne({ _id: member.id }, { $set: { avatar } })
      await put('/auth/profile', member, { signature: '代考加微信' }).expect(200)
      const { id: threadId } = (await forum.startThread(member).expect(201)).body.thread as { id: number }
      const reader = await forum.member('kanke')
      const authors = async () => {
        const read = await get(`/threads/${threadId}`, reader).expect(200)
        const { openingPost } = read.body.thread as { openingPost: { author: Author } }
        const listed = await get(`/users/${member.id}/threads`, reader).expect(200)
        const [thread] = listed.body.threads as { author: Author }[]
        return [openingPost.author, thread!.author, await userOf(member.id, reader)]
      }
      const shown = async () =>
        (await authors()).map(({ status, signature, avatar: picture }) => [status, signature, picture])
      const sent = () =>
        forum.bus.sent.flatMap(({ channel, message }) =>
          message.name === 'member:changed'
            ? [[channel, message.author.status, message.author.signature]]
            : [],
        )
      expect(await shown()).toEqual(Array(3).fill(['active', '代考加微信', avatar]))
      forum.bus.sent.length = 0
      await ban(banzhu, member.id, { banned: true, until: inFuture() }).expect(200)
      expect(await shown()).toEqual(Array(3).fill(['banned', '', null]))
      expect(await userOf(member.id, banzhu)).toMatchObject({
        status: 'banned',
        signature: '代考加微信',
        avatar,
      })
      expect(sent()).toEqual([['forum:all', 'banned', '']])
      forum.clock.advance(61 * MINUTE_MS)
      expect(await shown()).toEqual(Array(3).fill(['active', '代考加微信', avatar]))
      await forum.api.sweep()
      expect(sent()).toEqual([
        ['forum:all', 'banned', ''],
        ['forum:all', 'active', '代考加微信'],
      ])
    })

    it('ends a ban at its time, and lists the member again after the next sign-in', async () => {
      const member = await forum.member('duanzan')
      await ban(banzhu, member.id, { banned: true, until: inFuture() }).expect(200)
      forum.clock.advance(61 * MINUTE_MS)
      expect((await userOf(member.id)).status).toBe('active')
      await login('duanzan').expect(200)
      const { body } = await get('/users/search?q=duanzan', banzhu).expect(200)
      expect(body.users).toHaveLength(1)
    })

    it('leaves an inactive account inactive through a ban and its end', async () => {
      const member = await forum.member('tingyong')
      await forum.api.db.members.updateOne({ _id: member.id }, { $set: { status: 'inactive' } })
      expect((await ban(banzhu, member.id, { banned: true }).expect(200)).body.user.status).toBe('inactive')
      expect((await ban(banzhu, member.id, { banned: false }).expect(200)).body.user.status).toBe('inactive')
      expect((await login('tingyong').expect(403)).body.code).toBe('ACCOUNT_INACTIVE')
    })

    it('mutes until a time: refuses writing, but allows reading and signing in', async () => {
      const member = await forum.member('jinyan')
      const profile = (change: object) => put('/auth/profile', member, change)
      await profile({ displayName: '老实人', signature: '平安' }).expect(200)
      const mute = (until: string | null) =>
        put(`/users/${member.id}/mute`, banzhu, { until, reason: '刷屏' })
      const until = inFuture()
      await mute(until).expect(200)
      expect((await me(member.token).expect(200)).body.user.mutedUntil).toBe(until)
      expect((await forum.startThread(member).expect(403)).body.code).toBe('MUTED')
      // A profile is public too: a muted member may clear its fields, but not set them.
      for (const change of [{ displayName: '加微信' }, { signature: '加微信' }])
        expect((await profile(change).expect(403)).body.code).toBe('MUTED')
      await profile({ displayName: '老实人', signature: '', avatar: null, showOnline: false }).expect(200)
      await me(member.token).expect(200)
      await mute(null).expect(200)
      await forum.startThread(member).expect(201)
      await mute(inFuture()).expect(200)
      forum.clock.advance(61 * MINUTE_MS)
      await forum.startThread(member).expect(201)
    })

    it('applies a mute and its end to open pages at once', async () => {
      const member = await forum.member('jinyan2')
      forum.bus.sent.length = 0
      for (const until of [inFuture(), null]) {
        await put(`/users/${member.id}/mute`, banzhu, { until }).expect(200)
        expect(revocations()).toEqual(['role'])
        forum.bus.sent.length = 0
      }
    })

    it('shows admins staff and members of any status, and signs members out everywhere', async () => {
      const member = await forum.member('kaoguan1')
      const banned = await forum.member('kaoguan2')
      await forum.api.db.members.updateOne({ _id: banned.id }, { $set: { status: 'banned' } })
      const list = async (query: string, by = admin) =>
        (
          (await forum.request.get(`/api/admin/members${query}`).set(by.headers).expect(200)).body as {
            users: { id: number; role: string }[]
          }
        ).users
      const staff = await list('')
      expect(staff.map(({ id }) => id)).toContain(admin.id)
      expect(staff.every(({ role }) => role !== 'user')).toBe(true)
      expect((await list('?q=kaoguan')).map(({ id }) => id)).toEqual([member.id, banned.id])
      expect(staff.map(({ id }) => id)).not.toContain(member.id)
      const confirm = { password: PASSWORD }
      await forum.as(admin).call('confirmPassword', confirm)
      await put('/boards/43', admin, { moderatorIds: [member.id] }).expect(200)
      expect((await list('')).map(({ id }) => id)).toContain(member.id)
      await put('/boards/43', admin, { moderatorIds: [] }).expect(200)
      await forum.as(member).refused('FORBIDDEN', 'listMembers')
      const sessions = `/api/admin/members/${member.id}/sessions`
      const { body } = await forum.request.get(sessions).set(admin.headers).expect(200)
      expect(body.sessions).toMatchObject([{ userAgent: 'test', current: false }])
      await forum.request.delete(sessions).set(member.headers).expect(403)
      await forum.as(admin).refused('FORBIDDEN', 'endMemberSessions', { userId: admin.id })
      await forum.request.delete(sessions).set(admin.headers).expect(204)
      await me(member.token).expect(401)
      const logged = await forum.api.db.moderationLog.findOne({ action: 'end_sessions' })
      expect(logged).toMatchObject({ actorId: admin.id, userId: member.id })
    })

    it('changes roles at once, and removes a name that only staff may have', async () => {
      const member = await forum.member('shengguan')
      const setRole = (role: string) => put(`/users/${member.id}/role`, admin, { role })
      await forum.as(admin).call('confirmPassword', { password: PASSWORD })
      forum.bus.sent.length = 0
      expect((await setRole('moderator').expect(200)).body.user.role).toBe('moderator')
      expect(revocations()).toEqual(['role'])
      await me(member.token).expect(200)
      await put('/auth/profile', member, { displayName: '版主乙' }).expect(200)
      const thread = await forum.thread(admin)
      await put(`/threads/${thread.id}/lock`, member, { locked: true }).expect(200)
      expect((await setRole('user').expect(200)).body.user).toMatchObject({
        role: 'user',
        displayName: 'shengguan',
      })
      await put(`/threads/${thread.id}/lock`, member, { locked: false }).expect(403)
    })

    it('refuses to discipline a member who does not rank below the actor', async () => {
      const member = await forum.member('putong')
      const other = await forum.member('banzhu2', 'moderator')
      const acts = (id: number): [string, object][] => [
        [`/users/${id}/ban`, { banned: true }],
        [`/users/${id}/mute`, { until: inFuture() }],
        [`/users/${id}/role`, { role: 'user' }],
      ]
      const refusals: [TestMember, number, string[]][] = [
        [luren, member.id, ['ban', 'mute', 'role']],
        [banzhu, other.id, ['ban', 'mute', 'role']],
        [banzhu, admin.id, ['ban', 'mute', 'role']],
        [banzhu, banzhu.id, ['ban', 'mute', 'role']],
        [admin, admin.id, ['ban', 'mute', 'role']],
        [banzhu, member.id, ['role']],
      ]
      for (const [by, id, kinds] of refusals) {
        for (const [path, body] of acts(id).filter(([path]) => kinds.some((kind) => path.endsWith(kind)))) {
          const response = await put(path, by, body)
          expect([by.username, path, response.status]).toEqual([by.username, path, 403])
        }
      }
      expect((await userOf(other.id)).role).toBe('moderator')
    })

    it.each([
      ['ban', { banned: true, until: '2020-01-01T00:00:00.000Z' }, 'until', 'range'],
      ['ban', { banned: true, until: 'tomorrow' }, 'until', 'invalid'],
      ['ban', { banned: true, reason: '因'.repeat(501) }, 'reason', 'too_long'],
      ['ban', {}, 'banned', 'required'],
      ['mute', { until: '2020-01-01T00:00:00.000Z' }, 'until', 'range'],
      ['mute', {}, 'until', 'required'],
      ['role', { role: 'owner' }, 'role', 'invalid'],
    ])('refuses %s with %j', async (kind, body, field, code) => {
      const response = await put(`/users/${luren.id}/${kind}`, admin, body).expect(400)
      expect(response.body.errors).toEqual([expect.objectContaining({ field, code })])
    })

    it('records who did what, when and why', async () => {
      const member = await forum.member('jilu')
      await ban(banzhu, member.id, { banned: true, reason: '骂人' }).expect(200)
      await ban(admin, member.id, { banned: false, reason: '误会' }).expect(200)
      const acts = await forum.api.db.discipline.find({ userId: member.id }, { sort: { at: 1 } }).toArray()
      expect(acts).toEqual([
        expect.objectContaining({ kind: 'ban', actorId: banzhu.id, reason: '骂人', until: null }),
        expect.objectContaining({ kind: 'unban', actorId: admin.id, reason: '误会' }),
      ])
    })
  })
})

describe('a token in two processes without a bus', () => {
  it('ends a token in both processes within a second of a logout, a ban or a change of password', async () => {
    const one = await startTestForum()
    const two = await startTestForum({ uri: one.uri, boards: false })
    one.bus.isUnavailable = true
    try {
      const admin = await one.member('zongguan', 'admin')
      const ends: [string, (member: TestMember) => Promise<unknown>][] = [
        ['logout', (member) => one.as(member).call('logout')],
        ['ban', (member) => one.as(admin).call('banUser', { userId: member.id, banned: true })],
        [
          'password',
          (member) =>
            one.as(member).call('changePassword', { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }),
        ],
      ]
      for (const [how, end] of ends) {
        const member = await one.member(`dead${how}`)
        const status = async (forum: TestForum) =>
          (await forum.request.get('/api/boards').set(member.headers)).status
        expect([how, await status(one), await status(two)]).toEqual([how, 200, 200])
        await end(member)
        two.clock.advance(1_000)
        expect([how, await status(one), await status(two)]).toEqual([how, 401, 401])
      }
    } finally {
      await two.stop()
      await one.stop()
    }
  })
})

describe('attempts at a current password', () => {
  it('limits attempts, so that a stolen session cannot guess the password', async () => {
    const forum = await startTestForum({ config: { rateLimits: true } })
    try {
      const member = await forum.member('toulai')
      const guess = () =>
        forum.request
          .put('/api/auth/password')
          .set(member.headers)
          .send({ currentPassword: 'Wrong#Horse9', newPassword: NEW_PASSWORD })
      for (let i = 0; i < RATE_LIMITS.password.points; i++) await guess().expect(400)
      await guess().expect(429)
    } finally {
      await forum.stop()
    }
  })
})
