import type { Clock } from '@forum/shared/clock'
import type { Connection } from 'mongoose'
import { categoriesMigration, withdrawalsMigration } from './boards'
import { collections, type Collections } from './collections'
import {
  nameKeysMigration,
  nameSearchMigration,
  timelessAddressesMigration,
  verifiedAddressesMigration,
} from './members'
import { messageTermsMigration } from './messages'
import { emptyNotificationsMigration, notificationBoardsMigration } from './notices'
import { connectPatiently, isDiskFull } from './platform/mongo/database'
import { migrate, pendingMigrations, UnusableDatabaseError } from './platform/mongo/migrations'
import {
  picturesMigration,
  ownPostWrites,
  postExcerptsMigration,
  quotedIdsMigration,
  quotesMigration,
  readStatesMigration,
} from './threads'
import { casesMigration } from './moderation'
import { searchIndexMigration } from './search'
import { announcementMigration, identityMigration } from './site'
import {
  firstEditionCheck,
  lastPostNumbersMigration,
  numbersByBoardMigration,
  titleIndexMigration,
} from './log'
import { unfinishedWorkMigration } from './unfinished-work.migration'

/** Returns the checks and migrations of this version, over one connection. */
function stepsOf(connection: Connection, db: Collections, clock: Clock) {
  return {
    checks: [firstEditionCheck(db)],
    migrations: [
      postExcerptsMigration(connection),
      quotedIdsMigration(connection),
      nameSearchMigration(db),
      readStatesMigration(connection),
      searchIndexMigration(db, clock),
      messageTermsMigration(db),
      casesMigration(connection, db),
      timelessAddressesMigration(connection),
      nameKeysMigration(db),
      emptyNotificationsMigration(db),
      lastPostNumbersMigration(db),
      quotesMigration(connection),
      unfinishedWorkMigration(connection),
      identityMigration(db),
      categoriesMigration(db),
      announcementMigration(db, clock),
      titleIndexMigration(db),
      picturesMigration(connection),
      verifiedAddressesMigration(db, clock),
      notificationBoardsMigration(db),
      withdrawalsMigration(connection),
      numbersByBoardMigration(connection, db, clock, ownPostWrites),
    ],
  }
}

/**
 * Returns the release of the database server, and the names of the migrations that this version would run; it only
 * reads.
 *
 * @throws {UnusableDatabaseError} if this version cannot use the data
 */
export async function inspectDatabase(
  uri: string,
  clock: Clock,
): Promise<{ release: string; pending: string[] }> {
  const connection = await connectPatiently(uri)
  try {
    const db = collections(connection)
    const info = await connection.getClient().db('admin').command({ buildInfo: 1 })
    return {
      release: String(info.version),
      pending: await pendingMigrations(db, stepsOf(connection, db, clock)),
    }
  } finally {
    await connection.close()
  }
}

/**
 * Builds the indexes and runs the migrations, before an API uses the database. It opens its own connection, because on
 * a large forum this takes longer than a request may wait for the database.
 *
 * @throws {UnusableDatabaseError} if this version cannot use the data, which is unchanged then, or if the disk is full
 * @param isRestoring whether the caller is filling the database from a backup, which no other process may use
 * @param log called with the name of each migration before it runs
 */
export async function prepareDatabase(
  uri: string,
  clock: Clock,
  log: (name: string) => void,
  { isRestoring = false } = {},
): Promise<void> {
  const connection = await connectPatiently(uri)
  try {
    const db = collections(connection)
    await migrate(
      db,
      Object.values(connection.models),
      stepsOf(connection, db, clock),
      clock,
      log,
      isRestoring,
    )
  } catch (error) {
    if (!isDiskFull(error)) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new UnusableDatabaseError(
      `The disk of the database has too little space to prepare it (${reason}); make room and start again, nothing ` +
        'that was stored is lost. 数据库所在磁盘空间不足，请腾出空间后重新启动；已保存的数据不会丢失。',
      { cause: error },
    )
  } finally {
    await connection.close()
  }
}
