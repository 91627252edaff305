import { audiences, clientEvents, rooms } from '@forum/shared/events'
import { ROOMS_PER_SOCKET } from '../limits'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { postCreated } from '../testing/messages'
import { eventually, openGateway, user, type OpenGateway, type TestClient } from '../testing/open-gateway'

describe('rooms', () => {
  let forum: OpenGateway
  let client: TestClient
  beforeEach(async () => {
    forum = await openGateway()
    client = await forum.connect()
  })
  afterEach(() => forum.close())

  test.each([
    ['thread', { threadId: 5 }, 'forum:thread:5', { ok: true, viewers: 1 }],
    ['board', { boardId: 6 }, 'forum:board:6', { ok: true }],
    ['home', {}, 'forum:home', { ok: true }],
  ])(
    'receives the channel of a %s after joining it, and no longer after leaving it',
    async (room, payload, channel, ack) => {
      expect(await client.emit(`${room}:join`, payload)).toEqual(ack)
      expect(forum.bus.subscribed).toContain(channel)
      expect(await client.emit(`${room}:leave`, payload)).toEqual({ ok: true })
      await eventually(() => expect(forum.bus.subscribed).not.toContain(channel))
    },
  )

  test('receives a channel as long as one socket of the gateway watches it', async () => {
    const other = await forum.connect()
    await client.emit('thread:join', { threadId: 5 })
    await other.emit('thread:join', { threadId: 5 })
    await client.emit('thread:leave', { threadId: 5 })
    expect(forum.bus.subscribed).toContain('forum:thread:5')
    other.socket.disconnect()
    await eventually(() => expect(forum.bus.subscribed).not.toContain('forum:thread:5'))
  })

  test('treats a second join as the first', async () => {
    await client.emit('thread:join', { threadId: 5 })
    expect(await client.emit('thread:join', { threadId: 5 })).toEqual({ ok: true, viewers: 1 })
    forum.bus.send(audiences.thread(5), postCreated(5, 1))
    forum.bus.send(audiences.thread(5), postCreated(5, 2))
    await client.until('post:created', ({ seq }) => seq === 2)
    expect(client.events('post:created')).toHaveLength(2)
    await client.emit('thread:leave', { threadId: 5 })
    await eventually(() => expect(forum.bus.subscribed).not.toContain('forum:thread:5'))
  })

  test('is joined after leaving and joining at once', async () => {
    await client.emit('thread:join', { threadId: 5 })
    const asked = ['leave', 'join', 'leave', 'join'].map((act) =>
      client.emit(`thread:${act}`, { threadId: 5 }),
    )
    await Promise.all(asked)
    forum.bus.send(audiences.thread(5), postCreated(5, 1))
    await client.until('post:created')
  })

  test("keeps a member's private events from every other socket, whatever rooms it asks for", async () => {
    const owner = await forum.connect(forum.api.signIn(7, { sessionId: 70 }))
    const admin = forum.api.signIn(9, { user: { ...user(9), role: 'admin' }, moderatedBoardIds: [1] })
    const strangers = [client, await forum.connect(forum.api.signIn(8)), await forum.connect(admin)]
    const guesses = { id: 7, userId: 7, threadId: 7, boardId: 7, room: 'forum:user:7', sessionId: 70 }
    const noRoom = ['user:join', 'session:join', 'message:join', 'join', 'subscribe', 'forum:user:7']
    for (const stranger of strangers) {
      for (const name of noRoom) stranger.socket.emit(name, guesses)
      stranger.socket.emit('thread:join', { ...guesses, threadId: 'forum:user:7' })
      for (const name of Object.keys(rooms)) await stranger.emit(`${name}:join`, guesses)
    }
    const messages = [
      { name: 'message:created', message: { id: 1, content: '机密' } },
      { name: 'message:updated', message: { id: 1, content: '机密' } },
      { name: 'message:read', messageId: 1, readAt: '2025-01-01T00:00:00.000Z' },
      { name: 'message:deleted', messageId: 1 },
      { name: 'unread:changed', messages: 1, notifications: 0, version: 1 },
    ].map((event, i) => ({ id: `private-${i}`, at: '2025-01-01T00:00:00.000Z', ...event }))
    for (const event of messages) forum.bus.send(audiences.user(7), event)
    // Events arrive in order: once the last one has, every earlier one would have.
    forum.bus.send(audiences.thread(7), postCreated(7, 1))
    await owner.until('unread:changed')
    for (const stranger of strangers) {
      await stranger.until('post:created')
      expect(stranger.received.filter(({ name }) => /^(message|unread):/.test(name))).toEqual([])
    }
    expect(owner.received.filter(({ name }) => /^(message|unread):/.test(name))).toHaveLength(messages.length)
  })

  test('limits a socket to 20 rooms, and frees a place on leaving one', async () => {
    const asked = Array.from({ length: ROOMS_PER_SOCKET }, (_, i) =>
      client.emit('thread:join', { threadId: i + 1 }),
    )
    expect((await Promise.all(asked)).every(({ ok }) => ok)).toBe(true)
    expect(await client.emit('board:join', { boardId: 1 })).toEqual({ ok: false, code: 'TOO_MANY_REQUESTS' })
    expect(forum.bus.subscribed).not.toContain('forum:board:1')
    expect(await client.emit('thread:join', { threadId: 1 })).toMatchObject({ ok: true })
    await client.emit('thread:leave', { threadId: 1 })
    expect(await client.emit('board:join', { boardId: 1 })).toEqual({ ok: true })
  })

  test.each([
    {},
    { threadId: 0 },
    { threadId: '5' },
    { threadId: 1.5 },
    { threadId: null },
    'x',
    null,
    [],
    7,
  ])('refuses to join a thread with %j with VALIDATION_FAILED', async (payload) => {
    expect(await client.emit('thread:join', payload)).toEqual({ ok: false, code: 'VALIDATION_FAILED' })
  })

  test('handles events without acknowledgement, and ignores malformed ones', async () => {
    for (const name of Object.keys(clientEvents)) {
      client.socket.emit(name)
      client.socket.emit(name, { threadId: 5, boardId: 5 })
      client.socket.emit(name, { threadId: 'x' }, 'no function')
      client.socket.emit(name, Buffer.from('x'))
    }
    client.socket.emit('no:such:event', { a: 1 })
    client.socket.emit('error', { a: 1 })
    expect(await client.emit('thread:join', { threadId: 9 })).toMatchObject({ ok: true })
  })

  test('refuses too many requests of a socket with TOO_MANY_REQUESTS until the window has passed', async () => {
    forum.clock.stop()
    const acks = await Promise.all(Array.from({ length: 60 }, () => client.emit('home:join')))
    expect(acks.filter(({ ok }) => ok)).toHaveLength(50)
    expect(acks.at(-1)).toEqual({ ok: false, code: 'TOO_MANY_REQUESTS' })
    expect(await (await forum.connect()).emit('home:join')).toEqual({ ok: true })
    forum.clock.advance(10_000)
    expect(await client.emit('home:join')).toEqual({ ok: true })
  })

  test('disconnects a socket that floods', async () => {
    for (let i = 0; i <= 500; i++) client.socket.emit('home:join', {})
    await eventually(() => expect(client.disconnected).toBe('io server disconnect'))
  })
})
