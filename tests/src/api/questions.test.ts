import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startStaffedForum, type TestForum, type TestMember } from '../fixtures/forum'

const BOARD = 3
const TYPES = [
  { key: 'guide', name: '指南', color: '#2a5db0' },
  { key: 'help', name: '求助', color: null },
]

let forum: TestForum
let admin: TestMember
let moderator: TestMember
let xiaoli: TestMember
let laowang: TestMember

beforeAll(async () => {
  ;({ forum, admin, moderator } = await startStaffedForum())
  xiaoli = await forum.member('xiaoli')
  laowang = await forum.member('laowang88')
  await forum.as(admin).call('updateBoard', { boardId: BOARD, types: TYPES })
})
afterAll(() => forum.stop())

const start = async (by: TestMember, given: object = {}) =>
  (await forum.as(by).call('createThread', { title: '新主题', content: '正文', boardId: BOARD, ...given }))
    .thread
const threadOf = async (threadId: number) => (await forum.as('xiaoli').call('getThread', { threadId })).thread
const inBoard = async (query: object) => {
  const { threads, pagination } = await forum.as(xiaoli).call('getBoard', { boardId: BOARD, ...query })
  expect(pagination.total).toBe(threads.length)
  return threads.map(({ id }) => id)
}
const everywhere = async (query: object) =>
  (await forum.as(xiaoli).call('listThreads', { limit: 100, ...query })).threads.map(({ id }) => id)
const noticesOf = async (by: TestMember) => {
  await forum.settle()
  return (await forum.as(by).call('listNotifications')).notifications
}

