import { randomUUID } from 'node:crypto'
import { prepareDatabase } from '@forum/http-api'
import { HOUR_MS, systemClock } from '@forum/shared/clock'
import { api, type Conversation, type Message, type MessagePagination } from '@forum/shared/contract'
import { channelOf, audiences } from '@forum/shared/events'
import { RATE_LIMITS } from '@forum/shared/limits'
import { NEW_ACCOUNT_HOURS } from '@forum/http-api/limits'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { PASSWORD, startTestForum, type TestForum, type TestMember } from '../fixtures/forum'

interface Folder {
  messages: Message[]
  pagination: MessagePagination
}

describe('private messages', () => {
  let forum: TestForum
  let xiaoli: TestMember
  let laowang: TestMember
  let stranger: TestMember
  let banzhu: TestMember
  let zongguan: TestMember
  let names = 0

  beforeAll(async () => {
    forum = await startTestForum()
    stranger = await forum.member('haiou')
    banzhu = await forum.member('banzhu1', 'moderator')
    zongguan = await forum.member('zongguan', 'admin')
  })
  // Each test has its own correspondents with empty mailboxes.
  beforeEach(async () => {
    names += 1
    xiaoli = await forum.member(`xiaoli${names}`)
    laowang = await forum.member(`laowang${names}`)
  })
  afterAll(() => forum.stop())

  type Method = 'get' | 'post' | 'put' | 'delete'
  const call = (by: TestMember, method: Method, path: string, body?: object) => {
    const request = forum.request[method](`/api${path}`).set(by.headers)
    return body === undefined ? request : request.send(body)
  }
  const trySend = (by: TestMember, body: object) =>
    call(by, 'post', '/messages', { subject: '合租', content: '周六看房吗？', ...body })
  const send = async (by: TestMember, to: TestMember, more: object = {}): Promise<Message> =>
    (await trySend(by, { recipientId: to.id, ...more }).expect(201)).body.message as Message
  const get = async (by: TestMember, path: string): Promise<unknown> =>
    (await call(by, 'get', path).expect(200)).body
  const folder = async (by: TestMember, query = '') => (await get(by, `/messages${query}`)) as Folder
  const subjects = async (by: TestMember, query = '') =>
    (await folder(by, query)).messages.map(({ subject }) => subject)
  const conversations = async (by: TestMember) =>
    ((await get(by, '/messages/threads')) as { threads: Conversation[] }).threads
  const unread = async (by: TestMember) =>
    (await get(by, '/messages/unread/count')) as { count: number; version: number }
  const publishedTo = async (who: TestMember) => {
    await forum.settle()
    const channel = channelOf(audiences.user(who.id))
    const sent = forum.bus.sent.filter((one) => one.channel === channel).map(({ message }) => message)
    // Delivery is at least once, and receivers drop a repeat by its id.
    return sent.filter(({ id }, i) => sent.findIndex((one) => one.id === id) === i)
  }
  /** Holds the next event back from the bus until the returned function is called. */
  const holdNextEvent = () => {
    const publish = forum.bus.publish.bind(forum.bus)
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    vi.spyOn(forum.bus, 'publish').mockImplementationOnce(async (message) => {
      await released
      await publish(message)
    })
    return release
  }
  const block = (by: TestMember, whom: TestMember, blocked = true) =>
    call(by, 'put', `/users/${whom.id}/block`, { blocked }).expect(200)

  describe('sending', () => {
    it("puts a message into the recipient's inbox and the sender's sent folder", async () => {
      const message = await send(xiaoli, laowang, { subject: '  合\n租 ' })
      expect(message).toMatchObject({
        subject: '合 租',
        content: '周六看房吗？',
        isRead: false,
        readAt: null,
        editedAt: null,
        parentId: null,
        senderId: xiaoli.id,
        recipientId: laowang.id,
        sender: { id: xiaoli.id, username: xiaoli.username },
        recipient: { id: laowang.id },
      })
      expect(await folder(laowang)).toEqual({
        messages: [message],
        pagination: { currentPage: 1, totalPages: 1, totalMessages: 1, hasNext: false, hasPrev: false },
      })
      expect((await folder(laowang, '?type=unread')).messages).toEqual([message])
      expect((await folder(xiaoli, '?type=sent')).messages).toEqual([message])
      expect((await folder(xiaoli)).messages).toEqual([])
      expect((await folder(laowang, '?type=sent')).messages).toEqual([])
      expect((await unread(laowang)).count).toBe(1)
      expect((await unread(xiaoli)).count).toBe(0)
    })

    it('finds the recipient by username in any case, or by the id if both are given', async () => {
      const upper = laowang.username.toUpperCase()
      const byName = await trySend(xiaoli, { recipientUsername: ` ${upper} `, parentId: null }).expect(201)
      expect(byName.body.message.recipientId).toBe(laowang.id)
      const both = await trySend(xiaoli, { recipientId: laowang.id, recipientUsername: 'nobody' }).expect(201)
      expect(both.body.message.recipientId).toBe(laowang.id)
    })

    it.each([
      [{ recipientUsername: 'nobody' }, 404, 'RECIPIENT_NOT_FOUND'],
      [{ recipientId: 999_999 }, 404, 'RECIPIENT_NOT_FOUND'],
      [{}, 400, 'VALIDATION_FAILED'],
      [{ recipientId: 'x' }, 400, 'VALIDATION_FAILED'],
      [{ recipientUsername: '  ' }, 400, 'VALIDATION_FAILED'],
      [{ recipientUsername: 'haiou', subject: ' \u3000' }, 400, 'VALIDATION_FAILED'],
      [{ recipientUsername: 'haiou', subject: '长'.repeat(201) }, 400, 'VALIDATION_FAILED'],
      [{ recipientUsername: 'haiou', content: '' }, 400, 'VALIDATION_FAILED'],
      [{ recipientUsername: 'haiou', content: '长'.repeat(10_001) }, 400, 'VALIDATION_FAILED'],
      [{ recipientUsername: 'haiou', parentId: 999_999 }, 404, 'NOT_FOUND'],
    ])('refuses %j with %i %s', async (body, status, code) => {
      const response = await trySend(xiaoli, body).expect(status)
      expect(response.body.code).toBe(code)
      expect((await folder(xiaoli, '?type=sent')).messages).toEqual([])
    })

    it('reports all invalid fields at once', async () => {
      const { body } = await call(xiaoli, 'post', '/messages', {}).expect(400)
      const fields = (body.errors as { field: string }[]).map(({ field }) => field)
      expect(fields.sort()).toEqual(['content', 'recipientId', 'subject'])
    })

    it('refuses a message to oneself, by id or by name', async () => {
      for (const to of [{ recipientId: xiaoli.id }, { recipientUsername: xiaoli.username }]) {
        const { body } = await trySend(xiaoli, to).expect(400)
        expect(body.message).toBe('不能给自己发站内信')
      }
    })

    it('delivers nothing to closed accounts, except banned ones', async () => {
      await forum.api.db.members.updateOne({ _id: laowang.id }, { $set: { status: 'inactive' } })
      expect((await trySend(xiaoli, { recipientId: laowang.id }).expect(404)).body.code).toBe(
        'RECIPIENT_NOT_FOUND',
      )
      await forum.api.db.members.updateOne({ _id: laowang.id }, { $set: { status: 'banned' } })
      await send(xiaoli, laowang)
    })

    it('refuses messages and edits by a blocked member until unblocked', async () => {
      const before = await send(xiaoli, laowang)
      await block(laowang, xiaoli)
      expect((await trySend(xiaoli, { recipientId: laowang.id }).expect(403)).body.code).toBe(
        'BLOCKED_BY_RECIPIENT',
      )
      await call(xiaoli, 'put', `/messages/${before.id}`, { content: '换个法子骂你' }).expect(403)
      expect(await subjects(laowang)).toEqual(['合租'])
      await send(laowang, xiaoli)
      await block(laowang, xiaoli, false)
      await send(xiaoli, laowang)
    })

    it('refuses messages by muted members, who may still read', async () => {
      const message = await send(laowang, xiaoli)
      const mutedUntil = new Date(forum.clock.now().getTime() + HOUR_MS)
      await forum.api.db.members.updateOne({ _id: xiaoli.id }, { $set: { mutedUntil } })
      forum.clock.advance(2_000)
      expect((await trySend(xiaoli, { recipientId: laowang.id }).expect(403)).body.code).toBe('MUTED')
      await call(xiaoli, 'post', `/messages/${message.id}/read`).expect(200)
    })

    it('replies only to messages between the same two members', async () => {
      const first = await send(xiaoli, laowang)
      const reply = await send(laowang, xiaoli, { parentId: first.id })
      expect(reply.parentId).toBe(first.id)
      const elsewhere = await send(stranger, laowang)
      await trySend(xiaoli, { recipientId: laowang.id, parentId: elsewhere.id }).expect(404)
      await trySend(laowang, { recipientId: xiaoli.id, parentId: elsewhere.id }).expect(404)
      // No edit turns it into a reply to itself or to a later message.
      const put = (id: number, parentId: number) => call(xiaoli, 'put', `/messages/${id}`, { parentId })
      await put(first.id, first.id).expect(404)
      await put(first.id, reply.id).expect(404)
      const last = await send(xiaoli, laowang)
      expect((await put(last.id, reply.id).expect(200)).body.message).toMatchObject({ parentId: reply.id })
    })

    it('sends a message once under an idempotency key, however often it is repeated', async () => {
      const key = randomUUID()
      const body = { recipientId: laowang.id, subject: '一次', content: '只发一次' }
      const repeat = () => call(xiaoli, 'post', '/messages', body).set('Idempotency-Key', key)
      const responses = await Promise.all([repeat(), repeat(), repeat()])
      expect(responses.map(({ status }) => status)).toEqual([201, 201, 201])
      expect(new Set(responses.map(({ body: response }) => (response.message as Message).id)).size).toBe(1)
      // A later block does not undo what was sent.
      await block(laowang, xiaoli)
      await repeat().expect(201)
      expect(await subjects(laowang)).toEqual(['一次'])
      expect((await unread(laowang)).count).toBe(1)
      const other = call(xiaoli, 'post', '/messages', { ...body, content: '另一封' })
      expect((await other.set('Idempotency-Key', key).expect(409)).body.code).toBe('CONFLICT')
    })
  })

  describe('reading', () => {
    it('marks nothing by showing a message, and marks it once by the recipient', async () => {
      const message = await send(xiaoli, laowang)
      expect((await get(laowang, `/messages/${message.id}`)) as object).toEqual({ message })
      expect((await unread(laowang)).count).toBe(1)
      const read = await call(laowang, 'post', `/messages/${message.id}/read`).expect(200)
      expect(read.body).toMatchObject({ message: { isRead: true, id: message.id }, count: 0 })
      const again = await call(laowang, 'post', `/messages/${message.id}/read`).expect(200)
      expect(again.body).toEqual(read.body)
      expect((await folder(laowang, '?type=unread')).messages).toEqual([])
      const [sent] = (await folder(xiaoli, '?type=sent')).messages
      expect(sent).toMatchObject({ isRead: true, readAt: read.body.message.readAt })
    })

    it('pages a folder, newest first, and cuts contents to 100 characters', async () => {
      for (const n of [1, 2, 3])
        await send(xiaoli, laowang, { subject: `第${n}封`, content: '字'.repeat(150) })
      const first = await folder(laowang, '?limit=2')
      expect(first.messages.map(({ subject }) => subject)).toEqual(['第3封', '第2封'])
      expect(first.messages[0]?.content).toBe('字'.repeat(100))
      expect(first.pagination).toEqual({
        currentPage: 1,
        totalPages: 2,
        totalMessages: 3,
        hasNext: true,
        hasPrev: false,
      })
      expect(await subjects(laowang, '?limit=2&page=2')).toEqual(['第1封'])
      expect((await folder(laowang, '?page=9')).messages).toEqual([])
      await call(laowang, 'get', '/messages?page=0').expect(400)
      await call(laowang, 'get', '/messages?type=trash').expect(400)
    })

    it('finds messages in either script, also those that an older version indexed', async () => {
      const message = await send(xiaoli, laowang, { subject: '臺灣的绿卡', content: '到了' })
      expect(await subjects(laowang, `?q=${encodeURIComponent('台湾 綠卡')}`)).toEqual(['臺灣的绿卡'])
      const { mailboxEntries, migrations } = forum.api.db
      await mailboxEntries.updateMany({ messageId: message.id }, { $set: { terms: ['臺', '臺灣'] } })
      await migrations.deleteOne({ _id: 42 })
      expect(await subjects(laowang, `?q=${encodeURIComponent('台湾')}`)).toEqual([])
      await prepareDatabase(forum.uri, systemClock, () => undefined)
      expect(await subjects(laowang, `?q=${encodeURIComponent('台湾')}`)).toEqual(['臺灣的绿卡'])
    })

    it('searches a folder by subject, content and names, in Chinese and in parts of words', async () => {
      await send(xiaoli, laowang, { subject: 'H1B 抽签', content: '今年中了吗' })
      await send(xiaoli, laowang, { subject: '看房', content: '周六下午三点，Caltrain 站见' })
      await send(stranger, laowang, { subject: '面经', content: '谷歌二面' })
      expect(await subjects(laowang, `?q=${encodeURIComponent('下午三点')}`)).toEqual(['看房'])
      expect(await subjects(laowang, '?q=CALT')).toEqual(['看房'])
      expect(await subjects(laowang, '?q=h1b')).toEqual(['H1B 抽签'])
      expect(await subjects(laowang, '?q=haiou')).toEqual(['面经'])
      expect(await subjects(laowang, `?q=${encodeURIComponent('歌')}`)).toEqual(['面经'])
      expect(await subjects(laowang, `?q=${encodeURIComponent('没有的词')}`)).toEqual([])
      expect(await subjects(laowang, '?q=...')).toEqual([])
      expect(await subjects(laowang, '?q=%20')).toHaveLength(3)
      expect(await subjects(laowang, `?type=sent&q=${encodeURIComponent('看房')}`)).toEqual([])
      expect(await subjects(xiaoli, `?type=sent&q=${encodeURIComponent('看房')}`)).toEqual(['看房'])
    })

    it('finds an edited message by its new words, and no longer by the old ones', async () => {
      const { id } = await send(xiaoli, laowang, { subject: '旧标题' })
      await call(xiaoli, 'put', `/messages/${id}`, { subject: '新名字' }).expect(200)
      expect(await subjects(laowang, `?q=${encodeURIComponent('新名字')}`)).toEqual(['新名字'])
      expect(await subjects(laowang, `?q=${encodeURIComponent('旧标题')}`)).toEqual([])
    })

    it('groups messages by the other party, with unread counts', async () => {
      await send(xiaoli, laowang, { subject: '一' })
      await send(laowang, xiaoli, { subject: '二' })
      await send(stranger, laowang, { subject: '三' })
      const last = await send(xiaoli, laowang, { subject: '四', content: '字'.repeat(150) })
      const [first, second] = await conversations(laowang)
      expect(first).toMatchObject({
        otherUserId: xiaoli.id,
        otherUser: { username: xiaoli.username },
        lastMessage: { id: last.id, content: '字'.repeat(100) },
        unreadCount: 2,
        messageCount: 3,
      })
      expect(second).toMatchObject({ otherUserId: stranger.id, unreadCount: 1, messageCount: 1 })
      expect((await conversations(xiaoli))[0]).toMatchObject({ unreadCount: 1, messageCount: 3 })
      const between = (await get(
        laowang,
        `/messages/thread/messages?otherUserId=${xiaoli.id}&limit=2`,
      )) as Folder & { otherUser: object }
      expect(between.messages.map(({ subject }) => subject)).toEqual(['四', '二'])
      expect(between.messages[0]?.content).toHaveLength(150)
      expect(between.otherUser).toMatchObject({ id: xiaoli.id })
      expect(between.pagination).toMatchObject({ totalMessages: 3, hasNext: true })
      await call(laowang, 'get', '/messages/thread/messages?otherUserId=999999').expect(404)
      const none = (await get(laowang, `/messages/thread/messages?otherUserId=${banzhu.id}`)) as Folder
      expect(none.messages).toEqual([])
    })
  })

  describe('changing', () => {
    it('lets the sender edit parts of a message, read or not, to the same recipient', async () => {
      const message = await send(xiaoli, laowang)
      const edit = (body: object) => call(xiaoli, 'put', `/messages/${message.id}`, body)
      const { body } = await edit({ content: '改到周日', recipientId: laowang.id }).expect(200)
      expect(body.message).toMatchObject({ subject: '合租', content: '改到周日', isRead: false })
      expect(body.message.editedAt).not.toBeNull()
      await edit({ recipientId: stranger.id }).expect(400)
      await edit({ subject: '' }).expect(400)
      expect((await get(laowang, `/messages/${message.id}`)) as object).toEqual(body)
      expect((await edit({ content: '改到周日' }).expect(200)).body).toEqual(body)
    })

    it('deletes for one party only, and finds nothing the second time', async () => {
      const message = await send(xiaoli, laowang)
      await call(laowang, 'delete', `/messages/${message.id}`).expect(204)
      await call(laowang, 'delete', `/messages/${message.id}`).expect(404)
      expect((await folder(laowang)).messages).toEqual([])
      expect((await unread(laowang)).count).toBe(0)
      expect(await conversations(laowang)).toEqual([])
      expect(await subjects(laowang, `?q=${encodeURIComponent('合租')}`)).toEqual([])
      await get(xiaoli, `/messages/${message.id}`)
      expect(await conversations(xiaoli)).toHaveLength(1)
      await call(xiaoli, 'put', `/messages/${message.id}`, { content: '还能改' }).expect(200)
      expect((await folder(laowang)).messages).toEqual([])
    })
  })

  describe('events', () => {
    it('publishes events to both parties, but a deletion only to the one who deletes', async () => {
      const message = await send(xiaoli, laowang)
      await call(xiaoli, 'put', `/messages/${message.id}`, { content: '改了' }).expect(200)
      await call(laowang, 'post', `/messages/${message.id}/read`).expect(200)
      await call(laowang, 'delete', `/messages/${message.id}`).expect(204)
      const common = ['message:created', 'message:updated', 'message:read']
      const namesOf = (events: { name: string }[]) =>
        events.map(({ name }) => name).filter((name) => name.startsWith('message:'))
      expect(namesOf(await publishedTo(xiaoli))).toEqual(common)
      expect(namesOf(await publishedTo(laowang))).toEqual([...common, 'message:deleted'])
      expect(JSON.stringify(await publishedTo(stranger))).not.toContain(message.sender.username)
      expect((await publishedTo(xiaoli))[0]).toMatchObject({
        message: { id: message.id, content: '周六看房吗？' },
      })
    })

    it('shows typing to the other party alone, and stores nothing', async () => {
      await send(xiaoli, laowang)
      await call(laowang, 'post', '/messages/typing', { userId: xiaoli.id }).expect(204)
      const typing = (await publishedTo(xiaoli)).filter(({ name }) => name === 'message:typing')
      expect(typing).toMatchObject([{ user: { id: laowang.id, username: laowang.username } }])
      for (const other of [laowang, stranger])
        expect((await publishedTo(other)).map(({ name }) => name)).not.toContain('message:typing')
      expect((await folder(xiaoli)).messages).toEqual([])
    })

    it('shows no typing to or of a blocked member, nor of one who hides the online status', async () => {
      await send(xiaoli, laowang)
      const type = (by: TestMember, to: TestMember) => call(by, 'post', '/messages/typing', { userId: to.id })
      await block(laowang, xiaoli)
      expect((await type(xiaoli, laowang).expect(403)).body.code).toBe('BLOCKED_BY_RECIPIENT')
      await type(laowang, xiaoli).expect(204)
      await block(laowang, xiaoli, false)
      await call(xiaoli, 'put', '/auth/profile', { showOnline: false }).expect(200)
      await type(xiaoli, laowang).expect(204)
      for (const who of [xiaoli, laowang])
        expect((await publishedTo(who)).map(({ name }) => name)).not.toContain('message:typing')
      await call(xiaoli, 'put', '/auth/profile', { showOnline: true }).expect(200)
      await type(xiaoli, laowang).expect(204)
      expect((await publishedTo(laowang)).map(({ name }) => name)).toContain('message:typing')
    })

    it('repeats an event that a later change overtakes under the same id', async () => {
      const release = holdNextEvent()
      const message = await send(xiaoli, laowang)
      await call(xiaoli, 'put', `/messages/${message.id}`, { content: '改了' }).expect(200)
      await vi.waitFor(() => expect(forum.bus.sent.at(-1)?.message.name).toBe('unread:changed'))
      release()
      const events = await publishedTo(xiaoli)
      expect(events.map(({ name }) => name)).toEqual(['message:created', 'message:updated'])
      const [created] = events
      expect(forum.bus.sent.filter(({ message: sent }) => sent.id === created?.id).length).toBeGreaterThan(2)
    })

    it('publishes true unread counts, the highest version last', async () => {
      const first = await send(xiaoli, laowang)
      // A delivery that ends after the next change would publish the counts of that change.
      await forum.settle()
      await send(xiaoli, laowang)
      await forum.settle()
      await call(laowang, 'post', `/messages/${first.id}/read`).expect(200)
      const counts = (await publishedTo(laowang)).flatMap((event) =>
        event.name === 'unread:changed' ? [event] : [],
      )
      expect(counts.map(({ messages }) => messages)).toEqual([1, 2, 1])
      expect(counts.map(({ version }) => version)).toEqual([1, 2, 3])
      expect(await unread(laowang)).toEqual({ count: 1, version: counts.at(-1)?.version })
    })

    it('publishes events that failed once the bus is back', async () => {
      forum.bus.isUnavailable = true
      const message = await send(xiaoli, laowang)
      await forum.settle()
      forum.bus.isUnavailable = false
      expect(await publishedTo(laowang)).toEqual([])
      forum.clock.advance(6_000)
      await forum.api.sweep()
      const published = await publishedTo(laowang)
      expect(published.map(({ name }) => name)).toEqual(['message:created', 'unread:changed'])
      expect(published[0]).toMatchObject({ message: { id: message.id } })
      await forum.api.sweep()
      expect(await publishedTo(laowang)).toHaveLength(2)
    })
  })

  it('repairs mailboxes, conversations and counts after a crash right after the commit', async () => {
    const kept = await send(xiaoli, laowang)
    // Simulates a process that dies right after the message is stored.
    const bulkWrite = vi.spyOn(forum.api.db.mailboxEntries, 'bulkWrite').mockImplementation(() => {
      throw new Error('the process died')
    })
    await trySend(xiaoli, { recipientId: laowang.id, subject: '丢了吗' }).expect(500)
    await call(laowang, 'delete', `/messages/${kept.id}`).expect(500)
    bulkWrite.mockRestore()
    // An entry that lags behind its message does not show a deleted message.
    expect(await subjects(laowang)).toEqual([])
    forum.clock.advance(6_000)
    await forum.api.sweep()
    expect(await subjects(laowang)).toEqual(['丢了吗'])
    expect(await subjects(xiaoli, '?type=sent')).toEqual(['丢了吗', '合租'])
    expect((await unread(laowang)).count).toBe(1)
    expect((await conversations(laowang))[0]).toMatchObject({ messageCount: 1, unreadCount: 1 })
    expect((await publishedTo(laowang)).map(({ name }) => name)).toContain('message:deleted')
  })

  it('never lets an older version replace a newer one in a mailbox', async () => {
    const { id } = await send(xiaoli, laowang)
    const old = await forum.api.db.mailboxEntries.findOne({ _id: `${laowang.id}:${id}` })
    await call(laowang, 'delete', `/messages/${id}`).expect(204)
    // Simulates a process that stalled before it wrote the entry of the first version.
    const left = { id: 'left', kind: 'message', since: new Date(0) } as const
    await forum.api.db.messages.updateOne(
      { _id: id },
      { $set: { unfinished: [{ ...left, name: 'message:updated', userIds: [] }] } },
    )
    await forum.api.sweep()
    expect(old?.isDeleted).toBe(false)
    expect(await subjects(laowang)).toEqual([])
    expect((await unread(laowang)).count).toBe(0)
  })

  describe('to anyone but the two parties', () => {
    it('hides messages from everyone else, including moderators and admins', async () => {
      const message = await send(xiaoli, laowang, { subject: '机密的事' })
      const before = await get(laowang, `/messages/${message.id}`)
      const heardBefore = forum.bus.sent.length
      for (const outsider of [stranger, banzhu, zongguan]) {
        const calls: [Method, string, object?][] = [
          ['get', `/messages/${message.id}`],
          ['put', `/messages/${message.id}`, { content: '篡改' }],
          ['put', `/messages/${message.id}`, {}],
          ['delete', `/messages/${message.id}`],
          ['post', `/messages/${message.id}/read`],
          ['put', `/messages/${message.id}/like`, { liked: true }],
          ['post', `/messages/${message.id}/report`, { reason: '骚扰' }],
          ['post', '/messages/typing', { userId: laowang.id }],
        ]
        for (const [method, path, body] of calls) {
          const response = await call(outsider, method, path, body)
          expect([response.status, response.body.code]).toEqual([404, 'NOT_FOUND'])
        }
        await trySend(outsider, { recipientId: laowang.id, parentId: message.id }).expect(404)
        await trySend(outsider, { recipientId: xiaoli.id, parentId: message.id }).expect(404)
        const q = encodeURIComponent('机密的事')
        const lists = [
          ...['inbox', 'sent', 'unread'].flatMap((type) => [
            `/messages?type=${type}`,
            `/messages?type=${type}&q=${q}`,
          ]),
          '/messages/threads',
          `/messages/thread/messages?otherUserId=${xiaoli.id}`,
          `/messages/thread/messages?otherUserId=${laowang.id}`,
          '/messages/unread/count',
        ]
        for (const list of lists) expect(JSON.stringify(await get(outsider, list))).not.toContain('机密')
        expect(JSON.stringify(await publishedTo(outsider))).not.toContain('机密')
      }
      expect(await get(laowang, `/messages/${message.id}`)).toEqual(before)
      expect(forum.bus.sent.length).toBe(heardBefore)
    })

    it('has no call about messages besides those that outsiders are shown to be refused', () => {
      const calls = Object.entries(api).filter(([, { path }]) => path.startsWith('/messages'))
      expect(calls.map(([name]) => name).toSorted()).toEqual([
        'countUnreadMessages',
        'deleteMessage',
        'getConversation',
        'getMessage',
        'likeMessage',
        'listConversations',
        'listMessages',
        'markMessageRead',
        'reportMessage',
        'sendMessage',
        'showTyping',
        'updateMessage',
      ])
    })

    it('forbids to each party the actions of the other', async () => {
      const message = await send(xiaoli, laowang)
      const edit = await call(laowang, 'put', `/messages/${message.id}`, { content: '替你改' }).expect(403)
      expect(edit.body.code).toBe('FORBIDDEN')
      const read = await call(xiaoli, 'post', `/messages/${message.id}/read`).expect(403)
      expect(read.body.code).toBe('FORBIDDEN')
    })
  })

  it("shows a recipient's like to both parties, and takes it back", async () => {
    const { id } = await send(xiaoli, laowang)
    const like = (by: TestMember, liked: boolean) => call(by, 'put', `/messages/${id}/like`, { liked })
    await like(xiaoli, true).expect(403)
    await like(laowang, true).expect(200)
    const repeated = (await like(laowang, true).expect(200)).body.message as Message
    expect(repeated).toMatchObject({ likes: [{ id: laowang.id }], editedAt: null })
    const told = (await publishedTo(xiaoli)).filter(({ name }) => name === 'message:updated')
    expect(told).toHaveLength(1)
    await like(laowang, false).expect(200)
    expect(await get(xiaoli, `/messages/${id}`)).toMatchObject({ message: { likes: [] } })
    await block(xiaoli, laowang)
    expect((await like(laowang, true).expect(403)).body.code).toBe('BLOCKED_BY_RECIPIENT')
  })

  describe('in conversations of several members', () => {
    const start = async (more: object = {}) => {
      const userIds = [laowang.id, stranger.id]
      const given = { userIds, subject: '周末聚餐', content: '川菜还是粤菜？', ...more }
      return forum.as(xiaoli).call('startConversation', given)
    }
    const say = (by: TestMember, conversationId: number, content = '都行') =>
      forum.as(by).call('sendMessage', { conversationId, subject: '周末聚餐', content })
    const inGroup = (by: TestMember, conversationId: number) =>
      forum.as(by).call('getGroupConversation', { conversationId })
    const textsOf = async (by: TestMember, id: number) =>
      (await inGroup(by, id)).messages.map(({ line, content }) => line?.kind ?? content)
    const rowOf = async (by: TestMember, id: number) =>
      (await conversations(by)).find(({ group }) => group?.id === id)
    const add = (by: TestMember, id: number, whom: TestMember) =>
      call(by, 'post', `/conversations/${id}/members`, { userId: whom.id })
    const leave = (by: TestMember, id: number) => call(by, 'post', `/conversations/${id}/leave`)

    it('brings each message to all the others at once, with counts of their own', async () => {
      const { conversation, message } = await start()
      const { id } = conversation
      expect(conversation.members.map((one) => one.id)).toEqual([xiaoli.id, laowang.id, stranger.id])
      expect(message).toMatchObject({ conversationId: id, recipientId: null, isRead: false })
      await say(laowang, id)
      expect(await textsOf(stranger, id)).toEqual(['都行', '川菜还是粤菜？'])
      expect(await rowOf(stranger, id)).toMatchObject({ otherUserId: null, unreadCount: 2, messageCount: 2 })
      expect(await rowOf(laowang, id)).toMatchObject({ unreadCount: 1, messageCount: 2 })
      expect((await unread(laowang)).count).toBe(1)
      await call(laowang, 'post', `/messages/${message.id}/read`).expect(200)
      expect((await unread(laowang)).count).toBe(0)
      expect(await rowOf(stranger, id)).toMatchObject({ unreadCount: 2 })
      expect(await subjects(laowang, '?type=sent')).toEqual(['周末聚餐'])
      const events = (await publishedTo(laowang)).map(({ name }) => name)
      expect(events.slice(0, 2).toSorted()).toEqual(['conversation:changed', 'message:created'])
      expect(events).toContain('message:read')
      // Nobody learns who has read what.
      expect((await publishedTo(xiaoli)).map(({ name }) => name)).not.toContain('message:read')
    })

    it('shows an added member what comes afterwards, under a line that says who was added', async () => {
      const { id } = (await start()).conversation
      await add(laowang, id, banzhu).expect(200)
      expect(await rowOf(banzhu, id)).toMatchObject({ messageCount: 1, unreadCount: 0 })
      await say(xiaoli, id, '加到四个人')
      expect(await textsOf(banzhu, id)).toEqual(['加到四个人', 'added'])
      expect(await textsOf(xiaoli, id)).toEqual(['加到四个人', 'added', '川菜还是粤菜？'])
      const [, line] = (await inGroup(xiaoli, id)).messages
      expect(line).toMatchObject({ senderId: laowang.id, line: { kind: 'added', member: { id: banzhu.id } } })
      // A line is no message: it is in no folder, and nobody reports, edits or likes it.
      const found = await forum.as(banzhu).call('listMessages', { type: 'inbox' })
      expect(found.messages.map(({ id: one }) => one)).not.toContain(line?.id)
      await call(banzhu, 'post', `/messages/${line?.id}/report`, { reason: '骚扰' }).expect(403)
      await call(laowang, 'put', `/messages/${line?.id}`, { content: '没有加' }).expect(403)
      await call(banzhu, 'put', `/messages/${line?.id}/like`, { liked: true }).expect(403)
      const told = (await publishedTo(banzhu)).find(({ name }) => name === 'conversation:changed')
      expect(told).toMatchObject({ conversation: { id } })
      expect((await add(xiaoli, id, banzhu).expect(409)).body.message).toBe('对方已经在这个会话里')
    })

    it('brings nothing more to a member who left, who keeps what was received', async () => {
      const { conversation, message } = await start()
      const { id } = conversation
      await leave(laowang, id).expect(204)
      const left = (await publishedTo(laowang)).findLast(({ name }) => name === 'conversation:changed')
      expect(JSON.stringify(left)).not.toContain(`"id":${laowang.id},`)
      const before = (await publishedTo(laowang)).length
      const after = (await say(xiaoli, id, '老王走了')).message
      await forum.settle()
      expect((await publishedTo(laowang)).length).toBe(before)
      expect(await textsOf(stranger, id)).toEqual(['老王走了', 'left', '川菜还是粤菜？'])
      expect(await rowOf(laowang, id)).toBeUndefined()
      await call(laowang, 'get', `/messages/${message.id}`).expect(200)
      for (const [method, path, body] of [
        ['get', `/conversations/${id}`],
        ['get', `/messages/${after.id}`],
        ['post', '/messages', { conversationId: id, subject: '回', content: '来' }],
        ['post', `/conversations/${id}/members`, { userId: banzhu.id }],
        ['post', `/conversations/${id}/leave`],
        ['put', `/conversations/${id}/mute`, { muted: true }],
        ['post', '/messages/typing', { conversationId: id }],
      ] as const) {
        expect((await call(laowang, method, path, body)).status).toBe(404)
        // Not even admins see a conversation of others.
        expect((await call(zongguan, method, path, body)).status).toBe(404)
      }
    })

    it('shows edits and likes to current members, unless one of them has blocked the author', async () => {
      const { conversation, message } = await start()
      const { id } = conversation
      const edit = (by: TestMember, content: string) =>
        call(by, 'put', `/messages/${message.id}`, { content })
      await leave(laowang, id).expect(204)
      const before = (await publishedTo(laowang)).length
      await edit(xiaoli, '改在周日').expect(200)
      await call(stranger, 'put', `/messages/${message.id}/like`, { liked: true }).expect(200)
      expect((await publishedTo(laowang)).length).toBe(before)
      const updates = (await publishedTo(stranger)).filter(({ name }) => name === 'message:updated')
      expect(updates).toHaveLength(2)
      await call(laowang, 'put', `/messages/${message.id}/like`, { liked: true }).expect(404)
      await block(stranger, xiaoli)
      expect((await edit(xiaoli, '还是周六').expect(403)).body.code).toBe('BLOCKED_BY_RECIPIENT')
      await block(stranger, xiaoli, false)
      await leave(xiaoli, id).expect(204)
      await edit(xiaoli, '走了还要说').expect(404)
    })

    it('neither counts nor notifies while muted', async () => {
      const { id } = (await start()).conversation
      const muted = await call(laowang, 'put', `/conversations/${id}/mute`, { muted: true }).expect(200)
      expect(muted.body.conversation).toMatchObject({ isMuted: true })
      await say(xiaoli, id)
      expect((await unread(laowang)).count).toBe(1)
      expect(await rowOf(laowang, id)).toMatchObject({
        unreadCount: 1,
        messageCount: 2,
        group: { isMuted: true },
      })
      expect((await inGroup(laowang, id)).messages[0]).toMatchObject({ content: '都行', isRead: true })
      expect(await rowOf(xiaoli, id)).toMatchObject({ group: { isMuted: false } })
      await call(laowang, 'put', `/conversations/${id}/mute`, { muted: false }).expect(200)
      await say(xiaoli, id)
      expect((await unread(laowang)).count).toBe(2)
    })

    it('keeps out whom a block separates from who adds them, and the words of a blocked member', async () => {
      const { id } = (await start()).conversation
      const other = await forum.member(`tianqi${names}`)
      await block(other, xiaoli)
      expect((await add(xiaoli, id, other).expect(403)).body.code).toBe('BLOCKED_BY_RECIPIENT')
      const refused = { userIds: [other.id, laowang.id], subject: '聚', content: '聚' }
      const started = await call(xiaoli, 'post', '/conversations', refused).expect(403)
      expect(started.body.code).toBe('BLOCKED_BY_RECIPIENT')
      await block(other, xiaoli, false)
      await block(xiaoli, other)
      expect((await add(xiaoli, id, other).expect(403)).body.code).toBe('FORBIDDEN')
      expect((await call(xiaoli, 'post', '/conversations', refused).expect(403)).body.code).toBe('FORBIDDEN')
      await add(laowang, id, other).expect(200)
      await say(other, id, '我也来')
      expect(await textsOf(xiaoli, id)).not.toContain('我也来')
      expect(await textsOf(laowang, id)).toContain('我也来')
    })

    it('refuses fewer than three members and more than ten', async () => {
      const codeOf = async (userIds: number[]) => {
        const body = { userIds, subject: '聚', content: '聚' }
        const response = await call(xiaoli, 'post', '/conversations', body).expect(400)
        return (response.body.errors as { code: string }[]).map(({ code }) => code)
      }
      expect(await codeOf([laowang.id])).toEqual(['too_few'])
      expect(await codeOf([laowang.id, laowang.id])).toEqual(['too_few'])
      expect(await codeOf([laowang.id, xiaoli.id])).toEqual(['self'])
      expect(await codeOf(Array.from({ length: 10 }, (_, i) => i + 1))).toEqual(['too_many'])
      const { id } = (await start()).conversation
      const many = Array.from({ length: 7 }, (_, i) => 1_000_000 + i)
      const { groupConversations } = forum.api.db
      await groupConversations.updateOne({ _id: id }, { $push: { memberIds: { $each: many } } })
      expect((await add(xiaoli, id, banzhu).expect(409)).body.message).toBe('一个会话最多 10 人')
    })

    it('starts one conversation under a key, and shows who is writing to its members alone', async () => {
      const body = { userIds: [laowang.id, stranger.id], subject: '一次', content: '只开一次' }
      const key = { 'Idempotency-Key': randomUUID() }
      const open = () => forum.request.post('/api/conversations').set(xiaoli.headers).set(key).send(body)
      const [first, second] = [await open().expect(201), await open().expect(201)]
      expect(second.body).toEqual(first.body)
      const { id } = first.body.conversation as { id: number }
      await call(xiaoli, 'post', '/messages/typing', { conversationId: id }).expect(204)
      const typing = (await publishedTo(laowang)).find(({ name }) => name === 'message:typing')
      expect(typing).toMatchObject({ user: { id: xiaoli.id }, conversationId: id })
    })

    it('writes the line of a change that a process left behind, once', async () => {
      const { id } = (await start()).conversation
      await forum.settle()
      const insert = vi.spyOn(forum.api.db.messages, 'insertOne').mockImplementationOnce(() => {
        throw new Error('the process died')
      })
      await leave(laowang, id).expect(500)
      insert.mockRestore()
      expect(await textsOf(xiaoli, id)).toEqual(['川菜还是粤菜？'])
      forum.clock.advance(6_000)
      await forum.api.sweep()
      await forum.api.sweep()
      await forum.settle()
      expect(await textsOf(xiaoli, id)).toEqual(['left', '川菜还是粤菜？'])
      expect(await rowOf(laowang, id)).toBeUndefined()
    })

    it('takes a member whose account is deleted out of the conversation', async () => {
      const { id } = (await start()).conversation
      await forum.as(laowang).call('deleteAccount', { password: PASSWORD })
      expect((await inGroup(xiaoli, id)).conversation.members).toHaveLength(2)
      expect((await textsOf(xiaoli, id))[0]).toBe('left')
    })

    it('shows moderators a reported message, and that alone', async () => {
      const { conversation } = await start({ content: '先说一句' })
      const { message } = await say(laowang, conversation.id, '骚扰的话')
      await call(stranger, 'post', `/messages/${message.id}/report`, { reason: '骚扰' }).expect(201)
      const { cases } = await forum.as(banzhu).call('listCases', { status: 'open' })
      const caseId = cases.find((one) => one.message?.id === message.id)?.id ?? 0
      const opened = await forum.as(banzhu).call('getCase', { caseId })
      expect(opened.case.message).toMatchObject({
        content: '骚扰的话',
        sender: { id: laowang.id },
        recipient: { id: stranger.id },
      })
      expect(JSON.stringify(opened)).not.toContain('先说一句')
    })
  })
})

