import type { Clock } from '@forum/shared/clock'
import type { Model } from 'mongoose'
import type { Collections } from './database'
import { underLease } from './leases'

/** A step that brings older data to the present shape, brought by the feature whose data it is. */
export interface Migration {
  /** Runs in ascending order. The ids of released migrations never change. */
  id: number
  name: string
  /** Must be repeatable: a crash in the middle runs it again from the start. */
  run(): Promise<void>
}

/**
 * Builds the declared indexes and runs the migrations that have not run yet, by one process at a time; the
 * others wait until it is done.
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
