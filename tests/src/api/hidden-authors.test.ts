import type { Board } from '@forum/shared/contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startPeopledForum, startTestForum, type TestForum, type TestMember } from '../fixtures/forum'

const [PARENT, BOARD] = [10, 12]

describe('authors whom a member has blocked', () => {
  let forum: TestForum
  let xiaoli: TestMember
  let laowang: TestMember
  let banzhu: TestMember
  /** Moderates a board with those below it. */
  let local: TestMember

  beforeAll(async () => {
    ;({ forum, xiaoli, laowang, banzhu } = await startPeopledForum())
    local = await forum.member('pingbibz')
    await forum.api.db.boards.updateOne({ _id: PARENT }, { $set: { moderatorIds: [local.id] } })
    forum.clock.advance(60_000)
    for (const { id } of [laowang, banzhu, local]) {
      const block = forum.request.put(`/api/users/${id}/block`).set(xiaoli.headers)
      await block.send({ blocked: true }).expect(200)
      forum.clock.advance(1)
    }
  })
  afterAll(() => forum.stop())

  it("are named in the member's own account, with the boards that they moderate", async () => {
    const body = await forum.as(xiaoli).call('me')
    const { blocked } = body.user
    expect(blocked.map(({ id }) => id)).toEqual([local.id, banzhu.id, laowang.id])
    expect(blocked[0]?.moderatedBoardIds).toContain(BOARD)
    expect(blocked[1]).toMatchObject({ role: 'moderator', moderatedBoardIds: [] })
    const other = await forum.as(laowang).call('me')
    expect(other.user.blocked).toEqual([])
  })

  it('are current in a process that keeps them', async () => {
    const alone = await startTestForum({ isOnlyWriter: true })
    try {
      const [reader, other] = [await alone.member('reader'), await alone.member('other')]
      const named = async () => {
        const body = await alone.as(reader).call('me')
        return body.user.blocked.map(({ id }) => id)
      }
      const find = vi.spyOn(alone.api.db.blocks, 'find')
      expect(await named()).toEqual([])
      expect(await named()).toEqual([])
      expect(find).toHaveBeenCalledOnce()
      for (const blocked of [true, false]) {
        const block = alone.request.put(`/api/users/${other.id}/block`).set(reader.headers)
        await block.send({ blocked }).expect(200)
        expect(await named()).toEqual(blocked ? [other.id] : [])
      }
    } finally {
      await alone.stop()
    }
  })

  it("are left out of the member's own lists, except from boards that they moderate", async () => {
    await forum.thread(laowang, BOARD, '被屏蔽的主题')
    await forum.thread(banzhu, 3, '总版主的主题')
    await forum.thread(local, BOARD, '版主在本版的主题')
    await forum.thread(local, 3, '版主在别处的主题')
    const unreadOf = async (by: TestMember) => {
      const { threads, pagination } = await forum.as(by).call('listThreads', { unread: 'true' })
      expect(pagination.total).toBe(threads.length)
      return threads.map(({ title }) => title)
    }
    expect(await unreadOf(xiaoli)).toEqual(['版主在本版的主题', '总版主的主题'])
    expect(await unreadOf(await forum.member('pangren'))).toHaveLength(4)
  })

  it('are named by the newest thread of each board', async () => {
    const thread = await forum.thread(laowang, 41, '最新的主题')
    await forum.as(banzhu).reply(thread.id, '顶')
    await forum.settle()
    const body = await forum.as().call('getBoard', { boardId: 41 })
    const { lastThread } = (body as { board: Board }).board
    expect([lastThread?.userId, lastThread?.lastPostUser.id]).toEqual([laowang.id, banzhu.id])
  })
})
