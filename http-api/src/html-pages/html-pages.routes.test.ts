import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { ForumError } from '@forum/shared/errors'
import Koa from 'koa'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { ReadyBody } from '../platform/ready-body'
import { createRouter, serveRoutes } from '../platform/router'
import { mountHtmlPages } from './html-pages.routes'

it('tells a rate-limited reader when to retry', async () => {
  const unused = () => Promise.reject(new Error('not requested'))
  const router = createRouter()
  mountHtmlPages(router, {
    pages: {
      home: unused,
      boards: unused,
      board: unused,
      category: unused,
      thread: unused,
      failed: () => ({ status: 429, body: new ReadyBody(Buffer.from('<!doctype html>')) }),
    },
    limits: { consume: () => Promise.reject(new ForumError('TOO_MANY_REQUESTS', { retryAfterSeconds: 7 })) },
    headers: {},
    log: pino({ level: 'silent' }),
  })
  const app = new Koa()
  serveRoutes(app, router)
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/boards`)
  server.close()
  expect([response.status, response.headers.get('Retry-After')]).toEqual([429, '7'])
})
