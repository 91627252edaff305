import { createHash } from 'node:crypto'
import { ForumError } from '@forum/shared/errors'
import { RATE_LIMITS, type RateLimitName } from '@forum/shared/limits'
import { repeat, type StopRepeating } from '@forum/shared/repeat'
import type { Redis } from 'ioredis'
import {
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible'

/** A call does not wait longer than this for Redis to count it. */
const PATIENCE_MS = 100
/** Interval at which a Redis that has failed is tried again, outside of any call. */
const PROBE_INTERVAL_MS = 1_000

interface Limiters {
  inProcess: RateLimiterAbstract
  /** Null where all points are counted in the process. */
  shared: RateLimiterAbstract | null
}

/**
 * Enforces `RATE_LIMITS`. Points are counted in Redis if configured, so that all processes share them. They are counted
 * in the process without Redis, while Redis fails or hangs, and for limits with `inProcess`.
 */
export class RateLimits {
  private readonly limiters: ReadonlyMap<RateLimitName, Limiters>
  private stopProbing: StopRepeating | null = null

  constructor(private readonly options: { enabled: boolean; redis: Redis | null }) {
    const names = options.enabled ? (Object.keys(RATE_LIMITS) as RateLimitName[]) : []
    this.limiters = new Map(names.map((name) => [name, limitersOf(name, options.redis)]))
  }

  /** Consumes one point, or refuses with `TOO_MANY_REQUESTS` and the seconds to wait. */
  async consume(name: RateLimitName, subject: string): Promise<void> {
    try {
      await this.run(name, (limiter) => limiter.consume(keyOf(name, subject)))
    } catch (refused) {
      throw refused instanceof RateLimiterRes ? tooMany(refused) : refused
    }
  }

  /** Returns a point that `consume` consumed: for limits that count only failures. */
  async giveBack(name: RateLimitName, subject: string): Promise<void> {
    await this.run(name, (limiter) => limiter.reward(keyOf(name, subject)))
  }

  /** Returns all points of a subject. */
  async reset(name: RateLimitName, subject: string): Promise<void> {
    await this.run(name, (limiter) => limiter.delete(keyOf(name, subject)))
  }

  private async run(
    name: RateLimitName,
    act: (limiter: RateLimiterAbstract) => Promise<unknown>,
  ): Promise<void> {
    const limiters = this.limiters.get(name)
    if (!limiters) return
    const { inProcess, shared } = limiters
    if (shared && !this.stopProbing) {
      try {
        await inTime(act(shared))
        return
      } catch (error) {
        if (error instanceof RateLimiterRes) throw error
        this.probe()
      }
    }
    await act(inProcess)
  }

  /** Counts in the process until Redis answers again, so that only the first calls wait for one that hangs. */
  private probe(): void {
    const { redis } = this.options
    this.stopProbing ??= repeat(
      PROBE_INTERVAL_MS,
      async () => {
        await redis?.ping()
        void this.stopProbing?.()
        this.stopProbing = null
      },
      () => undefined,
    )
  }
}

/** Rejects when the work takes longer than a call may wait. */
async function inTime(work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('Redis does not answer in time')), PATIENCE_MS)
  })
  try {
    await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

function limitersOf(name: RateLimitName, redis: Redis | null): Limiters {
  const { points, seconds, ...limit } = RATE_LIMITS[name]
  const options = { keyPrefix: `limit:${name}`, points, duration: seconds }
  const inProcess = new RateLimiterMemory(options)
  if (redis === null || 'inProcess' in limit) return { inProcess, shared: null }
  const shared = new RateLimiterRedis({ ...options, storeClient: redis, rejectIfRedisNotReady: true })
  return { inProcess, shared }
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
