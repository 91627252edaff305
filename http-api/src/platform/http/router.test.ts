import { once } from 'node:events'
import { request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import Koa from 'koa'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { handleErrors } from './errors'
import { createRouter, matchRead, serveRoutes } from './router'

describe('a router', () => {
  let server: Server
  const router = createRouter()
  router.get('/things/latest', (ctx) => void (ctx.body = 'latest'))
  router.get('/things/:thing', (ctx) => void (ctx.body = ctx.params.thing))
  router.put('/things/:thing', (ctx) => void (ctx.body = 'put'))

  beforeAll(async () => {
    const app = new Koa()
    app.use(handleErrors(pino({ level: 'silent' })))
    serveRoutes(app, router)
    server = app.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterAll(() => void server.close())

  const send = (method: string, path: string) =>
    new Promise<{ status: number; allow: string | undefined; text: string }>((resolve, reject) => {
      const { port } = server.address() as AddressInfo
      request({ host: '127.0.0.1', port, method, path }, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, allow: response.headers.allow, text }),
        )
      })
        .on('error', reject)
        .end()
    })

  it('finds a route without regard to case or a trailing slash', async () => {
    expect(await send('GET', '/Things/%E4%BD%A0/')).toMatchObject({ status: 200, text: '你' })
  })

  it('leaves a path to the first route that matches it', async () => {
    expect((await send('GET', '/things/latest')).text).toBe('latest')
    expect(matchRead(router, '/things/latest')).toEqual({ pattern: '/things/latest', params: {} })
    expect(matchRead(router, '/things/7')).toEqual({ pattern: '/things/:thing', params: { thing: '7' } })
    expect(matchRead(router, '/nothing')).toBeNull()
  })

  it.each(['DELETE', 'PROPFIND', 'SEARCH'])('refuses %s with the methods of the path', async (method) => {
    const { status, allow } = await send(method, '/things/7')
    expect([status, new Set(allow?.split(', '))]).toEqual([405, new Set(['GET', 'HEAD', 'PUT'])])
  })

  it.each(['GET', 'OPTIONS', 'DELETE', 'PROPFIND'])(
    'knows no path for %s that no route has',
    async (method) => {
      expect(await send(method, '/nothing')).toMatchObject({ status: 404, allow: undefined })
    },
  )

  it('lists the methods of a path for OPTIONS', async () => {
    const { status, allow } = await send('OPTIONS', '/things/7')
    expect([status, new Set(allow?.split(', '))]).toEqual([200, new Set(['GET', 'HEAD', 'PUT'])])
  })
})
