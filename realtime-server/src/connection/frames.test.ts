import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Server } from 'socket.io'
import { io as connect } from 'socket.io-client'
import { expect, onTestFinished, test } from 'vitest'
import { joinFrame, type CreatedPacket } from './frames'

test('joins the frame of a broadcast once for all sockets', async () => {
  const http = createServer().listen(0, '127.0.0.1')
  await once(http, 'listening')
  const io = new Server(http, { transports: ['websocket'], serveClient: false })
  onTestFinished(async () => {
    await io.close()
  })
  const before: (number | undefined)[] = []
  const frames: (Buffer[] | undefined)[] = []
  io.engine.on('connection', (connection: NodeJS.EventEmitter) => {
    connection.on('packetCreate', (packet: CreatedPacket) => {
      before.push(packet.options?.wsPreEncodedFrame?.length)
      joinFrame(packet)
      frames.push(packet.options?.wsPreEncodedFrame)
    })
  })
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const clients = [1, 2].map(() => connect(url, { transports: ['websocket'], forceNew: true }))
  await Promise.all(clients.map((client) => once(client as never, 'connect')))
  before.length = 0
  frames.length = 0
  const received = Promise.all(clients.map((client) => once(client as never, 'post:created')))
  io.emit('post:created', { content: '一条回复'.repeat(100) })
  // Two parts before the first socket: Socket.IO still encodes the frame of a broadcast once, and leaves it in parts.
  expect(before).toEqual([2, 1])
  expect(frames[0]).toHaveLength(1)
  expect(frames[1]).toBe(frames[0])
  expect(await received).toEqual(clients.map(() => [{ content: '一条回复'.repeat(100) }]))
  for (const client of clients) client.disconnect()
})
