import { DAY_MS } from '@forum/shared/clock'
import type { Transfer } from '@forum/shared/contract'
import { ForumError } from '@forum/shared/errors'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startAnotherApi, startTestForum, type TestForum, type TestMember } from '../fixtures/forum'

/** More threads than one call for several takes. */
const MANY = 104
/** The work of a dead process is overdue after this time, and its lease has expired. */
const OVERDUE_MS = 20_000

describe('moving all threads of a board', () => {
  let forum: TestForum
  let admin: TestMember
  let moderator: TestMember
  let xiaoli: TestMember
  let made = 0

  beforeAll(async () => {
    forum = await startTestForum()
    admin = await forum.member('zongguan', 'admin')
    moderator = await forum.member('banzhu1', 'moderator')
    xiaoli = await forum.member('xiaoli')
  })
  afterAll(() => forum.stop())

  const board = async () => {
    const name = `Board ${++made}`
    return (await forum.as(admin).call('createBoard', { name, name_zh: `版块${made}`, parentId: 120 })).board
      .id
  }
  const boards = async () => ({ from: await board(), to: await board() })
  const begin = async (boardId: number, toBoardId: number, merges = false) =>
    (await forum.as(admin).call('transferBoard', { boardId, toBoardId, merges, reason: '合并同类' })).transfer
  const read = async (id: number): Promise<Transfer | undefined> =>
    (await forum.as(admin).call('listTransfers')).transfers.find((one) => one.id === id)
  const undo = async (transferId: number) => {
    const { transfer } = await forum.as(admin).call('undoTransfer', { transferId })
    await forum.settle()
    return transfer
  }
  const threadsIn = (boardId: number) => forum.api.db.threads.countDocuments({ boardId })
  const shown = async (boardId: number) => {
    const { board: of, pagination } = await forum.as(xiaoli).call('getBoard', { boardId })
    return { id: of.id, threads: of.threadCount, listed: pagination.total }
  }
  const hasNotDrifted = async () => {
    await forum.settle()
    const kept = () =>
      forum.api.db.boards
        .find({}, { projection: { threadCount: 1, postCount: 1, days: 1, lastThreadId: 1 } })
        .toArray()
    const counted = await kept()
    await forum.api.scrub()
    expect(await kept()).toEqual(counted)
  }

  it('answers at once for more than a hundred, moves them in the background, and moves back only what it moved', async () => {
    const { from, to } = await boards()
    const resident = await forum.thread(xiaoli, to, '本来就在这里')
    for (let at = 0; at < MANY; at += 8)
      await Promise.all(Array.from({ length: 8 }, (_, i) => forum.thread(xiaoli, from, `主题 ${at + i}`)))
    const deleted = await forum.thread(xiaoli, from, '删掉的')
    await forum.as(moderator).call('deleteThread', { threadId: deleted.id })
    const [elsewhere] = await forum.api.db.threads.find({ boardId: from }).limit(1).toArray()
    const begun = await begin(from, to)
    expect(begun).toMatchObject({
      status: 'running',
      threads: MANY + 1,
      from: { id: from },
      to: { id: to },
      merges: false,
    })
    expect(begun.done).toBeLessThan(MANY)
    await forum.settle()
    expect(await read(begun.id)).toMatchObject({ status: 'done', threads: MANY + 1, done: MANY + 1 })
    expect(await shown(from)).toEqual({ id: from, threads: 0, listed: 0 })
    expect(await shown(to)).toEqual({ id: to, threads: MANY + 1, listed: MANY + 1 })
    await forum.as(moderator).call('moveThread', { threadId: elsewhere?._id ?? 0, boardId: 3 })
    expect(await undo(begun.id)).toMatchObject({ status: 'undoing' })
    expect(await read(begun.id)).toMatchObject({ status: 'undone', done: 0, undoUntil: null })
    expect(await threadsIn(from)).toBe(MANY)
    expect((await forum.api.db.threads.find({ boardId: to }).toArray()).map(({ _id }) => _id)).toEqual([
      resident.id,
    ])
    await hasNotDrifted()
  })

  it('merges a board: it is gone, its address and what waited in it lead on, until that is taken back', async () => {
    const { from, to } = await boards()
    const thread = await forum.thread(xiaoli, from)
    await forum.as(admin).call('setSite', { feedbackBoardId: from })
    await forum.as(admin).call('updateBoard', { boardId: from, approval: 'threads' })
    await forum.as(xiaoli).call('setBoardLevel', { boardId: from, level: 'follow' })
    const muted = await forum.member(`jinyan${made}`)
    const until = new Date(forum.clock.now().getTime() + DAY_MS).toISOString()
    await forum.as(moderator).call('muteUser', { userId: muted.id, boardId: from, until })
    const announced = {
      text: '本版公告',
      boardId: from,
      audience: 'everyone',
      from: null,
      until: null,
    } as const
    await forum.as(admin).call('createAnnouncement', announced)
    const waiting = { boardId: from, title: '等着审的', content: '第一次发主题' }
    await forum.request.post('/api/threads').set(xiaoli.headers).send(waiting).expect(202)
    await forum.settle()
    const { id } = await begin(from, to, true)
    await forum.settle()
    expect(await read(id)).toMatchObject({
      status: 'done',
      merges: true,
      from: { name_zh: `版块${made - 1}` },
    })
    expect(await shown(from)).toEqual({ id: to, threads: 1, listed: 1 })
    expect((await forum.as(xiaoli).call('getBoard', { boardId: to })).board.viewer?.level).toBe('follow')
    await forum.as(muted).refused('MUTED', 'createPost', { threadId: thread.id, content: '顶' })
    const { announcements } = await forum.as(xiaoli).call('listAnnouncements', { boardId: to })
    expect(announcements).toMatchObject([{ text: '本版公告' }])
    const { title } = await forum
      .as(xiaoli)
      .call('getThread', { threadId: thread.id })
      .then((read) => read.thread)
    const found = await forum.as(xiaoli).call('searchThreads', { q: title, boardId: from })
    expect(found.threads.map(({ id: one }) => one)).toEqual([thread.id])
    const { threads: listed } = await forum.as(xiaoli).call('listThreads', { boardId: from })
    expect(listed.map((one) => one.id)).toEqual([thread.id])
    const feed = await forum.request.get(`/api/boards/${from}/feed.xml`).buffer(true).expect(200)
    expect(feed.text ?? String(feed.body)).toContain(`/threads/${thread.id}<`)
    const { boards: all } = await forum.as(xiaoli).call('listBoards')
    expect(all.map((one) => one.id)).not.toContain(from)
    expect((await forum.as().call('getSite')).site.feedbackBoardId).toBe(to)
    expect(await forum.api.db.held.findOne({ title: waiting.title })).toMatchObject({ boardId: to })
    // A board may be merged into one that is merged later.
    const last = await board()
    await begin(to, last, true)
    await forum.settle()
    expect(await shown(from)).toMatchObject({ id: last })
    const [second] = (await forum.as(admin).call('listTransfers')).transfers
    await undo(second?.id ?? 0)
    await undo(id)
    expect(await shown(from)).toEqual({ id: from, threads: 1, listed: 1 })
    expect((await forum.as(xiaoli).call('getThread', { threadId: thread.id })).thread.board?.id).toBe(from)
    await hasNotDrifted()
  })

  it('is one act of the log, which its entry takes back, and notifies nobody', async () => {
    const { from, to } = await boards()
    await forum.thread(xiaoli, from)
    await forum.settle()
    const noticesBefore = await forum.api.db.notifications.countDocuments({})
    const { id } = await begin(from, to)
    await forum.settle()
    expect(await forum.api.db.notifications.countDocuments({})).toBe(noticesBefore)
    const logged = async () => (await forum.as(admin).call('listModerationLog', { boardId: from })).entries
    const [entry] = await logged()
    expect(entry).toMatchObject({ action: 'transfer_board', reason: '合并同类', canUndo: true })
    await forum.as(admin).call('undoAct', { actId: entry?.id ?? 0 })
    await forum.settle()
    expect(await read(id)).toMatchObject({ status: 'undone' })
    expect(await logged()).toMatchObject([
      { action: 'undo_transfer', canUndo: false },
      { action: 'transfer_board', undone: { by: { id: admin.id } } },
      { action: 'create_board' },
    ])
    await forum.as(admin).refused('CONFLICT', 'undoTransfer', { transferId: id })
  })

  it('moves what is started in the board meanwhile, and stops without removing a board that cannot be emptied', async () => {
    const { from, to } = await boards()
    await forum.thread(xiaoli, from)
    await forum.settle()
    const { threads } = forum.api.services
    const move = threads.move.bind(threads)
    const moving = vi.spyOn(threads, 'move').mockImplementationOnce(async (...given) => {
      await forum.thread(xiaoli, from, '刚刚发的')
      return move(...given)
    })
    const first = await begin(from, to)
    await forum.settle()
    moving.mockRestore()
    expect(await read(first.id)).toMatchObject({ status: 'done', done: 2, threads: 2 })

    const refusing = vi.spyOn(threads, 'move').mockRejectedValue(new ForumError('FORBIDDEN'))
    await forum.thread(xiaoli, from, '搬不走的')
    const second = await begin(from, to, true)
    await forum.settle()
    refusing.mockRestore()
    expect(await read(second.id)).toMatchObject({ status: 'stopped', done: 0 })
    expect(await shown(from)).toMatchObject({ id: from, threads: 1 })
  })

  it('empties a board in which a merged thread is left, which returns to it after the board', async () => {
    const { from, to } = await boards()
    const target = await forum.thread(xiaoli, 3)
    const { id: threadId } = await forum.thread(xiaoli, from)
    const merged = await forum.as(moderator).call('mergeThread', { threadId, into: target.id })
    const { id } = await begin(from, to, true)
    await forum.settle()
    expect(await read(id)).toMatchObject({ status: 'done', threads: 0 })
    const act = { actId: merged.undo?.id ?? 0 }
    await forum.as(moderator).refused('CONFLICT', 'undoAct', act)
    await undo(id)
    await forum.as(moderator).call('undoAct', act)
    expect((await forum.as(xiaoli).call('getThread', { threadId })).thread.board?.id).toBe(from)
    await hasNotDrifted()
  })

  it('is continued by another process when the first is killed, or by one that comes across it', async () => {
    const { from, to } = await boards()
    for (let i = 0; i < 20; i++) await forum.thread(xiaoli, from)
    await forum.settle()
    const victim = await startAnotherApi(forum.uri, { clock: forum.clock })
    const { threads } = victim.api.services
    const move = threads.move.bind(threads)
    let moved = 0
    const dead = new Promise<void>((resolve) => {
      vi.spyOn(threads, 'move').mockImplementation((...given) => {
        if (++moved <= 8) return move(...given)
        // From here on the process does nothing any more, and never returns its lease.
        resolve()
        return new Promise(() => undefined)
      })
    })
    const { body } = await victim.request
      .post(`/api/boards/${from}/transfer`)
      .set(admin.headers)
      .send({ toBoardId: to, merges: true })
      .expect(200)
    await dead
    const { id } = (body as { transfer: Transfer }).transfer
    expect(await read(id)).toMatchObject({ status: 'running', done: 8, threads: 20 })
    await forum.as(admin).refused('CONFLICT', 'transferBoard', { boardId: to, toBoardId: 3 })
    await victim.connection.close(true)
    forum.clock.advance(OVERDUE_MS)
    await forum.api.sweep()
    await forum.settle()
    expect(await read(id)).toMatchObject({ status: 'done', done: 20 })
    expect(await shown(from)).toEqual({ id: to, threads: 20, listed: 20 })
    await undo(id)
    await hasNotDrifted()
    forum.clock.advance(-OVERDUE_MS)
  })

  it('can be taken back for seven days, by admins alone', async () => {
    const { from, to } = await boards()
    const { id } = await begin(from, to)
    await forum.settle()
    for (const who of [xiaoli, moderator]) {
      await forum.as(who).refused('FORBIDDEN', 'transferBoard', { boardId: from, toBoardId: to })
      await forum.as(who).refused('FORBIDDEN', 'listTransfers')
      await forum.as(who).refused('FORBIDDEN', 'undoTransfer', { transferId: id })
    }
    await forum.as(admin).refused('VALIDATION_FAILED', 'transferBoard', { boardId: from, toBoardId: from })
    forum.clock.advance(8 * DAY_MS)
    await forum.as(admin).refused('CONFLICT', 'undoTransfer', { transferId: id })
    forum.clock.advance(-8 * DAY_MS)
  })
})
