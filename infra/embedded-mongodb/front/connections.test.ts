import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { serialize } from 'bson'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Connections, MAX_CONNECTIONS } from './connections'
import { encodeMessage } from './wire'

const TIMEOUT_MS = 30_000
const opened: Connections[] = []

async function setup(handle: (frame: Buffer) => Promise<Buffer | undefined> = async (frame) => frame) {
  const clock = { now: 0 }
  const complaints: string[] = []
  const connections = new Connections({
    handle,
    now: () => clock.now,
    messageTimeoutMs: TIMEOUT_MS,
    onComplaint: (reason) => complaints.push(reason),
  })
  opened.push(connections)
  const port = await connections.listen(0)
  return { clock, complaints, connections, port }
}

afterEach(() => {
  for (const connections of opened.splice(0)) {
    connections.stopAccepting()
    connections.destroyAll()
  }
})

/** Generous for busy machines; a condition that never becomes true is cut off by the test's own timeout. */
const until = (check: () => unknown) => vi.waitFor(check, { timeout: 60_000 })

const ping = (id: number): Buffer => encodeMessage(id, Buffer.from(serialize({ ping: 1 })))

async function dial(port: number): Promise<{ socket: Socket; received: () => number }> {
  const socket = connect(port, '127.0.0.1')
  let bytes = 0
  socket.on('data', (chunk) => (bytes += chunk.length))
  socket.on('error', () => {})
  await once(socket, 'connect')
  return { socket, received: () => bytes }
}

/** A connection that the server has accepted, which a socket that says "connect" need not be. */
async function dialAndPing(port: number): Promise<Socket> {
  const { socket, received } = await dial(port)
  socket.write(ping(1))
  while (received() < ping(1).length) await once(socket, 'data')
  return socket
}

const isClosed = (socket: Socket) => until(() => expect(socket.closed).toBe(true))

describe('connections', () => {
  it('handles pipelined messages one at a time and in order', async () => {
    let running = 0
    let most = 0
    const ids: number[] = []
    const { port } = await setup(async (frame) => {
      most = Math.max(most, ++running)
      await new Promise((resolve) => setImmediate(resolve))
      running--
      ids.push(frame.readInt32LE(4))
      return frame
    })
    const { socket, received } = await dial(port)
    const sent = Array.from({ length: 200 }, (_, i) => ping(i))
    socket.write(Buffer.concat(sent))
    await until(() => expect(received()).toBe(Buffer.concat(sent).length))
    expect(ids).toEqual(sent.map((_, i) => i))
    expect(most).toBe(1)
    socket.destroy()
  })

  it('closes a connection whose message is not completed in time, even if bytes keep arriving', async () => {
    const { clock, connections, complaints, port } = await setup()
    const { socket, received } = await dial(port)
    socket.write(ping(1))
    await until(() => expect(received()).toBe(ping(1).length))
    clock.now = 10 * TIMEOUT_MS
    connections.checkTimeouts()
    expect(complaints).toEqual([])

    let sent = 0
    await until(() => {
      expect(sent).toBeLessThan(ping(2).length)
      socket.write(ping(2).subarray(sent, ++sent))
      clock.now += TIMEOUT_MS / 4
      connections.checkTimeouts()
      expect(complaints).toHaveLength(1)
    })
    await isClosed(socket)
  })

  it('closes a connection that never sends a message', async () => {
    const { clock, connections, complaints, port } = await setup()
    const { socket } = await dial(port)
    await until(() => {
      clock.now += TIMEOUT_MS
      connections.checkTimeouts()
      expect(complaints).toHaveLength(1)
    })
    await isClosed(socket)
  })

  it('keeps a connection open during its own slow command', async () => {
    let release = () => {}
    const slow = new Promise<void>((resolve) => (release = resolve))
    let commands = 0
    const { clock, connections, complaints, port } = await setup(async (frame) => {
      commands++
      await slow
      return frame
    })
    const { socket, received } = await dial(port)
    socket.write(Buffer.concat([ping(1), ping(2)]))
    await until(() => expect(commands).toBe(1))
    clock.now = 100 * TIMEOUT_MS
    connections.checkTimeouts()
    release()
    await until(() => expect(received()).toBe(2 * ping(1).length))
    expect(complaints).toEqual([])
    socket.destroy()
  })

  it('closes only the connection that announces an impossible message length', async () => {
    const { complaints, port } = await setup()
    const good = await dial(port)
    const bad = await dial(port)
    bad.socket.write(Buffer.from([1, 0, 0, 0]))
    await isClosed(bad.socket)
    expect(complaints).toHaveLength(1)
    good.socket.write(ping(1))
    await until(() => expect(good.received()).toBe(ping(1).length))
    good.socket.destroy()
  })

  it('refuses connections beyond the maximum, and accepts more when others have closed', async () => {
    const { port } = await setup()
    const many: Socket[] = []
    while (many.length < MAX_CONNECTIONS) many.push(await dialAndPing(port))
    const extra = await dial(port)
    await isClosed(extra.socket)
    many[0]!.destroy()
    await until(async () => {
      const next = await dial(port)
      next.socket.write(ping(1))
      await Promise.race([once(next.socket, 'data'), once(next.socket, 'close')])
      expect(next.received()).toBe(ping(1).length)
    })
    for (const socket of many) socket.destroy()
  })

  it('finishes running commands on shutdown, and accepts no new ones', async () => {
    let release = () => {}
    const slow = new Promise<void>((resolve) => (release = resolve))
    let commands = 0
    const { connections, port } = await setup(async (frame) => {
      commands++
      await slow
      return frame
    })
    const busy = await dial(port)
    const idle = await dial(port)
    busy.socket.write(Buffer.concat([ping(1), ping(2)]))
    await until(() => expect(commands).toBe(1))
    connections.stopAccepting()
    await isClosed(idle.socket)
    release()
    await isClosed(busy.socket)
    expect(busy.received()).toBe(ping(1).length)
    expect(commands).toBe(1)
  })
})
