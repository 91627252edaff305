import { DAY_MS, HOUR_MS } from '@forum/shared/clock'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPeopledForum, type TestForum, type TestMember } from '../fixtures/forum'

describe('threads under fire', () => {
  let forum: TestForum
  let xiaoli: TestMember
  let laowang: TestMember
  let banzhu: TestMember

  beforeAll(async () => {
    ;({ forum, xiaoli, laowang, banzhu } = await startPeopledForum())
    forum.clock.stop()
  })
  afterAll(() => forum.stop())

  const reply = (by: TestMember, threadId: number, key?: string) =>
    forum.request
      .post('/api/posts')
      .set(by.headers)
      .set(key === undefined ? {} : { 'Idempotency-Key': key })
      .send({ threadId, content: '一条回复' })
  const threadOf = async (threadId: number) => (await forum.as(null).call('getThread', { threadId })).thread
  const inMs = (ms: number) => new Date(forum.clock.now().getTime() + ms).toISOString()

  it('lets each member reply once in the seconds of slow mode and says when the next reply is possible', async () => {
    const thread = await forum.thread(xiaoli)
    const { thread: slow } = await forum.as(banzhu).call('slowThread', { threadId: thread.id, seconds: 60 })
    expect(slow.slowSeconds).toBe(60)
    const key = '11111111-2222-4333-8444-555555555555'
    const first = await reply(laowang, thread.id, key).expect(201)
    forum.clock.advance(20_000)
    const refused = await reply(laowang, thread.id).expect(429)
    expect(refused.headers['retry-after']).toBe('40')
    expect(refused.body).toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      message: expect.stringContaining('慢速模式') as string,
    })
    const repeated = await reply(laowang, thread.id, key).expect(201)
    expect(repeated.body.post).toMatchObject({ id: first.body.post.id as number })
    await reply(xiaoli, thread.id).expect(201)
    await reply(banzhu, thread.id).expect(201)
    await reply(banzhu, thread.id).expect(201)
    forum.clock.advance(40_000)
    await reply(laowang, thread.id).expect(201)
  })

  it('counts a deleted reply in slow mode', async () => {
    const thread = await forum.thread(xiaoli)
    await forum.as(banzhu).call('slowThread', { threadId: thread.id, seconds: 60 })
    const { body } = await reply(laowang, thread.id).expect(201)
    await forum.as(laowang).call('deletePost', { postId: (body.post as { id: number }).id })
    await reply(laowang, thread.id).expect(429)
  })

  it('accepts one of two replies of a member that are sent at once in slow mode', async () => {
    const thread = await forum.thread(xiaoli)
    await forum.as(banzhu).call('slowThread', { threadId: thread.id, seconds: 60 })
    // While a moderator's replies are committed, those of the member wait for one commit together.
    const others = Array.from({ length: 4 }, () => reply(banzhu, thread.id))
    const sent = await Promise.all([...others, ...[1, 2, 3].map(() => reply(laowang, thread.id))])
    const statuses = sent.slice(others.length).map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 429, 429])
  })

  it('locks and opens a thread at the times that its moderator has set, and logs it as the act of the system', async () => {
    const thread = await forum.thread(xiaoli)
    const times = { lockAt: inMs(HOUR_MS), unlockAt: inMs(2 * HOUR_MS) }
    await forum.as(banzhu).call('scheduleThread', { threadId: thread.id, ...times })
    expect(await threadOf(thread.id)).toMatchObject({ ...times, isLocked: false })
    forum.clock.advance(HOUR_MS)
    // Nobody replies after the time, even before it is carried out.
    await reply(laowang, thread.id).expect(409)
    await forum.api.sweep()
    await forum.api.sweep()
    await forum.settle()
    expect(await threadOf(thread.id)).toMatchObject({ isLocked: true, lockAt: null })
    forum.clock.advance(HOUR_MS)
    await reply(laowang, thread.id).expect(201)
    await forum.api.sweep()
    await forum.settle()
    expect(await threadOf(thread.id)).toMatchObject({ isLocked: false, unlockAt: null })
    const { entries } = await forum.as(banzhu).call('listModerationLog', { userId: xiaoli.id, limit: 3 })
    expect(entries.map(({ action, actor }) => [action, actor?.username ?? null])).toEqual([
      ['unlock_thread', null],
      ['lock_thread', null],
      ['set_schedule', banzhu.username],
    ])
    const { activity } = await forum.as(banzhu).call('listActivity', { kind: 'lock' })
    expect(activity.filter((line) => line.thread?.id === thread.id)).toEqual([])
  })

  it('locks the other threads on time when one of them has been merged', async () => {
    const [merged, into, other] = [
      await forum.thread(xiaoli),
      await forum.thread(xiaoli),
      await forum.thread(xiaoli),
    ]
    const lockAt = inMs(HOUR_MS)
    for (const { id: threadId } of [merged, other])
      await forum.as(banzhu).call('scheduleThread', { threadId, lockAt })
    await forum.as(banzhu).call('mergeThread', { threadId: merged.id, into: into.id })
    forum.clock.advance(HOUR_MS)
    await forum.api.sweep()
    expect((await threadOf(other.id)).isLocked).toBe(true)
    expect((await threadOf(into.id)).isLocked).toBe(false)
  })

  it('locks a thread after days without a reply, and a reply begins them again', async () => {
    const thread = await forum.thread(xiaoli)
    await forum.as(banzhu).call('scheduleThread', { threadId: thread.id, closeAfterDays: 2 })
    forum.clock.advance(DAY_MS)
    await reply(laowang, thread.id).expect(201)
    forum.clock.advance(DAY_MS)
    await forum.api.sweep()
    expect(await threadOf(thread.id)).toMatchObject({ isLocked: false, closeAfterDays: 2 })
    forum.clock.advance(DAY_MS)
    await forum.api.sweep()
    expect(await threadOf(thread.id)).toMatchObject({ isLocked: true, closeAfterDays: null })
  })

  it('leaves a thread open that is opened after the days without a reply, by hand or at its time', async () => {
    const [byHand, atItsTime] = [await forum.thread(xiaoli), await forum.thread(xiaoli)]
    const moderator = forum.as(banzhu)
    for (const { id: threadId } of [byHand, atItsTime])
      await moderator.call('scheduleThread', { threadId, closeAfterDays: 2 })
    await moderator.call('lockThread', { threadId: byHand.id, locked: true })
    await moderator.call('scheduleThread', {
      threadId: atItsTime.id,
      lockAt: inMs(HOUR_MS),
      unlockAt: inMs(3 * DAY_MS),
    })
    for (const ms of [HOUR_MS, 3 * DAY_MS]) {
      forum.clock.advance(ms)
      await forum.api.sweep()
    }
    await moderator.call('lockThread', { threadId: byHand.id, locked: false })
    await forum.api.sweep()
    for (const { id } of [byHand, atItsTime]) {
      expect(await threadOf(id)).toMatchObject({ isLocked: false, closeAfterDays: null })
      await reply(laowang, id).expect(201)
    }
  })

  it('takes slow mode and a schedule back as they were, unless another act has changed them', async () => {
    const thread = await forum.thread(xiaoli)
    const moderator = forum.as(banzhu)
    const first = await moderator.call('slowThread', { threadId: thread.id, seconds: 60 })
    const lockAt = inMs(HOUR_MS)
    const scheduled = await moderator.call('scheduleThread', {
      threadId: thread.id,
      lockAt,
      closeAfterDays: 7,
    })
    const second = await moderator.call('slowThread', { threadId: thread.id, seconds: 300 })
    await moderator.refused('CONFLICT', 'undoAct', { actId: first.undo?.id ?? 0 })
    await moderator.call('undoAct', { actId: second.undo?.id ?? 0 })
    expect(await threadOf(thread.id)).toMatchObject({ slowSeconds: 60, lockAt, closeAfterDays: 7 })
    await moderator.call('undoAct', { actId: scheduled.undo?.id ?? 0 })
    expect(await threadOf(thread.id)).toMatchObject({ slowSeconds: 60, lockAt: null, closeAfterDays: null })
  })

  it('refuses to take back a schedule of which a part has been carried out', async () => {
    const thread = await forum.thread(xiaoli)
    const moderator = forum.as(banzhu)
    const lockAt = inMs(HOUR_MS)
    const given = { threadId: thread.id, lockAt, closeAfterDays: 7 }
    const { undo } = await moderator.call('scheduleThread', given)
    forum.clock.advance(HOUR_MS)
    await forum.api.sweep()
    await moderator.refused('CONFLICT', 'undoAct', { actId: undo?.id ?? 0 })
    expect(await threadOf(thread.id)).toMatchObject({ isLocked: true, closeAfterDays: 7 })
  })

  it('publishes the new pace to the thread and to its lists', async () => {
    const thread = await forum.thread(xiaoli)
    await forum.settle()
    forum.bus.sent.length = 0
    await forum.as(banzhu).call('slowThread', { threadId: thread.id, seconds: 60 })
    await forum.as(banzhu).call('slowThread', { threadId: thread.id, seconds: 60 })
    await forum.settle()
    const published = forum.bus.sent.flatMap(({ channel, message }) =>
      'changes' in message ? [[channel, message.changes]] : [],
    )
    expect(published).toEqual([
      [`forum:thread:${thread.id}`, { slowSeconds: 60 }],
      [`forum:board:3`, { slowSeconds: 60 }],
      ['forum:home', { slowSeconds: 60 }],
    ])
  })

  it('refuses times that are over, and an opening before the lock', async () => {
    const thread = await forum.thread(xiaoli)
    const moderator = forum.as(banzhu)
    const refused = async (body: { lockAt?: string; unlockAt?: string }) =>
      (await moderator.refused('VALIDATION_FAILED', 'scheduleThread', { threadId: thread.id, ...body }))
        .errors
    expect(await refused({ lockAt: inMs(-1_000) })).toMatchObject([{ field: 'lockAt', code: 'range' }])
    await moderator.call('scheduleThread', { threadId: thread.id, lockAt: inMs(HOUR_MS) })
    expect(await refused({ unlockAt: inMs(HOUR_MS / 2) })).toMatchObject([
      { field: 'unlockAt', code: 'range' },
    ])
  })
})
