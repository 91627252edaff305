import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { ForumError } from '@forum/shared/errors'
import { SEARCH_QUERY_MAX } from '@forum/shared/limits'
import Koa from 'koa'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import type { RateLimits } from '../platform/http/rate-limits'
import { ResponseBody } from '../platform/http/response-body'
import { createRouter, serveRoutes } from '../platform/http/router'
import { mountHtmlPages } from './html-pages.routes'

/** Requests a document with these limits. */
async function requestWith(
  limits: Pick<RateLimits, 'consume'>,
  path = '/boards',
  onSearch: (query: string) => void = () => undefined,
): Promise<Response> {
  const unused = () => Promise.reject(new Error('not requested'))
  const router = createRouter()
  mountHtmlPages(router, {
    pages: {
      home: unused,
      boards: unused,
      board: unused,
      category: unused,
      thread: unused,
      hot: unused,
      latest: unused,
      member: unused,
      sitePage: unused,
      complaint: () => ({ status: 200, body: new ResponseBody(Buffer.from('<!doctype html>')) }),
      search: (query) => {
        onSearch(query)
        return { status: 200, body: new ResponseBody(Buffer.from('<!doctype html>')) }
      },
      failed: () => ({ status: 429, body: new ResponseBody(Buffer.from('<!doctype html>')) }),
    },
    limits,
    headers: {},
    log: pino({ level: 'silent' }),
  })
  const app = new Koa()
  serveRoutes(app, router)
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`)
  server.close()
  return response
}

it('tells a rate-limited reader when to retry', async () => {
  const refusal = new ForumError('TOO_MANY_REQUESTS', { retryAfterSeconds: 7 })
  const response = await requestWith({ consume: () => Promise.reject(refusal) })
  expect([response.status, response.headers.get('Retry-After')]).toEqual([429, '7'])
})

it('consumes the limit of reads, after the one of the address', async () => {
  const consumed: string[] = []
  await requestWith({
    consume: (name) => {
      consumed.push(name)
      return Promise.resolve()
    },
  })
  expect(consumed).toEqual(['address', 'read'])
})

it('cuts a long query between characters', async () => {
  const queries: string[] = []
  const query = `${'长'.repeat(SEARCH_QUERY_MAX - 1)}😀😀`
  const noLimits = { consume: () => Promise.resolve() }
  await requestWith(noLimits, `/search?q=${encodeURIComponent(query)}`, (one) => queries.push(one))
  expect(queries).toEqual([query.slice(0, -'😀'.length)])
})
