import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPeopledForum, type TestForum, type TestMember } from '../fixtures/forum'

/** More followers than two batches hold. */
const FOLLOWERS = 1_100
const FIRST_FOLLOWER = 1_000_000
/** The most members whom one command may write. */
const MEMBERS_AT_ONCE = 500

describe('followed members', () => {
  let forum: TestForum
  let xiaoli: TestMember
  let laowang: TestMember
  let banzhu: TestMember

  beforeAll(async () => {
    ;({ forum, xiaoli, laowang, banzhu } = await startPeopledForum())
  })
  afterAll(() => forum.stop())

  const follow = (by: TestMember, whom: number, followed = true) =>
    forum.request.put(`/api/users/${whom}/follow`).set(by.headers).send({ followed })
  const following = async (by: TestMember) => {
    const body = await forum.as(by).call('listFollowing')
    return body.users.map(({ id }) => id)
  }
  const noticesOf = async (by: TestMember) => {
    await forum.settle()
    return (await forum.as(by).call('listNotifications')).notifications
  }

  it('are listed to their follower, the latest first, until the end of it', async () => {
    expect((await follow(laowang, xiaoli.id).expect(200)).body).toEqual({ followed: true })
    forum.clock.advance(1)
    await follow(laowang, banzhu.id).expect(200)
    await follow(laowang, xiaoli.id).expect(200)
    expect(await following(laowang)).toEqual([banzhu.id, xiaoli.id])
    expect(await following(xiaoli)).toEqual([])
    expect((await follow(laowang, banzhu.id, false).expect(200)).body).toEqual({ followed: false })
    expect(await following(laowang)).toEqual([xiaoli.id])
    await follow(laowang, laowang.id).expect(403)
  })

  it('notify their followers of new threads, but not of replies', async () => {
    const follower = await forum.member('guanzhuzhe')
    await follow(follower, xiaoli.id).expect(200)
    const thread = await forum.thread(xiaoli, 3, '新开的主题')
    await forum.as(xiaoli).reply(thread.id, '自己顶')
    const notices = await noticesOf(follower)
    expect(notices).toMatchObject([
      {
        kind: 'follow',
        text: '你关注的 xiaoli 发表了新主题《新开的主题》',
        actor: { id: xiaoli.id },
        thread: { id: thread.id },
        postId: thread.openingPostId,
        isRead: false,
      },
    ])
    await forum.as(follower).call('markThreadRead', { threadId: thread.id, number: 1 })
    expect((await noticesOf(follower))[0]?.isRead).toBe(true)
  })

  it('notify no follower who has blocked them, turned it off or stopped following', async () => {
    const [blocking, quiet, former] = [
      await forum.member('guanzhu1'),
      await forum.member('guanzhu2'),
      await forum.member('guanzhu3'),
    ]
    for (const by of [blocking, quiet, former]) await follow(by, xiaoli.id).expect(200)
    await forum.as(blocking).call('blockUser', { userId: xiaoli.id, blocked: true })
    await forum.as(quiet).call('updateNotificationSettings', { follow: 'off' })
    await follow(former, xiaoli.id, false).expect(200)
    await forum.thread(xiaoli, 3, '又一个')
    for (const by of [blocking, quiet, former]) expect(await noticesOf(by)).toEqual([])
  })

  it('notify a follower whom they mention only of the mention', async () => {
    const follower = await forum.member('guanzhu4')
    await follow(follower, xiaoli.id).expect(200)
    await forum.as(xiaoli).call('createThread', { title: '请教', content: '@guanzhu4 请看', boardId: 3 })
    expect((await noticesOf(follower)).map(({ kind }) => kind)).toEqual(['mention'])
  })

  it('notify thousands of followers once, a batch at a time', async () => {
    const famous = await forum.member('mingren')
    const { members, follows, notifications } = forum.api.db
    const like = await members.findOne({ _id: famous.id })
    const ids = Array.from({ length: FOLLOWERS }, (_, i) => FIRST_FOLLOWER + i)
    await members.insertMany(
      ids.map((id) => ({
        ...like,
        _id: id,
        username: `f${id}`,
        usernameLower: `f${id}`,
        email: `f${id}@example.com`,
        emailLower: `f${id}@example.com`,
      })) as never[],
    )
    await follows.insertMany(
      ids.map((userId) => ({
        _id: `${userId}:${famous.id}`,
        userId,
        followedId: famous.id,
        createdAt: forum.clock.now(),
      })),
    )
    let mostRead = 0
    forum.api.db.boards.db.client.on('commandSucceeded', ({ reply }) => {
      const { cursor } = reply as { cursor?: { firstBatch?: unknown[]; nextBatch?: unknown[] } }
      mostRead = Math.max(mostRead, (cursor?.firstBatch ?? cursor?.nextBatch ?? []).length)
    })
    const thread = await forum.thread(famous, 3, '万众瞩目')
    await forum.settle()
    const read = mostRead
    const notified = await notifications
      .find({ threadId: thread.id, kind: 'follow' }, { projection: { userId: 1 }, sort: { userId: 1 } })
      .toArray()
    expect(notified.map(({ userId }) => userId)).toEqual(ids)
    expect(read).toBeLessThanOrEqual(MEMBERS_AT_ONCE)
  })

  it('end with the account of either', async () => {
    const leaving = await forum.member('yaozoude')
    const follower = await forum.member('guanzhu5')
    await follow(follower, leaving.id).expect(200)
    await follow(leaving, xiaoli.id).expect(200)
    const call = forum.request.post('/api/auth/delete').set(leaving.headers)
    await call.send({ password: 'Correct#Horse9' }).expect(204)
    expect(await following(follower)).toEqual([])
    expect(await forum.api.db.follows.countDocuments({ userId: leaving.id })).toBe(0)
  })
})
