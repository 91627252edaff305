import { DAY_MS } from '@forum/shared/clock'
import type { Poll, Thread, ThreadInList } from '@forum/shared/contract'
import type { SocketEvent } from '@forum/shared/events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPeopledForum, startTestForum, type TestForum, type TestMember } from '../fixtures/forum'

const QUESTION = { question: '你的签证？', options: ['H-1B', 'O-1', 'L-1'] }

describe('polls', () => {
  let forum: TestForum
  /** Another process over the same database. */
  let other: TestForum
  let xiaoli: TestMember
  let laowang: TestMember
  let banzhu: TestMember

  beforeAll(async () => {
    ;({ forum, xiaoli, laowang, banzhu } = await startPeopledForum())
    other = await startTestForum({ uri: forum.uri, boards: false })
  })
  afterAll(async () => {
    await other.stop()
    await forum.stop()
  })

  const start = (poll: object) =>
    forum.request
      .post('/api/threads')
      .set(xiaoli.headers)
      .send({ title: '投票', content: '请投票', boardId: 3, poll })
  const started = async (poll: object = { ...QUESTION, maxChoices: 1 }): Promise<Thread> =>
    ((await start(poll).expect(201)).body as { thread: Thread }).thread
  const send = (threadId: number, by: TestMember, options: unknown, through = forum) =>
    through.request.put(`/api/threads/${threadId}/poll/vote`).set(by.headers).send({ options })
  const vote = async (threadId: number, by: TestMember, options: number[], through = forum): Promise<Poll> =>
    ((await send(threadId, by, options, through).expect(200)).body as { poll: Poll }).poll
  const read = async (threadId: number, by?: TestMember, through = forum): Promise<Thread> => {
    return (await through.as(by).call('getThread', { threadId })).thread
  }
  const counts = (poll: Poll | null) => poll?.options.map(({ votes }) => votes)

  it('starts a thread with a poll, and shows every reader the counts but only the own choice', async () => {
    const closesAt = new Date(forum.clock.now().getTime() + DAY_MS).toISOString()
    const thread = await started({ ...QUESTION, maxChoices: 2, closesAt })
    const empty = { question: '你的签证？', maxChoices: 2, voters: 0, closesAt, isClosed: false }
    expect(thread.poll).toMatchObject(empty)
    expect(thread.poll?.options).toEqual(QUESTION.options.map((text) => ({ text, votes: 0 })))
    expect(thread.viewer?.votes).toEqual([])
    await vote(thread.id, laowang, [2, 0])
    await vote(thread.id, banzhu, [0])
    const seen = await read(thread.id, laowang)
    expect([counts(seen.poll), seen.poll?.voters, seen.viewer?.votes]).toEqual([[2, 0, 1], 2, [0, 2]])
    expect((await read(thread.id, xiaoli)).viewer?.votes).toEqual([])
    expect((await read(thread.id)).viewer).toBeNull()
    const body = await forum.as(laowang).call('listThreads')
    const row = (body as { threads: ThreadInList[] }).threads.find(({ id }) => id === thread.id)
    expect([row?.poll?.voters, row?.viewer?.votes]).toEqual([2, [0, 2]])
    const without = await forum.thread(xiaoli)
    expect([without.poll, without.viewer?.votes]).toEqual([null, []])
    await send(without.id, laowang, [0]).expect(404)
  })

  it('changes and withdraws a vote until the poll closes', async () => {
    const closesAt = new Date(forum.clock.now().getTime() + 60_000).toISOString()
    const { id } = await started({ ...QUESTION, closesAt })
    expect(counts(await vote(id, laowang, [0]))).toEqual([1, 0, 0])
    expect(counts(await vote(id, laowang, [1]))).toEqual([0, 1, 0])
    const { seq } = await read(id)
    expect(await vote(id, laowang, [1, 1])).toMatchObject({ voters: 1 })
    expect((await read(id)).seq).toBe(seq)
    expect(await vote(id, laowang, [])).toMatchObject({ voters: 0, isClosed: false })
    await vote(id, laowang, [2])
    forum.clock.advance(61_000)
    const { body } = await send(id, laowang, [0]).expect(409)
    expect(body).toMatchObject({ code: 'CONFLICT', message: '投票已经结束' })
    expect((await read(id)).poll).toMatchObject({ voters: 1, isClosed: true })
  })

  it.each<[string, object]>([
    ['a single option', { ...QUESTION, options: ['只有一个'] }],
    ['21 options', { ...QUESTION, options: Array.from({ length: 21 }, (_, i) => `选项 ${i}`) }],
    ['a repeated option', { ...QUESTION, options: ['一样', ' 一样 '] }],
    ['an option of 101 characters', { ...QUESTION, options: ['长'.repeat(101), '短'] }],
    ['an empty option', { ...QUESTION, options: ['', '有'] }],
    ['no question', { options: QUESTION.options }],
    ['more choices than options', { ...QUESTION, maxChoices: 4 }],
    ['no choice', { ...QUESTION, maxChoices: 0 }],
    ['an end in the past', { ...QUESTION, closesAt: '2020-01-01T00:00:00.000Z' }],
    ['an end beyond a year', { ...QUESTION, closesAt: '2099-01-01T00:00:00.000Z' }],
    ['an end that is no time', { ...QUESTION, closesAt: '明天' }],
  ])('refuses a poll with %s', async (_what, poll) => {
    const { body } = await start(poll).expect(400)
    const [error] = (body as { errors: { field: string }[] }).errors
    expect([body.code, error?.field.startsWith('poll.')]).toEqual(['VALIDATION_FAILED', true])
  })

  it('accepts 20 options of 100 characters', async () => {
    const options = Array.from({ length: 20 }, (_, i) => `${'长'.repeat(98)}${String(i).padStart(2, '0')}`)
    expect(
      (await started({ question: '长'.repeat(100), options, maxChoices: 20 })).poll?.options,
    ).toHaveLength(20)
  })

  it('refuses a vote for options that do not exist, and for more than the poll allows', async () => {
    const { id } = await started()
    for (const options of [[3], [-1], [0.5], ['0'], [0, 1], null, 'x', Array.from({ length: 21 }, () => 0)])
      expect((await send(id, laowang, options).expect(400)).body.errors[0].field).toMatch(/^options/)
    await vote(id, laowang, [])
    expect((await read(id)).poll).toMatchObject({ voters: 0 })
  })

  it('publishes the counts to the thread, and never who voted', async () => {
    const { id } = await started()
    await vote(id, laowang, [1])
    await forum.settle()
    const published = forum.bus.sent.filter(({ channel }) => channel === `forum:thread:${id}`)
    const [{ message } = { message: {} as SocketEvent }] = published
    expect(published).toHaveLength(1)
    expect(message).toMatchObject({
      name: 'thread:updated',
      seq: 2,
      changes: { poll: { voters: 1, options: [{ votes: 0 }, { votes: 1 }, { votes: 0 }] } },
    })
    expect(JSON.stringify(published)).not.toContain('laowang')
    expect(forum.bus.sent.filter(({ channel }) => channel === 'forum:board:3' && 'poll' in message)).toEqual(
      [],
    )
  })

  it('counts exactly when many members vote and change their votes through several processes at once', async () => {
    const { id } = await started({ ...QUESTION, maxChoices: 3 })
    const voters = await Promise.all(Array.from({ length: 12 }, (_, i) => forum.member(`toupiao${i}`)))
    const choices = [[0], [1, 2], [], [0, 1, 2], [2]]
    const cast = voters.flatMap((by, i) =>
      [0, 1, 2].map(async (round) => {
        const options = choices[(i * 2 + round * 3) % choices.length] ?? []
        await vote(id, by, options, round % 2 === 0 ? forum : other)
      }),
    )
    await Promise.all(cast)
    const stored = await forum.api.db.pollVotes.find({ threadId: id }).toArray()
    const expected = [0, 1, 2].map((at) => stored.filter(({ options }) => options.includes(at)).length)
    for (const through of [forum, other]) {
      const { poll } = await read(id, undefined, through)
      expect([counts(poll), poll?.voters]).toEqual([
        expected,
        stored.filter(({ options }) => options.length > 0).length,
      ])
    }
    expect(stored).toHaveLength(voters.length)
  })

  it('creates the poll once when its thread is sent twice under one key', async () => {
    const key = { 'Idempotency-Key': '5f0f6c1e-8f6e-4f7a-9b3e-2f6a1c9d7e11' }
    const first = await start({ ...QUESTION })
      .set(key)
      .expect(201)
    await vote(first.body.thread.id as number, laowang, [0])
    const repeated = await start({ ...QUESTION })
      .set(key)
      .expect(201)
    expect(repeated.body.thread).toMatchObject({ id: first.body.thread.id as number, poll: { voters: 1 } })
    await start({ ...QUESTION, options: ['另', '外'] })
      .set(key)
      .expect(409)
  })

  it('keeps the votes of a deleted account counted', async () => {
    const { id } = await started()
    const leaving = await forum.member('toupiaozou')
    await vote(id, leaving, [1])
    const { password } = { password: 'Correct#Horse9' }
    await forum.as(leaving).call('deleteAccount', { password })
    await forum.settle()
    await vote(id, laowang, [1])
    expect(counts((await read(id)).poll)).toEqual([0, 2, 0])
  })
})
