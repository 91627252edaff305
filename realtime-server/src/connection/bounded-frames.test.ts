import { once } from 'node:events'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { postCreated } from '../testing/messages'
import { audiences } from '@forum/shared/events'
import { eventually, openGateway, type OpenGateway } from '../testing/open-gateway'

/** Far more than any page sends in a window. */
const FRAMES = 30_000

let forum: OpenGateway
beforeEach(async () => {
  forum = await openGateway()
  // All frames fall into one window.
  forum.clock.stop()
})
afterEach(() => forum.close())

const openConnections = () =>
  new Promise<number>((resolve, reject) => {
    forum.server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
  })

async function dial(query = ''): Promise<WebSocket> {
  const socket = new WebSocket(
    `${forum.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket${query}`,
  )
  socket.on('error', () => undefined)
  await once(socket, 'open')
  return socket
}

/** Opens a session of long-polling, which a WebSocket may then take over. */
async function openPolling(): Promise<string> {
  const response = await fetch(`${forum.url}/socket.io/?EIO=4&transport=polling`)
  const { sid } = JSON.parse((await response.text()).slice(1)) as { sid: string }
  return sid
}

const FLOODS: [what: string, open: () => Promise<WebSocket>, send: (socket: WebSocket) => void][] = [
  ['pings', dial, (socket) => socket.ping(Buffer.alloc(125))],
  ['pongs', dial, (socket) => socket.pong(Buffer.alloc(125))],
  ['heartbeats', dial, (socket) => socket.send('3')],
  ['messages before its handshake', dial, (socket) => socket.send('42["thread:join"]')],
  ['pings before its upgrade', async () => dial(`&sid=${await openPolling()}`), (socket) => socket.ping('x')],
  [
    'probes of an upgrade',
    async () => dial(`&sid=${await openPolling()}`),
    (socket) => socket.send('2probe'),
  ],
]

test.each(FLOODS)(
  'ends a WebSocket that floods with %s and reads nothing, and serves all others',
  async (_, open, send) => {
    const reader = await forum.connect()
    const flooding = await open()
    const before = await openConnections()
    let answers = 0
    for (const kind of ['ping', 'pong', 'message'] as const) flooding.on(kind, () => answers++)
    const closed = once(flooding, 'close')
    flooding.pause()
    for (let i = 0; i < FRAMES && flooding.readyState === WebSocket.OPEN; i++) send(flooding)
    await eventually(async () => expect(await openConnections()).toBeLessThan(before))
    flooding.resume()
    await closed
    expect(answers).toBeLessThanOrEqual(1_000)
    expect(await reader.emit('thread:join', { threadId: 5 })).toMatchObject({ ok: true })
    expect(reader.disconnected).toBeNull()
  },
)

test('ends a WebSocket whose message never ends', async () => {
  const socket = await dial()
  for (let i = 0; i < 100; i++) socket.send('', { fin: false })
  await once(socket, 'close')
})

test('closes a session of long-polling that joins a thread and never polls', async () => {
  await forum.close()
  forum = await openGateway({ backlog: { slow: 1e9, hopeless: 500_000 } })
  const session = `${forum.url}/socket.io/?EIO=4&transport=polling&sid=${await openPolling()}`
  const write = (body: string) => fetch(session, { method: 'POST', body })
  await write('40')
  await (await fetch(session)).text()
  await write('42["thread:join",{"threadId":5}]')
  await eventually(() => expect(forum.bus.subscribed.size).toBeGreaterThan(1))
  expect(forum.gateway.connections()).toBe(1)
  for (let seq = 1; seq <= 20; seq++) {
    forum.bus.send(audiences.thread(5), postCreated(5, seq, { content: 'x'.repeat(100_000) }))
  }
  await eventually(() => expect(forum.gateway.connections()).toBe(0))
})
