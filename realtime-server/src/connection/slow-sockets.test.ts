import { audiences } from '@forum/shared/events'
import { afterEach, describe, expect, test } from 'vitest'
import { postCreated, unreadChanged } from '../testing/messages'
import { eventually, openGateway, type OpenGateway, type TestClient } from '../testing/open-gateway'

/** The client's end of the connection, which can stop reading. */
const wire = (client: TestClient) =>
  (client.socket.io.engine.transport as unknown as { ws: { pause(): void; resume(): void } }).ws

describe('a socket that is too slow', () => {
  let forum: OpenGateway
  afterEach(() => forum.close())
  const content = 'x'.repeat(100_000)
  let seq = 0

  /** Sends events until the buffers of the operating system are full and `isEnough`. */
  const flood = async (isEnough: () => Promise<boolean>) => {
    for (let i = 0; i < 2_000 && !(await isEnough()); i++) {
      forum.bus.send(audiences.thread(5), postCreated(5, ++seq, { content }))
      await new Promise(setImmediate)
    }
  }

  test('drops thread events but no user events for a slow socket, and emits resync once it has caught up', async () => {
    forum = await openGateway({ backlog: { slow: 250_000, hopeless: 100_000_000 } })
    const slow = await forum.connect(forum.api.signIn(7))
    const quick = await forum.connect()
    for (const client of [slow, quick]) await client.emit('thread:join', { threadId: 5 })
    wire(slow).pause()
    const sent = () => forum.metric('forum_gateway_events_relayed_total')
    // Enough to be slow for certain: the operating system buffers some megabytes before the gateway's own buffer grows.
    await flood(async () => (await sent()) >= 300)
    forum.bus.send(audiences.user(7), unreadChanged(1))
    await quick.until('post:created', (event) => event.seq === seq)
    wire(slow).resume()
    await slow.until('resync')
    await slow.until('unread:changed')
    expect(slow.events('post:created').length).toBeLessThan(seq)
    expect(quick.events('post:created')).toHaveLength(300)
    expect(quick.events('resync')).toEqual([])
    expect(await forum.metric('forum_gateway_resyncs_total')).toBe(1)
    forum.bus.send(audiences.thread(5), postCreated(5, ++seq))
    await slow.until('post:created', (event) => event.seq === seq)
  })

  test('closes a socket whose backlog keeps growing', async () => {
    forum = await openGateway({ backlog: { slow: 1e9, hopeless: 500_000 } })
    const client = await forum.connect()
    await client.emit('thread:join', { threadId: 5 })
    wire(client).pause()
    await flood(() => Promise.resolve(forum.gateway.connections() === 0))
    await eventually(() => expect(forum.gateway.connections()).toBe(0))
    wire(client).resume()
    await eventually(() => expect(client.disconnected).toMatch(/^transport/))
  })
})

describe('the return of the bus', () => {
  test('emits resync to every socket when the bus returns, including anonymous sockets and sockets without a room', async () => {
    const forum = await openGateway()
    const clients = [await forum.connect(), await forum.connect(forum.api.signIn(7))]
    forum.bus.comeBack()
    for (const client of clients) await client.until('resync')
    expect(await forum.metric('forum_gateway_resyncs_total')).toBe(2)
    await forum.close()
  })
})
