import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { createGateway, createLocalPresence, type Gateway } from '@forum/realtime-server'
import { LocalBus } from '@forum/shared/bus'
import { audiences, clientEvents, type Ack, type AckCode } from '@forum/shared/events'
import fc from 'fast-check'
import pino from 'pino'
import { io, Manager, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestClock } from '../fixtures/forum'
import { eventually, FakeApi } from '../fixtures/gateways'

/** Socket requests and packets that no page sends, the same in every run. */
const SEED = 20_261_122
const CALLS = 1_200
const PACKETS = 400
/** Fewer than the requests that a socket may make in a window, which the test's clock then ends. */
const AT_ONCE = 40
const WINDOW_MS = 10_000
const ACK_TIMEOUT_MS = 30_000

const NAMES = Object.keys(clientEvents)
const CODES: readonly AckCode[] = ['VALIDATION_FAILED', 'UNAUTHENTICATED', 'FORBIDDEN', 'TOO_MANY_REQUESTS']

const hostileKey = fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'then', 'length')
const value = fc.oneof(
  fc.constantFrom<unknown>(null, true, -1, 0, 1.5, 1e308, Number.MAX_SAFE_INTEGER, '', '5', '\0', '\ud800'),
  fc.constantFrom('x'.repeat(8_000), '长'.repeat(3_000)),
  fc.uint8Array({ maxLength: 64 }).map((bytes) => Buffer.from(bytes)),
  fc.jsonValue({ maxDepth: 4 }),
  fc.dictionary(hostileKey, fc.jsonValue({ maxDepth: 1 })),
  fc.constant(JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}')),
  fc.nat(60).map((depth) => JSON.parse(`${'['.repeat(depth + 1)}${']'.repeat(depth + 1)}`) as unknown),
)
const payload = fc.oneof(
  value,
  fc.record({ threadId: value, boardId: value }, { requiredKeys: [] }),
  fc.record({
    threadId: fc.integer({ min: 1, max: 30 }),
    boardId: fc.integer({ min: 1, max: 30 }),
    more: value,
  }),
)
/** Smaller than the largest message: a larger one closes its connection. */
const ARGS_MAX_BYTES = 12_000
const call = fc
  .record({
    name: fc.constantFrom(...NAMES),
    args: fc.array(payload, { maxLength: 3 }),
    wantsAck: fc.boolean(),
  })
  .filter(({ args }) => Buffer.byteLength(JSON.stringify(args)) < ARGS_MAX_BYTES)

/** Texts of Socket.IO packets: mutated requests, packets of every type, and noise. */
const packet = fc.oneof(
  fc.tuple(fc.nat(9), fc.string({ maxLength: 40 })).map(([type, rest]) => `${type}${rest}`),
  fc
    .tuple(
      fc.constantFrom('2', '21', '5', '51-', '53-1', '62-', '3', '30', '1/none,', '2/none,'),
      fc.json({ maxDepth: 2 }),
    )
    .map(([head, body]) => head + body),
  fc
    .tuple(fc.constantFrom(...NAMES, '__proto__', 'connect', 'disconnect', 'error'), fc.json({ maxDepth: 2 }))
    .map(([name, body]) => `2[${JSON.stringify(name)},${body}]`),
  fc.constantFrom(
    '51-["thread:join",{"_placeholder":true,"num":0}]',
    '51-["thread:join",{"_placeholder":true,"num":-1}]',
    '599999999999-["thread:join"]',
    '299999999999999999999["thread:join",{"threadId":1}]',
    '2[]',
    '2[null]',
    '2{}',
    `2${'['.repeat(4_000)}`,
    '2["thread:join",{"__proto__":{"polluted":1}}]',
    '1',
    '4"error"',
  ),
)

const sampled = <T>(arbitrary: fc.Arbitrary<T>, count: number) =>
  fc.sample(arbitrary, { numRuns: count, seed: SEED })

