import { DAY_MS } from '@forum/shared/clock'
import type { Case, Message, Notification, Post, Report } from '@forum/shared/contract'
import { audiences, channelOf } from '@forum/shared/events'
import { CLAIM_MS, REPORTED_MESSAGE_DAYS } from '@forum/http-api/limits'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  MODERATED_BOARD,
  startStaffedForum,
  startTestForum,
  type TestForum,
  type TestMember,
} from '../fixtures/forum'

const BOARD = MODERATED_BOARD
/** A board that `boardModerator` does not moderate. */
const OTHER_BOARD = 3

describe('cases', () => {
  let forum: TestForum
  let other: TestForum
  let admin: TestMember
  let moderator: TestMember
  let secondModerator: TestMember
  let boardModerator: TestMember
  let reporter: TestMember
  let secondReporter: TestMember
  let author: TestMember
  let threadId: number

  beforeAll(async () => {
    ;({ forum, admin, moderator, boardModerator } = await startStaffedForum())
    other = await startTestForum({ uri: forum.uri, boards: false })
    secondModerator = await forum.member('banzhu3', 'moderator')
    reporter = await forum.member('haiou2020')
    secondReporter = await forum.member('nanfang')
  })
  afterAll(async () => {
    await other.stop()
    await forum.stop()
  })
  let count = 0
  beforeEach(async () => {
    author = await forum.member(`zuozhe${++count}`)
    threadId = (await forum.thread(reporter, BOARD, '今天这根大阴线怎么看？')).id
  })

  const send = (verb: 'get' | 'post' | 'put' | 'delete', path: string, by: TestMember, body: object = {}) =>
    forum.request[verb](`/api${path}`).set(by.headers).send(body)
  const replied = async (by = author, of = threadId) =>
    (
      (await send('post', '/posts', by, { threadId: of, content: '难听的话' }).expect(201)).body as {
        post: Post
      }
    ).post
  const report = (by: TestMember, postId: number, reason = '人身攻击') =>
    send('post', `/posts/${postId}/report`, by, { reason })
  const list = async (by: TestMember, query: Record<string, string | number> = {}) => {
    const response = await forum.request
      .get('/api/moderation/reports')
      .set(by.headers)
      .query(query)
      .expect(200)
    return (response.body as { cases: Case[] }).cases
  }
  const caseOf = async (postId: number, by = admin) =>
    (await list(by, { limit: 100 })).find(({ post }) => post?.id === postId)
  const reported = async (by = author) => {
    const post = await replied(by)
    await report(reporter, post.id).expect(201)
    return { post, id: (await caseOf(post.id))!.id }
  }
  const act = (id: number, what: string, by: TestMember, body: object = {}) =>
    send('post', `/moderation/reports/${id}/${what}`, by, body)
  const read = async (id: number, by = admin) =>
    (await send('get', `/moderation/reports/${id}`, by).expect(200)).body as {
      case: Case
      history: { by: { id: number }; text: string }[]
    }
  const later = (ms: number) => new Date(forum.clock.now().getTime() + ms).toISOString()

  it('collect every report of a post, those of most members first, then the oldest', async () => {
    const [first, second] = [await replied(), await replied()]
    await report(reporter, first.id).expect(201)
    await report(reporter, second.id, '其他').expect(201)
    await report(secondReporter, second.id, '垃圾广告').expect(201)
    await report(secondReporter, second.id).expect(409)
    const cases = await list(moderator, { boardId: BOARD })
    const of = (id: number) => cases.findIndex(({ post }) => post?.id === id)
    expect(of(second.id)).toBeLessThan(of(first.id))
    expect(cases[of(second.id)]).toMatchObject({
      kind: 'post',
      status: 'open',
      message: null,
      post: { id: second.id, author: { id: author.id }, excerpt: '难听的话', isDeleted: false },
      thread: { id: threadId, boardId: BOARD },
      claimedBy: null,
      reports: [
        { reporter: { id: reporter.id }, reason: '其他' },
        { reporter: { id: secondReporter.id }, reason: '垃圾广告' },
      ],
    })
  })

  it('are one, with every report, when many members report a post at once', async () => {
    const post = await replied()
    const reporters = await Promise.all(
      Array.from({ length: 8 }, (_, i) => forum.member(`many${count}x${i}`)),
    )
    const calls = reporters.map((by, i) =>
      (i % 2 === 0 ? forum : other).as(by).call('reportPost', { postId: post.id, reason: '广告' }),
    )
    await Promise.all(calls)
    const found = await forum.api.db.cases.find({ postId: post.id }).toArray()
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject({ reportCount: 8 })
    expect(new Set(found[0]?.reports.map(({ reporterId }) => reporterId)).size).toBe(8)
  })

  it('are handled by moderators of the board and of the whole forum only', async () => {
    const { id } = await reported()
    for (const by of [author, reporter]) {
      await forum.as(by).refused('FORBIDDEN', 'listCases')
      await send('get', `/moderation/reports/${id}`, by).expect(404)
      for (const what of ['claim', 'release', 'notes', 'resolve']) {
        await act(id, what, by, { text: '记', action: 'dismiss' }).expect(404)
      }
    }
    expect((await list(boardModerator, { limit: 100 })).map((one) => one.id)).toContain(id)
    const elsewhere = await replied(author, (await forum.thread(reporter, OTHER_BOARD)).id)
    await report(reporter, elsewhere.id).expect(201)
    const hidden = (await caseOf(elsewhere.id))!
    expect(await caseOf(elsewhere.id, boardModerator)).toBeUndefined()
    await send('get', `/moderation/reports/${hidden.id}`, boardModerator).expect(404)
    await forum.as(boardModerator).refused('FORBIDDEN', 'listCases', { boardId: OTHER_BOARD })

    // A thread that is moved takes its open cases along.
    await send('post', `/threads/${elsewhere.threadId}/move`, moderator, { boardId: BOARD }).expect(200)
    await forum.settle()
    expect((await caseOf(elsewhere.id, boardModerator))?.id).toBe(hidden.id)
  })

  it('about staff are for admins, and nobody handles one about themselves', async () => {
    const byModerator = await replied(moderator)
    await report(reporter, byModerator.id).expect(201)
    const { id } = (await caseOf(byModerator.id, admin))!
    for (const by of [moderator, secondModerator, boardModerator]) {
      expect(await caseOf(byModerator.id, by)).toBeUndefined()
      await send('get', `/moderation/reports/${id}`, by).expect(404)
      await act(id, 'resolve', by, { action: 'dismiss' }).expect(404)
    }
    await forum.settle()
    forum.bus.sent.length = 0
    await act(id, 'resolve', admin, { action: 'dismiss' }).expect(200)
    await forum.settle()
    expect(forum.bus.sent.filter(({ message }) => message.name.startsWith('moderation:'))).toEqual([])
    const log = async (by: TestMember) =>
      (await forum.request.get('/api/moderation/log').set(by.headers).query({ userId: moderator.id }))
        .body as {
        entries: object[]
      }
    expect((await log(moderator)).entries).toEqual([])
    expect((await log(admin)).entries).toMatchObject([{ action: 'dismiss_report' }])

    const ownReply = await replied(boardModerator)
    forum.bus.sent.length = 0
    await report(reporter, ownReply.id).expect(201)
    expect(await caseOf(ownReply.id, boardModerator)).toBeUndefined()
    expect((await caseOf(ownReply.id, moderator))?.post?.id).toBe(ownReply.id)
    const channels = forum.bus.sent
      .filter(({ message }) => message.name === 'moderation:report')
      .map(({ channel }) => channel)
    expect(channels).toEqual([channelOf(audiences.moderation())])

    const byAdmin = await replied(admin)
    await report(reporter, byAdmin.id).expect(201)
    expect(await caseOf(byAdmin.id, admin)).toBeUndefined()
  })

  it('are claimed by one moderator at a time, for five minutes', async () => {
    const { id } = await reported()
    const claims = await Promise.all(
      [moderator, secondModerator, boardModerator].map((by) => act(id, 'claim', by)),
    )
    expect(claims.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    const holder = [moderator, secondModerator, boardModerator][
      claims.findIndex(({ status }) => status === 200)
    ]!
    const outsider = holder === moderator ? secondModerator : moderator
    expect((await read(id)).case.claimedBy?.id).toBe(holder.id)
    expect((await list(holder, { status: 'mine' })).map((one) => one.id)).toContain(id)
    await act(id, 'resolve', outsider, { action: 'dismiss' }).expect(409)
    await act(id, 'release', outsider).expect(409)
    await act(id, 'notes', outsider, { text: '我也看过' }).expect(200)
    expect((await read(id)).history).toMatchObject([{ by: { id: outsider.id }, text: '我也看过' }])

    await act(id, 'release', holder).expect(200)
    await act(id, 'release', outsider).expect(200)
    await act(id, 'claim', outsider).expect(200)
    forum.clock.advance(CLAIM_MS - 1_000)
    await act(id, 'claim', holder).expect(409)
    forum.clock.advance(1_001)
    await act(id, 'claim', holder).expect(200)
    await act(id, 'resolve', outsider, { action: 'dismiss' }).expect(409)
    await act(id, 'resolve', holder, { action: 'dismiss' }).expect(200)
    await act(id, 'claim', holder).expect(409)
  })

  it('of one post are listed whatever their status, the newest first', async () => {
    const { id, post } = await reported()
    await reported()
    await act(id, 'resolve', moderator, { action: 'dismiss' }).expect(200)
    await report(secondReporter, post.id).expect(201)
    const [open, settled, ...others] = await list(boardModerator, { postId: post.id })
    expect([open?.status, settled?.id, settled?.status, others.length]).toEqual(['open', id, 'dismissed', 0])
    expect(await list(author, { postId: post.id }).catch(() => null)).toBeNull()
  })

  it('are settled with an act, which notifies the reporters, and are taken back with it', async () => {
    const { id, post } = await reported()
    await report(secondReporter, post.id, '广告').expect(201)
    forum.bus.sent.length = 0
    const response = await act(id, 'resolve', boardModerator, {
      action: 'delete_post',
      reason: '人身攻击',
      note: '初犯',
    }).expect(200)
    const settled = response.body as { case: Case; undo: { id: number } }
    expect(settled.case).toMatchObject({
      status: 'resolved',
      action: 'delete_post',
      reason: '人身攻击',
      handledBy: { id: boardModerator.id },
      claimedBy: null,
      post: { isDeleted: true },
      reports: [{ status: 'resolved', note: '初犯' }, { status: 'resolved' }],
    })
    expect((await list(moderator, { status: 'handled' }))[0]?.id).toBe(id)
    expect(await caseOf(post.id)).toBeUndefined()
    await act(id, 'resolve', moderator, { action: 'dismiss' }).expect(409)
    const told = async (by: TestMember) =>
      (
        (await send('get', '/notifications', by).expect(200)).body as { notifications: Notification[] }
      ).notifications.filter(({ text }) => text.includes('举报'))
    for (const by of [reporter, secondReporter]) expect((await told(by)).length).toBeGreaterThan(0)
    const events = forum.bus.sent.filter(({ message }) => message.name === 'moderation:report')
    expect(new Set(events.map(({ channel }) => channel))).toEqual(
      new Set([channelOf(audiences.moderation()), channelOf(audiences.moderation(BOARD))]),
    )

    await send('post', `/moderation/acts/${settled.undo.id}/undo`, reporter).expect(404)
    await send('post', `/moderation/acts/${settled.undo.id}/undo`, boardModerator).expect(200)
    expect((await read(id)).case).toMatchObject({
      status: 'open',
      action: null,
      handledBy: null,
      claimedBy: { id: boardModerator.id },
      post: { isDeleted: false },
      reports: [{ status: 'open' }, { status: 'open' }],
    })
    await send('post', `/moderation/acts/${settled.undo.id}/undo`, boardModerator).expect(409)
    const entries = await forum.api.db.moderationLog.find({ postId: post.id }).sort({ _id: 1 }).toArray()
    expect(entries.map(({ action }) => action).toSorted()).toEqual([
      'delete_post',
      'reopen_report',
      'resolve_report',
      'restore_post',
    ])
  })

  it.each([
    ['lock_thread', 'board moderator', 200],
    ['mute_user', 'board moderator', 403],
    ['ban_user', 'board moderator', 403],
    ['mute_user', 'moderator', 200],
    ['ban_user', 'moderator', 200],
    ['dismiss', 'board moderator', 200],
  ] as const)('settle with %s by a %s: %i, as the act alone would', async (action, role, status) => {
    const { id } = await reported()
    const by = role === 'moderator' ? moderator : boardModerator
    const body = { action, reason: '广告', ...(action.endsWith('_user') ? { until: later(DAY_MS) } : {}) }
    const response = await act(id, 'resolve', by, body).expect(status)
    const member = await forum.api.db.members.findOne({ _id: author.id })
    const thread = await forum.api.db.threads.findOne({ _id: threadId })
    const isDone = status === 200
    expect(member?.mutedUntil !== null).toBe(isDone && action === 'mute_user')
    expect(member?.status).toBe(isDone && action === 'ban_user' ? 'banned' : 'active')
    expect(thread?.isLocked).toBe(isDone && action === 'lock_thread')
    const found = (await read(id)).case
    expect(found.status).toBe(isDone ? (action === 'dismiss' ? 'dismissed' : 'resolved') : 'open')
    expect(found.claimedBy).toBeNull()
    if (!isDone) return
    const { undo } = response.body as { undo: { id: number } }
    await send('post', `/moderation/acts/${undo.id}/undo`, by).expect(200)
    expect(await forum.api.db.members.findOne({ _id: author.id })).toMatchObject({
      status: 'active',
      mutedUntil: null,
    })
    expect((await forum.api.db.threads.findOne({ _id: threadId }))?.isLocked).toBe(false)
    expect((await read(id)).case.status).toBe('open')
  })

  it('about an opening post are settled by deleting its thread', async () => {
    const thread = await forum.thread(author, BOARD, '四级代考')
    await report(reporter, thread.openingPostId, '违法违规').expect(201)
    const { id } = (await caseOf(thread.openingPostId))!
    await act(id, 'resolve', boardModerator, { action: 'delete_post', reason: '违法违规' }).expect(200)
    expect((await forum.api.db.threads.findOne({ _id: thread.id }))?.isDeleted).toBe(true)
  })

  it('of a member are for moderators of every board, and are settled by an act on the member', async () => {
    const reported = await forum.member('qianming1')
    await send('put', '/auth/profile', reported, { signature: '代办加微信' }).expect(200)
    const reason = '垃圾广告：签名'
    const { report: own } = await forum.as(reporter).call('reportUser', { userId: reported.id, reason })
    expect(own).toMatchObject({ userId: reported.id, post: null, messageId: null, reason })
    await forum.as(reporter).refused('CONFLICT', 'reportUser', { userId: reported.id, reason })
    const found = (await list(moderator, {})).find(({ member }) => member?.id === reported.id)!
    expect(found).toMatchObject({ kind: 'member', member: { signature: '代办加微信' } })
    expect((await list(boardModerator, {})).map(({ id }) => id)).not.toContain(found.id)
    await act(found.id, 'resolve', moderator, { action: 'delete_post' }).expect(400)
    await act(found.id, 'resolve', moderator, { action: 'ban_user', reason: '广告' }).expect(200)
    expect((await forum.api.db.members.findOne({ _id: reported.id }))?.status).toBe('banned')
  })

  it('of a moderator who is reported are for admins, and nobody sees one on themselves', async () => {
    await forum.as(reporter).call('reportUser', { userId: moderator.id, reason: '冒充他人' })
    const seenBy = async (by: TestMember) =>
      (await list(by, {})).some(({ member }) => member?.id === moderator.id)
    expect([await seenBy(moderator), await seenBy(secondModerator), await seenBy(admin)]).toEqual([
      false,
      false,
      true,
    ])
  })

  it('refuse acts that do not fit', async () => {
    const { id } = await reported()
    const fieldsOf = async (body: object) =>
      (
        (await act(id, 'resolve', moderator, body).expect(400)).body as { errors: { field: string }[] }
      ).errors.map(({ field }) => field)
    expect(await fieldsOf({ action: 'mute_user' })).toEqual(['until'])
    expect(await fieldsOf({ action: 'mute_user', until: later(-1_000) })).toEqual(['until'])
    expect(await fieldsOf({ action: 'delete_user' })).toEqual(['action'])
    expect(await fieldsOf({})).toEqual(['action'])
    expect(await fieldsOf({ action: 'dismiss', reason: '长'.repeat(501) })).toEqual(['reason'])
    expect((await read(id)).case).toMatchObject({ status: 'open', claimedBy: null })
  })

  it('are not reopened once their post was reported again', async () => {
    const { id, post } = await reported()
    const { body } = await act(id, 'resolve', moderator, { action: 'dismiss' }).expect(200)
    await report(reporter, post.id).expect(201)
    const { undo } = body as { undo: { id: number } }
    await send('post', `/moderation/acts/${undo.id}/undo`, moderator).expect(409)
    expect((await read(id)).case.status).toBe('dismissed')
  })

  it('notify reporters and are logged although the process failed after it settled them', async () => {
    const { id } = await reported()
    const failing = [
      vi.spyOn(forum.api.db.notifications, 'bulkWrite').mockRejectedValue(new Error('killed')),
      vi.spyOn(forum.api.db.notifications, 'updateOne').mockRejectedValue(new Error('killed')),
      vi.spyOn(forum.api.db.notifications, 'insertMany').mockRejectedValue(new Error('killed')),
      vi.spyOn(forum.api.db.notifications, 'insertOne').mockRejectedValue(new Error('killed')),
      vi.spyOn(forum.api.db.moderationLog, 'insertMany').mockRejectedValue(new Error('killed')),
    ]
    try {
      await act(id, 'resolve', moderator, { action: 'dismiss' }).expect(200)
    } finally {
      for (const spy of failing) spy.mockRestore()
    }
    const found = await forum.api.db.cases.findOne({ _id: id })
    expect(found?.unfinished).toMatchObject([{ kind: 'act' }, { kind: 'case_notice' }])
    forum.clock.advance(10_000)
    other.clock.advance(10_000)
    await other.api.sweep()
    const after = await forum.api.db.cases.findOne({ _id: id })
    expect(after?.unfinished).toEqual([])
    const key = `account:case:${found?.settled?.key}`
    expect(await forum.api.db.notifications.countDocuments({ userId: reporter.id, key })).toBe(1)
    expect(await forum.api.db.moderationLog.countDocuments({ key: found?.settled?.key ?? '' })).toBe(1)
  })

  describe('of messages', () => {
    const message = async (): Promise<Message> => {
      const body = { recipientId: reporter.id, subject: '交个朋友', content: '晚上有空吗？' }
      const { body: sent } = await send('post', '/messages', author, body).expect(201)
      return (sent as { message: Message }).message
    }
    const reportMessage = (by: TestMember, id: number) =>
      send('post', `/messages/${id}/report`, by, { reason: '骚扰' })

    it('are for its recipient to report and for moderators of the whole forum to read', async () => {
      const { id: messageId } = await message()
      await reportMessage(admin, messageId).expect(404)
      await reportMessage(author, messageId).expect(403)
      forum.bus.sent.length = 0
      const { body } = await reportMessage(reporter, messageId).expect(201)
      expect((body as { report: Report }).report).toMatchObject({ post: null, thread: null, messageId })
      await reportMessage(reporter, messageId).expect(409)
      const [event, ...more] = forum.bus.sent.filter(({ message: of }) => of.name === 'moderation:report')
      expect(more).toEqual([])
      expect(event?.channel).toBe(channelOf(audiences.moderation()))
      expect(JSON.stringify(event)).not.toContain('晚上有空')

      const found = (await list(moderator, { limit: 100 })).find((one) => one.message?.id === messageId)!
      expect(found).toMatchObject({ kind: 'message', message: { subject: null, content: null } })
      expect((await list(boardModerator, { limit: 100 })).some((one) => one.kind === 'message')).toBe(false)
      await send('get', `/moderation/reports/${found.id}`, boardModerator).expect(404)
      const reads = () =>
        forum.api.db.moderationLog.countDocuments({ action: 'read_message_report', userId: author.id })
      expect(await reads()).toBe(0)
      expect((await read(found.id, moderator)).case.message).toMatchObject({
        id: messageId,
        subject: '交个朋友',
        content: '晚上有空吗？',
        sender: { id: author.id },
        recipient: { id: reporter.id },
      })
      await read(found.id, moderator)
      expect(await reads()).toBe(1)
      await act(found.id, 'resolve', moderator, { action: 'delete_post' }).expect(400)
      await act(found.id, 'resolve', moderator, { action: 'lock_thread' }).expect(400)
      await send('get', `/messages/${messageId}`, moderator).expect(404)

      // The copy stays as it was, and is removed some time after the case was settled.
      await send('put', `/messages/${messageId}`, author, { subject: '改过', content: '没什么' }).expect(200)
      expect((await read(found.id, moderator)).case.message?.content).toBe('晚上有空吗？')
      await act(found.id, 'resolve', moderator, { action: 'ban_user', reason: '骚扰' }).expect(200)
      const copies = () => forum.api.db.cases.findOne({ _id: found.id })
      await forum.api.prune()
      expect((await copies())?.message?.content).toBe('晚上有空吗？')
      const handledAt = new Date(forum.clock.now().getTime() - (REPORTED_MESSAGE_DAYS + 1) * DAY_MS)
      await forum.api.db.cases.updateOne({ _id: found.id }, { $set: { handledAt } })
      await forum.api.prune()
      expect((await copies())?.message).toMatchObject({ subject: null, content: null })
    })
  })
})
