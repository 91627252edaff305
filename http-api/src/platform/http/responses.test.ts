import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import Koa from 'koa'
import { expect, it, onTestFinished } from 'vitest'
import { commonHeaders } from './responses'

/** Starts a server with the headers of every response that shares with these origins; returns its address. */
async function serverFor(corsOrigins: readonly string[]): Promise<string> {
  const app = new Koa()
  app.use(commonHeaders(corsOrigins))
  app.use((ctx) => {
    ctx.body = {}
  })
  const server = app.listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.close()
  })
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Returns what a browser reads of a preflight and of a call, both by a page of an origin. */
async function sharedWith(url: string, origin: string): Promise<(string | null)[]> {
  const preflight = await fetch(url, {
    method: 'OPTIONS',
    headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' },
  })
  const call = await fetch(url, { headers: { Origin: origin } })
  return [preflight, call].map(({ headers }) => headers.get('Access-Control-Allow-Origin'))
}

it('shares responses with listed origins only', async () => {
  const url = await serverFor(['https://partner.example'])
  expect(await sharedWith(url, 'https://partner.example')).toEqual([
    'https://partner.example',
    'https://partner.example',
  ])
  for (const other of [
    'https://partner.example.evil',
    'http://partner.example',
    'https://elsewhere.example',
    'null',
  ])
    expect([other, await sharedWith(url, other)]).toEqual([other, [null, null]])
})

it('shares responses with no origin if none is listed', async () => {
  expect(await sharedWith(await serverFor([]), 'https://elsewhere.example')).toEqual([null, null])
})

it('sends no referrer from its documents to other sites', async () => {
  const { headers } = await fetch(await serverFor([]))
  expect(headers.get('Referrer-Policy')).toBe('no-referrer')
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
})
