import { UnusableDatabaseError } from '@forum/http-api'
import { ERROR_TEXTS } from '@forum/shared/bilingual'
import { ForumError } from '@forum/shared/errors'
import { UsageError } from './admin-command'
import { BackupPlaceError } from './backup/backup-place'
import { RestoreError } from './backup/restore-backup'
import { RunningForumError } from './command-socket'
import { ConfigError } from './config'
import { NoDatabaseError } from './database'
import { MongodError } from './database/mongod'
import { ImportError } from './import-discuz/import-discuz'
import { PreflightError } from './preflight'
import { SourceError } from './import-discuz/source'

/** Failures whose message tells the operator what to do. */
const FOR_PEOPLE = [
  UsageError,
  ConfigError,
  PreflightError,
  UnusableDatabaseError,
  BackupPlaceError,
  RestoreError,
  ImportError,
  SourceError,
  RunningForumError,
]

/** Returns the message for the operator about a failure. */
export function messageOf(error: unknown): string {
  if (error instanceof ForumError) {
    return error.code === 'NOT_FOUND' ? 'No such member.' : ERROR_TEXTS[error.code].en
  }
  if (error instanceof NoDatabaseError || error instanceof MongodError) {
    return `${error.message}\nIf the forum is running, stop it first: only one process can use its database.`
  }
  if (FOR_PEOPLE.some((type) => error instanceof type) && error instanceof Error) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
