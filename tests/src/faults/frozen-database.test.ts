import { once } from 'node:events'
import { connect as openSocket, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { HOUR_MS } from '@forum/shared/clock'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownDatabase } from '../fixtures/database'
import { startTestForum, type TestForum, type TestMember } from '../fixtures/forum'

/** A proxy in front of a database; while it is frozen, connections stay open but no data passes. */
class FreezingProxy {
  private readonly sockets = new Set<Socket>()
  private isFrozen = false
  private constructor(
    private readonly server: Server,
    private readonly target: URL,
  ) {}

  static async before(target: URL): Promise<FreezingProxy> {
    const server = createServer()
    const proxy = new FreezingProxy(server, target)
    server.on('connection', (socket) => proxy.forward(socket))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return proxy
  }

  get port(): string {
    return String((this.server.address() as AddressInfo).port)
  }

  freeze(): void {
    this.isFrozen = true
    for (const socket of this.sockets) socket.pause()
  }

  thaw(): void {
    this.isFrozen = false
    for (const socket of this.sockets) socket.resume()
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy()
    this.server.close()
    await once(this.server, 'close')
  }

  private forward(client: Socket): void {
    const database = openSocket(Number(this.target.port), this.target.hostname)
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      this.sockets.add(from)
      from.on('data', (chunk: Buffer) => to.write(chunk))
      from.on('error', () => to.destroy())
      from.on('close', () => {
        this.sockets.delete(from)
        to.destroy()
      })
      if (this.isFrozen) from.pause()
    }
  }
}

describe('an API whose database is frozen', () => {
  let proxy: FreezingProxy
  let forum: TestForum
  let member: TestMember
  let threadId: number

  beforeAll(async () => {
    const database = new URL(ownDatabase())
    proxy = await FreezingProxy.before(new URL(database))
    database.port = proxy.port
    // The driver's monitor would also notice, but later than clients wait; it stays silent here.
    database.searchParams.set('serverMonitoringMode', 'poll')
    database.searchParams.set('heartbeatFrequencyMS', String(HOUR_MS))
    forum = await startTestForum({ uri: database.href, connection: {} })
    member = await forum.member('patient')
    threadId = (await forum.thread(member)).id
  })
  afterAll(async () => {
    proxy.thaw()
    await forum.stop()
    await proxy.stop()
  })

  const reply = (content: string) =>
    forum.request.post('/api/posts').set(member.headers).send({ threadId, content })

  it('responds UNAVAILABLE to every read and write instead of hanging, and recovers', async () => {
    // These are past their session lookup, or queued in their thread, when the database freezes.
    const queued = Array.from({ length: 40 }, (_, i) => reply(`第 ${i} 句`).then(({ status }) => status))
    await reply('冻结之前').expect(201)
    proxy.freeze()
    const responses = await Promise.all([
      forum.request.get('/api/boards').set(member.headers),
      forum.request.get(`/api/threads/${threadId}`),
      reply('冻结之后'),
      forum.request.post('/api/auth/login').send({ username: 'patient', password: 'Wrong#Horse9' }),
      forum.request.get('/api/health/ready'),
    ])
    const statuses = await Promise.all(queued)
    expect(responses.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503])
    expect(responses[0]?.get('Retry-After')).toBe('1')
    expect(statuses.filter((status) => status !== 201 && status !== 503)).toEqual([])
    proxy.thaw()
    await expect.poll(async () => (await reply('解冻之后')).status).toBe(201)
  })
})
