import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '@forum/shared/clock'
import { processName, takeLease } from '../thread-log/sweeper'
import type { Collections } from './database'

/** A step that brings older data to the present shape. Numbers only ever grow. */
export interface Migration {
  id: number
  name: string
  run(db: Collections): Promise<void>
}

/** None yet: the first release starts from the present shape. */
export const MIGRATIONS: readonly Migration[] = []

const LEASE_MS = 60_000
const LOOK_AGAIN_MS = 500

/**
 * Builds the declared indexes and runs what has not run yet, in order, by one process at a time; the others
 * wait until it is done.
 */
export async function migrate(
  db: Collections,
  clock: Clock,
  log: (what: string) => void,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<void> {
  const holder = processName()
  while (!(await takeLease(db, clock, { job: 'migrations', holder, ms: LEASE_MS }))) await wait(LOOK_AGAIN_MS)
  try {
    for (const model of Object.values(db)) await model.createCollection().then(() => model.createIndexes())
    const applied = new Set((await db.migrations.find().lean()).map((migration) => migration._id))
    for (const migration of migrations) {
      if (applied.has(migration.id)) continue
      log(migration.name)
      await migration.run(db)
      await db.migrations.create({ _id: migration.id, name: migration.name, appliedAt: clock.now() })
    }
  } finally {
    await db.leases.deleteOne({ _id: 'migrations', holder })
  }
}
