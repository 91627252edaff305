import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { DAY_MS } from '@forum/shared/clock'
import type { HeldResponse, Notification, Post, SiteSettings, Thread } from '@forum/shared/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MODERATED_BOARD, startStaffedForum, type TestForum, type TestMember } from '../fixtures/forum'

const ADVERT = '专业代办，加微信 fc888vip，全额退款 https://fc-visa.example/o1'

describe('what waits for approval', () => {
  let forum: TestForum
  let admin: TestMember
  let moderator: TestMember
  let boardModerator: TestMember
  let author: TestMember
  let reader: TestMember
  let thread: Thread

  beforeAll(async () => {
    ;({ forum, admin, moderator, boardModerator } = await startStaffedForum())
    reader = await forum.member('xiaoli')
  })
  afterAll(() => forum.stop())
  let count = 0
  beforeEach(async () => {
    author = await forum.member(`newcomer${(count += 1)}`)
    thread = await forum.thread(reader, MODERATED_BOARD)
  })

  const send = (verb: 'post' | 'put' | 'delete', path: string, by: TestMember, body: object = {}) =>
    forum.request[verb](`/api${path}`).set(by.headers).send(body)
  const reply = (by: TestMember, content: string, key: string = randomUUID()) =>
    send('post', '/posts', by, { threadId: thread.id, content }).set('Idempotency-Key', key)
  /** Uploads a file of the author. */
  const upload = async () => {
    const sent = forum.request.post('/api/attachments').set(author.headers)
    const { body } = await sent.attach('file', Buffer.from('文字'), 'a.txt').expect(201)
    return (body as { attachment: { id: number; url: string } }).attachment
  }
  const held = async (content = ADVERT) =>
    ((await reply(author, content).expect(202)).body as HeldResponse).held
  const ownTexts = async (by = author) => (await forum.as(by).call('listOwnHeld')).held
  const queue = async (by = moderator, query: object = {}) =>
    (await forum.as(by).call('listHeld', { limit: 100, ...query })).held
  const settings = (given: object) => send('put', '/admin/settings', admin, { settings: given }).expect(200)
  const replies = async () =>
    (await forum.as(reader).call('getThread', { threadId: thread.id })).posts.map(({ content }) => content)
  const notices = async (of: TestMember) => {
    await forum.settle()
    return (await forum.as(of).call('listNotifications')).notifications.map(({ text }: Notification) => text)
  }

  it('lets a newcomer’s text without a link appear at once', async () => {
    await reply(author, '房子还在吗？我下个月搬。').expect(201)
  })

  it('holds a link of a newcomer, and the same key repeats the answer', async () => {
    const key = randomUUID()
    const first = (await reply(author, ADVERT, key).expect(202)).body as HeldResponse
    expect(first.held).toMatchObject({ kind: 'post', reason: 'link' })
    expect((await reply(author, ADVERT, key).expect(202)).body).toEqual(first)
    await reply(author, '别的', key).expect(409)
    expect(await ownTexts()).toEqual([
      expect.objectContaining({ id: first.held.id, content: ADVERT, status: 'pending' }),
    ])
  })

  it('is published once, even if its thread was merged before that was noted', async () => {
    const source = await forum.thread(reader, 42)
    const target = await forum.thread(reader, 42)
    const own = await forum.as(author).reply(source.id, '我的第一句')
    const texts = [
      ['post', '/posts', { threadId: source.id, content: ADVERT }],
      ['put', `/posts/${own.id}`, { content: `改成 ${ADVERT}` }],
    ] as const
    for (const [method, path, body] of texts) {
      const { held: waiting } = (await send(method, path, author, body).expect(202)).body as HeldResponse
      await send('post', `/moderation/held/${waiting.id}/approve`, moderator).expect(200)
    }
    const { postCount } = (await forum.as(reader).call('getThread', { threadId: source.id })).thread
    const decided = await forum.api.db.held.find({ threadId: source.id, status: 'approved' }).toArray()
    expect(decided).toHaveLength(2)
    // As if the process had died before it noted what it published.
    const undecided = { status: 'pending', decidedBy: null, decidedAt: null } as const
    await forum.api.db.held.updateMany({ threadId: source.id }, { $set: undecided })
    await forum.as(moderator).call('mergeThread', { threadId: source.id, into: target.id })
    for (const { _id } of decided)
      await send('post', `/moderation/held/${_id}/approve`, moderator).expect(200)
    const { thread: merged } = await forum.as(reader).call('getThread', { threadId: target.id })
    expect([merged.postCount, merged.lastNumber]).toEqual([postCount + 1, postCount + 1])
    await forum.settle()
    expect(await forum.api.recount()).toEqual({ boards: 0, members: 0, threads: 0 })
  })

  it('goes with a merged thread, and returns with it', async () => {
    const target = await forum.thread(reader, 42)
    const first = await held()
    const other = await send('post', '/posts', author, { threadId: target.id, content: ADVERT }).expect(202)
    const places = async () => {
      await forum.settle()
      const ids = [first.id, (other.body as HeldResponse).held.id]
      const found = await forum.api.db.held.find({ _id: { $in: ids } }, { sort: { _id: 1 } }).toArray()
      return found.map(({ threadId, boardId }) => [threadId, boardId])
    }
    const merge = { threadId: thread.id, into: target.id }
    const merged = await forum.as(moderator).call('mergeThread', merge)
    expect(await places()).toEqual([
      [target.id, 42],
      [target.id, 42],
    ])
    await forum.as(moderator).call('undoAct', { actId: merged.undo?.id ?? 0 })
    expect(await places()).toEqual([
      [thread.id, MODERATED_BOARD],
      [target.id, 42],
    ])
  })

  it('repeats the answer even if the text would not be held by now', async () => {
    const key = randomUUID()
    const first = await reply(author, ADVERT, key).expect(202)
    await settings({ approval: { links: false } })
    expect((await reply(author, ADVERT, key).expect(202)).body).toEqual(first.body)
    await settings({ approval: { links: true } })
    expect(await replies()).toEqual([])
  })

  it('holds two calls with one key once, however close they are', async () => {
    const key = randomUUID()
    const answers = await Promise.all([reply(author, ADVERT, key), reply(author, ADVERT, key)])
    expect(answers.map(({ status }) => status)).toEqual([202, 202])
    expect(await ownTexts()).toHaveLength(1)
  })

  it('lets moderators of the board and members who are no newcomers post links', async () => {
    await reply(boardModerator, ADVERT).expect(201)
    await forum.api.db.members.updateOne(
      { _id: author.id },
      { $set: { joinedAt: new Date(Date.now() - 30 * DAY_MS), postCount: 40 } },
    )
    await reply(author, ADVERT).expect(201)
  })

  it('shows what is held to nobody but its author and the moderators of its board', async () => {
    await held('暗语一：https://fc-visa.example')
    await send('post', '/threads', author, {
      title: '暗语二',
      content: 'https://fc-visa.example',
      boardId: MODERATED_BOARD,
    }).expect(202)
    await forum.settle()
    const paths = [
      `/threads/${thread.id}`,
      `/threads/${thread.id}/changes?since=0`,
      `/posts?threadId=${thread.id}`,
      `/boards/${MODERATED_BOARD}`,
      '/boards',
      '/threads',
      `/users/${author.id}`,
      `/users/${author.id}/posts`,
      `/users/${author.id}/threads`,
      `/search?q=${encodeURIComponent('暗语')}`,
      '/feed.xml',
      `/auth/export`,
      '/notifications',
    ]
    for (const path of paths) {
      const { text, body } = await forum.request.get(`/api${path}`).set(reader.headers)
      expect(`${path} ${text ?? ''} ${JSON.stringify(body)}`).not.toContain('暗语')
    }
    await send('post', '/posts', reader, { threadId: thread.id, content: '好' }).expect(201)
    expect(JSON.stringify(forum.bus.sent)).not.toContain('暗语')
    const { body: shown } = await forum.request.get(`/api/users/${author.id}`)
    expect(shown).toMatchObject({ user: { postCount: 0, threadCount: 0 } })
    expect(await ownTexts()).toHaveLength(2)
    expect((await queue(boardModerator)).map(({ author: { id } }) => id)).toContain(author.id)
    await forum.as(reader).refused('FORBIDDEN', 'listHeld')
    const elsewhere = await forum.member(`banzhu${count + 100}`)
    await send('put', `/boards/3`, admin, { moderatorIds: [elsewhere.id] }).expect(200)
    expect(await queue(elsewhere)).toEqual([])
    const [first] = await ownTexts()
    await forum.as(elsewhere).refused('NOT_FOUND', 'approveHeld', { heldId: first?.id ?? 0 })
  })

  it('publishes an approved reply once, with the number and the time of its approval', async () => {
    const { id, createdAt } = await held()
    await reply(reader, '在前面').expect(201)
    const since = forum.bus.sent.length
    const [one, other] = await Promise.all([
      send('post', `/moderation/held/${id}/approve`, boardModerator),
      send('post', `/moderation/held/${id}/approve`, moderator),
    ])
    expect([one.status, other.status].toSorted((a, b) => a - b)).toEqual([200, 409])
    await forum.settle()
    const { posts } = await forum.as(reader).call('getThread', { threadId: thread.id })
    const post = posts.at(-1) as Post
    expect(post).toMatchObject({ number: 3, content: ADVERT, author: { id: author.id } })
    expect(post.createdAt > createdAt).toBe(true)
    const events = forum.bus.sent.slice(since).map(({ message }) => message.name)
    expect(events.filter((name) => name === 'post:created')).toHaveLength(1)
    expect(await notices(author)).toContainEqual(expect.stringContaining('已通过，谢谢分享'))
    expect(await notices(reader)).toContainEqual(expect.stringContaining('回复'))
    expect(await ownTexts()).toEqual([])
    const { entries } = await forum.as(moderator).call('listModerationLog', { action: 'approve_held' })
    expect(entries[0]).toMatchObject({ user: { id: author.id }, thread: { id: thread.id } })
    // A late repeat of the author's call.
    const { key } = (await forum.api.db.held.findOne({ _id: id })) ?? { key: '' }
    const { body } = await reply(author, ADVERT, key.split(':')[0]).expect(202)
    expect(body).toMatchObject({ held: { id } })
    expect(await replies()).toHaveLength(2)
  })

  it('publishes the moderator’s text in place of the author’s, and says so in the log', async () => {
    const { id } = await held()
    await send('post', `/moderation/held/${id}/approve`, moderator, { content: '专业代办' }).expect(200)
    expect(await replies()).toEqual(['专业代办'])
    const history = await forum.request
      .get(`/api/posts/${(await forum.api.db.held.findOne({ _id: id }))?.subjectId}/history`)
      .set(author.headers)
    expect(JSON.stringify(history.body)).not.toContain('fc888vip')
    const { entries } = await forum.as(moderator).call('listModerationLog', { action: 'approve_held' })
    expect(entries[0]?.changes).toContainEqual({ field: 'content', before: ADVERT, after: '专业代办' })
  })

  it('tells the author why a text was rejected and keeps the text for three days', async () => {
    const { id } = await held()
    await send('post', `/moderation/held/${id}/reject`, moderator, {}).expect(400)
    await send('post', `/moderation/held/${id}/reject`, moderator, { reason: '请不要留联系方式' }).expect(200)
    await send('post', `/moderation/held/${id}/approve`, moderator).expect(409)
    expect(await replies()).toEqual([])
    expect(await notices(author)).toContainEqual(expect.stringContaining('请不要留联系方式'))
    expect(await ownTexts()).toEqual([
      expect.objectContaining({ status: 'rejected', content: ADVERT, note: '请不要留联系方式' }),
    ])
    await send('delete', `/auth/held/${id}`, author).expect(204)
    expect(await ownTexts()).toEqual([])
  })

  it('waits again when its rejection is taken back, as often as it is rejected', async () => {
    const { id } = await held()
    const rejected = await forum.as(moderator).call('rejectHeld', { heldId: id, reason: '手滑' })
    const undo = (actId: number, by = boardModerator) => send('post', `/moderation/acts/${actId}/undo`, by)
    const actId = rejected.undo?.id ?? 0
    const elsewhere = await forum.member(`banzhu${count + 200}`)
    await send('put', `/boards/3`, admin, { moderatorIds: [elsewhere.id] }).expect(200)
    await undo(actId, author).expect(404)
    await undo(actId, elsewhere).expect(404)
    await undo(actId).expect(200)
    await undo(actId).expect(409)
    expect((await queue(boardModerator)).map((one) => one.id)).toContain(id)
    expect(await ownTexts()).toMatchObject([{ id, status: 'pending', note: null, decidedAt: null }])
    const again = await forum.as(boardModerator).call('rejectHeld', { heldId: id, reason: '仍是广告' })
    const { entries } = await forum.as(moderator).call('listModerationLog', { userId: author.id })
    expect(entries.map(({ action, canUndo }) => [action, canUndo])).toEqual([
      ['reject_held', true],
      ['return_held', false],
      ['reject_held', false],
    ])
    const told = (await notices(author)).map((text) => text ?? '')
    expect(told.map((text) => /手滑|仍是广告|重新等待审核/.exec(text)?.[0])).toEqual([
      '仍是广告',
      '重新等待审核',
      '手滑',
    ])
    await send('delete', `/auth/held/${id}`, author).expect(204)
    await undo(again.undo?.id ?? 0).expect(404)
  })

  it('stays rejected once its files or its edit are elsewhere', async () => {
    const { id: fileId } = await upload()
    const given = { threadId: thread.id, content: ADVERT, attachmentIds: [fileId] }
    const { body } = await send('post', '/posts', author, given).expect(202)
    const { post } = (await reply(author, '原来的话').expect(201)).body as { post: Post }
    const edit = (content: string) => send('put', `/posts/${post.id}`, author, { content }).expect(202)
    const first = await edit('https://a.example')
    for (const answer of [body, first.body]) {
      const heldId = (answer as HeldResponse).held.id
      const { undo } = await forum.as(moderator).call('rejectHeld', { heldId, reason: '广告' })
      if (answer === body)
        await send('post', '/posts', author, { ...given, content: '没有链接了' }).expect(201)
      else await edit('https://b.example')
      await send('post', `/moderation/acts/${undo?.id ?? 0}/undo`, moderator).expect(409)
    }
  })

  it('hides the files of the last edit that waits, until its author sends them when nothing waits', async () => {
    const { post } = (await reply(author, '原来的话').expect(201)).body as { post: Post }
    const edit = (content: string, fileId: number) =>
      send('put', `/posts/${post.id}`, author, { content, attachmentIds: [fileId] })
    const seen = async (url: string) => {
      const status = async (by: TestMember) => (await forum.request.get(url).set(by.headers)).status
      return [await status(reader), await status(author), await status(boardModerator)]
    }
    const [first, second] = [await upload(), await upload()]
    await edit('https://a.example', first.id).expect(202)
    await edit('https://b.example', second.id).expect(202)
    expect(await seen(second.url)).toEqual([404, 200, 200])
    forum.clock.advance(2 * DAY_MS)
    await forum.api.sweepAttachments()
    forum.clock.advance(-2 * DAY_MS)
    expect(await seen(second.url)).toEqual([404, 200, 200])
    const [{ id: heldId } = { id: 0 }] = await ownTexts()
    await forum.as(moderator).call('rejectHeld', { heldId, reason: '广告' })
    expect(await seen(second.url)).toEqual([404, 200, 404])
    await edit('没有链接了', second.id).expect(200)
    expect(await seen(second.url)).toEqual([200, 200, 200])
  })

  it('gives the files of what stays rejected back for good', async () => {
    const { id: _id } = await upload()
    const given = { threadId: thread.id, content: ADVERT, attachmentIds: [_id] }
    const { body } = await send('post', '/posts', author, given).expect(202)
    await forum.as(moderator).call('rejectHeld', {
      heldId: (body as HeldResponse).held.id,
      reason: '广告',
    })
    const isThere = async () => {
      await forum.api.prune()
      await forum.api.sweepAttachments()
      return (await forum.api.db.attachments.findOne({ _id })) !== null
    }
    forum.clock.advance(6 * DAY_MS)
    expect(await isThere()).toBe(true)
    forum.clock.advance(2 * DAY_MS)
    await isThere()
    forum.clock.advance(2 * DAY_MS)
    expect(await isThere()).toBe(false)
    forum.clock.advance(-10 * DAY_MS)
  })

  it('lets its author change and withdraw it, and nobody else', async () => {
    const { id } = await held()
    await send('put', `/auth/held/${id}`, reader, { content: '改' }).expect(404)
    await send('put', `/auth/held/${id}`, author, { content: '改过的 https://fc-visa.example' }).expect(200)
    await send('post', `/moderation/held/${id}/approve`, moderator, { version: 1 }).expect(409)
    await send('delete', `/auth/held/${id}`, reader).expect(404)
    await send('delete', `/auth/held/${id}`, author).expect(204)
    await send('delete', `/auth/held/${id}`, author).expect(404)
    await send('post', `/moderation/held/${id}/approve`, moderator).expect(404)
    expect(await forum.api.db.held.findOne({ _id: id })).toMatchObject({ content: null })
  })

  it('holds a new thread with its poll and starts it once it is approved', async () => {
    const poll = { question: '去哪儿？', options: ['甲', '乙'], maxChoices: 1 }
    const given = { title: '聚餐', content: '详情 https://fc-visa.example', boardId: MODERATED_BOARD, poll }
    const { body } = await send('post', '/threads', author, given).expect(202)
    const { id } = (body as HeldResponse).held
    await send('post', `/moderation/held/${id}/approve`, boardModerator).expect(200)
    const { threads } = await forum.as(reader).call('listThreadsOfMember', { userId: author.id })
    expect(threads).toEqual([
      expect.objectContaining({ title: '聚餐', poll: expect.objectContaining({ question: '去哪儿？' }) }),
    ])
  })

  it('holds an edit that adds a link, replaces it by a second one, and applies the last', async () => {
    const { body } = await reply(author, '原来的话').expect(201)
    const { post } = body as { post: Post }
    const first = await send('put', `/posts/${post.id}`, author, {
      content: '加上 https://a.example',
    }).expect(202)
    const second = await send('put', `/posts/${post.id}`, author, {
      content: '加上 https://b.example',
    }).expect(202)
    expect(second.body).toEqual(first.body)
    expect(await replies()).toEqual(['原来的话'])
    const { id } = (first.body as HeldResponse).held
    await send('post', `/moderation/held/${id}/approve`, moderator).expect(200)
    expect(await replies()).toEqual(['加上 https://b.example'])
    // Parts that readers already see need not wait again.
    await send('put', `/posts/${post.id}`, author, { content: '改字 https://b.example' }).expect(200)
  })

  it('replaces an edit as a whole: its note and files do not outlive it', async () => {
    const post = await forum.as(author).reply(thread.id, '没有链接')
    const file = await upload()
    const edit = (body: object) => send('put', `/posts/${post.id}`, author, body)
    await edit({ content: '看 https://a.example', note: '加了文件', attachmentIds: [file.id] }).expect(202)
    expect((await ownTexts())[0]).toMatchObject({ editNote: '加了文件', attachments: [{ id: file.id }] })
    await edit({ content: '看 https://b.example' }).expect(202)
    const [waiting, ...others] = await ownTexts()
    expect(waiting).toMatchObject({ editNote: null, attachments: [] })
    expect(others).toEqual([])
    await send('post', `/moderation/held/${waiting?.id}/approve`, moderator).expect(200)
    const shown = (await forum.as(reader).call('getThread', { threadId: thread.id })).posts
    const changed = shown.find(({ id }) => id === post.id)
    expect(changed).toMatchObject({ content: '看 https://b.example', attachments: [] })
    expect(changed).not.toHaveProperty('editNote')
    const stored = await forum.api.db.attachments.findOne({ _id: file.id })
    expect(stored).toMatchObject({ isKept: false, isReleased: true })
  })

  it('screens the note of an edit as its text', async () => {
    const words = [
      { pattern: '内部消息', action: 'hold' },
      { pattern: '六合彩', action: 'block' },
      { pattern: '傻瓜', action: 'replace', replacement: '朋友' },
    ]
    await send('put', '/moderation/words', admin, { words }).expect(200)
    try {
      const post = await forum.as(author).reply(thread.id, '没有链接')
      const edit = (content: string, note: string) =>
        send('put', `/posts/${post.id}`, author, { content, note })
      await edit('改了', '六合彩').expect(409)
      await edit('改了 https://a.example', '六合彩').expect(409)
      await edit('改了', '傻瓜，有内部消息').expect(202)
      const waiting = (await queue()).find((text) => text.author.id === author.id)
      expect(waiting).toMatchObject({ editNote: '朋友，有内部消息', reasons: ['word'] })
      await send('post', `/moderation/held/${waiting?.id}/approve`, moderator).expect(200)
      const shown = (await forum.as(reader).call('getThread', { threadId: thread.id })).posts
      expect(shown.find(({ id }) => id === post.id)).toMatchObject({
        content: '改了',
        editNote: '朋友，有内部消息',
      })
    } finally {
      await send('put', '/moderation/words', admin, { words: [] }).expect(200)
    }
  })

  it('leaves an edit in the queue whose post has changed since', async () => {
    const { body } = await reply(author, '原来的话').expect(201)
    const { post } = body as { post: Post }
    const answer = await send('put', `/posts/${post.id}`, author, { content: 'https://a.example' }).expect(
      202,
    )
    await send('put', `/posts/${post.id}`, moderator, { content: '版主改过' }).expect(200)
    const { id } = (answer.body as HeldResponse).held
    await send('post', `/moderation/held/${id}/approve`, moderator).expect(409)
    expect(await replies()).toEqual(['版主改过'])
    expect((await queue()).map((one) => one.id)).toContain(id)
  })

  it('holds a new title of a thread', async () => {
    const mine = await forum.thread(author, MODERATED_BOARD)
    const { body } = await send('put', `/threads/${mine.id}`, author, { title: '加微信 fc888vip' }).expect(
      202,
    )
    await send('post', `/moderation/held/${(body as HeldResponse).held.id}/approve`, moderator).expect(200)
    expect((await forum.as(reader).call('getThread', { threadId: mine.id })).thread.title).toBe(
      '加微信 fc888vip',
    )
  })

  it('holds a private message for moderators of every board, and sends it once', async () => {
    const { id: fileId, url } = await upload()
    const body = { recipientId: reader.id, subject: '你好', content: ADVERT, attachmentIds: [fileId] }
    const answer = await send('post', '/messages', author, body).expect(202)
    const { id } = (answer.body as HeldResponse).held
    const inbox = async () => (await forum.as(reader).call('listMessages', { type: 'inbox' })).messages
    const before = (await inbox()).length
    expect((await queue(boardModerator)).map((one) => one.id)).not.toContain(id)
    await send('post', `/moderation/held/${id}/approve`, boardModerator).expect(404)
    await forum.request.get(url).set(reader.headers).expect(404)
    await send('post', `/moderation/held/${id}/approve`, moderator).expect(200)
    await forum.request.get(url).set(reader.headers).expect(200)
    const after = await inbox()
    expect(after).toHaveLength(before + 1)
    expect(after[0]?.attachments.map((file) => file.id)).toEqual([fileId])
  })

  it('holds the message that starts a conversation, and shows the conversation once it is approved', async () => {
    const userIds = [reader.id, moderator.id]
    const body = { userIds, subject: '你们好', content: ADVERT }
    const answer = await send('post', '/conversations', author, body).expect(202)
    const { id } = (answer.body as HeldResponse).held
    const groups = async (who: TestMember) =>
      (await forum.as(who).call('listConversations', {})).threads.filter(({ group }) => group !== null)
    const ownText = async (heldId: number) => (await ownTexts()).find((text) => text.id === heldId)
    const to = userIds.map((userId) => ({ id: userId }))
    expect(await ownText(id)).toMatchObject({ recipient: null, recipients: to, conversationId: null })
    expect(await groups(reader)).toEqual([])
    expect(await groups(author)).toEqual([])
    await send('post', `/moderation/held/${id}/approve`, moderator).expect(200)
    const [opened] = await groups(reader)
    expect(opened).toMatchObject({ unreadCount: 1, group: { subject: '你们好' } })
    const conversationId = opened?.group?.id ?? 0
    const next = await send('post', '/messages', author, { conversationId, subject: '回', content: ADVERT })
    expect(next.status).toBe(202)
    const second = (next.body as HeldResponse).held.id
    expect(await ownText(second)).toMatchObject({ recipients: [], conversationId })
    await send('post', `/moderation/held/${second}/approve`, moderator)
    expect((await forum.as(reader).call('getGroupConversation', { conversationId })).messages).toHaveLength(2)
  })

  it('gives the files of a rejected reply back to their owner', async () => {
    const { id: fileId } = await upload()
    const given = { threadId: thread.id, content: ADVERT, attachmentIds: [fileId] }
    const { body } = await send('post', '/posts', author, given).expect(202)
    const { id } = (body as HeldResponse).held
    expect((await ownTexts())[0]?.attachments).toHaveLength(1)
    await send('post', '/posts', author, { ...given, content: '别处' }).expect(404)
    await send('post', `/moderation/held/${id}/reject`, moderator, { reason: '广告' }).expect(200)
    await send('post', '/posts', author, { ...given, content: '没有链接了' }).expect(201)
  })

  it('approves together only what was read: not a text that its author has changed since', async () => {
    const [first, second] = [await held(), await held()]
    const read = new Map((await queue()).map(({ id, version }) => [id, version]))
    await send('put', `/auth/held/${first.id}`, author, { content: '换成了广告' }).expect(200)
    const ids = [first.id, second.id]
    const body = { ids, versions: ids.map((id) => read.get(id)), action: 'approve' }
    const answer = await send('post', '/moderation/held', moderator, body).expect(200)
    expect((answer.body as { results: unknown }).results).toEqual([
      { id: first.id, ok: false, code: 'CONFLICT' },
      { id: second.id, ok: true },
    ])
    expect(await replies()).not.toContain('换成了广告')
  })

  it('lists what waits of one member', async () => {
    const mine = await held()
    const other = await forum.member(`other${count}`)
    await reply(other, ADVERT).expect(202)
    expect((await queue(moderator, { userId: author.id })).map(({ id }) => id)).toEqual([mine.id])
  })

  it('decides on several at once, each on its own', async () => {
    const [a, b] = [await held(), await held('另一条 https://fc-visa.example')]
    await send('post', `/moderation/held/${a.id}/reject`, moderator, { reason: '广告' }).expect(200)
    const { results } = await forum.as(boardModerator).call('decideHeld', {
      ids: [a.id, b.id, 999_999],
      action: 'approve',
    })
    expect(results).toEqual([
      { id: a.id, ok: false, code: 'CONFLICT' },
      { id: b.id, ok: true },
      { id: 999_999, ok: false, code: 'NOT_FOUND' },
    ])
  })

  it('publishes a change of the queue to its moderators and the author, without the text', async () => {
    const since = forum.bus.sent.length
    const { id } = await held()
    const sent = forum.bus.sent.slice(since).filter(({ message }) => message.name === 'held:changed')
    expect(sent.map(({ channel }) => channel).toSorted()).toEqual(
      ['forum:moderation', `forum:moderation:${MODERATED_BOARD}`, `forum:user:${author.id}`].toSorted(),
    )
    expect(sent[0]?.message).toMatchObject({ heldId: id, status: 'pending', threadId: thread.id })
    expect(JSON.stringify(sent)).not.toContain('fc888vip')
  })

  it('tells moderators how much waits and since when', async () => {
    const { createdAt } = await held()
    const { held: waiting, oldestHeldAt } = await forum.as(boardModerator).call('moderationStats')
    expect(waiting).toBeGreaterThan(0)
    expect(oldestHeldAt !== null && oldestHeldAt <= createdAt).toBe(true)
  })

  it('keeps what waits with the moderators of the board that its thread moves to', async () => {
    const { id } = await held()
    await send('post', `/threads/${thread.id}/move`, admin, { boardId: 3 }).expect(200)
    await forum.settle()
    expect((await queue(boardModerator)).map((one) => one.id)).not.toContain(id)
    expect((await queue(moderator, { boardId: 3 })).map((one) => one.id)).toContain(id)
  })

  it('holds what a board wants to see first: new threads, or everything', async () => {
    const start = (by = author) =>
      send('post', '/threads', by, { title: '新的', content: '好', boardId: MODERATED_BOARD })
    const approval = (value: string) =>
      send('put', `/boards/${MODERATED_BOARD}`, admin, { approval: value }).expect(200)
    await approval('threads')
    const { body } = await start().expect(202)
    expect(body).toMatchObject({ held: { kind: 'thread', reason: 'board' } })
    await reply(author, '好').expect(201)
    await start(boardModerator).expect(201)
    await approval('all')
    await reply(author, '好').expect(202)
    await approval('none')
    await start().expect(201)
  })

  it('holds a word of the filter of everybody but moderators, and refuses it where nothing can wait', async () => {
    const words = [{ pattern: '换汇', action: 'hold' }]
    await send('put', '/moderation/words', admin, { words }).expect(200)
    const { body } = await reply(author, '想换汇').expect(202)
    expect(body).toMatchObject({ held: { reason: 'word' } })
    const waiting = (await queue()).find(({ id }) => id === (body as HeldResponse).held.id)
    expect(waiting?.words).toEqual([[1, 3]])
    await reply(boardModerator, '想换汇').expect(201)
    await send('put', '/auth/profile', author, { signature: '换汇' }).expect(409)
    await send('put', '/moderation/words', admin, { words: [] }).expect(200)
  })

  it('holds the first posts of a newcomer and pictures, if an admin wants so', async () => {
    await settings({ approval: { firstPosts: 1, pictures: true } })
    const first = await reply(author, '第一帖').expect(202)
    expect(first.body).toMatchObject({ held: { reason: 'first_post' } })
    await send('post', `/moderation/held/${(first.body as HeldResponse).held.id}/approve`, moderator).expect(
      200,
    )
    await forum.settle()
    await reply(author, '第二帖').expect(201)
    const picture = await reply(author, '[img]https://pictures.example/a.png[/img]').expect(202)
    expect(picture.body).toMatchObject({ held: { reason: 'picture' } })
    await settings({ approval: { firstPosts: 0, pictures: false } })
  })

  /** Starts a service for the outside review that answers as it is told. */
  async function withReview(mode: 'before' | 'after', onSilence: 'hold' | 'pass', answer: string | null) {
    const asked: string[] = []
    const server = createServer((request, response) => {
      void readText(request).then((body) => {
        asked.push(body)
        const { data } = JSON.parse(body) as { data: { id: string } }
        if (answer === null) response.writeHead(503).end()
        else response.end(JSON.stringify({ id: data.id, action: answer }))
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    await settings({ approval: { hook: { url, mode, onSilence } } })
    return {
      asked,
      stop: async () => {
        await settings({ approval: { hook: null } })
        server.close()
        await once(server, 'close')
      },
    }
  }

  it.each([
    ['hold', 'pass', 202],
    ['pass', 'hold', 201],
    [null, 'hold', 202],
    [null, 'pass', 201],
  ] as const)(
    'asks an outside review before: it says %s, silence is to %s',
    async (answer, silence, status) => {
      const review = await withReview('before', silence, answer)
      const { body } = await reply(author, '普通的话').expect(status)
      if (status === 202) expect(body).toMatchObject({ held: { reason: 'outside' } })
      await reply(boardModerator, '版主的话').expect(201)
      await send('post', '/messages', author, {
        recipientId: reader.id,
        subject: '你好',
        content: '好',
      }).expect(201)
      await review.stop()
      expect(review.asked.map((text) => (JSON.parse(text) as { data: unknown }).data)).toEqual([
        expect.objectContaining({ kind: 'post', authorId: author.id, title: null, content: '普通的话' }),
      ])
    },
  )

  it('asks an outside review afterwards, and flags what it wants moderators to see', async () => {
    const review = await withReview('after', 'pass', 'hold')
    await reply(author, '普通的话').expect(201)
    await forum.settle()
    await review.stop()
    const { activity } = await forum.as(moderator).call('listActivity', { actor: author.id, flag: 'outside' })
    expect(activity.map(({ excerpt }) => excerpt)).toEqual(['普通的话'])
  })

  it('is reviewed by the receiver that comes with the forum', async () => {
    const hook = { url: 'http://127.0.0.1:1/', mode: 'before', onSilence: 'pass' }
    const { body } = await settings({ approval: { hook } })
    const { secret } = (body as { settings: SiteSettings }).settings.approval.hook ?? {}
    const script = fileURLToPath(new URL('../../../infra/deploy/outside-review.mjs', import.meta.url))
    const receiver = spawn(process.execPath, [script], {
      env: { SECRET: secret, PORT: '0', WORDS: '代办' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [said] = (await once(receiver.stdout, 'data')) as [Buffer]
    const port = /\d+/.exec(said.toString())?.[0] ?? ''
    await settings({ approval: { hook: { ...hook, url: `http://127.0.0.1:${port}/`, onSilence: 'hold' } } })
    await reply(author, '普通的话').expect(201)
    expect((await reply(author, '专业代办').expect(202)).body).toMatchObject({ held: { reason: 'outside' } })
    await settings({ approval: { hook: null } })
    receiver.kill()
    await once(receiver, 'exit')
  })

  it('bounds the links and mentions of a newcomer’s post', async () => {
    await settings({ newcomers: { links: 1, mentions: 1 } })
    const { body } = await reply(author, 'https://a.example https://b.example').expect(400)
    expect(body).toMatchObject({ errors: [{ field: 'content', code: 'too_many_links' }] })
    await reply(author, '@xiaoli @banzhu1 你们好').expect(400)
    await settings({ newcomers: { links: 5, mentions: 10 } })
  })

  it('holds a wave of advertising by fresh accounts, from which one decision for each account clears it', async () => {
    const [spammers, honest] = [20, 3]
    const writers = await Promise.all(
      Array.from({ length: spammers + honest }, (_, i) => forum.member(`wave${i}`)),
    )
    const before = (await forum.as().call('listThreads', { limit: 1 })).pagination.total
    await Promise.all(
      writers.flatMap((writer, i) =>
        Array.from({ length: i < spammers ? 15 : 1 }, (_unused, n) =>
          n % 3 === 2
            ? send('post', '/threads', writer, {
                title: `浪潮 代办 ${i} ${n}`,
                content: `加微信 fc${i}88${n} https://fc-visa.example/${i}/${n}`,
                boardId: MODERATED_BOARD,
              }).expect(202)
            : reply(writer, `浪潮 代办 ${i} ${n} https://fc-visa.example/${i}/${n}`).expect(202),
        ),
      ),
    )
    await forum.settle()
    // No reader has seen any.
    expect((await forum.as().call('listThreads', { limit: 1 })).pagination.total).toBe(before)
    expect(await replies()).toEqual([])
    expect(JSON.stringify(forum.bus.sent)).not.toContain('浪潮')
    const waiting = async (id: number) =>
      (await forum.api.db.held.find({ authorId: id, status: 'pending' }).toArray()).map(({ _id }) => _id)
    for (const [i, { id }] of writers.entries()) {
      const ids = await waiting(id)
      expect(ids).toHaveLength(i < spammers ? 15 : 1)
      const action = i < spammers ? 'reject' : 'approve'
      const { results } = await forum.as(moderator).call('decideHeld', { ids, action, reason: '广告' })
      expect(results.every(({ ok }) => ok)).toBe(true)
    }
    await forum.settle()
    expect(await replies()).toHaveLength(honest)
    for (const writer of writers.slice(spammers))
      expect(await notices(writer)).toContainEqual(expect.stringContaining('谢谢分享'))
  })

  it('refuses to hold more of one member than moderators could ever read', async () => {
    const texts = Array.from({ length: 100 }, (_, i) => i)
    await forum.api.db.held.insertMany(
      texts.map((i) => ({
        _id: 1_000_000 + 1_000 * count + i,
        key: `k${i}`,
        kind: 'post' as const,
        authorId: author.id,
        boardId: MODERATED_BOARD,
        threadId: thread.id,
        subjectId: 5_000_000 + 1_000 * count + i,
        title: null,
        content: '好',
        quotedPostId: null,
        claim: null,
        fileIds: [],
        baseVersion: null,
        recipientId: null,
        parentId: null,
        reasons: ['link' as const],
        status: 'pending' as const,
        createdAt: new Date(),
        version: 1,
        decidedBy: null,
        decidedAt: null,
        note: null,
      })),
    )
    await reply(author, ADVERT).expect(429)
    await forum.api.db.held.deleteMany({ authorId: author.id })
  })
})
