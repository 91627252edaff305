import { Manager } from 'socket.io-client'
import { afterEach, describe, expect, test } from 'vitest'
import { eventually, openGateway, type OpenGateway } from '../testing/open-gateway'

let forum: OpenGateway
afterEach(() => forum.close())

describe.each(['websocket', 'polling'] as const)('a %s handshake', (transport) => {
  const isAdmitted = (origin?: string) =>
    new Promise<boolean>((resolve) => {
      const { socket } = forum.dial(undefined, {
        transports: [transport],
        extraHeaders: origin === undefined ? {} : { origin },
      })
      socket.on('connect', () => resolve(true))
      socket.on('connect_error', () => resolve(false))
    })

  test('refuses a %s handshake from an unlisted origin', async () => {
    forum = await openGateway({ corsOrigins: ['https://partner.example'] })
    expect(await isAdmitted('https://evil.example')).toBe(false)
    expect(await isAdmitted('null')).toBe(false)
  })

  test('accepts a handshake from a listed origin, from its own origin and without an origin', async () => {
    forum = await openGateway({ corsOrigins: ['https://partner.example'] })
    expect(await isAdmitted('https://partner.example')).toBe(true)
    expect(await isAdmitted(forum.url)).toBe(true)
    expect(await isAdmitted()).toBe(true)
  })
})

describe('connections of one address', () => {
  const outcome = (token?: string) =>
    new Promise<string>((resolve) => {
      const { socket } = forum.dial(token)
      socket.on('connect', () => resolve('connected'))
      socket.on('connect_error', (error: Error & { data?: { code?: string } }) =>
        resolve(error.data?.code ?? 'refused'),
      )
    })

  test('bounds anonymous connections while members still connect', async () => {
    forum = await openGateway({ connectionLimits: { anonymous: 2, total: 4, handshakes: 100 } })
    expect([await outcome(), await outcome()]).toEqual(['connected', 'connected'])
    expect(await outcome()).toBe('TOO_MANY_REQUESTS')
    expect(await outcome(forum.api.signIn(7))).toBe('connected')
  })

  test('bounds all connections, and frees the place of a closed one', async () => {
    forum = await openGateway({ connectionLimits: { anonymous: 2, total: 2, handshakes: 100 } })
    const first = await forum.connect(forum.api.signIn(7))
    await forum.connect(forum.api.signIn(8))
    expect(await outcome(forum.api.signIn(9))).toBe('refused')
    first.socket.disconnect()
    await expect.poll(() => outcome(forum.api.signIn(9))).toBe('connected')
  })
})

describe.each(['websocket', 'polling'] as const)('CONNECT packets over %s', (transport) => {
  test('closes a connection that sends a second CONNECT packet, without looking up its token', async () => {
    forum = await openGateway()
    const member = await forum.connect(forum.api.signIn(7), { transports: [transport] })
    member.socket.io.engine.write('0{"token":"second"}')
    await eventually(() => expect(member.disconnected).toMatch(/^transport/))
    await eventually(() => expect(forum.gateway.connections()).toBe(0))
    expect(forum.api.identified.flat()).not.toContain('second')
  })

  test('looks up one token of a connection that sends many CONNECT packets at once', async () => {
    forum = await openGateway()
    const manager = new Manager(forum.url, {
      transports: [transport],
      reconnection: false,
      autoConnect: false,
    })
    const closed = new Promise((resolve) => manager.on('close', resolve))
    manager.open(() => {
      for (let i = 0; i < 200; i++) manager.engine.write(`0{"token":"${i}"}`)
    })
    await closed
    await eventually(() => expect(forum.gateway.connections()).toBe(0))
    expect(forum.api.identified.flat().filter((token) => token !== '0')).toEqual([])
  })

  test('closes a connection that asks for a second namespace, without answering', async () => {
    forum = await openGateway()
    const manager = new Manager(forum.url, {
      transports: [transport],
      reconnection: false,
      autoConnect: false,
    })
    const answered: unknown[] = []
    manager.on('packet', ({ nsp }) => answered.push(nsp))
    const closed = new Promise((resolve) => manager.on('close', resolve))
    manager.open(() => {
      for (const namespace of ['/admin', '/moderators']) manager.engine.write(`0${namespace},`)
    })
    await closed
    expect(answered).not.toContain('/moderators')
  })
})

test('refuses handshakes beyond the limit of an address before it looks up their tokens', async () => {
  forum = await openGateway({ connectionLimits: { anonymous: 100, total: 100, handshakes: 3 } })
  const outcomes: unknown[] = []
  for (const token of ['a', 'b', 'c', 'd', 'e']) outcomes.push(await forum.refusal(token))
  expect(outcomes).toEqual(['UNAUTHENTICATED', 'UNAUTHENTICATED', 'UNAUTHENTICATED', undefined, undefined])
  expect(forum.api.identified.flat()).toEqual(['a', 'b', 'c'])
})

test('refuses typing in a thread that the socket has not joined with FORBIDDEN', async () => {
  forum = await openGateway()
  const reader = await forum.connect()
  await reader.emit('thread:join', { threadId: 5 })
  const writer = await forum.connect(forum.api.signIn(7))
  expect(await writer.emit('thread:typing', { threadId: 5 })).toEqual({ ok: false, code: 'FORBIDDEN' })
  await writer.emit('thread:join', { threadId: 5 })
  expect(await writer.emit('thread:typing', { threadId: 5 })).toEqual({ ok: true })
})
