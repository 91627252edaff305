import { EventEmitter } from 'node:events'
import pino from 'pino'
import { expect, test } from 'vitest'
import { TestClock } from '../testing/open-gateway'
import { serveRequests, type RequestHandlers } from './requests'
import type { GatewaySocket } from './socket'

test('acknowledges a request whose handler fails unexpectedly with INTERNAL', async () => {
  const socket = Object.assign(new EventEmitter(), { use: () => undefined })
  const handlers = {
    'home:join': () => Promise.reject(new Error('a bug')),
  } as Partial<RequestHandlers> as RequestHandlers
  serveRequests(socket as unknown as GatewaySocket, handlers, new TestClock(), pino({ level: 'silent' }))
  const acknowledged = await new Promise((resolve) => {
    socket.emit('home:join', {}, resolve)
    setImmediate(resolve, 'nothing')
  })
  expect(acknowledged).toEqual({ ok: false, code: 'INTERNAL' })
})
