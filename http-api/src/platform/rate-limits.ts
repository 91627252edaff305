import { createHash } from 'node:crypto'
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
 * The limits of `RATE_LIMITS`. Points are counted in Redis where there is one, so that all processes share
 * them, and in the process without Redis, while Redis is away, and for limits that say `inProcess`.
 */
export class RateLimits {
  private readonly limiters: ReadonlyMap<RateLimitName, RateLimiterAbstract>

  constructor(options: { enabled: boolean; redis: Redis | null }) {
    const names = options.enabled ? (Object.keys(RATE_LIMITS) as RateLimitName[]) : []
    this.limiters = new Map(names.map((name) => [name, limiterOf(name, options.redis)]))
  }

  /** Takes one point, or refuses with `TOO_MANY_REQUESTS` and the seconds to wait. */
  async take(name: RateLimitName, subject: string): Promise<void> {
    try {
      await this.limiters.get(name)?.consume(keyOf(name, subject))
    } catch (refused) {
      throw refused instanceof RateLimiterRes ? tooMany(refused) : refused
    }
  }

  /** Returns a point that `take` took: for limits that count failures alone. */
  async giveBack(name: RateLimitName, subject: string): Promise<void> {
    await this.limiters.get(name)?.reward(keyOf(name, subject))
  }

  /** Returns all points of a subject. */
  async reset(name: RateLimitName, subject: string): Promise<void> {
    await this.limiters.get(name)?.delete(keyOf(name, subject))
  }
}

function limiterOf(name: RateLimitName, redis: Redis | null): RateLimiterAbstract {
  const { points, seconds, ...limit } = RATE_LIMITS[name]
  const memory = new RateLimiterMemory({ keyPrefix: `limit:${name}`, points, duration: seconds })
  if (redis === null || 'inProcess' in limit) return memory
  return new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: `limit:${name}`,
    points,
    duration: seconds,
    insuranceLimiter: memory,
    rejectIfRedisNotReady: true,
  })
}

/**
 * Subjects hold what a person typed as a name, which may be a password: only a hash is kept. Limits in the process
 * count addresses alone, on every call, and keep them as they are.
 */
const keyOf = (name: RateLimitName, subject: string) =>
  'inProcess' in RATE_LIMITS[name] ? subject : createHash('sha256').update(subject).digest('base64url')

const tooMany = (state: RateLimiterRes) =>
  new ForumError('TOO_MANY_REQUESTS', {
    retryAfterSeconds: Math.max(1, Math.ceil(state.msBeforeNext / 1_000)),
  })
