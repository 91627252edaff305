import type { Connection } from 'mongoose'
import type { Redis } from 'ioredis'
import type { Handlers } from '../platform/mount'

/** How the dependencies are: the database is needed for everything, Redis only for speed. */
export class Health {
  constructor(
    private readonly connection: Connection,
    private readonly redis: Redis | null,
  ) {}

  async check() {
    const mongodb = await this.pingDatabase()
    const redis = this.redis === null ? 'unused' : this.redis.status === 'ready' ? 'up' : 'down'
    return {
      status: mongodb ? 'ok' : 'unavailable',
      dependencies: { mongodb: mongodb ? 'up' : 'down', redis },
    } as const
  }

  private async pingDatabase(): Promise<boolean> {
    try {
      await this.connection.db?.command({ ping: 1 }, { timeoutMS: 2_000 })
      return true
    } catch {
      return false
    }
  }
}

export const healthRoutes = (health: Health) =>
  ({
    live: () => Promise.resolve({ status: 'ok' as const }),
    ready: () => health.check(),
  }) satisfies Partial<Handlers>
