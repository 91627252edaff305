import { afterEach, describe, expect, test } from 'vitest'
import { openGateway, type OpenGateway } from '../testing/open-gateway'

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
    forum = await openGateway({ connectionLimits: { anonymous: 2, total: 4 } })
    expect([await outcome(), await outcome()]).toEqual(['connected', 'connected'])
    expect(await outcome()).toBe('TOO_MANY_REQUESTS')
    expect(await outcome(forum.api.signIn(7))).toBe('connected')
  })

  test('bounds all connections, and frees the place of a closed one', async () => {
    forum = await openGateway({ connectionLimits: { anonymous: 2, total: 2 } })
    const first = await forum.connect(forum.api.signIn(7))
    await forum.connect(forum.api.signIn(8))
    expect(await outcome(forum.api.signIn(9))).toBe('refused')
    first.socket.disconnect()
    await expect.poll(() => outcome(forum.api.signIn(9))).toBe('connected')
  })
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
