import type { Clock } from '@forum/shared/clock'
import type { Model, mongo } from 'mongoose'
import type { PlatformCollections } from './database'
import { underLease } from './leases'

/** Brings older data to the current shape; each feature defines the migrations of its data. */
export interface Migration {
  /** Runs in ascending order. The ids of released migrations never change. */
  id: number
  name: string
  /** Must be repeatable: after a crash it runs again from the start. It changes nothing in a new database, which skips it. */
  run(): Promise<void>
}

/** Looks for data that this version cannot use, and throws an `UnusableDatabaseError` if there is any. */
export interface DatabaseCheck {
  /** Shares its sequence with the ids of migrations; a check that has passed is not run again. */
  id: number
  name: string
  /** Only reads. */
  run(): Promise<void>
}

/** The forum cannot start on this database. The message says why and what to do, in both languages. */
export class UnusableDatabaseError extends Error {
  override readonly name = 'UnusableDatabaseError'
}

/** A record in the migrations collection: the database is being filled from a backup, and is not complete yet. */
export const RESTORING = { _id: -1, name: 'restoring' }

/** Returns the names of the migrations that this version would run. */
export async function pendingMigrations(
  db: Pick<PlatformCollections, 'migrations'>,
  { checks, migrations }: { checks: readonly DatabaseCheck[]; migrations: readonly Migration[] },
): Promise<string[]> {
  const applied = new Set((await db.migrations.find({}).toArray()).map(({ _id }) => _id))
  for (const check of checks) if (!applied.has(check.id)) await check.run()
  return migrations.filter(({ id }) => !applied.has(id)).map(({ name }) => name)
}

/**
 * Builds the declared indexes and runs pending migrations, in one process at a time; the others wait until it is done.
 *
 * @param isRestoring whether the caller is filling the database from a backup
 * @param checks run before anything is written, so that a refused database stays as it was
 * @throws {UnusableDatabaseError} of a check
 */
export async function migrate(
  db: Pick<PlatformCollections, 'leases' | 'migrations'>,
  models: readonly Pick<Model<unknown>, 'collection' | 'createCollection' | 'schema'>[],
  { checks, migrations }: { checks: readonly DatabaseCheck[]; migrations: readonly Migration[] },
  clock: Clock,
  log: (name: string) => void,
  isRestoring = false,
): Promise<void> {
  const findApplied = async () =>
    new Set((await db.migrations.find({}).toArray()).map((migration) => migration._id))
  const record = ({ id, name }: DatabaseCheck | Migration) =>
    db.migrations.insertOne({ _id: id, name, appliedAt: clock.now() })

  if (!isRestoring && (await db.migrations.findOne(RESTORING)) !== null) {
    throw new UnusableDatabaseError(
      'A backup was being restored into this database and did not finish. Empty the database and restore it again. ' +
        '此数据库上一次恢复备份没有完成，请清空数据库后重新恢复。',
    )
  }
  const passedBefore = await findApplied()
  const passed = checks.filter(({ id }) => !passedBefore.has(id))
  for (const check of passed) await check.run()
  await underLease(db, clock, 'migrations', async () => {
    const isNew = await hasNothingYet(db)
    for (const model of models) {
      await model.createCollection()
      // In one command: mongoose would send one for each index.
      const indexes = model.schema
        .indexes()
        .map(([key, options]) => ({ key, ...options }) as mongo.IndexDescription)
      if (indexes.length > 0) await model.collection.createIndexes(indexes)
    }
    if (isNew) {
      const appliedAt = clock.now()
      await db.migrations.insertMany(
        [...passed, ...migrations].map(({ id, name }) => ({ _id: id, name, appliedAt })),
      )
      return
    }
    const applied = await findApplied()
    for (const check of passed) if (!applied.has(check.id)) await record(check)
    for (const migration of [...migrations].sort((a, b) => a.id - b.id)) {
      if (applied.has(migration.id)) continue
      log(migration.name)
      await migration.run()
      await record(migration)
    }
  })
}

/** Returns true for a database in which there is only the lease under which it is prepared. */
async function hasNothingYet({ leases: { db } }: Pick<PlatformCollections, 'leases'>): Promise<boolean> {
  const found = await db.listCollections({}, { nameOnly: true }).toArray()
  return found.length === 1
}
