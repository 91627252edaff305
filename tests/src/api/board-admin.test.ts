import type { Board } from '@forum/shared/contract'
import { FRESH_PASSWORD_MS } from '@forum/http-api/limits'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { PASSWORD, startAnotherApi, startTestForum, type TestForum, type TestMember } from '../fixtures/forum'

describe('administration of boards', () => {
  let forum: TestForum
  let other: TestForum
  let admin: TestMember
  let xiaoli: TestMember

  beforeAll(async () => {
    forum = await startTestForum()
    // Another process on the same database.
    other = await startTestForum({ uri: forum.uri, boards: false })
    admin = await forum.member('zongguan', 'admin')
    xiaoli = await forum.member('xiaoli')
  })
  afterAll(async () => {
    await other.stop()
    await forum.stop()
  })

  const create = (body: object, as = admin) => forum.request.post('/api/boards').set(as.headers).send(body)
  const update = (id: number, body: object, as = admin) =>
    forum.request.put(`/api/boards/${id}`).set(as.headers).send(body)
  const remove = (id: number, as = admin) => forum.request.delete(`/api/boards/${id}`).set(as.headers)
  const created = async (body: object): Promise<Board> => (await create(body).expect(201)).body.board as Board
  const boardsOf = async (of: TestForum): Promise<Board[]> => (await of.as().call('listBoards')).boards
  const namesOf = async (of: TestForum) => (await boardsOf(of)).map(({ name }) => name)

  it('names moderators only if the password was typed recently', async () => {
    const late = await forum.member('wanzongguan', 'admin')
    await forum.api.db.sessions.updateOne(
      { userId: late.id },
      { $set: { createdAt: new Date(forum.clock.now().getTime() - FRESH_PASSWORD_MS - 1) } },
    )
    const board = await created({ name: 'Cats', name_zh: '猫', parentId: 120 })
    const named = { moderatorIds: [xiaoli.id] }
    for (const refused of [
      await create({ name: 'Dogs', name_zh: '狗', parentId: 120, ...named }, late).expect(403),
      await update(board.id, { name_zh: '小猫', ...named }, late).expect(403),
    ])
      expect(refused.body.code).toBe('PASSWORD_REQUIRED')
    await update(board.id, { name_zh: '小猫', moderatorIds: [] }, late).expect(200)
    await update(board.id, named).expect(200)
    await update(board.id, { name_zh: '大猫', ...named }, late).expect(200)
    expect((await update(board.id, { moderatorIds: [] }, late).expect(403)).body.code).toBe(
      'PASSWORD_REQUIRED',
    )
    await remove(board.id).expect(204)
    forum.bus.sent.length = 0
  })

  it('creates a board that every process lists at once, after its siblings', async () => {
    await namesOf(other)
    const board = await created({
      name: 'Bikes',
      name_zh: '单车',
      description_zh: '骑行路线',
      parentId: 120,
      moderatorIds: [xiaoli.id, xiaoli.id],
    })
    expect(board).toMatchObject({
      name: 'Bikes',
      name_zh: '单车',
      displayName: '单车',
      description: '骑行路线',
      parent: { id: 120 },
      category: '3',
      postRole: 'user',
      threadCount: 0,
      lastThread: null,
    })
    expect(board.moderators.map(({ id }) => id)).toEqual([xiaoli.id])
    for (const process of [forum, other]) {
      const ids = (await boardsOf(process)).map(({ id }) => id)
      expect(ids.indexOf(board.id)).toBe(ids.indexOf(124) + 1)
    }
    expect(forum.bus.sent.filter(({ message }) => message.name === 'boards:changed')).toHaveLength(1)
    await forum.request.post('/api/threads').set(xiaoli.headers).send({
      title: '周末骑车',
      content: '有人一起吗',
      boardId: board.id,
    })
  })

  it('changes names, order and category, which sub-boards follow', async () => {
    const root = await created({ name: 'Arts', category: 'humanities' })
    const first = await created({ name: 'Painting', parentId: root.id })
    const second = await created({ name: 'Drama', parentId: root.id })
    expect([root.category, first.category]).toEqual(['5', '5'])
    expect(root.name_zh).toBe('Arts')
    await update(first.id, { position: second.position + 1 }).expect(200)
    await update(root.id, { category: '生活百科', name_zh: '艺术' }).expect(200)
    const body = await other.as().call('getBoard', { boardId: root.id })
    expect(body.board).toMatchObject({ displayName: '艺术', name: 'Arts', category: '4' })
    expect(body.board.children.map(({ name, category }) => [name, category])).toEqual([
      ['Drama', '4'],
      ['Painting', '4'],
    ])
  })

  it('moves boards, but not under their own sub-boards and no deeper than three levels', async () => {
    const [a, b, c] = [
      await created({ name: 'A' }),
      await created({ name: 'B' }),
      await created({ name: 'C' }),
    ]
    await update(b.id, { parentId: a.id }).expect(200)
    await update(c.id, { parentId: b.id }).expect(200)
    const refused = async (response: ReturnType<typeof update>, code: string) =>
      expect((await response.expect(400)).body).toMatchObject({ errors: [{ field: 'parentId', code }] })
    await refused(update(a.id, { parentId: c.id }), 'cycle')
    await refused(update(a.id, { parentId: a.id }), 'cycle')
    await refused(update(a.id, { parentId: 1 }), 'depth')
    await refused(create({ name: 'D', parentId: c.id }), 'depth')
    await update(a.id, { parentId: 999_999 }).expect(404)
    const versionsOf = () =>
      forum.bus.sent.flatMap(({ message }) =>
        message.name === 'board:updated' && message.boardId === a.id ? [message.version] : [],
      )
    await forum.thread(xiaoli, c.id)
    await forum.settle()
    await expect.poll(() => versionsOf().length).toBeGreaterThan(0)
    const before = Math.max(...versionsOf())
    // A board that leaves takes its revisions with it, yet the version of its parent's counts must not fall.
    await update(b.id, { parentId: null }).expect(200)
    await update(c.id, { parentId: a.id }).expect(200)
    await forum.thread(xiaoli, c.id)
    await forum.settle()
    await expect.poll(() => Math.max(...versionsOf())).toBeGreaterThan(before)
  })

  it('accepts one of two concurrent moves that together would make a cycle', async () => {
    const [a, b] = [await created({ name: 'East' }), await created({ name: 'West' })]
    const responses = await Promise.all([
      update(a.id, { parentId: b.id }),
      other.request.put(`/api/boards/${b.id}`).set(admin.headers).send({ parentId: a.id }),
    ])
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
  })

  it('keeps the boards a tree when a process stalls longer than its lease while it moves one', async () => {
    const [a, b] = [await created({ name: 'Up' }), await created({ name: 'Down' })]
    const { boards, leases } = forum.api.db
    let goOn = () => {}
    const resumed = new Promise<void>((resolve) => (goOn = resolve))
    const collection = boards
    const updateOne = collection.updateOne.bind(collection)
    const stalled = new Promise<void>((reach) => {
      vi.spyOn(collection, 'updateOne').mockImplementationOnce(
        async (...args: Parameters<typeof updateOne>) => {
          reach()
          await resumed
          return updateOne(...args)
        },
      )
    })
    const slow = update(a.id, { parentId: b.id }).then((response) => response)
    await stalled
    await leases.deleteMany({})
    await other.as(admin).call('updateBoard', { boardId: b.id, parentId: a.id })
    goOn()
    expect((await slow).status).toBe(503)
    vi.restoreAllMocks()
    for (const process of [forum, other]) {
      await process.as().call('getBoard', { boardId: a.id })
      expect(await namesOf(process)).toContain('Up')
    }
    expect(await boards.findOne({ _id: a.id })).toMatchObject({ parentId: null })
  })

  it('changes nothing once it has lost its lease', async () => {
    const { leases, members } = forum.api.db
    const collection = members
    const find = collection.find.bind(collection)
    // While it looks for the moderators, others take the lease.
    vi.spyOn(collection, 'find').mockImplementationOnce((...args: Parameters<typeof find>) => {
      const cursor = find(...args)
      const toArray = cursor.toArray.bind(cursor)
      cursor.toArray = async () => {
        await leases.updateOne({ _id: 'boards' }, { $set: { holder: 'another' } })
        return toArray()
      }
      return cursor
    })
    await create({ name: 'Too late', moderatorIds: [xiaoli.id] }).expect(503)
    vi.restoreAllMocks()
    await leases.deleteMany({})
    expect(await namesOf(forum)).not.toContain('Too late')
  })

  it('brings a board back when a slow process starts a thread after it and its category were deleted', async () => {
    const category = { slug: 'stays', name_zh: '短租' }
    await forum.request.post('/api/categories').set(admin.headers).send(category).expect(201)
    const board = await created({ name: 'Late guest', category: 'stays' })
    await expect.poll(() => namesOf(other)).toContain('Late guest')
    const client = other.api.db.threads.db.client
    const bulkWrite = client.bulkWrite.bind(client)
    let goOn = () => {}
    const resumed = new Promise<void>((resolve) => (goOn = resolve))
    const reached = new Promise<void>((reach) => {
      vi.spyOn(client, 'bulkWrite').mockImplementationOnce(async (...args) => {
        reach()
        await resumed
        return bulkWrite(...args)
      })
    })
    const starting = other.startThread(xiaoli, board.id).then((response) => response)
    await reached
    await remove(board.id).expect(204)
    await forum.request.delete('/api/categories/stays').set(admin.headers).expect(204)
    goOn()
    const { status, body } = await starting
    expect(status).toBe(201)
    vi.restoreAllMocks()
    await other.settle()
    await expect.poll(() => namesOf(forum)).toContain('Late guest')
    const returned = (await boardsOf(forum)).find(({ id }) => id === board.id)
    expect(returned?.category).toBe((await forum.as().call('listCategories')).categories.at(-1)?.key)
    await forum.as().call('getThread', { threadId: body.thread.id })
    expect(other.bus.sent.map(({ message }) => message.name)).toContain('boards:changed')
  })

  it('grants and revokes the rights of moderators at once', async () => {
    const mayPin = async () => {
      const body = await forum.as(xiaoli).call('getThread', { threadId })
      return (body.thread as { viewer: { canModerate: boolean } }).viewer.canModerate
    }
    const threadId = (await forum.thread(admin, 3)).id
    expect(await mayPin()).toBe(false)
    forum.bus.sent.length = 0
    await update(1, { moderatorIds: [xiaoli.id] }).expect(200)
    expect(await mayPin()).toBe(true)
    expect(forum.bus.sent.map(({ message }) => message)).toContainEqual(
      expect.objectContaining({ name: 'session:revoked', reason: 'role' }),
    )
    await update(1, { moderatorIds: [] }).expect(200)
    expect(await mayPin()).toBe(false)
    await update(1, { moderatorIds: [999_999] }).expect(404)
  })

  it('deletes only boards without sub-boards and threads', async () => {
    const board = await created({ name: 'Short-lived', parentId: 1 })
    const thread = await forum.thread(xiaoli, board.id)
    expect((await remove(1).expect(409)).body.code).toBe('BOARD_HAS_CHILDREN')
    expect((await remove(board.id).expect(409)).body.code).toBe('BOARD_NOT_EMPTY')
    await forum.api.db.threads.updateOne({ _id: thread.id }, { $set: { isDeleted: true } })
    await remove(board.id).expect(204)
    for (const process of [forum, other]) {
      expect(await namesOf(process)).not.toContain('Short-lived')
      await process.as().refused('NOT_FOUND', 'getBoard', { boardId: board.id })
    }
    await remove(board.id).expect(404)
    await forum.startThread(xiaoli, board.id).expect(404)
  })

  it('keeps a board in which a thread was started during its deletion', async () => {
    const board = await created({ name: 'Contested' })
    const { boards, threads } = forum.api.db
    let start = () => {}
    const started = new Promise<void>((resolve) => (start = resolve))
    // The deletion looks for threads before it marks the board, and again after a moment.
    const search = threads.findOne.bind(threads)
    const find = vi.spyOn(threads, 'findOne')
    find.mockImplementationOnce(search).mockImplementationOnce(async (...query) => {
      await started
      return search(...query)
    })
    const removing = remove(board.id).then((response) => response)
    const isMarked = async () => (await boards.findOne({ _id: board.id }))?.deletedAt !== null
    await expect.poll(isMarked).toBe(true)
    // Simulates a process that read the tree a moment earlier, which starts a thread.
    await boards.updateOne({ _id: board.id }, { $set: { deletedAt: null } })
    await forum.thread(xiaoli, board.id)
    await boards.updateOne({ _id: board.id }, { $set: { deletedAt: new Date() } })
    start()
    expect((await removing).status).toBe(409)
    find.mockRestore()
    expect(await namesOf(forum)).toContain('Contested')
  })

  it('refuses members who are not admins, and invalid boards', async () => {
    await create({ name: 'Mine' }, xiaoli).expect(403)
    await update(3, { name: 'Mine' }, xiaoli).expect(403)
    await remove(3, xiaoli).expect(403)
    for (const body of [
      {},
      { name: ' ' },
      { name: 'x'.repeat(51) },
      { name: 'x', category: 'nowhere' },
      { name: 'x', position: -1 },
      { name: 'x', parentId: '1' },
      { name: 'x', postRole: 'nobody' },
      { name: 'x', moderatorIds: ['1'] },
    ]) {
      expect((await create(body)).status, JSON.stringify(body)).toBe(400)
    }
    expect((await create({}).set('Accept-Language', 'en')).body.message).toBe('Enter a board name')
  })

  it('shows the icon, the colour and the rules of a board, and takes them back', async () => {
    const board = await created({ name: 'Walls', icon: '🧗', color: '#1F6F43', rules: '[b]先问[/b]再拍' })
    expect(board).toMatchObject({ icon: '🧗', color: '#1f6f43', rules: '[b]先问[/b]再拍' })
    await update(board.id, { icon: 'https://pic.example/wall.png', color: null, rules: '' }).expect(200)
    const { body } = await forum.request.get(`/api/boards/${board.id}`).expect(200)
    expect(body.board).toMatchObject({ icon: 'https://pic.example/wall.png', color: null, rules: '' })
    const last = await forum.api.db.moderationLog.findOne({ action: 'update_board' }, { sort: { _id: -1 } })
    const undo = forum.request.post(`/api/moderation/acts/${last?._id ?? 0}/undo`).set(admin.headers)
    await undo.send({}).expect(200)
    const undone = await forum.request.get(`/api/boards/${board.id}`).expect(200)
    expect(undone.body.board).toMatchObject({ icon: '🧗', color: '#1f6f43', rules: '[b]先问[/b]再拍' })
    for (const bad of [{ icon: 'two' }, { icon: 'javascript:alert(1)' }, { color: 'red' }])
      expect((await update(board.id, bad)).status, JSON.stringify(bad)).toBe(400)
  })

  it('creates no board in a category that another process has just removed', async () => {
    const category = { slug: 'hiking', name_zh: '徒步' }
    await forum.request.post('/api/categories').set(admin.headers).send(category).expect(201)
    other.clock.advance(1_000)
    const listed = (await other.request.get('/api/categories').expect(200)).body as { categories: object[] }
    expect(listed.categories).toContainEqual(expect.objectContaining({ key: 'hiking' }))
    await forum.request.delete('/api/categories/hiking').set(admin.headers).expect(204)
    const board = { name: 'Trails', category: 'hiking' }
    const refused = await other.request.post('/api/boards').set(admin.headers).send(board).expect(400)
    expect(refused.body.errors).toEqual([expect.objectContaining({ field: 'category' })])
    const { _id } = (await forum.api.db.boards.findOne({}, { sort: { _id: 1 } })) ?? { _id: 0 }
    const moved = other.request.put(`/api/boards/${_id}`).set(admin.headers)
    await moved.send({ category: 'hiking' }).expect(400)
  })

  it('makes, renames, orders and removes categories, whose old addresses lead on', async () => {
    const keys = async (of: TestForum) => {
      const { body } = await of.request.get('/api/categories').expect(200)
      return (body.categories as { key: string }[]).map(({ key }) => key)
    }
    const found = async (name: string) => {
      const { body } = await forum.request.get(`/api/categories/${encodeURIComponent(name)}`).expect(200)
      return (body as { category: { name: string } }).category.name
    }
    const put = (key: string, body: object) =>
      forum.request.put(`/api/categories/${key}`).set(admin.headers).send(body)
    const post = (body: object) => forum.request.post('/api/categories').set(admin.headers).send(body)
    const before = await keys(forum)
    const made = await post({ name: 'Walls', name_zh: '岩馆', slug: 'walls', position: 0 }).expect(201)
    expect(made.body.category).toMatchObject({ key: 'walls', name_zh: '岩馆', position: 0, boardCount: 0 })
    expect(await keys(forum)).toEqual(['walls', ...before])
    other.clock.advance(1_000)
    expect(await keys(other)).toEqual(['walls', ...before])

    await put('walls', { name_zh: '室内岩馆', slug: 'gyms', position: 2 }).expect(200)
    expect(await keys(forum)).toEqual([...before.slice(0, 2), 'walls', ...before.slice(2)])
    for (const name of ['gyms', 'walls', '室内岩馆']) expect(await found(name)).toBe('gyms')
    await put('walls', { slug: 'climbing-gyms' }).expect(200)
    await put('walls', { slug: 'climbing-gyms', name_zh: '室内岩馆' }).expect(200)
    await put('walls', { position: 1 }).expect(200)
    for (const name of ['climbing-gyms', 'gyms', 'walls']) expect(await found(name)).toBe('climbing-gyms')
    const taken = await post({ name: '站务管理', slug: 'site' }).expect(400)
    expect(taken.body.errors).toMatchObject([
      { field: 'slug', code: 'taken' },
      { field: 'name_zh', code: 'taken' },
    ])
    const alike = await post({ name: '站务管理', slug: 'office' }).expect(400)
    expect(alike.body.errors).toMatchObject([{ field: 'name_zh', code: 'taken' }])

    const board = await created({ name: 'Gym', category: 'climbing-gyms' })
    expect(board.category).toBe('walls')
    const remove = () => forum.request.delete('/api/categories/walls').set(admin.headers)
    expect((await remove().expect(409)).body.code).toBe('CATEGORY_NOT_EMPTY')
    await update(board.id, { category: '4' }).expect(200)
    await remove().expect(204)
    await forum.request.get('/api/categories/walls').expect(404)
    const acts = await forum.api.db.moderationLog
      .find({ target: 'category walls' }, { sort: { _id: 1 } })
      .toArray()
    expect(acts.map(({ action }) => action)).toEqual([
      'create_category',
      'update_category',
      'update_category',
      'update_category',
      'delete_category',
    ])
    expect(acts.slice(1, 4).map(({ changes }) => changes)).toEqual([
      [
        { field: 'name_zh', before: '岩馆', after: '室内岩馆' },
        { field: 'slug', before: 'walls', after: 'gyms' },
        { field: 'position', before: 0, after: 2 },
      ],
      [{ field: 'slug', before: 'gyms', after: 'climbing-gyms' }],
      [{ field: 'position', before: 2, after: 1 }],
    ])
  })

  it('replaces the announcement for everyone', async () => {
    const current = async (of: TestForum) => (await of.as().call('getAnnouncement')).announcement
    expect((await current(forum)).text).toContain('[url=/boards/3]【意见反馈】[/url]')
    const put = (as: TestMember, text: unknown) =>
      forum.request.put('/api/announcement').set(as.headers).send({ text })
    await put(xiaoli, '我来说两句').expect(403)
    await put(admin, 'x'.repeat(501)).expect(400)
    const { body } = await put(admin, ' 今晚\n维护 ').expect(200)
    expect(body.announcement.text).toBe('今晚 维护')
    expect(await current(forum)).toEqual(body.announcement)
    expect(await current(other)).toEqual(body.announcement)
    expect(forum.bus.sent.at(-1)).toMatchObject({
      channel: 'forum:all',
      message: { name: 'announcement:changed', announcement: body.announcement },
    })
    await put(admin, '').expect(200)
    expect((await current(forum)).text).toBe('')
  })

  it('tells each reader the announcements that are for them now', async () => {
    const made = async (body: object) => {
      const post = forum.request.post('/api/admin/announcements').set(admin.headers)
      return ((await post.send(body).expect(201)).body as { announcement: { id: number } }).announcement.id
    }
    const told = async (by: TestMember | null, query = '') => {
      const read = forum.request.get(`/api/announcements${query}`).set(by?.headers ?? {})
      const { body } = await read.expect(200)
      return (body as { announcements: { text: string }[] }).announcements.map(({ text }) => text)
    }
    const inMinutes = (minutes: number) =>
      new Date(forum.clock.now().getTime() + minutes * 60_000).toISOString()
    const old = await forum.member('laoyou')
    const joinedAt = new Date(forum.clock.now().getTime() - 60 * 86_400_000)
    await forum.api.db.members.updateOne({ _id: old.id }, { $set: { joinedAt } })
    const newcomer = await forum.member('xinshou')
    forum.bus.sent.length = 0
    const first = await made({ text: '周二休馆' })
    await made({ text: '会员大会', audience: 'members' })
    await made({ text: '先看版规', audience: 'newcomers' })
    await made({ text: '本版集合', boardId: 42 })
    await made({ text: '明天开始', from: inMinutes(10), until: inMinutes(20) })
    expect(forum.bus.sent.map(({ message }) => message.name)).toContain('announcement:changed')
    expect(await told(null)).toEqual(['周二休馆'])
    expect(await told(old)).toEqual(['周二休馆', '会员大会'])
    expect(await told(newcomer)).toEqual(['周二休馆', '会员大会', '先看版规'])
    const asNewcomersFor = (days: number) =>
      forum.as(admin).call('setSettings', { settings: { newcomers: { days } } })
    await asNewcomersFor(90)
    expect(await told(old)).toContain('先看版规')
    await asNewcomersFor(7)
    expect(await told(null, '?boardId=42')).toEqual(['本版集合'])
    const { body } = await forum.request.get('/api/announcement').expect(200)
    expect(body.announcement.text).toBe('周二休馆')

    forum.clock.advance(11 * 60_000)
    expect(await told(null)).toEqual(['周二休馆', '明天开始'])
    forum.clock.advance(10 * 60_000)
    expect(await told(null)).toEqual(['周二休馆'])
    const path = `/api/admin/announcements/${first}`
    await forum.request.put(path).set(admin.headers).send({ text: '周三休馆' }).expect(200)
    expect(await told(null)).toEqual(['周三休馆'])
    await forum.request.delete(path).set(admin.headers).expect(204)
    await forum.request.delete(path).set(admin.headers).expect(404)
    expect(await told(null)).toEqual([])
    const listed = await forum.request.get('/api/admin/announcements').set(admin.headers).expect(200)
    expect(listed.body.announcements).toHaveLength(4)
    const backwards = { text: '反了', from: inMinutes(20), until: inMinutes(10) }
    await forum.request.post('/api/admin/announcements').set(admin.headers).send(backwards).expect(400)
    await forum.api.db.announcements.deleteMany({ _id: { $ne: 'current' } })
    forum.clock.advance(-21 * 60_000)
  })

  it('shows everyone what replaces an announcement to some, which taking it back does not show', async () => {
    const put = (path: string, body: object) => forum.request.put(path).set(admin.headers).send(body)
    const told = async () => (await forum.as().call('listAnnouncements', {})).announcements
    await put('/api/announcement', { text: '周二休馆' }).expect(200)
    await put('/api/admin/announcements/1', { text: '会员大会', audience: 'members' }).expect(200)
    expect(await told()).toEqual([])
    await put('/api/announcement', { text: '周三休馆' }).expect(200)
    expect(await told()).toMatchObject([{ text: '周三休馆', audience: 'everyone', boardId: null }])
    const entry = await forum.api.db.moderationLog.findOne(
      { action: 'set_announcement' },
      { sort: { _id: -1 } },
    )
    expect(entry?.changes).toEqual([{ field: 'text', before: '', after: '周三休馆' }])
    await forum.request.delete('/api/admin/announcements/1').set(admin.headers).expect(204)
    await put('/api/admin/announcements/1', { text: '又来了' }).expect(404)
  })

  it('logs the removal of an announcement once, also if the log fails at first', async () => {
    const post = forum.request.post('/api/admin/announcements').set(admin.headers)
    const { body } = await post.send({ text: '周五停水' }).expect(201)
    const { id } = (body as { announcement: { id: number } }).announcement
    const path = `/api/admin/announcements/${id}`
    const { db } = forum.api
    const log = { action: 'delete_announcement', target: `announcement ${id}` } as const
    const failing = vi.spyOn(db.moderationLog, 'insertMany').mockRejectedValueOnce(new Error('killed'))
    // Both have read the announcement before either empties it.
    const read = vi.spyOn(db.announcements, 'findOne')
    const found = await db.announcements.findOne({ _id: String(id) })
    read.mockResolvedValue(found)
    const removals = [1, 2].map(() => forum.request.delete(path).set(admin.headers))
    const statuses = (await Promise.all(removals)).map(({ status }) => status)
    read.mockRestore()
    failing.mockRestore()
    expect(statuses.toSorted((a, b) => a - b)).toEqual([204, 404])
    expect(await db.moderationLog.countDocuments(log)).toBe(0)
    forum.clock.advance(10_000)
    await forum.api.sweep()
    expect(await db.moderationLog.countDocuments(log)).toBe(1)
    await forum.request.put(path).set(admin.headers).send({ text: '又来了' }).expect(404)
    forum.clock.advance(-10_000)
  })

  it('announces nothing on an empty forum', async () => {
    const empty = await startTestForum({ boards: false })
    const { body } = await empty.request.get('/api/announcement').expect(200)
    expect(body.announcement).toEqual({ text: '', updatedAt: null, until: null })
    expect((await empty.request.get('/api/site').expect(200)).body.site).toMatchObject({ seal: '测' })
    expect((await empty.request.get('/api/categories').expect(200)).body.categories).toMatchObject([
      { key: '1', slug: 'general', boardCount: 0 },
    ])
    await empty.stop()
  })

  it('ends an announcement at its time, in every process and in one that starts later', async () => {
    const { clock } = forum
    const current = async (of: TestForum) => (await of.as().call('getAnnouncement')).announcement
    const put = (body: object) => forum.request.put('/api/announcement').set(admin.headers).send(body)
    const inMinutes = (minutes: number) => new Date(clock.now().getTime() + minutes * 60_000).toISOString()
    const until = inMinutes(10)
    const { body } = await put({ text: '今晚维护', until }).expect(200)
    expect(body.announcement).toMatchObject({ text: '今晚维护', until })
    expect(await current(other)).toEqual(body.announcement)
    expect(forum.bus.sent.at(-1)?.message).toMatchObject({ announcement: body.announcement })

    for (const process of [forum, other]) process.clock.advance(5 * 60_000)
    for (const process of [forum, other]) expect((await current(process)).text).toBe('今晚维护')
    for (const process of [forum, other]) process.clock.advance(5 * 60_000)
    for (const process of [forum, other])
      expect(await current(process)).toEqual({ ...body.announcement, text: '', until: null })
    const later = await startAnotherApi(forum.uri, { clock })
    expect((await later.as().call('getAnnouncement')).announcement.text).toBe('')
    await later.stop()

    for (const past of [inMinutes(0), until]) {
      const refused = await put({ text: '早已过去', until: past }).expect(400)
      expect(refused.body.errors).toEqual([{ field: 'until', code: 'range', message: '结束时间须在将来' }])
    }
    for (const never of ['tomorrow', 1, '2026-13-01T00:00:00Z'])
      await put({ text: '何时', until: never }).expect(400)
    expect((await current(forum)).text).toBe('')
    expect((await put({ text: '长期有效' }).expect(200)).body.announcement.until).toBeNull()
    await put({ text: '' }).expect(200)
  })

  it('counts members, threads and posts of the whole forum', async () => {
    const before = await forum.as().call('stats')
    const newest = await forum.member('zuixin')
    const thread = await forum.thread(newest, 42)
    await forum.as(newest).reply(thread.id, '第二帖')
    await forum.settle()
    forum.clock.advance(6_000)
    const body = await forum.as().call('stats')
    expect(body).toEqual({
      users: before.users + 1,
      threads: before.threads + 1,
      posts: before.posts + 2,
      online: 0,
      newestUser: expect.objectContaining({ id: newest.id, username: 'zuixin' }),
    })
    await forum.as(newest).call('deleteAccount', { password: PASSWORD })
    forum.clock.advance(6_000)
    const left = await forum.as().call('stats')
    expect(left.users).toBe(before.users)
  })
})
