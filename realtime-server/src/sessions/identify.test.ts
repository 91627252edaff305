import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { identifyOverHttp, type Identify } from './identify'
import { TestApi } from '../testing/open-gateway'

describe('identifying tokens over HTTP', () => {
  const api = new TestApi()
  let server: http.Server
  let identify: Identify
  let requests: { url: string | undefined; secret: unknown; tokens: string[] }[]
  let answer: (tokens: string[]) => Promise<{ status: number; body: string }>

  beforeEach(async () => {
    requests = []
    answer = async (tokens) => ({
      status: 200,
      body: JSON.stringify({ holders: await api.identify(tokens) }),
    })
    server = http.createServer((request, response) => {
      let text = ''
      request.on('data', (chunk: Buffer) => (text += chunk.toString()))
      request.on('end', () => {
        const { tokens } = JSON.parse(text) as { tokens: string[] }
        requests.push({ url: request.url, secret: request.headers['x-gateway-secret'], tokens })
        void answer(tokens).then(({ status, body }) => response.writeHead(status).end(body))
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    identify = identifyOverHttp({
      apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      secret: 'the secret',
    })
  })
  afterEach(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })

  test('returns holders in order, and null for a dead token', async () => {
    const token = api.signIn(7)
    expect(await identify([token, 'dead'])).toEqual([api.tokens.get(token), null])
    expect(requests[0]?.url).toBe('/api/internal/identify')
  })

  test('sends the gateway secret', async () => {
    await identify(['a'])
    expect(requests[0]?.secret).toBe('the secret')
  })

  test('combines concurrent calls into one request', async () => {
    const tokens = [7, 8, 9].map((id) => api.signIn(id))
    const answers = await Promise.all([...tokens, 'dead'].map((token) => identify([token])))
    expect(answers.map(([holder]) => holder?.user.id)).toEqual([7, 8, 9, undefined])
    expect(requests).toHaveLength(1)
  })

  test('sends at most 500 tokens in one request', async () => {
    const questions = Array.from({ length: 1_100 }, (_, i) => identify([`t${i}`]))
    expect(await Promise.all(questions)).toEqual(questions.map(() => [null]))
    expect(requests.flatMap(({ tokens }) => tokens)).toHaveLength(1_100)
    expect(Math.max(...requests.map(({ tokens }) => tokens.length))).toBe(500)
  })

  test.each([
    ['an error', { status: 503, body: '{}' }],
    ['no JSON', { status: 200, body: 'x' }],
    ['another shape', { status: 200, body: '{"holders":[{"user":1}]}' }],
    ['a short answer', { status: 200, body: '{"holders":[]}' }],
  ])('rejects with UNAVAILABLE on %s, and works again after', async (_, reply) => {
    const good = answer
    answer = () => Promise.resolve(reply)
    await expect(identify(['a'])).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    answer = good
    expect(await identify(['a'])).toEqual([null])
  })

  test('rejects with UNAVAILABLE when the API does not respond', async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await expect(identify(['a'])).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })
})