describe('malformed packets', () => {
  const clock = new TestClock()
  const bus = new LocalBus()
  const api = new FakeApi()
  const server = http.createServer()
  const logged: string[] = []
  const clients: Socket[] = []
  let gateway: Gateway
  let url: string

  beforeAll(async () => {
    gateway = createGateway(server, {
      identify: api.identify,
      mayType: () => Promise.resolve({ isShown: true, gate: null }),
      gatesOf: (threadIds) => Promise.resolve(threadIds.map(() => null)),
      bus,
      presence: createLocalPresence(clock),
      clock,
      log: pino({ level: 'error' }, { write: (line: string) => void logged.push(line) }),
      build: 'test',
      corsOrigins: [],
      trustProxy: 0,
      connectionLimits: null,
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    for (const client of clients) client.disconnect()
    await gateway.close()
    server.close()
  })

  const connect = async (token?: string) => {
    const client = io(url, {
      auth: token ? { token } : {},
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
    })
    clients.push(client)
    await new Promise((resolve) => client.once('server:hello', resolve))
    return client
  }

  const ask = (client: Socket, name: string, args: readonly unknown[]) =>
    client.timeout(ACK_TIMEOUT_MS).emitWithAck(name, ...args) as Promise<Ack>

  const expectWellFormed = (ack: Ack) => {
    if (ack.ok) expect(Object.keys(ack).filter((key) => key !== 'ok' && key !== 'viewers')).toEqual([])
    else
      expect([Object.keys(ack).sort(), CODES]).toEqual([['code', 'ok'], expect.arrayContaining([ack.code])])
  }

  /** A new client joins a room and receives the next event in it. */
  const expectServed = async () => {
    // A gateway passes typing on once in a while only.
    clock.advance(WINDOW_MS)
    const client = await connect()
    expect(await ask(client, 'thread:join', [{ threadId: 77 }])).toMatchObject({ ok: true })
    const received = new Promise((resolve) => client.once('typing', resolve))
    const user = { id: 5, username: 'user5', displayName: '会员', avatar: null, role: 'user' } as const
    await bus.publish({
      audience: audiences.thread(77),
      event: {
        name: 'typing',
        id: `typing-${clients.length}`,
        at: clock.now().toISOString(),
        threadId: 77,
        user,
      },
    })
    expect(await received).toMatchObject({ threadId: 77 })
    client.disconnect()
    expect(Object.keys(Object.prototype)).toEqual([])
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
    expect(logged).toEqual([])
  }

  it.each([
    ['a stranger', () => undefined],
    ['a member', () => api.signIn(7, 70)],
  ])('are acknowledged to %s with a code, and leave the gateway serving others', async (_, token) => {
    const client = await connect(token())
    const calls = sampled(call, CALLS)
    const codes = new Set<string>()
    for (let from = 0; from < calls.length; from += AT_ONCE) {
      const asked = calls.slice(from, from + AT_ONCE).flatMap(({ name, args, wantsAck }) => {
        if (wantsAck) return [ask(client, name, args)]
        client.emit(name, ...args)
        return []
      })
      for (const ack of await Promise.all(asked)) {
        expectWellFormed(ack)
        codes.add(ack.ok ? 'ok' : ack.code)
      }
      clock.advance(WINDOW_MS)
    }
    expect(client.connected).toBe(true)
    expect([...codes]).toEqual(expect.arrayContaining(['ok', 'VALIDATION_FAILED']))
    client.disconnect()
    await expectServed()
  })

  it('on the wire close at most their own connection', async () => {
    const texts = sampled(packet, PACKETS)
    for (let from = 0; from < texts.length; from += AT_ONCE) {
      await Promise.all(texts.slice(from, from + AT_ONCE).map((text) => sendRaw(text)))
    }
    await eventually(() => expect(gateway.connections()).toBe(0))
    await expectServed()
  })

  /** Connects, sends one packet and leaves once the gateway has answered a ping or closed the connection. */
  const sendRaw = (text: string) =>
    new Promise<void>((resolve) => {
      const manager = new Manager(url, { transports: ['websocket'], reconnection: false, autoConnect: false })
      manager.once('close', () => resolve())
      manager.open(() => {
        manager.engine.write('0')
        manager.engine.write(text)
        // The gateway handles packets in order, so its acknowledgement means that it has handled the one before.
        manager.engine.write('27["home:leave",{}]')
        manager.engine.on('data', (data) => {
          if (typeof data === 'string' && data.startsWith('37[')) manager.engine.close()
        })
      })
    })

  it('beyond the largest message close their connection', async () => {
    for (const size of [17_000, 1_000_000]) {
      const client = await connect()
      const closed = new Promise((resolve) => client.once('disconnect', resolve))
      client.emit('thread:join', { threadId: 1, more: 'x'.repeat(size) })
      await closed
    }
    await expectServed()
  })
})
