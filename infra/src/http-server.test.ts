import { once } from 'node:events'
import type { Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createHttpServer } from './http-server'

const GET = 'GET / HTTP/1.1\r\nHost: forum\r\n\r\n'

describe('the HTTP server', () => {
  let server: Server
  let clients: Socket[]
  let registry: Registry

  const open = async (options: { perAddress: number | null; idleTimeoutMs?: number }) => {
    server = createHttpServer({ registry, log: pino({ level: 'silent' }), ...options }).server
    server.on('request', (_, response) => response.end('served'))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  }
  beforeEach(() => {
    clients = []
    registry = new Registry()
  })
  afterEach(async () => {
    for (const client of clients) client.destroy()
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })

  const dial = () => {
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
    clients.push(client)
    client.on('error', () => undefined)
    return client
  }
  /** True if the server answers a new connection; false once it has closed it. */
  const isServed = (client = dial()) =>
    new Promise<boolean>((resolve) => {
      client.write(GET)
      client.once('data', () => resolve(true))
      client.once('close', () => resolve(false))
    })

  it('bounds the open connections of an address, and frees the place of a closed one', async () => {
    await open({ perAddress: 2 })
    const first = dial()
    expect([await isServed(first), await isServed(), await isServed()]).toEqual([true, true, false])
    expect(await registry.getSingleMetric('forum_connections_refused_total')?.get()).toMatchObject({
      values: [{ value: 1 }],
    })
    first.destroy()
    await expect.poll(() => isServed()).toBe(true)
  })

  it('serves any number of connections of an address without a limit', async () => {
    await open({ perAddress: null })
    expect(await Promise.all(Array.from({ length: 20 }, () => isServed()))).not.toContain(false)
  })

  it('closes a connection whose client does not read its response', async () => {
    await open({ perAddress: null, idleTimeoutMs: 50 })
    server.removeAllListeners('request')
    server.on('request', (_, response) => response.end(Buffer.alloc(64 * 1024 * 1024)))
    const connected = once(server, 'connection') as Promise<[Socket]>
    const client = dial()
    client.pause()
    client.write(GET)
    const [connection] = await connected
    await once(connection, 'close')
  })

  it('says that it keeps an idle connection for longer than proxies do', async () => {
    await open({ perAddress: null })
    const client = dial()
    client.write(GET)
    const [response] = (await once(client, 'data')) as [Buffer]
    expect(Number(/^Keep-Alive: timeout=(\d+)/m.exec(response.toString())?.[1])).toBeGreaterThan(60)
  })
})
