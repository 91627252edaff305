import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { eventually, FakeApi, openGateway, openPublisher, type OpenGateway } from '../fixtures/gateways'
import { startRedis, type TestRedis } from '../fixtures/redis'

describe('two gateways over Redis', () => {
  let redis: TestRedis
  let api: FakeApi
  let gateways: OpenGateway[]
  let publisher: ReturnType<typeof openPublisher>
  const join = { threadId: 5 }
  const channel = 'forum:thread:5'

  const open = async (more: Parameters<typeof openGateway>[2] = {}) => {
    const gateway = await openGateway(redis.url, api, more)
    gateways.push(gateway)
    return gateway
  }
  beforeEach(async () => {
    redis = await startRedis()
    api = new FakeApi()
    gateways = []
    publisher = openPublisher(redis.url)
  })
  afterEach(async () => {
    publisher.close()
    await Promise.all(gateways.map((gateway) => gateway.close()))
    await redis.stop()
  })
  /** Resolves once Redis knows the gateway. */
  const isUp = () => eventually(async () => expect(await redis.channels()).toContain('forum:all'))

  test('delivers an event to the watchers on both gateways once and in order', async () => {
    const [a, b] = [await open(), await open()]
    await isUp()
    const clients = [await a.connect(), await a.connect(), await b.connect()]
    for (const client of clients) await client.emit('thread:join', join)
    const count = 200
    for (let seq = 1; seq <= count; seq++) {
      await publisher.send(channel, 'post:created', { ...join, seq })
      // Repeats an event, as a sweeper would if in doubt.
      if (seq % 10 === 0) await publisher.send(channel, 'post:created', { ...join, seq: seq - 5 })
    }
    for (const client of clients) {
      await client.until('post:created', ({ seq }) => seq === count)
      expect(client.events('post:created').map(({ seq }) => seq)).toEqual(
        Array.from({ length: count }, (_, i) => i + 1),
      )
    }
  })

  test('delivers the next event after an acknowledged join', async () => {
    const gateway = await open()
    await isUp()
    const client = await gateway.connect()
    for (let threadId = 1; threadId <= 20; threadId++) {
      await client.emit('thread:join', { threadId })
      expect(await publisher.send(`forum:thread:${threadId}`, 'post:created', { threadId, seq: 1 })).toBe(1)
    }
    await eventually(() => expect(client.events('post:created')).toHaveLength(20))
  })

  test('subscribes each gateway only to channels that its own sockets watch', async () => {
    const [a, b] = [await open(), await open()]
    await isUp()
    const member = await a.connect(api.signIn(7, 70))
    await member.emit('thread:join', join)
    const guest = await b.connect()
    await guest.emit('board:join', { boardId: 6 })
    expect(await redis.channels()).toEqual(
      ['forum:all', 'forum:board:6', 'forum:session:70', channel, 'forum:user:7'].sort(),
    )
    expect(await publisher.send(channel, 'post:created', { ...join, seq: 1 })).toBe(1)
    await guest.emit('thread:join', join)
    expect(await publisher.send(channel, 'post:created', { ...join, seq: 2 })).toBe(2)
    member.socket.disconnect()
    await guest.emit('board:leave', { boardId: 6 })
    await eventually(async () => expect(await redis.channels()).toEqual(['forum:all', channel]))
    await eventually(async () =>
      expect(await publisher.send(channel, 'post:created', { ...join, seq: 3 })).toBe(1),
    )
  })

  test('is subscribed after leaving and joining many times at once', async () => {
    const gateway = await open()
    await isUp()
    const client = await gateway.connect()
    await client.emit('thread:join', join)
    const acknowledged = Array.from({ length: 20 }, (_, i) =>
      client.emit(i % 2 ? 'thread:join' : 'thread:leave', join),
    )
    await Promise.all(acknowledged)
    expect(await redis.channels()).toContain(channel)
    await publisher.send(channel, 'post:created', { ...join, seq: 1 })
    await client.until('post:created')
  })

  test('ignores messages that are not events', async () => {
    const client = await (await open()).connect()
    await isUp()
    await client.emit('thread:join', join)
    for (const text of ['', '{', 'null', '[]', '{"name":"post:created"}']) await publisher.raw(channel, text)
    await publisher.send(channel, 'post:created', { ...join, seq: 1 })
    await client.until('post:created')
  })

  test('lets sockets connect and join while Redis is down, and emits resync on its return', async () => {
    // A machine that stalls may miss heartbeats, after which there is another resync.
    const gateway = await open({ busHeartbeatMs: 60_000 })
    await isUp()
    const before = await gateway.connect(api.signIn(7, 70))
    await before.emit('thread:join', join)
    await redis.kill()
    const meanwhile = await gateway.connect(api.signIn(8, 80))
    expect(await meanwhile.emit('thread:join', { threadId: 6 })).toEqual({ ok: true, viewers: 1 })
    expect(await before.emit('thread:join', { threadId: 6 })).toEqual({ ok: true, viewers: 2 })
    expect(await before.emit('thread:typing', join)).toEqual({ ok: true })
    expect(await before.emit('thread:leave', join)).toEqual({ ok: true })
    await redis.restart()
    for (const client of [before, meanwhile]) await client.until('resync')
    expect(await redis.channels()).toEqual(
      [
        'forum:all',
        'forum:session:70',
        'forum:session:80',
        'forum:thread:6',
        'forum:user:7',
        'forum:user:8',
      ].sort(),
    )
    await publisher.send('forum:thread:6', 'post:created', { threadId: 6, seq: 1 })
    for (const client of [before, meanwhile]) {
      await client.until('post:created')
      expect(client.events('resync')).toHaveLength(1)
    }
  })

  test('ends a session that was revoked while Redis was down on its return', async () => {
    const gateway = await open()
    await isUp()
    const [dead, alive] = [api.signIn(7, 70), api.signIn(8, 80)]
    const clients = { dead: await gateway.connect(dead), alive: await gateway.connect(alive) }
    await redis.kill()
    api.tokens.delete(dead)
    api.identified.length = 0
    await redis.restart()
    expect(await clients.dead.until('session:revoked')).toMatchObject({ reason: 'expired' })
    await clients.alive.until('resync')
    await eventually(() => expect(api.identified).toContain(alive))
    expect(clients.alive.socket.connected).toBe(true)
  })

  test('delivers a revocation to the session on any gateway', async () => {
    const [a, b] = [await open(), await open()]
    await isUp()
    const token = api.signIn(7, 70)
    const tabs = [await a.connect(token), await b.connect(token)]
    api.tokens.delete(token)
    expect(await publisher.send('forum:session:70', 'session:revoked', { reason: 'logout' })).toBe(2)
    for (const tab of tabs) {
      expect(await tab.until('session:revoked')).toMatchObject({ reason: 'logout' })
      await eventually(() => expect(tab.socket.connected).toBe(false))
    }
  })

  test('does not block joins while Redis is frozen', async () => {
    const gateway = await open()
    await isUp()
    const client = await gateway.connect()
    redis.freeze()
    try {
      expect(await client.emit('thread:join', join)).toEqual({ ok: true, viewers: 1 })
      expect(await (await gateway.connect(api.signIn(7, 70))).emit('home:join')).toEqual({ ok: true })
    } finally {
      redis.thaw()
    }
    await client.until('resync')
    await publisher.send(channel, 'post:created', { ...join, seq: 1 })
    await client.until('post:created')
  })

  test('receives events once Redis is up if the gateway started before it', async () => {
    await redis.kill()
    const client = await (await open()).connect()
    expect(await client.emit('thread:join', join)).toEqual({ ok: true, viewers: 1 })
    await redis.restart()
    await client.until('resync')
    await publisher.send(channel, 'post:created', { ...join, seq: 1 })
    await client.until('post:created')
  })

  test('emits typing on every gateway, except to its author', async () => {
    const [a, b] = [await open(), await open()]
    await isUp()
    const writer = await a.connect(api.signIn(7, 70))
    const readers = [await a.connect(), await b.connect()]
    for (const client of [writer, ...readers]) await client.emit('thread:join', join)
    await eventually(async () => {
      await writer.emit('thread:typing', join)
      for (const reader of readers) expect(reader.events('typing')).not.toEqual([])
    })
    await publisher.send(channel, 'post:created', { ...join, seq: 1 })
    await writer.until('post:created')
    expect(writer.events('typing')).toEqual([])
  })
})
