import { MINUTE_MS } from '@forum/shared/clock'
import type { Thread } from '@forum/shared/contract'
import { EXCERPT_LENGTH, TITLE_MAX } from '@forum/shared/limits'
import { PUSH_FAILURES_MAX, PUSH_SUBSCRIPTIONS_PER_MEMBER } from '@forum/http-api/limits'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PATIENCE_MS } from '../fixtures/chromium'
import { startTestForum, type TestForum, type TestMember } from '../fixtures/forum'
import { claimsOf, PushReceiver } from '../fixtures/push-receiver'

describe('push messages', () => {
  let forum: TestForum
  let receiver: PushReceiver
  let xiaoli: TestMember
  let laowang: TestMember
  let thread: Thread

  beforeAll(async () => {
    receiver = await new PushReceiver().start()
    forum = await startTestForum({ pushNetwork: receiver.network })
    xiaoli = await forum.member('xiaoli')
    laowang = await forum.member('laowang88')
  })
  afterAll(async () => {
    await forum.stop()
    await receiver.stop()
  })
  beforeEach(async () => {
    receiver.received.length = 0
    receiver.status = 201
    receiver.retryAfter = undefined
    receiver.isEndless = false
    receiver.network.timeoutMs = PATIENCE_MS
    await forum.api.db.pushSubscriptions.deleteMany({})
    thread = await forum.thread(xiaoli, 3, '报税的事')
  })

  const subscribe = (by: TestMember, subscription: object, language = 'zh') =>
    forum.request
      .post('/api/push/subscriptions')
      .set({ ...by.headers, 'Accept-Language': language })
      .send(subscription)
  const reply = async (by: TestMember, more: object = {}) => {
    const body = { threadId: thread.id, content: '同问，W-2 丢了怎么办？', ...more }
    await forum.as(by).call('createPost', body)
    await forum.settle()
  }
  const write = (by: TestMember, to: TestMember, subject = '在吗') =>
    forum.as(by).call('sendMessage', { recipientId: to.id, subject, content: '想周末来看' })
  const kept = () => forum.api.db.pushSubscriptions.countDocuments({})
  /** Several threads and devices receive them in no particular order. */
  const titles = () => receiver.received.map(({ data }) => data.title)

  it('reaches each device in its language, encrypted, signed and linked to the post', async () => {
    await subscribe(xiaoli, receiver.subscription('/phone')).expect(201)
    await subscribe(xiaoli, receiver.subscription('/desk'), 'en').expect(201)
    await reply(laowang)
    const [phone] = receiver.received.filter(({ path }) => path === '/phone')
    const [desk] = receiver.received.filter(({ path }) => path === '/desk')
    const { body } = await forum.request.get('/api/notifications').set(xiaoli.headers)
    const [notification] = body.notifications as { id: number; postId: number }[]
    expect(phone?.data).toEqual({
      title: 'laowang88 回复了你关注的主题《报税的事》',
      body: '同问，W-2 丢了怎么办？',
      tag: `reply:${thread.id}`,
      path: `/posts/${notification?.postId}?notification=${notification?.id}`,
      lang: 'zh',
    })
    expect(desk?.data.title).toBe('laowang88 replied to “报税的事”, which you are watching')
    expect(phone?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'normal' })
    expect(phone?.headers.topic).toMatch(/^[\w-]{32}$/)
    expect(phone?.headers.topic).toBe(desk?.headers.topic)
    const { publicKey } = (await forum.request.get('/api/push/key').set(xiaoli.headers)).body as {
      publicKey: string
    }
    expect(claimsOf(phone?.headers.authorization, publicKey)).toMatchObject({
      aud: `https://127.0.0.1:${receiver.port}`,
      sub: 'https://forum.example',
    })
  })

  it('pushes once per thread until it is visited, and whenever the member is addressed', async () => {
    await subscribe(xiaoli, receiver.subscription('/phone')).expect(201)
    await reply(laowang)
    await reply(laowang)
    expect(receiver.received).toHaveLength(1)
    await reply(laowang, { quotedPostId: thread.openingPostId })
    await reply(laowang, { quotedPostId: thread.openingPostId })
    expect(titles().slice(1)).toEqual([
      'laowang88 在《报税的事》中引用了你',
      'laowang88 在《报税的事》中引用了你 2 次',
    ])
    const [, first, second] = receiver.received
    expect(first?.data.tag).toBe(second?.data.tag)
    expect(first?.data.path).not.toBe(second?.data.path)
  })

  it('hides the content if the member wants that, and pushes nothing that is off', async () => {
    await subscribe(xiaoli, receiver.subscription('/phone')).expect(201)
    const set = (settings: object) => forum.as(xiaoli).call('updateNotificationSettings', settings)
    await set({ hideContent: true })
    await reply(laowang)
    expect(receiver.received.map(({ data }) => [data.title, data.body])).toEqual([
      ['测试论坛', '你有新的通知'],
    ])
    await set({ hideContent: false, quote: 'site' })
    await reply(laowang, { quotedPostId: thread.openingPostId })
    expect(receiver.received).toHaveLength(1)
    await set({ quote: 'push' })
  })

  it('stops pushing once the session that subscribed has ended, and removes its subscription', async () => {
    const token = await forum.api.services.sessions.open(xiaoli.id, 'phone')
    const phone = { ...xiaoli, headers: { Authorization: `Bearer ${token}` } }
    await subscribe(phone, receiver.subscription('/phone')).expect(201)
    await subscribe(xiaoli, receiver.subscription('/desk')).expect(201)
    await forum.as(phone).call('logout')
    await reply(laowang)
    expect(receiver.received.map(({ path }) => path)).toEqual(['/desk'])
    expect(await kept()).toBe(1)
  })

  it('pushes to the member for whom a browser was last subscribed, until it is unsubscribed', async () => {
    const { endpoint, keys } = receiver.subscription('/shared')
    await subscribe(xiaoli, { endpoint, keys }).expect(201)
    await subscribe(laowang, { endpoint, keys }).expect(201)
    await reply(laowang)
    expect(receiver.received).toEqual([])
    const unsubscribe = (by: TestMember) => forum.as(by).call('unsubscribeFromPush', { endpoint })
    await unsubscribe(xiaoli)
    expect(await kept()).toBe(1)
    await unsubscribe(laowang)
    expect(await kept()).toBe(0)
  })

  it.each([404, 410])('forgets a browser whose service responds %i, and no other', async (status) => {
    await subscribe(xiaoli, receiver.subscription('/phone')).expect(201)
    receiver.status = 503
    await reply(laowang)
    expect(await kept()).toBe(1)
    receiver.status = status
    forum.clock.advance(MINUTE_MS)
    await reply(laowang, { quotedPostId: thread.openingPostId })
    expect(await kept()).toBe(0)
  })

  it('pushes to others while the services of a member with many devices never respond', async () => {
    receiver.silentPaths.add('/silent')
    for (let i = 0; i < PUSH_SUBSCRIPTIONS_PER_MEMBER; i++) {
      await subscribe(xiaoli, receiver.subscription(`/silent?${i}`)).expect(201)
    }
    await subscribe(laowang, receiver.subscription('/phone')).expect(201)
    // Enough news for the devices that never respond to occupy every sender.
    for (let i = 0; i < 20; i++) await write(laowang, xiaoli)
    await expect.poll(() => receiver.silent).toBe(PUSH_SUBSCRIPTIONS_PER_MEMBER)
    await write(xiaoli, laowang)
    await expect.poll(() => receiver.received.map(({ path }) => path)).toEqual(['/phone'])
    expect(receiver.silent).toBe(PUSH_SUBSCRIPTIONS_PER_MEMBER)
    receiver.closeSilent()
    await forum.settle()
  })

  it('pushes to devices that have responded before while many new devices never respond', async () => {
    await subscribe(laowang, receiver.subscription('/phone')).expect(201)
    await write(xiaoli, laowang)
    await forum.settle()
    expect(receiver.received.map(({ path }) => path)).toEqual(['/phone'])
    receiver.silentPaths.add('/silent')
    for (let i = 0; i < 20; i++) {
      const member = await forum.member(`chenmo${i}`)
      await subscribe(member, receiver.subscription(`/silent?${i}`)).expect(201)
      await write(laowang, member)
    }
    await expect.poll(() => receiver.silent).toBe(16)
    await write(xiaoli, laowang)
    await expect.poll(() => receiver.received.map(({ path }) => path)).toEqual(['/phone', '/phone'])
    expect(receiver.silent).toBe(16)
    receiver.closeSilent()
    await forum.settle()
  })

  it('skips a device for longer after each failure, and forgets it after several in a row', async () => {
    await subscribe(xiaoli, receiver.subscription('/phone')).expect(201)
    // The waits are compared to within a second.
    forum.clock.stop()
    const pushes = async () => {
      receiver.received.length = 0
      await write(laowang, xiaoli)
      await forum.settle()
      return receiver.received.length
    }
    receiver.status = 503
    for (let failures = 1; failures < PUSH_FAILURES_MAX; failures++) {
      expect(await pushes(), `${failures} failures`).toBe(1)
      forum.clock.advance(MINUTE_MS * 4 ** (failures - 1) - 1_000)
      expect(await pushes()).toBe(0)
      forum.clock.advance(1_000)
      if (failures > 1) continue
      // A success in between starts the count again.
      receiver.status = 201
      expect(await pushes()).toBe(1)
      receiver.status = 503
      expect(await pushes()).toBe(1)
      forum.clock.advance(MINUTE_MS)
    }
    expect(await kept()).toBe(1)
    expect(await pushes()).toBe(1)
    expect(await kept()).toBe(0)
  })

  it('sends texts of any size within what push services accept', async () => {
    await subscribe(xiaoli, receiver.subscription('/phone')).expect(201)
    const family = '👨‍👩‍👧‍👦'
    await write(laowang, xiaoli, family.repeat(TITLE_MAX))
    thread = await forum.thread(xiaoli, 3, family.repeat(TITLE_MAX))
    await reply(laowang, { content: family.repeat(EXCERPT_LENGTH) })
    expect(receiver.tooLarge).toBe(0)
    expect(receiver.received.map(({ data }) => data.body.slice(0, family.length))).toEqual([family, family])
  })

  it.each([400, 413])('does not hold a response of %i against the device', async (status) => {
    await subscribe(xiaoli, receiver.subscription('/phone')).expect(201)
    receiver.status = status
    for (let i = 0; i <= PUSH_FAILURES_MAX; i++) {
      await write(laowang, xiaoli)
      await forum.settle()
    }
    expect(receiver.received).toHaveLength(PUSH_FAILURES_MAX + 1)
    expect(await kept()).toBe(1)
  })

  it('waits as long as a busy service asks for, and never forgets the device for it', async () => {
    await subscribe(xiaoli, receiver.subscription('/phone')).expect(201)
    forum.clock.stop()
    receiver.status = 429
    receiver.retryAfter = '600'
    const pushes = async () => {
      receiver.received.length = 0
      await write(laowang, xiaoli)
      await forum.settle()
      return receiver.received.length
    }
    for (let i = 0; i <= PUSH_FAILURES_MAX; i++) {
      expect(await pushes()).toBe(1)
      forum.clock.advance(10 * MINUTE_MS - 1_000)
      expect(await pushes()).toBe(0)
      forum.clock.advance(1_000)
    }
    expect(await kept()).toBe(1)
  })

  it('gives up on a service whose response never ends', async () => {
    await subscribe(xiaoli, receiver.subscription('/phone')).expect(201)
    receiver.isEndless = true
    receiver.network.timeoutMs = 2_000
    await reply(laowang)
    expect(receiver.received).toHaveLength(1)
    expect(await kept()).toBe(1)
  })

  it('follows no redirect', async () => {
    await subscribe(xiaoli, receiver.subscription('/phone')).expect(201)
    receiver.status = 307
    await reply(laowang)
    expect(receiver.received).toHaveLength(1)
    expect(await kept()).toBe(1)
  })

  it('connects only to addresses of the public internet, whatever a name resolves to by then', async () => {
    const { keys, endpoint } = receiver.subscription('/phone')
    for (const refused of [
      'http://127.0.0.1/plain',
      `https://127.0.0.1:1/other-port`,
      'https://[::1]/loopback',
      'https://169.254.169.254/latest/meta-data',
      'https://no-such-host.invalid/',
      'https://user:secret@127.0.0.1/',
      'nonsense',
    ]) {
      const { status, body } = await subscribe(xiaoli, { endpoint: refused, keys })
      expect([refused, status, (body as { code: string }).code]).toEqual([refused, 400, 'VALIDATION_FAILED'])
    }
    // A name that resolved to an allowed address on subscription, but no longer does on sending.
    await subscribe(xiaoli, { endpoint, keys }).expect(201)
    await forum.api.db.pushSubscriptions.updateMany(
      {},
      { $set: { endpoint: `https://[::1]:${receiver.port}/x` } },
    )
    await reply(laowang)
    await forum.api.db.pushSubscriptions.updateMany(
      {},
      { $set: { endpoint: 'https://no-such-host.invalid/x' } },
    )
    await reply(laowang, { quotedPostId: thread.openingPostId })
    expect(receiver.received).toEqual([])
  })

  it('signs with the key pair that the first of several processes generated', async () => {
    const other = await startTestForum({ uri: forum.uri, boards: false })
    const keyOf = async ({ request }: TestForum) =>
      (await request.get('/api/push/key').set(xiaoli.headers).expect(200)).body as unknown
    expect(await keyOf(other)).toEqual(await keyOf(forum))
    await other.stop()
  })

  it('pushes a private message with its sender and subject only', async () => {
    await subscribe(xiaoli, receiver.subscription('/phone')).expect(201)
    const sent = await forum
      .as(laowang)
      .call('sendMessage', { recipientId: xiaoli.id, subject: '房子还在吗', content: '想周末来看' })
    await forum.settle()
    expect(receiver.received.map(({ data }) => data)).toEqual([
      {
        title: 'laowang88 给你发来站内信',
        body: '房子还在吗',
        tag: `conversation:${laowang.id}`,
        path: `/my/messages/${(sent as { message: { id: number } }).message.id}`,
        lang: 'zh',
      },
    ])
    expect(receiver.received[0]?.headers.urgency).toBe('high')
  })
})
