import type { Board, CurrentUser } from '@forum/shared/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startStaffedForum, type TestForum, type TestMember } from '../fixtures/forum'

const BOARD = 42

/** The forum as `npm start` runs it: one process, which knows of every change and keeps sessions for half a minute. */
describe('a session that the only writer keeps', () => {
  let forum: TestForum
  let admin: TestMember
  let moderator: TestMember
  let member: TestMember
  let members = 0

  beforeAll(async () => {
    ;({ forum, admin, moderator } = await startStaffedForum({ isOnlyWriter: true }))
    forum.clock.stop()
  })
  afterAll(() => forum?.stop())
  beforeEach(async () => {
    // Everything kept has expired.
    forum.clock.advance(60_000)
    member = await forum.member(`member${++members}`)
    await me().expect(200)
    forum.clock.advance(20_000)
  })

  const me = () => forum.request.get('/api/auth/me').set(member.headers)
  const postCount = async () => ((await me().expect(200)).body as { user: CurrentUser }).user.postCount
  const open = () => forum.startThread(member, BOARD)

  it('is read again, without the call waiting for it', async () => {
    const { sessions } = forum.api.db
    const aggregate = sessions.aggregate.bind(sessions)
    let release = (): void => {}
    const isReleased = new Promise<void>((resolve) => (release = resolve))
    const held = vi.spyOn(sessions, 'aggregate').mockImplementation((...args) => {
      const cursor = aggregate(...args)
      const toArray = cursor.toArray.bind(cursor)
      return Object.assign(cursor, { toArray: () => isReleased.then(toArray) })
    })
    try {
      await forum.request.get(`/api/boards/${BOARD}`).set(member.headers).expect(200)
      await open().expect(201)
      expect(held).toHaveBeenCalledOnce()
    } finally {
      release()
      held.mockRestore()
    }
  })

  it('ends at once', async () => {
    await forum.request.post('/api/auth/logout').set(member.headers).expect(204)
    await me().expect(401)
    await open().expect(401)
  })

  it('ends with the next call if it was removed by hand', async () => {
    await forum.api.db.sessions.deleteMany({ userId: member.id })
    await vi.waitFor(() => forum.request.get(`/api/boards/${BOARD}`).set(member.headers).expect(401))
  })

  it('is not used for longer than half a minute without being read', async () => {
    await forum.api.db.sessions.deleteMany({ userId: member.id })
    forum.clock.advance(11_000)
    await open().expect(401)
  })

  it('follows a mute, and its end', async () => {
    const until = new Date(forum.clock.now().getTime() + 10_000).toISOString()
    const mute = forum.request.put(`/api/users/${member.id}/mute`).set(moderator.headers)
    await mute.send({ until, reason: '冷静一下' }).expect(200)
    expect((await open().expect(403)).body).toMatchObject({ code: 'MUTED' })
    forum.clock.advance(10_001)
    await open().expect(201)
  })

  it('follows the moderators of a board, and the boards below it', async () => {
    const create = async (name: string, parentId: number | null) => {
      const request = forum.request.post('/api/boards').set(admin.headers)
      const { body } = await request.send({ name, parentId }).expect(201)
      return (body as { board: Board }).board.id
    }
    const moderate = (boardId: number, moderatorIds: number[]) =>
      forum.request.put(`/api/boards/${boardId}`).set(admin.headers).send({ moderatorIds }).expect(200)
    const lock = async (boardId: number, status: number) => {
      const { id } = await forum.thread(admin, boardId)
      const request = forum.request.put(`/api/threads/${id}/lock`).set(member.headers)
      await request.send({ locked: true }).expect(status)
    }
    const above = await create('上级版块', null)
    const first = await create('原有版块', above)
    await lock(first, 403)
    await moderate(above, [member.id])
    await lock(first, 200)
    await lock(await create('新建版块', above), 200)
    await moderate(above, [])
    await lock(first, 403)
  })

  it('shows its member current counts', async () => {
    expect(await postCount()).toBe(0)
    await open().expect(201)
    await forum.settle()
    forum.clock.advance(20_000)
    expect(await postCount()).toBe(1)
  })
})