describe('types of threads', () => {
  it('are those of the board, given when a thread is started, and narrow its lists', async () => {
    const guide = await start(xiaoli, { type: 'guide' })
    const none = await start(xiaoli)
    expect([guide.type, none.type]).toEqual(['guide', null])
    const { board } = await forum.as(xiaoli).call('getBoard', { boardId: BOARD })
    expect(board).toMatchObject({ types: TYPES, typeRequired: false, isQuestions: false })
    for (const sortBy of ['lastPostAt', 'createdAt', 'replyCount', 'viewCount'] as const)
      expect(await inBoard({ type: 'guide', sortBy })).toEqual([guide.id])
    expect(await everywhere({ boardId: BOARD, type: 'guide' })).toEqual([guide.id])
    expect(await inBoard({ type: 'help' })).toEqual([])
    await forum.as(xiaoli).refused('VALIDATION_FAILED', 'createThread', {
      title: '错的',
      content: '分类',
      boardId: BOARD,
      type: 'missing',
    })
  })

  it('are changed by the author and by moderators, who take it back', async () => {
    const thread = await start(xiaoli, { type: 'guide' })
    const params = { threadId: thread.id }
    expect((await forum.as(xiaoli).call('typeThread', { ...params, type: 'help' })).undo).toBeNull()
    const { thread: changed, undo } = await forum
      .as(moderator)
      .call('typeThread', { ...params, type: null, reason: '不是求助' })
    expect(changed.type).toBeNull()
    await forum.settle()
    const { entries } = await forum.as(admin).call('listModerationLog')
    expect(entries[0]).toMatchObject({
      action: 'type_thread',
      reason: '不是求助',
      changes: [{ field: 'type', before: 'help', after: null }],
    })
    await forum.as(moderator).call('undoAct', { actId: undo?.id ?? 0 })
    expect((await threadOf(thread.id)).type).toBe('help')
    await forum.as(laowang).refused('FORBIDDEN', 'typeThread', { ...params, type: 'guide' })
    await forum.as(xiaoli).refused('VALIDATION_FAILED', 'typeThread', { ...params, type: 'missing' })
    const sent = forum.bus.sent.flatMap(({ message }) =>
      (message.name === 'thread:updated' || message.name === 'thread:bumped') &&
      message.threadId === thread.id
        ? [message.changes.type]
        : [],
    )
    expect(sent).toEqual(['help', 'help', 'help', null, null, null, 'help', 'help', 'help'])
  })

  it('are given to several threads at once', async () => {
    const threads = [await start(xiaoli), await start(laowang)]
    const ids = threads.map(({ id }) => id)
    const { results } = await forum
      .as(moderator)
      .call('moderateThreads', { ids, action: 'type', type: 'help' })
    expect(results.map(({ ok, undo }) => [ok, undo !== undefined])).toEqual([
      [true, true],
      [true, true],
    ])
    expect(await inBoard({ type: 'help' })).toEqual(expect.arrayContaining(ids))
    await forum.as(moderator).refused('VALIDATION_FAILED', 'moderateThreads', { ids, action: 'type' })
  })

  it('leave threads without one once they are removed, and come back when that is undone', async () => {
    const thread = await start(xiaoli, { type: 'guide' })
    await forum.as(admin).call('updateBoard', { boardId: BOARD, types: TYPES.slice(1) })
    expect((await threadOf(thread.id)).type).toBeNull()
    await forum.settle()
    const { entries } = await forum.as(admin).call('listModerationLog', { action: 'update_board' })
    await forum.as(admin).call('undoAct', { actId: entries[0]?.id ?? 0 })
    expect(await inBoard({ type: 'guide' })).toContain(thread.id)
    expect((await threadOf(thread.id)).type).toBe('guide')
    const { board } = await forum.as(xiaoli).call('getBoard', { boardId: BOARD })
    expect(board.types).toEqual(TYPES)
  })

  it('are left behind in a board that does not have them', async () => {
    const thread = await start(xiaoli, { type: 'guide' })
    const move = async (boardId: number) =>
      (await forum.as(moderator).call('moveThread', { threadId: thread.id, boardId })).thread.type
    expect(await move(42)).toBeNull()
    expect(await move(BOARD)).toBe('guide')
  })

  it('can be required of new threads', async () => {
    await forum.as(admin).call('updateBoard', { boardId: BOARD, typeRequired: true })
    const body = { title: '没有分类', content: '正文', boardId: BOARD }
    const error = await forum.as(xiaoli).refused('VALIDATION_FAILED', 'createThread', body)
    expect(error.errors).toMatchObject([{ field: 'type', code: 'required' }])
    expect((await start(xiaoli, { type: 'help' })).type).toBe('help')
    await forum.as(admin).call('updateBoard', { boardId: BOARD, typeRequired: false })
  })

  it.each([
    ['two of one key', [TYPES[0], TYPES[0]]],
    ['an empty name', [{ key: 'a', name: ' ', color: null }]],
    ['a key with a space', [{ key: 'a b', name: '好', color: null }]],
  ])('are refused with %s', async (_, types) => {
    await forum
      .as(admin)
      .refused('VALIDATION_FAILED', 'updateBoard', { boardId: BOARD, types: types as never })
  })
})

