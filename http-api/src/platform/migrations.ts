import type { Clock } from '@forum/shared/clock'
import type { Collections } from './database'
import { underLease } from './leases'

/** A step that brings older data to the present shape. Numbers only ever grow. */
export interface Migration {
  id: number
  name: string
  run(db: Collections): Promise<void>
}

/** None yet: the first release starts from the present shape. */
export const MIGRATIONS: readonly Migration[] = []

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
  await underLease(db, clock, 'migrations', async () => {
    for (const model of Object.values(db)) {
      await model.createCollection()
      await model.createIndexes()
    }
    const applied = new Set((await db.migrations.find().lean()).map((migration) => migration._id))
    for (const migration of migrations) {
      if (applied.has(migration.id)) continue
      log(migration.name)
      await migration.run(db)
      await db.migrations.create({ _id: migration.id, name: migration.name, appliedAt: clock.now() })
    }
  })
}
