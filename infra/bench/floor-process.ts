import http from 'node:http'
import type { AddressInfo } from 'node:net'
import Koa from 'koa'
import { Server } from 'socket.io'

/** The baselines of the forum, a bare Koa server and a bare Socket.IO server, in a separate process. */

/** `now` is read from a clock that all processes of the machine share. */
export type FloorOrder =
  | { do: 'serve'; path: string; body: string; headers: Record<string, string> }
  | { do: 'broadcast'; event: string; payload: unknown }
export type FloorReport =
  | { is: 'listening'; url: string }
  | { is: 'served'; path: string }
  | { is: 'broadcast'; now: number }

const report = (message: FloorReport) => process.send?.(message)

const bodies = new Map<string, { body: Buffer; headers: Record<string, string> }>()
const app = new Koa()
app.use((ctx) => {
  const found = bodies.get(ctx.path)
  if (!found) return
  ctx.set(found.headers)
  ctx.body = found.body
})
const handle = app.callback()
const server = http.createServer((request, response) => void handle(request, response))
const io = new Server(server, { serveClient: false, transports: ['websocket'] })
io.on('connection', (socket) => {
  socket.onAny((...args: unknown[]) => {
    void socket.join('room')
    const acknowledge = args.at(-1)
    if (typeof acknowledge === 'function') (acknowledge as (ack: object) => void)({ ok: true })
  })
})

process.on('message', (order: FloorOrder) => {
  if (order.do === 'serve') {
    bodies.set(order.path, { body: Buffer.from(order.body, 'base64'), headers: order.headers })
    report({ is: 'served', path: order.path })
  } else {
    report({ is: 'broadcast', now: Number(process.hrtime.bigint()) / 1e6 })
    io.local.to('room').emit(order.event, order.payload)
  }
})
// Exits with its parent, even if the parent was killed.
process.once('disconnect', () => process.exit(0))

server.listen(0, '127.0.0.1', () => {
  report({ is: 'listening', url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
})
