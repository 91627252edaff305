import { HOUR_MS } from '@forum/shared/clock'
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
})
afterEach(async () => {
  await gateway.close()
  observer.disconnect()
  await redis.stop()
})

/** Opens a gateway that sends nothing of its own accord, except what it writes at an interval. */
const open = async (presenceWrite: number) => {
  gateway = await openGateway(redis.url, new FakeApi(), {
    busHeartbeatMs: HOUR_MS,
    intervals: { threadPresence: HOUR_MS, presenceWrite, presenceRefresh: HOUR_MS },
  })
  await eventually(async () => expect(await redis.channels()).toContain('forum:all'))
}

const commands = async () =>
  Number(/total_commands_processed:(\d+)/.exec(await observer.info('stats'))?.[1] ?? Number.NaN)

test('sends fewer Redis commands than there are anonymous sockets for a thousand of them in five threads', async () => {
  // Several times while the sockets come and go.
  await open(2_000)
  const before = await commands()
  const strangers = await Promise.all(Array.from({ length: 1_000 }, () => gateway.connect()))
  for (let threadId = 1; threadId <= 5; threadId++) {
    await Promise.all(strangers.map((stranger) => stranger.emit('thread:join', { threadId })))
    await Promise.all(strangers.map((stranger) => stranger.emit('thread:leave', { threadId })))
  }
  for (const { socket } of strangers) socket.disconnect()
  await eventually(() => expect(gateway.gateway.connections()).toBe(0))
  expect((await commands()) - before).toBeLessThan(1_000)
})

test('sends Redis commands for 500 threads per interval for a thousand anonymous sockets in a thousand threads', async () => {
  await open(HOUR_MS)
  const strangers = await Promise.all(Array.from({ length: 1_000 }, () => gateway.connect()))
  const before = await commands()
  for (let round = 0; round < 3; round++) {
    const responses = await Promise.all(
      strangers.map((stranger, i) => stranger.emit('thread:join', { threadId: 1 + round * 1_000 + i })),
    )
    expect(responses.every((response) => response.ok && response.viewers === 1)).toBe(true)
  }
  const subscribing = 3_000
  const commandsForPlace = 6
  expect((await commands()) - before - subscribing).toBeLessThan(500 * commandsForPlace + 500)
})
