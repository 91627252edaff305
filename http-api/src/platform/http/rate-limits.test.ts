import { RATE_LIMITS, type RateLimitName } from '@forum/shared/limits'
import { Redis } from 'ioredis'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { RateLimits } from './rate-limits'

const names = Object.keys(RATE_LIMITS) as RateLimitName[]

async function consumeAll(limits: RateLimits, name: RateLimitName, subject: string): Promise<void> {
  for (let i = 0; i < RATE_LIMITS[name].points; i++) await limits.consume(name, subject)
}

describe('rate limits', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it.each(names)(
    'grants the points of %s, refuses the next one with the seconds to wait, and then starts over',
    async (name) => {
      const { seconds } = RATE_LIMITS[name]
      const limits = new RateLimits({ enabled: true, redis: null })
      await consumeAll(limits, name, 'a')
      await expect(limits.consume(name, 'a')).rejects.toMatchObject({
        code: 'TOO_MANY_REQUESTS',
        retryAfterSeconds: seconds,
      })
      await limits.consume(name, 'b')
      await vi.advanceTimersByTimeAsync(seconds * 1_000 - 1)
      await expect(limits.consume(name, 'a')).rejects.toMatchObject({ retryAfterSeconds: 1 })
      await vi.advanceTimersByTimeAsync(2)
      await limits.consume(name, 'a')
    },
  )

  it('counts each limit separately', async () => {
    const limits = new RateLimits({ enabled: true, redis: null })
    await consumeAll(limits, 'post', 'a')
    await limits.consume('thread', 'a')
  })

  it('applies a changed limit to the next point, also in windows that are open', async () => {
    const limits = new RateLimits({ enabled: true, redis: null })
    await consumeAll(limits, 'post', 'a')
    limits.change('post', { points: RATE_LIMITS.post.points + 1, seconds: 1 })
    await limits.consume('post', 'a')
    await expect(limits.consume('post', 'a')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    limits.change('post', { points: 1, seconds: 1 })
    await limits.consume('post', 'b')
    await expect(limits.consume('post', 'b')).rejects.toMatchObject({ retryAfterSeconds: 1 })
  })

  it('gives back a single point', async () => {
    const limits = new RateLimits({ enabled: true, redis: null })
    await consumeAll(limits, 'post', 'a')
    await limits.giveBack('post', 'a')
    await limits.consume('post', 'a')
    await expect(limits.consume('post', 'a')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  })

  it('gives back all points of a subject', async () => {
    const limits = new RateLimits({ enabled: true, redis: null })
    await consumeAll(limits, 'post', 'a')
    await limits.reset('post', 'a')
    await consumeAll(limits, 'post', 'a')
  })

  it('counts in the process while Redis is unavailable', async () => {
    const redis = new Redis({ lazyConnect: true, enableOfflineQueue: false })
    const limits = new RateLimits({ enabled: true, redis })
    await consumeAll(limits, 'post', 'a')
    await limits.giveBack('post', 'a')
    await limits.consume('post', 'a')
    await expect(limits.consume('post', 'a')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    redis.disconnect()
  })

  it('never refuses while rate limits are off', async () => {
    const limits = new RateLimits({ enabled: false, redis: null })
    for (let i = 0; i < 20; i++) await limits.consume('register', 'a')
  })
})
