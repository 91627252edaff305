import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startProcess, type ForumProcess } from '../fixtures/process'
import { startRedis, type TestRedis } from '../fixtures/redis'

const METRICS_TOKEN = 'scraper-secret'
const METRICS = { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } }

/** A gateway process, its Redis, and an API that accepts its secret or not. */
let redis: TestRedis
let api: Server
let acceptsSecret = true
let gateway: ForumProcess

beforeAll(async () => {
  redis = await startRedis()
  api = createServer((_, response) =>
    response.writeHead(acceptsSecret ? 200 : 403).end(JSON.stringify({ holders: [] })),
  )
  api.listen(0, '127.0.0.1')
  await once(api, 'listening')
  gateway = await startProcess({
    ROLE: 'gateway',
    REDIS_URL: redis.url,
    API_URL: `http://127.0.0.1:${(api.address() as AddressInfo).port}`,
    METRICS_TOKEN,
    LOG_LEVEL: 'fatal',
  })
})
afterAll(async () => {
  await gateway?.killAll()
  api?.closeAllConnections()
  api?.close()
  await redis?.stop()
})

const readiness = async () => {
  const response = await fetch(`${gateway.url}/api/health/ready`)
  return { status: response.status, body: await response.json() }
}
const metric = async (name: string) => {
  const text = await (await fetch(`${gateway.url}/api/metrics`, METRICS)).text()
  const escaped = name.replace(/[{}]/g, '\\$&')
  return new RegExp(`^${escaped} (\\S+)$`, 'm').exec(text)?.[1]
}
const READY = { status: 200, body: { status: 'ok', dependencies: { api: 'up', redis: 'up' } } }
const notReady = (down: object) => ({
  status: 503,
  body: { status: 'unavailable', dependencies: { api: 'up', redis: 'up', ...down } },
})

it('is ready only while Redis is up, and reports the state of Redis', async () => {
  await expect.poll(readiness).toEqual(READY)
  await expect.poll(() => metric('forum_redis_up{use="subscriber"}')).toBe('1')
  expect(await metric('forum_redis_up{use="commands"}')).toBe('1')
  await redis.kill()
  await expect.poll(readiness).toEqual(notReady({ redis: 'down' }))
  await expect.poll(() => metric('forum_redis_up{use="subscriber"}')).toBe('0')
  await redis.restart()
  await expect.poll(readiness).toEqual(READY)
})

it('is not ready while Redis hangs', async () => {
  await expect.poll(readiness).toEqual(READY)
  redis.freeze()
  await expect.poll(readiness).toEqual(notReady({ redis: 'down' }))
  redis.thaw()
  await expect.poll(readiness).toEqual(READY)
})

it('is not ready while the API refuses its secret', async () => {
  await expect.poll(readiness).toEqual(READY)
  acceptsSecret = false
  await expect.poll(readiness).toEqual(notReady({ api: 'down' }))
  acceptsSecret = true
  await expect.poll(readiness).toEqual(READY)
})

it('serves its metrics with the token only, and stays alive whatever is away', async () => {
  expect((await fetch(`${gateway.url}/api/metrics`)).status).toBe(403)
  expect(await metric('forum_gateway_sockets')).toBe('0')
  expect((await fetch(`${gateway.url}/api/health/live`)).status).toBe(200)
  expect((await fetch(`${gateway.url}/anything`)).status).toBe(404)
})
