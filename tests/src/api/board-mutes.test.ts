import { DAY_MS } from '@forum/shared/clock'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MODERATED_BOARD, startStaffedForum, type TestForum, type TestMember } from '../fixtures/forum'

const OTHER_BOARD = 3

describe('a mute in one board', () => {
  let forum: TestForum
  let admin: TestMember
  let moderator: TestMember
  let boardModerator: TestMember
  let author: TestMember
  let here: number
  let elsewhere: number
  let count = 0

  beforeAll(async () => {
    ;({ forum, admin, moderator, boardModerator } = await startStaffedForum())
    here = (await forum.thread(admin, MODERATED_BOARD, '本版')).id
    elsewhere = (await forum.thread(admin, OTHER_BOARD, '别的版')).id
  })
  afterAll(() => forum.stop())
  beforeEach(async () => {
    author = await forum.member(`bukeyi${++count}`)
  })

  const inDays = (days: number) => new Date(forum.clock.now().getTime() + days * DAY_MS).toISOString()
  const mute = (by: TestMember, user = author, boardId = MODERATED_BOARD, until: string | null = inDays(3)) =>
    forum.as(by).call('muteUser', { userId: user.id, until, boardId, reason: '吵架' })
  const reply = (threadId: number) =>
    forum.request.post('/api/posts').set(author.headers).send({ threadId, content: '我说两句' })
  const mutes = async () => (await forum.as(author).call('me')).user.boardMutes ?? []

  it('keeps a member from writing there at once, and nowhere else', async () => {
    const { post } = (await reply(here).expect(201)).body as { post: { id: number } }
    await mute(boardModerator)
    expect((await reply(here).expect(403)).body).toMatchObject({ code: 'MUTED' })
    await forum.as(author).refused('MUTED', 'updatePost', { postId: post.id, content: '改' })
    await forum
      .as(author)
      .refused('MUTED', 'reportPost', { postId: (await opening(here)).id, reason: '广告' })
    await forum.as(author).refused('MUTED', 'createThread', {
      boardId: MODERATED_BOARD,
      title: '新主题',
      content: '内容',
    })
    await reply(elsewhere).expect(201)
    expect(await mutes()).toEqual([{ boardId: MODERATED_BOARD, until: expect.any(String) as string }])
    await forum.settle()
    const { notifications } = await forum.as(author).call('listNotifications')
    expect(notifications[0]?.text).toMatch(/版.*发言：吵架/)
  })

  const opening = async (threadId: number) => {
    const found = await forum.api.db.posts.findOne({ threadId, number: 1 })
    return { id: found?._id ?? 0 }
  }

  it('holds in sub-boards, and ends on its own with an entry of the system in the log', async () => {
    const boss = forum.as(admin)
    const parentId = (await boss.call('createBoard', { name_zh: '上级', category: '1' })).board.id
    const childId = (await boss.call('createBoard', { name_zh: '下级', parentId })).board.id
    await boss.call('updateBoard', { boardId: parentId, moderatorIds: [boardModerator.id] })
    await mute(boardModerator, author, parentId)
    expect((await mutes()).map(({ boardId }) => boardId)).toEqual([parentId, childId])
    await mute(boardModerator, author, parentId, null)
    await mute(boardModerator, author, MODERATED_BOARD, inDays(1))
    const at = forum.clock.offsetMs
    forum.clock.advance(2 * DAY_MS)
    await forum.api.sweep()
    await reply(here).expect(201)
    expect(await mutes()).toEqual([])
    const { entries } = await forum
      .as(boardModerator)
      .call('listModerationLog', { userId: author.id, boardId: MODERATED_BOARD })
    expect(entries.map(({ action, actor }) => [action, actor?.id ?? null])).toEqual([
      ['unmute_user', null],
      ['mute_user', boardModerator.id],
    ])
    forum.clock.advance(at - forum.clock.offsetMs)
  })

  it('names no board that the member does not see', async () => {
    const boss = forum.as(admin)
    const parentId = (await boss.call('createBoard', { name_zh: '外面', category: '1' })).board.id
    const access = { see: 'staff', start: 'staff', reply: 'staff' } as const
    const { board: hidden } = await boss.call('createBoard', { name_zh: '密室', parentId, access })
    await mute(admin, author, parentId)
    await mute(admin, author, hidden.id)
    expect((await mutes()).map(({ boardId }) => boardId)).toEqual([parentId])
    await forum.settle()
    const { notifications } = await forum.as(author).call('listNotifications')
    expect(notifications.map(({ text }) => text)).toEqual([expect.stringContaining('外面')])
  })

  it('is taken back by an undo, and by lifting it', async () => {
    const { undo } = await mute(boardModerator)
    await forum.as(boardModerator).call('undoAct', { actId: undo?.id ?? 0 })
    await reply(here).expect(201)
    await forum.as(boardModerator).refused('CONFLICT', 'undoAct', { actId: undo?.id ?? 0 })
    await mute(moderator)
    await mute(boardModerator, author, MODERATED_BOARD, null)
    await reply(here).expect(201)
  })

  it('leaves a mute of the account alone', async () => {
    await forum.as(moderator).call('muteUser', { userId: author.id, until: inDays(2) })
    await mute(boardModerator)
    await mute(boardModerator, author, MODERATED_BOARD, null)
    expect((await reply(elsewhere).expect(403)).body).toMatchObject({ code: 'MUTED' })
  })

  it('is for moderators of that board alone, and not for those who moderate it too or are staff', async () => {
    const until = inDays(1)
    const tries: [TestMember, number, number][] = [
      [boardModerator, author.id, OTHER_BOARD],
      [boardModerator, moderator.id, MODERATED_BOARD],
      [boardModerator, admin.id, MODERATED_BOARD],
      [boardModerator, boardModerator.id, MODERATED_BOARD],
      [author, boardModerator.id, MODERATED_BOARD],
      [moderator, admin.id, MODERATED_BOARD],
    ]
    for (const [by, userId, boardId] of tries)
      await forum.as(by).refused('FORBIDDEN', 'muteUser', { userId, boardId, until })
    await forum.as(boardModerator).refused('FORBIDDEN', 'muteUser', { userId: author.id, until })
    await forum.as(moderator).refused('NOT_FOUND', 'muteUser', { userId: author.id, boardId: 9_999, until })
  })
})
