import type { ResponseOf, Api } from '@forum/shared/contract'
import type { Connection } from 'mongoose'
import type { Redis } from 'ioredis'
import { isDiskFull } from '../../platform/mongo/database'
import { Probe } from './probe'

type Readiness = ResponseOf<Api['ready']>
type DatabaseState = Readiness['dependencies']['mongodb']

const STATUS = { up: 'ok', full: 'readOnly', down: 'unavailable' } as const

/** Reports the state of the dependencies. Nothing works without the database; Redis only makes things faster. */
export class Health {
  private readonly database: Probe<DatabaseState>

  constructor(
    connection: Pick<Connection, 'db'>,
    private readonly redis: Pick<Redis, 'status'> | null,
    elapsed?: () => number,
    private readonly isStopping: () => boolean = () => false,
  ) {
    this.database = new Probe(() => stateOf(connection), 'down', elapsed)
  }

  async check(): Promise<Readiness> {
    const mongodb = await this.database.state()
    const redis = this.redis === null ? 'unused' : this.redis.status === 'ready' ? 'up' : 'down'
    return { status: this.isStopping() ? 'unavailable' : STATUS[mongodb], dependencies: { mongodb, redis } }
  }
}

/** Tries an update that matches nothing: unlike a ping, it fails when writes are refused. */
async function stateOf({ db }: Pick<Connection, 'db'>): Promise<DatabaseState> {
  try {
    await db?.command({
      update: 'leases',
      updates: [{ q: { _id: 'readiness' }, u: { $unset: { holder: 1 } } }],
    })
    return db === undefined ? 'down' : 'up'
  } catch (error) {
    return isDiskFull(error) ? 'full' : 'down'
  }
}