describe('questions', () => {
  const ask = (given: object = {}) => start(xiaoli, { isQuestion: true, ...given })
  const mark = (by: TestMember, threadId: number, postId: number | null) =>
    forum.as(by).call('answerThread', { threadId, postId })

  it('have an answer that their author or a moderator marks, and are listed as solved', async () => {
    const question = await ask()
    const other = await start(xiaoli)
    expect([question.isQuestion, question.answerId, other.isQuestion]).toEqual([true, null, false])
    const reply = await forum.as(laowang).reply(question.id, '这样做')
    const second = await forum.as(laowang).reply(question.id, '或者那样')
    expect(await inBoard({ solved: false })).toContain(question.id)
    expect((await mark(xiaoli, question.id, reply.id)).thread.answerId).toBe(reply.id)
    expect(await inBoard({ solved: true })).toEqual([question.id])
    expect(await everywhere({ solved: true })).toEqual([question.id])
    expect(await everywhere({ solved: false })).not.toContain(question.id)
    const { undo } = await mark(moderator, question.id, second.id)
    await forum.as(moderator).call('undoAct', { actId: undo?.id ?? 0 })
    expect((await threadOf(question.id)).answerId).toBe(reply.id)
    expect((await mark(xiaoli, question.id, null)).thread.answerId).toBeNull()
    expect(await inBoard({ solved: true })).toEqual([])
    await forum.as(laowang).refused('FORBIDDEN', 'answerThread', { threadId: question.id, postId: reply.id })
    await forum.as(xiaoli).refused('CONFLICT', 'answerThread', { threadId: other.id, postId: null })
    for (const postId of [question.openingPostId, (await forum.as(laowang).reply(other.id, '别处')).id])
      await forum.as(xiaoli).refused('NOT_FOUND', 'answerThread', { threadId: question.id, postId })
  })

  it('are open again while their answer is deleted, live too', async () => {
    const question = await ask()
    const reply = await forum.as(laowang).reply(question.id, '答案')
    await mark(xiaoli, question.id, reply.id)
    await forum.as(laowang).call('deletePost', { postId: reply.id })
    expect((await threadOf(question.id)).answerId).toBeNull()
    expect(await inBoard({ solved: true })).not.toContain(question.id)
    await forum.as(moderator).call('restorePost', { postId: reply.id })
    expect((await threadOf(question.id)).answerId).toBe(reply.id)
    await forum.settle()
    const carried = forum.bus.sent.flatMap(({ message }) =>
      (message.name === 'post:deleted' || message.name === 'post:restored') &&
      message.threadId === question.id
        ? [message.thread.answerId]
        : [],
    )
    expect(carried).toEqual([null, reply.id])
    await forum.as(laowang).call('deletePost', { postId: reply.id })
    await forum
      .as(moderator)
      .refused('NOT_FOUND', 'answerThread', { threadId: question.id, postId: reply.id })
  })

  it('notify the author of the answer, and name who asked', async () => {
    const question = await ask({ title: '怎么报税' })
    const answerer = await forum.member('huidazhe')
    const reply = await forum.as(answerer).reply(question.id, '用表')
    await mark(moderator, question.id, reply.id)
    expect(await noticesOf(answerer)).toMatchObject([
      {
        kind: 'answer',
        text: '你在《怎么报税》中的回复被采纳为答案',
        actor: { id: xiaoli.id },
        postId: reply.id,
      },
    ])
    const answer = await forum.as(xiaoli).reply(question.id, '自己找到了')
    const before = (await noticesOf(xiaoli)).length
    await mark(xiaoli, question.id, answer.id)
    expect(await noticesOf(xiaoli)).toHaveLength(before)
  })

  it('are all new threads of a board for questions', async () => {
    await forum.as(admin).call('updateBoard', { boardId: BOARD, isQuestions: true })
    const question = await start(xiaoli)
    expect(question.isQuestion).toBe(true)
    const source = await forum.thread(xiaoli, 42)
    const reply = await forum.as(laowang).reply(source.id, '另有一问')
    const { body } = await forum.request
      .post(`/api/threads/${source.id}/split`)
      .set(moderator.headers)
      .send({ postIds: [reply.id], title: '另有一问', boardId: BOARD })
      .expect(200)
    expect(body).toMatchObject({ thread: { isQuestion: true, answerId: null } })
    await forum.as(admin).call('updateBoard', { boardId: BOARD, isQuestions: false })
    expect((await threadOf(question.id)).isQuestion).toBe(true)
  })

  it('keep their type and their kind while they wait for approval', async () => {
    await forum.as(admin).call('updateBoard', { boardId: BOARD, approval: 'threads' })
    const newcomer = await forum.member('xinlaide')
    const body = { title: '等审的问题', content: '正文', boardId: BOARD, type: 'help', isQuestion: true }
    const { body: sent } = await forum.request
      .post('/api/threads')
      .set(newcomer.headers)
      .send(body)
      .expect(202)
    await forum.as(moderator).call('approveHeld', { heldId: (sent as { held: { id: number } }).held.id })
    await forum.settle()
    await forum.as(admin).call('updateBoard', { boardId: BOARD, approval: 'none' })
    const { threads } = await forum.as(xiaoli).call('getBoard', { boardId: BOARD, type: 'help' })
    expect(threads.find(({ title }) => title === '等审的问题')).toMatchObject({
      type: 'help',
      isQuestion: true,
    })
  })
})
