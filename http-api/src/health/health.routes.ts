import type { ResponseOf, Api } from '@forum/shared/contract'
import type { Connection } from 'mongoose'
import type { Redis } from 'ioredis'
import type { Handlers } from '../platform/mount'

/** Results are cached for this long, so that probes cannot load the database. */
const KEPT_MS = 1_000
const PING_TIMEOUT_MS = 2_000

type Readiness = ResponseOf<Api['ready']>

/** Reports the state of the dependencies. Nothing works without the database; Redis only makes things faster. */
export class Health {
  private kept: { until: number; ping: Promise<boolean> } | null = null

  constructor(
    private readonly connection: Pick<Connection, 'db'>,
    private readonly redis: Pick<Redis, 'status'> | null,
    /** Monotonic milliseconds. */
    private readonly elapsed: () => number = () => performance.now(),
  ) {}

  async check(): Promise<Readiness> {
    const isUp = await this.ping()
    const redis = this.redis === null ? 'unused' : this.redis.status === 'ready' ? 'up' : 'down'
    return {
      status: isUp ? 'ok' : 'unavailable',
      dependencies: { mongodb: isUp ? 'up' : 'down', redis },
    }
  }

  private ping(): Promise<boolean> {
    if (this.kept === null || this.kept.until <= this.elapsed()) {
      const ping = pingWithin(this.connection, PING_TIMEOUT_MS)
      const kept = { until: Infinity, ping }
      this.kept = kept
      void ping.then(() => (kept.until = this.elapsed() + KEPT_MS))
    }
    return this.kept.ping
  }
}

/** Returns whether the database responds in time. */
async function pingWithin(connection: Pick<Connection, 'db'>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => (timer = setTimeout(resolve, ms, false)))
  const responses = async () => {
    try {
      await connection.db?.command({ ping: 1 })
      return connection.db !== undefined
    } catch {
      return false
    }
  }
  try {
    return await Promise.race([responses(), late])
  } finally {
    clearTimeout(timer)
  }
}

export const healthRoutes = (health: Health) =>
  ({
    live: () => Promise.resolve({ status: 'ok' as const }),
    ready: () => health.check(),
  }) satisfies Partial<Handlers>
