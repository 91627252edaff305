import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { eventually, openGateway, type OpenGateway } from '../testing/open-gateway'

describe('the handshake', () => {
  let forum: OpenGateway
  beforeEach(async () => {
    forum = await openGateway()
  })
  afterEach(() => forum.close())

  test.each([
    ['no token', undefined],
    ['a null token', null],
  ])('admits %s as an anonymous watcher without calling the API', async (_, token) => {
    const client = forum.dial(token)
    expect(await client.until('server:hello')).toMatchObject({
      id: expect.any(String),
      build: 'test-build',
      now: expect.stringMatching(/^\d{4}-.*Z$/),
      at: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    expect(forum.api.identified).toEqual([])
  })

  test('accepts a member with a valid token', async () => {
    await forum.connect(forum.api.signIn(7))
    expect(forum.gateway.connections()).toBe(1)
  })

  test.each([
    ['unknown', 'nobody'],
    ['empty', ''],
    ['no string', 12],
    ['endless', 'x'.repeat(513)],
  ])('refuses a token that is %s with UNAUTHENTICATED', async (_, token) => {
    expect(await forum.refusal(token)).toBe('UNAUTHENTICATED')
  })

  test('refuses a handshake with UNAVAILABLE while the API is unavailable, so that the client keeps its token', async () => {
    const token = forum.api.signIn(7)
    forum.api.isUnavailable = true
    expect(await forum.refusal(token)).toBe('UNAVAILABLE')
    forum.api.isUnavailable = false
    await forum.connect(token)
  })

  test('serves clients that support only long-polling', async () => {
    const client = await forum.connect(undefined, { transports: ['polling'] })
    expect(await client.emit('thread:join', { threadId: 1 })).toEqual({ ok: true, viewers: 1 })
  })

  test('subscribes to the user and the session of a member before the handshake ends', async () => {
    const token = forum.api.signIn(7, { sessionId: 70 })
    const client = forum.dial(token)
    await new Promise<void>((resolve) => client.socket.on('connect', resolve))
    expect([...forum.bus.subscribed].sort()).toEqual(['forum:all', 'forum:session:70', 'forum:user:7'])
    client.socket.disconnect()
    await eventually(() => expect([...forum.bus.subscribed]).toEqual(['forum:all']))
  })

  test('closes a connection that sends more than the largest request', async () => {
    const client = await forum.connect()
    client.socket.emit('thread:join', { threadId: 1, more: 'x'.repeat(20_000) })
    await eventually(() => expect(client.disconnected).not.toBeNull())
  })

  test('removes all its state and refuses handshakes once it is closed', async () => {
    const client = await forum.connect(forum.api.signIn(7))
    await client.emit('thread:join', { threadId: 1 })
    await forum.gateway.close()
    await eventually(() => expect(client.disconnected).toBe('transport close'))
    expect(forum.bus.subscribed.size).toBe(0)
    expect(forum.gateway.connections()).toBe(0)
    const late = forum.dial()
    await new Promise((resolve) => late.socket.on('connect_error', resolve))
  })
})
