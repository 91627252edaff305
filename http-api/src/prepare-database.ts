import type { Clock } from '@forum/shared/clock'
import { collections } from './collections'
import { nameSearchMigration } from './members'
import { connectPatiently } from './platform/database'
import { migrate } from './platform/migrations'
import { postExcerptsMigration } from './posts'
import { firstEditionCheck } from './thread-log'

/**
 * Builds the indexes and runs the migrations, before an API uses the database. It opens its own connection, because on
 * a large forum this takes longer than a request may wait for the database.
 *
 * @throws {UnusableDatabaseError} if this version cannot use the data; nothing has been changed then
 * @param log called with the name of each migration before it runs
 */
export async function prepareDatabase(uri: string, clock: Clock, log: (name: string) => void): Promise<void> {
  const connection = await connectPatiently(uri)
  try {
    const db = collections(connection)
    await migrate(
      db,
      Object.values(db),
      { checks: [firstEditionCheck(db)], migrations: [postExcerptsMigration(db), nameSearchMigration(db)] },
      clock,
      log,
    )
  } finally {
    await connection.close()
  }
}
