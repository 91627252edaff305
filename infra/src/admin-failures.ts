import { UnusableDatabaseError } from '@forum/http-api'
import { ERROR_TEXTS } from '@forum/shared/bilingual'
import { ForumError } from '@forum/shared/errors'
import { NoDatabaseError } from './database'
import { MongodError } from './database/mongod'
import { OperatorError } from './operator-error'

/** Returns the message for the operator about a failure. */
export function messageOf(error: unknown): string {
  if (error instanceof ForumError) {
    return error.code === 'NOT_FOUND' ? 'No such member.' : ERROR_TEXTS[error.code].en
  }
  if (error instanceof NoDatabaseError || error instanceof MongodError) {
    return `${error.message}\nIf the forum is running, stop it first: only one process can use its database.`
  }
  if (error instanceof OperatorError || error instanceof UnusableDatabaseError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
