import { DAY_MS } from '@forum/shared/clock'
import { parseCommand } from '@forum/infra'
import type { LogEntry, Purge } from '@forum/shared/contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestForum, type TestForum, type TestMember } from '../fixtures/forum'

const BOARD = 3
const MODERATED = 42

describe('the removal of everything that a member wrote', () => {
  let forum: TestForum
  let admin: TestMember
  let moderator: TestMember
  let boardModerator: TestMember
  let xiaoli: TestMember
  let spammers = 0

  beforeAll(async () => {
    forum = await startTestForum()
    admin = await forum.member('zongguan', 'admin')
    moderator = await forum.member('banzhu1', 'moderator')
    boardModerator = await forum.member('banzhu2')
    xiaoli = await forum.member('xiaoli')
    const moderatorIds = [boardModerator.id]
    await forum.as(admin).call('updateBoard', { boardId: MODERATED, moderatorIds })
  })
  afterAll(() => forum.stop())

  const post = (path: string, by: TestMember, body: object = {}) =>
    forum.request.post(`/api${path}`).set(by.headers).send(body)
  const get = async (path: string, by: TestMember) =>
    (await forum.request.get(`/api${path}`).set(by.headers).expect(200)).body as Record<string, unknown>
  const purgeOf = async (by: TestMember, userId: number, body: object) =>
    ((await post(`/users/${userId}/purge`, by, body).expect(200)).body as { purge: Purge }).purge
  const read = async (id: number | null) =>
    (await get(`/moderation/purges/${id ?? 0}`, moderator)).purge as Purge
  const reply = async (by: TestMember, threadId: number, content: string) =>
    ((await post('/posts', by, { threadId, content }).expect(201)).body as { post: { id: number } }).post.id

  /** A new member with two threads, one of which xiaoli has replied to, and a reply in a thread of xiaoli. */
  async function spammer() {
    const by = await forum.member(`facai${++spammers}`)
    const word = `特价机票第${spammers}号`
    const ownThread = await forum.thread(by, BOARD, `${word}出售`)
    const lone = await forum.thread(by, MODERATED, `${word}收购`)
    const others = await forum.thread(xiaoli, BOARD, '正常的主题')
    const othersReply = await reply(xiaoli, ownThread.id, '别信')
    const ownReply = await reply(by, ownThread.id, `${word}还有`)
    const spam = await reply(by, others.id, `${word}联系我`)
    await forum.settle()
    return { by, word, ownThread, lone, others, othersReply, ownReply, spam }
  }
  const found = async (word: string) => {
    const { totals } = await get(`/search?q=${encodeURIComponent(word)}`, xiaoli)
    const { threads, posts } = totals as { threads: number; posts: number }
    return threads + posts
  }
  const counts = async (userId: number) => {
    await forum.settle()
    const kept = () =>
      Promise.all([
        forum.api.db.boards.find({}, { projection: { threadCount: 1, postCount: 1, days: 1 } }).toArray(),
        forum.api.db.members.find({}, { projection: { threadCount: 1, postCount: 1 } }).toArray(),
      ])
    const counted = await kept()
    await forum.api.scrub()
    expect(await kept()).toEqual(counted)
    return counted[1].find(({ _id }) => _id === userId)
  }

  it('is done for the operator in the name of an admin, who can take it back', async () => {
    const { by, ownThread, word } = await spammer()
    const command = parseCommand(['purge', by.username, admin.username])
    if (command.on !== 'forum') throw new Error('not a command on a forum')
    const { api } = forum
    const run = () => command.run({ ...api, ...api.services, say: () => undefined })
    expect(await run()).toContain(`Deleted 2 threads and 2 replies of ${by.username}`)
    await forum.as(xiaoli).refused('NOT_FOUND', 'getThread', { threadId: ownThread.id })
    await forum.settle()
    expect(await found(word)).toBe(0)
    const { entries } = await get('/moderation/log?action=purge_user', admin)
    const [entry] = entries as LogEntry[]
    expect(entry).toMatchObject({
      actor: { id: admin.id },
      user: { id: by.id },
      reason: 'npm run admin',
      canUndo: true,
    })
    const ofAnAdmin = parseCommand(['purge', admin.username, moderator.username])
    if (ofAnAdmin.on !== 'forum') throw new Error('not a command on a forum')
    await expect(ofAnAdmin.run({ ...api, ...api.services, say: () => undefined })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
  })

  it('shows what it would delete, with the replies of others that go with it', async () => {
    const { by, ownThread, spam } = await spammer()
    const preview = await purgeOf(moderator, by.id, { preview: true })
    expect(preview).toMatchObject({
      id: null,
      status: 'preview',
      threads: 2,
      posts: 2,
      othersReplies: 1,
      boards: 2,
      done: 0,
      undoUntil: null,
    })
    expect(preview.items).toHaveLength(4)
    expect(preview.items).toContainEqual(
      expect.objectContaining({ threadId: ownThread.id, postId: null, othersReplies: 1 }),
    )
    expect(preview.items).toContainEqual(expect.objectContaining({ postId: spam, postNumber: 2 }))
    const kept = await purgeOf(moderator, by.id, { preview: true, keepThreadIds: [ownThread.id] })
    expect(kept).toMatchObject({ threads: 1, posts: 2, othersReplies: 0 })
    expect(await forum.api.db.purges.countDocuments({ userId: by.id })).toBe(0)
  })

  it('deletes everything from lists, search, feeds and counters, and logs one act', async () => {
    const { by, word, ownThread, lone, others, spam } = await spammer()
    expect(await found(word)).toBeGreaterThan(0)
    const begun = await purgeOf(moderator, by.id, { reason: '垃圾广告' })
    expect(begun).toMatchObject({ status: 'running', threads: 2, posts: 2, othersReplies: 1 })
    await forum.settle()
    const done = await read(begun.id)
    expect(done).toMatchObject({ status: 'done', threads: 2, posts: 2, done: 4 })
    expect(await counts(by.id)).toMatchObject({ threadCount: 0, postCount: 0 })
    expect(await found(word)).toBe(0)
    await forum.as().refused('NOT_FOUND', 'getThread', { threadId: ownThread.id })
    await forum.as().refused('NOT_FOUND', 'getThread', { threadId: lone.id })
    const feed = await forum.request.get('/api/feed.xml').expect(200)
    expect(feed.text).not.toContain(word)
    const { posts } = await get(`/threads/${others.id}`, xiaoli)
    expect(posts).toMatchObject([{ id: spam, isDeleted: true, deletedBy: 'moderator', content: '' }])

    const { entries } = await get(`/moderation/log?userId=${by.id}`, moderator)
    expect(entries).toMatchObject([{ action: 'purge_user', reason: '垃圾广告', canUndo: true }])
    const lines = (await get(`/moderation/activity?actor=${moderator.id}&limit=1`, moderator)) as {
      activity: unknown[]
    }
    expect(lines.activity).toMatchObject([{ kind: 'delete', detail: { action: 'purge_user' } }])
    const mine = (await get(`/moderation/activity?actor=${by.id}`, moderator)) as {
      activity: { handledBy: { id: number } | null }[]
    }
    expect(mine.activity.map(({ handledBy }) => handledBy?.id)).toEqual(Array(4).fill(moderator.id))
    const { total } = (await get('/notifications', by)).pagination as { total: number }
    expect(total).toBe(0)
  })

  it('keeps the threads that are named, and deletes the replies in them', async () => {
    const { by, ownThread, lone, ownReply, othersReply } = await spammer()
    const { id } = await purgeOf(moderator, by.id, { reason: '广告', keepThreadIds: [ownThread.id] })
    await forum.settle()
    expect(await read(id)).toMatchObject({ status: 'done', threads: 1, posts: 2, othersReplies: 0 })
    const { posts } = await get(`/threads/${ownThread.id}`, xiaoli)
    expect(posts).toMatchObject([
      { id: othersReply, isDeleted: false },
      { id: ownReply, isDeleted: true },
    ])
    await forum.as().refused('NOT_FOUND', 'getThread', { threadId: lone.id })
  })

  it('restores all but what others have deleted again since', async () => {
    const { by, word, ownThread, lone, spam } = await spammer()
    const { id } = await purgeOf(moderator, by.id, { reason: '误会' })
    await forum.settle()
    // Another moderator takes a look, and deletes it once more.
    await post(`/posts/${spam}/restore`, admin).expect(200)
    await forum.as(admin).call('deletePost', { postId: spam })
    expect(await read(id)).toMatchObject({ done: 3 })
    const undone = ((await post(`/moderation/purges/${id}/undo`, admin).expect(200)).body as { purge: Purge })
      .purge
    expect(undone).toMatchObject({ id, status: 'undoing', undoUntil: null })
    await forum.settle()
    expect(await read(id)).toMatchObject({ status: 'undone', done: 0 })
    expect(await counts(by.id)).toMatchObject({ threadCount: 2, postCount: 3 })
    expect(await found(word)).toBeGreaterThan(0)
    await forum.as().call('getThread', { threadId: ownThread.id })
    await forum.as().call('getThread', { threadId: lone.id })
    expect(await forum.api.db.posts.findOne({ _id: spam })).toMatchObject({ isDeleted: true })
    const { entries } = await get(`/moderation/log?userId=${by.id}`, admin)
    const [last, ...earlier] = entries as { action: string; undone: object | null; canUndo: boolean }[]
    expect(last).toMatchObject({ action: 'undo_purge', canUndo: false })
    expect(earlier.at(-1)).toMatchObject({ action: 'purge_user', undone: { by: { id: admin.id } } })
    await post(`/moderation/purges/${id}/undo`, admin).expect(409)
  })

  it('rejects what waits for approval too, and lets it wait again', async () => {
    const by = await forum.member(`facai${++spammers}`)
    const thread = await forum.thread(xiaoli, MODERATED)
    const upload = await forum.request
      .post('/api/attachments')
      .set(by.headers)
      .attach('file', Buffer.from('价目表'), 'a.txt')
      .expect(201)
    const file = (upload.body as { attachment: { id: number } }).attachment
    const content = '加微信 fc888vip https://fc-visa.example'
    await post('/posts', by, { threadId: thread.id, content, attachmentIds: [file.id] }).expect(202)
    await post('/threads', by, { title: '代办', content, boardId: BOARD }).expect(202)
    await post('/messages', by, { recipientId: xiaoli.id, subject: '你好', content }).expect(202)
    const other = await forum.member(`facai${++spammers}`)
    await post('/posts', other, { threadId: thread.id, content }).expect(202)
    const waiting = async () =>
      (await forum.as(moderator).call('listHeld', { limit: 100 })).held.map(({ author }) => author.id)
    const of = async (id: number) => (await waiting()).filter((one) => one === id).length
    expect(await purgeOf(moderator, by.id, { preview: true })).toMatchObject({
      threads: 0,
      posts: 0,
      held: 3,
    })

    const { id } = await purgeOf(moderator, by.id, { reason: '垃圾广告' })
    await forum.settle()
    expect(await read(id)).toMatchObject({ status: 'done', threads: 0, posts: 0, held: 3, done: 3 })
    expect([await of(by.id), await of(other.id)]).toEqual([0, 1])
    const heldTexts = (await forum.as(by).call('listOwnHeld')).held
    expect(heldTexts.map(({ status, note }) => [status, note])).toEqual(
      Array(3).fill(['rejected', '垃圾广告']),
    )
    expect((await forum.as(by).call('listNotifications')).notifications).toEqual([])
    const { entries } = await get(`/moderation/log?userId=${by.id}`, moderator)
    expect((entries as LogEntry[]).map(({ action }) => action)).toEqual(['purge_user'])

    // The thread is in another board by then; its files wait with the text.
    await forum.as(admin).call('moveThread', { threadId: thread.id, boardId: BOARD })
    forum.clock.advance(2 * DAY_MS)
    await forum.api.sweepAttachments()
    await post(`/moderation/purges/${id ?? 0}/undo`, moderator).expect(200)
    await forum.settle()
    expect(await forum.api.db.attachments.findOne({ _id: file.id })).toMatchObject({
      isHeld: true,
      isKept: true,
      isReleased: false,
    })
    expect(await read(id)).toMatchObject({ status: 'undone', done: 0 })
    expect(await of(by.id)).toBe(3)
    expect((await forum.as(boardModerator).call('listHeld')).held).toEqual([])
    const ids = (await forum.as(by).call('listOwnHeld')).held.map((one) => one.id)
    const { results } = await forum.as(moderator).call('decideHeld', { ids, action: 'approve' })
    expect(results.every(({ ok }) => ok)).toBe(true)
    const { posts } = await forum.as(xiaoli).call('getThread', { threadId: thread.id })
    expect(posts.at(-1)?.attachments).toMatchObject([{ id: file.id }])
    forum.clock.advance(-2 * DAY_MS)
  })

  it('leaves alone what a member has withdrawn before its undo', async () => {
    const by = await forum.member(`facai${++spammers}`)
    const body = { title: '代办', content: 'https://fc-visa.example', boardId: BOARD }
    await post('/threads', by, body).expect(202)
    const { id } = await purgeOf(moderator, by.id, { reason: '广告' })
    await forum.settle()
    const [held] = (await forum.as(by).call('listOwnHeld')).held
    await forum.as(by).call('withdrawHeld', { heldId: held?.id ?? 0 })
    await post(`/moderation/purges/${id ?? 0}/undo`, moderator).expect(200)
    await forum.settle()
    expect(await read(id)).toMatchObject({ status: 'undone' })
    expect((await forum.as(by).call('listOwnHeld')).held).toEqual([])
  })

  it('is taken back through its entry of the log, for seven days', async () => {
    const { by } = await spammer()
    const first = await purgeOf(moderator, by.id, { reason: '广告' })
    await forum.settle()
    const entry = await forum.api.db.moderationLog.findOne({ key: `purge:${first.id ?? 0}` })
    await post(`/moderation/acts/${entry?._id ?? 0}/undo`, boardModerator).expect(404)
    await post(`/moderation/acts/${entry?._id ?? 0}/undo`, moderator).expect(200)
    await forum.settle()
    expect(await read(first.id)).toMatchObject({ status: 'undone', done: 0 })
    const second = await purgeOf(moderator, by.id, { reason: '还是广告' })
    await forum.settle()
    forum.clock.advance(8 * DAY_MS)
    await post(`/moderation/purges/${second.id ?? 0}/undo`, moderator).expect(409)
    forum.clock.advance(-8 * DAY_MS)
  })

  it('stops where it is, keeps what it has deleted until that is taken back, and leaves the rest to another', async () => {
    const { by, ownThread, lone, spam } = await spammer()
    const { threads } = forum.api.services
    const remove = threads.remove.bind(threads)
    let stopped: Purge | null = null
    const removal = vi.spyOn(threads, 'remove').mockImplementationOnce(async (...given) => {
      const removed = await remove(...given)
      const active = await purgeOf(moderator, by.id, { preview: true })
      expect(active).toMatchObject({ status: 'running', done: 1, threads: 2, posts: 2 })
      const path = `/moderation/purges/${active.id ?? 0}/stop`
      await post(path, boardModerator).expect(403)
      stopped = ((await post(path, admin).expect(200)).body as { purge: Purge }).purge
      await post(path, admin).expect(409)
      return removed
    })
    const { id } = await purgeOf(moderator, by.id, { reason: '广告' })
    await forum.settle()
    removal.mockRestore()
    expect(stopped).toMatchObject({ id, status: 'stopped', undoUntil: expect.any(String) as string })
    await forum.api.sweep()
    await forum.settle()
    expect(await read(id)).toMatchObject({ status: 'stopped', done: 1, threads: 2, posts: 2 })
    const isGone = async ({ id: threadId }: { id: number }) =>
      (await forum.request.get(`/api/threads/${threadId}`)).status === 404
    expect([await isGone(ownThread), await isGone(lone)].filter(Boolean)).toHaveLength(1)
    expect(await forum.api.db.posts.findOne({ _id: spam })).toMatchObject({ isDeleted: false })
    const { entries } = await get(`/moderation/log?userId=${by.id}`, admin)
    expect(entries).toMatchObject([
      { action: 'stop_purge', actor: { id: admin.id }, canUndo: false },
      { action: 'purge_user', canUndo: true },
    ])
    const rest = await purgeOf(moderator, by.id, { reason: '广告' })
    await forum.settle()
    expect(await read(rest.id)).toMatchObject({ status: 'done', done: 3 })
    for (const purge of [id, rest.id]) {
      await post(`/moderation/purges/${purge ?? 0}/undo`, moderator).expect(200)
      await forum.settle()
    }
    expect(await counts(by.id)).toMatchObject({ threadCount: 2, postCount: 4 })
  })

  it('deletes what one member wrote once at a time', async () => {
    const { by } = await spammer()
    const first = await forum.api.db.purges.insertOne({
      _id: 900_001,
      userId: by.id,
      actorId: moderator.id,
      at: new Date(),
      reason: '广告',
      keepThreadIds: [],
      status: 'running',
      isActive: true,
      threads: 2,
      posts: 2,
      othersReplies: 1,
      boards: 2,
      unfinished: [{ id: 'left', kind: 'purge', since: new Date(0) }],
    })
    await post(`/users/${by.id}/purge`, admin, { reason: '广告' }).expect(409)
    // A process that comes across one which another process has left behind continues it.
    await forum.api.sweep()
    await forum.settle()
    expect(await read(first.insertedId)).toMatchObject({ status: 'done', done: 4 })
  })

  it('is for moderators of every board who may delete, and never goes upward', async () => {
    const { by } = await spammer()
    const { id } = await purgeOf(moderator, by.id, { reason: '广告' })
    await forum.settle()
    const muted = await forum.member('jinyan1', 'moderator')
    const until = new Date(forum.clock.now().getTime() + DAY_MS).toISOString()
    await forum.as(admin).call('muteUser', { userId: muted.id, until })
    const peer = await forum.member('tongshi1', 'moderator')
    const rows = [
      // who, whom, begins, reads and takes back
      [xiaoli, by, 403],
      [boardModerator, by, 403],
      [muted, by, 403],
      [moderator, peer, 403],
      [moderator, moderator, 403],
      [moderator, admin, 403],
      [admin, admin, 403],
    ] as const
    for (const [who, whom, status] of rows) {
      await post(`/users/${whom.id}/purge`, who, { preview: true }).expect(status)
      await post(`/users/${whom.id}/purge`, who, { reason: '广告' }).expect(status)
    }
    await post(`/users/${by.id}/purge`, moderator, {}).expect(400)
    await forum.as().refused('UNAUTHENTICATED', 'getPurge', { purgeId: id ?? 0 })
    for (const who of [xiaoli, boardModerator]) {
      await forum.as(who).refused('FORBIDDEN', 'getPurge', { purgeId: id ?? 0 })
      await post(`/moderation/purges/${id ?? 0}/undo`, who).expect(403)
    }
    await post(`/moderation/purges/${id ?? 0}/undo`, muted).expect(403)
    await forum.request.put(`/api/users/${by.id}/role`).set(admin.headers).send({ role: 'moderator' })
    await post(`/moderation/purges/${id ?? 0}/undo`, moderator).expect(403)
    expect(await forum.api.db.purges.countDocuments({ userId: admin.id })).toBe(0)
    await post(`/moderation/purges/${id ?? 0}/undo`, admin).expect(200)
    await forum.settle()
  })
})
