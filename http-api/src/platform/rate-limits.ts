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
 * Enforces `RATE_LIMITS`. Points are counted in Redis if configured, so that all processes share them. They are counted
 * in the process without Redis, while Redis is unavailable, and for limits with `inProcess`.
 */
export class RateLimits {
  private readonly limiters: ReadonlyMap<RateLimitName, RateLimiterAbstract>

  constructor(options: { enabled: boolean; redis: Redis | null }) {
    const names = options.enabled ? (Object.keys(RATE_LIMITS) as RateLimitName[]) : []
    this.limiters = new Map(names.map((name) => [name, limiterOf(name, options.redis)]))
  }

  /** Consumes one point, or refuses with `TOO_MANY_REQUESTS` and the seconds to wait. */
  async consume(name: RateLimitName, subject: string): Promise<void> {
    try {
      await this.limiters.get(name)?.consume(keyOf(name, subject))
    } catch (refused) {
      throw refused instanceof RateLimiterRes ? tooMany(refused) : refused
    }
  }

  /** Returns a point that `consume` consumed: for limits that count only failures. */
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
 * Subjects contain what was typed as a name, which may be a password by mistake, so only a hash is kept. In-process
 * limits count only addresses, on every call, and keep them unhashed.
 */
const keyOf = (name: RateLimitName, subject: string) =>
  'inProcess' in RATE_LIMITS[name] ? subject : createHash('sha256').update(subject).digest('base64url')

const tooMany = (state: RateLimiterRes) =>
  new ForumError('TOO_MANY_REQUESTS', {
    retryAfterSeconds: Math.max(1, Math.ceil(state.msBeforeNext / 1_000)),
  })