describe('limits on messages', () => {
  let forum: TestForum
  let xiaoli: TestMember
  beforeAll(async () => {
    forum = await startTestForum({ config: { rateLimits: true } })
    xiaoli = await forum.member('xiaoli')
  })
  afterAll(() => forum.stop())

  const send = (to: TestMember, by = xiaoli) =>
    forum.request
      .post('/api/messages')
      .set(by.headers)
      .send({ recipientId: to.id, subject: '你好', content: '你好' })

  it('limits messages of a new account to many new recipients, but not of other accounts', async () => {
    const people = []
    for (let n = 0; n <= RATE_LIMITS.newContact.points; n += 1) people.push(await forum.member(`friend${n}`))
    const last = people.pop()
    const [first] = people
    if (!first || !last) throw new Error('nobody to write to')
    for (const person of people) await send(person).expect(201)
    const refused = await send(last).expect(429)
    expect(Number(refused.get('Retry-After'))).toBeGreaterThan(0)
    await send(first).expect(201)
    await send(xiaoli, last).expect(201)
    await send(last).expect(201)
    const old = await forum.member('laoren')
    const joinedAt = new Date(forum.clock.now().getTime() - NEW_ACCOUNT_HOURS * HOUR_MS)
    await forum.api.db.members.updateOne({ _id: old.id }, { $set: { joinedAt } })
    for (const person of [...people, last]) await send(person, old).expect(201)
  })

  it('limits members to 20 messages a minute, but not moderators', async () => {
    const writer = await forum.member('writer')
    const banzhu = await forum.member('banzhu9', 'moderator')
    for (let n = 0; n < RATE_LIMITS.message.points; n += 1) await send(xiaoli, writer).expect(201)
    await send(xiaoli, writer).expect(429)
    for (let n = 0; n <= RATE_LIMITS.message.points; n += 1) await send(xiaoli, banzhu).expect(201)
  })
})
