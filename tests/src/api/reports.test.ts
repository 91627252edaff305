import { connect, prepareDatabase } from '@forum/http-api'
import type { Post, Report } from '@forum/shared/contract'
import { REASON_MAX } from '@forum/shared/limits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD, startPeopledForum, type TestForum, type TestMember } from '../fixtures/forum'

/** The id of the migration from reports to cases. */
const CASES_MIGRATION = 14

describe('reports of posts', () => {
  let forum: TestForum
  let xiaoli: TestMember
  let laowang: TestMember
  let banzhu: TestMember
  let threadId: number

  beforeAll(async () => {
    ;({ forum, xiaoli, laowang, banzhu } = await startPeopledForum())
    threadId = (await forum.thread(xiaoli, 3, '被举报的主题')).id
  })
  afterAll(() => forum.stop())

  const replied = async (by: TestMember, content = '难听的话') => {
    const request = forum.request.post('/api/posts').set(by.headers)
    return ((await request.send({ threadId, content }).expect(201)).body as { post: Post }).post
  }
  const report = (by: TestMember, postId: number, reason: unknown = '人身攻击') =>
    forum.request.post(`/api/posts/${postId}/report`).set(by.headers).send({ reason })
  const stored = async (postId: number) => {
    const cases = await forum.api.db.cases.find({ postId }).toArray()
    return cases.reduce((sum, { reports }) => sum + reports.length, 0)
  }

  it('stores a report and returns it with its post, thread and reporter', async () => {
    const post = await replied(laowang, '[b]难听[/b]的话')
    const response = await report(xiaoli, post.id, '  人身攻击：太难听  ').expect(201)
    expect((response.body as { report: Report }).report).toEqual({
      id: expect.any(Number) as number,
      post: {
        id: post.id,
        number: post.number,
        threadId,
        excerpt: '难听的话',
        author: expect.objectContaining({ id: laowang.id }) as object,
      },
      thread: { id: threadId, title: '被举报的主题', boardId: 3 },
      messageId: null,
      userId: null,
      reporter: expect.objectContaining({ id: xiaoli.id }) as object,
      reason: '人身攻击：太难听',
      status: 'open',
      handledBy: null,
      handledAt: null,
      note: null,
      createdAt: expect.any(String) as string,
    })
  })

  it('accepts one open report of a member on a post, however many arrive at once', async () => {
    const { id } = await replied(laowang)
    const responses = await Promise.all(Array.from({ length: 5 }, () => report(xiaoli, id)))
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409])
    const again = await report(xiaoli, id).set('Accept-Language', 'en').expect(409)
    expect(again.body).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('already reported') as string,
    })
    await report(banzhu, id).expect(201)
    expect(await stored(id)).toBe(2)

    const found = await forum.api.db.cases.findOne({ postId: id })
    const settle = forum.request.post(`/api/moderation/reports/${found?._id}/resolve`).set(banzhu.headers)
    await settle.send({ action: 'dismiss' }).expect(200)
    await report(xiaoli, id).expect(201)
    expect(await stored(id)).toBe(3)
  })

  it('requires a reason of 1 to 500 characters', async () => {
    const { id } = await replied(laowang)
    for (const [reason, code] of [
      [null, 'required'],
      [' \n ', 'required'],
      ['😀'.repeat(REASON_MAX + 1), 'too_long'],
      [7, 'invalid'],
    ]) {
      const { body } = await report(xiaoli, id, reason).expect(400)
      expect(body).toMatchObject({ errors: [{ field: 'reason', code }] })
    }
    expect(await stored(id)).toBe(0)
    await report(xiaoli, id, '😀'.repeat(REASON_MAX)).expect(201)
  })

  it("keeps a member's reports and names the author of a post after the account is deleted", async () => {
    const leaving = await forum.member('zhuxiao')
    const [ownReply, reported] = [await replied(leaving), await replied(laowang)]
    await report(leaving, reported.id).expect(201)
    await forum.as(leaving).call('deleteAccount', { password: PASSWORD })
    const { body } = await report(xiaoli, ownReply.id).expect(201)
    expect((body as { report: Report }).report.post?.author.displayName).toBe('已注销用户')
    expect(await stored(reported.id)).toBe(1)
  })

  it('collects reports that were stored before there were cases, in one case of each post', async () => {
    const [first, second] = [await replied(laowang, '旧的一条'), await replied(laowang, '旧的两条')]
    const former = (_id: number, postId: number, reporterId: number) => ({
      _id,
      postId,
      threadId,
      reporterId,
      reason: `旧举报 ${_id}`,
      status: 'open',
      createdAt: new Date(_id * 1_000),
    })
    const connection = await connect(forum.uri)
    try {
      const db = connection.getClient().db(connection.name)
      await db
        .collection<ReturnType<typeof former>>('reports')
        .insertMany([
          former(9_001, second.id, xiaoli.id),
          former(9_002, first.id, xiaoli.id),
          former(9_003, second.id, banzhu.id),
        ])
      const migrations = db.collection<{ _id: number }>('migrations')
      for (let run = 0; run < 2; run++) {
        await migrations.deleteOne({ _id: CASES_MIGRATION })
        await prepareDatabase(forum.uri, forum.clock, () => undefined)
      }
    } finally {
      await connection.close()
    }
    const cases = await forum.api.db.cases
      .find({ postId: { $in: [first.id, second.id] } }, { sort: { reportCount: 1 } })
      .toArray()
    expect(cases.map(({ postId, reportCount }) => [postId, reportCount])).toEqual([
      [first.id, 1],
      [second.id, 2],
    ])
    expect(cases[1]).toMatchObject({
      status: 'open',
      boardId: 3,
      authorId: laowang.id,
      reports: [{ id: 9_001, reporterId: xiaoli.id, reason: '旧举报 9001' }, { id: 9_003 }],
    })
    await report(xiaoli, second.id).expect(409)
    const late = await replied(laowang, '后来的')
    await report(xiaoli, late.id).expect(201)
  })
})
