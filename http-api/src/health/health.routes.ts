import type { ResponseOf, Api } from '@forum/shared/contract'
import type { Connection } from 'mongoose'
import type { Redis } from 'ioredis'
import { isDiskFull } from '../platform/database'
import type { Handlers } from '../platform/mount'

/** Results are cached for this long, so that probes cannot load the database. */
const KEPT_MS = 1_000
const TRIAL_TIMEOUT_MS = 2_000

type Readiness = ResponseOf<Api['ready']>
type DatabaseState = Readiness['dependencies']['mongodb']

const STATUS = { up: 'ok', full: 'readOnly', down: 'unavailable' } as const

/** Reports the state of the dependencies. Nothing works without the database; Redis only makes things faster. */
export class Health {
  private kept: { until: number; trial: Promise<DatabaseState> } | null = null

  constructor(
    private readonly connection: Pick<Connection, 'db'>,
    private readonly redis: Pick<Redis, 'status'> | null,
    /** Monotonic milliseconds. */
    private readonly elapsed: () => number = () => performance.now(),
  ) {}

  async check(): Promise<Readiness> {
    const mongodb = await this.database()
    const redis = this.redis === null ? 'unused' : this.redis.status === 'ready' ? 'up' : 'down'
    return { status: STATUS[mongodb], dependencies: { mongodb, redis } }
  }

  private database(): Promise<DatabaseState> {
    if (this.kept === null || this.kept.until <= this.elapsed()) {
      const trial = tryWithin(this.connection, TRIAL_TIMEOUT_MS)
      const kept = { until: Infinity, trial }
      this.kept = kept
      void trial.then(() => (kept.until = this.elapsed() + KEPT_MS))
    }
    return this.kept.trial
  }
}

/** Tries an update that matches nothing: unlike a ping, it fails when writes are refused. */
async function tryWithin(connection: Pick<Connection, 'db'>, ms: number): Promise<DatabaseState> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<DatabaseState>((resolve) => (timer = setTimeout(resolve, ms, 'down')))
  const responses = async (): Promise<DatabaseState> => {
    try {
      const { db } = connection
      await db?.command({
        update: 'leases',
        updates: [{ q: { _id: 'readiness' }, u: { $unset: { holder: 1 } } }],
      })
      return db === undefined ? 'down' : 'up'
    } catch (error) {
      return isDiskFull(error) ? 'full' : 'down'
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
