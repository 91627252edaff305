import { createHash } from 'node:crypto'
import { ForumError } from '@forum/shared/errors'
import { RATE_LIMITS, type RateLimitName } from '@forum/shared/limits'
import { RateWindows } from '@forum/shared/rate-windows'
import { repeat, type StopRepeating } from '@forum/shared/repeat'
import type { Redis } from 'ioredis'
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'

/** A call does not wait longer than this for Redis to count it. */
const PATIENCE_MS = 100
/** Interval at which a Redis that has failed is tried again, outside of any call. */
const PROBE_INTERVAL_MS = 1_000

interface Limiters {
  inProcess: RateWindows
  /** Null where all points are counted in the process. */
  shared: RateLimiterRedis | null
}

/** Limits that are always counted in the process. */
type InProcessLimit = 'address' | 'badToken'

/**
 * Enforces `RATE_LIMITS`. Points are counted in Redis if configured, so that all processes share them. They are counted
 * in the process without Redis, while Redis fails or hangs, and for limits with `inProcess`. The memory limiter of
 * rate-limiter-flexible neither decides synchronously nor bounds its subjects.
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
    const limiters = this.limiters.get(name)
    if (!limiters) return
    const key = keyOf(name, subject)
    try {
      if (await this.hasRun(limiters.shared, (limiter) => limiter.consume(key))) return
    } catch (refused) {
      throw refused instanceof RateLimiterRes ? tooMany(refused.msBeforeNext) : refused
    }
    if (!limiters.inProcess.consume(key)) throw tooMany(limiters.inProcess.msUntilNext(key))
  }

  /** Changes a limit, from the next point on; the windows that are open keep their ends and what was consumed. */
  change(name: RateLimitName, { points, seconds }: { points: number; seconds: number }): void {
    const limiters = this.limiters.get(name)
    if (!limiters) return
    limiters.inProcess.change({ points, seconds })
    if (!limiters.shared) return
    limiters.shared.points = points
    limiters.shared.duration = seconds
  }

  /** Consumes one point of an in-process limit without waiting; false if none is left. */
  tryConsume(name: InProcessLimit, subject: string): boolean {
    return this.limiters.get(name)?.inProcess.consume(keyOf(name, subject)) ?? true
  }

  /** Returns a point that `consume` consumed: for limits that count only failures. */
  async giveBack(name: RateLimitName, subject: string): Promise<void> {
    const limiters = this.limiters.get(name)
    if (!limiters) return
    const key = keyOf(name, subject)
    if (await this.hasRun(limiters.shared, (limiter) => limiter.reward(key))) return
    limiters.inProcess.giveBack(key)
  }

  /** Returns all points of a subject. */
  async reset(name: RateLimitName, subject: string): Promise<void> {
    const limiters = this.limiters.get(name)
    if (!limiters) return
    const key = keyOf(name, subject)
    if (await this.hasRun(limiters.shared, (limiter) => limiter.delete(key))) return
    limiters.inProcess.reset(key)
  }

  /** Runs an operation in Redis; false if there is none or it does not respond. */
  private async hasRun(
    shared: RateLimiterRedis | null,
    act: (limiter: RateLimiterRedis) => Promise<unknown>,
  ): Promise<boolean> {
    if (!shared || this.stopProbing) return false
    try {
      await inTime(act(shared))
      return true
    } catch (error) {
      if (error instanceof RateLimiterRes) throw error
      this.probe()
      return false
    }
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
  const inProcess = new RateWindows({ points, seconds }, () => performance.now())
  if (redis === null || 'inProcess' in limit) return { inProcess, shared: null }
  const options = { keyPrefix: `limit:${name}`, points, duration: seconds }
  const shared = new RateLimiterRedis({ ...options, storeClient: redis, rejectIfRedisNotReady: true })
  return { inProcess, shared }
}

/** Limits of every call and of every read. They count only addresses and accounts, and keep them unhashed. */
const HOT: ReadonlySet<RateLimitName> = new Set<RateLimitName>(['address', 'badToken', 'read'])

/** Other subjects contain what was typed as a name, which may be a password by mistake, so only a hash is kept. */
const keyOf = (name: RateLimitName, subject: string) =>
  HOT.has(name) ? subject : createHash('sha256').update(subject).digest('base64url')

const tooMany = (msUntilNext: number) =>
  new ForumError('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.max(1, Math.ceil(msUntilNext / 1_000)) })
