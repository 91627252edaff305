import { audiences, THREAD_EVENTS } from '@forum/shared/events'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { boardsChanged, boardUpdated, postCreated, sessionRevoked, unreadChanged } from '../testing/messages'
import { eventually, openGateway, type OpenGateway, type TestClient } from '../testing/open-gateway'

describe('the relay', () => {
  let forum: OpenGateway
  let client: TestClient
  beforeEach(async () => {
    forum = await openGateway()
    client = await forum.connect()
    await client.emit('thread:join', { threadId: 5 })
  })
  afterEach(() => forum.close())

  const seqs = () => client.events('post:created').map(({ seq }) => seq)

  test('emits an event unchanged, without its name', async () => {
    const { name, ...event } = postCreated(5, 1, { post: { id: 9, content: '你好' }, unknownField: true })
    forum.bus.send(audiences.thread(5), { name, ...event })
    expect(await client.until(name)).toEqual(event)
  })

  test('emits an event of a thread only to the sockets that watch it', async () => {
    const other = await forum.connect()
    await other.emit('thread:join', { threadId: 6 })
    forum.bus.send(audiences.thread(5), postCreated(5, 1))
    forum.bus.send(audiences.thread(6), postCreated(6, 1))
    await client.until('post:created')
    await other.until('post:created')
    expect(client.events('post:created')).toMatchObject([{ threadId: 5 }])
    expect(other.events('post:created')).toMatchObject([{ threadId: 6 }])
  })

  test('encodes an event once for any number of sockets', async () => {
    let looks = 0
    const post = { toJSON: () => ({ looks: ++looks }) }
    forum.bus.send(audiences.thread(5), postCreated(5, 1, { post }))
    await client.until('post:created')
    const looksForOne = looks
    const others = await Promise.all([forum.connect(), forum.connect(), forum.connect()])
    await Promise.all(others.map((other) => other.emit('thread:join', { threadId: 5 })))
    forum.bus.send(audiences.thread(5), postCreated(5, 2, { post }))
    await Promise.all([client, ...others].map((each) => each.until('post:created', ({ seq }) => seq === 2)))
    expect(looks).toBe(2 * looksForOne)
  })

  test('drops repeated and older events of a thread', async () => {
    for (const seq of [3, 3, 2, 4, 4, 1, 5]) forum.bus.send(audiences.thread(5), postCreated(5, seq))
    await client.until('post:created', ({ seq }) => seq === 5)
    expect(seqs()).toEqual([3, 4, 5])
    expect(await forum.metric('forum_gateway_repeats_dropped_total')).toBe(4)
    expect(await forum.metric('forum_gateway_events_relayed_total')).toBe(3)
  })

  test('compares seq across all event kinds of a thread', async () => {
    let seq = 0
    for (const name of THREAD_EVENTS) forum.bus.send(audiences.thread(5), { ...postCreated(5, ++seq), name })
    forum.bus.send(audiences.thread(5), { ...postCreated(5, 1), name: 'post:liked' })
    forum.bus.send(audiences.thread(5), postCreated(5, ++seq))
    await client.until('post:created', (event) => event.seq === seq)
    const steps = client.received.filter(({ event }) => 'seq' in event)
    expect(steps.map(({ name }) => name)).toEqual([...THREAD_EVENTS, 'post:created'])
  })

  test('forgets the seq of a thread once it has no watchers', async () => {
    forum.bus.send(audiences.thread(5), postCreated(5, 8))
    await client.until('post:created')
    await client.emit('thread:leave', { threadId: 5 })
    await client.emit('thread:join', { threadId: 5 })
    forum.bus.send(audiences.thread(5), postCreated(5, 8))
    await eventually(() => expect(seqs()).toEqual([8, 8]))
  })

  test('recognises repeats of other events by id, separately in each room', async () => {
    await client.emit('board:join', { boardId: 6 })
    await client.emit('home:join')
    const message = boardUpdated(6, 1)
    forum.bus.send(audiences.board(6), message)
    forum.bus.send(audiences.home(), message)
    forum.bus.send(audiences.board(6), message)
    forum.bus.send(audiences.board(6), boardUpdated(6, 2))
    await client.until('board:updated', ({ threadCount }) => threadCount === 2)
    expect(client.events('board:updated').map(({ threadCount }) => threadCount)).toEqual([1, 1, 2])
  })

  test('emits a user event to all sockets of the member and an event for everyone to all sockets', async () => {
    const token = forum.api.signIn(7)
    const tabs = [await forum.connect(token), await forum.connect(token)]
    forum.bus.send(audiences.user(7), unreadChanged(71))
    forum.bus.send(audiences.everyone(), boardsChanged())
    for (const tab of tabs) {
      await tab.until('boards:changed')
      expect(tab.events('unread:changed')).toMatchObject([{ messages: 71 }])
    }
    await client.until('boards:changed')
    expect(client.events('unread:changed')).toEqual([])
  })

  test('drops an event on the channel of a wrong audience', async () => {
    const member = await forum.connect(forum.api.signIn(7, { sessionId: 70 }))
    await member.emit('thread:join', { threadId: 5 })
    const misdirected = [
      [audiences.thread(5), sessionRevoked('banned')],
      [audiences.thread(5), boardUpdated(3)],
      [audiences.everyone(), postCreated(5, 1)],
      [audiences.user(7), postCreated(5, 2)],
      [audiences.session(70), { ...boardUpdated(3), name: 'presence:site' }],
    ] as const
    for (const [audience, event] of misdirected) forum.bus.send(audience, event)
    forum.bus.send(audiences.thread(5), postCreated(5, 3))
    for (const each of [client, member]) {
      await each.until('post:created', ({ seq }) => seq === 3)
      const relayed = each.received.filter(({ name }) => !/^(server|presence:thread)/.test(name))
      expect(relayed).toMatchObject([{ name: 'post:created', event: { seq: 3 } }])
      expect(each.disconnected).toBeNull()
    }
    expect(await forum.metric('forum_gateway_misdirected_dropped_total')).toBe(misdirected.length)
  })

  test('drops malformed messages and relays the next event', async () => {
    const good = postCreated(5, 1)
    const malformed: unknown[] = [
      null,
      'text',
      7,
      [],
      {},
      { ...good, name: undefined },
      { ...good, name: 'connect' },
      { ...good, name: 'disconnect' },
      { ...good, name: 'constructor' },
      { ...good, name: 'no:such' },
      { ...good, id: 5 },
      { ...good, id: '' },
      { ...good, at: null },
      { ...good, seq: undefined },
      { ...good, seq: '1' },
      { ...good, seq: 1.5 },
      { ...good, name: 'typing' },
    ]
    for (const message of malformed) forum.bus.send(audiences.thread(5), message)
    forum.bus.send(audiences.thread(5), good)
    await client.until('post:created')
    expect(client.received.filter(({ name }) => !/^(server|presence)/.test(name))).toHaveLength(1)
    expect(await forum.metric('forum_gateway_malformed_dropped_total')).toBe(malformed.length - 1)
  })
})
