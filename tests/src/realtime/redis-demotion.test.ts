import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import { connectRedis, onFailover } from '@forum/infra'
import { RedisBusPublisher } from '@forum/shared/bus'
import { Redis } from 'ioredis'
import pino from 'pino'
import { expect, test } from 'vitest'
import { eventually, FakeApi, openGateway, openPublisher } from '../fixtures/gateways'
import { startRedis } from '../fixtures/redis'

/** Forwards new connections to `target`; established ones stay, as after a change of DNS. */
async function startProxy(target: number) {
  const state = { target }
  const connections = new Set<net.Socket>()
  const server = net.createServer((client) => {
    const upstream = net.connect(state.target, '127.0.0.1')
    for (const socket of [client, upstream]) {
      connections.add(socket)
      socket.on('error', () => undefined)
      socket.once('close', () => connections.delete(socket))
    }
    client.pipe(upstream).pipe(client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    moveTo: (port: number) => (state.target = port),
    stop() {
      for (const socket of connections) socket.destroy()
      server.close()
    },
  }
}

test('leaves a demoted primary, resyncs its sockets and receives events from the new primary', async () => {
  const [old, promoted] = await Promise.all([startRedis(), startRedis()])
  const proxy = await startProxy(old.port)
  const gateway = await openGateway(proxy.url, new FakeApi(), { busHeartbeatMs: 100 })
  const admin = new Redis(old.port, '127.0.0.1')
  const publisher = openPublisher(promoted.url)
  try {
    await eventually(async () => expect(await old.channels()).toContain('forum:all'))
    const client = await gateway.connect()
    await client.emit('thread:join', { threadId: 5 })
    proxy.moveTo(promoted.port)
    // A replica that cannot reach its primary: every connection to it stays open and looks healthy.
    await admin.replicaof('127.0.0.1', 1)
    await client.until('resync')
    await eventually(async () => {
      await publisher.send('forum:thread:5', 'post:created', { threadId: 5, seq: 1 })
      expect(client.events('post:created')).toHaveLength(1)
    })
    await eventually(async () => expect(await promoted.channels()).toContain('forum:thread:5'))
  } finally {
    await gateway.close()
    publisher.close()
    admin.disconnect()
    proxy.stop()
    await Promise.all([old.stop(), promoted.stop()])
  }
})

const silent = pino({ level: 'silent' })

/** Resolves when the connection has closed, also if an error comes first, at which `once` of Node rejects. */
const closed = (redis: Redis) => new Promise<void>((resolve) => redis.once('close', resolve))

test('resyncs every socket once an API has left the primary that was replaced', async () => {
  const [old, promoted] = await Promise.all([startRedis(), startRedis()])
  const [admin, follower] = [old, promoted].map(({ port }) => new Redis(port, '127.0.0.1')) as [Redis, Redis]
  await follower.replicaof('127.0.0.1', old.port)
  await eventually(async () => expect(await follower.info('replication')).toContain('master_link_status:up'))
  await follower.replicaof('NO', 'ONE')
  const proxy = await startProxy(old.port)
  const gateway = await openGateway(promoted.url, new FakeApi())
  const api = await connectRedis(proxy.url, 'commands', silent)
  const publisher = new RedisBusPublisher(api)
  onFailover(api, () => publisher.publishFailover())
  try {
    await eventually(() => expect(api.status).toBe('ready'))
    await eventually(async () => expect(await promoted.channels()).toContain('forum:all'))
    const client = await gateway.connect()
    // The gateway has moved on already, so nobody hears this.
    await publisher.publish({
      audience: { kind: 'everyone' },
      event: { name: 'boards:changed', id: 'lost', at: new Date().toISOString() },
    })
    expect(client.events('resync')).toEqual([])
    proxy.moveTo(promoted.port)
    // Sentinel ends all connections of a primary that it demotes.
    await admin.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes')
    await client.until('resync')
    expect(client.events('boards:changed')).toEqual([])
  } finally {
    await gateway.close()
    api.disconnect()
    for (const each of [admin, follower]) each.disconnect()
    proxy.stop()
    await Promise.all([old.stop(), promoted.stop()])
  }
})

test('announces a failover once the connection leads to a promoted server', async () => {
  const [old, promoted] = await Promise.all([startRedis(), startRedis()])
  const follower = new Redis(promoted.port, '127.0.0.1')
  await follower.replicaof('127.0.0.1', old.port)
  await eventually(async () => expect(await follower.info('replication')).toContain('master_link_status:up'))
  const api = await connectRedis(promoted.url, 'commands', silent)
  let failovers = 0
  onFailover(api, () => {
    failovers += 1
    return Promise.resolve()
  })
  const isReadyAgain = async () => {
    await eventually(() => expect(api.status).toBe('ready'))
    // Responses come in order, so that to `onFailover` has arrived.
    await api.ping()
  }
  const reconnect = async () => {
    const lost = closed(api)
    await follower.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes')
    await lost
    await isReadyAgain()
  }
  try {
    await isReadyAgain()
    expect(failovers).toBe(0)
    await follower.replicaof('NO', 'ONE')
    await reconnect()
    expect(failovers).toBe(1)
    await reconnect()
    expect(failovers).toBe(1)
  } finally {
    api.disconnect()
    follower.disconnect()
    await Promise.all([old.stop(), promoted.stop()])
  }
})

test('takes a restart of Redis for no failover', async () => {
  const redis = await startRedis()
  const api = await connectRedis(redis.url, 'commands', silent)
  let failovers = 0
  onFailover(api, () => {
    failovers += 1
    return Promise.resolve()
  })
  try {
    await eventually(() => expect(api.status).toBe('ready'))
    const lost = closed(api)
    await redis.restart()
    await lost
    await eventually(() => expect(api.status).toBe('ready'))
    // Responses come in order, so that of the new server to `onFailover` has arrived.
    await api.ping()
    expect(failovers).toBe(0)
  } finally {
    api.disconnect()
    await redis.stop()
  }
})
