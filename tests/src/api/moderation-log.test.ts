import { DAY_MS } from '@forum/shared/clock'
import type { ModerationAction } from '@forum/shared/acts'
import type { LogEntry, Post } from '@forum/shared/contract'
import { audiences, channelOf } from '@forum/shared/events'
import { MODERATION_LOG_DAYS, UNDO_DAYS } from '@forum/http-api/limits'
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

describe('the log of moderation', () => {
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
  })
  afterAll(async () => {
    await other.stop()
    await forum.stop()
  })

  const send = (verb: 'post' | 'put' | 'delete', path: string, by: TestMember, body: object = {}) =>
    forum.request[verb](`/api${path}`).set(by.headers).send(body)
  const list = async (by: TestMember, query: Record<string, string | number> = {}) =>
    (await forum.request.get('/api/moderation/log').set(by.headers).query(query).expect(200)).body as {
      entries: LogEntry[]
      nextBefore: number | null
    }
  const newest = async (query: Record<string, string | number> = {}): Promise<LogEntry> => {
    await forum.settle()
    const { entries } = await list(admin, { limit: 1, ...query })
    return entries[0]!
  }
  const undo = (by: TestMember, id: number, body: object = {}) =>
    send('post', `/moderation/acts/${id}/undo`, by, body)
  const reply = async (by: TestMember, threadId: number, content = '难听的话') =>
    ((await send('post', '/posts', by, { threadId, content }).expect(201)).body as { post: Post }).post
  const threadOf = async (id: number) =>
    (await forum.as(admin).call('getThread', { threadId: id })).thread as {
      isPinned: boolean
      isLocked: boolean
      isFeatured: boolean
      isDeleted: boolean
      title: string
      boardId: number
    }

  /** Each kind of act on threads and posts: how it is done, and what shows that it was taken back. */
  const ACTS: {
    action: ModerationAction
    act: (threadId: number, post: Post) => PromiseLike<{ body: unknown }>
    before?: (threadId: number, post: Post) => PromiseLike<unknown>
  }[] = [
    {
      action: 'pin_thread',
      act: (id) => send('post', `/threads/${id}/pin`, moderator, { pinned: true, reason: '公告' }),
    },
    {
      action: 'unpin_thread',
      before: (id) => send('post', `/threads/${id}/pin`, moderator, { pinned: true }),
      act: (id) => send('post', `/threads/${id}/pin`, moderator, { pinned: false, reason: '公告' }),
    },
    {
      action: 'lock_thread',
      act: (id) => send('put', `/threads/${id}/lock`, moderator, { locked: true, reason: '公告' }),
    },
    {
      action: 'unlock_thread',
      before: (id) => send('put', `/threads/${id}/lock`, moderator, { locked: true }),
      act: (id) => send('put', `/threads/${id}/lock`, moderator, { locked: false, reason: '公告' }),
    },
    {
      action: 'feature_thread',
      act: (id) => send('put', `/threads/${id}/feature`, moderator, { featured: true, reason: '公告' }),
    },
    {
      action: 'unfeature_thread',
      before: (id) => send('put', `/threads/${id}/feature`, moderator, { featured: true }),
      act: (id) => send('put', `/threads/${id}/feature`, moderator, { featured: false, reason: '公告' }),
    },
    {
      action: 'move_thread',
      act: (id) => send('post', `/threads/${id}/move`, moderator, { boardId: 4, reason: '公告' }),
    },
    {
      action: 'rename_thread',
      act: (id) => send('put', `/threads/${id}`, moderator, { title: '新标题', reason: '公告' }),
    },
    {
      action: 'delete_thread',
      act: (id) => send('delete', `/threads/${id}`, moderator, { reason: '公告', mustChange: true }),
    },
    {
      action: 'restore_thread',
      before: (id) => send('delete', `/threads/${id}`, moderator),
      act: (id) => send('post', `/threads/${id}/restore`, moderator, { reason: '公告' }),
    },
    {
      action: 'edit_post',
      act: (_, { id }) => send('put', `/posts/${id}`, moderator, { content: '已隐去', reason: '公告' }),
    },
    {
      action: 'delete_post',
      act: (_, { id }) => send('delete', `/posts/${id}`, moderator, { reason: '公告', mustChange: true }),
    },
    {
      action: 'restore_post',
      before: (_, { id }) => send('delete', `/posts/${id}`, moderator),
      act: (_, { id }) => send('post', `/posts/${id}/restore`, moderator, { reason: '公告' }),
    },
  ]
  const stateOf = async (threadId: number, postId: number) => {
    const { isPinned, isLocked, isFeatured, isDeleted, title, boardId } = await threadOf(threadId)
    const { post } = await forum.as(admin).call('getPost', { postId })
    return {
      isPinned,
      isLocked,
      isFeatured,
      isDeleted,
      title,
      boardId,
      content: post.content,
      post: post.isDeleted,
    }
  }

  it.each(ACTS)(
    'contains $action with its reason, and takes it back once',
    async ({ action, act, before }) => {
      const { id: threadId } = await forum.thread(xiaoli, OTHER_BOARD, '原标题')
      const post = await reply(laowang, threadId)
      await before?.(threadId, post)
      const unchanged = await stateOf(threadId, post.id)
      const done = await act(threadId, post)
      const entry = await newest()
      const until = new Date(Date.parse(entry.createdAt) + UNDO_DAYS * DAY_MS).toISOString()
      expect((done.body as { undo: unknown }).undo).toEqual({ id: entry.id, until })
      const isOfPost = action.endsWith('_post')
      expect(entry).toMatchObject({
        action,
        actor: { id: moderator.id },
        reason: '公告',
        user: { id: isOfPost ? laowang.id : xiaoli.id },
        thread: { id: threadId },
        postId: isOfPost ? post.id : null,
        postNumber: isOfPost ? 2 : null,
        canUndo: true,
        undoes: null,
        undone: null,
      })
      expect(await stateOf(threadId, post.id)).not.toEqual(unchanged)

      await undo(xiaoli, entry.id).expect(404)
      const { body } = await undo(moderator, entry.id, { reason: '误操作' }).expect(200)
      expect((body as { entry: LogEntry }).entry).toMatchObject({
        id: entry.id,
        undone: { by: { id: moderator.id } },
      })
      expect(await stateOf(threadId, post.id)).toEqual(unchanged)
      const taken = await newest()
      expect(taken).toMatchObject({ undoes: entry.id, reason: '误操作', actor: { id: moderator.id } })
      const { entries } = await list(admin, { limit: 2 })
      expect(entries[1]).toMatchObject({ id: entry.id, canUndo: false, undone: { by: { id: moderator.id } } })
      await undo(moderator, entry.id).expect(409)
    },
  )

  it.each(ACTS)('refuses to take $action back once it was done again', async ({ action, act, before }) => {
    if (action === 'edit_post') return expectEditConflict()
    const { id: threadId } = await forum.thread(xiaoli, OTHER_BOARD, '原标题')
    const post = await reply(laowang, threadId)
    await before?.(threadId, post)
    await act(threadId, post)
    const first = await newest()
    await undo(moderator, first.id).expect(200)
    await act(threadId, post)
    const state = await stateOf(threadId, post.id)
    await undo(moderator, first.id).expect(409)
    expect(await stateOf(threadId, post.id)).toEqual(state)
  })

  async function expectEditConflict() {
    const { id: threadId } = await forum.thread(xiaoli)
    const post = await reply(laowang, threadId)
    await send('put', `/posts/${post.id}`, moderator, { content: '已隐去' }).expect(200)
    const entry = await newest()
    await send('put', `/posts/${post.id}`, laowang, { content: '作者改的' }).expect(200)
    await undo(moderator, entry.id).expect(409)
    expect((await stateOf(threadId, post.id)).content).toBe('作者改的')
  }

  it('contains acts on accounts and takes them back', async () => {
    const target = await forum.member('chufa1')
    const member = async () => (await forum.api.db.members.findOne({ _id: target.id }))!
    const until = new Date(forum.clock.now().getTime() + DAY_MS).toISOString()
    const undoIn = ({ body }: { body: unknown }) => (body as { undo: { id: number } | null }).undo?.id
    const muted = await send('put', `/users/${target.id}/mute`, moderator, { until, reason: '广告' }).expect(
      200,
    )
    const mute = await newest()
    expect(undoIn(muted)).toBe(mute.id)
    expect(mute).toMatchObject({
      action: 'mute_user',
      user: { id: target.id },
      reason: '广告',
      board: null,
      changes: [{ field: 'mutedUntil', before: null, after: until }],
    })
    await undo(boardModerator, mute.id).expect(404)
    await undo(moderator, mute.id).expect(200)
    expect((await member()).mutedUntil).toBeNull()
    await undo(moderator, mute.id).expect(409)

    const given = { banned: true, until, reason: '广告' }
    const banned = await send('put', `/users/${target.id}/ban`, moderator, given).expect(200)
    const ban = await newest()
    expect(undoIn(banned)).toBe(ban.id)
    expect(ban).toMatchObject({ action: 'ban_user', user: { id: target.id } })
    await send('put', `/users/${target.id}/ban`, moderator, { banned: true, until: null }).expect(200)
    await undo(moderator, ban.id).expect(409)
    const lasting = await newest()
    await undo(moderator, lasting.id).expect(200)
    expect(await member()).toMatchObject({ status: 'banned', bannedUntil: new Date(until) })
    await send('put', `/users/${target.id}/ban`, moderator, { banned: false }).expect(200)
    const unban = await newest()
    expect(unban.action).toBe('unban_user')
    await undo(moderator, unban.id).expect(200)
    expect(await member()).toMatchObject({ status: 'banned', bannedUntil: new Date(until) })

    const promoted = await forum.member('shengzhi')
    const raised = { role: 'moderator', reason: '常在线' }
    const changed = await send('put', `/users/${promoted.id}/role`, admin, raised).expect(200)
    const role = await newest()
    expect(undoIn(changed)).toBe(role.id)
    expect(undoIn(await send('put', `/users/${promoted.id}/role`, admin, raised).expect(200))).toBeUndefined()
    expect(role).toMatchObject({ action: 'set_role', changes: [{ before: 'user', after: 'moderator' }] })
    await undo(moderator, role.id).expect(403)
    await undo(admin, role.id).expect(200)
    expect((await forum.api.db.members.findOne({ _id: promoted.id }))?.role).toBe('user')
  })

  it('contains acts on boards and the announcement, and takes back what can be', async () => {
    const { body } = await send('post', '/boards', admin, { name: 'Birds', name_zh: '观鸟' }).expect(201)
    const boardId = (body as { board: { id: number } }).board.id
    expect(await newest()).toMatchObject({ action: 'create_board', board: { id: boardId }, canUndo: false })
    await undo(admin, (await newest()).id).expect(409)

    await send('put', `/boards/${boardId}`, admin, { name_zh: '赏鸟', position: 9 }).expect(200)
    const renamed = await newest()
    expect(renamed).toMatchObject({
      action: 'update_board',
      changes: expect.arrayContaining([{ field: 'name_zh', before: '观鸟', after: '赏鸟' }]) as object,
    })
    await undo(moderator, renamed.id).expect(403)
    await undo(admin, renamed.id).expect(200)
    expect((await forum.api.db.boards.findOne({ _id: boardId }))?.nameZh).toBe('观鸟')
    await undo(admin, renamed.id).expect(409)

    await send('delete', `/boards/${boardId}`, admin).expect(204)
    expect(await newest()).toMatchObject({ action: 'delete_board', board: { id: boardId } })

    await send('put', '/announcement', admin, { text: '今晚维护' }).expect(200)
    await send('put', '/announcement', admin, { text: '明晚维护' }).expect(200)
    const announced = await newest()
    expect(announced).toMatchObject({
      action: 'set_announcement',
      changes: [{ field: 'text', before: '今晚维护', after: '明晚维护' }],
    })
    await undo(admin, announced.id).expect(200)
    expect(await forum.as().call('getAnnouncement')).toMatchObject({
      announcement: { text: '今晚维护' },
    })

    const until = new Date(forum.clock.now().getTime() + 60_000).toISOString()
    await send('put', '/announcement', admin, { text: '今晚维护', until }).expect(200)
    const ended = await newest()
    expect(ended.changes).toContainEqual({ field: 'until', before: null, after: until })
    await undo(admin, ended.id).expect(200)
    expect(await forum.as().call('getAnnouncement')).toMatchObject({
      announcement: { text: '今晚维护', until: null },
    })
    await undo(admin, ended.id).expect(409)
  })

  it('takes an announcement back only while nobody has changed it otherwise', async () => {
    const text = '今晚十点维护'
    await send('put', '/announcement', admin, { text }).expect(200)
    const set = await newest()
    await send('put', '/admin/announcements/1', admin, { text, audience: 'newcomers' }).expect(200)
    await undo(admin, set.id).expect(409)
    const { announcements } = await forum.as(admin).call('listAllAnnouncements')
    expect(announcements.find(({ id }) => id === 1)).toMatchObject({ text, audience: 'newcomers' })
  })

  it('contains no act of members on what is their own, but a thread deleted with the replies of others', async () => {
    const last = (await newest()).id
    const { id: threadId } = await forum.thread(moderator, BOARD, '自己的主题')
    const post = await reply(moderator, threadId)
    await send('put', `/posts/${post.id}`, moderator, { content: '改一下' }).expect(200)
    await send('put', `/threads/${threadId}`, moderator, { title: '改个标题', content: '改内容' }).expect(200)
    await send('delete', `/posts/${post.id}`, moderator).expect(204)
    const ownThread = await forum.thread(xiaoli)
    await send('delete', `/threads/${ownThread.id}`, xiaoli).expect(204)
    expect((await newest()).id).toBe(last)

    await reply(laowang, threadId)
    await send('delete', `/threads/${threadId}`, moderator).expect(204)
    expect(await newest()).toMatchObject({ action: 'delete_thread', thread: { id: threadId } })
  })

  it('shows board moderators the acts in their boards only, and others nothing', async () => {
    const mine = await forum.thread(xiaoli, BOARD, '本版的主题')
    const elsewhere = await forum.thread(xiaoli, OTHER_BOARD, '别版的主题')
    for (const { id } of [mine, elsewhere]) {
      await send('put', `/threads/${id}/lock`, moderator, { locked: true }).expect(200)
    }
    await send('put', `/users/${laowang.id}/mute`, moderator, {
      until: new Date(forum.clock.now().getTime() + 60_000).toISOString(),
    }).expect(200)
    await forum.settle()
    const { entries } = await list(boardModerator, { limit: 100 })
    expect(entries.length).toBeGreaterThan(0)
    expect(entries.every(({ board }) => board?.id === BOARD)).toBe(true)
    expect(entries[0]).toMatchObject({ thread: { id: mine.id }, canUndo: true })
    await send('put', `/threads/${elsewhere.id}/lock`, moderator, { locked: false }).expect(200)
    await undo(boardModerator, (await newest()).id).expect(404)

    // A thread that was moved out of a board is seen in both.
    await send('post', `/threads/${mine.id}/move`, moderator, { boardId: OTHER_BOARD }).expect(200)
    await forum.settle()
    expect((await list(boardModerator)).entries[0]).toMatchObject({ action: 'move_thread' })

    const log = (by: TestMember | null, query: object) =>
      forum.request
        .get('/api/moderation/log')
        .set(by?.headers ?? {})
        .query(query)
    await log(null, {}).expect(401)
    await log(xiaoli, {}).expect(403)
    await log(boardModerator, { boardId: OTHER_BOARD }).expect(403)
    await log(boardModerator, { boardId: BOARD }).expect(200)
    await send('put', `/users/${laowang.id}/mute`, moderator, { until: null }).expect(200)
  })

  it('is filtered by actor, act, member, board, time and text, page by page', async () => {
    const thread = await forum.thread(laowang, BOARD, '轉讓二手電視')
    const start = forum.clock.now().toISOString()
    for (const locked of [true, false, true]) {
      const body = { locked, reason: 'ＡＢ类违规' }
      await send('put', `/threads/${thread.id}/lock`, boardModerator, body).expect(200)
    }
    await forum.settle()
    const ids = async (query: Record<string, string | number>) =>
      (await list(admin, query)).entries.map(({ id }) => id)
    const all = await ids({ actor: boardModerator.id })
    expect(all).toHaveLength(3)
    expect(await ids({ actor: boardModerator.id, action: 'lock_thread' })).toEqual([all[0], all[2]])
    expect(await ids({ userId: laowang.id, boardId: BOARD, from: start })).toEqual(all)
    expect(await ids({ boardId: BOARD, to: start, actor: boardModerator.id })).toEqual([])
    expect(await ids({ q: 'ab类', actor: boardModerator.id })).toEqual(all)
    expect(await ids({ q: '转让二手', from: start })).toEqual(all)
    expect(await ids({ q: 'BANZHU2', from: start })).toEqual(all)
    expect(await ids({ q: '没有这样的话' })).toEqual([])

    const first = await list(admin, { actor: boardModerator.id, limit: 2 })
    expect(first.entries.map(({ id }) => id)).toEqual(all.slice(0, 2))
    const rest = await list(admin, { actor: boardModerator.id, limit: 2, before: first.nextBefore ?? 0 })
    expect(rest.entries.map(({ id }) => id)).toEqual(all.slice(2))
    expect(rest.nextBefore).toBeNull()
    const searched = await list(admin, { q: 'ab类', limit: 1, from: start })
    expect(searched.entries.map(({ id }) => id)).toEqual(all.slice(0, 1))
    const next = await list(admin, { q: 'ab类', limit: 5, from: start, before: searched.nextBefore ?? 0 })
    expect(next.entries.map(({ id }) => id)).toEqual(all.slice(1))
  })

  it('keeps an act whose process failed before it was logged', async () => {
    const target = await forum.member('weiji')
    const until = new Date(forum.clock.now().getTime() + DAY_MS).toISOString()
    const { moderationLog } = forum.api.db
    const failing = vi.spyOn(moderationLog, 'insertMany').mockRejectedValue(new Error('killed'))
    const last = (await newest()).id
    const thread = await forum.thread(xiaoli)
    try {
      await send('put', `/users/${target.id}/mute`, moderator, { until, reason: '广告' }).expect(200)
      await send('put', '/announcement', admin, { text: '停机公告' }).expect(200)
      await send('put', `/boards/${BOARD}`, admin, { position: 77 }).expect(200)
      await send('put', `/threads/${thread.id}/lock`, moderator, { locked: true }).expect(200)
      await forum.settle()
      expect((await newest()).id).toBe(last)
    } finally {
      failing.mockRestore()
    }
    forum.clock.advance(10_000)
    other.clock.advance(10_000)
    await other.api.sweep()
    await other.settle()
    const { entries } = await list(admin, { limit: 10 })
    const late = entries.filter(({ id }) => id > last).map(({ action }) => action)
    expect(late.toSorted()).toEqual(['lock_thread', 'mute_user', 'set_announcement', 'update_board'])
    await other.api.sweep()
    expect((await newest()).id).toBe(last + 4)
    expect((await forum.api.db.members.findOne({ _id: target.id }))?.unfinished).toEqual([])
  })

  it('has the end of a mute or a ban once, at its time, as an act of the system', async () => {
    const muted = await forum.member('jinyanjieshu')
    const banned = await forum.member('fengjinjieshu')
    const end = (hours: number) => new Date(forum.clock.now().getTime() + hours * 3_600_000).toISOString()
    const [muteEnd, banEnd] = [end(1), end(2)]
    await send('put', `/users/${muted.id}/mute`, moderator, { until: muteEnd }).expect(200)
    await send('put', `/users/${banned.id}/ban`, moderator, { banned: true, until: banEnd }).expect(200)
    const ends = async ({ id: userId }: TestMember) => {
      const { entries } = await list(admin, { userId })
      return entries.filter(({ actor }) => actor === null)
    }
    try {
      forum.clock.advance(3_500_000)
      other.clock.advance(3_500_000)
      await forum.api.sweep()
      expect([...(await ends(muted)), ...(await ends(banned))]).toEqual([])
      forum.clock.advance(2 * 3_600_000)
      other.clock.advance(2 * 3_600_000)
      // The sweep is one process at a time; a sign-in may notice the end of a ban in the same moment.
      await Promise.all([
        forum.api.sweep(),
        other.api.sweep(),
        ...[forum, other].map(({ request }) =>
          request.post('/api/auth/login').send({ username: banned.username, password: PASSWORD }),
        ),
      ])
      await forum.api.sweep()
      expect(await ends(muted)).toMatchObject([
        {
          action: 'unmute_user',
          createdAt: muteEnd,
          changes: [{ field: 'mutedUntil', before: muteEnd, after: null }],
          canUndo: false,
          undone: null,
        },
      ])
      const { entries } = await list(admin, { userId: muted.id, action: 'mute_user' })
      expect(entries).toMatchObject([{ canUndo: false }])
      const [unban, ...more] = await ends(banned)
      expect(unban).toMatchObject({ action: 'unban_user', createdAt: banEnd, canUndo: false })
      expect(more).toEqual([])
      await undo(admin, unban!.id).expect(409)
      expect(await forum.api.db.members.findOne({ _id: banned.id })).toMatchObject({
        status: 'active',
        bannedUntil: null,
        banReason: null,
      })
      // Nobody did anything, so the feed has no line.
      const lines = await forum.api.db.activities.countDocuments({ userId: { $in: [muted.id, banned.id] } })
      expect(lines).toBe(2)
    } finally {
      forum.clock.offsetMs = 0
      other.clock.offsetMs = 0
    }
  })

  it('has consecutive numbers, also when two processes append at the same time', async () => {
    const last = (await newest()).id
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, i) => forum.thread(xiaoli, OTHER_BOARD, `并发 ${i}`)),
    )
    await Promise.all(
      made.map(({ id }, i) =>
        (i % 2 === 0 ? forum : other).as(moderator).call('lockThread', { threadId: id, locked: true }),
      ),
    )
    await forum.settle()
    await other.settle()
    const stored = await forum.api.db.moderationLog
      .find({ _id: { $gt: last } })
      .sort({ _id: 1 })
      .toArray()
    expect(stored.map(({ _id }) => _id)).toEqual(made.map((_, i) => last + 1 + i))
    expect(new Set(stored.map(({ threadId }) => threadId)).size).toBe(made.length)
  })

  it('publishes acts to moderators of the board and of the whole forum only', async () => {
    const thread = await forum.thread(xiaoli, BOARD)
    forum.bus.sent.length = 0
    await send('put', `/threads/${thread.id}/lock`, moderator, { locked: true }).expect(200)
    await send('put', `/users/${laowang.id}/mute`, moderator, {
      until: new Date(forum.clock.now().getTime() + 60_000).toISOString(),
    }).expect(200)
    await forum.settle()
    const sent = forum.bus.sent.filter(({ message }) => message.name === 'moderation:acted')
    const of = (action: string) =>
      sent.flatMap(({ channel, message }) =>
        message.name === 'moderation:acted' && message.action === action ? [channel] : [],
      )
    expect(of('lock_thread').toSorted()).toEqual(
      [channelOf(audiences.moderation()), channelOf(audiences.moderation(BOARD))].toSorted(),
    )
    expect(of('mute_user')).toEqual([channelOf(audiences.moderation())])
  })

  it('takes nothing back after seven days, and forgets an act after a year', async () => {
    const thread = await forum.thread(xiaoli)
    await send('put', `/threads/${thread.id}/lock`, moderator, { locked: true }).expect(200)
    const { id } = await newest()
    const shift = (days: number) =>
      forum.api.db.moderationLog.updateMany(
        {},
        { $set: { at: new Date(forum.clock.now().getTime() - days * DAY_MS) } },
      )
    await shift(UNDO_DAYS)
    expect(await newest()).toMatchObject({ id, canUndo: false })
    await undo(moderator, id).expect(409)
    await shift(MODERATION_LOG_DAYS + 1)
    await forum.api.prune()
    expect(await forum.api.db.moderationLog.find({}, { projection: { _id: 1 } }).toArray()).toEqual([
      { _id: id },
    ])
    await send('put', `/threads/${thread.id}/lock`, moderator, { locked: false }).expect(200)
    expect((await newest()).id).toBe(id + 1)
  })
})
