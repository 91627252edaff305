import { Redis } from 'ioredis'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eventually, FakeApi, openGateway, type OpenGateway } from '../fixtures/gateways'
import { startRedis, type TestRedis } from '../fixtures/redis'

let redis: TestRedis
let gateway: OpenGateway
let observer: Redis
beforeEach(async () => {
  redis = await startRedis()
  observer = new Redis(redis.port, '127.0.0.1')
  gateway = await openGateway(redis.url, new FakeApi(), { intervals: { threadPresence: 1_000 } })
})
afterEach(async () => {
  await gateway.close()
  observer.disconnect()
  await redis.stop()
})

const commands = async () =>
  Number(/total_commands_processed:(\d+)/.exec(await observer.info('stats'))?.[1] ?? Number.NaN)

test('a thousand strangers who join and leave threads cost Redis a bounded number of commands', async () => {
  await eventually(async () => expect(await redis.channels()).toContain('forum:all'))
  const before = await commands()
  const strangers = await Promise.all(Array.from({ length: 1_000 }, () => gateway.connect()))
  for (let threadId = 1; threadId <= 5; threadId++) {
    await Promise.all(strangers.map((stranger) => stranger.ask('thread:join', { threadId })))
    await Promise.all(strangers.map((stranger) => stranger.ask('thread:leave', { threadId })))
  }
  for (const { socket } of strangers) socket.disconnect()
  await eventually(() => expect(gateway.gateway.connections()).toBe(0))
  expect((await commands()) - before).toBeLessThan(1_000)
})
