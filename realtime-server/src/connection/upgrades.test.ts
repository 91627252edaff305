import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openGateway, type OpenGateway } from '../testing/open-gateway'

const UPGRADE = 'Connection: Upgrade\r\nUpgrade: x\r\n'
const WEBSOCKET =
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n'

const request = (target: string, headers = '', body = '') =>
  `${target} HTTP/1.1\r\nHost: forum\r\n${headers}\r\n${body}`

describe('a request with an Upgrade header', () => {
  let forum: OpenGateway
  let clients: Socket[]
  /** Held by the server until the test ends. */
  let unanswered: ServerResponse[]

  beforeEach(async () => {
    forum = await openGateway()
    clients = []
    unanswered = []
    forum.server.on('request', ({ method, url = '' }: IncomingMessage, response: ServerResponse) => {
      if (url.startsWith('/socket.io/')) return
      if (url === '/slow') unanswered.push(response)
      else response.end(`${method} ${url}`)
    })
  })
  afterEach(async () => {
    for (const client of clients) client.destroy()
    for (const response of unanswered) response.destroy()
    await forum.close()
  })

  const dial = () => {
    const client = connect((forum.server.address() as AddressInfo).port, '127.0.0.1')
    clients.push(client)
    let text = ''
    client.on('data', (chunk: Buffer) => (text += chunk.toString()))
    client.on('error', () => undefined)
    const closed = new Promise<string>((resolve) => client.on('close', () => resolve(text)))
    return {
      closed,
      send: (...requests: string[]) => void client.write(requests.join('')),
      /** Resolves once the client has received this. */
      received: (part: string) => expect.poll(() => text, { timeout: 50_000, interval: 5 }).toContain(part),
    }
  }
  /** A connection on which the server has answered an ordinary request. */
  const keptConnection = async () => {
    const client = dial()
    client.send(request('GET /first'))
    await client.received('GET /first')
    return client
  }

  test.each([
    ['new', () => Promise.resolve(dial())],
    ['kept', keptConnection],
  ])('is answered on a %s connection as if it had none, and the connection is closed', async (_, open) => {
    for (const headers of [UPGRADE, WEBSOCKET]) {
      const client = await open()
      client.send(request('GET /second', headers))
      const text = await client.closed
      expect(text).toContain('GET /second')
      expect(text.slice(text.lastIndexOf('HTTP/1.1'))).toMatch(/^Connection: close\r$/im)
    }
  })

  test.each(['new', 'kept'])('is refused with a body on a %s connection', async (kind) => {
    const client = kind === 'kept' ? await keptConnection() : dial()
    client.send(request('POST /second', `${UPGRADE}Content-Length: 4\r\n`, 'body'))
    const text = await client.closed
    expect(text).toContain('HTTP/1.1 400 Bad Request')
    expect(text).not.toContain('POST /second')
  })

  test.each([
    ['an unknown protocol', `/socket.io/?EIO=4&transport=websocket`, UPGRADE],
    ['an unknown protocol over polling', `/socket.io/?EIO=4&transport=polling`, UPGRADE],
    ['an unknown transport', `/socket.io/?EIO=4&transport=x`, WEBSOCKET],
    ['an unknown session', `/socket.io/?EIO=4&transport=websocket&sid=x`, WEBSOCKET],
    ['a bad version', `/socket.io/?EIO=4&transport=websocket`, WEBSOCKET.replace('13', '1')],
  ])('ends the connection for %s under the path of sockets', async (_, path, headers) => {
    const client = await keptConnection()
    client.send(request(`GET ${path}`, headers))
    expect(await client.closed).toContain('HTTP/1.1 400 Bad Request')
  })

  test('ends a connection with a response that is still to come', async () => {
    const client = dial()
    client.send(request('GET /slow'), request('GET /second', UPGRADE))
    expect(await client.closed).toBe('')
  })
})
