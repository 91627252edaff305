import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { systemClock } from '@forum/shared/clock'
import { HOOK_ANSWER_MAX_BYTES } from '../platform/limits'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { OutsideReview } from './outside-review'

const secret = `whsec_${Buffer.from('a key of the forum and its receiver').toString('base64')}`
const asked = { kind: 'post', authorId: 7, title: null, content: '加微信' } as const

interface Question {
  type: string
  data: { id: string; content: string }
}

describe('the outside review', () => {
  let server: Server | null = null
  const onFailure = vi.fn()
  afterEach(async () => {
    server?.closeAllConnections()
    await new Promise((resolve) => (server ? server.close(resolve) : resolve(null)))
    server = null
    onFailure.mockReset()
  })

  /** Starts a service and asks it. */
  async function ask(
    respond: (question: Question, response: ServerResponse, request: IncomingMessage, body: string) => void,
    timeoutMs = 60_000,
  ) {
    const started = createServer((request, response) => {
      void readText(request).then((body) => {
        respond(JSON.parse(body) as Question, response, request, body)
      })
    })
    server = started
    started.listen(0, '127.0.0.1')
    await once(started, 'listening')
    const url = `http://127.0.0.1:${(started.address() as AddressInfo).port}/review`
    const review = new OutsideReview({ clock: systemClock, timeoutMs, onFailure })
    return review.ask({ url, mode: 'before', onSilence: 'hold', secret }, asked)
  }

  it.each(['pass', 'hold'] as const)('takes the answer “%s” to a signed question', async (action) => {
    let isSigned = false
    const answer = await ask(({ data }, response, { headers }, body) => {
      const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
      const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
      const signature = createHmac('sha256', key).update(signed).digest('base64')
      isSigned = headers['webhook-signature'] === `v1,${signature}` && headers['webhook-id'] === data.id
      response.end(JSON.stringify({ id: data.id, action }))
    })
    expect([answer, isSigned]).toEqual([action, true])
    expect(onFailure).not.toHaveBeenCalled()
  })

  it.each([
    ['answers another question', (_: string) => JSON.stringify({ id: 'msg_other', action: 'pass' })],
    ['says something else', (id: string) => JSON.stringify({ id, action: 'delete the forum' })],
    ['sends no JSON', () => '<html>pass</html>'],
    [
      'never stops',
      (id: string) => JSON.stringify({ id, action: 'pass', more: 'x'.repeat(HOOK_ANSWER_MAX_BYTES) }),
    ],
  ])('takes a service that %s for silent', async (_, answer) => {
    expect(await ask(({ data }, response) => response.end(answer(data.id)))).toBeNull()
    expect(onFailure).toHaveBeenCalledOnce()
  })

  it('takes a service that fails or sends elsewhere for silent', async () => {
    expect(
      await ask(({ data }, response) =>
        response.writeHead(500).end(JSON.stringify({ id: data.id, action: 'pass' })),
      ),
    ).toBeNull()
    await new Promise((resolve) => server?.close(resolve))
    expect(await ask((_, response) => response.writeHead(307, { location: '/review' }).end())).toBeNull()
  })

  it('takes a service that is slow for silent', async () => {
    expect(await ask(() => undefined, 50)).toBeNull()
  })

  it('takes a service that is down for silent', async () => {
    const review = new OutsideReview({ clock: systemClock, onFailure })
    // Nothing listens on the port that needs rights to be listened on.
    const url = 'http://127.0.0.1:1/review'
    expect(await review.ask({ url, mode: 'before', onSilence: 'pass', secret }, asked)).toBeNull()
  })
})
