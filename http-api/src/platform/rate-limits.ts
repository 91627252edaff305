import { ForumError } from '@forum/shared/errors'
import { RATE_LIMITS, type RateLimitName } from '@forum/shared/limits'
import type { Redis } from 'ioredis'
import {
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible'

/**
 * The limits of contract §5, counted in Redis where there is one and in the process where not, and in the
 * process as well while Redis is away.
 */
export class RateLimits {
  private readonly limiters: Record<RateLimitName, RateLimiterAbstract> | null

  constructor(options: { enabled: boolean; redis: Redis | null }) {
    if (!options.enabled) {
      this.limiters = null
      return
    }
    const make = (name: RateLimitName): RateLimiterAbstract => {
      const { points, seconds } = RATE_LIMITS[name]
      const memory = new RateLimiterMemory({ keyPrefix: `limit:${name}`, points, duration: seconds })
      return options.redis
        ? new RateLimiterRedis({
            storeClient: options.redis,
            keyPrefix: `limit:${name}`,
            points,
            duration: seconds,
            insuranceLimiter: memory,
            rejectIfRedisNotReady: true,
          })
        : memory
    }
    const names = Object.keys(RATE_LIMITS) as RateLimitName[]
    this.limiters = Object.fromEntries(names.map((name) => [name, make(name)])) as Record<
      RateLimitName,
      RateLimiterAbstract
    >
  }

  /** Takes one point, or refuses with `TOO_MANY_REQUESTS` and the seconds to wait. */
  async take(name: RateLimitName, who: string): Promise<void> {
    if (!this.limiters) return
    try {
      await this.limiters[name].consume(who)
    } catch (refused) {
      throw refused instanceof RateLimiterRes ? tooMany(refused) : refused
    }
  }

  /** Refuses like `take` but takes nothing: for limits that count failures alone. */
  async check(name: RateLimitName, who: string): Promise<void> {
    if (!this.limiters) return
    const state = await this.limiters[name].get(who)
    if (state && state.consumedPoints >= RATE_LIMITS[name].points) throw tooMany(state)
  }

  /** Counts a failure without refusing this once. */
  async count(name: RateLimitName, who: string): Promise<void> {
    await this.limiters?.[name].penalty(who)
  }

  async forget(name: RateLimitName, who: string): Promise<void> {
    await this.limiters?.[name].delete(who)
  }
}

const tooMany = (state: RateLimiterRes) =>
  new ForumError('TOO_MANY_REQUESTS', {
    retryAfterSeconds: Math.max(1, Math.ceil(state.msBeforeNext / 1_000)),
  })

export { limitAddress } from '@forum/shared/address'
