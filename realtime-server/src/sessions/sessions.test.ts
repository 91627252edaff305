import { audiences } from '@forum/shared/events'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { boardUpdated, sessionRevoked } from '../testing/messages'
import { eventually, openGateway, user, type OpenGateway } from '../testing/open-gateway'

describe('sessions', () => {
  let forum: OpenGateway
  beforeEach(async () => {
    forum = await openGateway()
  })
  afterEach(() => forum.close())

  const timesIdentified = (token: string) =>
    forum.api.identified.filter((tokens) => tokens.includes(token)).length

  test.each(['logout', 'banned', 'password', 'role'])(
    'disconnects all sockets of a session revoked for %s, and no others',
    async (reason) => {
      const token = forum.api.signIn(7, { sessionId: 70 })
      const tabs = [await forum.connect(token), await forum.connect(token)]
      const elsewhere = await forum.connect(forum.api.signIn(7, { sessionId: 71 }))
      await elsewhere.emit('home:join')
      forum.bus.send(audiences.session(70), sessionRevoked(reason))
      for (const tab of tabs) {
        await eventually(() => expect(tab.disconnected).toBe('io server disconnect'))
        expect(tab.events('session:revoked')).toMatchObject([{ reason }])
      }
      forum.bus.send(audiences.home(), boardUpdated(1))
      await elsewhere.until('board:updated')
      expect(elsewhere.events('session:revoked')).toEqual([])
      await eventually(() => expect(forum.bus.subscribed).not.toContain('forum:session:70'))
    },
  )

  test('lets the same token reconnect at once after a change of role', async () => {
    const token = forum.api.signIn(7, { sessionId: 70 })
    const client = await forum.connect(token)
    forum.bus.send(audiences.session(70), sessionRevoked('role'))
    await eventually(() => expect(client.disconnected).not.toBeNull())
    client.socket.connect()
    await eventually(() => expect(client.events('server:hello')).toHaveLength(2))
    expect(forum.gateway.connections()).toBe(1)
  })

  test('keeps a session for the other tab when the connection of one breaks off', async () => {
    const token = forum.api.signIn(7, { sessionId: 70 })
    const [closed, open] = [await forum.connect(token), await forum.connect(token)]
    closed.socket.io.engine.close()
    await eventually(() => expect(forum.gateway.connections()).toBe(1))
    expect(forum.bus.subscribed).toContain('forum:session:70')
    expect(forum.bus.subscribed).toContain('forum:user:7')
    forum.bus.send(audiences.session(70), sessionRevoked('role'))
    await eventually(() => expect(open.disconnected).toBe('io server disconnect'))
  })

  test('notices at once a session revoked between the response of the API and the subscription', async () => {
    await forum.close()
    forum = await openGateway({ intervals: { sessionCheck: 1e9 } })
    const token = forum.api.signIn(7)
    const subscribe = forum.bus.subscribe.bind(forum.bus)
    forum.bus.subscribe = (audience) => {
      forum.api.tokens.delete(token)
      return subscribe(audience)
    }
    const client = forum.dial(token)
    expect(await client.until('session:revoked')).toMatchObject({ reason: 'expired' })
  })

  test('checks all sessions again after the bus was unavailable, and ends a dead one', async () => {
    const dead = forum.api.signIn(7)
    const alive = forum.api.signIn(8)
    const clients = { dead: await forum.connect(dead), alive: await forum.connect(alive) }
    forum.api.tokens.delete(dead)
    forum.bus.comeBack()
    await eventually(() => expect(clients.dead.disconnected).toBe('io server disconnect'))
    expect(clients.dead.events('session:revoked')).toMatchObject([{ reason: 'expired' }])
    await clients.alive.until('resync')
    expect(clients.alive.disconnected).toBeNull()
  })

  test('checks each session at least once a minute', async () => {
    const token = forum.api.signIn(7)
    const client = await forum.connect(token)
    await eventually(() => expect(timesIdentified(token)).toBe(2))
    forum.clock.advance(60_000)
    await eventually(() => expect(timesIdentified(token)).toBe(3))
    forum.api.tokens.delete(token)
    forum.clock.advance(60_000)
    expect(await client.until('session:revoked')).toMatchObject({ reason: 'expired' })
  })

  test('keeps sessions while the API is unavailable, and checks them again', async () => {
    const token = forum.api.signIn(7)
    const client = await forum.connect(token)
    await eventually(() => expect(timesIdentified(token)).toBe(2))
    forum.api.isUnavailable = true
    forum.clock.advance(60_000)
    await eventually(() => expect(timesIdentified(token)).toBeGreaterThan(4))
    expect(client.disconnected).toBeNull()
    forum.api.tokens.delete(token)
    forum.api.isUnavailable = false
    await eventually(() => expect(client.disconnected).toBe('io server disconnect'))
  })

  test('checks many sessions in batches of at most 500', async () => {
    const { Sessions } = await import('./sessions')
    const { Subscriptions } = await import('../bus/subscriptions')
    const { INTERVALS } = await import('../intervals')
    const log = (await import('pino')).default({ level: 'silent' })
    const { EventEmitter } = await import('node:events')
    const sessions = new Sessions({
      identify: forum.api.identify,
      subscriptions: new Subscriptions(forum.bus, log, () => undefined),
      clock: forum.clock,
      intervals: INTERVALS,
      log,
      onChanged: () => undefined,
    })
    const tokens = Array.from({ length: 1_200 }, (_, i) => forum.api.signIn(i + 1))
    for (const token of tokens) {
      const socket = Object.assign(new EventEmitter(), { conn: new EventEmitter() })
      const holder = forum.api.tokens.get(token)!
      await sessions.open(token, holder, socket as unknown as Parameters<typeof sessions.open>[2])
    }
    forum.api.identified.length = 0
    await sessions.checkAll()
    await eventually(() => expect(forum.api.identified.flat()).toHaveLength(1_200))
    expect(forum.api.identified.map((batch) => batch.length)).toEqual([500, 500, 200])
    sessions.close()
  })

  test('shows a renamed member by the new name after the next check', async () => {
    const token = forum.api.signIn(7)
    const client = await forum.connect(token)
    await client.emit('thread:join', { threadId: 5 })
    await client.until('presence:thread')
    forum.api.tokens.set(token, {
      ...forum.api.tokens.get(token)!,
      user: { ...user(7), displayName: '新名字' },
    })
    forum.clock.advance(60_000)
    await client.until('presence:thread', ({ people }) => JSON.stringify(people).includes('新名字'))
  })
})
