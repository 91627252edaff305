import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import { Redis } from 'ioredis'
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
