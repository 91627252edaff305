import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPeopledForum, type TestForum, type TestMember } from '../fixtures/forum'

/** More followers than two batches hold. */
const FOLLOWERS = 1_100
const FIRST_FOLLOWER = 1_000_000

describe('levels of boards', () => {
  let forum: TestForum
  let xiaoli: TestMember
  let laowang: TestMember
  let admin: TestMember
  /** Two boards for threads, below one. */
  let parent: number
  let first: number
  let second: number
  const BOARD = 3

  beforeAll(async () => {
    ;({ forum, xiaoli, laowang } = await startPeopledForum())
    admin = await forum.member('zongguan', 'admin')
    const create = async (name_zh: string, parentId: number | null) => {
      const of = { name_zh, parentId, ...(parentId === null ? { category: '1' } : {}) }
      return (await forum.as(admin).call('createBoard', of)).board.id
    }
    parent = await create('上级', null)
    first = await create('下级一', parent)
    second = await create('下级二', parent)
  })
  afterAll(() => forum.stop())

  const setLevel = (by: TestMember, boardId: number, level: 'follow' | 'normal' | 'hide') =>
    forum.as(by).call('setBoardLevel', { boardId, level })
  const levelsOf = async (by: TestMember) => {
    const { boards } = await forum.as(by).call('listBoards')
    return Object.fromEntries(
      boards.flatMap(({ id, viewer }) => (viewer && viewer.level !== 'normal' ? [[id, viewer.level]] : [])),
    )
  }
  const listed = async (by: TestMember, query: object = {}) => {
    const { threads, pagination } = await forum.as(by).call('listThreads', { limit: 100, ...query })
    return { ids: threads.map(({ id }) => id), total: pagination.total }
  }
  const noticesOf = async (by: TestMember) => {
    await forum.settle()
    return (await forum.as(by).call('listNotifications')).notifications
  }

  it('are those of their member alone, of a board with those below it, and shown with every board', async () => {
    const member = await forum.member('xuanze1')
    const sent = forum.bus.sent.length
    expect((await setLevel(member, parent, 'follow')).board.viewer?.level).toBe('follow')
    expect(await levelsOf(member)).toEqual({ [parent]: 'follow', [first]: 'follow', [second]: 'follow' })
    await setLevel(member, second, 'hide')
    await setLevel(member, first, 'normal')
    expect(await levelsOf(member)).toEqual({ [parent]: 'follow', [second]: 'hide' })
    const { board } = await forum.as(member).call('getBoard', { boardId: parent })
    expect(board.children.map(({ viewer }) => viewer?.level)).toEqual(['normal', 'hide'])
    expect(await levelsOf(laowang)).toEqual({})
    expect(forum.bus.sent.slice(sent)).toMatchObject(
      [
        { boardIds: [parent, first, second], level: 'follow' },
        { boardIds: [second], level: 'hide' },
        { boardIds: [first], level: 'normal' },
      ].map((event) => ({ channel: `forum:user:${member.id}`, message: { name: 'board:level', ...event } })),
    )
  })

  it('leave hidden boards out of the lists of the whole forum, and out of no other', async () => {
    const member = await forum.member('xuanze2')
    const hidden = await forum.thread(xiaoli, first, '不想看的话题')
    const shown = await forum.thread(xiaoli, BOARD, '想看的话题')
    await forum.as(laowang).reply(hidden.id, '顶')
    await forum.as(laowang).reply(shown.id, '顶')
    await forum.settle()
    const before = await listed(member)
    expect(before.ids).toEqual(expect.arrayContaining([hidden.id, shown.id]))
    await setLevel(member, first, 'hide')
    const inFirst = (await listed(member, { boardId: first })).ids
    expect(inFirst).toContain(hidden.id)
    const lists = [
      {},
      { sortBy: 'createdAt' },
      { perAuthor: 2 },
      { daysAgo: 3, minReplies: 1 },
      { unread: true },
    ]
    for (const query of lists) {
      const { ids } = await listed(member, query)
      expect(ids).toContain(shown.id)
      expect(ids).not.toContain(hidden.id)
    }
    const after = await listed(member)
    expect(after.total).toBe(before.total - inFirst.length)
    expect(after.total).toBe(after.ids.length)
    const { boardIds } = await forum.as(member).call('listUnreadBoards')
    expect(boardIds).toContain(BOARD)
    expect(boardIds).not.toContain(first)
    // A hidden board's threads are still found by a search, and listed among watched threads.
    const { threads } = await forum.as(member).call('searchThreads', { q: '不想看的话题' })
    expect(threads.map(({ id }) => id)).toEqual([hidden.id])
    await forum.as(member).call('watchThread', { threadId: hidden.id, watched: true })
    expect((await listed(member, { watched: true })).ids).toEqual([hidden.id])
    // Those who share a class of readers are not concerned.
    expect((await listed(laowang)).ids).toContain(hidden.id)
    await setLevel(member, first, 'normal')
    expect(await listed(member)).toEqual(before)
  })

  it('leave hidden boards out of related threads', async () => {
    const member = await forum.member('xuanze3')
    const about = await forum.thread(xiaoli, BOARD, '露营装备清单与帐篷选购')
    const other = await forum.thread(xiaoli, second, '帐篷选购和露营装备')
    await forum.settle()
    const related = async () =>
      (await forum.as(member).call('listRelatedThreads', { threadId: about.id })).threads.map(({ id }) => id)
    expect(await related()).toContain(other.id)
    await setLevel(member, second, 'hide')
    expect(await related()).not.toContain(other.id)
  })

  it('list the threads of followed boards, and none where nothing is followed', async () => {
    const member = await forum.member('xuanze4')
    expect(await listed(member, { followed: true })).toEqual({ ids: [], total: 0 })
    await setLevel(member, first, 'follow')
    const thread = await forum.thread(xiaoli, first, '关注的版块里的主题')
    const other = await forum.thread(xiaoli, BOARD, '别处的主题')
    await forum.settle()
    const { ids, total } = await listed(member, { followed: true })
    expect(ids[0]).toBe(thread.id)
    expect(ids).not.toContain(other.id)
    expect(total).toBe((await forum.as(member).call('getBoard', { boardId: first })).board.threadCount)
    expect((await listed(member, { followed: true, unread: true })).ids).toContain(thread.id)
    await forum.request.get('/api/threads?followed=true').expect(401)
  })

  it('notify followers of new threads as they have set, once, and not of their own', async () => {
    const [member, quiet, both] = [
      await forum.member('xuanze5'),
      await forum.member('xuanze6'),
      await forum.member('xuanze7'),
    ]
    for (const by of [member, quiet, both]) await setLevel(by, second, 'follow')
    await forum.as(quiet).call('updateNotificationSettings', { board: 'off' })
    await forum.as(both).call('followUser', { userId: xiaoli.id, followed: true })
    const thread = await forum.thread(xiaoli, second, '新开张')
    await forum.as(xiaoli).reply(thread.id, '自己顶')
    await forum.thread(member, second, '我自己的')
    expect(await noticesOf(member)).toMatchObject([
      {
        kind: 'board',
        text: 'xiaoli 在你关注的【下级二】发表了新主题《新开张》',
        thread: { id: thread.id },
        postId: thread.openingPostId,
      },
    ])
    expect(await noticesOf(quiet)).toEqual([])
    expect((await noticesOf(both)).map(({ kind }) => kind)).toEqual(['board', 'follow'])
    await setLevel(member, second, 'normal')
    await forum.thread(xiaoli, second, '与我无关')
    expect(await noticesOf(member)).toHaveLength(1)
  })

  it('notify thousands of followers of a board and its author once, a batch at a time', async () => {
    const famous = await forum.member('mingren2')
    const { members, follows, boardLevels, notifications } = forum.api.db
    const like = await members.findOne({ _id: famous.id })
    const ids = Array.from({ length: FOLLOWERS }, (_, i) => FIRST_FOLLOWER + i)
    await members.insertMany(
      ids.map((id) => ({
        ...like,
        _id: id,
        username: `b${id}`,
        usernameLower: `b${id}`,
        email: `b${id}@example.com`,
        emailLower: `b${id}@example.com`,
      })) as never[],
    )
    await boardLevels.insertMany(ids.map((id) => ({ _id: id, followed: [first], hidden: [] })))
    // Every third follows the author too, whose followers have other ends of batches.
    const ofBoth = ids.filter((id) => id % 3 === 0)
    await follows.insertMany(
      ofBoth.map((userId) => ({
        _id: `${userId}:${famous.id}`,
        userId,
        followedId: famous.id,
        createdAt: forum.clock.now(),
      })),
    )
    const thread = await forum.thread(famous, first, '万众瞩目')
    await forum.settle()
    const notified = await notifications
      .find({ threadId: thread.id, userId: { $gte: FIRST_FOLLOWER } }, { sort: { userId: 1 } })
      .toArray()
    expect(notified.map(({ userId }) => userId)).toEqual(ids)
    expect(notified.filter(({ kind }) => kind === 'follow').map(({ userId }) => userId)).toEqual(ofBoth)
  })

  it('show a follower nothing of a board that is closed to them meanwhile', async () => {
    const member = await forum.member('xuanze8')
    await setLevel(member, second, 'follow')
    await forum.as(admin).call('updateBoard', { boardId: second, access: { see: 'staff' } })
    await forum.thread(admin, second, '只给版主看')
    expect(await noticesOf(member)).toEqual([])
    expect((await listed(member, { followed: true })).ids).toEqual([])
    await forum.as(member).refused('NOT_FOUND', 'setBoardLevel', { boardId: second, level: 'hide' })
    await forum.as(admin).call('updateBoard', { boardId: second, access: { see: 'everyone' } })
  })

  it('end with the account', async () => {
    const leaving = await forum.member('xuanze9')
    await setLevel(leaving, first, 'hide')
    const call = forum.request.post('/api/auth/delete').set(leaving.headers)
    await call.send({ password: 'Correct#Horse9' }).expect(204)
    expect(await forum.api.db.boardLevels.countDocuments({ _id: leaving.id })).toBe(0)
  })
})
