import type { Clock } from '@forum/shared/clock'
import type { Model } from 'mongoose'
import type { Collections } from './database'
import { underLease } from './leases'

/** Brings older data to the current shape; each feature defines the migrations of its data. */
export interface Migration {
  /** Runs in ascending order. The ids of released migrations never change. */
  id: number
  name: string
  /** Must be repeatable: after a crash it runs again from the start. */
  run(): Promise<void>
}

/**
 * Builds the declared indexes and runs pending migrations, in one process at a time; the others wait until it is done.
 */
export async function migrate(
  db: Pick<Collections, 'leases' | 'migrations'>,
  collections: readonly Pick<Model<unknown>, 'createCollection' | 'createIndexes'>[],
  migrations: readonly Migration[],
  clock: Clock,
  log: (name: string) => void,
): Promise<void> {
  await underLease(db, clock, 'migrations', async () => {
    for (const model of collections) {
      await model.createCollection()
      await model.createIndexes()
    }
    const applied = new Set((await db.migrations.find().lean()).map((migration) => migration._id))
    for (const migration of [...migrations].sort((a, b) => a.id - b.id)) {
      if (applied.has(migration.id)) continue
      log(migration.name)
      await migration.run()
      await db.migrations.create({ _id: migration.id, name: migration.name, appliedAt: clock.now() })
    }
  })
}
