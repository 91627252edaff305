import type { Activity, Case, Message } from '@forum/shared/contract'
import { DAY_MS, MINUTE_MS } from '@forum/shared/clock'
import { audiences, channelOf, serverEvents } from '@forum/shared/events'
import { ACTIVITY_DAYS, BURST_POSTS, NEW_MEMBER_POSTS } from '@forum/http-api/limits'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  MODERATED_BOARD,
  PASSWORD,
  startStaffedForum,
  startTestForum,
  type TestForum,
  type TestMember,
} from '../fixtures/forum'

const BOARD = MODERATED_BOARD
/** A board that `boardModerator` does not moderate. */
const OTHER_BOARD = 3

interface Feed {
  activity: Activity[]
  nextBefore: number | null
  nextSince: number
}

describe("the moderators' feed", () => {
  let forum: TestForum
  let other: TestForum
  let admin: TestMember
  let moderator: TestMember
  let boardModerator: TestMember
  let xiaoli: TestMember
  let laowang: TestMember

  beforeAll(async () => {
    ;({ forum, admin, moderator, boardModerator } = await startStaffedForum())
    other = await startTestForum({ uri: forum.uri, boards: false })
    xiaoli = await forum.member('xiaoli')
    laowang = await forum.member('laowang88')
    const old = new Date(forum.clock.now().getTime() - 100 * DAY_MS)
    await forum.api.db.members.updateMany({}, { $set: { joinedAt: old } })
    // Members without many posts are newcomers, whose links would wait.
    const settings = { approval: { links: false } }
    await forum.request.put('/api/admin/settings').set(admin.headers).send({ settings }).expect(200)
    forum.clock.advance(10_000)
  })
  afterAll(async () => {
    await other.stop()
    await forum.stop()
  })

  const send = (verb: 'post' | 'put' | 'delete', path: string, by: TestMember, body: object = {}) =>
    forum.request[verb](`/api${path}`).set(by.headers).send(body)
  const feed = async (by: TestMember, query: Record<string, string | number> = {}): Promise<Feed> =>
    (await forum.request.get('/api/moderation/activity').set(by.headers).query(query).expect(200))
      .body as Feed
  const settled = async () => {
    await forum.settle()
    await other.settle()
  }
  const last = async () => {
    await settled()
    return (await feed(admin, { limit: 1 })).nextSince
  }
  const since = async (number: number, by = admin) => {
    await settled()
    return (await feed(by, { since: number, limit: 100 })).activity.toReversed()
  }

  it('has a line for everything that happens, in order, with its place and what it says', async () => {
    const start = await last()
    const thread = await forum.thread(xiaoli, BOARD, '求推荐报税软件')
    const post = await forum.as(laowang).reply(thread.id, '用这个[b]好用[/b]')
    await send('put', `/posts/${post.id}`, laowang, { content: '改成那个' }).expect(200)
    await send('put', `/threads/${thread.id}`, moderator, { title: '报税软件', reason: '标题不清' }).expect(
      200,
    )
    await send('post', `/threads/${thread.id}/pin`, moderator, { pinned: true }).expect(200)
    await send('put', `/threads/${thread.id}/lock`, moderator, {
      locked: true,
      reason: '已有相同主题',
    }).expect(200)
    await send('delete', `/posts/${post.id}`, moderator, { reason: '广告' }).expect(204)
    await send('post', `/posts/${post.id}/restore`, moderator).expect(200)
    await send('post', `/threads/${thread.id}/move`, moderator, { boardId: OTHER_BOARD }).expect(200)
    await send('post', `/posts/${post.id}/like`, xiaoli, { liked: true }).expect(200)
    const lines = await since(start)
    expect(lines.map(({ kind }) => kind)).toEqual([
      'thread',
      'post',
      'edit',
      'edit',
      'pin',
      'lock',
      'delete',
      'restore',
      'move',
    ])
    expect(lines.map(({ id }) => id)).toEqual(lines.map((_, i) => start + 1 + i))
    expect(lines[1]).toMatchObject({
      actor: {
        id: laowang.id,
        createdAt: expect.any(String) as string,
        postCount: expect.any(Number) as number,
      },
      board: { id: BOARD },
      thread: { id: thread.id },
      postId: post.id,
      postNumber: 2,
      excerpt: '用这个好用',
      flags: [],
    })
    expect(lines[2]?.detail).toEqual({ before: '用这个[b]好用[/b]' })
    expect(lines[3]?.detail).toMatchObject({
      before: '求推荐报税软件',
      reason: '标题不清',
      user: { id: xiaoli.id },
    })
    expect(lines[4]?.detail).toMatchObject({ state: true })
    expect(lines[6]).toMatchObject({ postNumber: 2, detail: { reason: '广告', user: { id: laowang.id } } })
    expect(lines[8]).toMatchObject({ board: { id: OTHER_BOARD }, detail: { fromBoard: { id: BOARD } } })
  })

  it('has lines for registrations, failed sign-ins, reports, discipline and boards', async () => {
    const start = await last()
    const body = { username: 'kf001', email: 'kf001@example.com', password: PASSWORD }
    await forum.as().call('register', body)
    const login = (username: string) =>
      forum.request.post('/api/auth/login').send({ username, password: 'Wrong#1' })
    await login('kf001').expect(401)
    await login('nobody here').expect(401)
    const thread = await forum.thread(xiaoli, BOARD)
    const post = await forum.as(laowang).reply(thread.id, '难听的话')
    await settled()
    await send('post', `/posts/${post.id}/report`, xiaoli, { reason: '人身攻击' }).expect(201)
    const until = new Date(forum.clock.now().getTime() + DAY_MS).toISOString()
    await send('put', `/users/${laowang.id}/mute`, moderator, { until, reason: '广告' }).expect(200)
    await send('put', `/users/${laowang.id}/mute`, moderator, { until: null }).expect(200)
    await send('put', '/boards/4', admin, { position: 78 }).expect(200)
    const lines = await since(start)
    expect(lines.map(({ kind }) => kind)).toEqual([
      'register',
      'login_failed',
      'thread',
      'post',
      'report',
      'mute',
      'mute',
      'board',
    ])
    expect(lines[0]).toMatchObject({ actor: { username: 'kf001' }, flags: ['new_member'], board: null })
    expect(lines[3]?.flags).toEqual(['reported'])
    expect(lines[4]).toMatchObject({
      actor: { id: xiaoli.id },
      postId: post.id,
      excerpt: '难听的话',
      flags: ['reported'],
      detail: { reason: '人身攻击', user: { id: laowang.id } },
    })
    expect(lines[5]?.detail).toMatchObject({ action: 'mute_user', until, reason: '广告' })
    expect(JSON.stringify(lines)).not.toMatch(/127\.0\.0\.1|nobody here/)
  })

  it('has lines for what members write about themselves, with its links', async () => {
    const start = await last()
    const profile = { signature: '代购 www.fc-visa.example', displayName: '代购小王' }
    await send('put', '/auth/profile', laowang, profile).expect(200)
    await send('put', '/auth/profile', laowang, { ...profile, showOnline: false }).expect(200)
    await send('put', '/auth/profile', laowang, { signature: '', displayName: '' }).expect(200)
    expect(await since(start)).toMatchObject([
      {
        kind: 'profile',
        actor: { id: laowang.id },
        excerpt: '代购小王\n代购 www.fc-visa.example',
        flags: ['link'],
        board: null,
      },
    ])
    expect(await since(start, boardModerator)).toEqual([])
  })

  it('shows what an edit replaced up to a whole character', async () => {
    const thread = await forum.thread(boardModerator, BOARD)
    const post = await forum.as(boardModerator).reply(thread.id, '👨‍👩‍👧'.repeat(600))
    const start = await last()
    await send('put', `/posts/${post.id}`, boardModerator, { content: '短' }).expect(200)
    expect((await since(start))[0]?.detail).toEqual({ before: '👨‍👩‍👧'.repeat(500) })
  })

  it('flags links, new members and bursts when a line is written', async () => {
    const newcomer = await forum.member('xinlaide')
    const thread = await forum.thread(xiaoli, BOARD)
    const start = await last()
    await forum.as(laowang).reply(thread.id, '看 https://fc-visa.example/o1')
    await forum.as(laowang).reply(thread.id, '看 www.fc-visa.example')
    await forum.as(xiaoli).reply(thread.id, '[img]https://forum.example/api/uploads/1a2b.jpg[/img]')
    await forum.as(boardModerator).reply(thread.id, '[img]https://other.example/api/uploads/1a2b.jpg[/img]')
    await forum.as(newcomer).reply(thread.id, '大家好')
    await send('put', `/threads/${thread.id}`, xiaoli, { title: '看 HTTP://fc.example' }).expect(200)
    expect((await since(start)).map(({ flags }) => flags)).toEqual([
      ['link'],
      ['link'],
      [],
      ['link'],
      ['new_member'],
      ['link'],
    ])

    await forum.api.db.members.updateOne({ _id: newcomer.id }, { $set: { postsIn: { 3: NEW_MEMBER_POSTS } } })
    forum.clock.advance(10_000)
    const spammer = await forum.member('facai888')
    await forum.api.db.members.updateOne({ _id: spammer.id }, { $set: { joinedAt: new Date(0) } })
    const burst = await last()
    await forum.as(newcomer).reply(thread.id, '我不新了')
    for (let i = 0; i < BURST_POSTS; i++) await forum.as(spammer).reply(thread.id, `广告 ${i}`)
    const flags = (await since(burst)).map((line) => line.flags)
    expect(flags).toEqual([[], ...Array.from({ length: BURST_POSTS - 1 }, () => []), ['burst']])
    forum.clock.advance(3 * MINUTE_MS)
    const quiet = await last()
    await forum.as(spammer).reply(thread.id, '过了一会')
    expect((await since(quiet)).map((line) => line.flags)).toEqual([[]])
  })

  it('is scoped to the boards of board moderators, in the room as in the list', async () => {
    const start = await last()
    forum.bus.sent.length = 0
    const mine = await forum.thread(xiaoli, BOARD, '本版')
    const elsewhere = await forum.thread(xiaoli, OTHER_BOARD, '别版')
    await forum.as(laowang).reply(elsewhere.id, '别版的回复')
    const ownReply = await forum.as(boardModerator).reply(mine.id, '版主的话')
    await settled()
    await send('post', `/posts/${ownReply.id}/report`, xiaoli, { reason: '其他' }).expect(201)
    const staff = await forum.as(moderator).reply(mine.id, '管理的话')
    await send('post', `/posts/${staff.id}/report`, xiaoli, { reason: '其他' }).expect(201)
    const until = new Date(forum.clock.now().getTime() + DAY_MS).toISOString()
    await send('put', `/users/${laowang.id}/mute`, moderator, { until }).expect(200)
    await send('put', `/users/${laowang.id}/mute`, moderator, { until: null }).expect(200)

    const kindsFor = async (by: TestMember) => (await since(start, by)).map(({ kind }) => kind).toSorted()
    expect(await kindsFor(admin)).toEqual([
      'mute',
      'mute',
      'post',
      'post',
      'post',
      'report',
      'report',
      'thread',
      'thread',
    ])
    expect(await kindsFor(moderator)).toEqual([
      'mute',
      'mute',
      'post',
      'post',
      'post',
      'report',
      'thread',
      'thread',
    ])
    expect(await kindsFor(boardModerator)).toEqual(['post', 'post', 'thread'])
    const sent = forum.bus.sent.flatMap(({ channel, message }) =>
      message.name === 'moderation:activity' ? [{ channel, activity: message.activity }] : [],
    )
    const heard = (channel: string) =>
      sent
        .filter((one) => one.channel === channel)
        .map(({ activity }) => activity.kind)
        .toSorted()
    expect(heard(channelOf(audiences.moderation()))).toEqual(await kindsFor(moderator))
    expect(heard(channelOf(audiences.moderation(BOARD)))).toEqual(await kindsFor(boardModerator))
    for (const { message } of forum.bus.sent) {
      const { name, ...event } = message
      expect(serverEvents[name].safeParse(event).error).toBeUndefined()
    }

    const get = (by: TestMember | null, path: string) =>
      forum.request.get(`/api${path}`).set(by?.headers ?? {})
    for (const path of ['/moderation/activity', '/moderation/stats']) {
      await get(null, path).expect(401)
      await get(xiaoli, path).expect(403)
    }
    await get(boardModerator, `/moderation/activity?boardId=${OTHER_BOARD}`).expect(403)
    await get(boardModerator, `/moderation/activity?boardId=${BOARD}`).expect(200)
  })

  it('names the case of a report to those who may read it', async () => {
    const start = await last()
    forum.bus.sent.length = 0
    const thread = await forum.thread(xiaoli, BOARD)
    const post = await forum.as(laowang).reply(thread.id, '难听的话')
    await send('post', `/posts/${post.id}/report`, xiaoli, { reason: '人身攻击' }).expect(201)
    const letter = { recipientId: xiaoli.id, subject: '交个朋友', content: '晚上有空吗？' }
    const { body } = await send('post', '/messages', laowang, letter).expect(201)
    const { message } = body as { message: Message }
    await send('post', `/messages/${message.id}/report`, xiaoli, { reason: '骚扰' }).expect(201)

    const reportsFor = async (by: TestMember) =>
      (await since(start, by)).filter(({ kind }) => kind === 'report')
    const [ofPost, ofMessage] = await reportsFor(moderator)
    expect(ofMessage).toMatchObject({ board: null, thread: null, postId: null, excerpt: '' })
    const read = async (line: Activity | undefined, by: TestMember, status: number) => {
      const path = `/api/moderation/reports/${line?.detail.caseId}`
      return ((await forum.request.get(path).set(by.headers).expect(status)).body as { case?: Case }).case
    }
    expect((await read(ofPost, moderator, 200))?.post?.id).toBe(post.id)
    expect((await read(ofMessage, moderator, 200))?.message?.id).toBe(message.id)

    expect(await reportsFor(boardModerator)).toEqual([ofPost])
    expect((await read(ofPost, boardModerator, 200))?.post?.id).toBe(post.id)
    await read(ofMessage, boardModerator, 404)
    const heardOf = forum.bus.sent.flatMap(({ channel, message: sent }) =>
      sent.name === 'moderation:activity' && sent.activity.id === ofMessage?.id ? [channel] : [],
    )
    expect(heardOf).toEqual([channelOf(audiences.moderation())])
  })

  it('is filtered, and read page by page in both directions', async () => {
    const start = await last()
    const thread = await forum.thread(xiaoli, BOARD)
    for (let i = 0; i < 5; i++)
      await forum.as(i % 2 === 0 ? xiaoli : laowang).reply(thread.id, i === 3 ? 'http://a.example' : '回')
    const lines = await since(start)
    const ids = lines.map(({ id }) => id)
    const first = await feed(admin, { since: start, limit: 4 })
    expect(first.activity.map(({ id }) => id)).toEqual(ids.slice(0, 4).toReversed())
    const rest = await feed(admin, { since: first.nextSince, limit: 4 })
    expect(rest.activity.map(({ id }) => id)).toEqual(ids.slice(4).toReversed())
    expect(await feed(admin, { since: rest.nextSince })).toMatchObject({
      activity: [],
      nextSince: rest.nextSince,
    })
    const newest = await feed(admin, { limit: 2 })
    expect(newest.activity.map(({ id }) => id)).toEqual(ids.slice(-2).toReversed())
    const older = await feed(admin, { limit: 2, before: newest.nextBefore ?? 0 })
    expect(older.activity.map(({ id }) => id)).toEqual(ids.slice(-4, -2).toReversed())
    const of = async (query: Record<string, string | number>) =>
      (await feed(admin, { since: start, limit: 100, ...query })).activity.length
    expect(await of({ kind: 'thread' })).toBe(1)
    expect(await of({ flag: 'link' })).toBe(1)
    expect(await of({ actor: laowang.id })).toBe(2)
    expect(await of({ boardId: OTHER_BOARD })).toBe(0)
  })

  it('marks lines that a moderator has dealt with, until that is taken back', async () => {
    const thread = await forum.thread(xiaoli, BOARD)
    const post = await forum.as(laowang).reply(thread.id, '广告')
    const handled = async () => {
      await settled()
      const { activity } = await feed(admin, { actor: laowang.id, kind: 'post', limit: 1 })
      return activity[0]?.handledBy?.id ?? null
    }
    expect(await handled()).toBeNull()
    await send('delete', `/posts/${post.id}`, boardModerator).expect(204)
    expect(await handled()).toBe(boardModerator.id)
    await send('post', `/posts/${post.id}/restore`, moderator).expect(200)
    expect(await handled()).toBeNull()
  })

  it('has no gap and no repeat when two processes write at once and one of them fails', async () => {
    const start = await last()
    const threads = await Promise.all(
      Array.from({ length: 6 }, (_, i) => forum.thread(xiaoli, BOARD, `并发 ${i}`)),
    )
    const failing = vi
      .spyOn(other.api.db.activities, 'insertMany')
      .mockRejectedValueOnce(new Error('killed'))
      .mockRejectedValueOnce(new Error('killed'))
    await Promise.all(
      threads.flatMap(({ id }, i) =>
        [forum, other].map((process) =>
          process.request
            .post('/api/posts')
            .set(i % 2 === 0 ? moderator.headers : admin.headers)
            .send({ threadId: id, content: '回' })
            .expect(201),
        ),
      ),
    )
    await settled()
    failing.mockRestore()
    forum.clock.advance(10_000)
    await forum.api.sweep()
    const lines = await since(start)
    expect(lines).toHaveLength(18)
    expect(lines.map(({ id }) => id)).toEqual(lines.map((_, i) => start + 1 + i))
    const places = lines.map(({ thread, postNumber }) => `${thread?.id} ${postNumber}`)
    expect(new Set(places).size).toBe(18)
  })

  it('counts posts of each minute, today and yesterday, and open reports', async () => {
    const stats = async (by: TestMember) =>
      (await forum.as(by).call('moderationStats')) as {
        postsPerMinute: number[]
        postsPerMinuteYesterday: number[]
        openReports: number
        oldestOpenReportAt: string | null
      }
    const thread = await forum.thread(xiaoli, BOARD)
    const elsewhere = await forum.thread(xiaoli, OTHER_BOARD)
    await settled()
    await stats(admin)
    forum.clock.stop()
    forum.clock.advance(2 * MINUTE_MS)
    await forum.as(laowang).reply(thread.id, '一')
    await forum.as(laowang).reply(elsewhere.id, '二')
    await settled()
    const now = await stats(admin)
    expect(now.postsPerMinute).toHaveLength(60)
    expect(now.postsPerMinute.slice(-2)).toEqual([0, 2])
    expect(now.postsPerMinute.slice(0, -2).reduce((sum, posts) => sum + posts, 0)).toBeGreaterThan(2)
    expect(now.postsPerMinuteYesterday).toEqual(Array.from({ length: 60 }, () => 0))
    expect((await stats(boardModerator)).postsPerMinute.at(-1)).toBe(1)
    const post = await forum.as(laowang).reply(thread.id, '三')
    await send('post', `/posts/${post.id}/report`, xiaoli, { reason: '其他' }).expect(201)
    await settled()
    const after = await stats(admin)
    expect(after.postsPerMinute.at(-1)).toBe(3)
    expect(after.openReports).toBe(now.openReports + 1)
    expect(after.oldestOpenReportAt).not.toBeNull()
    forum.clock.advance(DAY_MS)
    expect((await stats(admin)).postsPerMinuteYesterday.at(-1)).toBe(3)
  })

  it('is kept for thirty days, and numbering goes on after them', async () => {
    const end = await last()
    const at = new Date(forum.clock.now().getTime() - (ACTIVITY_DAYS + 1) * DAY_MS)
    await forum.api.db.activities.updateMany({}, { $set: { at } })
    await forum.api.prune()
    expect(
      (await forum.api.db.activities.find({}, { projection: { _id: 1 } }).toArray()).map(({ _id }) => _id),
    ).toEqual([end])
    await forum.thread(await forum.member('zuihou'), BOARD)
    expect((await since(end)).map(({ id }) => id)).toEqual([end + 1])
  })
})
