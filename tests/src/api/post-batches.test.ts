import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPeopledForum, type TestForum, type TestMember } from '../fixtures/forum'

describe('several replies at once', () => {
  let forum: TestForum
  let xiaoli: TestMember
  let laowang: TestMember
  let banzhu: TestMember

  beforeAll(async () => {
    ;({ forum, xiaoli, laowang, banzhu } = await startPeopledForum())
  })
  afterAll(() => forum.stop())

  const threadWith = async (replies: number) => {
    const thread = await forum.thread(xiaoli)
    const ids = []
    for (let n = 0; n < replies; n++) ids.push((await forum.as(laowang).reply(thread.id, `第 ${n} 条`)).id)
    return { thread, ids }
  }
  const deletedOf = async (ids: readonly number[]) => {
    const found = await forum.api.db.posts.find({ _id: { $in: [...ids] } }).toArray()
    return found.filter(({ isDeleted }) => isDeleted).map(({ _id }) => _id)
  }
  const logOf = async (threadId: number) =>
    forum.api.db.moderationLog.find({ threadId }).sort({ _id: 1 }).toArray()

  it('are deleted as one act of the log, and one undo restores all of them', async () => {
    const { thread, ids } = await threadWith(4)
    const chosen = ids.slice(0, 3)
    const moderator = forum.as(banzhu)
    const done = await moderator.call('moderatePosts', { ids: chosen, action: 'delete', reason: '跑题' })
    expect(done).toMatchObject({ thread: { id: thread.id, postCount: 2 } })
    expect(done.results).toEqual(chosen.map((id) => ({ id, ok: true })))
    expect(await deletedOf(ids)).toEqual(chosen)
    await forum.settle()
    expect(await logOf(thread.id)).toMatchObject([
      {
        action: 'delete_posts',
        actorId: banzhu.id,
        reason: '跑题',
        changes: [{ field: 'posts', after: chosen }],
      },
    ])
    await moderator.call('undoAct', { actId: done.undo?.id ?? 0 })
    expect(await deletedOf(ids)).toEqual([])
    await forum.settle()
    expect((await logOf(thread.id)).map(({ action, undoneBy }) => [action, undoneBy ?? null])).toEqual([
      ['delete_posts', banzhu.id],
      ['restore_posts', null],
    ])
    await moderator.refused('CONFLICT', 'undoAct', { actId: done.undo?.id ?? 0 })
  })

  it('leave what cannot be deleted, and say why', async () => {
    const { thread, ids } = await threadWith(2)
    const chosen = [thread.openingPostId, ids[0]!, 999_999]
    const { results, undo } = await forum.as(banzhu).call('moderatePosts', { ids: chosen, action: 'delete' })
    expect(results).toEqual([
      { id: chosen[0], ok: false, code: 'FORBIDDEN' },
      { id: chosen[1], ok: true },
      { id: chosen[2], ok: false, code: 'NOT_FOUND' },
    ])
    expect(undo).not.toBeNull()
    const again = await forum.as(banzhu).call('moderatePosts', { ids: [ids[0]!], action: 'delete' })
    expect(again).toMatchObject({ results: [{ ok: true }], undo: null })
  })

  it('are restored together, with what was deleted one by one', async () => {
    const { ids } = await threadWith(3)
    for (const postId of ids) await forum.as(banzhu).call('deletePost', { postId })
    await forum.as(banzhu).call('moderatePosts', { ids, action: 'restore' })
    expect(await deletedOf(ids)).toEqual([])
  })

  it('are of one thread, which the caller moderates', async () => {
    const [first, second] = [await threadWith(1), await threadWith(1)]
    const ids = [...first.ids, ...second.ids]
    await forum.as(banzhu).refused('VALIDATION_FAILED', 'moderatePosts', { ids, action: 'delete' })
    await forum.as(laowang).refused('FORBIDDEN', 'moderatePosts', { ids: first.ids, action: 'delete' })
    expect(await deletedOf(ids)).toEqual([])
  })

  it('are logged once when another process delivers their events', async () => {
    const { thread, ids } = await threadWith(3)
    await forum.as(banzhu).call('moderatePosts', { ids, action: 'delete' })
    await forum.settle()
    await forum.api.db.moderationLog.deleteMany({ threadId: thread.id })
    const pending = ['moderation-log']
    await forum.api.db.threadEvents.updateMany(
      { threadId: thread.id, kind: 'post.deleted' },
      { $set: { pending } },
    )
    forum.clock.advance(60_000)
    await forum.api.sweep()
    await forum.settle()
    expect((await logOf(thread.id)).map(({ action }) => action)).toEqual(['delete_posts'])
  })
})
