import type { LogEntry } from '@forum/shared/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MODERATED_BOARD, startStaffedForum, type TestForum, type TestMember } from '../fixtures/forum'

const BOARD = MODERATED_BOARD
/** A board that `boardModerator` does not moderate. */
const OTHER_BOARD = 3

interface Result {
  id: number
  ok: boolean
  code?: string
  undo?: { id: number; until: string }
}

describe('moderation of several threads and of a member', () => {
  let forum: TestForum
  let admin: TestMember
  let moderator: TestMember
  let boardModerator: TestMember
  let xiaoli: TestMember

  beforeAll(async () => {
    ;({ forum, admin, moderator, boardModerator } = await startStaffedForum())
    xiaoli = await forum.member('xiaoli')
  })
  afterAll(() => forum.stop())

  const send = (path: string, by: TestMember, body: object = {}) =>
    forum.request.post(`/api${path}`).set(by.headers).send(body)
  const batch = async (by: TestMember, body: object) =>
    ((await send('/moderation/threads', by, body).expect(200)).body as { results: Result[] }).results
  const threads = async (count: number, boardId = BOARD) => {
    const ids: number[] = []
    for (let i = 0; i < count; i++) ids.push((await forum.thread(xiaoli, boardId, `主题 ${i}`)).id)
    return ids
  }
  const stored = (ids: number[]) =>
    forum.api.db.threads.find({ _id: { $in: ids } }, { sort: { _id: 1 } }).toArray()

  it.each([
    ['pin', 'unpin', 'isPinned'],
    ['lock', 'unlock', 'isLocked'],
    ['feature', 'unfeature', 'isFeatured'],
    ['delete', 'restore', 'isDeleted'],
  ] as const)('lets %s and %s several threads, each with its own undo', async (action, opposite, field) => {
    const ids = await threads(3)
    const results = await batch(boardModerator, { ids: [...ids, ids[0]], action, reason: '清理' })
    expect(results).toEqual(ids.map((id) => ({ id, ok: true, undo: expect.any(Object) as object })))
    expect((await stored(ids)).map((thread) => thread[field])).toEqual([true, true, true])
    expect(await batch(boardModerator, { ids, action })).toEqual(ids.map((id) => ({ id, ok: true })))
    const [first] = results
    await send(`/moderation/acts/${first?.undo?.id ?? 0}/undo`, boardModerator).expect(200)
    expect((await stored(ids)).map((thread) => thread[field])).toEqual([false, true, true])
    await batch(moderator, { ids, action: opposite })
    expect((await stored(ids)).map((thread) => thread[field])).toEqual([false, false, false])
    const entries = await forum.api.db.moderationLog.find({ threadId: ids[1] ?? 0 }).toArray()
    expect(entries).toMatchObject([{ reason: '清理', actorId: boardModerator.id }, { actorId: moderator.id }])
  })

  it('goes no further than the same act on one thread, and leaves the others as they are', async () => {
    const [mine = 0] = await threads(1)
    const [elsewhere = 0] = await threads(1, OTHER_BOARD)
    const results = await batch(boardModerator, { ids: [elsewhere, mine, 999_999], action: 'lock' })
    expect(results).toMatchObject([
      { id: elsewhere, ok: false, code: 'FORBIDDEN' },
      { id: mine, ok: true },
      { id: 999_999, ok: false, code: 'NOT_FOUND' },
    ])
    expect((await stored([elsewhere])).map(({ isLocked }) => isLocked)).toEqual([false])
    const moves = await batch(boardModerator, { ids: [mine, elsewhere], action: 'move', boardId: 1 })
    expect(moves).toMatchObject([{ code: 'BOARD_HAS_CHILDREN' }, { code: 'FORBIDDEN' }])
    expect(await batch(moderator, { ids: [mine], action: 'move', boardId: OTHER_BOARD })).toMatchObject([
      { ok: true },
    ])
    await send('/moderation/threads', xiaoli, { ids: [mine], action: 'delete' }).expect(403)
  })

  it.each([
    [{ ids: [], action: 'pin' }, 'ids'],
    [{ ids: Array.from({ length: 101 }, (_, i) => i + 1), action: 'pin' }, 'ids'],
    [{ ids: [0], action: 'pin' }, 'ids.0'],
    [{ ids: [1], action: 'ban' }, 'action'],
    [{ ids: [1], action: 'move' }, 'boardId'],
    [{ action: 'pin' }, 'ids'],
  ])('refuses the batch %j', async (body, field) => {
    const answer = await send('/moderation/threads', moderator, body).expect(400)
    expect((answer.body as { errors: object[] }).errors).toMatchObject([{ field }])
  })

  it('shows moderators what was done to a member and what they noted, and nobody else', async () => {
    const target = await forum.member('facai888')
    const until = new Date(forum.clock.now().getTime() + 3_600_000).toISOString()
    const mute = forum.request.put(`/api/users/${target.id}/mute`).set(moderator.headers)
    await mute.send({ until, reason: '广告' }).expect(200)
    const noted = await send(`/users/${target.id}/notes`, moderator, { text: ' 第二次了 ' }).expect(201)
    expect(noted.body).toMatchObject({ note: { by: { id: moderator.id }, text: '第二次了' } })
    const read = (by: TestMember, of = target) =>
      forum.request.get(`/api/users/${of.id}/discipline`).set(by.headers)
    const { body } = await read(admin).expect(200)
    const { entries, notes } = body as { entries: LogEntry[]; notes: object[] }
    expect(entries).toMatchObject([{ action: 'mute_user', reason: '广告', canUndo: true }])
    expect(notes).toMatchObject([{ text: '第二次了' }])
    for (const by of [boardModerator, xiaoli, target]) {
      await read(by).expect(403)
      await send(`/users/${target.id}/notes`, by, { text: '？' }).expect(403)
    }
    await read(moderator, moderator).expect(403)
    await read(moderator, admin).expect(403)
    await read(admin, moderator).expect(200)
    await send(`/users/${target.id}/notes`, moderator, { text: ' ' }).expect(400)
  })
})
